//! Parts of position texts that the games share.

use super::due::Due;
use crate::game::{BySeat, Reason, Seat};

/// Checkers of a side.
pub(super) const CHECKERS: u8 = 15;

/// "the game is drawn at once, `stuck`, 0 points"
pub(super) const STUCK: Reason = Reason::new("stuck");

/// The letter of a side in position texts.
pub(super) const fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "w",
        Seat::Second => "b",
    }
}

/// `off 0 0`: "checkers borne off by White and Black", and other counts of both.
pub(super) fn counts_text(word: &str, counts: BySeat<u8>) -> String {
    format!("{word} {} {}", counts[Seat::First], counts[Seat::Second])
}

pub(super) fn read_counts(word: &str, text: &str) -> Option<BySeat<u8>> {
    let (white, black) = text.strip_prefix(word)?.strip_prefix(' ')?.split_once(' ')?;
    let counts = BySeat::new(white.parse().ok()?, black.parse().ok()?);
    (counts_text(word, counts) == text).then_some(counts)
}

/// `moved wb`: "the sides that have had their first turn (`-`, `w`, `b`, `wb`)"
pub(super) fn moved_text(moved: BySeat<bool>) -> String {
    let sides: String = Seat::ALL.into_iter().filter(|seat| moved[*seat]).map(letter).collect();
    format!("moved {}", if sides.is_empty() { "-" } else { &sides })
}

pub(super) fn read_moved(text: &str) -> Option<BySeat<bool>> {
    let sides = text.strip_prefix("moved ")?;
    let moved = BySeat::from_fn(|seat| sides.contains(letter(seat)));
    (moved_text(moved) == text).then_some(moved)
}

/// Whether the first turns that were had fit what is due: behind the first turn of the game
/// the other side has its own. (`b` is a text of the page, so either side can have begun.)
pub(super) fn moved_fits(moved: BySeat<bool>, due: Due) -> bool {
    match moved.0 {
        [true, false] => due.seat() == Some(Seat::Second),
        [false, true] => due.seat() == Some(Seat::First),
        [true, true] | [false, false] => true,
    }
}
