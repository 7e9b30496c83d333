//! What players type.

use super::{action::Action, board::Square, refusal::Rule};
use crate::games::draughts::input;

/// An action as it was typed: every part of it may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Typed {
    /// `M`, `V` or `W`.
    pub(super) standing: Option<char>,
    pub(super) group: Option<u8>,
    /// A file that stood alone before the squares.
    pub(super) file: Option<char>,
    pub(super) squares: Vec<Square>,
    /// Whether a capture sign stood in it.
    pub(super) capture: bool,
    /// `V`, `W` or `Z`.
    pub(super) suffix: Option<char>,
}

/// Why what was typed cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unread {
    /// It is not written as an action.
    Syntax,
    /// It names a square that the board does not have.
    Rule(Rule),
}

impl Typed {
    /// Reads a text that was folded.
    pub(super) fn read(folded: &str) -> Result<Self, Unread> {
        let mut typed = Typed { capture: folded.contains(':'), ..Typed::default() };
        let mut rest = folded;
        if let Some(behind) = rest.strip_prefix(['m', 'v', 'w']) {
            typed.standing = rest.chars().next().map(|letter| letter.to_ascii_uppercase());
            rest = behind;
            if let Some(behind) = rest.strip_prefix(['1', '2', '3']) {
                typed.group = rest
                    .chars()
                    .next()
                    .and_then(|group| group.to_digit(4))
                    .map(|group| group as u8);
                rest = behind;
            }
        }
        if let Some(before) = rest.strip_suffix(['v', 'w', 'z']) {
            typed.suffix = rest.chars().next_back().map(|letter| letter.to_ascii_uppercase());
            rest = before;
        }
        let signs: Vec<char> = rest.chars().filter(|c| !matches!(c, ':' | '-')).collect();
        let mut signs = &signs[..];
        // A file that no rank follows.
        if let [file, next, ..] = signs
            && file.is_ascii_lowercase()
            && next.is_ascii_lowercase()
        {
            typed.file = Some(*file);
            signs = &signs[1..];
        }
        let (pairs, []) = signs.as_chunks::<2>() else { return Err(Unread::Syntax) };
        // A standing that comes later begins another action.
        let file = |c: &char| c.is_ascii_lowercase() && !matches!(c, 'm' | 'v' | 'w');
        let named = |[at, rank]: &[char; 2]| file(at) && rank.is_ascii_digit();
        if pairs.is_empty() || !pairs.iter().all(named) {
            return Err(Unread::Syntax);
        }
        for [file, rank] in pairs {
            let square = Square::named(*file, *rank)
                .ok_or_else(|| Unread::Rule(Rule::NoSuchSquare(format!("{file}{rank}"))))?;
            typed.squares.push(square);
        }
        Ok(typed)
    }

    /// Whether what was said beside the squares is true of an action.
    pub(super) fn describes(&self, action: &Action) -> bool {
        let says = |said: Option<char>, is: char| said.is_none_or(|said| said == is);
        says(self.standing, action.stone.standing())
            && self.group.is_none_or(|group| action.stone.group() == Some(group))
            && says(self.file, action.origin().file_letter())
            && (!self.capture || action.is_capture())
            && self.suffix.is_none_or(|suffix| action.suffix() == Some(suffix))
    }
}

/// How well squares can fit an action, the best way first: what is said whole comes before what
/// is said by its ends or its beginning, and that before any other missing part.
pub(super) const FITS: [fn(&Action, &[Square]) -> bool; 3] = [
    |action, squares| action.path() == squares || action.landings() == squares,
    |action, squares| {
        let ends = squares.len() > 1
            && squares.first() == action.path().first()
            && squares.last() == action.path().last()
            && passes(action, squares);
        let begins = squares.len() > 1 && action.path().starts_with(squares)
            || action.landings().starts_with(squares);
        ends || begins
    },
    passes,
];

/// Whether an action passes the squares in their order.
fn passes(action: &Action, squares: &[Square]) -> bool {
    let mut path = action.path().iter();
    squares.iter().all(|square| path.any(|passed| passed == square))
}

/// The canonical text of an action as [`input::fold`] would leave it.
pub(super) fn folded(action: &Action) -> Option<String> {
    input::fold(&action.to_string())
}
