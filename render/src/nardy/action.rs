//! The last action on a nardy board.

use super::plan::{self, Plan, RADIUS};
use crate::{
    arrow::{self, Arrow},
    palette::Palette,
    scene::{Event, Nardy, Place, State},
    shape::{Colour, Point, Shape},
};

const ARROW: Arrow = Arrow { shaft: 6.0, head_length: 22.0, head_width: 24.0, corner: 1.5 };
const NODE: f32 = 8.0;
/// Between an arrow's tip and the checker that it points at.
const TIP_GAP: f32 = 3.0;
const BADGE: f32 = 15.0;
/// From a checker's middle to its badge, both ways.
const BADGE_ASIDE: f32 = 23.0;

/// What lies under the checkers.
pub(super) fn under(nardy: &Nardy, plan: &Plan<'_>, palette: &Palette) -> Vec<Shape> {
    let mut tinted: Vec<u8> = nardy
        .hops
        .iter()
        .flat_map(|hop| [hop.from, hop.to])
        .filter_map(|place| match place {
            Place::Point(point) => Some(point),
            _ => None,
        })
        .collect();
    tinted.sort_unstable();
    tinted.dedup();
    let mut shapes: Vec<Shape> = tinted
        .into_iter()
        .filter_map(|point| plan.point(point))
        .map(|(x, down)| super::point(x, down, palette.tint))
        .collect();
    for (i, hop) in nardy.hops.iter().enumerate() {
        // Movements that look the same are drawn once.
        if !nardy.hops.iter().take(i).any(|earlier| earlier == hop) {
            shapes.extend(arrow(hop.from, hop.to, plan, palette));
        }
    }
    shapes
}

fn arrow(from: Place, to: Place, plan: &Plan<'_>, palette: &Palette) -> Vec<Shape> {
    let (Some(start), Some(target)) = (plan.row(from), plan.row(to)) else { return Vec::new() };
    // At a place that was only passed, the arrow ends where the next one begins.
    let mut reach = if target.is_empty() { NODE } else { RADIUS };
    let (start, mut target) = (start.next(), target.top());
    if let Place::Off(_) = to {
        // To the edge of what lies there, which would hide the tip.
        target.x += (start.x - target.x).signum() * super::SLAB_HALF;
        reach = 0.0;
    }
    let middle = Point::new((start.x + target.x) / 2.0, (start.y + target.y) / 2.0);
    // An arc over the heads of the stacks between, flat where there are none.
    let across = (target.x - start.x).abs();
    let rise = (across * 0.3 + 40.0).min(across * 0.45);
    let pull = plan::toward_middle(middle, rise);
    let tip = target.toward(pull, reach + TIP_GAP);
    let way = arrow::curve(start, pull, tip);
    let mut shapes = vec![Shape::Disc { centre: start, radius: NODE, colour: palette.accent }];
    shapes.extend(ARROW.along(&way, palette.accent));
    shapes
}

/// Marks on checkers.
pub(super) fn over(nardy: &Nardy, plan: &Plan<'_>, palette: &Palette) -> Vec<Shape> {
    let marks = nardy.events.iter().filter_map(|(place, event)| {
        let at = badge_at(*place, *event, nardy, plan)?;
        Some(badge(*event, at, palette))
    });
    marks.flatten().collect()
}

/// The corner of the checker to which it happened.
fn badge_at(place: Place, event: Event, nardy: &Nardy, plan: &Plan<'_>) -> Option<Point> {
    let row = plan.row(place)?;
    let outward = row.outward();
    let captive = match (place, event) {
        (Place::Point(point), Event::Captured) => {
            let stack = nardy.points.get(usize::from(point).checked_sub(1)?)?;
            stack.iter().rposition(|checker| checker.state == State::Captive)
        }
        _ => None,
    };
    Some(match captive.and_then(|captive| row.middles().nth(captive)) {
        Some(captive) => captive.by(BADGE_ASIDE, outward * BADGE_ASIDE * 0.5),
        None => {
            let top = row.top();
            // Out of the way of an arrow that comes from the right.
            let arrives = nardy.hops.iter().filter(|hop| hop.to == place);
            let mut starts = arrives.filter_map(|hop| plan.row(hop.from));
            let aside = if starts.any(|start| start.next().x > top.x) { -1.0 } else { 1.0 };
            top.by(aside * BADGE_ASIDE, -outward * BADGE_ASIDE)
        }
    })
}

fn badge(event: Event, centre: Point, palette: &Palette) -> Vec<Shape> {
    let at = |x: f32, y: f32| centre.by(x * BADGE, y * BADGE);
    let line =
        |points: Vec<Point>| Shape::Line { points, width: BADGE * 0.24, colour: palette.ground };
    let disc = |radius: f32, colour: Colour| Shape::Disc { centre, radius, colour };
    match event {
        Event::Captured => {
            vec![disc(BADGE, palette.taken), disc(BADGE * 0.58, palette.field)]
        }
        Event::Hit => vec![
            disc(BADGE, palette.taken),
            line(vec![at(-0.4, -0.4), at(0.4, 0.4)]),
            line(vec![at(0.4, -0.4), at(-0.4, 0.4)]),
        ],
        Event::Frozen => {
            let mut shapes = vec![disc(BADGE, palette.taken)];
            shapes.extend([-60.0_f32, 0.0, 60.0].map(|degrees| {
                let (y, x) = degrees.to_radians().sin_cos();
                line(vec![at(-0.6 * x, -0.6 * y), at(0.6 * x, 0.6 * y)])
            }));
            shapes
        }
        Event::Freed => vec![
            disc(BADGE, palette.accent),
            line(vec![at(-0.42, 0.2), at(0.0, -0.24), at(0.42, 0.2)]),
        ],
        Event::Entered => vec![
            disc(BADGE, palette.accent),
            line(vec![at(-0.5, 0.0), at(0.5, 0.0)]),
            line(vec![at(0.0, -0.5), at(0.0, 0.5)]),
        ],
    }
}
