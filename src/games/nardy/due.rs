//! What is due in a position: the last part of its text.

use super::{parts::letter, roll::Roll};
use crate::game::{Actor, Facts, Outcome, Seat};

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Due {
    /// That side rolls.
    Roll(Seat),
    /// That side plays its dice.
    Turn(Seat, Roll),
    /// Nothing: the game has ended.
    Over(Outcome),
}

impl Due {
    pub(super) const fn actor(self) -> Actor {
        match self {
            Due::Roll(_) => Actor::Chance,
            Due::Turn(seat, _) => Actor::Player(seat),
            Due::Over(_) => Actor::Over,
        }
    }

    /// The side that rolls or plays.
    pub(super) const fn seat(self) -> Option<Seat> {
        match self {
            Due::Roll(seat) | Due::Turn(seat, _) => Some(seat),
            Due::Over(_) => None,
        }
    }

    /// "the side to act with `roll` before the dice or `dice 6-5` after"; "the last part of a
    /// position text is `over` and the outcome"
    pub(super) fn text(self, facts: &Facts) -> String {
        match self {
            Due::Roll(seat) => format!("{} roll", letter(seat)),
            Due::Turn(seat, roll) => format!("{} dice {roll}", letter(seat)),
            Due::Over(outcome) => format!("over {}", outcome.text(facts.seats)),
        }
    }

    pub(super) fn read(text: &str, facts: &Facts) -> Option<Self> {
        if let Some(outcome) = text.strip_prefix("over ") {
            let outcome = Outcome::parse(outcome, facts.seats, facts.reasons).ok()?;
            return Some(Due::Over(outcome));
        }
        let (side, rest) = text.split_once(' ')?;
        let seat = Seat::ALL.into_iter().find(|seat| letter(*seat) == side)?;
        match rest.strip_prefix("dice ") {
            Some(roll) => Roll::read(roll).map(|roll| Due::Turn(seat, roll)),
            None => (rest == "roll").then_some(Due::Roll(seat)),
        }
    }
}
