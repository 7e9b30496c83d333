//! Counting leaves of the game tree.

use super::{Actor, Position, Step};

/// The number of leaf nodes at that depth.
///
/// An action is a level; a chance is expanded over all its kinds, each counted
/// once, and is no level; games that ended earlier are not counted. `None` when a
/// chance on the way has too many kinds to list.
pub fn perft<P: Position>(position: &P, depth: u32) -> Option<u64> {
    let mut lists = Vec::new();
    lists.resize_with(depth as usize, Vec::new);
    count(position, &mut lists)
}

/// `lists` has one reusable list of actions for each level that is left.
fn count<P: Position>(position: &P, lists: &mut [Vec<P::Action>]) -> Option<u64> {
    let Some((list, deeper)) = lists.split_first_mut() else {
        return Some(1);
    };
    match position.actor() {
        Actor::Over => Some(0),
        Actor::Chance => position.chances()?.into_iter().try_fold(0, |sum, (chance, _)| {
            let mut after = position.clone();
            after.apply_unchecked(&Step::Chance(chance));
            Some(sum + count(&after, lists)?)
        }),
        Actor::Player(_) => {
            position.legal(list);
            if deeper.is_empty() {
                return Some(list.len() as u64);
            }
            list.drain(..).try_fold(0, |sum, action| {
                let mut after = position.clone();
                after.apply_unchecked(&Step::Action(action));
                Some(sum + count(&after, deeper)?)
            })
        }
    }
}
