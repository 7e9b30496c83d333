//! What the pictures of the family have in common.

use super::board::Square;
use crate::{game::Seat, games::erased::View};
use kosti_render::{Field, Orientation, Side, Strip};

/// A square as the renderer counts it.
pub(super) fn field<const FILES: u8, const RANKS: u8>(square: Square<FILES, RANKS>) -> Field {
    Field { file: square.file(), rank: square.rank() }
}

/// A seat as the renderer names it.
pub(super) fn side(seat: Seat) -> Side {
    match seat {
        Seat::First => Side::First,
        Seat::Second => Side::Second,
    }
}

/// Which side is below.
pub(super) fn orientation(view: &View) -> Orientation {
    match view.below {
        Seat::First => Orientation::FirstBelow,
        Seat::Second => Orientation::SecondBelow,
    }
}

/// What is told of a side: so many stones are left, and whether it would be to move.
pub(super) fn strip(view: &View, seat: Seat, stock: u32, acts: bool) -> Strip {
    Strip {
        name: view.names[seat].clone(),
        score: view.score.map(|score| score[seat]),
        stock: Some(stock),
        to_move: !view.over && acts,
    }
}

/// Files from left to right, or ranks from below to above.
pub(super) fn order(length: u8, below: Seat) -> Vec<u8> {
    match below {
        Seat::First => (0..length).collect(),
        Seat::Second => (0..length).rev().collect(),
    }
}
