//! The checkers of one side. Quoted lines are those of `rules/emir.md`.

use crate::games::nardy::{
    board::{Checkers, Points},
    parts::CHECKERS,
    point::POINTS,
};

/// The place of an emir that waits on the bar: behind those of [`Checkers`].
pub(super) const BAR: u8 = Checkers::OFF + 1;
/// The enemy's head on the path of a side.
pub(super) const THEIR_HEAD: u8 = across(0);

/// The same point on the path of the other side, which begins at the middle of this one.
pub(super) const fn across(steps: u8) -> u8 {
    (steps + POINTS / 2) % POINTS
}

/// Where the emir of a side is: "A point is a stack".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Emir {
    /// The point by the steps from the head, [`Checkers::OFF`] or [`BAR`].
    pub(super) place: u8,
    /// How many of its side lie beneath it on that point, or came to the bar before it.
    pub(super) beneath: u8,
}

/// The checkers of a side, on its own path. "exactly one enemy" is held beneath a stack at the
/// most, so what an enemy stands on is a set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Side {
    /// Those on the board that no enemy stands on, and those borne off.
    pub(super) free: Checkers,
    /// Where one is held: "It cannot move until no enemy stands above it."
    pub(super) captive: Points,
    pub(super) emir: Emir,
    /// How many wait on the bar.
    pub(super) bar: u8,
    /// How many nukers are left.
    pub(super) reserve: u8,
}

impl Side {
    /// "Set-up: each head holds 12 checkers; the seventh to leave is the emir. Each side has
    /// three nukers in reserve beside the board: 15 checkers in all."
    pub(super) const START: Side = Side {
        free: Checkers::NONE.with(0, 12),
        captive: Points::NONE,
        emir: Emir { place: 0, beneath: 5 },
        bar: 0,
        reserve: 3,
    };

    /// Where its checkers are, free or captive.
    pub(super) fn occupied(&self) -> Points {
        self.free.points().union(self.captive)
    }

    /// Whether a checker of it stands on the enemy's head, so that the enemy's bar waits.
    pub(super) const fn holds_head(&self) -> bool {
        self.free.on(THEIR_HEAD) > 0
    }

    /// Whether the emir is the only one of its side there and not captive.
    pub(super) const fn is_lone_emir(&self, steps: u8) -> bool {
        self.emir.place == steps && self.free.on(steps) == 1
    }

    /// "nothing in reserve or on the bar, every own checker on the board (captives too) in the
    /// home or already off"
    pub(super) const fn is_home(&self, occupied: Points) -> bool {
        self.reserve == 0 && self.bar == 0 && occupied.is_home()
    }

    /// Whether only the nukers in reserve keep it from bearing off.
    pub(super) fn waits_for_nukers(&self) -> bool {
        let home = Side { reserve: 0, ..*self }.is_home(self.occupied());
        home && self.reserve > 0
    }

    pub(super) const fn is_off(&self) -> bool {
        self.free.on(Checkers::OFF) == CHECKERS
    }

    /// Takes the top checker away; whether it is the emir.
    pub(super) const fn lift(&mut self, from: u8) -> bool {
        self.free = self.free.less(from);
        self.emir.place == from && self.emir.beneath == self.free.on(from)
    }

    /// Puts a checker on top.
    pub(super) const fn put(&mut self, at: u8, emir: bool) {
        if emir {
            let beneath = if at == Checkers::OFF { 0 } else { self.free.on(at) };
            self.emir = Emir { place: at, beneath };
        }
        self.free = self.free.with(at, 1);
    }

    /// "the single enemy stays underneath as a captive"
    pub(super) const fn hold(&mut self, at: u8) {
        self.free = self.free.less(at);
        self.captive = self.captive.with(at);
    }

    /// No enemy stands on that one any more, if one was held there.
    pub(super) const fn release(&mut self, at: u8) {
        if self.captive.contains(at) {
            self.captive = self.captive.without(at);
            self.free = self.free.with(at, 1);
        }
    }

    /// "the single enemy goes on top of the stack on its own head; if an enemy of it stands
    /// there ..., it waits on the bar"
    pub(super) const fn hit(&mut self, at: u8, head_is_held: bool) {
        let emir = self.lift(at);
        if !head_is_held {
            self.put(0, emir);
            return;
        }
        if emir {
            self.emir = Emir { place: BAR, beneath: self.bar };
        }
        self.bar += 1;
    }

    /// "at the start of a side's turn all its bar checkers go on top of its head, in the order in
    /// which they were hit, if no enemy stands there; else they wait"
    pub(super) const fn enter(&mut self, head_is_held: bool) {
        if head_is_held {
            return;
        }
        if self.emir.place == BAR {
            self.emir = Emir { place: 0, beneath: self.free.on(0) + self.emir.beneath };
        }
        self.free = self.free.with(0, self.bar);
        self.bar = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seventh_to_leave_is_the_emir() {
        let mut side = Side::START;
        let left: Vec<bool> = (0..12).map(|_| side.lift(0)).collect();
        assert_eq!(left.iter().position(|emir| *emir), Some(6));
        assert_eq!(left.iter().filter(|emir| **emir).count(), 1);
    }

    #[test]
    fn the_bar_is_entered_in_its_order() {
        let mut side = Side::START;
        for to in 1..=7 {
            let emir = side.lift(0);
            side.put(to, emir);
        }
        assert!(side.is_lone_emir(7));
        for at in [3, 7, 5] {
            side.hit(at, true);
        }
        assert_eq!((side.bar, side.emir), (3, Emir { place: BAR, beneath: 1 }));
        // The head is free within the turn: older ones wait on.
        side.hit(1, false);
        assert_eq!((side.bar, side.free.on(0)), (3, 6));
        side.enter(true);
        assert_eq!(side.bar, 3);
        side.enter(false);
        assert_eq!((side.bar, side.free.on(0)), (0, 9));
        assert_eq!(side.emir, Emir { place: 0, beneath: 7 });
    }
}
