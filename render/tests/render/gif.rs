//! Animations, read back with a decoder.

use gif::{ColorOutput, DecodeOptions, DisposalMethod, Repeat};
use kosti_render::{
    Field, GIF_BYTES, GIF_FRAMES, GIF_SIDE, Orientation, RenderError, Scene, Side, Theme, gif,
};

use crate::{boards, scenes};

/// An animation as it is shown.
struct Film {
    width: u16,
    height: u16,
    /// How long each frame stands, in hundredths of a second.
    delays: Vec<u16>,
    /// How many pixels each frame carries.
    carried: Vec<usize>,
    /// What is seen while each frame stands: indices of colours.
    seen: Vec<Vec<u8>>,
}

impl Film {
    fn decode(file: &[u8]) -> Film {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        let mut decoder = options.read_info(file).unwrap();
        let (width, height) = (decoder.width(), decoder.height());
        let mut film =
            Film { width, height, delays: Vec::new(), carried: Vec::new(), seen: Vec::new() };
        let mut canvas = vec![0; usize::from(width) * usize::from(height)];
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(frame.palette.is_none(), "one palette for all");
            assert_eq!(frame.dispose, DisposalMethod::Keep);
            assert!(frame.left + frame.width <= width && frame.top + frame.height <= height);
            let rows = frame.buffer.chunks(frame.width.into());
            for (y, row) in (usize::from(frame.top)..).zip(rows) {
                for (x, index) in (usize::from(frame.left)..).zip(row) {
                    if frame.transparent != Some(*index) {
                        canvas[y * usize::from(width) + x] = *index;
                    }
                }
            }
            film.delays.push(frame.delay);
            film.carried.push(frame.buffer.len());
            film.seen.push(canvas.clone());
        }
        assert_eq!(decoder.repeat(), Repeat::Infinite);
        film
    }

    fn of(scenes: &[Scene], theme: Theme) -> Film {
        let file = gif(scenes, theme).unwrap();
        assert!(file.len() <= GIF_BYTES);
        Film::decode(&file)
    }
}

/// A game of so many scenes, in each of which some stone moved on.
fn game(length: usize) -> Vec<Scene> {
    let mut grid = boards::grid("bbbbbb/bbbbbb/6/wwwwww/wwwwww");
    let scenes = (0..length).map(|turn| {
        let count = grid.stones.len();
        let free = |at: &Field| grid.stones.iter().all(|stone| stone.at != *at);
        let fields = (0..30).map(|i| Field { file: i % 6, rank: i / 6 });
        let frees: Vec<Field> = fields.filter(free).collect();
        let to = frees[turn * 5 % frees.len()];
        let from = std::mem::replace(&mut grid.stones[turn * 7 % count].at, to);
        grid.trail = vec![from, to];
        let mut scene = boards::scene(grid.clone());
        for side in Side::ALL {
            scene.strips[side.index()].to_move = (turn % 2 == 0) == (side == Side::Second);
        }
        scene
    });
    scenes.collect()
}

#[test]
fn every_scene_is_seen_in_its_time() {
    for theme in Theme::ALL {
        let scenes = game(12);
        let film = Film::of(&scenes, theme);
        assert_eq!((u32::from(film.width), u32::from(film.height)), (585, GIF_SIDE));
        assert_eq!(film.delays, [80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 80, 400]);
        for (scene, seen) in scenes.iter().zip(&film.seen) {
            let alone = Film::of(std::slice::from_ref(scene), theme);
            assert_eq!(alone.delays, [400]);
            assert!(alone.seen[0] == *seen);
        }
    }
}

#[test]
fn frames_carry_what_changed() {
    let mut scenes = vec![boards::start(); 2];
    scenes[1].strips[0].stock = Some(7);
    scenes.push(scenes[1].clone());
    let film = Film::of(&scenes, Theme::Birch);
    let all = usize::from(film.width) * usize::from(film.height);
    // The number on the disc of a strip; then nothing.
    assert_eq!(film.carried[0], all);
    assert!((100..3_000).contains(&film.carried[1]), "{}", film.carried[1]);
    assert_eq!(film.carried[2], 1);
    assert!(film.seen[0] != film.seen[1] && film.seen[1] == film.seen[2]);
    assert_eq!(film.delays, [80, 80, 400]);
}

#[test]
fn long_games_are_thinned_out() {
    let scenes = game(GIF_FRAMES + 50);
    let film = Film::of(&scenes, Theme::Night);
    assert_eq!(film.seen.len(), GIF_FRAMES);
    let alone = |scene: &Scene| Film::of(std::slice::from_ref(scene), Theme::Night).seen.remove(0);
    assert!(film.seen[0] == alone(&scenes[0]));
    assert!(film.seen[GIF_FRAMES - 1] == alone(&scenes[GIF_FRAMES + 49]));
}

#[test]
fn same_scenes_same_bytes() {
    let scenes = game(5);
    let once = gif(&scenes, Theme::Clear).unwrap();
    assert!(once == gif(&scenes, Theme::Clear).unwrap());
    assert!(once == kosti_render::Renderer::new().gif(&scenes, Theme::Clear).unwrap());
}

#[test]
fn every_reference_scene_makes_an_animation() {
    for (name, scene) in scenes::all() {
        let mut turned = scene.clone();
        turned.orientation = match scene.orientation {
            Orientation::FirstBelow => Orientation::SecondBelow,
            Orientation::SecondBelow => Orientation::FirstBelow,
        };
        let film = Film::of(&[scene, turned], Theme::Birch);
        assert_eq!(u32::from(film.width.max(film.height)), GIF_SIDE, "{name}");
        assert!(film.seen[0] != film.seen[1], "{name}");
    }
}

#[test]
fn nothing_to_show_and_different_boards_are_errors() {
    assert!(matches!(gif(&[], Theme::Birch), Err(RenderError::NoScene)));
    let nardy = "board nardy".parse().unwrap();
    assert!(matches!(gif(&[boards::start(), nardy], Theme::Birch), Err(RenderError::Sizes)));
}
