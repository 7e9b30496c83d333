//! Grids: rectangular boards of fields, their stones and the last action on them.

use crate::{
    palette::Palette,
    scene::{Field, Grid, Mark, Orientation},
    shape::{Align, Frame, Point, Shape, Sprite},
    stone,
    text::Weight,
};

/// Size of the picture in pixels.
pub(crate) const WIDTH: u32 = 1024;
pub(crate) const HEIGHT: u32 = 1120;

pub(crate) const STRIP_ABOVE: Frame = Frame { left: 56.0, top: 24.0, right: 968.0, bottom: 128.0 };
pub(crate) const STRIP_BELOW: Frame =
    Frame { left: 56.0, top: 992.0, right: 968.0, bottom: 1096.0 };

/// The room for the board with its rim.
const ROOM: Frame = Frame { left: 56.0, top: 152.0, right: 968.0, bottom: 916.0 };
const RIM: f32 = 12.0;
const RIM_CORNER: f32 = 18.0;
/// From the rim to the middle of the coordinates.
const COORDINATE_GAP: f32 = 28.0;
const COORDINATE_SIZE: f32 = 40.0;

/// Shares of a field's width.
const STONE_RADIUS: f32 = 0.385;
const SHADOW_DROP: f32 = 0.035;
const SHADOW_BLUR: f32 = 0.07;
const POINT_RADIUS: f32 = 0.045;
const GRID_WIDTH: f32 = 0.022;
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

pub(crate) fn shapes(grid: &Grid, orientation: Orientation, palette: &Palette) -> Vec<Shape> {
    let Some(plan) = Plan::new(grid, orientation) else { return Vec::new() };
    let mut shapes = board(&plan, palette);
    shapes.extend(coordinates(&plan, palette));
    shapes.extend(trail(grid, &plan, palette));
    shapes.extend(
        grid.marks
            .iter()
            .filter(|(at, _)| plan.holds(*at))
            .flat_map(|(at, kind)| mark(*kind, *at, grid, &plan, palette)),
    );
    shapes.extend(stones(grid, &plan, palette));
    shapes
}

/// Where the fields of a board lie.
struct Plan {
    files: u8,
    ranks: u8,
    orientation: Orientation,
    /// Width and height of a field.
    field: f32,
    /// All fields together.
    area: Frame,
}

impl Plan {
    /// `None` for a board without fields.
    fn new(grid: &Grid, orientation: Orientation) -> Option<Plan> {
        if grid.files == 0 || grid.ranks == 0 {
            return None;
        }
        let (files, ranks) = (f32::from(grid.files), f32::from(grid.ranks));
        let width = ROOM.right - ROOM.left - 2.0 * RIM;
        let height = ROOM.bottom - ROOM.top - 2.0 * RIM;
        // Whole and even, so that edges and middles of fields fall on whole pixels.
        let fitting = (width / files).min(height / ranks);
        let even = (fitting / 2.0).floor() * 2.0;
        let field = if even > 0.0 { even } else { fitting };
        let middle = ROOM.centre();
        let area = Frame {
            left: middle.x - field * files / 2.0,
            top: middle.y - field * ranks / 2.0,
            right: middle.x + field * files / 2.0,
            bottom: middle.y + field * ranks / 2.0,
        };
        Some(Plan { files: grid.files, ranks: grid.ranks, orientation, field, area })
    }

    fn holds(&self, at: Field) -> bool {
        at.file < self.files && at.rank < self.ranks
    }

    fn middle(&self, at: Field) -> Point {
        let (file, rank) = (f32::from(at.file) + 0.5, f32::from(at.rank) + 0.5);
        match self.orientation {
            Orientation::FirstBelow => {
                Point::new(self.area.left + file * self.field, self.area.bottom - rank * self.field)
            }
            Orientation::SecondBelow => {
                Point::new(self.area.right - file * self.field, self.area.top + rank * self.field)
            }
        }
    }

    /// A length given as a share of a field.
    fn share(&self, share: f32) -> f32 {
        share * self.field
    }
}

fn board(plan: &Plan, palette: &Palette) -> Vec<Shape> {
    let outer = plan.area.grown(RIM).corners();
    let inner = plan.area.corners();
    let mut shapes = vec![
        Shape::rounded(&outer, RIM_CORNER, palette.frame),
        Shape::rounded(&inner, RIM_CORNER - RIM, palette.field),
    ];
    let (last_file, last_rank) = (plan.files - 1, plan.ranks - 1);
    let link = |one: Field, other: Field| Shape::Line {
        points: vec![plan.middle(one), plan.middle(other)],
        width: plan.share(GRID_WIDTH),
        colour: palette.grid,
    };
    shapes.extend(
        (0..plan.files).map(|file| link(Field { file, rank: 0 }, Field { file, rank: last_rank })),
    );
    shapes.extend(
        (0..plan.ranks).map(|rank| link(Field { file: 0, rank }, Field { file: last_file, rank })),
    );
    shapes.extend((0..plan.files).flat_map(|file| {
        (0..plan.ranks).map(move |rank| Shape::Disc {
            centre: plan.middle(Field { file, rank }),
            radius: plan.share(POINT_RADIUS),
            colour: palette.grid,
        })
    }));
    shapes
}

fn coordinates(plan: &Plan, palette: &Palette) -> Vec<Shape> {
    // Where fields are smaller than the writing, it would run together.
    if plan.field < COORDINATE_SIZE {
        return Vec::new();
    }
    let label = |at: Point, text: String| Shape::Text {
        at,
        align: Align::Centre,
        text,
        size: COORDINATE_SIZE,
        weight: Weight::Regular,
        colour: palette.muted,
    };
    let left = plan.area.left - RIM - COORDINATE_GAP;
    let below = plan.area.bottom + RIM + COORDINATE_GAP;
    let ranks = (0..plan.ranks).map(|rank| {
        let beside = plan.middle(Field { file: 0, rank });
        label(Point::new(left, beside.y), (u16::from(rank) + 1).to_string())
    });
    let files = (0..plan.files).zip('a'..='z').map(|(file, letter)| {
        let above = plan.middle(Field { file, rank: 0 });
        label(Point::new(above.x, below), letter.to_string())
    });
    ranks.chain(files).collect()
}

fn trail(grid: &Grid, plan: &Plan, palette: &Palette) -> Vec<Shape> {
    let mut fields: Vec<Field> = grid.trail.iter().copied().filter(|at| plan.holds(*at)).collect();
    fields.dedup();
    let mut shapes: Vec<Shape> = Vec::new();
    for (i, at) in fields.iter().enumerate() {
        // A field passed twice is tinted once.
        if fields.iter().take(i).all(|earlier| earlier != at) {
            let half = plan.share(0.5 - TINT_INSET);
            let corners = Frame::around(plan.middle(*at), half).corners();
            shapes.push(Shape::rounded(&corners, plan.share(TINT_CORNER), palette.tint));
        }
    }
    shapes.extend(arrow(&fields, grid, plan, palette));
    shapes
}

fn arrow(fields: &[Field], grid: &Grid, plan: &Plan, palette: &Palette) -> Vec<Shape> {
    let [.., before, last] = fields else { return Vec::new() };
    let target = plan.middle(*last);
    let from = plan.middle(*before);
    let reach = if grid.stones.iter().any(|stone| stone.at == *last) {
        STONE_RADIUS + TIP_GAP
    } else if grid.marks.iter().any(|(at, _)| at == last) {
        MARK_RADIUS + TIP_GAP
    } else {
        0.0
    };
    let tip = target.toward(from, plan.share(reach));
    let neck = tip.toward(from, plan.share(HEAD_LENGTH));
    // To the right of the way, in half the width of the head.
    let aside = {
        let ahead = tip.toward(from, -plan.share(HEAD_WIDTH / 2.0));
        Point::new(-(ahead.y - tip.y), ahead.x - tip.x)
    };
    let mut way: Vec<Point> = fields.iter().map(|at| plan.middle(*at)).collect();
    way.pop();
    way.push(tip.toward(from, plan.share(HEAD_LENGTH / 2.0)));
    let head = [tip, neck.by(aside.x, aside.y), neck.by(-aside.x, -aside.y)];
    // A node where each hop begins.
    let nodes = fields.iter().rev().skip(1).map(|at| Shape::Disc {
        centre: plan.middle(*at),
        radius: plan.share(NODE_RADIUS),
        colour: palette.accent,
    });
    let mut shapes: Vec<Shape> = nodes.collect();
    let width = plan.share(SHAFT_WIDTH);
    shapes.push(Shape::Line { points: way, width, colour: palette.accent });
    shapes.push(Shape::rounded(&head, plan.share(HEAD_CORNER), palette.accent));
    shapes
}

fn mark(kind: Mark, at: Field, grid: &Grid, plan: &Plan, palette: &Palette) -> Vec<Shape> {
    let mut centre = plan.middle(at);
    let mut radius = plan.share(MARK_RADIUS);
    if grid.stones.iter().any(|stone| stone.at == at) {
        // A stone that came here later covers the middle.
        let aside = plan.share(0.39);
        centre = centre.by(aside, -aside);
        radius *= 0.5;
    }
    match kind {
        Mark::Captured => captured(centre, radius, palette),
        Mark::Left => left(centre, radius, up(at, plan), palette),
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

/// A filled disc with a chevron that points off the board.
fn left(centre: Point, radius: f32, up: bool, palette: &Palette) -> Vec<Shape> {
    let rise = if up { -0.22 * radius } else { 0.22 * radius };
    let chevron = vec![
        centre.by(-0.45 * radius, -rise),
        centre.by(0.0, rise),
        centre.by(0.45 * radius, -rise),
    ];
    vec![
        Shape::Disc { centre, radius, colour: palette.accent },
        Shape::Line { points: chevron, width: radius * 0.22, colour: palette.ground },
    ]
}

/// Whether the nearer of the two edges with ranks 1 and last is the upper one.
fn up(at: Field, plan: &Plan) -> bool {
    plan.middle(at).y <= plan.area.centre().y
}

fn stones(grid: &Grid, plan: &Plan, palette: &Palette) -> Vec<Shape> {
    let radius = plan.share(STONE_RADIUS);
    let standing = || grid.stones.iter().filter(|stone| plan.holds(stone.at));
    let mut shapes = Vec::new();
    if let Some(colour) = palette.shadow {
        let sprite = Sprite::shadow(radius, plan.share(SHADOW_BLUR), colour);
        shapes.extend(standing().map(|stone| Shape::Sprite {
            centre: plan.middle(stone.at).by(0.0, plan.share(SHADOW_DROP)),
            sprite: sprite.clone(),
        }));
    }
    shapes.extend(
        standing().flat_map(|stone| {
            stone::ringed(plan.middle(stone.at), radius, palette.stone(stone.side))
        }),
    );
    shapes
}
