//! What a player does: before the roll, and with the dice.

use crate::games::nardy::{Movement, Point, Turn};
use arrayvec::ArrayVec;
use std::fmt;

/// The most nukers of one action: "at most two at once"
pub(super) const NUKERS: usize = 2;

/// What is done before the roll.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Preliminary {
    /// Nothing: the dice are rolled.
    Roll,
    /// A nuker is put on each of these points, which ascend.
    Nuker(ArrayVec<Point, NUKERS>),
    /// "Covering move: from a point ... all of them are laid out from the top"
    Cover(Point),
}

impl fmt::Display for Preliminary {
    /// "before the roll `roll`, `nuker 5`, `nuker 1 5` (points ascending), `cover 8`"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Preliminary::Roll => f.write_str("roll"),
            Preliminary::Nuker(points) => {
                f.write_str("nuker")?;
                points.iter().try_for_each(|point| write!(f, " {point}"))
            }
            Preliminary::Cover(from) => write!(f, "cover {from}"),
        }
    }
}

/// One decision of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum EmirAction {
    /// What is done before the roll.
    Before(Preliminary),
    /// The dice, all that can be used.
    Turn(Turn),
}

impl fmt::Display for EmirAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmirAction::Before(preliminary) => preliminary.fmt(f),
            EmirAction::Turn(turn) => turn.fmt(f),
        }
    }
}

/// A part of a decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum EmirMovement {
    /// What is done before the roll: a whole decision.
    Before(Preliminary),
    /// What one die does.
    Die(Movement),
}

impl fmt::Display for EmirMovement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmirMovement::Before(preliminary) => preliminary.fmt(f),
            EmirMovement::Die(movement) => movement.fmt(f),
        }
    }
}
