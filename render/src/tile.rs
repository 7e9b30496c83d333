//! Domino tiles.

use crate::{
    palette::Palette,
    pips,
    scene::Tile,
    shape::{Colour, Frame, Point, Shape},
};

/// Shares of a half's width.
const INSET: f32 = 0.03;
const CORNER: f32 = 0.16;
const LINE: f32 = 0.028;
const BAR_REACH: f32 = 0.36;
const BAR_WIDTH: f32 = 0.04;
const HALO: f32 = 0.09;
const DROP: f32 = 0.05;
/// How far a tile with its shadow extends.
const REACH: f32 = 1.0 - INSET + DROP + 0.03;
const BACK_INSET: f32 = 0.14;
/// Share of half a half's width.
const PIP: f32 = 0.2;

/// Where a tile lies: its middle, the width of its halves, and whether it lies lengthwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) centre: Point,
    pub(crate) half: f32,
    pub(crate) level: bool,
}

impl Spot {
    fn outline(self, by: f32) -> Frame {
        let (long, short) = (self.half - by, self.half / 2.0 - by);
        let (x, y) = if self.level { (long, short) } else { (short, long) };
        let Point { x: middle_x, y: middle_y } = self.centre;
        Frame { left: middle_x - x, top: middle_y - y, right: middle_x + x, bottom: middle_y + y }
    }

    fn plate(self, by: f32, colour: Colour) -> Shape {
        let by = by + self.half * INSET;
        let corner = (self.half * CORNER - by).max(self.half * 0.02);
        Shape::rounded(&self.outline(by).corners(), corner, colour)
    }

    /// The place moved along the tile by so many halves.
    fn along(self, halves: f32) -> Point {
        let by = halves * self.half;
        if self.level { self.centre.by(by, 0.0) } else { self.centre.by(0.0, by) }
    }
}

/// A tile face up, its inner half at the left or above.
pub(crate) fn face(tile: Tile, spot: Spot, palette: &Palette) -> Shape {
    let Spot { centre, half, .. } = spot;
    let spot = Spot { centre: Point::ORIGIN, ..spot };
    let mut shapes = body(spot, palette.bone, palette.bone_edge, palette);
    let reach = spot.half * BAR_REACH;
    let (x, y) = if spot.level { (0.0, reach) } else { (reach, 0.0) };
    shapes.push(Shape::Line {
        points: vec![spot.centre.by(-x, -y), spot.centre.by(x, y)],
        width: spot.half * BAR_WIDTH,
        colour: palette.bone_edge,
    });
    for (pips, halves) in [(tile.inner, -0.5), (tile.outer, 0.5)] {
        let half = spot.half / 2.0 * (1.0 - 2.0 * INSET);
        let ink = palette.pip;
        shapes.extend(pips::shapes(pips, spot.along(halves), half, spot.level, PIP, ink));
    }
    Shape::piece(centre, half * REACH, shapes)
}

/// A tile face down.
pub(crate) fn back(spot: Spot, palette: &Palette) -> Shape {
    let Spot { centre, half, .. } = spot;
    let spot = Spot { centre: Point::ORIGIN, ..spot };
    let mut shapes = body(spot, palette.back, palette.back_edge, palette);
    let inset = spot.half * BACK_INSET;
    shapes.push(spot.plate(inset, palette.back_edge));
    shapes.push(spot.plate(inset + spot.half * LINE, palette.back));
    Shape::piece(centre, half * REACH, shapes)
}

/// What surrounds a tile that stands out; lies under it.
pub(crate) fn halo(spot: Spot, colour: Colour) -> Shape {
    spot.plate(-spot.half * HALO, colour)
}

fn body(spot: Spot, fill: Colour, edge: Colour, palette: &Palette) -> Vec<Shape> {
    let shadow = palette.shadow.map(|colour| {
        let centre = spot.centre.by(0.0, spot.half * DROP);
        let faint = colour.fade(colour.alpha / 2);
        let below = Spot { centre, ..spot };
        [below.plate(0.0, faint), below.plate(-spot.half * 0.02, faint)]
    });
    let mut shapes: Vec<Shape> = shadow.into_iter().flatten().collect();
    shapes.push(spot.plate(0.0, edge));
    shapes.push(spot.plate(spot.half * LINE, fill));
    shapes
}
