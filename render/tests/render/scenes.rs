//! The reference scenes: texts under `tests/scenes`, each with a golden picture in every theme.

use std::{env, fs, path::PathBuf};

use kosti_render::{
    Board, Branch, Checker, Cut, Die, Event, Field, Grid, Hand, Hop, Laid, Man, Mark, Nardy,
    Orientation, Place, Scene, SceneTextProblem, Side, Squares, Standing, State, Stone, Strip,
    Table, Theme, Tile,
};

use crate::golden;

/// Every reference scene with its name, sorted by name.
pub(crate) fn all() -> Vec<(String, Scene)> {
    texts().into_iter().map(|(name, text)| (name, text.parse().unwrap())).collect()
}

fn texts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut texts: Vec<(String, String)> = files
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    texts.sort();
    assert!(!texts.is_empty());
    texts
}

#[test]
fn reference_scenes_look_as_they_did() {
    for (name, scene) in all() {
        for theme in Theme::ALL {
            golden::check(&format!("{name}-{theme}"), &scene, theme);
        }
    }
}

#[test]
fn reference_scenes_are_written_and_read_back() {
    for (name, scene) in all() {
        let text = scene.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&scene), "{name}:\n{text}");
        assert_eq!(text.parse::<Scene>().unwrap().to_string(), text, "{name}");
    }
}

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    fn byte(&mut self) -> u8 {
        [0, 1, 6, 25, 26, 51, 255, self.below(256) as u8][self.below(8)]
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    fn few<T>(&mut self, most: usize, mut make: impl FnMut(&mut Numbers) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    fn side(&mut self) -> Side {
        Side::ALL[self.below(2)]
    }

    fn field(&mut self) -> Field {
        Field { file: self.byte(), rank: self.byte() }
    }

    fn mark(&mut self) -> (Field, Mark) {
        (self.field(), [Mark::Captured, Mark::Left, Mark::Removed][self.below(3)])
    }

    fn strip(&mut self) -> Strip {
        let names = ["", " ", "Анна", "a \"b\" \\n \\", "\n\r\t# \u{85}\u{2028}", "🌸"];
        Strip {
            name: self.flip().then(|| names[self.below(names.len())].to_owned()),
            score: self.flip().then_some(u32::MAX),
            stock: self.flip().then_some(0),
            to_move: self.flip(),
        }
    }

    fn grid(&mut self) -> Grid {
        Grid {
            files: self.byte(),
            ranks: self.byte(),
            stones: self.few(9, |n| Stone { at: n.field(), side: n.side() }),
            trail: self.few(4, Numbers::field),
            marks: self.few(6, Numbers::mark),
        }
    }

    fn man(&mut self) -> Man {
        let standing = match self.below(4) {
            0 => Standing::Full(self.byte()),
            1 => Standing::Turned(self.byte()),
            2 => Standing::Covered,
            _ => Standing::Finished,
        };
        Man { at: self.field(), side: self.side(), standing }
    }

    fn squares(&mut self) -> Squares {
        Squares {
            files: self.byte(),
            ranks: self.byte(),
            men: self.few(9, Numbers::man),
            trail: self.few(4, Numbers::field),
            marks: self.few(6, Numbers::mark),
            ring: self.few(5, Numbers::byte),
        }
    }

    fn checker(&mut self) -> Checker {
        let states = [State::Free, State::Frozen, State::Dead, State::Captive];
        Checker { side: self.side(), emir: self.flip(), state: states[self.below(4)] }
    }

    fn stack(&mut self) -> Vec<Checker> {
        let runs = self.few(3, |n| vec![n.checker(); [1, 2, 15, 300][n.below(4)]]);
        runs.into_iter().flatten().collect()
    }

    fn place(&mut self) -> Place {
        let side = self.side();
        match self.below(4) {
            0 => Place::Point(self.byte()),
            1 => Place::Bar(side),
            2 => Place::Reserve(side),
            _ => Place::Off(side),
        }
    }

    fn event(&mut self) -> Event {
        [Event::Frozen, Event::Freed, Event::Captured, Event::Hit, Event::Entered][self.below(5)]
    }

    fn nardy(&mut self) -> Nardy {
        Nardy {
            points: std::array::from_fn(|_| self.stack()),
            bar: [self.stack(), self.stack()],
            reserve: [self.byte(), self.byte()],
            off: [self.byte(), self.byte()],
            dice: self.few(9, |n| Die { side: n.side(), pips: n.byte(), used: n.flip() }),
            hops: self.few(6, |n| Hop { from: n.place(), to: n.place() }),
            events: self.few(6, |n| (n.place(), n.event())),
        }
    }

    fn tile(&mut self) -> Tile {
        Tile { inner: self.byte(), outer: self.byte() }
    }

    fn hand(&mut self) -> Hand {
        if self.flip() { Hand::Closed(self.byte()) } else { Hand::Open(self.few(5, Numbers::tile)) }
    }

    fn table(&mut self) -> Table {
        let last = match self.below(4) {
            0 => None,
            1 => Some(Laid::Soap),
            2 => Some(Laid::Tile(Branch::Upper, self.byte())),
            _ => Some(Laid::Tile(Branch::Lower, self.byte())),
        };
        Table {
            soap: self.flip(),
            upper: self.few(5, Numbers::tile),
            lower: self.few(5, Numbers::tile),
            hands: [self.hand(), self.hand()],
            threats: self.few(3, Numbers::byte),
            cut: self.flip().then(|| Cut { joint: self.byte(), tile: self.tile() }),
            last,
        }
    }

    fn scene(&mut self) -> Scene {
        let board = match self.below(4) {
            0 => Board::Grid(self.grid()),
            1 => Board::Squares(self.squares()),
            2 => Board::Nardy(Box::new(self.nardy())),
            _ => Board::Table(self.table()),
        };
        let orientation = Orientation::ALL[self.below(2)];
        Scene { board, orientation, strips: [self.strip(), self.strip()] }
    }
}

#[test]
fn any_scene_is_written_and_read_back() {
    let mut numbers = Numbers(7);
    for _ in 0..2_000 {
        let scene = numbers.scene();
        let text = scene.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&scene), "{text}");
    }
}

#[test]
fn damaged_texts_are_refused_or_read_but_never_panic() {
    let mut numbers = Numbers(11);
    let junk: Vec<char> = "a1W-\"\\ #\nЖ9*x0".chars().collect();
    for (_, text) in texts() {
        for _ in 0..400 {
            let mut letters: Vec<char> = text.chars().collect();
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(letters.len());
                match numbers.below(3) {
                    0 => letters[at] = junk[numbers.below(junk.len())],
                    1 => letters.insert(at, junk[numbers.below(junk.len())]),
                    _ => letters.truncate(at + 1),
                }
            }
            let damaged: String = letters.into_iter().collect();
            match damaged.parse::<Scene>() {
                Ok(scene) => assert_eq!(scene.to_string().parse(), Ok(scene)),
                Err(error) => assert!(error.line <= damaged.lines().count() + 1, "{error}"),
            }
        }
    }
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let unreadable =
        |expected, found: &str| SceneTextProblem::Unreadable { expected, found: found.to_owned() };
    for (text, line, problem) in [
        ("", 1, SceneTextProblem::NoBoard),
        ("# a comment\n\n", 3, SceneTextProblem::NoBoard),
        ("below first\nstones first a1", 2, SceneTextProblem::NoBoard),
        ("board grid 6 5\nboard grid 6 5", 2, SceneTextProblem::SecondBoard),
        ("board chess", 1, unreadable("board", "chess")),
        ("board grid 6", 1, SceneTextProblem::Missing("count of ranks")),
        ("board grid 6 256", 1, unreadable("count of ranks", "256")),
        ("board grid 6 5 4", 1, SceneTextProblem::Surplus("4".into())),
        ("board grid 6 5\nbelow", 2, SceneTextProblem::Missing("side")),
        ("board grid 6 5\nmen first M1a1", 2, SceneTextProblem::UnknownLine("men".into())),
        ("board grid 6 5\nstones third a1", 2, unreadable("side", "third")),
        ("board grid 6 5\nstones first a0", 2, unreadable("field", "a0")),
        ("board grid 6 5\nstones first iw1", 2, unreadable("field", "iw1")),
        ("board grid 6 5\nstones first A1", 2, unreadable("field", "A1")),
        ("board grid 6 5\nmarks eaten a1", 2, unreadable("mark", "eaten")),
        ("board squares 8 8\nmen first Q1a1", 2, unreadable("man", "Q1a1")),
        ("board squares 8 8\nmen first Ma1", 2, unreadable("number of a man", "")),
        ("board nardy\npoint 0 w", 2, unreadable("point", "0")),
        ("board nardy\npoint 25 w", 2, unreadable("point", "25")),
        ("board nardy\npoint 1 q", 2, unreadable("checker", "q")),
        ("board nardy\npoint 1 w*+", 2, unreadable("checker", "w*+")),
        ("board nardy\npoint 1 wx999999", 2, unreadable("checker", "wx999999")),
        ("board nardy\nbar first Ж", 2, unreadable("checker", "Ж")),
        ("board nardy\noff 1", 2, SceneTextProblem::Missing("second side's count")),
        ("board nardy\ndice W6", 2, unreadable("die", "W6")),
        ("board nardy\nhops 1", 2, unreadable("movement", "1")),
        ("board nardy\nhops 1-barq", 2, unreadable("place", "barq")),
        ("board nardy\nhops barxw-1", 2, unreadable("place", "barxw")),
        ("board nardy\nevents eaten 1", 2, unreadable("event", "eaten")),
        ("board table\nupper 0-", 2, unreadable("count of pips", "")),
        ("board table\nlower 03", 2, unreadable("tile", "03")),
        ("board table\nhand first 0-3 closed 4", 2, unreadable("tile", "closed")),
        ("board table\nhand first closed", 2, SceneTextProblem::Missing("count of tiles")),
        ("board table\ncut 4", 2, SceneTextProblem::Missing("tile")),
        ("board table\nlast 4", 2, unreadable("tile's place", "4")),
        ("board table\nsoap 1", 2, SceneTextProblem::Surplus("1".into())),
        ("board grid 6 5\n\nfirst name \"An", 3, unreadable("name", "\"An")),
        ("board grid 6 5\nfirst name", 2, SceneTextProblem::Missing("name")),
        ("board grid 6 5\nfirst rating 9", 2, unreadable("part of a strip", "rating")),
        ("board grid 6 5\nfirst name \"A\" 1", 2, unreadable("part of a strip", "1")),
    ] {
        let error = text.parse::<Scene>().unwrap_err();
        assert_eq!((error.line, error.problem), (line, problem), "{text:?}");
    }
}
