//! Boards of squares: men with numbers and standings, and the last action on them.

use crate::{
    arrow::Arrow,
    fields::{self, Fields},
    man,
    palette::Palette,
    scene::{Field, Orientation, Squares},
    shape::{Align, Frame, Point, Shape},
    text::Weight,
    trail::Trail,
};

/// Size of the picture in pixels.
pub(crate) const WIDTH: u32 = 1024;
pub(crate) const HEIGHT: u32 = 1120;

pub(crate) const STRIP_ABOVE: Frame = Frame { left: 100.0, top: 18.0, right: 924.0, bottom: 106.0 };
pub(crate) const STRIP_BELOW: Frame =
    Frame { left: 100.0, top: 1014.0, right: 924.0, bottom: 1102.0 };

/// The room for the board with its rim.
const ROOM: Frame = Frame { left: 56.0, top: 126.0, right: 968.0, bottom: 952.0 };

/// Shares of a field's width.
const MAN_RADIUS: f32 = 0.4;
const RING_RADIUS: f32 = 0.3;
const RING_SIZE: f32 = 0.36;
/// Most numbers that find room in the ring.
const RING_MOST: usize = 6;

/// What is the same in all pictures of a board of this size and orientation.
pub(crate) fn ground(squares: &Squares, orientation: Orientation, palette: &Palette) -> Vec<Shape> {
    let Some(fields) = fields(squares, orientation) else { return Vec::new() };
    let mut shapes = fields::rim(&fields, palette);
    let all = (0..fields.files).flat_map(|file| (0..fields.ranks).map(move |rank| (file, rank)));
    let light = all.filter(|(file, rank)| (file ^ rank) & 1 == 1);
    shapes.extend(light.map(|(file, rank)| {
        let square = Frame::around(fields.middle(Field { file, rank }), fields.share(0.5));
        Shape::Polygon { points: square.corners().to_vec(), colour: palette.light }
    }));
    shapes.extend(fields::coordinates(&fields, palette));
    shapes
}

/// What changes from picture to picture.
pub(crate) fn pieces(squares: &Squares, orientation: Orientation, palette: &Palette) -> Vec<Shape> {
    let Some(fields) = fields(squares, orientation) else { return Vec::new() };
    let trail = Trail {
        way: &squares.trail,
        marks: &squares.marks,
        stones: squares.men.iter().map(|man| man.at).collect(),
        stone_radius: MAN_RADIUS,
    };
    let mut shapes = Vec::new();
    let corner = fields.lower_right();
    if !trail.stones.contains(&corner) {
        shapes.extend(ring(&squares.ring, fields.middle(corner), &fields, palette));
    }
    shapes.extend(trail.under(&fields, palette));
    let standing = || squares.men.iter().filter(|man| fields.holds(man.at));
    let radius = fields.share(MAN_RADIUS);
    shapes.extend(man::shadows(standing().map(|man| fields.middle(man.at)), radius, palette));
    shapes.extend(standing().map(|man| {
        let disc = man::shapes(man, Point::ORIGIN, radius, palette);
        Shape::piece(fields.middle(man.at), radius * man::REACH, disc)
    }));
    shapes.extend(trail.over(&fields, palette));
    shapes
}

fn fields(squares: &Squares, orientation: Orientation) -> Option<Fields> {
    Fields::fitted((squares.files, squares.ranks), orientation, ROOM)
}

/// Numbers clockwise round a middle, an arrow from each to the next one.
fn ring(numbers: &[u8], middle: Point, fields: &Fields, palette: &Palette) -> Vec<Shape> {
    let count = numbers.len().min(RING_MOST);
    if count < 2 {
        return Vec::new();
    }
    let step = 360.0 / count as f32;
    let radius = fields.share(RING_RADIUS);
    let on_ring = |degrees: f32| {
        let angle = (degrees - 90.0).to_radians();
        middle.by(angle.cos() * radius, angle.sin() * radius + fields.share(0.04))
    };
    // Clear of the numbers at both ends.
    let clear = 100.0 * RING_SIZE;
    let arrow = Arrow {
        shaft: fields.share(0.035),
        head_length: fields.share(0.11),
        head_width: fields.share(0.13),
        corner: fields.share(0.01),
    };
    let mut shapes = Vec::new();
    for (i, number) in numbers.iter().take(count).enumerate() {
        let at = step * i as f32;
        let arc = (0..=12).map(|piece| {
            let share = piece as f32 / 12.0;
            on_ring(at + clear + (step - 2.0 * clear).max(4.0) * share)
        });
        shapes.extend(arrow.along(&arc.collect::<Vec<_>>(), palette.muted));
        shapes.push(Shape::Text {
            at: on_ring(at),
            align: Align::Centre,
            text: number.to_string(),
            size: fields.share(RING_SIZE),
            weight: Weight::Bold,
            colour: palette.muted,
        });
    }
    shapes
}
