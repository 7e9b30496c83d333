//! Scenes to draw.

use kosti_render::{Board, Field, Grid, Mark, Orientation, Scene, Side, Stone, Strip};

/// The field of a name such as `c3`.
pub(crate) fn field(name: &str) -> Field {
    let [file, rank] = name.as_bytes() else { panic!("no field {name}") };
    Field { file: file - b'a', rank: rank - b'1' }
}

/// A board from ranks of `w`, `b` and counts of empty fields, the last rank first.
pub(crate) fn grid(ranks: &str) -> Grid {
    let rows: Vec<&str> = ranks.split('/').collect();
    let mut grid = Grid { ranks: rows.len() as u8, ..Grid::default() };
    for (rank, row) in rows.iter().rev().enumerate() {
        let mut file = 0;
        for sign in row.chars() {
            let side = match sign {
                'w' => Side::First,
                'b' => Side::Second,
                digit => {
                    file += digit.to_digit(10).unwrap() as u8;
                    continue;
                }
            };
            grid.stones.push(Stone { at: Field { file, rank: rank as u8 }, side });
            file += 1;
        }
        grid.files = grid.files.max(file);
    }
    grid
}

/// A nameless scene, the first side to move and below.
pub(crate) fn scene(grid: Grid) -> Scene {
    let count = |side| grid.stones.iter().filter(|stone| stone.side == side).count() as u32;
    let strips = Side::ALL.map(|side| Strip {
        stock: Some(count(side)),
        to_move: side == Side::First,
        ..Strip::default()
    });
    Scene { board: Board::Grid(grid), orientation: Orientation::FirstBelow, strips }
}

pub(crate) fn start() -> Scene {
    scene(grid("bbbbbb/bbbbbb/bb2ww/wwwwww/wwwwww"))
}

/// Early in the game, a plain move just made, with names and a match score.
pub(crate) fn quiet() -> Scene {
    let mut grid = grid("bbbbbb/bbbb1b/bb1www/wwww1w/www1ww");
    grid.trail = ["e2", "d2"].map(field).to_vec();
    let mut scene = scene(grid);
    scene.strips = [
        Strip {
            name: Some("Аделаида".into()), score: Some(3), stock: Some(13), to_move: false
        },
        Strip { name: Some("Marcus".into()), score: Some(11), stock: Some(13), to_move: true },
    ];
    scene
}

/// Three checkers taken in one go by one that then left the board.
pub(crate) fn chain() -> Scene {
    let mut grid = grid("bbbb2/bbbb2/6/ww1w1w/ww3w");
    grid.trail = ["a3", "c3", "c1", "e1"].map(field).to_vec();
    grid.marks = ["b3", "c2", "d1"].map(|name| (field(name), Mark::Captured)).to_vec();
    grid.marks.push((field("e1"), Mark::Left));
    let mut scene = scene(grid);
    scene.strips[0].name = Some("Константин Константинопольский-Задунайский".into());
    scene.strips[0].score = Some(2);
    scene.strips[1].name = Some("Ӑнтри Ҫӗнӗ".into());
    scene.strips[1].score = Some(0);
    scene
}

/// A chain that ends on the board.
pub(crate) fn hops() -> Scene {
    let mut grid = grid("1b2b1/b1b2w/4b1/w2w2/4b1");
    grid.trail = ["a3", "c3", "c1", "e1"].map(field).to_vec();
    grid.marks = ["b3", "c2", "d1"].map(|name| (field(name), Mark::Captured)).to_vec();
    scene(grid)
}

/// The last position of a game: two checkers, nobody to move.
pub(crate) fn end() -> Scene {
    let mut grid = grid("5b/6/6/w5/6");
    grid.trail = ["b4", "b5"].map(field).to_vec();
    grid.marks = vec![(field("b5"), Mark::Left)];
    let mut scene = scene(grid);
    scene.orientation = Orientation::SecondBelow;
    scene.strips[0].to_move = false;
    scene
}
