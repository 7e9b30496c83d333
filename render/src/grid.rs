//! Grids: rectangular boards of fields, their stones and the last action on them.

use crate::{
    fields::{self, Fields},
    palette::Palette,
    scene::{Field, Grid, Orientation},
    shape::{Frame, Point, Shape},
    stone,
    trail::Trail,
};

/// Size of the picture in pixels.
pub(crate) const WIDTH: u32 = 1024;
pub(crate) const HEIGHT: u32 = 1120;

pub(crate) const STRIP_ABOVE: Frame = Frame { left: 56.0, top: 24.0, right: 968.0, bottom: 128.0 };
pub(crate) const STRIP_BELOW: Frame =
    Frame { left: 56.0, top: 992.0, right: 968.0, bottom: 1096.0 };

/// The room for the board with its rim.
const ROOM: Frame = Frame { left: 56.0, top: 152.0, right: 968.0, bottom: 916.0 };

/// Shares of a field's width.
const STONE_RADIUS: f32 = 0.385;
const SHADOW_DROP: f32 = 0.035;
const SHADOW_BLUR: f32 = 0.07;
const POINT_RADIUS: f32 = 0.045;
const GRID_WIDTH: f32 = 0.022;

/// What is the same in all pictures of a board of this size and orientation.
pub(crate) fn ground(grid: &Grid, orientation: Orientation, palette: &Palette) -> Vec<Shape> {
    let Some(fields) = fields(grid, orientation) else { return Vec::new() };
    let mut shapes = fields::rim(&fields, palette);
    shapes.extend(links(&fields, palette));
    shapes.extend(fields::coordinates(&fields, palette));
    shapes
}

/// What changes from picture to picture.
pub(crate) fn pieces(grid: &Grid, orientation: Orientation, palette: &Palette) -> Vec<Shape> {
    let Some(fields) = fields(grid, orientation) else { return Vec::new() };
    let trail = Trail {
        way: &grid.trail,
        marks: &grid.marks,
        stones: grid.stones.iter().map(|stone| stone.at).collect(),
        stone_radius: STONE_RADIUS,
    };
    let mut shapes = trail.under(&fields, palette);
    shapes.extend(stones(grid, &fields, palette));
    shapes.extend(trail.over(&fields, palette));
    shapes
}

fn fields(grid: &Grid, orientation: Orientation) -> Option<Fields> {
    Fields::fitted((grid.files, grid.ranks), orientation, ROOM)
}

/// The points in the middles of the fields, and the lines that link them.
fn links(fields: &Fields, palette: &Palette) -> Vec<Shape> {
    let (files, ranks) = (fields.files, fields.ranks);
    let link = |one: Field, other: Field| Shape::Line {
        points: vec![fields.middle(one), fields.middle(other)],
        width: fields.share(GRID_WIDTH),
        colour: palette.grid,
    };
    let upright =
        (0..files).map(|file| link(Field { file, rank: 0 }, Field { file, rank: ranks - 1 }));
    let level =
        (0..ranks).map(|rank| link(Field { file: 0, rank }, Field { file: files - 1, rank }));
    let points = (0..files).flat_map(|file| {
        (0..ranks).map(move |rank| Shape::Disc {
            centre: fields.middle(Field { file, rank }),
            radius: fields.share(POINT_RADIUS),
            colour: palette.grid,
        })
    });
    upright.chain(level).chain(points).collect()
}

fn stones(grid: &Grid, fields: &Fields, palette: &Palette) -> Vec<Shape> {
    let radius = fields.share(STONE_RADIUS);
    let standing = || grid.stones.iter().filter(|stone| fields.holds(stone.at));
    let mut shapes = Vec::new();
    if let Some(colour) = palette.shadow {
        shapes.extend(standing().map(|stone| Shape::Shadow {
            centre: fields.middle(stone.at).by(0.0, fields.share(SHADOW_DROP)),
            radius,
            blur: fields.share(SHADOW_BLUR),
            colour,
        }));
    }
    shapes.extend(standing().map(|stone| {
        let disc = stone::ringed(Point::ORIGIN, radius, palette.stone(stone.side));
        Shape::piece(fields.middle(stone.at), radius, disc)
    }));
    shapes
}
