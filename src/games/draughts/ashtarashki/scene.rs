//! How a position looks.

use super::{
    action::{Action, Manner},
    board::{SIDE, Square, is_dark},
    rules::Ashtarashki,
    stone::Stone,
};
use crate::{
    game::{Actor, BySeat, Position, Seat, Step},
    games::{
        draughts::scene::{field, order, orientation, side, strip},
        erased::{Drawn, View},
    },
};
use kosti_render::{Board, Field, Man, Mark, Scene, Squares, Standing};

/// "3 takes 2, 2 takes 1, 1 takes 3"
const RING: [u8; 3] = [3, 2, 1];

impl Drawn for Ashtarashki {
    fn scene(&self, view: &View, since: &[(Self, Step<Action, Self::Chance>)]) -> Scene {
        let men = Seat::ALL.into_iter().flat_map(|seat| {
            Stone::ALL.into_iter().flat_map(move |stone| {
                let standing = standing(stone);
                self.army(seat)[stone.index()].map(move |square| Man {
                    at: field(square),
                    side: side(seat),
                    standing,
                })
            })
        });
        let last = match since.last() {
            Some((_, Step::Action(action))) => Some(action),
            _ => None,
        };
        let trail =
            last.map_or_else(Vec::new, |action| action.path().iter().copied().map(field).collect());
        Scene {
            board: Board::Squares(Squares {
                files: SIDE,
                ranks: SIDE,
                men: men.collect(),
                trail,
                marks: last.map_or_else(Vec::new, marks),
                ring: if view.legend { RING.to_vec() } else { Vec::new() },
            }),
            orientation: orientation(view),
            strips: Seat::ALL.map(|seat| {
                strip(view, seat, self.stones_of(seat).len(), self.actor() == Actor::Player(seat))
            }),
        }
    }

    /// Stones stand on every second square, so each has the room of two.
    fn diagram(&self, view: &View) -> String {
        let signs = BySeat::new('○', '●');
        let files = order(SIDE, view.below);
        let mut text = String::new();
        for rank in order(SIDE, view.below).into_iter().rev() {
            let mut line = (rank + 1).to_string();
            for (column, file) in files.iter().enumerate() {
                let Some(square) = Square::new(*file, rank).filter(|square| is_dark(*square))
                else {
                    continue;
                };
                let stands = self.stone_on(square);
                let cell = stands.map_or_else(
                    || "·".to_owned(),
                    |(seat, stone)| format!("{}{stone}", signs[seat]),
                );
                // A digit and a space, then two signs a file.
                let begin = 2 + 2 * column;
                line.extend(std::iter::repeat_n(' ', begin.saturating_sub(line.chars().count())));
                line.push_str(&cell);
            }
            text.push_str(&line);
            text.push('\n');
        }
        text.push(' ');
        for file in files {
            text.extend([' ', (b'a' + file) as char]);
        }
        text
    }
}

fn standing(stone: Stone) -> Standing {
    match (stone, stone.group()) {
        (Stone::M1 | Stone::M2 | Stone::M3, Some(group)) => Standing::Full(group),
        (_, Some(group)) => Standing::Turned(group),
        (Stone::F, None) => Standing::Finished,
        (_, None) => Standing::Covered,
    }
}

/// What the action took, and whether a stone lost rights or left the board.
fn marks(action: &Action) -> Vec<(Field, Mark)> {
    match action.manner {
        Manner::Advance => Vec::new(),
        Manner::Retreat if action.is_removal() => vec![(field(action.end()), Mark::Removed)],
        Manner::Retreat => vec![(field(action.end()), Mark::Retreated)],
        Manner::Capture => {
            action.captured().map(|square| (field(square), Mark::Captured)).collect()
        }
    }
}
