//! What holds for every picture.

use kosti_render::{
    Board, Field, Grid, Mark, Orientation, Renderer, Scene, Side, Stone, Strip, Theme, png,
};

use crate::{
    boards::{self, field},
    pixels::Pixels,
    scenes,
};

fn every_scene() -> Vec<Scene> {
    let grids = [boards::start(), boards::quiet(), boards::chain(), boards::hops(), boards::end()];
    grids.into_iter().chain(scenes::all().into_iter().map(|(_, scene)| scene)).collect()
}

fn crowded(scene: &Scene) -> bool {
    match &scene.board {
        Board::Nardy(board) => board.points.iter().map(Vec::len).sum::<usize>() > 30,
        Board::Grid(_) | Board::Squares(_) | Board::Table(_) => false,
    }
}

#[test]
fn every_theme_and_orientation_is_drawn_within_the_limits() {
    for scene in every_scene() {
        for theme in Theme::ALL {
            let mut turned = Vec::new();
            for orientation in Orientation::ALL {
                let scene = Scene { orientation, ..scene.clone() };
                let file = png(&scene, theme).unwrap();
                // A board that shows everything at once is larger than any that is played on.
                let most = if crowded(&scene) { 200 } else { 100 };
                assert!(file.len() <= most * 1024, "{theme}: {} bytes", file.len());
                let pixels = Pixels::decode(&file);
                let size = match scene.board {
                    Board::Grid(_) | Board::Squares(_) => (1024, 1120),
                    Board::Nardy(_) | Board::Table(_) => (1280, 960),
                };
                assert_eq!((pixels.width, pixels.height), size);
                turned.push(pixels.data);
            }
            assert_ne!(turned[0], turned[1], "{theme}: the board does not turn");
        }
    }
}

#[test]
fn themes_look_different() {
    let [birch, night, clear] = Theme::ALL.map(|theme| png(&boards::start(), theme).unwrap());
    assert!(birch != night && night != clear && clear != birch);
}

#[test]
fn same_scene_same_bytes() {
    for scene in every_scene() {
        let once = png(&scene, Theme::Birch).unwrap();
        let elsewhere = {
            let scene = scene.clone();
            std::thread::spawn(move || png(&scene, Theme::Birch).unwrap()).join().unwrap()
        };
        assert_eq!(once, png(&scene, Theme::Birch).unwrap());
        assert_eq!(once, elsewhere);
    }
}

#[test]
fn what_was_drawn_before_changes_no_byte() {
    let warm = Renderer::new();
    for theme in Theme::ALL {
        for orientation in Orientation::ALL {
            for scene in every_scene() {
                let scene = Scene { orientation, ..scene };
                let cold = Renderer::new().png(&scene, theme).unwrap();
                assert!(warm.png(&scene, theme).unwrap() == cold);
                assert!(warm.png(&scene, theme).unwrap() == cold);
            }
        }
    }
}

#[test]
fn threads_share_a_renderer() {
    let renderer = Renderer::new();
    let scenes = every_scene();
    let draw = |renderer: &Renderer, theme| {
        let files = scenes.iter().map(|scene| renderer.png(scene, theme).unwrap());
        files.collect::<Vec<_>>()
    };
    let alone = Theme::ALL.map(|theme| draw(&Renderer::new(), theme));
    std::thread::scope(|scope| {
        for thread in 0..6 {
            let (renderer, alone, draw) = (&renderer, &alone, &draw);
            scope.spawn(move || {
                for turn in 0..3 {
                    let place = (thread + turn) % Theme::ALL.len();
                    assert!(draw(renderer, Theme::ALL[place]) == alone[place]);
                }
            });
        }
    });
}

#[test]
fn every_part_of_a_scene_shows() {
    let scene = boards::chain();
    let Board::Grid(grid) = &scene.board else { panic!("no grid") };
    let with = |change: &dyn Fn(&mut Grid)| {
        let mut grid = grid.clone();
        change(&mut grid);
        Scene { board: Board::Grid(grid), ..scene.clone() }
    };
    let strip = |change: &dyn Fn(&mut Strip)| {
        let mut scene = scene.clone();
        change(&mut scene.strips[0]);
        scene
    };
    let others = [
        with(&|grid| grid.stones.truncate(10)),
        with(&|grid| grid.stones[0].side = grid.stones[0].side.other()),
        with(&|grid| grid.trail.rotate_left(1)),
        with(&|grid| grid.marks.truncate(3)),
        with(&|grid| grid.marks[0].1 = Mark::Left),
        strip(&|strip| strip.name = None),
        strip(&|strip| strip.score = None),
        strip(&|strip| strip.score = Some(5)),
        strip(&|strip| strip.stock = None),
        strip(&|strip| strip.stock = Some(8)),
        strip(&|strip| strip.to_move = false),
    ];
    let original = png(&scene, Theme::Clear).unwrap();
    for (i, other) in others.iter().enumerate() {
        assert_ne!(original, png(other, Theme::Clear).unwrap(), "change {i} does not show");
    }
}

/// Without any line, and without the last word of any list, a scene looks different.
#[test]
fn every_line_of_the_reference_scenes_shows() {
    for (name, scene) in scenes::all() {
        let text = scene.to_string();
        let original = png(&scene, Theme::Clear).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            if line.starts_with("board") || matches!(*line, "below first" | "first" | "second") {
                continue;
            }
            let shorter = line.rsplit_once(' ').map_or("", |(rest, _)| rest);
            for instead in ["", shorter] {
                let mut lines = lines.clone();
                lines[i] = instead;
                // What cannot be shortened is left alone.
                let Ok(other) = lines.join("\n").parse::<Scene>() else { continue };
                if other != scene {
                    let shows = png(&other, Theme::Clear).unwrap() != original;
                    assert!(shows, "{name}: {line:?} as {instead:?} does not show");
                }
            }
        }
    }
}

#[test]
fn what_lies_off_the_board_is_not_drawn() {
    let scene = boards::hops();
    let mut odd = scene.clone();
    let Board::Grid(grid) = &mut odd.board else { panic!("no grid") };
    for at in
        [Field { file: 6, rank: 0 }, Field { file: 0, rank: 5 }, Field { file: 255, rank: 255 }]
    {
        grid.stones.push(Stone { at, side: Side::First });
        grid.trail.insert(1, at);
        grid.marks.push((at, Mark::Captured));
    }
    assert_eq!(png(&scene, Theme::Birch).unwrap(), png(&odd, Theme::Birch).unwrap());
}

#[test]
fn nothing_breaks_on_odd_scenes() {
    for (files, ranks) in [(0, 0), (0, 9), (1, 0), (1, 1), (8, 8), (26, 1), (255, 1), (255, 255)] {
        let corner = Field { file: files.max(1) - 1, rank: ranks.max(1) - 1 };
        let origin = Field { file: 0, rank: 0 };
        let grid = Grid {
            files,
            ranks,
            stones: vec![Stone { at: corner, side: Side::Second }; 3],
            trail: vec![origin, origin, corner, origin, corner, corner],
            marks: vec![(corner, Mark::Left), (corner, Mark::Captured), (origin, Mark::Left)],
        };
        let mut scene = boards::scene(grid);
        scene.strips[0].score = Some(u32::MAX);
        scene.strips[1].stock = Some(u32::MAX);
        for theme in Theme::ALL {
            assert!(png(&scene, theme).is_ok(), "{files}×{ranks}");
        }
    }
}

/// The middle of a field of a board with 6 files and 5 ranks.
fn middle(at: Field, orientation: Orientation) -> (u32, u32) {
    let (file, rank) = (u32::from(at.file), u32::from(at.rank));
    let (column, row) = match orientation {
        Orientation::FirstBelow => (file, 4 - rank),
        Orientation::SecondBelow => (5 - file, rank),
    };
    (68 + 148 * column + 74, 164 + 148 * row + 74)
}

#[test]
fn stones_stand_on_their_fields_from_both_sides() {
    let grid = boards::grid("6/6/3b2/6/w5");
    for orientation in Orientation::ALL {
        let scene = Scene { orientation, ..boards::scene(grid.clone()) };
        let pixels = Pixels::decode(&png(&scene, Theme::Clear).unwrap());
        let at = |name| {
            let (x, y) = middle(field(name), orientation);
            // Beside the lines through the middle.
            pixels.at(x + 12, y + 12)
        };
        assert_eq!(at("a1"), [255, 255, 255]);
        assert_eq!(at("d3"), [0, 0, 0]);
        assert_eq!(at("a3"), at("f5"));
        assert_ne!(at("a3"), at("a1"));
    }
}

/// The contrast ratio of the accessibility guidelines, 1 to 21.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let luminance = |colour: [u8; 3]| {
        let [red, green, blue] = colour.map(|part| {
            let share = f64::from(part) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn the_sides_contrast_with_each_other() {
    assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
    for theme in Theme::ALL {
        let pixels = Pixels::decode(&png(&boards::start(), theme).unwrap());
        let at = |name| {
            let (x, y) = middle(field(name), Orientation::FirstBelow);
            pixels.at(x + 12, y + 12)
        };
        let ratio = contrast(at("a1"), at("a5"));
        assert!(ratio >= 7.0, "{theme}: {ratio:.1}");
    }
}
