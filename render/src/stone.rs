//! Stones: the discs that stand on boards and in strips.

use crate::{
    palette::StonePalette,
    shape::{Point, Shape},
};

/// Shares of the radius.
const LINE: f32 = 0.06;
const RINGS: [f32; 2] = [0.8, 0.5];

/// A disc with its edge, free for a number.
pub(crate) fn blank(centre: Point, radius: f32, palette: StonePalette) -> Vec<Shape> {
    // The edge lies under the fill: on top of it, a light fill would shine through its outer rim.
    vec![
        Shape::Disc { centre, radius, colour: palette.edge },
        Shape::Disc { centre, radius: radius * (1.0 - LINE), colour: palette.fill },
    ]
}

/// A disc with two rings.
pub(crate) fn ringed(centre: Point, radius: f32, palette: StonePalette) -> Vec<Shape> {
    let mut shapes = blank(centre, radius, palette);
    shapes.extend(RINGS.map(|share| Shape::Ring {
        centre,
        radius: radius * share,
        width: radius * LINE,
        colour: palette.ring,
    }));
    shapes
}
