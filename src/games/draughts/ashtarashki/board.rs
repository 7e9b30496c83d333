//! The dark squares of the 8×8 board.

use crate::{
    game::{BySeat, Seat},
    games::draughts::board,
};

/// Files `a`–`h` and ranks 1–8.
pub(super) const SIDE: u8 = 8;

/// A square, ordered as its name is: by file, then by rank.
pub type Square = board::Square<SIDE, SIDE>;

/// A set of squares.
pub(super) type Squares = board::Squares<SIDE, SIDE>;

/// "its last rank (8 for White, 1 for Black)"
const LAST_RANK: BySeat<u8> = BySeat::new(SIDE - 1, 0);

/// "dark squares only (a1 is dark)"
const DARK: Squares = {
    let mut dark = Squares::EMPTY;
    let mut at = 0;
    while at < SIDE * SIDE {
        let (file, rank) = (at / SIDE, at % SIDE);
        if (file + rank).is_multiple_of(2)
            && let Some(square) = Square::new(file, rank)
        {
            dark = dark.with(square);
        }
        at += 1;
    }
    dark
};

/// The squares on which a side's stones finish.
pub(super) const GOALS: BySeat<Squares> = BySeat::new(
    DARK.intersection(Squares::rank(LAST_RANK.0[0])),
    DARK.intersection(Squares::rank(LAST_RANK.0[1])),
);

/// The dark squares of a set.
pub(super) const fn dark(squares: Squares) -> Squares {
    squares.intersection(DARK)
}

/// Whether a square carries stones.
pub(super) const fn is_dark(square: Square) -> bool {
    DARK.contains(square)
}

/// Files and ranks of "one diagonal step": left and right, forward for a seat.
pub(super) const fn forward(seat: Seat) -> [(i8, i8); 2] {
    match seat {
        Seat::First => [(-1, 1), (1, 1)],
        Seat::Second => [(-1, -1), (1, -1)],
    }
}

/// The same backward.
pub(super) const fn backward(seat: Seat) -> [(i8, i8); 2] {
    forward(seat.opponent())
}

/// All four ways.
pub(super) const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
