//! The 6×5 board.

use crate::games::draughts::board;

/// Files `a`–`f`.
pub(super) const FILES: u8 = 6;
/// Ranks 1–5.
pub(super) const RANKS: u8 = 5;

/// A square, ordered as its name is: by file, then by rank.
pub type Square = board::Square<FILES, RANKS>;

/// A set of squares.
pub(super) type Squares = board::Squares<FILES, RANKS>;
