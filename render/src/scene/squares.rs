//! Boards of light and dark squares.

use super::{Field, Mark, Side};

/// How a man of a [`Squares`] board stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// With full rights: a disc with its number.
    Full(u8),
    /// Turned over: a ring round the number.
    Turned(u8),
    /// Covered by a second disc that hides the number.
    Covered,
    /// At its goal, with a flag.
    Finished,
}

/// A man on a field of a [`Squares`] board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Where it stands.
    pub at: Field,
    /// Whose it is.
    pub side: Side,
    /// How it stands there.
    pub standing: Standing,
}

/// A checkered board, a1 dark, with men that carry numbers.
///
/// Men, trail fields and marks that lie off the board are not drawn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Squares {
    /// How many files, from `a` on.
    pub files: u8,
    /// How many ranks, from `1` on.
    pub ranks: u8,
    /// The men on the board.
    pub men: Vec<Man>,
    /// The last action: its origin and every landing, in order. Empty: none.
    pub trail: Vec<Field>,
    /// What the last action did on its way.
    pub marks: Vec<(Field, Mark)>,
    /// Numbers in a ring, each of which beats the next, shown on the square in the lower right
    /// corner while no man stands there. Empty: none.
    pub ring: Vec<u8>,
}
