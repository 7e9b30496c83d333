//! Solving positions exactly.
//!
//! Depth-first proof-number search (Nagai's df-pn) with a table in bounded memory. A value is
//! given only when it is proven; whatever the limits are, none is ever wrong.
//!
//! # What a game needs
//! No chance and no hidden hands; other games are refused. And its positions should never
//! repeat within a game, as in games in which every action uses something up or counts: the
//! numbers that the table has for a position then do not depend on how it was reached. Where
//! one comes again nevertheless, the search does not know what that means, and no value is
//! given that depends on it: a win or a loss is one that needs no repetition, and a draw is
//! none.

mod line;
mod numbers;
mod search;
mod table;

pub use line::Line;

use super::{Actor, Position, Seat, Step};
use search::Search;
use std::fmt;
use table::Table;

/// The nodes that each action gets in the first round.
const FIRST_SHARE: u64 = 1000;

/// How an action ends for the one who plays it, if both sides play as well as can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Its player wins.
    Win,
    /// Nobody wins.
    Draw,
    /// Its player loses.
    Loss,
    /// It was not found out within the limits.
    Unknown,
}

impl Value {
    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
            Value::Unknown => "unknown",
        }
    }

    /// The value of a position for whoever acts there, from those of all the actions.
    #[must_use]
    pub fn of_actions(values: impl IntoIterator<Item = Value>) -> Value {
        let mut found = Value::Loss;
        for value in values {
            found = match (found, value) {
                (Value::Win, _) | (_, Value::Win) => Value::Win,
                (Value::Unknown, _) | (_, Value::Unknown) => Value::Unknown,
                (Value::Draw, _) | (_, Value::Draw) => Value::Draw,
                (Value::Loss, Value::Loss) => Value::Loss,
            };
        }
        found
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How much solving may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions that may be expanded; as many again to find a line.
    pub nodes: u64,
    /// Bytes of the table, which has a few entries at least.
    pub memory: usize,
}

/// Why nothing can be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolvable {
    /// Something is rolled or dealt.
    #[error("a game with chance cannot be solved")]
    Chance,
    /// The players do not see everything.
    #[error("a game with hidden hands cannot be solved")]
    Hidden,
    /// The table finds no room.
    #[error("there is not so much memory")]
    Memory,
}

/// Solves positions of a game; what it has found out once it may still know.
#[derive(Debug)]
pub struct Solver<P: Position> {
    search: Search<P>,
}

/// An action whose value is looked for.
struct Case<P> {
    after: P,
    /// Whether its player wins.
    wins: Option<bool>,
    /// Whether the opponent does.
    loses: Option<bool>,
    /// Once nothing more can be found out.
    value: Option<Value>,
}

impl<P: Position> Solver<P> {
    /// A solver with a table of so many bytes.
    ///
    /// # Errors
    /// When the game cannot be solved, or there is no such memory.
    pub fn new(memory: usize) -> Result<Self, Unsolvable> {
        if P::FACTS.chance || P::FACTS.dealt {
            return Err(Unsolvable::Chance);
        }
        if P::FACTS.hidden_hands {
            return Err(Unsolvable::Hidden);
        }
        let table = Table::new(memory).map_err(|_| Unsolvable::Memory)?;
        Ok(Solver { search: Search::new(table) })
    }

    /// How many positions were expanded so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The value of each legal action, found within so many nodes.
    ///
    /// The actions take turns, with more nodes each time, so that none eats up what the others
    /// need, and each finds in the table what the others have found out.
    pub fn values(&mut self, position: &P, nodes: u64) -> Vec<(P::Action, Value)> {
        let Actor::Player(seat) = position.actor() else { return Vec::new() };
        let mut actions = Vec::new();
        position.legal(&mut actions);
        let mut cases: Vec<Case<P>> =
            actions.iter().map(|action| Case::new(after(position, action))).collect();
        let last = self.search.nodes.saturating_add(nodes);
        let mut share = FIRST_SHARE;
        loop {
            let open = cases.iter().filter(|case| case.value.is_none()).count() as u64;
            let left = last - self.search.nodes;
            if open == 0 || left == 0 {
                break;
            }
            // Both claims of a case.
            let share_now = share.min(left / (2 * open)).max(1);
            for case in cases.iter_mut().filter(|case| case.value.is_none()) {
                self.look(case, seat, share_now, last);
            }
            share *= 2;
        }
        let values = cases.into_iter().map(|case| case.value.unwrap_or(Value::Unknown));
        actions.into_iter().zip(values).collect()
    }

    /// Looks at a case of `seat`, for so many nodes a claim.
    fn look(&mut self, case: &mut Case<P>, seat: Seat, share: u64, last: u64) {
        if case.wins.is_none() {
            case.wins = self.prove(&case.after, seat, share, last);
        }
        // Who does not win loses, if nothing was ever met but wins.
        if self.is_certain() {
            case.value = case.wins.map(|wins| if wins { Value::Win } else { Value::Loss });
            return;
        }
        if case.wins != Some(true) && case.loses.is_none() {
            case.loses = self.prove(&case.after, seat.opponent(), share, last);
        }
        case.value = match (case.wins, case.loses) {
            (Some(true), _) => Some(Value::Win),
            (_, Some(true)) => Some(Value::Loss),
            (Some(false), Some(false)) if self.search.blind => Some(Value::Unknown),
            (Some(false), Some(false)) => Some(Value::Draw),
            (None, _) | (_, None) => None,
        };
    }

    fn prove(&mut self, position: &P, goal: Seat, share: u64, last: u64) -> Option<bool> {
        let left = last - self.search.nodes;
        self.search.prove(position, goal, share.min(left)).verdict()
    }

    /// Whether every game that was met so far has ended with a winner.
    fn is_certain(&self) -> bool {
        !self.search.drawn && !self.search.blind
    }
}

impl<P> Case<P> {
    fn new(after: P) -> Self {
        Case { after, wins: None, loses: None, value: None }
    }
}

/// The position after an action.
fn after<P: Position>(position: &P, action: &P::Action) -> P {
    let mut after = position.clone();
    after.apply_unchecked(&Step::Action(action.clone()));
    after
}
