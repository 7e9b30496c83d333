//! How a position looks.

use super::{
    action::{Action, Place},
    branch::{Branch, Chain},
    hand::{Hand, tiles_text},
    rules::{Due, Sausage},
    tile::{Tile, Tiles},
};
use crate::{
    game::{Actor, Position, Seat, Step, StepOf},
    games::{
        erased::{Drawn, View},
        scene::{orientation, strip},
    },
};
use kosti_render::{Board, Laid, Scene, Table};

/// Tiles in a line of a diagram: a telephone shows no more without folding it.
const LINE: usize = 7;

impl Drawn for Sausage {
    /// The rulebook's worked example: 4-3 threatens to cut nine tiles.
    const EXAMPLE: Option<&'static str> = Some(
        "u 0-3 3-3 3-6 6-4 4-1 / l 0-6 6-2 2-1 1-3 3-2 / \
         a 5-1 5-0 4-3 4-2 2-2 2-0 1-1 1-0 / b 6-6 6-5 6-1 5-5 5-4 5-3 5-2 4-4 4-0 / b",
    );

    fn scene(&self, view: &View, since: &[(Self, StepOf<Self>)]) -> Scene {
        let branch = |branch| {
            let tile = |(inner, outer)| kosti_render::Tile { inner, outer };
            self.branches.of(branch).halves().map(tile).collect()
        };
        let table = Table {
            soap: self.soap_is_laid(),
            upper: branch(Branch::Upper),
            lower: branch(Branch::Lower),
            hands: self.hands.0.map(hand),
            threats: if view.legend { self.threats() } else { Vec::new() },
            cut: self.cut(),
            last: last_laid(since),
        };
        Scene {
            board: Board::Table(table),
            orientation: orientation(view),
            strips: Seat::ALL.map(|seat| {
                let acts = self.actor() == Actor::Player(seat);
                strip(view, seat, self.hands[seat].len(), acts)
            }),
        }
    }

    /// The branches one below the other, their equal joints too, between the hands.
    fn diagram(&self, view: &View) -> String {
        let mut lines = self.hand_lines(view.below.opponent());
        lines.push(String::new());
        lines.extend(self.branch_lines());
        if let Due::Nothing(_, tile) = self.due {
            lines.push(format!("x {tile}"));
        }
        lines.push(String::new());
        lines.extend(self.hand_lines(view.below));
        lines.join("\n")
    }
}

impl Sausage {
    /// The joints at which somebody could cut, as far as the reader can know.
    fn threats(&self) -> Vec<u8> {
        let held = self.possibly_held();
        let over = self.actor() == Actor::Over;
        let threatened = self.cuts().filter(|(_, tile)| !over && held.contains(*tile));
        threatened.map(|(joint, _)| joint).collect()
    }

    /// The tile that has cut, where it cuts off the most.
    fn cut(&self) -> Option<kosti_render::Cut> {
        let Due::Nothing(_, tile) = self.due else { return None };
        let (joint, _) = self.cuts().filter(|(_, bridge)| *bridge == tile).last()?;
        let value = |branch| self.branches.of(branch).joint(joint.into());
        let inner = value(Branch::Upper)?;
        let outer = value(Branch::Lower)?;
        Some(kosti_render::Cut { joint, tile: kosti_render::Tile { inner, outer } })
    }

    fn hand_lines(&self, seat: Seat) -> Vec<String> {
        let name = Self::FACTS.seats[seat].to_uppercase();
        match self.hands[seat] {
            Hand::Seen(tiles) if !tiles.is_empty() => {
                let falling: Vec<Tile> = tiles.iter().rev().collect();
                let parts = falling.chunks(LINE).enumerate();
                let line = |(at, part): (usize, &[Tile])| {
                    let part: Tiles = part.iter().copied().collect();
                    format!("{} {}", if at == 0 { name.as_str() } else { " " }, tiles_text(part))
                };
                parts.map(line).collect()
            }
            hand => vec![format!("{name} {hand}")],
        }
    }

    fn branch_lines(&self) -> Vec<String> {
        let [upper, lower] = Branch::ALL.map(|branch| self.branches.of(branch));
        let longest = upper.len().max(lower.len());
        if longest == 0 {
            let soap = if self.soap_is_laid() { Tile::SOAP.to_string() } else { String::new() };
            return vec![
                "u -".to_owned(),
                format!("  {soap}").trim_end().to_owned(),
                "l -".to_owned(),
            ];
        }
        let mut lines = Vec::new();
        for begin in (0..longest).step_by(LINE) {
            let end = longest.min(begin + LINE);
            // The number of a joint stands above the outer half.
            let joints: String = (begin..end).map(|at| format!("{:>4}", at + 1)).collect();
            lines.push(format!(" {joints}"));
            for branch in Branch::ALL {
                lines.extend(branch_line(branch, self.branches.of(branch), begin, end));
            }
        }
        lines
    }
}

/// A part of a branch; none where the branch has ended before it.
fn branch_line(branch: Branch, chain: &Chain, begin: usize, end: usize) -> Option<String> {
    let tiles = chain.halves().take(end).skip(begin);
    let tiles: Vec<String> = tiles.map(|(inner, outer)| format!("{inner}-{outer}")).collect();
    let letter = branch.letter();
    match (tiles.is_empty(), begin) {
        (true, 0) => Some(format!("{letter} -")),
        (true, _) => None,
        (false, _) => Some(format!("{letter} {}", tiles.join(" "))),
    }
}

fn hand(hand: Hand) -> kosti_render::Hand {
    match hand {
        Hand::Seen(tiles) => {
            let tile = |tile: Tile| kosti_render::Tile { inner: tile.high(), outer: tile.low() };
            kosti_render::Hand::Open(tiles.iter().rev().map(tile).collect())
        }
        Hand::Hidden(count) => kosti_render::Hand::Closed(u8::try_from(count).unwrap_or(u8::MAX)),
    }
}

/// The tile laid last, forced passes behind it or not; one that has cut is shown as that.
fn last_laid(since: &[(Sausage, StepOf<Sausage>)]) -> Option<Laid> {
    let (before, step) =
        since.iter().rev().find(|(_, step)| *step != Step::Action(Action::Pass))?;
    let Step::Action(action) = step else { return None };
    let (branch, at) = match *action {
        Action::Soap => return Some(Laid::Soap),
        Action::Lay(_, Place::End(branch)) => (branch, before.branches.of(branch).len()),
        Action::Lay(_, Place::Joint(branch, joint)) => (branch, joint.into()),
        Action::Lay(_, Place::Cut) | Action::Pass => return None,
    };
    let branch = match branch {
        Branch::Upper => kosti_render::Branch::Upper,
        Branch::Lower => kosti_render::Branch::Lower,
    };
    u8::try_from(at + 1).ok().map(|at| Laid::Tile(branch, at))
}
