//! Pips of dice and tiles.

use crate::shape::{Colour, Point, Shape};

/// The places of pips on a square face, in steps from its middle; none for 0 and beyond 9.
fn places(pips: u8) -> &'static [(i8, i8)] {
    match pips {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
        7 => &[(-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)],
        8 => &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
        9 => &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)],
        _ => &[],
    }
}

/// The pips of a face of the given half side; `level` turns them by a quarter.
pub(crate) fn shapes(
    pips: u8,
    centre: Point,
    half: f32,
    level: bool,
    size: f32,
    colour: Colour,
) -> Vec<Shape> {
    let step = half * 0.54;
    let disc = |&(x, y): &(i8, i8)| {
        let (x, y) = if level { (y, -x) } else { (x, y) };
        let centre = centre.by(f32::from(x) * step, f32::from(y) * step);
        Shape::Disc { centre, radius: half * size, colour }
    };
    places(pips).iter().map(disc).collect()
}
