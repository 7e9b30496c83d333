//! What a player does, and its text.

use super::{branch::Branch, tile::Tile};
use std::fmt;

/// Where a tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// "at the end of a branch"
    End(Branch),
    /// "into an inner joint of a branch", counted from 1
    Joint(Branch, u8),
    /// "across": "it cuts off 2k+1 tiles"
    Cut,
}

impl Place {
    /// The order of the texts, by bytes: `l1`, `l10`, `l2`.
    pub(super) const fn order(self) -> (char, u8, u8) {
        match self {
            Place::Cut => ('c', 0, 0),
            Place::End(branch) => (branch.letter(), 0, 0),
            Place::Joint(branch, joint) if joint < 10 => (branch.letter(), joint, 0),
            Place::Joint(branch, joint) => (branch.letter(), joint / 10, 1 + joint % 10),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::End(branch) => write!(f, "{}", branch.letter()),
            Place::Joint(branch, joint) => write!(f, "{}{joint}", branch.letter()),
            Place::Cut => f.write_str("cut"),
        }
    }
}

/// A tile laid, or a forced pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// "whoever holds the soap begins and lays it (forced)"
    Soap,
    /// Lays a tile.
    Lay(Tile, Place),
    /// "who can do neither passes"
    Pass,
}

impl Action {
    /// The tile that is laid.
    #[must_use]
    pub const fn tile(self) -> Option<Tile> {
        match self {
            Action::Soap => Some(Tile::SOAP),
            Action::Lay(tile, _) => Some(tile),
            Action::Pass => None,
        }
    }

    /// The movements that compose it: a tile, then its place.
    pub(super) const fn movements(self) -> (Movement, Option<Movement>) {
        match self {
            Action::Soap => (Movement::Tile(Tile::SOAP), None),
            Action::Lay(tile, place) => (Movement::Tile(tile), Some(Movement::Place(place))),
            Action::Pass => (Movement::Pass, None),
        }
    }
}

/// The canonical text.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Soap => write!(f, "{}", Tile::SOAP),
            Action::Lay(tile, place) => write!(f, "{tile} {place}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

/// A part of an action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Movement {
    /// A tile is chosen.
    Tile(Tile),
    /// The place where it is laid.
    Place(Place),
    /// Nothing is laid.
    Pass,
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Movement::Tile(tile) => write!(f, "{tile}"),
            Movement::Place(place) => write!(f, "{place}"),
            Movement::Pass => write!(f, "{}", Action::Pass),
        }
    }
}
