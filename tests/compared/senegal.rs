//! Senegalese draughts.

use super::slipped;
use kosti::{
    game::{Actor, Entropy, Notation, OptionSet, Position, SplitMix, Step, perft, playout},
    games::senegal::Senegal,
};
use kosti_oracle::senegal;

/// How many positions are compared for each value of `movers`.
const POSITIONS: usize = 20_000;
/// How many texts with a fault are compared.
const FAULTY: usize = 20_000;

/// One game of the four, as both sides name it.
#[derive(Clone, Copy)]
struct Variant {
    oracle: senegal::Options,
}

impl Variant {
    fn new(fewest: bool, any: bool) -> Self {
        Variant { oracle: senegal::Options { fewest, any } }
    }

    fn options(self) -> <Senegal as Position>::Options {
        let goal = if self.oracle.fewest { "goal=fewest" } else { "goal=most" };
        let movers = if self.oracle.any { "movers=any" } else { "movers=own" };
        Senegal::options(
            &OptionSet::parse(Senegal::FACTS, [goal, movers]).expect("options of the game"),
        )
    }
}

/// Every legal action with the position after it.
fn moves(position: &Senegal) -> Vec<(String, String)> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let after = |action| {
        let mut after = position.clone();
        after.apply_unchecked(&Step::Action(action));
        after.to_text()
    };
    legal.into_iter().map(|action| (position.action_text(&action), after(action))).collect()
}

fn outcome(position: &Senegal) -> String {
    let none = || "none".to_owned();
    position.outcome().map_or_else(none, |outcome| outcome.text(Senegal::FACTS.seats))
}

/// The two goals differ in the outcome alone, so that one list of moves serves both.
fn compare(text: &str, any: bool) {
    let variants = [Variant::new(false, any), Variant::new(true, any)];
    let expected = senegal::moves(text, variants[0].oracle);
    for variant in variants {
        let position = Senegal::from_text(text, &variant.options());
        let position = position.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_text(), text);
        assert_eq!(moves(&position), expected, "moves of {text}, {:?}", variant.oracle);
        assert_eq!(
            outcome(&position),
            senegal::outcome(text, variant.oracle),
            "outcome of {text}, {:?}",
            variant.oracle
        );
        assert_eq!(position.actor() == Actor::Over, expected.is_empty(), "end of {text}");
    }
}

/// Half of the positions come from games played at random, half are placed at random.
fn compare_all(any: bool) {
    let mut entropy = SplitMix::new(if any { 2 } else { 1 });
    let start =
        Senegal::from_text(senegal::START, &Variant::new(false, any).options()).expect("the start");
    let mut compared = 0;
    while compared < POSITIONS / 2 {
        let game = playout(start.clone(), &mut entropy, 1000);
        for position in game.steps.iter().map(|(position, _)| position).chain([&game.end]) {
            compare(&position.to_text(), any);
            compared += 1;
        }
    }
    let mut stuck = 0;
    while compared < POSITIONS {
        let text = placed(&mut entropy);
        compare(&text, any);
        compared += 1;
        stuck += usize::from(is_stuck(&text, any));
    }
    assert!(stuck > 10, "only {stuck} positions without a move");
}

/// Whether a position has ended only for want of a legal action: captures could still
/// happen, and the quiet actions are few.
fn is_stuck(text: &str, any: bool) -> bool {
    let (board, rest) = text.split_once(' ').expect("a board");
    let ranks = || (1..=5).rev().zip(board.split('/'));
    let lowest_white =
        ranks().filter(|(_, squares)| squares.contains('w')).map(|(rank, _)| rank).min();
    let highest_black = ranks().find(|(_, squares)| squares.contains('b')).map(|(rank, _)| rank);
    let captures =
        lowest_white.zip(highest_black).is_some_and(|(white, black): (u8, u8)| white <= black);
    let ended = senegal::outcome(text, Variant::new(false, any).oracle) != "none";
    ended && captures && !rest.ends_with("20")
}

/// Any placement that a position text may hold: thick or thin, sometimes by whole ranks
/// (which leaves a side stuck), with its checkers, the side to move and the quiet actions
/// at random, the last of them often at the limit.
fn placed(entropy: &mut SplitMix) -> String {
    let whole_ranks = entropy.below(4) == 0;
    let density = if whole_ranks { 10 } else { 1 + entropy.below(9) };
    let mut left = [14, 14];
    let mut ranks = Vec::new();
    for rank in (1..=5).rev() {
        let mut squares = String::new();
        let (of_rank, gap) = (entropy.below(2) as usize, entropy.below(30));
        for file in 0..6 {
            let side = if whole_ranks { of_rank } else { entropy.below(2) as usize };
            let last_rank = [5, 1][side];
            let empty = entropy.below(10) >= density || whole_ranks && file == gap;
            let stands = !empty && left[side] > 0 && rank != last_rank;
            if stands {
                left[side] -= 1;
                squares.push(['w', 'b'][side]);
            } else {
                squares.push('.');
            }
        }
        ranks.push(shortened(&squares));
    }
    let side = ['w', 'b'][entropy.below(2) as usize];
    let quiet = match entropy.below(4) {
        0 => 19,
        1 => 20,
        _ => entropy.below(21),
    };
    format!("{} {side} {quiet}", ranks.join("/"))
}

/// Runs of dots as digits.
fn shortened(squares: &str) -> String {
    (1..=6)
        .rev()
        .fold(squares.to_owned(), |text, run| text.replace(&".".repeat(run), &run.to_string()))
}

#[test]
fn senegal_agrees_with_the_oracle_on_own_movers() {
    compare_all(false);
}

#[test]
fn senegal_agrees_with_the_oracle_on_any_movers() {
    compare_all(true);
}

/// Counts of a few levels, which tie the files of `tests/perft` to the oracle.
#[test]
fn senegal_counts_as_the_oracle_does() {
    for (text, depth) in
        [(senegal::START, 8), ("3bb1/3bb1/2w3/2ww2/5w w 0", 4), ("6/3bbb/3w2/3w1w/6 b 18", 5)]
    {
        for (fewest, any) in [(false, false), (false, true), (true, false), (true, true)] {
            let variant = Variant::new(fewest, any);
            let position = Senegal::from_text(text, &variant.options()).expect("a position");
            let depth = if any { depth / 2 + 1 } else { depth };
            let expected = senegal::perft(text, variant.oracle, depth);
            assert_eq!(perft(&position, depth), Some(expected), "{text}, {:?}", variant.oracle);
        }
    }
}

/// Whether both read a text alike: as the same position or not at all.
fn read_alike(text: &str) -> bool {
    let variant = Variant::new(false, false);
    let refused = senegal::outcome(text, variant.oracle).starts_with("refused");
    let read = Senegal::from_text(text, &variant.options());
    if let Ok(position) = &read {
        assert_eq!(position.to_text(), text);
    }
    assert_eq!(read.is_err(), refused, "{text:?}: {read:?}");
    refused
}

#[test]
fn senegal_and_the_oracle_refuse_the_same_position_texts() {
    for text in [
        "",
        " ",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w ",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 0 ",
        " bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww  w 0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 0 0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 00",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w +0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w -1",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 21",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w 256",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww w x",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww W 0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww white 0",
        "BBBBBB/bbbbbb/bb2ww/wwwwww/wwwwww w 0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww w 0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww/6 w 0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwww w 0",
        "bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwwww w 0",
        "bbbbbb/bbbbbb/bb11ww/wwwwww/wwwwww w 0",
        "bbbbbb/bbbbbb/bb0www/wwwwww/wwwwww w 0",
        "bbbbbb/bbbbbb/bb3ww/wwwwww/wwwwww w 0",
        "bbbbbb/bbbbbb/7/wwwwww/wwwwww w 0",
        "bbbbbb/bbbbbb/bbb1ww/wwwwww/wwwwww w 0",
        "bbbbbb/bbbbbb/bb1www/wwwwww/wwwwww w 0",
        "bbbbbw/bbbbbb/bb2ww/wwwwww/wwwww1 w 0",
        "1bbbbb/bbbbbb/bb2ww/wwwwww/wwwwwb w 0",
        "6/6/6//6 w 0",
        "6/6/6/6/6/ w 0",
    ] {
        assert!(read_alike(text), "{text:?} is a position");
    }
    for text in ["6/6/6/6/6 w 0", "bbbbbb/6/6/6/wwwwww b 20", senegal::START] {
        assert!(!read_alike(text), "{text:?} is no position");
    }
}

/// Texts that are one slip away from a position.
#[test]
fn senegal_and_the_oracle_read_random_slips_alike() {
    const SIGNS: [char; 16] =
        ['w', 'b', '0', '1', '2', '3', '5', '6', '7', '9', '/', ' ', 'B', '-', '+', 'в'];
    let mut entropy = SplitMix::new(3);
    let mut refused = 0;
    for _ in 0..FAULTY {
        let text = slipped(&placed(&mut entropy), &SIGNS, &mut entropy);
        refused += usize::from(read_alike(&text));
    }
    assert!(refused > FAULTY / 4 && refused < FAULTY, "{refused} refused");
}
