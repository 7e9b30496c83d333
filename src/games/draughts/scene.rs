//! What the pictures of the family have in common.

use super::board::Square;
use crate::game::Seat;
use kosti_render::Field;

pub(super) use crate::games::scene::{orientation, side, strip};

/// A square as the renderer counts it.
pub(super) fn field<const FILES: u8, const RANKS: u8>(square: Square<FILES, RANKS>) -> Field {
    Field { file: square.file(), rank: square.rank() }
}

/// Files from left to right, or ranks from below to above.
pub(super) fn order(length: u8, below: Seat) -> Vec<u8> {
    match below {
        Seat::First => (0..length).collect(),
        Seat::Second => (0..length).rev().collect(),
    }
}
