//! Shemshesh.

use super::slipped;
use kosti::{
    game::{
        Actor, DealNo, Entropy, Notation, OptionSet, Outcome, Position, SplitMix, Step, perft,
        playout,
    },
    games::shemshesh::Shemshesh,
};
use kosti_oracle::shemshesh as oracle;
use std::collections::BTreeMap;

/// How many positions with dice are compared: a quarter in each test, so that they run side by
/// side.
const POSITIONS: usize = 20_000;
/// How many texts with a fault are compared.
const FAULTY: usize = 20_000;

fn options(two: bool) -> <Shemshesh as Position>::Options {
    let option = if two { "home-doubles=two" } else { "home-doubles=four" };
    Shemshesh::options(&OptionSet::parse(Shemshesh::FACTS, [option]).expect("an option"))
}

fn read(text: &str, two: bool) -> Shemshesh {
    let position = Shemshesh::from_text(text, &options(two));
    position.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every step with the position after it: the rolls, or the legal turns.
fn moves(position: &Shemshesh) -> Vec<(String, String)> {
    let after = |step: &Step<_, _>| {
        let mut after = position.clone();
        after.apply_unchecked(step);
        after.to_text()
    };
    if position.actor() == Actor::Chance {
        let chances = position.chances().expect("the rolls").into_iter();
        let mut rolls: Vec<_> = chances
            .map(|(roll, _)| (position.chance_text(&roll), after(&Step::Chance(roll))))
            .collect();
        rolls.sort();
        return rolls;
    }
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let turns = legal.into_iter();
    turns.map(|turn| (position.action_text(&turn), after(&Step::Action(turn)))).collect()
}

/// What has been met among the positions that were compared, by name.
#[derive(Default)]
struct Met {
    positions: usize,
    of: BTreeMap<String, usize>,
}

impl Met {
    fn note(&mut self, what: &str) {
        *self.of.entry(what.to_owned()).or_default() += 1;
    }

    /// A position is the same one in the rules; gives what can follow.
    fn compare(&mut self, text: &str, two: bool) -> Vec<(String, String)> {
        let position = read(text, two);
        assert_eq!(position.to_text(), text);
        let variant = oracle::Options { two };
        let expected = oracle::moves(text, variant);
        assert_eq!(moves(&position), expected, "steps of {text}, {variant:?}");
        let outcome = position.outcome().map(|outcome| outcome.text(Shemshesh::FACTS.seats));
        let outcome = outcome.as_deref().unwrap_or("none");
        assert_eq!(outcome, oracle::outcome(text, variant), "outcome of {text}");
        assert_eq!(position.actor() == Actor::Over, expected.is_empty(), "end of {text}");
        expected
    }

    /// The same of every roll from there, as far as it is `wanted`.
    fn compare_rolls(&mut self, text: &str, two: bool, mut wanted: impl FnMut() -> bool) {
        for (roll, rolled) in self.compare(text, two) {
            if !wanted() {
                continue;
            }
            self.positions += 1;
            self.note(&roll);
            for (turn, after) in self.compare(&rolled, two) {
                self.note(match turn.split(' ').count() {
                    _ if turn == "pass" => "pass",
                    1 => "one die",
                    2 => "two dice",
                    _ => "more dice",
                });
                for part in ["* ", "-off", "oyn", " mars", "home-mars"] {
                    if turn.contains(part) || after.contains(part) {
                        self.note(part);
                    }
                }
            }
        }
    }
}

/// Positions of games that are played at random, each with every roll, and placed ones.
fn compare_quarter(seed: u64) {
    let mut entropy = SplitMix::new(seed);
    let two = seed.is_multiple_of(2);
    let start = Shemshesh::start(&options(two), DealNo::FIRST);
    let mut met = Met::default();
    while met.positions < POSITIONS / 8 {
        let game = playout(start.clone(), &mut entropy, 2000);
        met.compare(&game.end.to_text(), two);
        for (position, _) in game.steps {
            // Every position would leave too few games.
            if position.actor() == Actor::Chance && entropy.below(8) == 0 {
                met.compare_rolls(&position.to_text(), two, || true);
            }
        }
    }
    while met.positions < POSITIONS / 4 {
        let text = placed(&mut entropy);
        let refused = oracle::outcome(&text, oracle::Options { two }).starts_with("refused");
        assert_eq!(Shemshesh::from_text(&text, &options(two)).is_err(), refused, "{text}");
        if !refused {
            // Some rolls are enough, so that there are the more placements.
            met.compare_rolls(&text, two, || entropy.below(6) == 0);
        }
    }
    let rolls = met.of.keys().filter(|what| what.len() == 3 && what.as_bytes()[1] == b'-').count();
    assert_eq!(rolls, 21);
    for what in
        ["pass", "one die", "two dice", "more dice", "* ", "-off", "oyn", " mars", "home-mars"]
    {
        assert!(met.of.get(what).is_some_and(|count| *count >= 5), "{what}: {:?}", met.of);
    }
}

/// Any placement that has a chance to be a position: crowded or wide, with many frozen ones or
/// none, from the heads to the homes.
fn placed(entropy: &mut SplitMix) -> String {
    let mut taken = [false; 24];
    let mut sides = Vec::new();
    let mut off = [0_u32; 2];
    let spread = 2 + entropy.below(14);
    let ending = entropy.below(4) == 0;
    for (side, off) in off.iter_mut().enumerate() {
        // From which part of the path on they stand: 18 is the home.
        let from = if ending { 18 } else { [0, 0, 6, 12, 18][entropy.below(5) as usize] };
        *off = match entropy.below(4) {
            0 if from == 18 => entropy.below(15),
            // The end is near.
            1 | 2 if from == 18 => 15 - 1 - entropy.below(4),
            _ => 0,
        };
        let frozen = entropy.below(4) * entropy.below(3);
        let mut on = [0_u32; 24];
        let mut lies = [false; 24];
        let mut left = 15 - *off;
        for _ in 0..200 {
            if left == 0 {
                break;
            }
            let anywhere = entropy.below(24);
            let steps = if entropy.below(12) < frozen {
                anywhere
            } else {
                from + entropy.below((24 - from).min(spread).max(1))
            };
            let steps = steps as usize;
            let point = (steps + 12 * side) % 24;
            let lie = entropy.below(12) < frozen;
            if lies[steps] || taken[point] && (on[steps] == 0 || lie) {
                continue;
            }
            taken[point] = true;
            on[steps] += 1;
            lies[steps] = lie;
            left -= 1;
        }
        let stacks = (0..24).filter(|steps| on[*steps] > 0).map(|steps| {
            let point = (steps + 12 * side) % 24 + 1;
            match on[steps] {
                _ if lies[steps] => format!("{point}*"),
                1 => point.to_string(),
                count => format!("{point}x{count}"),
            }
        });
        let stacks: Vec<String> = stacks.collect();
        sides.push(if stacks.is_empty() { "-".to_owned() } else { stacks.join(" ") });
    }
    let seat = ["w", "b"][entropy.below(2) as usize];
    format!("w {} / b {} / off {} {} / moved wb / {seat} roll", sides[0], sides[1], off[0], off[1])
}

#[test]
fn the_first_quarter_agrees_with_the_oracle() {
    compare_quarter(1);
}

#[test]
fn the_second_quarter_agrees_with_the_oracle() {
    compare_quarter(2);
}

#[test]
fn the_third_quarter_agrees_with_the_oracle() {
    compare_quarter(3);
}

#[test]
fn the_fourth_quarter_agrees_with_the_oracle() {
    compare_quarter(4);
}

/// The first turns of the game, every one of them.
#[test]
fn the_openings_agree_with_the_oracle() {
    let mut met = Met::default();
    for (roll, rolled) in met.compare(oracle::START, false) {
        for (turn, after) in met.compare(&rolled, false) {
            met.compare_rolls(&after, false, || true);
            assert!(after.contains(" / moved w / "), "{roll}: {turn}");
        }
    }
}

/// Counts of a few levels, which tie the file of `tests/perft` to the oracle.
#[test]
fn it_counts_as_the_oracle_does() {
    for (text, two, depth) in [
        (oracle::START, false, 2),
        ("w 20x2 22 / b 7 9 12 / off 12 12 / moved wb / w roll", false, 2),
        ("w 20x2 22 / b 7 9 12 / off 12 12 / moved wb / w roll", true, 2),
        ("w 1x12 7* 9 11 / b 13x14 5 / off 0 0 / moved wb / b dice 6-5", false, 2),
    ] {
        let expected = oracle::perft(text, oracle::Options { two }, depth);
        assert_eq!(perft(&read(text, two), depth), Some(expected), "{text}");
    }
}

/// Whether both read a text alike: as the same position or not at all.
fn read_alike(text: &str) -> bool {
    let refused = oracle::outcome(text, oracle::Options { two: false }).starts_with("refused");
    let read = Shemshesh::from_text(text, &options(false));
    if let Ok(position) = &read {
        assert_eq!(position.to_text(), text);
    }
    assert_eq!(read.is_err(), refused, "{text:?}: {read:?}");
    refused
}

/// Texts that are one slip away from a position, and ends that are none or other ones.
#[test]
fn slips_are_refused_alike() {
    const SIGNS: [char; 24] = [
        'w', 'b', 'x', '*', '0', '1', '2', '3', '4', '5', '6', '7', '9', ' ', '/', '-', 'o', 'f',
        'm', 'r', '+', 'W', 'х', '.',
    ];
    const DUE: [&str; 12] = [
        "w roll",
        "b roll",
        "w dice 6-5",
        "b dice 1-1",
        "b dice 5-6",
        "over white 1 oyn",
        "over white 2 mars",
        "over black 3 home-mars",
        "over draw 0 stuck",
        "over black 1 resign",
        "over white 01 oyn",
        "over",
    ];
    let start = Shemshesh::start(&options(false), DealNo::FIRST);
    let mut entropy = SplitMix::new(7);
    let (mut refused, mut compared) = (0, 0);
    while compared < FAULTY {
        let game = playout(start.clone(), &mut entropy, 2000);
        let played = game.steps.iter().map(|(position, _)| position).chain([&game.end]);
        for position in played {
            let text =
                if entropy.below(4) == 0 { placed(&mut entropy) } else { position.to_text() };
            let (board, _) = text.rsplit_once(" / ").expect("what is due");
            let (sides, _) = board.rsplit_once(" / ").expect("who has moved");
            let due = DUE[entropy.below(12) as usize];
            let moved = ["-", "w", "b", "wb"][entropy.below(4) as usize];
            for text in [
                slipped(&text, &SIGNS, &mut entropy),
                format!("{board} / {due}"),
                format!("{sides} / moved {moved} / {due}"),
            ] {
                refused += usize::from(read_alike(&text));
                compared += 1;
            }
        }
    }
    assert!(refused > FAULTY / 4 && refused < compared, "{refused} of {compared} refused");
}

/// Whoever has won, the loser could have given up for as much.
#[test]
fn giving_up_costs_what_losing_does() {
    let start = Shemshesh::start(&options(false), DealNo::FIRST);
    let mut entropy = SplitMix::new(9);
    for _ in 0..50 {
        let end = playout(start.clone(), &mut entropy, 2000).end;
        let outcome = end.outcome().expect("the end");
        if let Outcome { winner: Some(winner), .. } = outcome {
            assert_eq!(end.concede(winner.opponent()), outcome, "{}", end.to_text());
        }
    }
}
