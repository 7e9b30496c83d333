//! Shemshesh.

use super::nardy::{Compared, Oracle, options};
use kosti::{
    game::{DealNo, Entropy, Notation, Outcome, Position, SplitMix, perft, playout},
    games::shemshesh::Shemshesh,
};
use kosti_oracle::shemshesh as oracle;

/// How many positions with dice are compared: a quarter in each test, so that they run side by
/// side.
const POSITIONS: usize = 20_000;
/// How many texts with a fault are compared.
const FAULTY: usize = 20_000;

fn compared(two: bool) -> Compared<Shemshesh> {
    let variant = oracle::Options { two };
    let oracle = Oracle {
        moves: Box::new(move |text| oracle::moves(text, variant)),
        outcome: Box::new(move |text| oracle::outcome(text, variant)),
    };
    Compared::new(said(two), oracle, &["* ", "-off", "oyn", " mars", "home-mars"])
}

const fn said(two: bool) -> &'static str {
    if two { "home-doubles=two" } else { "" }
}

fn read(text: &str, two: bool) -> Shemshesh {
    let position = Shemshesh::from_text(text, &options::<Shemshesh>(said(two)));
    position.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Positions of games that are played at random, each with every roll, and placed ones.
fn compare_quarter(seed: u64) {
    let mut entropy = SplitMix::new(seed);
    let mut compared = compared(seed.is_multiple_of(2));
    compared.compare_games(&mut entropy, POSITIONS / 8);
    compared.compare_placed(&mut entropy, POSITIONS / 4, placed);
    compared.has_met_all();
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

quarters!(compare_quarter);

/// The first turns of the game, every one of them.
#[test]
fn the_openings_agree_with_the_oracle() {
    compared(false).compare_openings(oracle::START);
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
    compared(false).slips_are_refused_alike(&SIGNS, &DUE, placed, FAULTY);
}

/// Whoever has won, the loser could have given up for as much.
#[test]
fn giving_up_costs_what_losing_does() {
    let start = Shemshesh::start(&options::<Shemshesh>(""), DealNo::FIRST);
    let mut entropy = SplitMix::new(9);
    for _ in 0..50 {
        let end = playout(start.clone(), &mut entropy, 2000).end;
        let outcome = end.outcome().expect("the end");
        if let Outcome { winner: Some(winner), .. } = outcome {
            assert_eq!(end.concede(winner.opponent()), outcome, "{}", end.to_text());
        }
    }
}
