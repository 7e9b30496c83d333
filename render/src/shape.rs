//! Shapes: what pictures are made of, in pixels from the upper left corner.

use std::f32::consts::PI;

use crate::text::Weight;

/// A colour with its opacity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour {
    pub(crate) red: u8,
    pub(crate) green: u8,
    pub(crate) blue: u8,
    pub(crate) alpha: u8,
}

impl Colour {
    /// An opaque colour from its usual notation: `0xRRGGBB`.
    pub(crate) const fn hex(rgb: u32) -> Colour {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Colour { red, green, blue, alpha: u8::MAX }
    }

    /// The colour at `share` of the way to another one.
    pub(crate) fn mix(self, other: Colour, share: f32) -> Colour {
        let between = |one: u8, other: u8| {
            (f32::from(one) + (f32::from(other) - f32::from(one)) * share).round() as u8
        };
        Colour {
            red: between(self.red, other.red),
            green: between(self.green, other.green),
            blue: between(self.blue, other.blue),
            alpha: between(self.alpha, other.alpha),
        }
    }

    /// The colour as a number of its own.
    pub(crate) const fn word(self) -> u32 {
        u32::from_be_bytes([self.red, self.green, self.blue, self.alpha])
    }

    /// The same colour at another opacity.
    pub(crate) const fn fade(self, alpha: u8) -> Colour {
        Colour { alpha, ..self }
    }
}

/// A place in the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl Point {
    pub(crate) const ORIGIN: Point = Point::new(0.0, 0.0);

    pub(crate) const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// The point moved by so many pixels to the right and down.
    pub(crate) fn by(self, dx: f32, dy: f32) -> Point {
        Point::new(self.x + dx, self.y + dy)
    }

    /// The point at `distance` pixels from here on the way to `other`; here if the two are one.
    pub(crate) fn toward(self, other: Point, distance: f32) -> Point {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        let length = dx.hypot(dy);
        if length <= f32::EPSILON {
            return self;
        }
        self.by(dx / length * distance, dy / length * distance)
    }
}

/// An upright rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
}

impl Frame {
    /// The square of the given half side round a point.
    pub(crate) fn around(centre: Point, reach: f32) -> Frame {
        Frame {
            left: centre.x - reach,
            top: centre.y - reach,
            right: centre.x + reach,
            bottom: centre.y + reach,
        }
    }

    /// The rectangle with every edge moved outwards.
    pub(crate) fn grown(self, by: f32) -> Frame {
        Frame {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub(crate) fn centre(self) -> Point {
        Point::new((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// The corners, clockwise from the upper left.
    pub(crate) fn corners(self) -> [Point; 4] {
        [
            Point::new(self.left, self.top),
            Point::new(self.right, self.top),
            Point::new(self.right, self.bottom),
            Point::new(self.left, self.bottom),
        ]
    }
}

/// Where the given point lies in a text's line; its height is always the middle of the capitals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

/// One shape of a picture.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A filled circle.
    Disc { centre: Point, radius: f32, colour: Colour },
    /// A circle's line, `width` wide, half of it inside of `radius`.
    Ring { centre: Point, radius: f32, width: f32, colour: Colour },
    /// A filled polygon.
    Polygon { points: Vec<Point>, colour: Colour },
    /// A line through points with round joins and ends.
    Line { points: Vec<Point>, width: f32, colour: Colour },
    /// A line of text; `size` is the height of the em.
    Text { at: Point, align: Align, text: String, size: f32, weight: Weight, colour: Colour },
    /// The blurred shadow of a disc: full within `radius - blur`, gone at `radius + blur`.
    Shadow { centre: Point, radius: f32, blur: f32, colour: Colour },
    /// Shapes that stand in several places of many pictures; their origin is placed `at`.
    ///
    /// They are drawn together once and then laid on as a whole.
    Piece { at: Point, reach: f32, shapes: Vec<Shape> },
}

impl Shape {
    /// A piece round `at`, from shapes round the origin that extend no farther than `reach`.
    pub(crate) fn piece(at: Point, reach: f32, shapes: Vec<Shape>) -> Shape {
        Shape::Piece { at, reach, shapes }
    }

    /// The same shape, so many times as large and as far from the corner of the picture.
    pub(crate) fn scaled(&self, by: f32) -> Shape {
        self.mapped(|point| Point::new(point.x * by, point.y * by), by)
    }

    /// The same shape so many pixels to the right and down.
    pub(crate) fn moved(&self, dx: f32, dy: f32) -> Shape {
        self.mapped(|point| point.by(dx, dy), 1.0)
    }

    fn mapped(&self, place: impl Fn(Point) -> Point, by: f32) -> Shape {
        let places = |points: &[Point]| points.iter().copied().map(&place).collect();
        match *self {
            Shape::Disc { centre, radius, colour } => {
                Shape::Disc { centre: place(centre), radius: radius * by, colour }
            }
            Shape::Ring { centre, radius, width, colour } => {
                let (centre, radius, width) = (place(centre), radius * by, width * by);
                Shape::Ring { centre, radius, width, colour }
            }
            Shape::Polygon { ref points, colour } => {
                Shape::Polygon { points: places(points), colour }
            }
            Shape::Line { ref points, width, colour } => {
                Shape::Line { points: places(points), width: width * by, colour }
            }
            Shape::Text { at, align, ref text, size, weight, colour } => {
                let (at, text, size) = (place(at), text.clone(), size * by);
                Shape::Text { at, align, text, size, weight, colour }
            }
            Shape::Shadow { centre, radius, blur, colour } => {
                let (centre, radius, blur) = (place(centre), radius * by, blur * by);
                Shape::Shadow { centre, radius, blur, colour }
            }
            Shape::Piece { at, reach, ref shapes } => {
                let shapes = shapes.iter().map(|shape| shape.scaled(by)).collect();
                Shape::Piece { at: place(at), reach: reach * by, shapes }
            }
        }
    }

    /// Appends numbers that tell this shape from every other.
    pub(crate) fn describe(&self, words: &mut Vec<u32>) {
        match self {
            Shape::Disc { centre, radius, colour } => {
                words.extend([0, centre.x.to_bits(), centre.y.to_bits(), radius.to_bits()]);
                words.push(colour.word());
            }
            Shape::Ring { centre, radius, width, colour } => {
                words.extend([1, centre.x.to_bits(), centre.y.to_bits(), radius.to_bits()]);
                words.extend([width.to_bits(), colour.word()]);
            }
            Shape::Polygon { points, colour } => {
                words.extend([2, points.len() as u32, colour.word()]);
                words
                    .extend(points.iter().flat_map(|point| [point.x.to_bits(), point.y.to_bits()]));
            }
            Shape::Line { points, width, colour } => {
                words.extend([3, points.len() as u32, width.to_bits(), colour.word()]);
                words
                    .extend(points.iter().flat_map(|point| [point.x.to_bits(), point.y.to_bits()]));
            }
            Shape::Text { at, align, text, size, weight, colour } => {
                words.extend([4, at.x.to_bits(), at.y.to_bits(), *align as u32, size.to_bits()]);
                words.extend([*weight as u32, colour.word(), text.len() as u32]);
                words.extend(text.chars().map(u32::from));
            }
            Shape::Shadow { centre, radius, blur, colour } => {
                words.extend([5, centre.x.to_bits(), centre.y.to_bits(), radius.to_bits()]);
                words.extend([blur.to_bits(), colour.word()]);
            }
            Shape::Piece { at, reach, shapes } => {
                words.extend([6, at.x.to_bits(), at.y.to_bits(), reach.to_bits()]);
                words.push(shapes.len() as u32);
                shapes.iter().for_each(|shape| shape.describe(words));
            }
        }
    }

    /// A polygon whose corners are rounded; the points go clockwise round a convex outline.
    pub(crate) fn rounded(points: &[Point], radius: f32, colour: Colour) -> Shape {
        Shape::Polygon { points: round_corners(points, radius), colour }
    }
}

/// Straight pieces that stand for a quarter of a circle: at 60 pixels of radius they stray from it
/// by a twentieth of a pixel.
const PIECES_PER_QUARTER: f32 = 14.0;

fn round_corners(points: &[Point], radius: f32) -> Vec<Point> {
    let count = points.len();
    let mut outline = Vec::new();
    for (i, &corner) in points.iter().enumerate() {
        let before = points[(i + count - 1) % count];
        let after = points[(i + 1) % count];
        let direction = |to: Point| (to.y - corner.y).atan2(to.x - corner.x);
        // The clockwise turn from the edge that leaves the corner to the one that came.
        let inner = (direction(before) - direction(after)).rem_euclid(2.0 * PI);
        let half = inner / 2.0;
        if radius <= 0.0 || half <= f32::EPSILON || inner >= PI {
            outline.push(corner);
            continue;
        }
        let bisector = direction(after) + half;
        let depth = radius / half.sin();
        let middle = corner.by(bisector.cos() * depth, bisector.sin() * depth);
        let swing = PI - inner;
        let pieces = (swing / (PI / 2.0) * PIECES_PER_QUARTER).ceil().max(1.0);
        for piece in 0..=pieces as u32 {
            let angle = bisector + PI - swing / 2.0 + swing * piece as f32 / pieces;
            outline.push(middle.by(angle.cos() * radius, angle.sin() * radius));
        }
    }
    outline
}
