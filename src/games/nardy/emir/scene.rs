//! How a position looks.

use super::{
    action::{EmirAction, Preliminary},
    notation::Typed,
    position_text::{bar_text, points, stack_text},
    remarks,
    rules::Emir,
    side::Side,
};
use crate::{
    game::{Message, Position, Seat, Step, StepOf},
    games::{
        erased::{Drawn, View},
        nardy::{
            Point,
            board::{Checkers, Points},
            due::Due,
            parts::{CHECKERS, counts_text},
            roll::{DOUBLE, Dice},
            scene::{self, place},
        },
    },
};
use kosti_render::{Checker, Event, Hop, Nardy, Place, Scene, State};

impl Drawn for Emir {
    const REMARKS: &'static [&'static str] = &remarks::IDS;

    fn scene(&self, view: &View, since: &[(Self, StepOf<Self>)]) -> Scene {
        let dice = scene::shown_dice(self, since, Emir::dice);
        let mut nardy = Nardy { dice, ..Nardy::default() };
        for seat in Seat::ALL {
            let side = self.sides[seat];
            nardy.reserve[seat.index()] = side.reserve;
            nardy.off[seat.index()] = side.free.on(Checkers::OFF);
        }
        for point in points(self) {
            if let Some(stack) = nardy.points.get_mut(usize::from(point.number()) - 1) {
                *stack = checkers(&stack_text(self, point));
            }
        }
        let bar = bar_text(self);
        for (at, waiting) in bar.split(' ').skip(1).enumerate().take(Seat::ALL.len()) {
            nardy.bar[at] = checkers(waiting.trim_start_matches('-'));
        }
        if let Some((before, seat, action)) = last_action(since) {
            (nardy.hops, nardy.events) = before.marks(seat, action);
        }
        let left = |seat| CHECKERS - self.sides[seat].free.on(Checkers::OFF);
        scene::framed(view, self.due, nardy, left)
    }

    /// The stacks with an emir stand below the board as in texts of positions: where in a stack
    /// it lies matters, and would not fit on the board.
    fn diagram(&self, view: &View) -> String {
        let off = self.sides.map(|side| side.free.on(Checkers::OFF));
        let board = scene::diagram(view, self.due, off, |point| self.sign(point));
        let reserve = counts_text("res", self.sides.map(|side| side.reserve));
        let emirs = points(self).map(|point| (point, stack_text(self, point)));
        let emirs = emirs.filter(|(_, stack)| stack.contains(['W', 'B']));
        let emirs: Vec<String> = emirs.map(|(point, stack)| format!("{point}:{stack}")).collect();
        format!("{board}\n{reserve}  {}\n{}", bar_text(self), emirs.join(" ")).trim_end().to_owned()
    }

    fn remarks(&self, before: &Self, step: &StepOf<Self>) -> Vec<Message> {
        remarks::remarks(before, step, self)
    }

    fn tally(&self) -> Option<Message> {
        Some(remarks::tally(self))
    }

    fn foretold(&self, action: &str) -> Option<Message> {
        let (Due::Choice(seat), Some(Ok(Typed::Cover(Some(from))))) =
            (self.due, Typed::read(action))
        else {
            return None;
        };
        remarks::foretold(self, seat, from.steps(seat))
    }

    fn called(&self, action: &str) -> Option<Message> {
        remarks::called(action)
    }
}

impl Emir {
    /// The dice that are to be played.
    fn dice(&self) -> Option<(Seat, Dice)> {
        if let Due::Turn(seat, roll) = self.due {
            Some((seat, Dice::of(roll, DOUBLE)))
        } else {
            None
        }
    }

    /// What stands on a point: `_` is a captive, `+` are more than nine on it.
    fn sign(&self, point: Point) -> String {
        for seat in Seat::ALL {
            let captor = &self.sides[seat];
            let held = self.sides[seat.opponent()].captive.contains(point.steps(seat.opponent()));
            let captive = if held { "_" } else { "" };
            let count = match captor.free.on(point.steps(seat)) {
                0 => continue,
                1 => String::new(),
                10.. if held => "+".to_owned(),
                count => count.to_string(),
            };
            return format!("{captive}{}{count}", scene::sign(seat));
        }
        "·".to_owned()
    }

    /// The movements of an action from here, and what it did on its way.
    fn marks(&self, seat: Seat, action: &EmirAction) -> (Vec<Hop>, Vec<(Place, Event)>) {
        let mut after = self.clone();
        after.apply_unchecked(&Step::Action(action.clone()));
        let hops = match action {
            EmirAction::Turn(turn) => scene::hops(seat, turn),
            EmirAction::Before(Preliminary::Nuker(points)) => {
                let from = Place::Reserve(scene::side(seat));
                points.iter().map(|point| Hop { from, to: place(*point) }).collect()
            }
            EmirAction::Before(Preliminary::Cover(from)) => {
                let landings = self.before(seat).laid(from.steps(seat)).unwrap_or_default();
                let hop = |at: u8| Hop { from: place(*from), to: place(Point::on_path(seat, at)) };
                landings.into_iter().map(hop).collect()
            }
            EmirAction::Before(Preliminary::Roll) => Vec::new(),
        };
        let mut events = Vec::new();
        if let EmirAction::Before(Preliminary::Nuker(points)) = action {
            events.extend(points.iter().map(|point| (place(*point), Event::Entered)));
        }
        let enemy = seat.opponent();
        let hit = self.hits(action) > 0;
        events.extend(changes(enemy, &self.sides[enemy], &after.sides[enemy], hit));
        (hops, events)
    }
}

/// Checkers by their letters, bottom to top.
fn checkers(letters: &str) -> Vec<Checker> {
    let first = letters.chars().next();
    let last = letters.chars().next_back();
    let is_white = |c: char| c.eq_ignore_ascii_case(&'w');
    let held = first.map(is_white) != last.map(is_white);
    let checker = |(at, c): (usize, char)| Checker {
        side: scene::side(if is_white(c) { Seat::First } else { Seat::Second }),
        emir: c.is_ascii_uppercase(),
        state: if held && at == 0 { State::Captive } else { State::Free },
    };
    letters.chars().enumerate().map(checker).collect()
}

/// What has happened to the checkers of a side whose turn it was not.
fn changes(seat: Seat, was: &Side, is: &Side, hit: bool) -> Vec<(Place, Event)> {
    let on = |steps: u8| place(Point::on_path(seat, steps));
    let each = |points: Points, event: Event| points.map(move |steps| (on(steps), event));
    let mut events: Vec<(Place, Event)> =
        each(is.captive.minus(was.captive), Event::Captured).collect();
    // Who has been freed and hit at once stands there no more.
    let freed = was.captive.minus(is.captive).intersection(is.free.points());
    events.extend(each(freed, Event::Freed));
    if is.bar > was.bar {
        events.push((Place::Bar(scene::side(seat)), Event::Hit));
    }
    let grown = is.free.on(0) > was.free.on(0) + u8::from(freed.contains(0));
    if is.bar < was.bar {
        events.push((on(0), Event::Entered));
    } else if hit && (is.bar == was.bar || grown) {
        events.push((on(0), Event::Hit));
    }
    events
}

/// The last action that changed anything on the board, with the position before it.
fn last_action(since: &[(Emir, StepOf<Emir>)]) -> Option<(&Emir, Seat, &EmirAction)> {
    since.iter().rev().find_map(|(before, step)| {
        let (Step::Action(action), Some(seat)) = (step, before.due.seat()) else { return None };
        let idle = match action {
            EmirAction::Before(chosen) => *chosen == Preliminary::Roll,
            EmirAction::Turn(turn) => turn.movements().is_empty(),
        };
        (!idle).then_some((before, seat, action))
    })
}
