//! Tables of dominoes: the sausage, the hands, and the last tile.

use crate::{
    palette::Palette,
    scene::{Branch, Hand, Laid, Orientation, Side, Table, Tile},
    shape::{Align, Frame, Point, Shape},
    text::Weight,
    tile::{self, Spot},
};

/// Size of the picture in pixels.
pub(crate) const WIDTH: u32 = 1280;
pub(crate) const HEIGHT: u32 = 960;

pub(crate) const STRIP_ABOVE: Frame = Frame { left: 36.0, top: 8.0, right: 1244.0, bottom: 88.0 };
pub(crate) const STRIP_BELOW: Frame =
    Frame { left: 36.0, top: 872.0, right: 1244.0, bottom: 952.0 };

/// The table with its rim.
const BOARD: Frame = Frame { left: 36.0, top: 216.0, right: 1244.0, bottom: 744.0 };
const RIM: f32 = 12.0;
const BOARD_CORNER: f32 = 18.0;
/// The room for the sausage from left to right.
const LEFT: f32 = 66.0;
const RIGHT: f32 = 1214.0;

/// The middles of the hands.
const HAND_ABOVE: f32 = 152.0;
const HAND_BELOW: f32 = 808.0;
/// Width of a tile in a hand, from tile to tile, and between tiles that begin unlike.
const HAND_HALF: f32 = 52.0;
const HAND_PITCH: f32 = 57.0;
const HAND_GAP: f32 = 16.0;

/// The largest half of a tile on the table.
const LARGEST: f32 = 84.0;
/// Lengths of branches for which there is a size of tiles, so that it seldom changes.
const LENGTHS: [usize; 8] = [0, 2, 4, 6, 8, 10, 12, 15];
/// Shares of a half's width: the thread that the tiles hang on, from the middle of a branch to
/// the middle of the table, and what a joint is marked with.
const THREAD: f32 = 0.12;
const BRANCH: f32 = 1.55;
const JOINT_SIZE: f32 = 0.42;
const JOINT_DISC: f32 = 0.34;
const DOT: f32 = 0.055;
/// No smaller however small the tiles are.
const JOINT_LEAST: f32 = 30.0;

/// What is the same in all pictures.
pub(crate) fn ground(palette: &Palette) -> Vec<Shape> {
    vec![
        Shape::rounded(&BOARD.corners(), BOARD_CORNER, palette.frame),
        Shape::rounded(&BOARD.grown(-RIM).corners(), BOARD_CORNER - RIM, palette.field),
    ]
}

/// What changes from picture to picture.
pub(crate) fn pieces(table: &Table, orientation: Orientation, palette: &Palette) -> Vec<Shape> {
    let plan = Plan::new(table);
    let mut shapes: Vec<Shape> = cut_off(table, &plan, palette).into_iter().collect();
    shapes.extend(thread(table, &plan, palette));
    shapes.extend(joints(table, &plan, palette));
    shapes.extend(sausage(table, &plan, palette));
    for side in Side::ALL {
        let y = if orientation.below() == side { HAND_BELOW } else { HAND_ABOVE };
        shapes.extend(hand(&table.hands[side.index()], y, palette));
    }
    shapes
}

/// Where the sausage lies.
struct Plan {
    /// Width of the halves of tiles.
    half: f32,
    /// Where the sausage begins.
    left: f32,
    middle: f32,
}

impl Plan {
    /// Tiles as large as the longer branch allows, the room of their size in the middle.
    fn new(table: &Table) -> Plan {
        let longest = table.upper.len().max(table.lower.len());
        let joint = table.cut.map_or(0, |cut| usize::from(cut.joint));
        let needed = longest.max(joint);
        let length = LENGTHS.into_iter().find(|length| *length >= needed).unwrap_or(needed);
        // The soap alone, or the branches; a cut at the end juts out by half a half.
        let halves = (2.0 * length as f32 + 0.5).max(1.0);
        let half = ((RIGHT - LEFT) / halves).min(LARGEST);
        let left = (LEFT + RIGHT - halves * half) / 2.0;
        Plan { half, left, middle: BOARD.centre().y }
    }

    /// The line of a joint; 0 is where the branches begin.
    fn joint(&self, joint: usize) -> f32 {
        self.left + 2.0 * self.half * joint as f32
    }

    fn branch(&self, branch: Branch) -> f32 {
        match branch {
            Branch::Upper => self.middle - BRANCH * self.half,
            Branch::Lower => self.middle + BRANCH * self.half,
        }
    }

    fn soap(&self) -> Spot {
        let centre = Point::new(self.left + self.half / 2.0, self.middle);
        Spot { centre, half: self.half, level: false }
    }

    /// The place of a branch's tile, counted from 0; doubles lie across.
    fn tile(&self, branch: Branch, index: usize, tile: Tile) -> Spot {
        let centre = Point::new(self.joint(index) + self.half, self.branch(branch));
        Spot { centre, half: self.half, level: !is_double(tile) }
    }

    fn cut(&self, joint: u8) -> Spot {
        let centre = Point::new(self.joint(joint.into()), self.middle);
        Spot { centre, half: self.half, level: false }
    }
}

/// The ground under what has been cut off.
fn cut_off(table: &Table, plan: &Plan, palette: &Palette) -> Option<Shape> {
    let cut = table.cut?;
    let reach = plan.half * (BRANCH + 1.08);
    let frame = Frame {
        left: plan.left - plan.half * 0.14,
        top: plan.middle - reach,
        right: plan.joint(cut.joint.into()),
        bottom: plan.middle + reach,
    };
    Some(Shape::rounded(&frame.corners(), plan.half * 0.2, palette.tint))
}

/// The thread that all tiles hang on: it shows that a double belongs to its neighbours.
fn thread(table: &Table, plan: &Plan, palette: &Palette) -> Option<Shape> {
    if !table.soap {
        return None;
    }
    let turn = plan.left + plan.half / 2.0;
    // It ends inside of the last tile, or at the joint behind a double.
    let end = |tiles: &[Tile]| match tiles.last() {
        Some(tile) if is_double(*tile) => plan.joint(tiles.len()),
        _ => (plan.joint(tiles.len()) - plan.half).max(turn),
    };
    let (upper, lower) = (plan.branch(Branch::Upper), plan.branch(Branch::Lower));
    let mut points = vec![Point::new(turn, plan.middle)];
    if !table.upper.is_empty() {
        points = vec![Point::new(end(&table.upper), upper), Point::new(turn, upper)];
        points.push(Point::new(turn, plan.middle));
    }
    if !table.lower.is_empty() {
        points.extend([Point::new(turn, lower), Point::new(end(&table.lower), lower)]);
    }
    (points.len() > 1).then_some(Shape::Line {
        points,
        width: plan.half * THREAD,
        colour: palette.thread,
    })
}

/// The numbers between the branches, and the bridges of threatened cuts.
fn joints(table: &Table, plan: &Plan, palette: &Palette) -> Vec<Shape> {
    let count = table.upper.len().max(table.lower.len());
    let size = (plan.half * JOINT_SIZE).clamp(JOINT_LEAST, 40.0);
    let mut shapes = Vec::new();
    for joint in 1..=count {
        let at = Point::new(plan.joint(joint), plan.middle);
        let threatened = table.threats.iter().any(|threat| usize::from(*threat) == joint);
        let disc = (plan.half * JOINT_DISC).clamp(JOINT_LEAST * 0.7, 30.0);
        if threatened {
            shapes.push(Shape::Disc { centre: at, radius: disc, colour: palette.accent });
            for (tiles, up) in [(&table.upper, true), (&table.lower, false)] {
                // Behind a double at the end there is only the thread.
                let bare = tiles.len() == joint && tiles.last().is_some_and(|t| is_double(*t));
                let end = if bare { BRANCH } else { BRANCH - 0.5 } * plan.half;
                shapes.extend(bridge(at, (disc, end), up, plan, palette));
            }
        }
        // Where tiles are smaller than the writing, it would run together.
        if 2.0 * plan.half < JOINT_LEAST * 1.4 {
            continue;
        }
        shapes.push(Shape::Text {
            at,
            align: Align::Centre,
            text: joint.to_string(),
            size,
            weight: if threatened { Weight::Bold } else { Weight::Regular },
            colour: if threatened { palette.ground } else { palette.muted.mix(palette.ink, 0.5) },
        });
    }
    shapes
}

/// Dots from the number of a joint up or down to its branch.
fn bridge(
    at: Point,
    (start, end): (f32, f32),
    up: bool,
    plan: &Plan,
    palette: &Palette,
) -> Vec<Shape> {
    let radius = (plan.half * DOT).max(3.5).min(plan.half / 4.0);
    let (start, end) = (start + 2.2 * radius, end - 1.8 * radius);
    // Small tiles leave room for few dots, which must not run together.
    let count = ((end - start) / (3.0 * radius)).floor().max(0.0);
    let first = if count > 0.0 { start } else { (start + end) / 2.0 };
    let dots = (0..=count as u32).map(|dot| {
        let reach = first + (end - start) * dot as f32 / count.max(1.0);
        let centre = at.by(0.0, if up { -reach } else { reach });
        Shape::Disc { centre, radius, colour: palette.accent }
    });
    dots.collect()
}

fn is_double(tile: Tile) -> bool {
    tile.inner == tile.outer
}

fn sausage(table: &Table, plan: &Plan, palette: &Palette) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut lay = |tile: Tile, spot: Spot, halo: Option<_>| {
        shapes.extend(halo.map(|colour| tile::halo(spot, colour)));
        shapes.push(tile::face(tile, spot, palette));
    };
    let halo = |laid: Laid| (table.last == Some(laid)).then_some(palette.accent);
    for (branch, tiles) in [(Branch::Upper, &table.upper), (Branch::Lower, &table.lower)] {
        for (index, tile) in tiles.iter().enumerate() {
            let place = u8::try_from(index + 1).ok();
            let halo = place.and_then(|place| halo(Laid::Tile(branch, place)));
            lay(*tile, plan.tile(branch, index, *tile), halo);
        }
    }
    if table.soap {
        lay(Tile { inner: 0, outer: 0 }, plan.soap(), halo(Laid::Soap));
    }
    if let Some(cut) = table.cut {
        lay(cut.tile, plan.cut(cut.joint), Some(palette.taken));
    }
    shapes
}

/// A hand in one row, smaller where it is long; tiles that begin alike lie closer together.
fn hand(hand: &Hand, y: f32, palette: &Palette) -> Vec<Shape> {
    let (tiles, count): (&[Tile], usize) = match hand {
        Hand::Open(tiles) => (tiles, tiles.len()),
        Hand::Closed(count) => (&[], usize::from(*count)),
    };
    let mut place = 0.0;
    let mut places = Vec::with_capacity(count);
    for index in 0..count {
        let begins = |index: usize| tiles.get(index).map(|tile| tile.inner);
        if index > 0 {
            place += HAND_PITCH;
            if begins(index) != begins(index - 1) {
                place += HAND_GAP;
            }
        }
        places.push(place);
    }
    let scale = ((BOARD.right - BOARD.left) / (place + HAND_HALF)).min(1.0);
    let left = BOARD.centre().x - place / 2.0 * scale;
    let spots = places.into_iter().map(|place| Spot {
        centre: Point::new(left + place * scale, y),
        half: HAND_HALF * scale,
        level: false,
    });
    match hand {
        Hand::Open(tiles) => {
            spots.zip(tiles).map(|(spot, tile)| tile::face(*tile, spot, palette)).collect()
        }
        Hand::Closed(_) => spots.map(|spot| tile::back(spot, palette)).collect(),
    }
}
