//! Text: the bundled fonts, lines of glyphs and their coverage of pixels.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId, OutlinedGlyph, PxScale, point};
use thiserror::Error;

use crate::shape::{Align, Point};

static REGULAR: &[u8] = include_bytes!("../fonts/PTS55F.ttf");
static BOLD: &[u8] = include_bytes!("../fonts/PTS75F.ttf");

/// A bundled font cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a bundled font cannot be read")]
pub(crate) struct BadFont;

/// The thickness of a text's strokes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// The bundled fonts.
pub(crate) struct Fonts {
    regular: Face,
    bold: Face,
}

struct Face {
    font: FontRef<'static>,
    units_per_em: f32,
    /// Height of a capital, in ems.
    capital: f32,
}

impl Face {
    fn read(bytes: &'static [u8]) -> Option<Face> {
        let font = FontRef::try_from_slice(bytes).ok()?;
        let units_per_em = font.units_per_em()?;
        let capital = font.outline(font.glyph_id('H'))?.bounds.height().abs() / units_per_em;
        Some(Face { font, units_per_em, capital })
    }
}

impl Fonts {
    /// The fonts, read once for the whole program.
    pub(crate) fn bundled() -> Result<&'static Fonts, BadFont> {
        static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(|| {
            Some(Fonts { regular: Face::read(REGULAR)?, bold: Face::read(BOLD)? })
        });
        FONTS.as_ref().ok_or(BadFont)
    }

    fn face(&self, weight: Weight) -> &Face {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// Whether both weights can draw the character.
    pub(crate) fn draws(&self, character: char) -> bool {
        [&self.regular, &self.bold].iter().all(|face| face.font.glyph_id(character) != GlyphId(0))
    }

    /// Sets a text in one line; `size` is the height of the em in pixels.
    ///
    /// Characters that the fonts cannot draw are left out, so that none becomes a box.
    pub(crate) fn line(&self, text: &str, weight: Weight, size: f32) -> Line<'_> {
        let face = self.face(weight);
        let scale = size / face.units_per_em;
        let mut glyphs: Vec<(GlyphId, f32)> = Vec::new();
        let mut ink: Option<(f32, f32)> = None;
        let mut pen = 0.0;
        for id in text.chars().map(|c| face.font.glyph_id(c)).filter(|id| *id != GlyphId(0)) {
            if let Some((previous, _)) = glyphs.last() {
                pen += face.font.kern_unscaled(*previous, id) * scale;
            }
            if let Some(outline) = face.font.outline(id) {
                let (left, right) =
                    (pen + outline.bounds.min.x * scale, pen + outline.bounds.max.x * scale);
                ink = Some(
                    ink.map_or((left, right), |(l, r): (f32, f32)| (l.min(left), r.max(right))),
                );
            }
            glyphs.push((id, pen));
            pen += face.font.h_advance_unscaled(id) * scale;
        }
        let (left, right) = ink.unwrap_or((0.0, 0.0));
        Line { face, size, glyphs, left, right }
    }
}

/// Glyphs in a row, ready to be placed.
pub(crate) struct Line<'f> {
    face: &'f Face,
    size: f32,
    /// Each glyph with its pen position in pixels.
    glyphs: Vec<(GlyphId, f32)>,
    /// Where the ink begins and ends, measured from the first pen position: numbers look centred
    /// when their ink is, whatever room their glyphs keep at the sides.
    left: f32,
    right: f32,
}

impl Line<'_> {
    /// Width of the ink in pixels.
    pub(crate) fn width(&self) -> f32 {
        self.right - self.left
    }

    /// Height of a capital in pixels.
    pub(crate) fn capital(&self) -> f32 {
        self.face.capital * self.size
    }

    /// The outlines of the glyphs in their places.
    ///
    /// `at` is the left end, middle or right end of the ink, at half the height of the capitals.
    pub(crate) fn glyphs(
        &self,
        at: Point,
        align: Align,
    ) -> impl Iterator<Item = OutlinedGlyph> + '_ {
        let start = match align {
            Align::Left => at.x - self.left,
            Align::Centre => at.x - (self.left + self.right) / 2.0,
            Align::Right => at.x - self.right,
        };
        let baseline = at.y + self.capital() / 2.0;
        let font = &self.face.font;
        // ab_glyph scales by the font's height, designers by its em.
        let scale = PxScale::from(self.size * font.height_unscaled() / self.face.units_per_em);
        self.glyphs.iter().filter_map(move |(id, pen)| {
            let place = point(start + pen, baseline);
            font.outline_glyph(id.with_scale_and_position(scale, place))
        })
    }
}

#[cfg(test)]
mod tests {
    use ab_glyph::Font;

    use super::{Fonts, Weight};

    #[test]
    fn every_letter_of_the_texts_has_a_glyph() {
        let fonts = Fonts::bundled().ok();
        let letters = concat!(
            "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя",
            "ӐӖҪӲӑӗҫӳ",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
            "0123456789",
            ".,:;!?…-–—−+×=/\\()[]«»„“”‘’'\"№%#@&*_",
        );
        for weight in [Weight::Regular, Weight::Bold] {
            for letter in letters.chars() {
                let drawn = fonts.is_some_and(|fonts| {
                    let font = &fonts.face(weight).font;
                    fonts.draws(letter) && font.outline(font.glyph_id(letter)).is_some()
                });
                assert!(drawn, "{letter} in {weight:?}");
            }
        }
    }

    #[test]
    fn capitals_of_both_weights_are_seven_tenths_of_the_em() {
        for weight in [Weight::Regular, Weight::Bold] {
            let height = Fonts::bundled().map(|fonts| fonts.line("H", weight, 100.0).capital());
            assert_eq!(height, Ok(70.0), "{weight:?}");
        }
    }

    #[test]
    fn characters_without_a_glyph_take_no_room() {
        let width = |text| Fonts::bundled().map(|f| f.line(text, Weight::Bold, 40.0).width());
        assert_eq!(width("a王🌸b"), width("ab"));
        assert_eq!(width("王"), Ok(0.0));
    }
}
