//! What the pictures of all games have in common.

use super::erased::View;
use crate::game::Seat;
use kosti_render::{Orientation, Side, Strip};

/// A seat as the renderer names it.
pub(super) const fn side(seat: Seat) -> Side {
    match seat {
        Seat::First => Side::First,
        Seat::Second => Side::Second,
    }
}

/// Which side is below.
pub(super) const fn orientation(view: &View) -> Orientation {
    match view.below {
        Seat::First => Orientation::FirstBelow,
        Seat::Second => Orientation::SecondBelow,
    }
}

/// What is told of a side: so many pieces are left, and whether it would be to move.
pub(super) fn strip(view: &View, seat: Seat, stock: u32, acts: bool) -> Strip {
    Strip {
        name: view.names[seat].clone(),
        score: view.score.map(|score| score[seat]),
        stock: Some(stock),
        to_move: !view.over && acts,
    }
}
