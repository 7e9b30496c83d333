//! The toy game by its own page, where the general laws do not reach.

use super::{legal, samples};
use crate::support::toy_game::{Toy, toys};
use kosti::{
    app::texts::{Lang, Texts},
    game::{
        Actor, DealNo, Entropy, FirstSeat, Length, Message, Notation, OptionSet, Player, Position,
        Progress, ReadError, Refusal, Seat, Series, SplitMix, Step,
    },
};
use std::collections::BTreeSet;

fn options(said: &str) -> <Toy as Position>::Options {
    Toy::options(&OptionSet::parse(Toy::FACTS, [said]).expect("options"))
}

fn closed(text: &str) -> Toy {
    Toy::from_text(text, &options("hands=closed")).expect("a position")
}

fn texts(position: &Toy) -> Vec<String> {
    legal(position).iter().map(|action| position.action_text(action)).collect()
}

fn after(position: &Toy, step: &str) -> Toy {
    let mut after = position.clone();
    let step = match position.actor() {
        Actor::Chance => position.read_chance(step).map(Step::Chance),
        _ => position.read_action(step).ok().map(Step::Action),
    };
    after.apply(&step.expect("a step")).expect("a legal step");
    after
}

#[test]
fn a_deal_goes_by_the_page() {
    let mut position = Toy::start(&options("hands=open"), DealNo::FIRST);
    for (step, text) in [
        ("void a c1 c4 c4 / b c2 c2 c3", "a - + - / b - + - / deal 1"),
        ("deal a c1 c1 c3 / b c2 c2 c4", "a c1 c1 c3 + - / b c2 c2 c4 + - / a roll"),
        ("d2", "a c1 c1 c3 + - / b c2 c2 c4 + - / a d2"),
        ("c1 c1", "a c3 + c1 c1 / b c2 c2 c4 + - / b roll"),
        ("d1", "a c3 + c1 c1 / b c2 c2 c4 + - / b d1"),
        ("pass", "a c3 + c1 c1 / b c2 c2 c4 + - / a roll / passed"),
        ("d3", "a c3 + c1 c1 / b c2 c2 c4 + - / a d3 / passed"),
        ("c3", "a - + c1 c1 c3 / b c2 c2 c4 + - / b roll"),
        ("d4", "a - + c1 c1 c3 / b c2 c2 c4 + - / b d4"),
        ("c2", "a - + c1 c1 c3 / b c2 c4 + c2 / a roll"),
        ("d4", "a - + c1 c1 c3 / b c2 c4 + c2 / a d4"),
        ("pass", "a - + c1 c1 c3 / b c2 c4 + c2 / b roll / passed"),
        ("d1", "a - + c1 c1 c3 / b c2 c4 + c2 / b d1 / passed"),
        ("pass", "a - + c1 c1 c3 / b c2 c4 + c2 / over / passed"),
    ] {
        position = after(&position, step);
        assert_eq!(position.to_text(), text);
    }
    let outcome = position.outcome().expect("the end");
    assert_eq!(outcome.text(Toy::FACTS.seats), "a 3 passes");
    let begins = |number| {
        let start = Toy::start(&options("hands=open"), DealNo::new(number).expect("a number"));
        after(&after(&start, "deal a c1 c1 c3 / b c2 c2 c4"), "d1").actor()
    };
    assert_eq!([1, 2, 3].map(begins), [Seat::First, Seat::Second, Seat::First].map(Actor::Player));
}

#[test]
fn several_cards_can_be_laid_at_once() {
    let position = closed("a c1 c1 c2 + - / b c2 c3 c4 + - / a d4");
    assert_eq!(texts(&position), ["c1", "c1 c1", "c1 c1 c2", "c1 c2", "c2"]);
    for (typed, action) in
        [("C1", "c1"), ("2, 1", "c1 c2"), ("с2+с1", "c1 c2"), ("211", "c1 c1 c2")]
    {
        let read = position.read_action(typed).map(|action| position.action_text(&action));
        assert_eq!(read.as_deref(), Ok(action), "{typed}");
    }
    assert_eq!(position.read_action("lay"), Err(ReadError::Ambiguous(legal(&position))));
    for (text, typed, id) in [
        ("a c1 c1 c2 + - / b c2 c3 c4 + - / a d4", "c5", "toy-no-such-card"),
        ("a c1 c1 c2 + - / b c2 c3 c4 + - / a d4", "c3", "toy-not-held"),
        ("a c1 c1 c2 + - / b c2 c3 c4 + - / a d1", "c2", "toy-too-high"),
        ("a c1 c1 c2 + - / b c2 c3 c4 + - / a d1", "pass", "toy-must-lay"),
        ("a c2 c3 c4 + - / b c1 c1 c2 + - / a d1", "lay", "toy-only-pass"),
        ("a c1 c1 c2 + - / b c2 c3 c4 + - / a roll", "c1", "toy-roll-due"),
        ("a c1 c1 c2 + - / b c2 c3 c4 + - / over / passed", "c1", "toy-over"),
    ] {
        let Err(ReadError::Illegal(refusal)) = closed(text).read_action(typed) else {
            panic!("{typed} in {text}")
        };
        assert_eq!(refusal.message().id, id);
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for text in [
        "a - + - / b - + - / a roll",
        "a c1 + - / b - + - / deal 1",
        "a - + - / b - + - / deal 0",
        "a c1 c1 c2 + - / b c2 c3 + - / a roll",
        "a c1 c1 c2 + - / b c1 c3 c4 + - / a roll",
        "a c1 c4 + c4 / b c2 c3 c3 + - / a roll",
        "a c1 c1 c2 + - / b c2 c3 c4 + - / over",
        "a - + c1 c1 c2 / b - + c2 c3 c4 / over / passed",
        "a - + c1 c1 c2 / b - + c2 c3 c4 / a roll",
        "a ?x3 + - / b c2 c3 c4 + - / over / passed",
        "a ?x0 + c1 c1 c2 / b c2 c3 c4 + - / a roll",
        "a ?x4 + - / b c2 c3 c4 + - / a roll",
        "a c2 c1 c1 + - / b c2 c3 c4 + - / a roll",
        "a c1 c1 c2 + - / b c2 c3 c4 + - / a d5",
        "a c1 c1 c2 + - / b c2 c3 c4 + - / a roll / passed / passed",
    ] {
        assert!(Toy::from_text(text, &options("hands=closed")).is_err(), "{text}");
    }
    let view = "a c1 c1 c2 + - / b ?x3 + - / a roll";
    assert_eq!(closed(view).to_text(), view);
    assert!(Toy::from_text(view, &options("hands=open")).is_err());
}

#[test]
fn a_closed_hand_is_only_counted() {
    let position = closed("a c1 c2 + c3 / b c2 c3 c4 + - / a d4");
    for (viewer, text) in [
        (Some(Seat::First), "a c1 c2 + c3 / b ?x3 + - / a d4"),
        (Some(Seat::Second), "a ?x2 + c3 / b c2 c3 c4 + - / a d4"),
        (None, "a ?x2 + c3 / b ?x3 + - / a d4"),
    ] {
        assert_eq!(position.hide(viewer).to_text(), text);
    }
    assert_eq!(texts(&position.hide(Some(Seat::Second))), [""; 0]);
    let over = closed("a c1 c2 + c3 / b c2 c3 c4 + - / over / passed");
    assert_eq!(over.hide(None), over);
}

/// Every hand that can be, and no other: of the five cards out of A's sight (1, 2, 3, 4
/// and 4) three without both fours.
#[test]
fn every_possible_hand_is_drawn() {
    let position = closed("a c1 c2 + c3 / b c2 c3 c4 + - / a d4");
    let mut entropy = SplitMix::new(0);
    let hands: BTreeSet<String> = (0..300)
        .map(|_| {
            let text = position.determinize(Some(Seat::First), &mut entropy).to_text();
            text.split(" / ").nth(1).expect("a hand").to_owned()
        })
        .collect();
    let expected =
        ["b c1 c2 c3 + -", "b c1 c2 c4 + -", "b c1 c3 c4 + -", "b c2 c3 c4 + -"].map(str::to_owned);
    assert_eq!(hands, BTreeSet::from(expected));
}

/// What the toy game is there for does come up in games played at random.
#[test]
fn random_games_meet_all_of_it() {
    let (mut voids, mut passes, mut several, mut reasons) = (0, 0, 0, BTreeSet::new());
    for sample in samples::<Toy>(100) {
        for (position, step) in &sample.played.steps {
            match step {
                Step::Chance(chance) => {
                    voids += usize::from(position.chance_text(chance).starts_with("void "));
                }
                Step::Action(action) => {
                    let text = position.action_text(action);
                    passes += usize::from(text == "pass");
                    several += usize::from(text.contains(' '));
                }
            }
        }
        reasons.extend(sample.played.end.outcome().map(|outcome| outcome.reason.as_str()));
    }
    assert!(voids > 10 && passes > 100 && several > 20, "{voids} {passes} {several}");
    assert_eq!(reasons, BTreeSet::from(["equal", "out", "passes"]));
}

#[test]
fn a_match_goes_over_several_deals() {
    let mut entropy = SplitMix::new(4);
    let target = Toy::FACTS.target.expect("a target");
    let mut series = Series::new(Length::To(target), Player::One);
    let winner = loop {
        let seed = u64::from(entropy.below(1 << 20));
        let sample =
            super::Sample::<Toy>::new(&OptionSet::defaults(Toy::FACTS), series.deal.get(), seed);
        let outcome = sample.played.end.outcome().expect("the end");
        if let Progress::Over(winner) = series.finish(&outcome, FirstSeat::Stays) {
            break winner;
        }
    };
    assert!(series.deal.get() > 1);
    assert!(winner.is_some_and(|player| series.points[player.index()] >= target));
}

#[test]
fn every_text_stands_in_both_languages() {
    let texts = Texts::new(toys()).expect("sound locales");
    let reasons = Toy::FACTS.reasons.iter().map(|reason| format!("toy-reason-{}", reason.as_str()));
    let fixed = ["toy-name", "toy-a", "toy-b", "toy-rules", "toy-option-hands-closed"];
    let refusals = <Toy as Notation>::Refusal::IDS;
    let ids = fixed.iter().chain(refusals).map(|id| (*id).to_owned()).chain(reasons);
    for id in ids {
        assert!(Lang::ALL.iter().all(|lang| texts.has(*lang, &id)), "{id}");
    }
    let message = Message::new("toy-too-high").with("sum", 5_u32).with("die", 4_u32);
    assert_eq!(texts.plain(Lang::En, &message), "That is 5 together, but the die shows 4.");
}
