//! Captures: a stone steps onto an adjacent enemy that it beats, and on while it can.

use super::{
    action::{Action, Manner, Named, Path},
    board::{DIAGONALS, GOALS, Square, Squares},
    rules::Ashtarashki,
    stone::Stone,
};

impl Ashtarashki {
    /// Every capture with its whole chain, ordered by the texts; equal results are not merged.
    pub(super) fn captures(&self, out: &mut Vec<Action>) {
        for stone in Stone::CAPTURERS {
            let prey = self.prey(stone);
            if prey.is_empty() {
                continue;
            }
            for from in self.army(self.to_move)[stone.index()].intersection(beside(prey)) {
                let mut path = Path::new();
                path.push(from);
                self.extend(stone, prey, &mut path, out);
            }
        }
        if out.len() > 1 {
            name_origins(out);
            out.sort_unstable_by(Action::compare_captures);
        }
    }

    /// Whether the side to move has a capture.
    pub(super) fn can_capture(&self) -> bool {
        Stone::CAPTURERS.into_iter().any(|stone| {
            let capturers = self.army(self.to_move)[stone.index()];
            !capturers.intersection(beside(self.prey(stone))).is_empty()
        })
    }

    /// The enemies that such a stone of the side to move takes.
    pub(super) fn prey(&self, stone: Stone) -> Squares {
        let enemy = self.army(self.to_move.opponent());
        stone.prey().iter().fold(Squares::EMPTY, |prey, kind| prey.union(enemy[kind.index()]))
    }

    /// Adds every finished capture that continues this path.
    fn extend(&self, stone: Stone, prey: Squares, path: &mut Path, out: &mut Vec<Action>) {
        let at = path[path.len() - 1];
        let mut ended = true;
        // "on its last rank it stops"
        if path.len() == 1 || !GOALS[self.to_move].contains(at) {
            for to in adjacent(at).filter(|to| prey.contains(*to)) {
                ended = false;
                // Each hop takes one of at most 12 enemies, so the path has room.
                if path.try_push(to).is_ok() {
                    self.extend(stone, prey.without(to), path, out);
                    path.pop();
                }
            }
        }
        // "The same stone goes on capturing as long as it can"
        if ended && path.len() > 1 {
            let (manner, named) = (Manner::Capture, Named::Not);
            out.push(Action { stone, manner, named, path: path.clone() });
        }
    }
}

/// The diagonal neighbours of a square.
pub(super) fn adjacent(at: Square) -> impl Iterator<Item = Square> {
    DIAGONALS.into_iter().filter_map(move |(files, ranks)| at.offset(files, ranks))
}

/// The squares beside those of a set.
fn beside(squares: Squares) -> Squares {
    DIAGONALS
        .into_iter()
        .fold(Squares::EMPTY, |found, (files, ranks)| found.union(squares.origins(files, ranks)))
}

/// "When the texts of two stones, suffix included, would be the same, each names its origin: its
/// file ... or its whole square if another of those stones stands on that file".
fn name_origins(captures: &mut [Action]) {
    captures.sort_unstable_by(Action::compare_captures);
    let same = |one: &Action, other: &Action| {
        one.stone == other.stone && one.landings() == other.landings()
    };
    for run in captures.chunk_by_mut(same).filter(|run| run.len() > 1) {
        let origins: Vec<Square> = run.iter().map(Action::origin).collect();
        for action in run {
            let from = action.origin();
            let on_file = origins.iter().filter(|other| other.file() == from.file()).count();
            action.named = if on_file > 1 { Named::Square } else { Named::File };
        }
    }
}
