//! Boards of nardy: points, stacks, trays, dice, and the last action on them.

mod action;
mod plan;

use crate::{
    checker::{self, Look},
    dice,
    nardy::plan::{BAND, BOARD, BOTTOM, POINT, POINT_LENGTH, Plan, RADIUS, SLAB_HEIGHT, TOP},
    palette::Palette,
    scene::{Checker, Nardy, Orientation, Place, Side},
    shape::{Align, Colour, Frame, Point, Shape},
    text::Weight,
};

/// Size of the picture in pixels.
pub(crate) const WIDTH: u32 = 1280;
pub(crate) const HEIGHT: u32 = 960;

pub(crate) const STRIP_ABOVE: Frame = Frame { left: 36.0, top: 8.0, right: 1244.0, bottom: 88.0 };
pub(crate) const STRIP_BELOW: Frame =
    Frame { left: 36.0, top: 872.0, right: 1244.0, bottom: 952.0 };

const BOARD_CORNER: f32 = 18.0;
const WELL_CORNER: f32 = 6.0;
const NUMBER_SIZE: f32 = 36.0;
/// Half the width of a point at its base.
const POINT_HALF: f32 = POINT / 2.0 - 3.0;
const DIE_HALF: f32 = 27.0;
const DIE_PITCH: f32 = 72.0;
/// Most of the leaf that dice take.
const DICE_ROOM: f32 = 6.0 * POINT - 2.0 * DIE_HALF - 24.0;
/// From how many checkers on a stack says how many of the top side lie there.
const COUNTED: usize = 8;
const SLAB_HALF: f32 = 44.0;
const SLAB_CORNER: f32 = 6.0;
const OFF_SIZE: f32 = 36.0;
/// From the last borne off checker to the middle of their count.
const OFF_GAP: f32 = 29.0;
/// Shares of a checker's radius.
const SHADOW_DROP: f32 = 0.09;
const SHADOW_BLUR: f32 = 0.18;

/// What is the same in all pictures of this orientation.
pub(crate) fn ground(orientation: Orientation, palette: &Palette) -> Vec<Shape> {
    let mut shapes = vec![Shape::rounded(&BOARD.corners(), BOARD_CORNER, palette.frame)];
    let well = |frame: Frame, colour| Shape::rounded(&frame.corners(), WELL_CORNER, colour);
    shapes.extend(plan::leaves().map(|leaf| well(leaf, palette.field)));
    shapes.push(well(plan::bar(), palette.tray));
    for right in [false, true] {
        shapes.extend([true, false].map(|upper| well(plan::tray(right, upper), palette.tray)));
    }
    let empty = Nardy::default();
    let plan = Plan::new(&empty, orientation);
    for number in 1..=24 {
        if let Some((x, down)) = plan.point(number) {
            let tone = palette.points[usize::from(number % 2)];
            shapes.push(point(x, down, tone));
            let band = if down { BOARD.top + BAND / 2.0 } else { BOARD.bottom - BAND / 2.0 };
            shapes.push(Shape::Text {
                at: Point::new(x, band),
                align: Align::Centre,
                text: number.to_string(),
                size: NUMBER_SIZE,
                weight: Weight::Regular,
                colour: palette.band,
            });
        }
    }
    shapes
}

/// A slim triangle.
fn point(x: f32, down: bool, colour: Colour) -> Shape {
    let (base, tip) =
        if down { (TOP, TOP + POINT_LENGTH) } else { (BOTTOM, BOTTOM - POINT_LENGTH) };
    let (left, right) = (Point::new(x - POINT_HALF, base), Point::new(x + POINT_HALF, base));
    let tip = Point::new(x, tip);
    Shape::Polygon { points: vec![left, right, tip], colour }
}

/// What changes from picture to picture.
pub(crate) fn pieces(nardy: &Nardy, orientation: Orientation, palette: &Palette) -> Vec<Shape> {
    let plan = Plan::new(nardy, orientation);
    let mut shapes = action::under(nardy, &plan, palette);
    for side in Side::ALL {
        shapes.extend(borne_off(nardy.off[side.index()], side, &plan, palette));
    }
    let mut lay = |place, checkers: &[Checker]| {
        shapes.extend(stack(place, checkers, &plan, palette));
    };
    for (point, checkers) in (1..).zip(&nardy.points) {
        lay(Place::Point(point), checkers);
    }
    for side in Side::ALL {
        lay(Place::Bar(side), &nardy.bar[side.index()]);
        let waiting = vec![Checker::plain(side); nardy.reserve[side.index()].into()];
        lay(Place::Reserve(side), &waiting);
    }
    for side in Side::ALL {
        shapes.extend(thrown(nardy, side, &plan, palette));
    }
    shapes.extend(action::over(nardy, &plan, palette));
    shapes
}

/// How many checkers of the same side lie on top, where a stack is too high to count.
fn count(checkers: &[Checker]) -> Option<usize> {
    let top = checkers.last()?.side;
    let run = checkers.iter().rev().take_while(|checker| checker.side == top).count();
    (checkers.len() >= COUNTED && run > 1).then_some(run)
}

fn stack(place: Place, checkers: &[Checker], plan: &Plan<'_>, palette: &Palette) -> Vec<Shape> {
    let Some(row) = plan.row(place) else { return Vec::new() };
    let (outward, count) = (row.outward(), count(checkers));
    let middles: Vec<Point> = row.middles().collect();
    let mut shapes = Vec::new();
    for (i, (checker, centre)) in checkers.iter().zip(middles.iter().copied()).enumerate() {
        shapes.extend(palette.shadow.map(|colour| Shape::Shadow {
            centre: centre.by(0.0, RADIUS * SHADOW_DROP),
            radius: RADIUS,
            blur: RADIUS * SHADOW_BLUR,
            colour,
        }));
        let count = count.filter(|_| i + 1 == checkers.len());
        let next = middles.get(i + 1).map(|next| (next.y - centre.y).abs() / RADIUS);
        let look = Look { outward, seen: next.unwrap_or(2.0).min(2.0), count };
        let disc = checker::shapes(*checker, Point::ORIGIN, RADIUS, look, palette);
        shapes.push(Shape::piece(centre, RADIUS, disc));
    }
    shapes
}

/// Checkers on their edge in a tray, and how many.
fn borne_off(count: u8, side: Side, plan: &Plan<'_>, palette: &Palette) -> Vec<Shape> {
    let Some(row) = plan.row(Place::Off(side)).filter(|_| count > 0) else { return Vec::new() };
    let colours = palette.stone(side);
    let slab = |half: f32, height: f32, corner, colour| {
        let (right, bottom) = (half, height / 2.0);
        let frame = Frame { left: -right, top: -bottom, right, bottom };
        Shape::rounded(&frame.corners(), corner, colour)
    };
    let edge_on = [
        slab(SLAB_HALF, SLAB_HEIGHT, SLAB_CORNER, colours.rim),
        slab(SLAB_HALF - 2.0, SLAB_HEIGHT - 4.0, SLAB_CORNER - 2.0, colours.fill),
        slab(SLAB_HALF - 10.0, 2.0, 1.0, colours.ring),
    ];
    let mut shapes: Vec<Shape> =
        row.middles().map(|at| Shape::piece(at, SLAB_HALF, edge_on.to_vec())).collect();
    shapes.push(Shape::Text {
        at: row.top().by(0.0, -row.outward() * OFF_GAP),
        align: Align::Centre,
        text: count.to_string(),
        size: OFF_SIZE,
        weight: Weight::Bold,
        colour: palette.ink,
    });
    shapes
}

/// A side's dice, in a line on its leaf.
fn thrown(nardy: &Nardy, side: Side, plan: &Plan<'_>, palette: &Palette) -> Vec<Shape> {
    let dice: Vec<_> = nardy.dice.iter().filter(|die| die.side == side).collect();
    let gaps = dice.len().saturating_sub(1) as f32;
    let pitch = DIE_PITCH.min(DICE_ROOM / gaps.max(1.0));
    let middle = plan.leaf(side);
    let mut shapes = Vec::new();
    for (i, die) in dice.into_iter().enumerate() {
        let centre = middle.by((i as f32 - gaps / 2.0) * pitch, 0.0);
        if let Some(colour) = palette.shadow.filter(|_| !die.used) {
            // A square's shadow is near enough to a disc's under so small a die.
            let (radius, blur) = (DIE_HALF * 1.06, DIE_HALF * 0.2);
            let centre = centre.by(0.0, DIE_HALF * 0.1);
            shapes.push(Shape::Shadow { centre, radius, blur, colour });
        }
        let cube = dice::shapes(*die, Point::ORIGIN, DIE_HALF, palette);
        shapes.push(Shape::piece(centre, DIE_HALF, cube));
    }
    shapes
}
