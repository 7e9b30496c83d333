//! How a position looks.

use super::{
    board::{Checkers, Points},
    remarks,
    rules::Shemshesh,
};
use crate::{
    game::{Message, Seat, Step, StepOf},
    games::{
        erased::{Drawn, View},
        nardy::{
            Point, Turn,
            due::Due,
            point::POINTS,
            scene::{self, place},
        },
    },
};
use kosti_render::{Board, Checker, Die, Event, Nardy, Place, Scene, State};

impl Drawn for Shemshesh {
    const REMARKS: &'static [&'static str] = &remarks::IDS;

    fn scene(&self, view: &View, since: &[(Self, StepOf<Self>)]) -> Scene {
        let mut nardy = Nardy { dice: self.dice(since), ..Nardy::default() };
        for seat in Seat::ALL {
            let side = self.sides[seat];
            nardy.off[seat.index()] = side.checkers.on(Checkers::OFF);
            for steps in side.checkers.points() {
                let checker = Checker {
                    side: scene::side(seat),
                    emir: false,
                    state: self.state(seat, steps),
                };
                let point = Point::on_path(seat, steps).number();
                if let Some(stack) = nardy.points.get_mut(usize::from(point) - 1) {
                    stack.resize(usize::from(side.checkers.on(steps)), checker);
                }
            }
        }
        if let Some((before, seat, turn)) = last_turn(since) {
            nardy.hops = scene::hops(seat, turn);
            nardy.events = events(before, turn);
        }
        let strip = |seat| scene::strip(view, seat, self.due, self.on_board(seat));
        Scene {
            board: Board::Nardy(Box::new(nardy)),
            orientation: scene::orientation(view),
            strips: Seat::ALL.map(strip),
        }
    }

    fn diagram(&self, view: &View) -> String {
        let off = self.sides.map(|side| side.checkers.on(Checkers::OFF));
        scene::diagram(view, self.due, off, |point| self.stack_text(point))
    }

    fn remarks(&self, before: &Self, _: &StepOf<Self>) -> Vec<Message> {
        remarks::remarks(before, self)
    }

    fn tally(&self) -> Option<Message> {
        Some(remarks::tally(self))
    }
}

impl Shemshesh {
    fn state(&self, seat: Seat, steps: u8) -> State {
        let side = self.sides[seat];
        if side.dead().contains(steps) {
            State::Dead
        } else if side.frozen.contains(steps) {
            State::Frozen
        } else {
            State::Free
        }
    }

    fn on_board(&self, seat: Seat) -> u8 {
        (0..POINTS).map(|steps| self.sides[seat].checkers.on(steps)).sum()
    }

    /// The dice to play, or else those that were played last.
    fn dice(&self, since: &[(Self, StepOf<Self>)]) -> Vec<Die> {
        let shown = |position: &Shemshesh, used| {
            let Due::Turn(seat, roll) = position.due else { return Vec::new() };
            scene::dice(seat, position.dice_of(seat, roll), used)
        };
        let now = shown(self, false);
        match since.last() {
            Some((before, _)) if now.is_empty() => shown(before, true),
            _ => now,
        }
    }

    /// What stands on a point: `*` is frozen, `+` dead.
    fn stack_text(&self, point: Point) -> String {
        for seat in Seat::ALL {
            let steps = point.steps(seat);
            let rest = match (self.sides[seat].checkers.on(steps), self.state(seat, steps)) {
                (0, _) => continue,
                (_, State::Frozen) => "*".to_owned(),
                (_, State::Dead) => "+".to_owned(),
                (1, _) => String::new(),
                (count, _) => count.to_string(),
            };
            return format!("{}{rest}", scene::sign(seat));
        }
        "·".to_owned()
    }
}

/// The last turn in which anything was moved, with the position before it.
fn last_turn(since: &[(Shemshesh, StepOf<Shemshesh>)]) -> Option<(&Shemshesh, Seat, &Turn)> {
    since.iter().rev().find_map(|(before, step)| match (step, before.due) {
        (Step::Action(turn), Due::Turn(seat, _)) if !turn.movements().is_empty() => {
            Some((before, seat, turn))
        }
        _ => None,
    })
}

/// What a turn froze and freed.
fn events(before: &Shemshesh, turn: &Turn) -> Vec<(Place, Event)> {
    let mut after = before.clone();
    after.play(turn);
    let mut events = Vec::new();
    for seat in Seat::ALL {
        let [was, is] = [before, &after].map(|position| position.sides[seat].frozen);
        let changes = [(is.minus(was), Event::Frozen), (was.minus(is), Event::Freed)];
        for (points, event) in changes {
            let places = |points: Points| points.map(|steps| place(Point::on_path(seat, steps)));
            events.extend(places(points).map(|place| (place, event)));
        }
    }
    events
}
