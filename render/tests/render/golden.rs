//! Pictures that were looked at and found good, compared pixel by pixel.
//!
//! `KOSTI_GOLDEN=rewrite` accepts what is drawn now. A mismatch leaves `*.actual.png` and
//! `*.diff.png` beside the golden picture.

use std::{env, fs, path::PathBuf};

use kosti_render::{Orientation, Scene, Theme, png};

use crate::{boards, pixels::Pixels};

pub(crate) fn check(name: &str, scene: &Scene, theme: Theme) {
    let actual = &Pixels::decode(&png(scene, theme).unwrap());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = |ending: &str| folder.join(format!("{name}{ending}.png"));
    if env::var("KOSTI_GOLDEN").is_ok_and(|wish| wish == "rewrite") {
        fs::write(path(""), actual.encode()).unwrap();
        return;
    }
    let golden = fs::read(path("")).expect("a golden picture; KOSTI_GOLDEN=rewrite makes it");
    let golden = Pixels::decode(&golden);
    if golden == *actual {
        return;
    }
    fs::write(path(".actual"), actual.encode()).unwrap();
    assert_eq!((golden.width, golden.height), (actual.width, actual.height), "{name}: size");
    let difference = golden.difference(actual);
    let changed = difference.data.iter().filter(|part| **part != 0).count() / 3;
    fs::write(path(".diff"), difference.encode()).unwrap();
    panic!("{name}: {changed} pixels differ, see {}", path(".diff").display());
}

#[test]
fn start_without_names() {
    check("start-birch", &boards::start(), Theme::Birch);
}

#[test]
fn plain_move_with_names_and_score() {
    check("quiet-night", &boards::quiet(), Theme::Night);
}

#[test]
fn three_captures_and_a_checker_that_left() {
    check("chain-birch", &boards::chain(), Theme::Birch);
}

#[test]
fn three_captures_turned() {
    let scene = Scene { orientation: Orientation::SecondBelow, ..boards::hops() };
    check("hops-clear", &scene, Theme::Clear);
}

#[test]
fn end_of_a_game() {
    check("end-night", &boards::end(), Theme::Night);
}
