//! Boards of nardy: points, stacks, bar, trays and dice.

use super::Side;

/// What has become of a checker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum State {
    /// Free, or free again once nothing stands on it.
    #[default]
    Free,
    /// Turned face down until it is freed.
    Frozen,
    /// Frozen for good.
    Dead,
    /// Held under the checker that stands on it, under which it peeks out.
    Captive,
}

/// A checker of a [`Nardy`] board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checker {
    /// Whose it is.
    pub side: Side,
    /// Whether it wears a crown.
    pub emir: bool,
    /// What has become of it.
    pub state: State,
}

impl Checker {
    /// A free checker without a crown.
    #[must_use]
    pub const fn plain(side: Side) -> Checker {
        Checker { side, emir: false, state: State::Free }
    }
}

/// A die that lies on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Die {
    /// Whose it is: it lies on this side's leaf.
    pub side: Side,
    /// Its pips; a die of none or of more than nine is blank.
    pub pips: u8,
    /// Whether it has been played: it is dimmed.
    pub used: bool,
}

/// A place on which checkers stand or lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A point, 1 to 24.
    Point(u8),
    /// A side's half of the bar.
    Bar(Side),
    /// The tray beside a side's head.
    Reserve(Side),
    /// The tray of the checkers that a side has borne off.
    Off(Side),
}

/// One movement of a checker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hop {
    /// Where it began.
    pub from: Place,
    /// Where it ended.
    pub to: Place,
}

/// What the last action did to a checker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// It was turned face down.
    Frozen,
    /// It was turned up again.
    Freed,
    /// It was taken prisoner.
    Captured,
    /// It was sent back.
    Hit,
    /// It was put on the board.
    Entered,
}

/// A board of 24 points in two leaves, with a bar between them and trays at the sides.
///
/// Points are numbered in the direction in which both sides move. The first side's head is 1 and
/// its home 19 to 24, the second side's head is 13 and its home 7 to 12. The side at the bottom has
/// its head in the upper right and its home in the lower right corner; its trays are on the right.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Nardy {
    /// The checkers on the points 1 to 24, each stack from bottom to top.
    pub points: [Vec<Checker>; 24],
    /// The checkers of each side that wait on the bar, in the order in which they came.
    pub bar: [Vec<Checker>; 2],
    /// How many checkers of each side wait in the tray beside its head.
    pub reserve: [u8; 2],
    /// How many checkers each side has borne off.
    pub off: [u8; 2],
    /// The dice on the board.
    pub dice: Vec<Die>,
    /// The movements of the last action. Where they begin and end is tinted.
    pub hops: Vec<Hop>,
    /// What the last action did on its way.
    pub events: Vec<(Place, Event)>,
}
