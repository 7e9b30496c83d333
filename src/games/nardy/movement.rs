//! Movements, turns, and the order of their texts.

use super::point::{POINTS, Point};
use arrayvec::ArrayVec;
use std::fmt;

/// The most movements of a turn: those of a double.
const MOST: usize = 4;
/// Bits of a movement's place in the order.
const BITS: u32 = 16;
/// Stands behind every number of a point.
const OFF: &str = "off";

/// What one die does: a checker goes from a point to another one or off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// Where it begins.
    pub from: Point,
    /// Where it lands; `None` when it leaves the board.
    pub to: Option<Point>,
}

impl fmt::Display for Movement {
    /// "movements `from-to`, with `off` for leaving"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) => write!(f, "{}-{to}", self.from),
            None => write!(f, "{}-{OFF}", self.from),
        }
    }
}

/// A whole turn: its movements in the order played, one for each die; none is a pass.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turn {
    movements: ArrayVec<Movement, MOST>,
}

impl Turn {
    /// The movements in the order played.
    #[must_use]
    pub fn movements(&self) -> &[Movement] {
        &self.movements
    }
}

impl fmt::Display for Turn {
    /// "The canonical text spells every movement out, one `from-to` a die"; "`pass` when
    /// nothing can move"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.movements.is_empty() {
            return f.write_str("pass");
        }
        for (at, movement) in self.movements.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            write!(f, "{space}{movement}")?;
        }
        Ok(())
    }
}

/// Movements in a number that sorts as their text does, byte by byte.
///
/// A text that goes on stands behind the one that it begins with, and no movement's text is
/// the beginning of another one's in a way that would matter: what follows is a space, which
/// comes before every sign of a movement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Line(u64);

impl Line {
    /// The line with one more movement, its `at`-th, from 0.
    pub(super) fn with(self, at: u8, movement: Movement) -> Self {
        let shift = BITS * (MOST as u32 - 1 - u32::from(at));
        Line(self.0 | u64::from(order(movement)) << shift)
    }

    /// Its movements.
    pub(super) fn turn(self) -> Turn {
        let movements = (0..MOST as u32).rev().map_while(|at| {
            let order = (self.0 >> (BITS * at)) as u16;
            let (from, to) = (order >> 8, order as u8);
            let from = BY_TEXT.get(usize::from(from).checked_sub(1)?).copied()?;
            let to = BY_TEXT.get(usize::from(to - 1)).copied();
            Some(Movement { from: Point::new(from)?, to: to.and_then(Point::new) })
        });
        Turn { movements: movements.collect() }
    }
}

/// The numbers of the points as their texts sort. (`-` and a space come before digits.)
const BY_TEXT: [u8; POINTS as usize] =
    [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 2, 20, 21, 22, 23, 24, 3, 4, 5, 6, 7, 8, 9];

/// The place of each point in [`BY_TEXT`], from 1.
const PLACES: [u8; POINTS as usize] = {
    let mut places = [0; POINTS as usize];
    let mut at = 0;
    while at < BY_TEXT.len() {
        places[BY_TEXT[at] as usize - 1] = at as u8 + 1;
        at += 1;
    }
    places
};

/// The place of a movement among all of them by their texts; never 0.
pub(super) fn order(movement: Movement) -> u16 {
    let place = |point: Point| PLACES[usize::from(point.number()) - 1];
    // `off` comes behind all digits.
    let to = movement.to.map_or(POINTS + 1, place);
    u16::from(place(movement.from)) << 8 | u16::from(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;

    fn movements() -> Vec<Movement> {
        let all = Seat::ALL.into_iter().flat_map(|seat| {
            (0..POINTS).flat_map(move |from| {
                (1..=6).map(move |die| Movement {
                    from: Point::on_path(seat, from),
                    to: (from + die < POINTS).then(|| Point::on_path(seat, from + die)),
                })
            })
        });
        all.collect()
    }

    #[test]
    fn lines_sort_as_their_texts_do() {
        let all = movements();
        let lines: Vec<Line> = (0..40_000)
            .map(|number| {
                let movements =
                    (0..1 + number % 4).map(|at| all[(number * 37 + at * 91) % all.len()]);
                (0..).zip(movements).fold(Line::default(), |line, (at, one)| line.with(at, one))
            })
            .collect();
        for pair in lines.windows(2) {
            let texts = [pair[0].turn().to_string(), pair[1].turn().to_string()];
            assert_eq!(
                pair[0].cmp(&pair[1]),
                texts[0].as_bytes().cmp(texts[1].as_bytes()),
                "{texts:?}"
            );
        }
        for one in &all {
            for other in &all {
                let texts = [one, other].map(Movement::to_string);
                assert_eq!(order(*one).cmp(&order(*other)), texts[0].cmp(&texts[1]), "{texts:?}");
            }
        }
    }

    #[test]
    fn a_line_gives_its_movements_back() {
        assert_eq!(Line::default().turn().to_string(), "pass");
        for (at, one) in movements().into_iter().enumerate() {
            let count = at as u8 % 4 + 1;
            let line = (0..count).fold(Line::default(), |line, at| line.with(at, one));
            assert_eq!(line.turn().movements(), vec![one; usize::from(count)]);
        }
    }
}
