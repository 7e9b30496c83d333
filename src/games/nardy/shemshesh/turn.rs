//! Single movements. Quoted lines are those of `rules/shemshesh.md`.

use super::{
    refusal::Forbidden,
    rules::{Shemshesh, Side},
};
use crate::{
    game::Seat,
    games::nardy::{
        board::{Checkers, Points},
        movement::Movement,
        point::{POINTS, Point},
        roll::Dice,
        walk::{Judge, Movements, Walk},
    },
};
use std::hash::{Hash, Hasher};

/// "an unbroken run of six or more points of one's own"
const BLOCK: u32 = 6;

/// What a turn has come to. Points are counted on the path of the side whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) mine: Checkers,
    /// Where any of them stand.
    occupied: Points,
    /// Where one lies frozen.
    pub(super) frozen: Points,
    /// "A freed checker does not move in the turn in which it was freed": where such a one
    /// stands.
    freed: Points,
    /// Where enemies have been frozen in this turn.
    pub(super) struck: Points,
    /// How many may still leave the head.
    head: u8,
}

impl Hash for State {
    /// Where any stand follows from the rest.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let small = u64::from(self.head) << 48 | u64::from(self.freed.0) << 24;
        self.mine.hash(state);
        state.write_u64(small | u64::from(self.frozen.0));
        state.write_u32(self.struck.0);
    }
}

impl State {
    /// Where unfrozen ones stand.
    pub(super) const fn unfrozen(&self) -> Points {
        self.occupied.minus(self.frozen)
    }

    /// Where a checker can be moved away: "On a point with others, one checker fewer can
    /// leave."
    fn movable(&self) -> Points {
        let alone = self.freed.filter(|at| self.mine.on(*at) == 1);
        let held = alone.fold(Points::NONE, Points::with);
        let movable = self.unfrozen().minus(held);
        if self.head == 0 { movable.without(0) } else { movable }
    }
}

/// The turn of one side.
pub(super) struct Walker {
    seat: Seat,
    dice: Dice,
    start: State,
    /// Where the enemy stands.
    theirs: Points,
    /// Where exactly one enemy stands that is not frozen.
    singles: Points,
    /// Where enemies stand that are not frozen.
    unfrozen: Points,
    /// How far the enemy has come on its own path: [`Checkers::OFF`] when it has borne one off.
    lead: u8,
}

impl Walker {
    pub(super) fn new(position: &Shemshesh, seat: Seat, dice: Dice, head: u8) -> Self {
        let Side { checkers: mine, frozen } = position.sides[seat];
        let enemy = position.sides[seat.opponent()];
        let theirs = enemy.checkers.points();
        let lead = if enemy.checkers.on(Checkers::OFF) > 0 { None } else { theirs.last() };
        let none = Points::NONE;
        Walker {
            seat,
            dice,
            start: State { mine, occupied: mine.points(), frozen, freed: none, struck: none, head },
            theirs: theirs.other_side(),
            singles: enemy.checkers.singles().minus(enemy.frozen).other_side(),
            unfrozen: theirs.minus(enemy.frozen).other_side(),
            lead: lead.unwrap_or(Checkers::OFF),
        }
    }

    /// "no movement may land in an unbroken run of six or more points of one's own (frozen ones
    /// count) unless some enemy checker, frozen or not, stands ahead of the run on the enemy's
    /// path or the enemy has borne one off ... judged ... after it, and only the run that holds
    /// the landing point; runs are taken along the enemy's path index 1..24 and do not wrap"
    fn blocks(&self, state: &State, from: u8, to: u8) -> bool {
        let at = (to + POINTS / 2) % POINTS;
        if at < self.lead {
            // No run there reaches beyond the enemy's first checker.
            return false;
        }
        let points = state.occupied.with(to);
        let points = if state.mine.on(from) == 1 { points.without(from) } else { points };
        points.other_side().run(at) >= BLOCK
    }

    /// "Bearing off begins when every unfrozen checker of the side is in its home. A higher die
    /// bears a checker off if no unfrozen checker of its side stands behind it."
    fn bears_off(state: &State, from: u8, die: u8) -> bool {
        state.unfrozen().lets_off(from, die)
    }

    fn point(&self, steps: u8) -> Point {
        Point::on_path(self.seat, steps)
    }

    /// Whether the enemy has no unfrozen checker left.
    pub(super) const fn enemy_is_done(&self, state: &State) -> bool {
        self.unfrozen.minus(state.struck).is_empty()
    }
}

impl Walk for Walker {
    type State = State;

    fn start(&self) -> State {
        self.start
    }

    fn dice(&self) -> Dice {
        self.dice
    }

    fn movements(&self, state: &State, die: u8) -> Movements {
        let movable = state.movable();
        let mut found = Movements::new();
        // "Landing: on an empty point, on own checkers, or on one's own frozen checker. Never on
        // a point that holds an enemy"
        let open = movable.minus(self.theirs.back(die)).intersection(Points::on_board(die));
        for from in open {
            if !self.blocks(state, from, from + die) {
                found.push(Movement { from: self.point(from), to: Some(self.point(from + die)) });
            }
        }
        for from in movable.minus(Points::on_board(die)) {
            if Walker::bears_off(state, from, die) {
                found.push(Movement { from: self.point(from), to: None });
            }
        }
        found
    }

    fn moved(&self, state: &State, movement: Movement) -> State {
        let mut after = *state;
        let from = movement.from.steps(self.seat);
        let to = movement.to.map_or(Checkers::OFF, |to| to.steps(self.seat));
        after.mine = after.mine.moved(from, to);
        if after.mine.on(from) == 0 {
            after.occupied = after.occupied.without(from);
        }
        if from == 0 {
            after.head = after.head.saturating_sub(1);
        }
        // "Points are passed between the start and the landing; in bearing off, all points to
        // the end of the path."
        let passed = Points::between(from, to);
        let mut touched = passed;
        if movement.to.is_some() {
            after.occupied = after.occupied.with(to);
            touched = touched.with(to);
        }
        // "landing on one's own frozen checker, or passing over it, frees it"
        let freed = after.frozen.intersection(touched);
        after.frozen = after.frozen.minus(freed);
        after.freed = after.freed.union(freed);
        // "a movement that passes over a point holding exactly one enemy checker freezes it"
        after.struck = after.struck.union(self.singles.intersection(passed));
        after
    }

    /// "A side with no unfrozen checker left on the board has won at once, in whosever turn it
    /// happens"
    fn is_over(&self, state: &State) -> bool {
        state.unfrozen().is_empty() || self.enemy_is_done(state)
    }

    fn settled(&self, state: State) -> State {
        State { freed: Points::NONE, head: 0, ..state }
    }

    fn can_become(&self, state: &State, settled: &State) -> bool {
        state.mine.are_behind(settled.mine)
    }
}

impl Judge for Walker {
    type Rule = Forbidden;

    fn forbids(&self, state: &State, from: Point, die: u8) -> Option<Forbidden> {
        let steps = from.steps(self.seat);
        if self.theirs.contains(steps) {
            return Some(Forbidden::NotYours(from));
        }
        if !state.occupied.contains(steps) {
            return Some(Forbidden::Empty(from));
        }
        if state.frozen.contains(steps) {
            return Some(Forbidden::Frozen(from));
        }
        if steps == 0 && state.head == 0 {
            return Some(Forbidden::Head { most: self.start.head });
        }
        if !state.movable().contains(steps) {
            return Some(Forbidden::Freed(from));
        }
        let to = steps + die;
        if to < POINTS {
            let landing = self.point(to);
            if self.theirs.contains(to) {
                return Some(Forbidden::Enemy(landing));
            }
            return self.blocks(state, steps, to).then_some(Forbidden::SixBlock(landing));
        }
        if Walker::bears_off(state, steps, die) {
            return None;
        }
        let behind = self.point(state.unfrozen().first()?);
        if state.unfrozen().is_home() {
            Some(Forbidden::Behind { from, behind })
        } else {
            Some(Forbidden::NotHome(behind))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::nardy::walk::judged;

    #[test]
    fn the_movements_are_those_that_nothing_forbids() {
        judged::in_games(|position: &Shemshesh| Some(position.turn()?.1));
    }
}
