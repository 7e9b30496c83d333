//! Where the parts of a nardy board lie.

use crate::{
    scene::{Checker, Nardy, Orientation, Place, Side, State},
    shape::{Frame, Point},
};

/// The board with its rim.
pub(super) const BOARD: Frame = Frame { left: 36.0, top: 98.0, right: 1244.0, bottom: 862.0 };
/// The rim: a post at the sides, a band for the numbers above and below.
pub(super) const POST: f32 = 14.0;
pub(super) const BAND: f32 = 42.0;
/// The inside of the rim.
pub(super) const TOP: f32 = BOARD.top + BAND;
pub(super) const BOTTOM: f32 = BOARD.bottom - BAND;
const MIDDLE: f32 = (TOP + BOTTOM) / 2.0;

/// Width of a tray at the side.
const TRAY: f32 = 104.0;
/// Width of a point.
pub(super) const POINT: f32 = 72.0;
/// From the frame to the tip of a point.
pub(super) const POINT_LENGTH: f32 = 284.0;
const BAR: f32 = 80.0;
/// The first column's left edge.
const LEAVES: f32 = BOARD.left + 2.0 * POST + TRAY;
const BAR_LEFT: f32 = LEAVES + 6.0 * POINT;

pub(super) const RADIUS: f32 = 31.0;
const DIAMETER: f32 = 2.0 * RADIUS;
/// From the first to the last checker of the longest stack: five lie in full.
const LONGEST: f32 = 4.0 * DIAMETER;
/// How much of a captive can be seen.
const PEEK: f32 = 0.4;
/// How much of an emir can be seen at least, for its crown to be known.
const CROWNED: f32 = 0.5;
/// From the middle of the board to the first checkers on the bar.
const BAR_GAP: f32 = 12.0;
/// From the edge of a tray to its checkers.
const TRAY_GAP: f32 = 8.0;
/// From one borne off checker to the next.
const SLAB_PITCH: f32 = 18.5;
pub(super) const SLAB_HEIGHT: f32 = 17.0;
/// The most that borne off checkers take of their tray.
const SLABS: f32 = 15.0 * SLAB_PITCH;

/// A point's number as an index; `None` if there is no such point.
fn index(point: u8) -> Option<u8> {
    point.checked_sub(1).filter(|index| *index < 24)
}

/// A board with its stacks, turned.
pub(super) struct Plan<'s> {
    nardy: &'s Nardy,
    orientation: Orientation,
}

/// A row of checkers that lie on each other: where the first one's middle is, whether the row
/// goes down, and how far each one's middle is from the first one's.
pub(super) struct Row {
    first: Point,
    down: bool,
    reaches: Vec<f32>,
}

impl Row {
    pub(super) fn is_empty(&self) -> bool {
        self.reaches.is_empty()
    }

    /// The middle of each checker, the lowest first.
    pub(super) fn middles(&self) -> impl Iterator<Item = Point> + '_ {
        self.reaches.iter().map(|reach| self.at(*reach))
    }

    /// The middle of the top checker; of the first place if there is none.
    pub(super) fn top(&self) -> Point {
        self.at(self.reaches.last().copied().unwrap_or_default())
    }

    /// Where one more checker would lie on top.
    pub(super) fn next(&self) -> Point {
        let reach = self.reaches.last().map_or(0.0, |last| (last + DIAMETER).min(LONGEST));
        self.at(reach)
    }

    /// Where the row begins, seen from its end: -1 above, 1 below.
    pub(super) fn outward(&self) -> f32 {
        if self.down { -1.0 } else { 1.0 }
    }

    fn at(&self, reach: f32) -> Point {
        self.first.by(0.0, if self.down { reach } else { -reach })
    }
}

/// From a checker of a row to the next one.
#[derive(Clone, Copy)]
struct Pace {
    /// Where there is room.
    wanted: f32,
    /// In any case.
    least: f32,
}

impl Pace {
    const fn loose(wanted: f32) -> Pace {
        Pace { wanted, least: 0.0 }
    }

    const fn of(checker: &Checker) -> Pace {
        const CAPTIVE: f32 = DIAMETER * PEEK;
        match (checker.state, checker.emir) {
            (State::Captive, _) => Pace { wanted: CAPTIVE, least: CAPTIVE },
            (_, true) => Pace { wanted: DIAMETER, least: DIAMETER * CROWNED },
            _ => Pace::loose(DIAMETER),
        }
    }
}

/// How far the checkers of a row lie from the first one. Where it would be too long they lie
/// closer, but those of which something has to be seen no closer than that if it can be.
fn reaches(paces: impl Iterator<Item = Pace>, longest: f32) -> Vec<f32> {
    let mut paces: Vec<Pace> = paces.collect();
    // Nothing lies on the top one.
    if paces.pop().is_none() {
        return Vec::new();
    }
    let share = share(&paces, longest);
    let mut reach = 0.0;
    let mut reaches = vec![reach];
    reaches.extend(paces.iter().map(|pace| {
        reach += (pace.wanted * share).max(pace.least);
        reach
    }));
    if reach > longest {
        reaches.iter_mut().for_each(|one| *one *= longest / reach);
    }
    reaches
}

/// The share of their wanted paces that all those can have that do not come to their least one.
fn share(paces: &[Pace], longest: f32) -> f32 {
    let mut share = 1.0;
    for _ in paces {
        let is_held = |pace: &&Pace| pace.wanted * share <= pace.least;
        let (held, loose): (Vec<&Pace>, Vec<&Pace>) = paces.iter().partition(is_held);
        let left = longest - held.iter().map(|pace| pace.least).sum::<f32>();
        let wanted = loose.iter().map(|pace| pace.wanted).sum::<f32>();
        if wanted * share <= left || loose.is_empty() {
            break;
        }
        share = (left / wanted).max(0.0);
    }
    share
}

impl<'s> Plan<'s> {
    pub(super) fn new(nardy: &'s Nardy, orientation: Orientation) -> Plan<'s> {
        Plan { nardy, orientation }
    }

    pub(super) fn is_below(&self, side: Side) -> bool {
        self.orientation.below() == side
    }

    /// The rows of checkers on a point, the bar, or in a reserve; the slabs of a tray.
    pub(super) fn row(&self, place: Place) -> Option<Row> {
        Some(match place {
            Place::Point(point) => {
                let stack = self.nardy.points.get(usize::from(index(point)?))?;
                let (x, down) = self.point(point)?;
                let y = if down { TOP + RADIUS } else { BOTTOM - RADIUS };
                Row {
                    first: Point::new(x, y),
                    down,
                    reaches: reaches(stack.iter().map(Pace::of), LONGEST),
                }
            }
            Place::Bar(side) => {
                let down = self.is_below(side);
                let waiting = &self.nardy.bar[side.index()];
                let gap = BAR_GAP + RADIUS;
                let first = Point::new(
                    BAR_LEFT + BAR / 2.0,
                    if down { MIDDLE + gap } else { MIDDLE - gap },
                );
                Row { first, down, reaches: reaches(waiting.iter().map(Pace::of), LONGEST) }
            }
            Place::Reserve(side) => {
                let tray = self.reserve(side);
                let down = self.is_below(side);
                let gap = TRAY_GAP + RADIUS;
                let y = if down { tray.top + gap } else { tray.bottom - gap };
                let count = usize::from(self.nardy.reserve[side.index()]);
                let steps = std::iter::repeat_n(Pace::loose(DIAMETER + 3.0), count);
                let longest = tray.bottom - tray.top - 2.0 * gap;
                let first = Point::new(tray.centre().x, y);
                Row { first, down, reaches: reaches(steps, longest) }
            }
            Place::Off(side) => {
                let tray = self.off(side);
                let down = !self.is_below(side);
                let gap = TRAY_GAP + SLAB_HEIGHT / 2.0;
                let y = if down { tray.top + gap } else { tray.bottom - gap };
                let count = usize::from(self.nardy.off[side.index()]);
                let steps = std::iter::repeat_n(Pace::loose(SLAB_PITCH), count);
                let first = Point::new(tray.centre().x, y);
                Row { first, down, reaches: reaches(steps, SLABS - SLAB_PITCH) }
            }
        })
    }

    /// A point's middle line, and whether it hangs down from the upper band.
    pub(super) fn point(&self, point: u8) -> Option<(f32, bool)> {
        let slot = match self.orientation {
            Orientation::FirstBelow => index(point)?,
            Orientation::SecondBelow => (index(point)? + 12) % 24,
        };
        let column = if slot < 12 { 11 - slot } else { slot - 12 };
        let bar = if column < 6 { 0.0 } else { BAR };
        Some((LEAVES + bar + (f32::from(column) + 0.5) * POINT, slot < 12))
    }

    /// The tray beside a side's head.
    pub(super) fn reserve(&self, side: Side) -> Frame {
        let right = self.is_below(side);
        tray(right, right)
    }

    /// The tray beside a side's home.
    pub(super) fn off(&self, side: Side) -> Frame {
        let right = self.is_below(side);
        tray(right, !right)
    }

    /// The middle of a side's leaf.
    pub(super) fn leaf(&self, side: Side) -> Point {
        let [left, right] = leaves();
        if self.is_below(side) { right.centre() } else { left.centre() }
    }
}

/// The left and the right leaf.
pub(super) fn leaves() -> [Frame; 2] {
    [LEAVES, BAR_LEFT + BAR].map(|left| Frame {
        left,
        top: TOP,
        right: left + 6.0 * POINT,
        bottom: BOTTOM,
    })
}

/// The inside of the bar.
pub(super) fn bar() -> Frame {
    let post = (BAR - DIAMETER) / 2.0 - 1.0;
    Frame { left: BAR_LEFT + post, top: TOP, right: BAR_LEFT + BAR - post, bottom: BOTTOM }
}

/// One of the four trays.
pub(super) fn tray(right: bool, upper: bool) -> Frame {
    let left = if right { BOARD.right - POST - TRAY } else { BOARD.left + POST };
    let (top, bottom) =
        if upper { (TOP, MIDDLE - POST / 2.0) } else { (MIDDLE + POST / 2.0, BOTTOM) };
    Frame { left, top, right: left + TRAY, bottom }
}

/// The place moved so far up or down, but not beyond the middle of the board.
pub(super) fn toward_middle(at: Point, by: f32) -> Point {
    let way = MIDDLE - at.y;
    at.by(0.0, way.clamp(-by, by))
}
