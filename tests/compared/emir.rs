//! Emir.

use super::nardy::{Compared, Oracle, options};
use kosti::{
    game::{Entropy, Notation, SplitMix, perft},
    games::emir::Emir,
};
use kosti_oracle::emir as oracle;

/// How many positions with dice are compared: a quarter in each test, so that they run side by
/// side.
const POSITIONS: usize = 20_000;
/// How many texts with a fault are compared.
const FAULTY: usize = 20_000;

/// Actions, captives, ends; all that is written in positions only where it is.
const PARTS: [&str; 17] = [
    "roll",
    "nuker ",
    "cover ",
    "-off",
    " / bar w",
    " / bar W",
    "wb",
    "bw",
    "Wb",
    "bW",
    "emir-captured",
    "emir-mate",
    "koks",
    "home-mars",
    " mars",
    "oyn",
    "pre",
];

fn compared(cover_head: bool) -> Compared<Emir> {
    let variant = oracle::Options { cover_head };
    let oracle = Oracle {
        moves: Box::new(move |text| oracle::moves(text, variant)),
        outcome: Box::new(move |text| oracle::outcome(text, variant)),
    };
    Compared::new(said(cover_head), oracle, &PARTS)
}

const fn said(cover_head: bool) -> &'static str {
    if cover_head { "cover-head=yes" } else { "" }
}

fn read(text: &str, cover_head: bool) -> Emir {
    let position = Emir::from_text(text, &options::<Emir>(said(cover_head)));
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

/// Any placement that has a chance to be a position: crowded or wide, with many captives or none,
/// from the heads to the homes, on the bar or off.
fn placed(entropy: &mut SplitMix) -> String {
    let mut stacks = vec![String::new(); 25];
    let mut bars = [String::new(), String::new()];
    let mut left: [Vec<char>; 2] = [Vec::new(), Vec::new()];
    let (mut reserve, mut off) = ([0; 2], [0; 2]);
    let mut from = [0; 2];
    let spread = 2 + entropy.below(20);
    let ending = entropy.below(3) == 0;
    // Whether all are home then.
    let home = ending && entropy.below(2) == 0;
    for side in 0..2 {
        from[side] = if ending { 18 } else { [0, 0, 6, 12, 18][entropy.below(5) as usize] };
        let home = from[side] == 18;
        reserve[side] = if home || entropy.below(3) == 0 { 0 } else { entropy.below(4) };
        off[side] = match entropy.below(4) {
            0 if home => entropy.below(15),
            // The end is near.
            1 | 2 if home => 15 - 1 - entropy.below(4),
            _ => 0,
        };
        let count = (15 - reserve[side] - off[side]) as usize;
        left[side] = vec![['w', 'b'][side]; count];
        if off[side] == 0 || entropy.below(2) == 0 {
            left[side][entropy.below(count as u32) as usize] = ['W', 'B'][side];
        }
    }
    let (waiting, bold) = (entropy.below(12), entropy.below(4));
    for _ in 0..1000 {
        let side = entropy.below(2) as usize;
        let Some(&checker) = left[side].last() else { continue };
        let anywhere = entropy.below(24);
        let steps = match entropy.below(8) {
            0 if !home => anywhere,
            1 if !ending => 12,
            _ => from[side] + entropy.below((24 - from[side]).min(spread)),
        };
        let stack = &mut stacks[(steps as usize + 12 * side) % 24 + 1];
        let mine = |c: char| (c.eq_ignore_ascii_case(&'b')) == (side == 1);
        if waiting == 0 && entropy.below(6) == 0 {
            bars[side].push(checker);
        } else if stack.chars().next_back().is_none_or(mine)
            || stack.len() == 1 && entropy.below(4) < bold
        {
            stack.push(checker);
        } else {
            continue;
        }
        left[side].pop();
    }
    let board: Vec<String> = (1..=24)
        .filter(|point| !stacks[*point].is_empty())
        .map(|point| format!("{point}:{}", stacks[point]))
        .collect();
    let board = if board.is_empty() { "-".to_owned() } else { board.join(" ") };
    let bars = bars.map(|bar| if bar.is_empty() { "-".to_owned() } else { bar });
    let due = ["w roll", "b roll", "w pre", "b pre"][entropy.below(4) as usize];
    format!(
        "{board} / res {} {} / bar {} {} / off {} {} / moved wb / {due}",
        reserve[0], reserve[1], bars[0], bars[1], off[0], off[1]
    )
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
    for (text, cover_head, depth) in
        [(oracle::START, false, 2), (&oracle::START.replace("roll", "pre"), true, 2)]
    {
        let expected = oracle::perft(text, oracle::Options { cover_head }, depth);
        assert_eq!(perft(&read(text, cover_head), depth), Some(expected), "{text}");
    }
}

/// Texts that are one slip away from a position, and ends that are none or other ones.
#[test]
fn slips_are_refused_alike() {
    const SIGNS: [char; 24] = [
        'w', 'b', 'W', 'B', ':', '0', '1', '2', '3', '4', '5', '6', '7', '9', ' ', '/', '-', 'o',
        'f', 'm', 'r', '+', 'х', '.',
    ];
    const DUE: [&str; 18] = [
        "w roll",
        "b roll",
        "w pre",
        "b pre",
        "w dice 6-5",
        "b dice 1-1",
        "b dice 5-6",
        "over white 32 emir-captured",
        "over black 32 emir-captured",
        "over white 64 emir-mate",
        "over black 64 emir-mate",
        "over white 8 koks",
        "over black 4 home-mars",
        "over white 1 oyn",
        "over draw 0 stuck",
        "over black 1 resign",
        "over white 01 oyn",
        "over",
    ];
    compared(false).slips_are_refused_alike(&SIGNS, &DUE, placed, FAULTY);
}
