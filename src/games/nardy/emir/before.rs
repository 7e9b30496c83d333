//! What can be done before the roll. Quoted lines are those of `rules/emir.md`.

use super::{
    action::{NUKERS, Preliminary},
    refusal::Unready,
    rules::EmirOptions,
    side::{Side, across},
};
use crate::{
    game::Seat,
    games::nardy::{Point, board::Points, parts::CHECKERS, point::POINTS, remarks::longest_row},
};
use arrayvec::ArrayVec;

/// "three or more own checkers on top"
const STACK: u8 = 3;
/// "six or more closed points in a row may not be crossed"
const WALL: u8 = 6;

/// "A covering move that makes four or five own points in a row is a *carpet*"
const CARPET: u32 = 4;

/// Where the checkers of a covering move are laid, in their order.
pub(super) type Landings = ArrayVec<u8, { CHECKERS as usize }>;

/// A side that is about to roll, and the enemy.
#[derive(Clone, Copy)]
pub(super) struct Before {
    pub(super) seat: Seat,
    pub(super) mine: Side,
    pub(super) theirs: Side,
    pub(super) options: EmirOptions,
}

impl Before {
    /// Whether there is anything to choose: "If a preliminary action is possible the player
    /// chooses one or `roll`".
    pub(super) fn is_choice(&self) -> bool {
        !self.nuker_points().is_empty() || self.covers().next().is_some()
    }

    /// Everything that can be chosen, in the order of the texts; nothing where there is no choice.
    pub(super) fn choices(&self) -> Vec<Preliminary> {
        let mut choices = self.nukers();
        choices.extend(self.covers());
        if !choices.is_empty() {
            choices.push(Preliminary::Roll);
            choices.sort_by_cached_key(Preliminary::to_string);
        }
        choices
    }

    /// "at most two at once, on different points"
    pub(super) fn nukers(&self) -> Vec<Preliminary> {
        let points: ArrayVec<Point, NUKERS> =
            self.nuker_points().map(|steps| self.point(steps)).collect();
        let single = |point: &Point| Preliminary::Nuker(ArrayVec::from_iter([*point]));
        let mut nukers: Vec<Preliminary> = points.iter().map(single).collect();
        if points.is_full() && usize::from(self.mine.reserve) >= NUKERS {
            let mut both = points;
            both.sort_unstable();
            nukers.push(Preliminary::Nuker(both));
        }
        nukers
    }

    /// Every covering move.
    pub(super) fn covers(&self) -> impl Iterator<Item = Preliminary> + '_ {
        let stacks = (0..POINTS).filter(|from| self.mine.free.on(*from) >= STACK);
        let open = stacks.filter(|from| self.landings(*from).is_ok());
        open.map(|from| Preliminary::Cover(self.point(from)))
    }

    /// Where a nuker can be put. "put one on top of the own emir where the emir is the only
    /// checker of its side on the point and not a captive, and/or one on top of the head if
    /// exactly one own free checker is there"
    fn nuker_points(&self) -> Points {
        let mine = &self.mine;
        let mut points = Points::NONE;
        if mine.reserve > 0 {
            if mine.emir.place < POINTS && mine.is_lone_emir(mine.emir.place) {
                points = points.with(mine.emir.place);
            }
            if mine.free.on(0) == 1 {
                points = points.with(0);
            }
        }
        points
    }

    /// Why no nuker can be put on these points, which ascend; `None` when they can.
    pub(super) fn forbids_nukers(&self, points: &[Point]) -> Option<Unready> {
        let possible = self.nuker_points();
        if self.mine.reserve == 0 {
            return Some(Unready::NoNukers);
        }
        if points.is_empty() && possible.is_empty() {
            return Some(Unready::NowhereForNuker);
        }
        if points.len() > NUKERS {
            return Some(Unready::TwoNukers);
        }
        if let [one, other] = points
            && one == other
        {
            return Some(Unready::OneNukerEach(*one));
        }
        let closed = |point: &&Point| !possible.contains(point.steps(self.seat));
        if let Some(point) = points.iter().find(closed) {
            return Some(Unready::NotForNuker(*point));
        }
        let reserve = self.mine.reserve;
        (points.len() > usize::from(reserve)).then_some(Unready::NukersLeft { reserve })
    }

    /// Why that point cannot be laid out; `None` when it can.
    pub(super) fn forbids_cover(&self, from: Point) -> Option<Unready> {
        self.landings(from.steps(self.seat)).err()
    }

    /// "all of them are laid out from the top, one on each following open point, closed ones
    /// skipped, until the point is empty of them. The point right ahead must be open, all must
    /// find room by path index 24, and six or more closed points in a row may not be crossed
    /// between one landing and the next."
    pub(super) fn landings(&self, from: u8) -> Result<Landings, Unready> {
        let start = self.point(from);
        if from == 0 && !self.options.cover_head {
            return Err(Unready::CoverHead);
        }
        let count = self.mine.free.on(from);
        if count < STACK {
            return Err(Unready::CoverFew(start));
        }
        let mut landings = Landings::new();
        let mut crossed = 0;
        for at in from + 1..POINTS {
            if landings.len() == usize::from(count) {
                break;
            }
            if !self.is_closed(at) {
                landings.push(at);
                crossed = 0;
                continue;
            }
            crossed += 1;
            if landings.is_empty() {
                return Err(Unready::CoverAhead(self.point(at)));
            }
            if crossed == WALL {
                return Err(Unready::CoverWall(start));
            }
        }
        if landings.len() == usize::from(count) {
            Ok(landings)
        } else {
            Err(Unready::CoverRoom(start))
        }
    }

    /// Where the checkers come to stand: fewer than there is room for if "the emir takes the emir
    /// on the way".
    pub(super) fn laid(&self, from: u8) -> Result<Landings, Unready> {
        let landings = self.landings(from)?;
        let (mine, ..) = self.done(&Preliminary::Cover(self.point(from)));
        let grown = |at: &u8| mine.free.on(*at) > self.mine.free.on(*at);
        Ok(landings.into_iter().filter(grown).collect())
    }

    /// "Closed: two or more enemy checkers, or an enemy standing on one's captive." "Open and
    /// closed as for a capture"
    fn is_closed(&self, at: u8) -> bool {
        is_closed(&self.mine, &self.theirs, at)
    }

    /// The sides after it, and whether "the emir takes the emir on the way": then "the game is
    /// over and the rest stays where it is".
    pub(super) fn done(&self, preliminary: &Preliminary) -> (Side, Side, bool) {
        let (mut mine, mut theirs) = (self.mine, self.theirs);
        let mut won = false;
        match preliminary {
            Preliminary::Roll => {}
            Preliminary::Nuker(points) => {
                for point in points {
                    mine.put(point.steps(self.seat), false);
                    mine.reserve = mine.reserve.saturating_sub(1);
                }
            }
            Preliminary::Cover(point) => {
                let from = point.steps(self.seat);
                for at in self.landings(from).unwrap_or_default() {
                    let emir = mine.lift(from);
                    if theirs.free.on(across(at)) == 1 {
                        won = emir && theirs.is_lone_emir(across(at));
                        theirs.hold(across(at));
                    }
                    mine.put(at, emir);
                    if won {
                        break;
                    }
                }
                if mine.free.on(from) == 0 {
                    theirs.release(across(from));
                }
            }
        }
        (mine, theirs, won)
    }

    pub(super) const fn point(&self, steps: u8) -> Point {
        Point::on_path(self.seat, steps)
    }
}

/// "Closed: two or more enemy checkers, or an enemy standing on one's captive."
pub(super) const fn is_closed(mine: &Side, theirs: &Side, at: u8) -> bool {
    let enemies = theirs.free.on(across(at));
    enemies > 1 || enemies == 1 && mine.captive.contains(at)
}

/// The length of the row of own points that a covering move has made, if it is a carpet.
pub(super) fn carpet(was: &Side, is: &Side) -> Option<u32> {
    let [was, is] = [was, is].map(|side| side.free.points());
    let row = longest_row(is, is.minus(was));
    (row >= CARPET).then_some(row)
}
