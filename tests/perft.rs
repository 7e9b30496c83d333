//! Counts of leaf nodes against files of known ones.
//!
//! A file of `tests/perft` has a line each for
//! - a comment: `# …`, with the source of the counts;
//! - `game KEY`, which holds for what follows;
//! - `id NAME`, which begins a case;
//! - `options K=V …` and `position TEXT` of the case, where they are not the usual ones;
//! - `perft DEPTH COUNT`, any number of them.

use super::support::toy_game::toys;
use kosti::{
    game::{DealNo, OptionSet},
    games::{AnyPosition, GameKind, Games},
};
use std::{fs, path::Path};

/// Lines with a higher count are left out of debug builds unless `KOSTI_PERFT=deep` is
/// set.
const SHALLOW: u64 = 1_000_000;

/// A case of a file.
struct Case {
    game: GameKind,
    id: String,
    options: OptionSet,
    position: Option<String>,
    counts: Vec<(u32, u64)>,
}

impl Case {
    fn position(&self) -> AnyPosition {
        match &self.position {
            None => self.game.start(&self.options, DealNo::FIRST),
            Some(text) => self.game.read(&self.options, text).expect("a position"),
        }
    }
}

fn find(key: &str) -> Option<GameKind> {
    Games::registered().find(key).or_else(|| toys().find(key))
}

/// Reads a file; the fault names its line.
fn parse(text: &str) -> Result<Vec<Case>, String> {
    let mut game = None;
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fault = |what: &str| format!("line {number}: {what}: {line}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').ok_or_else(|| fault("nothing follows"))?;
        match (word, cases.last_mut()) {
            ("game", _) => game = Some(find(rest).ok_or_else(|| fault("unknown game"))?),
            ("id", _) => {
                let game = game.ok_or_else(|| fault("no game yet"))?;
                if cases.iter().any(|case| case.id == rest) {
                    return Err(fault("stands twice"));
                }
                let options = OptionSet::defaults(game.facts());
                let id = rest.to_owned();
                cases.push(Case { game, id, options, position: None, counts: Vec::new() });
            }
            ("options", Some(case)) if case.counts.is_empty() => {
                case.options = OptionSet::parse(case.game.facts(), rest.split(' '))
                    .map_err(|error| fault(&error.to_string()))?;
            }
            ("position", Some(case)) if case.counts.is_empty() => {
                case.position = Some(rest.to_owned());
            }
            ("perft", Some(case)) => {
                let (depth, count) = rest.split_once(' ').ok_or_else(|| fault("no count"))?;
                let depth = depth.parse().map_err(|_| fault("no depth"))?;
                let count = count.parse().map_err(|_| fault("no count"))?;
                case.counts.push((depth, count));
            }
            _ => return Err(fault("unknown here")),
        }
    }
    match cases.iter().find(|case| case.counts.is_empty()) {
        Some(case) => Err(format!("{} counts nothing", case.id)),
        None if cases.is_empty() => Err("no case".to_owned()),
        None => Ok(cases),
    }
}

#[test]
fn counts_are_the_known_ones() {
    let deep = !cfg!(debug_assertions) || std::env::var("KOSTI_PERFT").is_ok_and(|it| it == "deep");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text file");
        let cases = parse(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        files += 1;
        for case in cases {
            let key = case.game.facts().key;
            assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(key), "{}", case.id);
            let position = case.position();
            for &(depth, count) in case.counts.iter().filter(|(_, count)| deep || *count <= SHALLOW)
            {
                let found = position.perft(depth);
                assert_eq!(found, Some(count), "{key}, {}, depth {depth}", case.id);
            }
        }
    }
    assert!(files > 0, "no file");
}

#[test]
fn faulty_files_are_refused() {
    for (text, fault) in [
        ("", "no case"),
        ("game chess\n", "line 1: unknown game: game chess"),
        ("id start\n", "line 1: no game yet: id start"),
        ("game senegal\nperft 1 3\n", "line 2: unknown here: perft 1 3"),
        ("game senegal\nid a\nperft 1\n", "line 3: no count: perft 1"),
        ("game senegal\nid a\nperft 1 x\n", "line 3: no count: perft 1 x"),
        ("game senegal\nid a\nleaves 1 3\n", "line 3: unknown here: leaves 1 3"),
        (
            "game senegal\nid a\nperft 1 3\noptions movers=any\n",
            "line 4: unknown here: options movers=any",
        ),
        ("game senegal\nid a\n", "a counts nothing"),
        ("game senegal\nid a\nperft 1 3\nid a\n", "line 4: stands twice: id a"),
        ("game senegal\nid\n", "line 2: nothing follows: id"),
    ] {
        assert_eq!(parse(text).err().as_deref(), Some(fault));
    }
}
