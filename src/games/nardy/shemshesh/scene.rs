//! How a position looks.

use super::{remarks, rules::Shemshesh};
use crate::{
    game::{Message, Seat, Step, StepOf},
    games::{
        erased::{Drawn, View},
        nardy::{
            Point, Turn,
            board::{Checkers, Points},
            due::Due,
            point::POINTS,
            roll::Dice,
            scene::{self, place},
        },
    },
};
use kosti_render::{Checker, Event, Nardy, Place, Scene, State};

impl Drawn for Shemshesh {
    const REMARKS: &'static [&'static str] = &remarks::IDS;

    fn scene(&self, view: &View, since: &[(Self, StepOf<Self>)]) -> Scene {
        let dice = scene::shown_dice(self, since, Shemshesh::dice);
        let mut nardy = Nardy { dice, ..Nardy::default() };
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
        scene::framed(view, self.due, nardy, |seat| self.on_board(seat))
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

    /// The dice that are to be played.
    fn dice(&self) -> Option<(Seat, Dice)> {
        if let Due::Turn(seat, roll) = self.due {
            Some((seat, self.dice_of(seat, roll)))
        } else {
            None
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
