//! Steps: one diagonal step to an empty square.

use super::{
    action::{Action, Manner, Named, suffix},
    board::{Square, Squares, backward, dark, forward},
    rules::Ashtarashki,
    stone::Stone,
};
use arrayvec::ArrayVec;

/// The most steps of stones of one kind: twelve W, each to four squares.
const MOST: usize = 48;

/// A step that is not written yet.
struct Draft {
    /// What follows the stone in the text, as bytes behind one another.
    text: u32,
    from: Square,
    to: Square,
    manner: Manner,
    named: Named,
}

impl Draft {
    fn new(stone: Stone, from: Square, to: Square, manner: Manner, named: Named) -> Self {
        let origin = (named != Named::Not).then_some(b'a' + from.file());
        let suffix = suffix(stone, manner).and_then(|suffix| u8::try_from(suffix).ok());
        let letters = [origin, Some(b'a' + to.file()), Some(b'1' + to.rank()), suffix];
        let written = letters.into_iter().flatten();
        let (text, _) = written.fold((0, 32), |(text, room): (u32, u32), letter| {
            (text | u32::from(letter) << (room - 8), room - 8)
        });
        Draft { text, from, to, manner, named }
    }
}

impl Ashtarashki {
    /// "one diagonal step to an empty square, forward or backward", ordered by the texts; equal
    /// results are not merged.
    pub(super) fn steps(&self, out: &mut Vec<Action>) {
        let empty = dark(self.stones().complement());
        for stone in Stone::MOVERS {
            let stones = self.army(self.to_move)[stone.index()];
            if stones.is_empty() {
                continue;
            }
            let mut drafts = ArrayVec::<Draft, MOST>::new();
            for (manner, [left, right]) in [
                (Manner::Advance, forward(self.to_move)),
                (Manner::Retreat, backward(self.to_move)),
            ] {
                // "When the texts of two stones, suffix included, would be the same": both go to
                // one square, and both forward or both backward, so from two files.
                let shared = empty
                    .intersection(stones.origins(-left.0, -left.1))
                    .intersection(stones.origins(-right.0, -right.1));
                for (files, ranks) in [left, right] {
                    for from in stones.intersection(empty.origins(files, ranks)) {
                        let Some(to) = from.offset(files, ranks) else { continue };
                        let named = if shared.contains(to) { Named::File } else { Named::Not };
                        // There is room for all that twelve stones can do.
                        let _ = drafts.try_push(Draft::new(stone, from, to, manner, named));
                    }
                }
            }
            drafts.sort_unstable_by_key(|draft| draft.text);
            out.extend(drafts.into_iter().map(|Draft { from, to, manner, named, .. }| {
                let mut path = ArrayVec::new();
                path.extend([from, to]);
                Action { stone, manner, named, path }
            }));
        }
    }

    /// Whether the side to move has a step.
    pub(super) fn can_step(&self) -> bool {
        let empty = dark(self.stones().complement());
        let army = self.army(self.to_move);
        let movers = Stone::MOVERS
            .into_iter()
            .fold(Squares::EMPTY, |movers, stone| movers.union(army[stone.index()]));
        forward(self.to_move)
            .into_iter()
            .chain(backward(self.to_move))
            .any(|(files, ranks)| !movers.intersection(empty.origins(files, ranks)).is_empty())
    }
}
