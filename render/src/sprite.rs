//! Sprites: pieces and shadows, drawn once and laid on many places.

use std::{iter, sync::Arc};

use plotters::{
    drawing::{DrawingAreaErrorKind, IntoDrawingArea},
    element::{Drawable, PointCollection},
};
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind};
use tiny_skia::PixmapMut;

use crate::{
    backend::{Canvas, UNITS},
    paint,
    shape::{Colour, Point, Shape},
    store::{Key, Store},
    text::{BadFont, Fonts},
};

/// The farthest that a piece may extend, in pixels; no picture is larger.
const LONGEST_REACH: f32 = 2048.0;

/// A small picture with soft edges on its place, as an element of plotters.
///
/// Plotters' own comes only with its own bitmap backend.
pub(crate) struct Sprite {
    /// The upper left corner in backend units, on whole pixels.
    corner: BackendCoord,
    /// Width and height in pixels.
    side: u32,
    /// Rows of premultiplied red, green, blue, alpha.
    pixels: Arc<[u8]>,
}

/// The sprites of shapes.
pub(crate) struct Sprites<'s> {
    store: &'s Store,
    fonts: &'static Fonts,
}

impl<'s> Sprites<'s> {
    pub(crate) fn new(store: &'s Store, fonts: &'static Fonts) -> Sprites<'s> {
        Sprites { store, fonts }
    }

    /// The sprite of a shape that extends no farther than `reach` pixels round `middle`.
    ///
    /// Where the middle falls between whole pixels, the sprite is drawn so much off its own.
    pub(crate) fn of(
        &self,
        shape: &Shape,
        middle: BackendCoord,
        reach: f32,
    ) -> Result<Sprite, DrawingAreaErrorKind<BadFont>> {
        let units = UNITS as i32;
        // One pixel more for what lies between pixels.
        let half = reach.clamp(0.0, LONGEST_REACH).ceil() as i32 + 1;
        let side = half.unsigned_abs() * 2;
        let off = (middle.0.rem_euclid(units), middle.1.rem_euclid(units));
        let pixels = self.store.get_or_draw(Key::sprite(shape, off), || {
            let inside = |off: i32| half as f32 + off as f32 / UNITS;
            self.draw(shape, side, Point::new(inside(off.0), inside(off.1)))
        })?;
        let corner = (middle.0 - off.0 - half * units, middle.1 - off.1 - half * units);
        Ok(Sprite { corner, side, pixels })
    }

    fn draw(
        &self,
        shape: &Shape,
        side: u32,
        middle: Point,
    ) -> Result<Vec<u8>, DrawingAreaErrorKind<BadFont>> {
        let mut bytes = vec![0; side as usize * side as usize * 4];
        match shape {
            Shape::Shadow { radius, blur, colour, .. } => {
                shade(&mut bytes, side, middle, (*radius, *blur), *colour);
            }
            Shape::Piece { shapes, .. } => {
                if let Some(pixels) = PixmapMut::from_bytes(&mut bytes, side, side) {
                    let area = Canvas::new(pixels, self.fonts).into_drawing_area();
                    let shapes: Vec<Shape> =
                        shapes.iter().map(|shape| shape.moved(middle.x, middle.y)).collect();
                    paint::paint(&shapes, &area, self)?;
                }
            }
            // The others are drawn where they stand.
            _ => {}
        }
        Ok(bytes)
    }
}

/// Draws the shadow of a disc: full within `radius - blur`, gone at `radius + blur`.
fn shade(bytes: &mut [u8], side: u32, middle: Point, (radius, blur): (f32, f32), colour: Colour) {
    let (pixels, _) = bytes.as_chunks_mut::<4>();
    for (y, row) in (0..side).zip(pixels.chunks_exact_mut(side as usize)) {
        for (x, pixel) in (0..side).zip(row) {
            let distance = (x as f32 + 0.5 - middle.x).hypot(y as f32 + 0.5 - middle.y);
            let depth = ((radius + blur - distance) / (2.0 * blur)).clamp(0.0, 1.0);
            let alpha = f32::from(colour.alpha) * depth * depth * (3.0 - 2.0 * depth);
            let share = |part: u8| (f32::from(part) * alpha / 255.0).round() as u8;
            *pixel =
                [share(colour.red), share(colour.green), share(colour.blue), alpha.round() as u8];
        }
    }
}

impl<'e> PointCollection<'e, BackendCoord> for &'e Sprite {
    type Point = &'e BackendCoord;
    type IntoIter = iter::Once<&'e BackendCoord>;

    fn point_iter(self) -> Self::IntoIter {
        iter::once(&self.corner)
    }
}

impl<B: DrawingBackend> Drawable<B> for Sprite {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut points: I,
        backend: &mut B,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        match points.next() {
            Some(corner) => backend.blit_bitmap(corner, (self.side, self.side), &self.pixels),
            None => Ok(()),
        }
    }
}
