//! Texts of actions and rolls.

use super::{
    action::{EmirAction, EmirMovement, NUKERS, Preliminary},
    position_text,
    refusal::{Cause, EmirRefusal, Unready},
    rules::{Emir, EmirOptions},
    words::{COVER, NUKER, ROLL},
};
use crate::{
    game::{Notation, Position, ReadError, Seat},
    games::nardy::{
        Point, Roll, Rule,
        due::Due,
        input::{self, Fault},
        reading::{self, Reading},
    },
};

/// What was typed to be done before the roll.
pub(super) enum Typed {
    Roll,
    /// On these points, or wherever it can be.
    Nuker(Vec<Point>),
    Cover(Option<Point>),
}

impl Typed {
    /// `None` for other texts.
    pub(super) fn read(text: &str) -> Option<Result<Self, String>> {
        let (word, points) = input::read_named(text)?;
        let is = |known: &[&str]| input::is_word(&word, known);
        let known = is(&ROLL) || is(&NUKER) || is(&COVER);
        let mut points = match points {
            Ok(points) => points,
            Err(Fault::NoSuchPoint(point)) if known => return Some(Err(point)),
            Err(_) => return None,
        };
        if is(&NUKER) {
            points.sort_unstable();
            return Some(Ok(Typed::Nuker(points)));
        }
        match points[..] {
            [] if is(&ROLL) => Some(Ok(Typed::Roll)),
            [] if is(&COVER) => Some(Ok(Typed::Cover(None))),
            [from] if is(&COVER) => Some(Ok(Typed::Cover(Some(from)))),
            _ => None,
        }
    }
}

impl Notation for Emir {
    type Refusal = EmirRefusal;
    type PositionError = position_text::EmirPositionError;

    fn to_text(&self) -> String {
        position_text::write(self)
    }

    fn from_text(text: &str, options: &EmirOptions) -> Result<Self, Self::PositionError> {
        position_text::read(text, *options)
    }

    fn action_text(&self, action: &EmirAction) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<EmirAction, ReadError<Self>> {
        let refuse = |cause| Err(ReadError::Illegal(self.refusal(cause)));
        let by_rule = |rule| refuse(Cause::Turn(rule));
        match (Typed::read(text), self.due) {
            (None, _) => {}
            (Some(Err(point)), _) => return by_rule(Rule::NoSuchPoint(point)),
            (Some(Ok(typed)), Due::Choice(seat)) => return self.read_choice(seat, &typed),
            (Some(Ok(_)), Due::Turn(..)) => return refuse(Cause::Before(Unready::Rolled)),
            (Some(Ok(_)), due) => return by_rule(Rule::without_dice(due)),
        }
        let typed = match input::read(text) {
            Ok(typed) => typed,
            Err(Fault::Syntax) => return Err(ReadError::Syntax),
            Err(Fault::NoSuchPoint(point)) => return by_rule(Rule::NoSuchPoint(point)),
        };
        let (seat, roll) = match self.due {
            Due::Turn(seat, roll) => (seat, roll),
            Due::Choice(_) => return refuse(Cause::Before(Unready::ChoiceDue)),
            due => return by_rule(Rule::without_dice(due)),
        };
        match reading::read(&self.walker(seat, roll), seat, &typed) {
            Reading::Turn(turn) => Ok(EmirAction::Turn(turn)),
            Reading::Ambiguous(turns) => {
                Err(ReadError::Ambiguous(turns.into_iter().map(EmirAction::Turn).collect()))
            }
            Reading::Illegal(rule) => by_rule(rule),
        }
    }

    fn movement_text(&self, _: &[EmirMovement], movement: &EmirMovement) -> String {
        movement.to_string()
    }

    fn chance_text(&self, roll: &Roll) -> String {
        roll.to_string()
    }

    fn read_chance(&self, text: &str) -> Option<Roll> {
        Roll::read(text).filter(|roll| self.admits(roll))
    }
}

impl Emir {
    fn read_choice(&self, seat: Seat, typed: &Typed) -> Result<EmirAction, ReadError<Self>> {
        let before = self.before(seat);
        let (fits, forbidden): (Vec<Preliminary>, _) = match typed {
            Typed::Roll => (vec![Preliminary::Roll], None),
            Typed::Nuker(points) if points.is_empty() => {
                (before.nukers(), before.forbids_nukers(points))
            }
            Typed::Nuker(points) => {
                let few = points.iter().copied().take(NUKERS).collect();
                (vec![Preliminary::Nuker(few)], before.forbids_nukers(points))
            }
            Typed::Cover(None) => {
                let fits: Vec<Preliminary> =
                    before.choices().into_iter().filter(is_cover).collect();
                let forbidden = fits.is_empty().then_some(Unready::NoCover);
                (fits, forbidden)
            }
            Typed::Cover(Some(from)) => {
                (vec![Preliminary::Cover(*from)], before.forbids_cover(*from))
            }
        };
        if let Some(rule) = forbidden {
            return Err(ReadError::Illegal(self.refusal(Cause::Before(rule))));
        }
        let mut fits: Vec<EmirAction> = fits.into_iter().map(EmirAction::Before).collect();
        match fits.len() {
            1 => Ok(fits.remove(0)),
            _ => {
                fits.sort_by_cached_key(EmirAction::to_string);
                Err(ReadError::Ambiguous(fits))
            }
        }
    }
}

const fn is_cover(preliminary: &Preliminary) -> bool {
    matches!(preliminary, Preliminary::Cover(_))
}
