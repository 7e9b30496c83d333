//! Single movements. Quoted lines are those of `rules/emir.md`.

use super::{
    before::{Before, is_closed},
    refusal::Forbidden,
    rules::EmirOptions,
    side::{Emir, Side, THEIR_HEAD, across},
};
use crate::{
    game::Seat,
    games::nardy::{
        board::{Checkers, Points},
        movement::{Movement, Turn},
        point::{HOME, POINTS, Point},
        roll::{DOUBLE, Dice, Roll},
        walk::{Judge, Movements, Walk},
    },
};
use std::hash::{Hash, Hasher};

/// How an emir has ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Mate {
    /// "an emir that captures the emir"
    Captured,
    /// "one that hits it"
    Hit,
}

/// What a turn has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) mine: Side,
    pub(super) theirs: Side,
    pub(super) mate: Option<Mate>,
    /// How many may still leave the head.
    head: u8,
    /// Where mine are that can move, and the points that are closed to them: both follow from
    /// the sides.
    free: Points,
    closed: Points,
}

impl Hash for State {
    /// What a turn changes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let emir = |Emir { place, beneath }: Emir| u64::from(place) << 4 | u64::from(beneath);
        let emirs = emir(self.mine.emir) << 9 | emir(self.theirs.emir);
        let small = u64::from(self.theirs.bar) << 4 | u64::from(self.head);
        self.mine.free.hash(state);
        self.theirs.free.hash(state);
        state.write_u64(emirs << 32 | small << 24 | u64::from(self.theirs.captive.0));
    }
}

/// The turn of one side.
pub(super) struct Walker {
    seat: Seat,
    dice: Dice,
    options: EmirOptions,
    /// "A double hits", another roll captures.
    hits: bool,
    start: State,
}

impl Walker {
    pub(super) fn new(before: &Before, roll: Roll, head: u8) -> Self {
        let Before { seat, mine, theirs, options } = *before;
        let (free, closed) = (mine.free.points(), Points::NONE);
        let start = State { mine, theirs, mate: None, head, free, closed };
        let mut walker =
            Walker { seat, dice: Dice::of(roll, DOUBLE), options, hits: roll.is_double(), start };
        let mut start = start;
        theirs.free.points().for_each(|enemies| walker.look(&mut start, across(enemies)));
        walker.start = start;
        walker
    }

    /// Finds anew whether a point is closed. "An emir in its own home cannot be hit: for a double
    /// its point is closed if it stands there alone."
    fn look(&self, state: &mut State, at: u8) {
        let there = across(at);
        let closed = is_closed(&state.mine, &state.theirs, at)
            || self.hits && there >= HOME && state.theirs.is_lone_emir(there);
        state.closed = if closed { state.closed.with(at) } else { state.closed.without(at) };
    }

    /// Where checkers stand that the die can move.
    pub(super) fn origins(state: &State, die: u8) -> Points {
        let movable = state.movable();
        let landing = movable.minus(state.closed.back(die)).intersection(Points::on_board(die));
        let leaving = movable.minus(Points::on_board(die));
        if leaving.is_empty() {
            return landing;
        }
        leaving.filter(|from| state.bears_off(*from, die)).fold(landing, Points::with)
    }

    /// How many checkers a turn hits.
    pub(super) fn hit_by(&self, turn: &Turn) -> u8 {
        let mut state = self.start;
        let hit = |movement: &&Movement| {
            let lands = movement.to.map(|to| across(to.steps(self.seat)));
            let met = lands.is_some_and(|there| state.theirs.free.on(there) > 0);
            state = self.moved(&state, **movement);
            met && self.hits
        };
        turn.movements().iter().filter(hit).map(|_| 1).sum()
    }

    const fn point(&self, steps: u8) -> Point {
        Point::on_path(self.seat, steps)
    }
}

impl State {
    const fn movable(&self) -> Points {
        if self.head == 0 { self.free.without(0) } else { self.free }
    }

    const fn occupied(&self) -> Points {
        self.free.union(self.mine.captive)
    }

    /// "Bearing off begins when all 15 are in ... A higher die bears a checker off if no own
    /// checker, captive or not, stands behind it in the home."
    fn bears_off(&self, from: u8, die: u8) -> bool {
        self.mine.is_home(self.occupied()) && self.occupied().lets_off(from, die)
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
        let movement = |from: u8| Movement {
            from: self.point(from),
            to: (from + die < POINTS).then(|| self.point(from + die)),
        };
        Walker::origins(state, die).map(movement).collect()
    }

    fn moved(&self, state: &State, movement: Movement) -> State {
        let mut after = *state;
        let from = movement.from.steps(self.seat);
        let emir = after.mine.lift(from);
        if after.mine.free.on(from) == 0 {
            after.free = after.free.without(from);
            after.theirs.release(across(from));
            self.look(&mut after, from);
        }
        if from == 0 {
            after.head = after.head.saturating_sub(1);
        }
        let Some(to) = movement.to else {
            after.mine.put(Checkers::OFF, emir);
            return after;
        };
        let to = to.steps(self.seat);
        let there = across(to);
        after.mine.put(to, emir);
        after.free = after.free.with(to);
        if after.theirs.free.on(there) == 0 {
            return after;
        }
        // "a point with exactly one enemy checker and nothing else"
        let met_emir = after.theirs.is_lone_emir(there);
        if self.hits {
            // "the hitting checker itself, when it was hit on its own head"
            after.theirs.hit(there, after.mine.holds_head());
            self.look(&mut after, THEIR_HEAD);
        } else {
            after.theirs.hold(there);
        }
        if emir && met_emir {
            after.mate = Some(if self.hits { Mate::Hit } else { Mate::Captured });
        }
        after
    }

    fn is_over(&self, state: &State) -> bool {
        state.mate.is_some() || state.mine.is_off()
    }

    /// The next turn begins with the enemy's bar; but "the drawn position is written as it
    /// stands, no bar entered" (nardy).
    fn settled(&self, state: State) -> State {
        let none = Points::NONE;
        let as_it_stands = State { head: 0, free: none, closed: none, ..state };
        let held = state.mine.holds_head();
        if state.theirs.bar == 0 || held || self.is_over(&state) {
            return as_it_stands;
        }
        let mut entered = as_it_stands;
        entered.theirs.enter(held);
        let stuck = is_stuck(&state.mine, &state.theirs, self.options);
        if stuck { as_it_stands } else { entered }
    }

    fn can_become(&self, state: &State, settled: &State) -> bool {
        state.mine.free.are_behind(settled.mine.free)
    }
}

/// "neither side could make a movement with any of the 21 rolls, nor a preliminary action in Emir
/// (each side taken by itself as if its own turn began, its bar entered first)" (nardy)
pub(super) fn is_stuck(one: &Side, other: &Side, options: EmirOptions) -> bool {
    !can_act(*one, *other, options) && !can_act(*other, *one, options)
}

fn can_act(mut mine: Side, theirs: Side, options: EmirOptions) -> bool {
    mine.enter(theirs.holds_head());
    // Whose it is does not matter: both have the same path.
    let before = Before { seat: Seat::First, mine, theirs, options };
    // What is open to a double is open to other rolls, and every die is one of another roll.
    let any = Roll::all().find(|(roll, _)| !roll.is_double());
    let movable = any.is_some_and(|(roll, _)| {
        let walker = Walker::new(&before, roll, 1);
        (1..=6).any(|die| !Walker::origins(&walker.start, die).is_empty())
    });
    movable || before.is_choice()
}

impl Judge for Walker {
    type Rule = Forbidden;

    fn forbids(&self, state: &State, from: Point, die: u8) -> Option<Forbidden> {
        let steps = from.steps(self.seat);
        if state.mine.captive.contains(steps) {
            return Some(Forbidden::Captive(from));
        }
        if state.theirs.free.on(across(steps)) > 0 {
            return Some(Forbidden::NotYours(from));
        }
        if !state.free.contains(steps) {
            return Some(Forbidden::Empty(from));
        }
        if !state.movable().contains(steps) {
            return Some(Forbidden::Head { most: self.start.head });
        }
        let to = steps + die;
        if to < POINTS {
            let landing = self.point(to);
            return match state.theirs.free.on(across(to)) {
                _ if !state.closed.contains(to) => None,
                1 if state.mine.captive.contains(to) => Some(Forbidden::OnCaptive(landing)),
                1 => Some(Forbidden::EmirAtHome(landing)),
                _ => Some(Forbidden::Closed(landing)),
            };
        }
        if state.bears_off(steps, die) {
            return None;
        }
        let Side { reserve, bar, .. } = state.mine;
        if reserve > 0 {
            return Some(Forbidden::Reserve { reserve });
        }
        if bar > 0 {
            return Some(Forbidden::Bar { bar });
        }
        let behind = self.point(state.occupied().first()?);
        if state.mine.is_home(state.occupied()) {
            Some(Forbidden::Behind { from, behind })
        } else {
            Some(Forbidden::NotHome(behind))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::nardy::{due::Due, emir::Emir as Position, walk::judged};

    fn walker(position: &Position) -> Option<Walker> {
        match position.due {
            Due::Turn(seat, roll) => Some(position.walker(seat, roll)),
            _ => None,
        }
    }

    #[test]
    fn the_movements_are_those_that_nothing_forbids() {
        judged::in_games(walker);
    }

    /// What a state remembers of the sides is what they say.
    #[test]
    fn open_points_are_followed() {
        judged::each_state(walker, |walker, state: &State| {
            let &Walker { seat, options, hits, .. } = walker;
            let before = Before { seat, mine: state.mine, theirs: state.theirs, options };
            let roll = if hits { Roll::new(1, 1) } else { Roll::new(2, 1) };
            let anew = Walker::new(&before, roll.expect("a roll"), state.head).start;
            assert_eq!((state.free, state.closed), (anew.free, anew.closed), "{state:?}");
        });
    }
}
