//! What players type, before any rule looks at it.

use super::{
    action::{Action, Place},
    branch::Branch,
    tile::Tile,
};

/// Longest text that is looked at, in characters. The longest canonical action is far shorter.
const LONGEST: usize = 40;

/// An action as it was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// Nothing is laid.
    Pass,
    /// A tile, and where, unless that is left open.
    Lay(Tile, Option<Place>),
    /// A cut by whatever tile can.
    Cut,
    /// A tile that no set has.
    NoSuchTile(u8, u8),
}

impl Typed {
    /// Reads "`64u`, `4-6 upper`, `43x`, `66 l 1`"; `None` for what is written otherwise.
    pub(super) fn read(text: &str) -> Option<Self> {
        let folded = fold(text)?;
        match folded.as_str() {
            "pass" => return Some(Typed::Pass),
            "cut" | "x" => return Some(Typed::Cut),
            _ => {}
        }
        let mut rest = folded.chars();
        let mut half = || rest.next()?.to_digit(10).and_then(|pips| u8::try_from(pips).ok());
        let (one, other) = (half()?, half()?);
        let place = match rest.as_str() {
            "" => None,
            said => Some(read_place(said)?),
        };
        Some(match Tile::new(one, other) {
            Some(tile) => Typed::Lay(tile, place),
            None => Typed::NoSuchTile(one, other),
        })
    }

    /// Whether all that was said is true of an action.
    pub(super) fn describes(self, action: Action) -> bool {
        match (self, action) {
            (Typed::Pass, Action::Pass) | (Typed::Cut, Action::Lay(_, Place::Cut)) => true,
            (Typed::Lay(said, None), Action::Soap) => said == Tile::SOAP,
            (Typed::Lay(said, place), Action::Lay(tile, at)) => {
                said == tile && place.is_none_or(|place| place == at)
            }
            _ => false,
        }
    }
}

fn read_place(said: &str) -> Option<Place> {
    if matches!(said, "cut" | "x") {
        return Some(Place::Cut);
    }
    let word = said.trim_end_matches(|c: char| c.is_ascii_digit());
    let branch = match word {
        "u" | "up" | "upper" => Branch::Upper,
        "l" | "low" | "lower" => Branch::Lower,
        _ => return None,
    };
    match &said[word.len()..] {
        "" => Some(Place::End(branch)),
        joint => joint.parse().ok().map(|joint| Place::Joint(branch, joint)),
    }
}

/// Brings typed text into one shape: lower case, Cyrillic look-alikes and the keys that sound
/// alike as Latin letters, no spaces or signs between halves, no move number, no praise, blame or
/// full stop at the end. `None` when the text is too long to be an action.
fn fold(text: &str) -> Option<String> {
    if text.chars().count() > LONGEST {
        return None;
    }
    let text = strip_number(text.trim());
    let text = text.trim_end_matches(['!', '?', '.', ',', ';']);
    let kept = text.chars().flat_map(char::to_lowercase).filter_map(|c| match c {
        'а' => Some('a'),
        'с' => Some('c'),
        'е' => Some('e'),
        'л' => Some('l'),
        'р' => Some('p'),
        'т' => Some('t'),
        'у' => Some('u'),
        'х' | '×' => Some('x'),
        '-' | '‐' | '‑' | '–' | '—' | '−' | '/' | '|' | ':' | ',' => None,
        c if c.is_whitespace() => None,
        c => Some(c),
    });
    Some(kept.collect())
}

/// What follows `12.` or `12...`.
fn strip_number(text: &str) -> &str {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = digits.trim_start_matches('.');
    let numbered = digits.len() < text.len() && after.len() < digits.len();
    if numbered { after } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_action_are_read_alike() {
        let lay = |high, low, place| Some(Typed::Lay(Tile::of(high, low), place));
        let upper = Some(Place::End(Branch::Upper));
        for text in [
            "6-4 u",
            "64u",
            "4-6 upper",
            "46 U",
            " 6 – 4  u",
            "6:4 up",
            "6|4u",
            "12. 6-4 u",
            "3...64u!",
            "64у",
            "6/4, u",
            "6 4 U P P E R",
            "64uррer",
        ] {
            assert_eq!(Typed::read(text), lay(6, 4, upper), "{text}");
        }
        for (text, expected) in [
            ("66 l 1", lay(6, 6, Some(Place::Joint(Branch::Lower, 1)))),
            ("6-6 l1", lay(6, 6, Some(Place::Joint(Branch::Lower, 1)))),
            ("66л12", lay(6, 6, Some(Place::Joint(Branch::Lower, 12)))),
            ("6-6 lower 2", lay(6, 6, Some(Place::Joint(Branch::Lower, 2)))),
            ("6-6 low", lay(6, 6, Some(Place::End(Branch::Lower)))),
            ("43x", lay(4, 3, Some(Place::Cut))),
            ("3-4 cut", lay(4, 3, Some(Place::Cut))),
            ("34 Х", lay(4, 3, Some(Place::Cut))),
            ("34 сuт", lay(4, 3, Some(Place::Cut))),
            ("0-0", lay(0, 0, None)),
            ("00", lay(0, 0, None)),
            ("64", lay(6, 4, None)),
            ("1. 64", lay(6, 4, None)),
            ("cut", Some(Typed::Cut)),
            ("PASS", Some(Typed::Pass)),
            ("раss", Some(Typed::Pass)),
            ("7-4 u", Some(Typed::NoSuchTile(7, 4))),
        ] {
            assert_eq!(Typed::read(text), expected, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_actions() {
        for text in [
            "",
            "-",
            "6",
            "6-",
            "u",
            "6-4 m",
            "6-4 u l",
            "6-4 u 300",
            "6-4 cut 1",
            "passs",
            "644",
            "6-4-2 u",
            "u 6-4",
            "6-4 x x",
            "zzz",
            "ё5:и7",
            "99999999999999999999",
        ] {
            assert_eq!(Typed::read(text), None, "{text}");
        }
        assert_eq!(Typed::read(&"6".repeat(41)), None);
    }
}
