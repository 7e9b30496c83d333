//! Shapes as plotters elements, on a plotters backend that counts in our units.

use plotters::{
    coord::Shift,
    drawing::{DrawingArea, DrawingAreaErrorKind},
    element::{Circle, PathElement, Polygon, Text},
    style::{Color, FontDesc, FontFamily, RGBAColor, ShapeStyle, TextStyle, text_anchor},
};
use plotters_backend::{BackendCoord, DrawingBackend, FontStyle};

use crate::{
    backend::UNITS,
    shape::{Align, Colour, Point, Shape},
    sprite::Sprites,
    text::{BadFont, Weight},
};

type Painted = Result<(), DrawingAreaErrorKind<BadFont>>;

/// Covers a whole picture with one colour.
pub(crate) fn fill<B: DrawingBackend<ErrorType = BadFont>>(
    colour: Colour,
    area: &DrawingArea<B, Shift>,
) -> Painted {
    area.fill(&rgba(colour))
}

/// Draws shapes, the first at the bottom.
pub(crate) fn paint<B: DrawingBackend<ErrorType = BadFont>>(
    shapes: &[Shape],
    area: &DrawingArea<B, Shift>,
    sprites: &Sprites<'_>,
) -> Painted {
    shapes.iter().try_for_each(|shape| draw(shape, area, sprites))
}

fn draw<B: DrawingBackend<ErrorType = BadFont>>(
    shape: &Shape,
    area: &DrawingArea<B, Shift>,
    sprites: &Sprites<'_>,
) -> Painted {
    match shape {
        Shape::Disc { centre, radius, colour } => {
            area.draw(&Circle::new(place(*centre), units(*radius), rgba(*colour).filled()))
        }
        Shape::Ring { centre, radius, width, colour } => {
            area.draw(&Circle::new(place(*centre), units(*radius), stroke(*colour, *width)))
        }
        Shape::Polygon { points, colour } => {
            area.draw(&Polygon::new(places(points), rgba(*colour).filled()))
        }
        Shape::Line { points, width, colour } => {
            area.draw(&PathElement::new(places(points), stroke(*colour, *width)))
        }
        Shape::Text { at, align, text, size, weight, colour } => {
            let style = text_style(*align, *size, *weight, *colour);
            area.draw(&Text::new(text.as_str(), place(*at), style))
        }
        Shape::Shadow { centre: at, radius, blur, .. } => {
            area.draw(&sprites.of(shape, place(*at), radius + blur)?)
        }
        Shape::Piece { at, reach, .. } => area.draw(&sprites.of(shape, place(*at), *reach)?),
    }
}

fn units(length: f32) -> i32 {
    (length * UNITS).round() as i32
}

fn place(point: Point) -> BackendCoord {
    (units(point.x), units(point.y))
}

fn places(points: &[Point]) -> Vec<BackendCoord> {
    points.iter().copied().map(place).collect()
}

fn rgba(colour: Colour) -> RGBAColor {
    RGBAColor(colour.red, colour.green, colour.blue, f64::from(colour.alpha) / 255.0)
}

fn stroke(colour: Colour, width: f32) -> ShapeStyle {
    ShapeStyle::from(rgba(colour)).stroke_width(units(width).unsigned_abs())
}

fn text_style(align: Align, size: f32, weight: Weight, colour: Colour) -> TextStyle<'static> {
    let style = match weight {
        Weight::Regular => FontStyle::Normal,
        Weight::Bold => FontStyle::Bold,
    };
    let across = match align {
        Align::Left => text_anchor::HPos::Left,
        Align::Centre => text_anchor::HPos::Center,
        Align::Right => text_anchor::HPos::Right,
    };
    // The backend writes in its own fonts; the family is only a name to plotters.
    FontDesc::new(FontFamily::SansSerif, f64::from(size * UNITS), style)
        .color(&rgba(colour))
        .pos(text_anchor::Pos::new(across, text_anchor::VPos::Center))
}
