//! How fast the rules are: leaves of the game tree a second, counted by the length of
//! the legal list.
#![allow(missing_docs, clippy::unwrap_used)]

use divan::{Bencher, counter::ItemsCount};
use kosti::{
    game::{DealNo, OptionSet, Position, perft},
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
