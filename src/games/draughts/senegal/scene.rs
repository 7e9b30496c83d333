//! How a position looks.

use super::{
    board::{FILES, RANKS, Square},
    rules::{Action, Senegal},
};
use crate::{
    game::{Actor, BySeat, Position, Seat, Step},
    games::{
        draughts::scene::{field, order, orientation, side, strip},
        erased::{Drawn, View},
    },
};
use kosti_render::{Board, Field, Grid, Mark, Scene, Stone};

impl Drawn for Senegal {
    fn scene(&self, view: &View, since: &[(Self, Step<Action, Self::Chance>)]) -> Scene {
        let stones = Seat::ALL
            .into_iter()
            .flat_map(|seat| {
                let side = side(seat);
                self.checkers[seat].map(move |square| Stone { at: field(square), side })
            })
            .collect();
        let last = match since.last() {
            Some((before, Step::Action(action))) => Some((before, action)),
            _ => None,
        };
        let trail = last.map_or_else(Vec::new, |(_, action)| {
            action.path().iter().copied().map(field).collect()
        });
        let marks = last.map_or_else(Vec::new, |(before, action)| marks(before, action));
        Scene {
            board: Board::Grid(Grid { files: FILES, ranks: RANKS, stones, trail, marks }),
            orientation: orientation(view),
            strips: Seat::ALL.map(|seat| {
                strip(view, seat, self.checkers[seat].len(), self.actor() == Actor::Player(seat))
            }),
        }
    }

    fn diagram(&self, view: &View) -> String {
        let signs = BySeat::new('○', '●');
        let files = order(FILES, view.below);
        let mut text = String::new();
        for rank in order(RANKS, view.below).into_iter().rev() {
            text.push_str(&(rank + 1).to_string());
            for square in files.iter().filter_map(|file| Square::new(*file, rank)) {
                let seat = Seat::ALL.into_iter().find(|seat| self.checkers[*seat].contains(square));
                text.push(' ');
                text.push(seat.map_or('·', |seat| signs[seat]));
            }
            text.push('\n');
        }
        text.push(' ');
        for file in files {
            text.extend([' ', (b'a' + file) as char]);
        }
        text
    }
}

/// What the action took, and where a checker left the board.
fn marks(before: &Senegal, action: &Action) -> Vec<(Field, Mark)> {
    let mut marks: Vec<(Field, Mark)> =
        action.captured().map(|square| (field(square), Mark::Captured)).collect();
    if action.landing().rank() == before.last_rank_of(action.origin()) {
        marks.push((field(action.landing()), Mark::Left));
    }
    marks
}
