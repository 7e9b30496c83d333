//! Actions composed of the squares that a checker passes: its origin, then its landings.

use crate::game::Position;

/// The squares that continue a prefix of a legal action's path, in the order of their names.
pub(super) fn next<P: Position, S: Copy + Ord>(
    position: &P,
    path: fn(&P::Action) -> &[S],
    prefix: &[S],
) -> Vec<S> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let mut squares: Vec<S> = legal
        .iter()
        .map(path)
        .filter(|path| path.starts_with(prefix))
        .filter_map(|path| path.get(prefix.len()).copied())
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The legal action of that path.
pub(super) fn composed<P: Position, S: PartialEq>(
    position: &P,
    path: fn(&P::Action) -> &[S],
    sequence: &[S],
) -> Option<P::Action> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    legal.into_iter().find(|action| path(action) == sequence)
}
