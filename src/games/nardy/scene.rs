//! How boards of the family look, as far as they look alike.

use super::{
    due::Due,
    movement::{Movement, Turn},
    point::{POINTS, Point},
    roll::Dice,
};
use crate::{
    game::{BySeat, Position, Seat, StepOf},
    games::erased::View,
};
use kosti_render::{Board, Die, Hop, Nardy, Place, Scene};

pub(super) use crate::games::scene::side;

/// Points in a row of a diagram.
const ROW: u8 = POINTS / 2;
/// Points of a row on one side of the bar.
const LEAF: u8 = ROW / 2;
/// Signs that a point of a diagram takes.
const CELL: usize = 3;

pub(super) const fn place(point: Point) -> Place {
    Place::Point(point.number())
}

/// The whole picture: the board, and a strip for each seat with its checkers that are left,
/// which is to roll or to play.
pub(super) fn framed(view: &View, due: Due, nardy: Nardy, stock: impl Fn(Seat) -> u8) -> Scene {
    let strip =
        |seat| crate::games::scene::strip(view, seat, stock(seat).into(), due.seat() == Some(seat));
    Scene {
        board: Board::Nardy(Box::new(nardy)),
        orientation: crate::games::scene::orientation(view),
        strips: Seat::ALL.map(strip),
    }
}

/// The dice to play, or else those that were played last.
pub(super) fn shown_dice<P: Position>(
    now: &P,
    since: &[(P, StepOf<P>)],
    to_play: impl Fn(&P) -> Option<(Seat, Dice)>,
) -> Vec<Die> {
    let shown = |position, used| {
        to_play(position).map_or_else(Vec::new, |(seat, left)| dice(seat, left, used))
    };
    match since.last() {
        Some((before, _)) if to_play(now).is_none() => shown(before, true),
        _ => shown(now, false),
    }
}

/// The dice of a seat, all of them played or none.
fn dice(seat: Seat, dice: Dice, used: bool) -> Vec<Die> {
    let mut left = dice;
    let mut shown = Vec::new();
    while let Some((kind, pips)) = left.kinds().next() {
        shown.push(Die { side: side(seat), pips, used });
        left = left.without(kind);
    }
    shown
}

/// The movements of a seat's turn.
pub(super) fn hops(seat: Seat, turn: &Turn) -> Vec<Hop> {
    let hop = |movement: &Movement| Hop {
        from: place(movement.from),
        to: movement.to.map_or(Place::Off(side(seat)), place),
    };
    turn.movements().iter().map(hop).collect()
}

/// The board as signs: the head of the side below is in the upper right corner and its home in
/// the lower right one, as in the pictures. What stands on a point takes three signs at most.
pub(super) fn diagram(
    view: &View,
    due: Due,
    off: BySeat<u8>,
    stack: impl Fn(Point) -> String,
) -> String {
    let row = |steps: &dyn Fn(u8) -> u8, cell: &dyn Fn(Point) -> String| {
        let mut line = String::new();
        for column in 0..ROW {
            let point = Point::on_path(view.below, steps(column));
            let bar = if column == LEAF { " " } else { "" };
            line.push_str(&format!("{bar}{:>CELL$}", cell(point)));
        }
        line
    };
    let number = |point: Point| point.to_string();
    let upper = |column: u8| ROW - 1 - column;
    let lower = |column: u8| ROW + column;
    let counts = Seat::ALL.map(|seat| format!("{}{}", sign(seat), off[seat]));
    let roll = match due {
        Due::Turn(seat, roll) => format!("  {} {roll}", sign(seat)),
        Due::Choice(_) | Due::Roll(_) | Due::Over(_) => String::new(),
    };
    [
        row(&upper, &number),
        row(&upper, &stack),
        row(&lower, &stack),
        row(&lower, &number),
        format!("off {}{roll}", counts.join(" ")),
    ]
    .join("\n")
}

pub(super) const fn sign(seat: Seat) -> char {
    match seat {
        Seat::First => '○',
        Seat::Second => '●',
    }
}
