//! Shapes as plotters elements, on any plotters backend that counts in our units.

use plotters::{
    coord::Shift,
    drawing::{DrawingArea, DrawingAreaErrorKind},
    element::{Circle, Drawable, PathElement, PointCollection, Polygon, Text},
    style::{Color, FontDesc, FontFamily, RGBAColor, ShapeStyle, TextStyle, text_anchor},
};
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind, FontStyle};

use crate::{
    backend::UNITS,
    layout::Layout,
    shape::{Align, Colour, Point, Shape, Sprite},
    text::Weight,
};

type Painted<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Draws a whole picture, the first shape at the bottom.
pub(crate) fn paint<B: DrawingBackend>(
    layout: &Layout,
    area: &DrawingArea<B, Shift>,
) -> Painted<B> {
    area.fill(&rgba(layout.ground))?;
    layout.shapes.iter().try_for_each(|shape| draw(shape, area))
}

fn draw<B: DrawingBackend>(shape: &Shape, area: &DrawingArea<B, Shift>) -> Painted<B> {
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
        Shape::Sprite { centre, sprite } => {
            let half = sprite.side as f32 / 2.0;
            area.draw(&Picture { corner: place(centre.by(-half, -half)), sprite })
        }
    }
}

/// Plotters' own picture element comes only with its own bitmap backend.
struct Picture<'s> {
    corner: BackendCoord,
    sprite: &'s Sprite,
}

impl<'e> PointCollection<'e, BackendCoord> for &'e Picture<'_> {
    type Point = &'e BackendCoord;
    type IntoIter = std::iter::Once<&'e BackendCoord>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::once(&self.corner)
    }
}

impl<B: DrawingBackend> Drawable<B> for Picture<'_> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut points: I,
        backend: &mut B,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let Sprite { side, pixels } = self.sprite;
        match points.next() {
            Some(corner) => backend.blit_bitmap(corner, (*side, *side), pixels),
            None => Ok(()),
        }
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
