//! How fast the rules are: leaves of the game tree a second, counted by the length of
//! the legal list, of games with dice the time that all plays of a roll take; and how fast
//! positions are solved, in positions expanded.
#![allow(missing_docs, clippy::unwrap_used)]

use divan::{Bencher, counter::ItemsCount};
use kosti::{
    game::{DealNo, Notation, OptionSet, Position, Solver, SplitMix, Step, perft, playout},
    games::{
        ashtarashki::Ashtarashki, emir::Emir, sausage::Sausage, senegal::Senegal,
        shemshesh::Shemshesh,
    },
};
use std::cell::Cell;

/// How many positions with dice are played.
const POSITIONS: usize = 100_000;

fn main() {
    divan::main();
}

/// Leaves from the start at that depth.
fn senegal(bencher: Bencher<'_, '_>, option: &str, depth: u32) {
    let options = OptionSet::parse(Senegal::FACTS, [option]).unwrap();
    let start = Senegal::start(&Senegal::options(&options), DealNo::FIRST);
    let leaves = perft(&start, depth).unwrap();
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(&start, depth));
}

#[divan::bench]
fn senegal_own_depth_12(bencher: Bencher<'_, '_>) {
    senegal(bencher, "movers=own", 12);
}

#[divan::bench]
fn senegal_any_depth_9(bencher: Bencher<'_, '_>) {
    senegal(bencher, "movers=any", 9);
}

#[divan::bench]
fn ashtarashki_depth_7(bencher: Bencher<'_, '_>) {
    let start = Ashtarashki::start(&(), DealNo::FIRST);
    let leaves = perft(&start, 7).unwrap();
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(&start, 7));
}

/// Positions with dice to play from games at random: all of them, or those in which the roll
/// is replaced by this one.
fn rolled<P: Notation>(roll: Option<&str>) -> Vec<P> {
    let options = P::options(&OptionSet::defaults(P::FACTS));
    let mut positions = Vec::with_capacity(POSITIONS);
    for seed in 0.. {
        let game = playout(P::start(&options, DealNo::FIRST), &mut SplitMix::new(seed), 2000);
        for (mut position, step) in game.steps {
            let Step::Chance(drawn) = step else { continue };
            let chance = roll.and_then(|roll| position.read_chance(roll)).unwrap_or(drawn);
            position.apply_unchecked(&Step::Chance(chance));
            positions.push(position);
            if positions.len() == POSITIONS {
                return positions;
            }
        }
    }
    positions
}

/// All plays, of one position after another: `slowest` is the position that took longest.
fn plays<P: Notation>(bencher: Bencher<'_, '_>, roll: Option<&str>) {
    let positions = rolled::<P>(roll);
    let at = Cell::new(0);
    let mut legal = Vec::new();
    bencher
        .with_inputs(|| at.replace((at.get() + 1) % POSITIONS))
        .bench_local_values(|at| positions[at].legal(&mut legal));
}

#[divan::bench(sample_count = 100_000, sample_size = 1)]
fn shemshesh_plays(bencher: Bencher<'_, '_>) {
    plays::<Shemshesh>(bencher, None);
}

#[divan::bench(sample_count = 100_000, sample_size = 1)]
fn shemshesh_plays_of_4_4(bencher: Bencher<'_, '_>) {
    plays::<Shemshesh>(bencher, Some("4-4"));
}

#[divan::bench(sample_count = 100_000, sample_size = 1)]
fn shemshesh_plays_of_1_1(bencher: Bencher<'_, '_>) {
    plays::<Shemshesh>(bencher, Some("1-1"));
}

/// The table of `kosti rules solve`.
const MEMORY: usize = 256 << 20;

/// All actions of a position, the table not yet counted.
fn solved<P: Position>(bencher: Bencher<'_, '_>, position: &P, nodes: u64) {
    let solve = |mut solver: Solver<P>| {
        let values = solver.values(position, nodes);
        (solver, values)
    };
    let new = || Solver::new(MEMORY).unwrap();
    let (first, _) = solve(new());
    bencher.counter(ItemsCount::new(first.nodes())).with_inputs(new).bench_values(solve);
}

#[divan::bench]
fn solve_ashtarashki_study_11(bencher: Bencher<'_, '_>) {
    let study = "M1c3;V2d4;Wa5;Fd8,f8,h8 | M3c5,g3;V3e3;Fa1,c1,g1 w";
    solved(bencher, &Ashtarashki::from_text(study, &()).unwrap(), u64::MAX);
}

#[divan::bench(sample_count = 5)]
fn solve_ashtarashki_start_500_000_nodes(bencher: Bencher<'_, '_>) {
    solved(bencher, &Ashtarashki::start(&(), DealNo::FIRST), 500_000);
}

#[divan::bench(sample_count = 5)]
fn solve_senegal_start_500_000_nodes(bencher: Bencher<'_, '_>) {
    let options = Senegal::options(&OptionSet::defaults(Senegal::FACTS));
    solved(bencher, &Senegal::start(&options, DealNo::FIRST), 500_000);
}

#[divan::bench(sample_count = 100_000, sample_size = 1)]
fn emir_plays(bencher: Bencher<'_, '_>) {
    plays::<Emir>(bencher, None);
}

#[divan::bench(sample_count = 100_000, sample_size = 1)]
fn emir_plays_of_4_4(bencher: Bencher<'_, '_>) {
    plays::<Emir>(bencher, Some("4-4"));
}

#[divan::bench(sample_count = 100_000, sample_size = 1)]
fn emir_plays_of_1_1(bencher: Bencher<'_, '_>) {
    plays::<Emir>(bencher, Some("1-1"));
}

/// The branches of the rulebook's worked example.
#[divan::bench]
fn sausage_depth_8(bencher: Bencher<'_, '_>) {
    let text = "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-2 2-1 1-3 3-2 / \
                a 5-1 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / b 6-6 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / b";
    let options = Sausage::options(&OptionSet::defaults(Sausage::FACTS));
    let position = Sausage::from_text(text, &options).unwrap();
    let leaves = perft(&position, 8).unwrap();
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(&position, 8));
}
