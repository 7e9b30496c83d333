//! What players of every game of the family have words for.

use super::{
    board::{Checkers, Points},
    point::{POINTS, Point},
};
use crate::game::{Message, Position, Seat};

/// A sentence about a side of the game `P`.
pub(super) fn about<P: Position>(seat: Seat, id: &'static str) -> Message {
    let side = Message::new(format!("{}-{}", P::FACTS.key, P::FACTS.seats[seat]));
    Message::new(id).with("side", side)
}

/// A sentence about points of a side; `None` where there are none.
pub(super) fn about_points<P: Position>(
    seat: Seat,
    id: &'static str,
    points: Points,
) -> Option<Message> {
    let about = || about::<P>(seat, id).with("points", listed(seat, points));
    (!points.is_empty()).then(about)
}

/// Points of a side's path, in its order.
pub(super) fn listed(seat: Seat, points: Points) -> String {
    let texts: Vec<String> = points.map(|steps| Point::on_path(seat, steps).to_string()).collect();
    texts.join(", ")
}

/// The same with what lies in a row together: `9–11, 13`.
pub(super) fn ranges(seat: Seat, points: Points) -> String {
    let mut texts = Vec::new();
    let mut rest = points;
    while let Some(first) = rest.first() {
        let last = (first..POINTS).take_while(|steps| points.contains(*steps)).last();
        let last = last.unwrap_or(first);
        rest = (first..=last).fold(rest, Points::without);
        let [from, to] = [first, last].map(|steps| Point::on_path(seat, steps));
        texts.push(match last - first {
            0 => from.to_string(),
            1 => format!("{from}, {to}"),
            _ => format!("{from}–{to}"),
        });
    }
    texts.join(", ")
}

/// The longest row of points in which any of `among` lies, as the enemy passes them: "White's 20
/// to 24 and 1 are a run of six (Black passes them in a row), White's 10 to 15 are not"
/// (shemshesh).
pub(super) fn longest_row(points: Points, among: Points) -> u32 {
    let passed = points.other_side();
    among.other_side().map(|at| passed.run(at)).max().unwrap_or(0)
}

/// The pips that checkers on these points have to go to the end of their path.
pub(super) fn pips(checkers: Checkers, points: Points) -> u32 {
    points.map(|steps| u32::from(checkers.on(steps)) * u32::from(POINTS - steps)).sum()
}

/// The pips of both sides, and how many of each are off.
pub(super) fn tally(id: &'static str, pips: [u32; 2], off: [u8; 2]) -> Message {
    let [white, black] = pips;
    let [off_white, off_black] = off.map(u32::from);
    Message::new(id)
        .with("white", white)
        .with("black", black)
        .with("off", off_white + off_black)
        .with("off_white", off_white)
        .with("off_black", off_black)
}
