//! Checkers: discs that can freeze, die, be captive and wear a crown.

use crate::{
    palette::{Palette, StonePalette},
    scene::{Checker, State},
    shape::{Align, Colour, Point, Shape},
    stone,
    text::Weight,
};

/// Shares of the radius.
const RING: f32 = 0.78;
const RING_WIDTH: f32 = 0.07;
const GROOVES: [f32; 3] = [0.8, 0.53, 0.26];
const GROOVE_WIDTH: f32 = 0.1;
const HATCH_REACH: f32 = 0.84;
const HATCH_PITCH: f32 = 0.36;
const HATCH_WIDTH: f32 = 0.13;
const COUNT_SIZE: f32 = 1.1;
const CROWN: f32 = 1.2;
/// The size of a crown by how much of its checker can be seen.
const CROWN_SHARE: f32 = 0.72;
/// A crown is a little heavier below.
const CROWN_RISE: f32 = 0.04 / CROWN;
/// From a captive's middle to the middle of what can be seen of it.
const PEEK_MIDDLE: f32 = 0.6;

/// How a checker lies in its stack.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// Points to where it can be seen when others lie on it.
    pub(crate) outward: f32,
    /// How much of it can be seen there, in radii: 2 of the top one.
    pub(crate) seen: f32,
    /// What stands on the top of a stack.
    pub(crate) count: Option<usize>,
}

/// A checker without its shadow.
pub(crate) fn shapes(
    checker: Checker,
    centre: Point,
    radius: f32,
    look: Look,
    palette: &Palette,
) -> Vec<Shape> {
    let Look { outward, seen, count } = look;
    let colours = palette.stone(checker.side);
    let mut shapes = match checker.state {
        State::Free | State::Captive => {
            let mut shapes = stone::blank(centre, radius, colours);
            // A crown takes the room of the ring.
            let ring = (!checker.emir || checker.state == State::Captive)
                .then(|| ring(centre, radius * RING, radius * RING_WIDTH, colours.ring));
            shapes.extend(ring);
            shapes
        }
        State::Frozen => {
            let mut shapes = reverse(centre, radius, colours);
            shapes.extend(
                GROOVES.map(|share| {
                    ring(centre, radius * share, radius * GROOVE_WIDTH, colours.groove)
                }),
            );
            shapes
        }
        State::Dead => {
            let mut shapes = reverse(centre, radius, colours);
            shapes.extend(hatch(centre, radius, colours.groove));
            shapes.push(ring(centre, radius * HATCH_REACH, radius * GROOVE_WIDTH, colours.groove));
            shapes
        }
    };
    let at = |y: f32| centre.by(0.0, y * radius);
    match (checker.emir, checker.state, count) {
        (true, State::Captive, _) => {
            shapes.extend(crown(at(outward * PEEK_MIDDLE), radius * 0.58, colours.ink));
        }
        (true, _, Some(count)) => {
            shapes.extend(crown(at(-0.4), radius * 0.7, colours.ink));
            shapes.push(number(count, at(0.38), radius * 0.85, colours.ink));
        }
        (true, _, None) => {
            // As large as there is room for, in the middle of what can be seen.
            let size = (seen * CROWN_SHARE).min(CROWN);
            let y = outward * (1.0 - seen / 2.0) - CROWN_RISE * size;
            shapes.extend(crown(at(y), radius * size, colours.ink));
        }
        (false, _, Some(count)) => {
            shapes.push(number(count, centre, radius * COUNT_SIZE, colours.ink));
        }
        (false, _, None) => {}
    }
    shapes
}

/// The paler back of a checker.
fn reverse(centre: Point, radius: f32, colours: StonePalette) -> Vec<Shape> {
    stone::blank(centre, radius, StonePalette { fill: colours.reverse, ..colours })
}

fn ring(centre: Point, radius: f32, width: f32, colour: Colour) -> Shape {
    Shape::Ring { centre, radius, width, colour }
}

/// Slanting lines from edge to edge of a disc.
fn hatch(centre: Point, radius: f32, colour: Colour) -> Vec<Shape> {
    let reach = radius * HATCH_REACH;
    // Along and across a line that rises to the right.
    let at = |along: f32, across: f32| {
        let turn = std::f32::consts::FRAC_1_SQRT_2;
        centre.by((along + across) * turn, (across - along) * turn)
    };
    let lines = (-2..=2).map(|line| {
        let across = line as f32 * HATCH_PITCH * radius;
        let along = (reach * reach - across * across).max(0.0).sqrt();
        Shape::Line {
            points: vec![at(-along, across), at(along, across)],
            width: radius * HATCH_WIDTH,
            colour,
        }
    });
    lines.collect()
}

fn number(count: usize, at: Point, size: f32, colour: Colour) -> Shape {
    // Three digits shrink to the room of two.
    let size = if count < 100 { size } else { size * 0.66 };
    let text = count.min(999).to_string();
    Shape::Text { at, align: Align::Centre, text, size, weight: Weight::Bold, colour }
}

/// A crown with three tips, as on a checker of this radius.
fn crown(centre: Point, radius: f32, colour: Colour) -> Vec<Shape> {
    let at = |x: f32, y: f32| centre.by(x * radius, y * radius);
    let tips = [at(-0.55, -0.24), at(0.0, -0.42), at(0.55, -0.24)];
    let [left, middle, right] = tips;
    let body =
        vec![left, at(-0.25, 0.06), middle, at(0.25, 0.06), right, at(0.43, 0.34), at(-0.43, 0.34)];
    let band = [at(-0.43, 0.42), at(0.43, 0.42), at(0.43, 0.56), at(-0.43, 0.56)];
    let mut shapes =
        vec![Shape::Polygon { points: body, colour }, Shape::rounded(&band, radius * 0.03, colour)];
    shapes.extend(tips.map(|centre| Shape::Disc { centre, radius: radius * 0.1, colour }));
    shapes
}
