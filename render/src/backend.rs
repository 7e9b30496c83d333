//! The drawing backend behind plotters: anti-aliased shapes on a pixel buffer.
//!
//! Plotters places everything on whole numbers. Here these are sixteenths of a pixel, so that
//! edges, widths and text lie between pixels where they belong.

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle, text_anchor::HPos,
};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, PixmapMut, Rect, Stroke, Transform,
};

use crate::{
    colours::Colours,
    shape::{Align, Point},
    text::{BadFont, Fonts, Line, Weight},
    touched::Touched,
};

/// Backend units in a pixel.
pub(crate) const UNITS: f32 = 16.0;

/// A pixel buffer that plotters draws on; positions and sizes are in [`UNITS`].
pub(crate) struct Canvas<'p> {
    pixels: PixmapMut<'p>,
    fonts: &'static Fonts,
    ground: Option<Ground<'p>>,
}

/// A drawn picture on which another is drawn; it is copied to the buffer where it is needed.
pub(crate) struct Ground<'p> {
    pub(crate) indices: &'p [u8],
    pub(crate) colours: &'static Colours,
    /// What of the buffer holds the picture.
    pub(crate) touched: &'p mut Touched,
}

type Drawn = Result<(), DrawingErrorKind<BadFont>>;

impl<'p> Canvas<'p> {
    pub(crate) fn new(pixels: PixmapMut<'p>, fonts: &'static Fonts) -> Canvas<'p> {
        Canvas { pixels, fonts, ground: None }
    }

    /// A canvas that shows a picture; the buffer may hold anything.
    pub(crate) fn over(
        ground: Ground<'p>,
        pixels: PixmapMut<'p>,
        fonts: &'static Fonts,
    ) -> Canvas<'p> {
        Canvas { pixels, fonts, ground: Some(ground) }
    }

    /// Makes the buffer ready for drawing between two points.
    fn open(&mut self, left: f32, top: f32, right: f32, bottom: f32) {
        let Some(Ground { indices, colours, touched }) = &mut self.ground else { return };
        let (pixels, _) = self.pixels.data_mut().as_chunks_mut();
        // Edges between pixels touch those on both sides.
        let pixels_between = |from: f32, to: f32| {
            (from - 1.0).floor().max(0.0) as usize..(to + 1.0).ceil().max(0.0) as usize
        };
        touched.draw_on(pixels_between(left, right), pixels_between(top, bottom), |stretch| {
            if let (Some(pixels), Some(indices)) =
                (pixels.get_mut(stretch.clone()), indices.get(stretch))
            {
                colours.show(indices, pixels);
            }
        });
    }

    fn open_rect(&mut self, rect: Rect, margin: f32) {
        self.open(
            rect.left() - margin,
            rect.top() - margin,
            rect.right() + margin,
            rect.bottom() + margin,
        );
    }

    fn fill(&mut self, path: Option<Path>, color: BackendColor, rule: FillRule) {
        // A path without extent leaves no trace.
        if let Some(path) = path {
            self.open_rect(path.bounds(), 0.0);
            let transform = Transform::identity();
            self.pixels.fill_path(&path, &paint(color), rule, transform, None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, color: BackendColor, width: u32) {
        if let Some(path) = path {
            let stroke = Stroke {
                width: width as f32 / UNITS,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.open_rect(path.bounds(), stroke.width / 2.0);
            let transform = Transform::identity();
            self.pixels.stroke_path(&path, &paint(color), &stroke, transform, None);
        }
    }

    fn line<S: BackendTextStyle>(&self, text: &str, style: &S) -> Line<'static> {
        let weight = match style.style() {
            FontStyle::Bold => Weight::Bold,
            _ => Weight::Regular,
        };
        self.fonts.line(text, weight, style.size() as f32 / UNITS)
    }

    /// Lays a colour over a pixel; off the buffer nothing happens.
    fn blend(&mut self, x: i32, y: i32, color: BackendColor, share: f32) {
        let alpha = (color.alpha as f32 * share.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        // Most of a glyph's rectangle stays as it is.
        if alpha == 0 {
            return;
        }
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x >= width || y >= height {
            return;
        }
        let (pixels, _) = self.pixels.data_mut().as_chunks_mut::<4>();
        let Some(pixel) = pixels.get_mut(y as usize * width as usize + x as usize) else { return };
        let (red, green, blue) = color.rgb;
        let part = |part: u8| ((u16::from(part) * u16::from(alpha) + 127) / 255) as u8;
        [*pixel] = lay([*pixel], [[part(red), part(green), part(blue), alpha]]);
    }
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = BadFont;

    fn get_size(&self) -> (u32, u32) {
        let units = UNITS as u32;
        (self.pixels.width() * units, self.pixels.height() * units)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    /// Colours the whole pixel round the point.
    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn {
        let Point { x, y } = place(at);
        self.open(x, y, x, y);
        self.blend(x.floor() as i32, y.floor() as i32, color, 1.0);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.stroke(outline([from, to], false), style.color(), style.stroke_width());
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        one: BackendCoord,
        other: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let (one, other) = (place(one), place(other));
        let rect = Rect::from_ltrb(
            one.x.min(other.x),
            one.y.min(other.y),
            one.x.max(other.x),
            one.y.max(other.y),
        );
        let Some(rect) = rect else { return Ok(()) };
        if fill {
            self.open_rect(rect, 0.0);
            let transform = Transform::identity();
            self.pixels.fill_rect(rect, &paint(style.color()), transform, None);
        } else {
            let path = PathBuilder::from_rect(rect);
            self.stroke(Some(path), style.color(), style.stroke_width());
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.stroke(outline(path, false), style.color(), style.stroke_width());
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let Point { x, y } = place(centre);
        let radius = radius as f32 / UNITS;
        if fill {
            let disc = PathBuilder::from_circle(x, y, radius);
            self.fill(disc, style.color(), FillRule::Winding);
            return Ok(());
        }
        // Two circles enclose a ring more evenly than a stroke along a circle's curve.
        let half = style.stroke_width() as f32 / UNITS / 2.0;
        let mut ring = PathBuilder::new();
        ring.push_circle(x, y, radius + half);
        if radius > half {
            ring.push_circle(x, y, radius - half);
        }
        self.fill(ring.finish(), style.color(), FillRule::EvenOdd);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.fill(outline(corners, true), style.color(), FillRule::Winding);
        Ok(())
    }

    /// Writes a line; the anchor's height is always the middle of the capitals.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let align = match style.anchor().h_pos {
            HPos::Left => Align::Left,
            HPos::Center => Align::Centre,
            HPos::Right => Align::Right,
        };
        let color = style.color();
        let line = self.line(text, style);
        for glyph in line.glyphs(place(at), align) {
            let bounds = glyph.px_bounds();
            let (left, top) = (bounds.min.x as i32, bounds.min.y as i32);
            self.open(bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y);
            glyph.draw(|x, y, share| self.blend(left + x as i32, top + y as i32, color, share));
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<BadFont>> {
        let line = self.line(text, style);
        let units = |length: f32| (length * UNITS).ceil() as u32;
        Ok((units(line.width()), units(line.capital())))
    }

    /// Lays a picture of premultiplied red, green, blue and alpha on the nearest whole pixels.
    ///
    /// The size is in pixels. A buffer that does not fit the size is not drawn.
    fn blit_bitmap(&mut self, at: BackendCoord, size: (u32, u32), source: &[u8]) -> Drawn {
        let corner = place(at);
        let (left, top) = (corner.x.round() as i64, corner.y.round() as i64);
        let (width, height) = (size.0 as usize, size.1 as usize);
        let (source, _) = source.as_chunks::<4>();
        if width == 0 || source.len() != width * height {
            return Ok(());
        }
        self.open(
            left as f32,
            top as f32,
            (left + width as i64) as f32,
            (top + height as i64) as f32,
        );
        let (across, down) = (self.pixels.width() as usize, self.pixels.height() as usize);
        let (pixels, _) = self.pixels.data_mut().as_chunks_mut::<4>();
        let rows = pixels.chunks_exact_mut(across).take(down);
        // Source rows and columns that fall on the buffer.
        let skip = |start: i64| usize::try_from(-start).unwrap_or(0);
        let from = |start: i64| usize::try_from(start).unwrap_or(0);
        for (below, above) in rows.skip(from(top)).zip(source.chunks_exact(width).skip(skip(top))) {
            let below = below.get_mut(from(left)..).unwrap_or_default();
            lay_row(below, above.get(skip(left)..).unwrap_or_default());
        }
        Ok(())
    }
}

/// Lays premultiplied pixels over others.
fn lay_row(below: &mut [[u8; 4]], above: &[[u8; 4]]) {
    let length = below.len().min(above.len());
    let (below, rest) = below.get_mut(..length).unwrap_or_default().as_chunks_mut::<4>();
    let (above, rest_above) = above.get(..length).unwrap_or_default().as_chunks::<4>();
    for (below, above) in below.iter_mut().zip(above) {
        // Most of a sprite hides or shows all that is below.
        let [a, b, c, d] = above.map(|[.., alpha]| alpha);
        if a & b & c & d == u8::MAX {
            *below = *above;
        } else if a | b | c | d != 0 {
            *below = lay(*below, *above);
        }
    }
    for (below, above) in rest.iter_mut().zip(rest_above) {
        [*below] = lay([*below], [*above]);
    }
}

/// Premultiplied pixels over others.
fn lay<const N: usize>(mut below: [[u8; 4]; N], above: [[u8; 4]; N]) -> [[u8; 4]; N] {
    for (below, above) in below.iter_mut().zip(above) {
        let [.., alpha] = above;
        let through = u16::from(u8::MAX - alpha);
        for (part, over) in below.iter_mut().zip(above) {
            // Divided by 255 and rounded. No part is larger than its opacity, so no sum leaves
            // its byte.
            let shown = u16::from(*part) * through + 128;
            *part = over.wrapping_add(((shown + (shown >> 8)) >> 8) as u8);
        }
    }
    below
}

fn place((x, y): BackendCoord) -> Point {
    Point::new(x as f32 / UNITS, y as f32 / UNITS)
}

fn outline(points: impl IntoIterator<Item = BackendCoord>, closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, point) in points.into_iter().map(place).enumerate() {
        match i {
            0 => path.move_to(point.x, point.y),
            _ => path.line_to(point.x, point.y),
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn paint(color: BackendColor) -> Paint<'static> {
    let (red, green, blue) = color.rgb;
    let alpha = (color.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, alpha);
    paint
}

#[cfg(test)]
mod tests {
    use super::lay;

    #[test]
    fn laying_rounds_to_the_nearest() {
        for alpha in 0..=u8::MAX {
            for below in 0..=u8::MAX {
                let over = alpha / 2;
                let [[part, .., opacity]] = lay([[below, 0, 0, 255]], [[over, 0, 0, alpha]]);
                let shown = f64::from(below) * f64::from(255 - alpha) / 255.0;
                assert_eq!(f64::from(part), f64::from(over) + shown.round(), "{below} {alpha}");
                assert_eq!(opacity, 255);
            }
        }
    }
}
