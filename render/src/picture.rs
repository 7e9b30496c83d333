//! Pictures: from a layout to indices of colours.

use plotters::drawing::IntoDrawingArea;
use tiny_skia::PixmapMut;

use crate::{
    RenderError,
    backend::{Canvas, Ground},
    colours::Colours,
    layout::Layout,
    paint,
    scratch::Scratch,
    sprite::Sprites,
    store::{Key, Store},
    text::Fonts,
    theme::Theme,
    touched::Touched,
};

/// A drawn picture.
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Rows of indices of the theme's colours.
    pub(crate) indices: Vec<u8>,
}

impl Picture {
    /// Draws a layout. Its ground is drawn once for all pictures that share it; of the others,
    /// only what the pieces touch is turned into colours and back.
    pub(crate) fn draw(
        layout: &Layout,
        theme: Theme,
        store: &Store,
        scratch: &Scratch,
    ) -> Result<Picture, RenderError> {
        let Layout { width, height, .. } = *layout;
        let fonts = Fonts::bundled()?;
        let colours = Colours::of(theme);
        let sprites = Sprites::new(store, fonts);
        let unable = || RenderError::Canvas { width, height };
        let pixels = usize::try_from(u64::from(width) * u64::from(height)).map_err(|_| unable())?;
        let length = pixels.checked_mul(4).ok_or_else(unable)?;
        scratch.lend(length, |buffer| {
            let ground = store.get_or_draw(Key::ground(layout, theme), || {
                let pixmap = PixmapMut::from_bytes(buffer, width, height).ok_or_else(unable)?;
                let area = Canvas::new(pixmap, fonts).into_drawing_area();
                paint::fill(layout.colour, &area)?;
                paint::paint(&layout.ground, &area, &sprites)?;
                drop(area);
                let mut indices = vec![0; pixels];
                colours.index(buffer.as_chunks().0, &mut indices);
                Ok::<_, RenderError>(indices)
            })?;
            let mut touched = Touched::new(width, height);
            let pixmap = PixmapMut::from_bytes(buffer, width, height).ok_or_else(unable)?;
            let ground_below = Ground { indices: &ground, colours, touched: &mut touched };
            let area = Canvas::over(ground_below, pixmap, fonts).into_drawing_area();
            paint::paint(&layout.shapes, &area, &sprites)?;
            drop(area);
            let (drawn, _) = buffer.as_chunks();
            let mut indices = ground.to_vec();
            for stretch in touched.drawn() {
                if let (Some(drawn), Some(indices)) =
                    (drawn.get(stretch.clone()), indices.get_mut(stretch))
                {
                    colours.index(drawn, indices);
                }
            }
            Ok(Picture { width, height, indices })
        })
    }
}
