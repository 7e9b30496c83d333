//! What is due in a position: the last part of its text.

use super::{parts::letter, roll::Roll};
use crate::game::{Actor, Entropy, Facts, Outcome, Seat};

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Due {
    /// That side chooses what it does before it rolls.
    Choice(Seat),
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
            Due::Choice(seat) | Due::Turn(seat, _) => Actor::Player(seat),
            Due::Over(_) => Actor::Over,
        }
    }

    /// The side that chooses, rolls or plays.
    pub(super) const fn seat(self) -> Option<Seat> {
        match self {
            Due::Choice(seat) | Due::Roll(seat) | Due::Turn(seat, _) => Some(seat),
            Due::Over(_) => None,
        }
    }

    pub(super) const fn outcome(self) -> Option<Outcome> {
        if let Due::Over(outcome) = self { Some(outcome) } else { None }
    }

    pub(super) const fn is_roll(self) -> bool {
        matches!(self, Due::Roll(_))
    }

    /// Every roll that can come, with its weight.
    pub(super) fn rolls(self) -> Vec<(Roll, u32)> {
        Roll::all().filter(|_| self.is_roll()).collect()
    }

    /// Draws the roll, if one is due.
    pub(super) fn draw(self, entropy: &mut dyn Entropy) -> Option<Roll> {
        if self.is_roll() { Roll::draw(entropy) } else { None }
    }

    /// What is due behind that roll.
    pub(super) const fn rolled(self, roll: Roll) -> Self {
        if let Due::Roll(seat) = self { Due::Turn(seat, roll) } else { self }
    }

    /// "the side to act with `pre` (a preliminary choice), `roll` or `dice 6-5`"; "the last part of a
    /// position text is `over` and the outcome"
    pub(super) fn text(self, facts: &Facts) -> String {
        match self {
            Due::Choice(seat) => format!("{} pre", letter(seat)),
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
        match rest {
            "pre" => Some(Due::Choice(seat)),
            "roll" => Some(Due::Roll(seat)),
            _ => Roll::read(rest.strip_prefix("dice ")?).map(|roll| Due::Turn(seat, roll)),
        }
    }
}
