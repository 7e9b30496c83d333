//! Trails: the last action on a board of fields.

use crate::{
    arrow::Arrow,
    fields::Fields,
    palette::Palette,
    scene::{Field, Mark},
    shape::{Colour, Frame, Point, Shape},
};

/// Shares of a field's width.
const TINT_INSET: f32 = 0.04;
const TINT_CORNER: f32 = 0.1;
const SHAFT_WIDTH: f32 = 0.05;
const NODE_RADIUS: f32 = 0.06;
const HEAD_CORNER: f32 = 0.015;
const HEAD_LENGTH: f32 = 0.2;
const HEAD_WIDTH: f32 = 0.22;
/// Between the arrow's tip and the edge of what it points at.
const TIP_GAP: f32 = 0.045;
const MARK_RADIUS: f32 = 0.15;
const BADGE_RADIUS: f32 = 0.12;
const BADGE_ASIDE: f32 = 0.35;

/// What the last action did.
pub(crate) struct Trail<'s> {
    pub(crate) way: &'s [Field],
    pub(crate) marks: &'s [(Field, Mark)],
    /// Where stones stand now, and their radius as a share of a field.
    pub(crate) stones: Vec<Field>,
    pub(crate) stone_radius: f32,
}

impl Trail<'_> {
    /// What lies under the stones.
    pub(crate) fn under(&self, fields: &Fields, palette: &Palette) -> Vec<Shape> {
        let mut way: Vec<Field> = self.way.iter().copied().filter(|at| fields.holds(*at)).collect();
        way.dedup();
        let mut shapes: Vec<Shape> = Vec::new();
        for (i, at) in way.iter().enumerate() {
            // A field passed twice is tinted once.
            if way.iter().take(i).all(|earlier| earlier != at) {
                let half = fields.share(0.5 - TINT_INSET);
                let corners = Frame::around(Point::ORIGIN, half).corners();
                let tint = Shape::rounded(&corners, fields.share(TINT_CORNER), palette.tint);
                shapes.push(Shape::piece(fields.middle(*at), half, vec![tint]));
            }
        }
        shapes.extend(self.arrow(&way, fields, palette));
        shapes.extend(self.marks(false, fields, palette));
        shapes
    }

    /// Marks of fields on which stones stand now: in the upper right corner, over the stone.
    pub(crate) fn over(&self, fields: &Fields, palette: &Palette) -> Vec<Shape> {
        self.marks(true, fields, palette)
    }

    fn arrow(&self, way: &[Field], fields: &Fields, palette: &Palette) -> Vec<Shape> {
        let [.., before, last] = way else { return Vec::new() };
        let reach = if self.stones.contains(last) {
            self.stone_radius + TIP_GAP
        } else if self.marks.iter().any(|(at, _)| at == last) {
            MARK_RADIUS + TIP_GAP
        } else {
            0.0
        };
        let tip = fields.middle(*last).toward(fields.middle(*before), fields.share(reach));
        // A node where each hop begins.
        let nodes = way.iter().rev().skip(1).map(|at| Shape::Disc {
            centre: fields.middle(*at),
            radius: fields.share(NODE_RADIUS),
            colour: palette.accent,
        });
        let mut shapes: Vec<Shape> = nodes.collect();
        let mut points: Vec<Point> = way.iter().map(|at| fields.middle(*at)).collect();
        points.pop();
        points.push(tip);
        let arrow = Arrow {
            shaft: fields.share(SHAFT_WIDTH),
            head_length: fields.share(HEAD_LENGTH),
            head_width: fields.share(HEAD_WIDTH),
            corner: fields.share(HEAD_CORNER),
        };
        shapes.extend(arrow.along(&points, palette.accent));
        shapes
    }

    fn marks(&self, covered: bool, fields: &Fields, palette: &Palette) -> Vec<Shape> {
        let seen = self.marks.iter().filter(|(at, _)| fields.holds(*at));
        seen.filter(|(at, _)| self.stones.contains(at) == covered)
            .flat_map(|(at, kind)| self.mark(*kind, *at, fields, palette))
            .collect()
    }

    fn mark(&self, kind: Mark, at: Field, fields: &Fields, palette: &Palette) -> Vec<Shape> {
        let mut centre = fields.middle(at);
        let mut radius = fields.share(MARK_RADIUS);
        if self.stones.contains(&at) {
            let aside = fields.share(BADGE_ASIDE);
            centre = centre.by(aside, -aside);
            radius = fields.share(BADGE_RADIUS);
        }
        match kind {
            Mark::Captured => captured(centre, radius, palette),
            Mark::Left => {
                // Off the nearer of the two edges with ranks 1 and last.
                let up = fields.middle(at).y <= fields.area.centre().y;
                chevron(centre, radius, up, palette.accent, palette)
            }
            Mark::Removed => removed(centre, radius, palette),
            Mark::Retreated => {
                // The way it went, which is back.
                let from = self.way.iter().rev().nth(1).unwrap_or(&at);
                let up = fields.middle(at).y < fields.middle(*from).y;
                chevron(centre, radius, up, palette.taken, palette)
            }
        }
    }
}

/// A ring, with the board's colour inside so that the arrow passes beneath.
fn captured(centre: Point, radius: f32, palette: &Palette) -> Vec<Shape> {
    let width = radius * 0.3;
    vec![
        Shape::Disc { centre, radius, colour: palette.field },
        Shape::Ring { centre, radius: radius - width / 2.0, width, colour: palette.taken },
    ]
}

/// A filled disc with a chevron that points up or down.
fn chevron(centre: Point, radius: f32, up: bool, colour: Colour, palette: &Palette) -> Vec<Shape> {
    let rise = if up { -0.22 * radius } else { 0.22 * radius };
    let chevron = vec![
        centre.by(-0.45 * radius, -rise),
        centre.by(0.0, rise),
        centre.by(0.45 * radius, -rise),
    ];
    vec![
        Shape::Disc { centre, radius, colour },
        Shape::Line { points: chevron, width: radius * 0.22, colour: palette.ground },
    ]
}

/// A filled disc with a cross.
fn removed(centre: Point, radius: f32, palette: &Palette) -> Vec<Shape> {
    let arm = 0.36 * radius;
    let stroke = |dy: f32| Shape::Line {
        points: vec![centre.by(-arm, -dy), centre.by(arm, dy)],
        width: radius * 0.22,
        colour: palette.ground,
    };
    vec![Shape::Disc { centre, radius, colour: palette.taken }, stroke(arm), stroke(-arm)]
}
