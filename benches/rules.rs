//! How fast the rules are: leaves of the game tree a second, counted by the length of
//! the legal list; and how fast positions are solved, in positions expanded.
#![allow(missing_docs, clippy::unwrap_used)]

use divan::{Bencher, counter::ItemsCount};
use kosti::{
    game::{DealNo, Notation, OptionSet, Position, Solver, perft},
    games::{ashtarashki::Ashtarashki, senegal::Senegal},
};

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
