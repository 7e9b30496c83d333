//! What a player does, and its text.

use super::{
    board::{Square, Squares},
    stone::Stone,
};
use arrayvec::ArrayVec;
use std::{cmp::Ordering, fmt};

/// An origin and the squares of at most 12 captures.
pub(super) type Path = ArrayVec<Square, 13>;

/// How a stone goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Manner {
    /// A step forward.
    Advance,
    /// A step backward; a W removes itself.
    Retreat,
    /// A capture with all that follows it.
    Capture,
}

/// What an action's text says of its origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Named {
    /// Nothing: no other stone's action would read the same.
    Not,
    /// "its file"
    File,
    /// "its whole square if another of those stones stands on that file"
    Square,
}

/// A step, a retreat, a self-removal or a whole capture of one stone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    pub(super) stone: Stone,
    pub(super) manner: Manner,
    pub(super) named: Named,
    pub(super) path: Path,
}

impl Action {
    /// The squares, origin first.
    #[must_use]
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// The stone as it stands before.
    #[must_use]
    pub const fn stone(&self) -> Stone {
        self.stone
    }

    /// Whether it takes something.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.manner == Manner::Capture
    }

    pub(super) fn origin(&self) -> Square {
        self.path[0]
    }

    pub(super) fn landings(&self) -> &[Square] {
        &self.path[1..]
    }

    /// The last square; of a self-removal the one stepped to.
    pub(super) fn end(&self) -> Square {
        self.path[self.path.len() - 1]
    }

    /// "(as a chess pawn does)": what is taken stood where the capturer lands.
    pub(super) fn captured(&self) -> Squares {
        match self.manner {
            Manner::Capture => self.landings().iter().copied().collect(),
            Manner::Advance | Manner::Retreat => Squares::EMPTY,
        }
    }

    /// Whether the stone takes itself off the board.
    pub(super) fn is_removal(&self) -> bool {
        self.manner == Manner::Retreat && self.stone.retreated().is_none()
    }

    /// "A retreat adds the standing reached: `M1d2V`, `V1d2W`, `Wb4Z`."
    pub(super) fn suffix(&self) -> Option<char> {
        suffix(self.stone, self.manner)
    }

    /// Whether two actions of one position have the same result: it needs the same stone, taking
    /// the same enemies on another way, or removing itself on another square.
    pub(super) fn has_result_of(&self, other: &Action) -> bool {
        self.origin() == other.origin()
            && (self.end() == other.end() && self.captured() == other.captured()
                || self.is_removal() && other.is_removal())
    }

    /// The order of the texts, by bytes, of two captures.
    pub(super) fn compare_captures(&self, other: &Action) -> Ordering {
        // What stands before the landings ends with their first sign.
        let origin = |action: &Action| {
            let mut name = [b':'; 3];
            let written = action.origin_text();
            name[..written.len()].copy_from_slice(&written);
            name
        };
        (self.stone.cmp(&other.stone))
            .then_with(|| origin(self).cmp(&origin(other)))
            .then_with(|| self.landings().cmp(other.landings()))
    }

    fn origin_text(&self) -> ArrayVec<u8, 2> {
        let from = self.origin();
        let letters = [b'a' + from.file(), b'1' + from.rank()];
        let written = match self.named {
            Named::Not => 0,
            Named::File => 1,
            Named::Square => 2,
        };
        letters.into_iter().take(written).collect()
    }
}

pub(super) const fn suffix(stone: Stone, manner: Manner) -> Option<char> {
    match (manner, stone.retreated()) {
        (Manner::Retreat, Some(reached)) => Some(reached.standing()),
        (Manner::Retreat, None) => Some('Z'),
        (Manner::Advance | Manner::Capture, _) => None,
    }
}

/// The canonical text.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.stone)?;
        self.origin_text().iter().try_for_each(|letter| write!(f, "{}", char::from(*letter)))?;
        let sign = if self.is_capture() { ":" } else { "" };
        self.landings().iter().try_for_each(|square| write!(f, "{sign}{square}"))?;
        self.suffix().map_or(Ok(()), |suffix| write!(f, "{suffix}"))
    }
}
