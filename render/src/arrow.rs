//! Arrows along a way.

use crate::shape::{Colour, Point, Shape};

/// The measures of an arrow in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrow {
    pub(crate) shaft: f32,
    pub(crate) head_length: f32,
    pub(crate) head_width: f32,
    /// How round the corners of the head are.
    pub(crate) corner: f32,
}

impl Arrow {
    /// An arrow through the points with its tip at the last one; nothing for fewer than two.
    pub(crate) fn along(self, way: &[Point], colour: Colour) -> Vec<Shape> {
        let [.., before, tip] = way else { return Vec::new() };
        let tip = *tip;
        let mut shaft = shortened(way, self.head_length / 2.0);
        if shaft.len() < 2 {
            shaft = vec![*before, tip.toward(*before, self.head_length / 2.0)];
        }
        let neck = match shortened(way, self.head_length).last() {
            Some(neck) if *neck != tip => tip.toward(*neck, self.head_length),
            _ => tip.toward(*before, self.head_length),
        };
        // To the right of the way, in half the width of the head.
        let aside = {
            let ahead = tip.toward(neck, -self.head_width / 2.0);
            Point::new(-(ahead.y - tip.y), ahead.x - tip.x)
        };
        let head = [tip, neck.by(aside.x, aside.y), neck.by(-aside.x, -aside.y)];
        vec![
            Shape::Line { points: shaft, width: self.shaft, colour },
            Shape::rounded(&head, self.corner, colour),
        ]
    }
}

/// The way without so much of its end; at least its beginning is left.
fn shortened(way: &[Point], mut by: f32) -> Vec<Point> {
    let mut kept = way.to_vec();
    while let [.., before, last] = kept[..] {
        let length = (last.x - before.x).hypot(last.y - before.y);
        kept.pop();
        if length > by {
            kept.push(last.toward(before, by));
            break;
        }
        by -= length;
    }
    kept
}
/// Straight pieces that stand for a curve.
const PIECES: u8 = 24;

/// The way of a curve from one end to the other, drawn toward `pull` between them.
pub(crate) fn curve(from: Point, pull: Point, to: Point) -> Vec<Point> {
    let between = |one: Point, other: Point, share: f32| {
        one.by((other.x - one.x) * share, (other.y - one.y) * share)
    };
    let shares = (0..=PIECES).map(|piece| f32::from(piece) / f32::from(PIECES));
    shares.map(|s| between(between(from, pull, s), between(pull, to, s), s)).collect()
}
