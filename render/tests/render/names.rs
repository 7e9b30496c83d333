//! Names that people give themselves.

use kosti_render::{Scene, Theme, png};

use crate::boards;

fn named(name: Option<&str>) -> Vec<u8> {
    let mut scene: Scene = boards::end();
    scene.strips[0].name = name.map(str::to_owned);
    png(&scene, Theme::Birch).unwrap()
}

#[track_caller]
fn reads(name: &str, as_name: &str) {
    let (one, other) = (named(Some(name)), named(Some(as_name)));
    let begin: String = name.chars().take(30).collect();
    assert!(one == other, "{begin:?} does not read as {as_name:?}");
}

#[track_caller]
fn vanishes(name: &str) {
    let begin: String = name.chars().take(30).collect();
    assert!(named(Some(name)) == named(None), "something is drawn for {begin:?}");
}

#[test]
fn names_show() {
    assert!(named(Some("Анна")) != named(None));
    assert!(named(Some("Анна")) != named(Some("Анны")));
}

#[test]
fn what_has_no_glyph_is_dropped() {
    reads("Анна 🌸🌸 Петрова", "Анна Петрова");
    reads("🔥Max🔥", "Max");
    reads("王小明 Alex", "Alex");
    reads("  Иван \t\n Щукин ", "Иван Щукин");
    vanishes("");
    vanishes("   ");
    vanishes("王小明");
    vanishes("👩‍👩‍👧");
    vanishes("\u{f401}\u{feff}\u{3164}");
}

#[test]
fn letters_without_a_glyph_become_plain_or_leave_the_initial() {
    reads("Nguyễn", "Nguyen");
    reads("𝓐𝓷𝓷𝓪", "Anna");
    reads("Анто\u{43d}ий\u{301}", "Антоний");
    reads("Сергеи\u{306}", "Сергей");
    reads("№½①", "№½1");
    reads("Maꙮk Twain", "M. Twain");
    vanishes("ꙮ王");
}

#[test]
fn hostile_names_are_harmless() {
    reads("\u{202e}\u{2066}Анна\u{2069}\u{200f}", "Анна");
    reads(&format!("Z{}", "\u{301}\u{489}".repeat(5_000)), "Ź");
    vanishes(&"\u{301}".repeat(10_000));
    vanishes(&"\u{fdfa}".repeat(100_000));
    named(Some(&"Ж".repeat(1_000_000)));
    named(Some(&"i ".repeat(100_000)));
    named(Some("\0\u{7}\u{1b}[31m"));
    // No more than a beginning is looked at, whatever follows.
    vanishes(&format!("{}Анна", "\u{301}".repeat(600)));
}

#[test]
fn long_names_are_cut_with_an_ellipsis() {
    let long = "Константин Константинопольский-Задунайский";
    assert!(named(Some(long)) == named(Some(&format!("{long}, граф"))));
    assert!(named(Some(long)) != named(Some("Константин")));
}
