//! Minimax, as plain as it can be.

use kosti::game::{Actor, Position, Seat, Step, Value};

/// The value of each action; `None` where that takes more positions than are `left`.
pub fn values<P: Position>(position: &P, left: &mut u32) -> Option<Vec<(P::Action, Value)>> {
    let Actor::Player(seat) = position.actor() else { return None };
    let mut legal = Vec::new();
    position.legal(&mut legal);
    legal
        .into_iter()
        .map(|action| {
            let mut after = position.clone();
            after.apply_unchecked(&Step::Action(action.clone()));
            let value = match winner(&after, left)? {
                Some(by) if by == seat => Value::Win,
                Some(_) => Value::Loss,
                None => Value::Draw,
            };
            Some((action, value))
        })
        .collect()
}

/// Who wins, if both play as well as can be; `None` where that takes more positions than are
/// `left`.
pub fn winner<P: Position>(position: &P, left: &mut u32) -> Option<Option<Seat>> {
    *left = left.checked_sub(1)?;
    let Actor::Player(seat) = position.actor() else {
        return Some(position.outcome().expect("an outcome").winner);
    };
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let mut found = Some(seat.opponent());
    for action in legal {
        let mut after = position.clone();
        after.apply_unchecked(&Step::Action(action));
        match winner(&after, left)? {
            Some(by) if by == seat => return Some(Some(seat)),
            Some(_) => {}
            None => found = None,
        }
    }
    Some(found)
}
