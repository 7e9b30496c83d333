//! Strips: what stands above and below a board about the two sides.

use crate::{
    name,
    palette::{Palette, StonePalette},
    scene::{Orientation, Scene, Side, Strip},
    shape::{Align, Frame, Point, Shape},
    stone,
    text::{Fonts, Weight},
};

/// Where the two strips lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub(crate) above: Frame,
    pub(crate) below: Frame,
}

/// The height of a strip for which the measures below are given; they scale with it.
const HEIGHT: f32 = 104.0;
const DISC_RADIUS: f32 = 42.0;
const COUNT_SIZE: f32 = 46.0;
/// Widest number at full size.
const COUNT_ROOM: f32 = 64.0;
const NAME_SIZE: f32 = 50.0;
const SCORE_SIZE: f32 = 56.0;
/// Between the disc and the name, and between the name and the score.
const GAP: f32 = 24.0;
/// From a name to the end of its plate.
const NAME_INSET: f32 = 40.0;
/// From the score to the end of the strip.
const SCORE_INSET: f32 = 12.0;
/// Of the wedge that points at the side to move.
const WEDGE_WIDTH: f32 = 30.0;
const WEDGE_HEIGHT: f32 = 44.0;
const WEDGE_GAP: f32 = 10.0;

pub(crate) fn shapes(scene: &Scene, rows: Rows, palette: &Palette, fonts: &Fonts) -> Vec<Shape> {
    let [first, second] = &scene.strips;
    let (first_row, second_row) = match scene.orientation {
        Orientation::FirstBelow => (rows.below, rows.above),
        Orientation::SecondBelow => (rows.above, rows.below),
    };
    let mut shapes = strip_shapes(first, Side::First, first_row, palette, fonts);
    shapes.extend(strip_shapes(second, Side::Second, second_row, palette, fonts));
    shapes
}

fn strip_shapes(
    strip: &Strip,
    side: Side,
    row: Frame,
    palette: &Palette,
    fonts: &Fonts,
) -> Vec<Shape> {
    let half = (row.bottom - row.top) / 2.0;
    let scale = 2.0 * half / HEIGHT;
    let middle = row.centre().y;
    let disc = Point::new(row.left + half, middle);
    let weight = if strip.to_move { Weight::Bold } else { Weight::Regular };
    let write = |at, align, text, size, weight| {
        let colour = palette.ink;
        Shape::Text { at, align, text, size, weight, colour }
    };
    let mut texts = Vec::new();
    let mut free = row.right;
    if let Some(score) = strip.score {
        let text = score.to_string();
        let size = SCORE_SIZE * scale;
        let end = Point::new(row.right - SCORE_INSET * scale, middle);
        free = end.x - fonts.line(&text, Weight::Bold, size).width() - GAP * scale;
        texts.push(write(end, Align::Right, text, size, Weight::Bold));
    }
    // The plate ends with the name, so that it does not look empty without one.
    let mut plate = Frame { right: row.left + 2.0 * half, ..row };
    let start = Point::new(disc.x + (DISC_RADIUS + GAP) * scale, middle);
    let room = free - NAME_INSET * scale - start.x;
    let size = NAME_SIZE * scale;
    let name = strip.name.as_deref();
    if let Some(text) = name.and_then(|name| name::fitted(name, room, weight, size, fonts)) {
        let width = fonts.line(&text, weight, size).width();
        plate.right = start.x + width + NAME_INSET * scale;
        texts.push(write(start, Align::Left, text, size, weight));
    }
    let mut shapes = vec![Shape::rounded(&plate.corners(), half, palette.panel)];
    shapes.extend(texts);
    if strip.to_move {
        shapes.push(wedge(Point::new(row.left - WEDGE_GAP * scale, middle), scale, palette));
    }
    let counter = counter(Point::ORIGIN, scale, strip.stock, palette.stone(side), fonts);
    shapes.push(Shape::piece(disc, DISC_RADIUS * scale, counter));
    shapes
}

/// The disc of a side with the count of its checkers.
fn counter(
    disc: Point,
    scale: f32,
    stock: Option<u32>,
    palette: StonePalette,
    fonts: &Fonts,
) -> Vec<Shape> {
    let radius = DISC_RADIUS * scale;
    let Some(stock) = stock else { return stone::ringed(disc, radius, palette) };
    let text = stock.to_string();
    let width = fonts.line(&text, Weight::Bold, COUNT_SIZE).width();
    let mut shapes = stone::blank(disc, radius, palette);
    shapes.push(Shape::Text {
        at: disc,
        align: Align::Centre,
        text,
        size: COUNT_SIZE * scale * (COUNT_ROOM / width).min(1.0),
        weight: Weight::Bold,
        colour: palette.ink,
    });
    shapes
}

/// A wedge with its tip at the given point, pointing right.
fn wedge(tip: Point, scale: f32, palette: &Palette) -> Shape {
    let (width, half) = (WEDGE_WIDTH * scale, WEDGE_HEIGHT * scale / 2.0);
    let corners = [tip.by(-width, -half), tip, tip.by(-width, half)];
    Shape::rounded(&corners, 3.0 * scale, palette.accent)
}
