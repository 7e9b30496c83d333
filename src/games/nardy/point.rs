//! Points of the board, and the paths of the sides over them.

use crate::game::{BySeat, Seat};
use std::fmt;

/// How many points there are.
pub(super) const POINTS: u8 = 24;
/// Where a side's home begins on its path; its head is 0.
pub(super) const HOME: u8 = 18;
/// "White's head is 1 ...; Black's head is 13"
const HEAD: BySeat<u8> = BySeat::new(1, 13);

/// A point of the board: "24 points numbered 1..24 round the board; both sides go upward,
/// 24 is followed by 1."
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u8);

impl Point {
    /// The point of that number; `None` when there is none.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= POINTS { Some(Point(number)) } else { None }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The point so many steps behind a side's head.
    pub(super) const fn on_path(seat: Seat, steps: u8) -> Self {
        Point((steps + HEAD.0[seat.index()] - 1) % POINTS + 1)
    }

    /// How many steps it is behind a side's head: the rulebook's path index, less one.
    pub(super) const fn steps(self, seat: Seat) -> u8 {
        (self.0 + POINTS - HEAD.0[seat.index()]) % POINTS
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_paths_lead_upward_from_head_to_home() {
        for (seat, head, home) in [(Seat::First, 1, 19..=24), (Seat::Second, 13, 7..=12)] {
            assert_eq!(Point(head).steps(seat), 0);
            let in_home = (1..=POINTS).map(Point).filter(|point| point.steps(seat) >= HOME);
            assert_eq!(in_home.map(Point::number).collect::<Vec<_>>(), home.collect::<Vec<_>>());
            for point in (1..=POINTS).map(Point) {
                assert_eq!(Point::on_path(seat, point.steps(seat)), point);
            }
        }
        assert_eq!(Point::on_path(Seat::Second, 12), Point(1));
    }
}
