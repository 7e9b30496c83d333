//! Nothing that is registered goes untested.

use super::{COVERED, find};
use kosti::games::Games;
use std::{collections::BTreeSet, fs, path::Path};

fn keys() -> BTreeSet<String> {
    Games::registered().all().map(|game| game.facts().key.to_owned()).collect()
}

/// The stems of the files of a folder, each of which has that extension.
fn files(folder: &str, extension: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
            assert!(path.extension().is_some_and(|end| end == extension), "{}", path.display());
            stem.expect("a name")
        })
        .collect()
}

fn with_toys(mut keys: BTreeSet<String>) -> BTreeSet<String> {
    keys.extend(["toy", "toyroll"].map(str::to_owned));
    keys
}

#[test]
fn every_registered_game_is_in_the_suite() {
    let covered = COVERED.iter().map(|key| (*key).to_owned()).collect();
    assert_eq!(with_toys(keys()), covered);
    assert!(COVERED.iter().all(|key| find(key).is_some()));
}

#[test]
fn every_game_has_its_counts() {
    assert_eq!(files("perft", "perft"), with_toys(keys()));
}

#[test]
fn every_game_has_its_playthrough() {
    assert_eq!(files("playthroughs", "txt"), with_toys(keys()));
}

#[test]
fn keys_are_unique() {
    assert_eq!(Games::registered().all().count(), keys().len());
    assert!(["toy", "toyroll"].iter().all(|key| !keys().contains(*key)));
}
