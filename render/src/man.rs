//! Men: discs with a number and a standing.

use crate::{
    palette::{Palette, StonePalette},
    scene::{Man, Standing},
    shape::{Align, Colour, Point, Shape},
    stone,
    text::Weight,
};

/// How far a man with its notches extends.
pub(crate) const REACH: f32 = 1.05;

/// Shares of the radius.
const SHADOW_DROP: f32 = 0.09;
const SHADOW_BLUR: f32 = 0.18;
const NUMBER_SIZE: f32 = 1.28;
const TURNED_SIZE: f32 = 1.0;
const TURNED_RING: f32 = 0.74;
const RING_WIDTH: f32 = 0.1;
const COVER: f32 = 0.64;
const NOTCH_DEPTH: f32 = 0.24;
const NOTCH_WIDTH: f32 = 0.3;
/// Between two notches on the rim.
const NOTCH_DEGREES: f32 = 28.0;

/// The shadows of men at the given places.
pub(crate) fn shadows(
    places: impl Iterator<Item = Point>,
    radius: f32,
    palette: &Palette,
) -> Vec<Shape> {
    let Some(colour) = palette.shadow else { return Vec::new() };
    let centres = places.map(|at| at.by(0.0, radius * SHADOW_DROP));
    let blur = radius * SHADOW_BLUR;
    centres.map(|centre| Shape::Shadow { centre, radius, blur, colour }).collect()
}

/// A man without its shadow.
pub(crate) fn shapes(man: &Man, centre: Point, radius: f32, palette: &Palette) -> Vec<Shape> {
    let colours = palette.stone(man.side);
    let mut shapes = stone::blank(centre, radius, colours);
    let notches = match man.standing {
        Standing::Full(figure) => {
            shapes.push(number(figure, centre, radius * NUMBER_SIZE, colours));
            0
        }
        Standing::Turned(figure) => {
            shapes.push(Shape::Ring {
                centre,
                radius: radius * TURNED_RING,
                width: radius * RING_WIDTH,
                colour: colours.mark,
            });
            shapes.push(number(figure, centre, radius * TURNED_SIZE, colours));
            1
        }
        Standing::Covered => {
            shapes.extend(cover(centre, radius, colours, palette));
            2
        }
        Standing::Finished => {
            shapes.extend(flag(centre, radius, colours));
            3
        }
    };
    if palette.notched {
        shapes.extend((0..notches).map(|notch| {
            let turn = (notch as f32 - (notches - 1) as f32 / 2.0) * NOTCH_DEGREES;
            notch_at(turn, centre, radius, colours.mark)
        }));
    }
    shapes
}

fn number(figure: u8, centre: Point, size: f32, colours: StonePalette) -> Shape {
    // Numbers of two and three digits shrink to the room of one.
    let size = match figure {
        0..10 => size,
        10..100 => size * 0.75,
        _ => size * 0.5,
    };
    let (align, weight, colour) = (Align::Centre, Weight::Bold, colours.ink);
    Shape::Text { at: centre, align, text: figure.to_string(), size, weight, colour }
}

/// A smaller disc that lies on the stone.
fn cover(centre: Point, radius: f32, colours: StonePalette, palette: &Palette) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if let Some(colour) = palette.shadow {
        let (centre, radius, blur) = (centre.by(0.0, radius * 0.08), radius * COVER, radius * 0.14);
        shapes.push(Shape::Shadow { centre, radius, blur, colour });
    }
    let line = radius * RING_WIDTH;
    shapes.push(Shape::Disc { centre, radius: radius * COVER, colour: colours.mark });
    shapes.push(Shape::Disc { centre, radius: radius * COVER - line, colour: colours.cover });
    shapes
}

/// A pennant on a pole.
fn flag(centre: Point, radius: f32, colours: StonePalette) -> Vec<Shape> {
    let at = |x: f32, y: f32| centre.by(x * radius, y * radius);
    vec![
        Shape::Line {
            points: vec![at(-0.26, -0.5), at(-0.26, 0.54)],
            width: radius * 0.13,
            colour: colours.ink,
        },
        Shape::rounded(
            &[at(-0.26, -0.55), at(0.52, -0.23), at(-0.26, 0.1)],
            radius * 0.05,
            colours.ink,
        ),
    ]
}

/// A notch in the rim, so many degrees from the top.
fn notch_at(degrees: f32, centre: Point, radius: f32, colour: Colour) -> Shape {
    let at = |turn: f32, reach: f32| {
        let angle = (degrees + turn - 90.0).to_radians();
        centre.by(angle.cos() * reach * radius, angle.sin() * reach * radius)
    };
    let half = NOTCH_WIDTH.to_degrees() / 2.0;
    let points = vec![at(-half, 0.98), at(0.0, 1.0), at(half, 0.98), at(0.0, 1.0 - NOTCH_DEPTH)];
    Shape::Polygon { points, colour }
}
