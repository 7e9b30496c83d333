//! The best line from a position.

use super::{FIRST_SHARE, Solver, Value, after};
use crate::game::{Actor, Outcome, Position, Seat};

/// The best actions of both sides from a position on, as far as is known.
#[derive(Clone, Debug)]
pub struct Line<P: Position> {
    /// The actions, each with the position before it.
    pub actions: Vec<(P, P::Action)>,
    /// How the game ends so; `None` if the line could not be followed to the end within the
    /// limits, or the value of the position is not known.
    pub end: Option<Outcome>,
}

/// What the one to act looks for.
#[derive(Clone, Copy)]
struct Aim {
    /// The claim that this seat wins.
    goal: Seat,
    /// Whether it should stand after the action.
    stands: bool,
    /// Whether one such action is enough; if not, it stands or falls after each of them.
    any: bool,
}

impl<P: Position> Solver<P> {
    /// The line from a position of that value (for whoever acts there): who wins takes the
    /// shortest way that the proof knows, who loses the longest one, who draws any. What the
    /// table has lost is searched again, within so many nodes.
    pub fn line(&mut self, position: &P, value: Value, nodes: u64) -> Line<P> {
        let mut line = Line { actions: Vec::new(), end: None };
        let last = self.search.nodes.saturating_add(nodes);
        let Actor::Player(first) = position.actor() else {
            line.end = position.outcome();
            return line;
        };
        let winner = match value {
            Value::Win => Some(first),
            Value::Loss => Some(first.opponent()),
            Value::Draw => None,
            Value::Unknown => return line,
        };
        let mut position = position.clone();
        while let Actor::Player(seat) = position.actor() {
            if line.actions.iter().any(|(before, _)| *before == position) {
                return line;
            }
            let aim = self.aim(first, winner, seat);
            let mut actions = Vec::new();
            position.legal(&mut actions);
            let cases: Vec<P> = actions.iter().map(|action| after(&position, action)).collect();
            let Some(chosen) = self.choose(&cases, aim, last) else { return line };
            let after = cases.into_iter().nth(chosen);
            let (Some(after), action) = (after, actions.swap_remove(chosen)) else { return line };
            line.actions.push((std::mem::replace(&mut position, after), action));
        }
        line.end = position.outcome();
        line
    }

    /// What `seat` looks for, if that one is to win.
    fn aim(&self, first: Seat, winner: Option<Seat>, seat: Seat) -> Aim {
        let Some(winner) = winner else {
            // Not to lose is enough, for the opponent does not either.
            return Aim { goal: seat.opponent(), stands: false, any: true };
        };
        // The claim that was looked at first says it all, if nothing was ever met but wins.
        let goal = if self.is_certain() { first } else { winner };
        Aim { goal, stands: goal == winner, any: seat == winner }
    }

    /// Which of the positions after an action is best, if that can be found out.
    fn choose(&mut self, cases: &[P], aim: Aim, last: u64) -> Option<usize> {
        let mut share = FIRST_SHARE;
        // A look into the table comes first.
        let mut nodes = 0;
        loop {
            let mut lengths = Vec::new();
            let mut open = false;
            for (at, case) in cases.iter().enumerate() {
                let left = last - self.search.nodes;
                let numbers = self.search.prove(case, aim.goal, nodes.min(left));
                match numbers.verdict() {
                    Some(stands) if stands == aim.stands => lengths.push((numbers.length, at)),
                    Some(_) => {}
                    None => open = true,
                }
                if nodes > 0 && aim.any && !lengths.is_empty() {
                    break;
                }
            }
            let best = if aim.any {
                lengths.iter().min()
            } else {
                lengths.iter().rev().max_by_key(|(length, _)| *length).filter(|_| !open)
            };
            if let Some((_, at)) = best {
                return Some(*at);
            }
            if !open || self.search.nodes >= last {
                return None;
            }
            nodes = share;
            share *= 2;
        }
    }
}
