//! How long a picture takes: `cargo bench -p kosti-render`.

use divan::Bencher;
use kosti_render::{Board, Field, Grid, Mark, Orientation, Scene, Side, Stone, Strip, Theme};

fn main() {
    divan::main();
}

/// A Senegalese game in its middle: fifteen checkers, a capture of three just made, names.
fn middle_game() -> Scene {
    let stone = |side| move |(file, rank)| Stone { at: Field { file, rank }, side };
    let first = [(0, 0), (1, 0), (5, 0), (0, 1), (1, 1), (3, 1), (5, 1)];
    let second = [(0, 4), (1, 4), (2, 4), (3, 4), (0, 3), (1, 3), (2, 3), (3, 3)];
    let stones = first.map(stone(Side::First)).into_iter().chain(second.map(stone(Side::Second)));
    let at = |(file, rank)| Field { file, rank };
    let grid = Grid {
        files: 6,
        ranks: 5,
        stones: stones.collect(),
        trail: [(0, 2), (2, 2), (2, 0), (4, 0)].map(at).to_vec(),
        marks: [(1, 2), (2, 1), (3, 0)].map(|taken| (at(taken), Mark::Captured)).to_vec(),
    };
    let strip = |name: &str, stock, to_move| Strip {
        name: Some(name.to_owned()),
        score: Some(2),
        stock: Some(stock),
        to_move,
    };
    Scene {
        board: Board::Grid(grid),
        orientation: Orientation::FirstBelow,
        strips: [strip("Константин Константинопольский", 7, true), strip("Marcus", 8, false)],
    }
}

#[divan::bench(args = Theme::ALL)]
fn middle_game_as_png(bencher: Bencher, theme: Theme) {
    let scene = middle_game();
    bencher.bench(|| kosti_render::png(&scene, theme));
}

/// A game of Emir in its middle, both stacks and captives, dice and an arrow.
#[divan::bench(args = Theme::ALL)]
fn nardy_as_png(bencher: Bencher, theme: Theme) {
    bench_text(bencher, theme, include_str!("../tests/scenes/emir.scene"));
}

/// The longest sausage.
#[divan::bench(args = Theme::ALL)]
fn table_as_png(bencher: Bencher, theme: Theme) {
    bench_text(bencher, theme, include_str!("../tests/scenes/sausage-cut.scene"));
}

fn bench_text(bencher: Bencher, theme: Theme, text: &str) {
    let scene = text.parse::<Scene>();
    bencher.bench(|| scene.as_ref().map(|scene| kosti_render::png(scene, theme)));
}
