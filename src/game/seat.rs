//! The two sides of a game.

use std::ops::{Index, IndexMut};

/// One of the two sides. White (or A) is the first seat, Black (or B) the second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// White, or A.
    First,
    /// Black, or B.
    Second,
}

impl Seat {
    /// Both seats, the first one first.
    pub const ALL: [Seat; 2] = [Seat::First, Seat::Second];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for the first seat, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One value a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySeat<T>(pub [T; 2]);

impl<T> BySeat<T> {
    /// The values of the first and the second seat.
    pub const fn new(first: T, second: T) -> Self {
        BySeat([first, second])
    }

    /// The value of each seat made by `f`.
    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> Self {
        BySeat(Seat::ALL.map(&mut f))
    }

    /// The same, each value turned by `f`.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(f))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// Who acts next in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// That player chooses an action.
    Player(Seat),
    /// A roll or a deal is due.
    Chance,
    /// The game (or deal) has ended.
    Over,
}
