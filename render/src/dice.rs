//! Dice.

use crate::{
    palette::Palette,
    pips,
    scene::Die,
    shape::{Frame, Point, Shape},
};

/// Shares of half the side.
const CORNER: f32 = 0.34;
const LINE: f32 = 0.07;
const PIP: f32 = 0.19;
const SUNK: f32 = 0.9;

/// A die of the given half side.
pub(crate) fn shapes(die: Die, centre: Point, half: f32, palette: &Palette) -> Vec<Shape> {
    let mut colours = palette.stone(die.side);
    let mut half = half;
    if die.used {
        // Sunk into the leaf it lies on.
        half *= SUNK;
        for colour in [&mut colours.fill, &mut colours.edge, &mut colours.ink] {
            *colour = colour.mix(palette.field, 0.62);
        }
    }
    let outline = |by: f32, colour| {
        Shape::rounded(&Frame::around(centre, half - by).corners(), half * CORNER - by, colour)
    };
    let mut shapes = vec![outline(0.0, colours.edge), outline(half * LINE, colours.fill)];
    shapes.extend(pips::shapes(die.pips, centre, half, false, PIP, colours.ink));
    shapes
}
