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
    shape::{Align, Point},
    text::{BadFont, Fonts, Line, Weight},
};

/// Backend units in a pixel.
pub(crate) const UNITS: f32 = 16.0;

/// A pixel buffer that plotters draws on; positions and sizes are in [`UNITS`].
pub(crate) struct Canvas<'p> {
    pixels: PixmapMut<'p>,
    fonts: &'static Fonts,
}

type Drawn = Result<(), DrawingErrorKind<BadFont>>;

impl<'p> Canvas<'p> {
    pub(crate) fn new(pixels: PixmapMut<'p>, fonts: &'static Fonts) -> Canvas<'p> {
        Canvas { pixels, fonts }
    }

    fn fill(&mut self, path: Option<Path>, color: BackendColor, rule: FillRule) {
        // A path without extent leaves no trace.
        if let Some(path) = path {
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
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x >= width || y >= height {
            return;
        }
        let start = (y as usize * width as usize + x as usize) * 4;
        let Some(pixel) = self.pixels.data_mut().get_mut(start..start + 4) else { return };
        let alpha = color.alpha as f32 * share.clamp(0.0, 1.0);
        let (red, green, blue) = color.rgb;
        for (below, above) in pixel.iter_mut().zip([red, green, blue, u8::MAX]) {
            let mixed = f32::from(*below) + (f32::from(above) - f32::from(*below)) * alpha;
            *below = (mixed + 0.5) as u8;
        }
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
        line.cover(place(at), align, |x, y, share| self.blend(x, y, color, share));
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
        let (across, down) = (self.pixels.width() as usize, self.pixels.height() as usize);
        let (pixels, _) = self.pixels.data_mut().as_chunks_mut::<4>();
        let rows = pixels.chunks_exact_mut(across).take(down);
        // Source rows and columns that fall on the buffer.
        let skip = |start: i64| usize::try_from(-start).unwrap_or(0);
        let from = |start: i64| usize::try_from(start).unwrap_or(0);
        for (below, above) in rows.skip(from(top)).zip(source.chunks_exact(width).skip(skip(top))) {
            let below = below.iter_mut().skip(from(left));
            for (pixel, colour) in below.zip(above.iter().skip(skip(left))) {
                let [.., alpha] = *colour;
                for (part, over) in pixel.iter_mut().zip(colour) {
                    let shown = u16::from(*part) * u16::from(u8::MAX - alpha) + 127;
                    *part = over.saturating_add((shown / 255) as u8);
                }
            }
        }
        Ok(())
    }
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
