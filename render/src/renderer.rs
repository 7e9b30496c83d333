//! The renderer: from scenes to files, with what it keeps for the next ones.

use std::sync::LazyLock;

use crate::{
    RenderError, colours::Colours, gif, layout, picture::Picture, png, scene::Scene,
    scratch::Scratch, store::Store, text::Fonts, theme::Theme,
};

/// The most that boards and pieces drawn earlier take, in bytes: some fifteen boards and their
/// pieces.
const STORE: usize = 24 << 20;

/// Draws pictures and keeps boards and pieces for the next ones, at most 24 MiB of them.
///
/// What is kept saves time and changes no byte. Threads may share a renderer; the functions
/// [`png`](crate::png) and [`gif`](crate::gif) share one in the whole program.
pub struct Renderer {
    store: Store,
    scratch: Scratch,
}

impl Renderer {
    /// A renderer that keeps nothing yet.
    #[must_use]
    pub fn new() -> Renderer {
        Renderer { store: Store::new(STORE), scratch: Scratch::default() }
    }

    /// The renderer of the whole program.
    pub(crate) fn shared() -> &'static Renderer {
        static SHARED: LazyLock<Renderer> = LazyLock::new(Renderer::new);
        &SHARED
    }

    /// See [`png`](crate::png).
    ///
    /// # Errors
    /// As [`png`](crate::png).
    pub fn png(&self, scene: &Scene, theme: Theme) -> Result<Vec<u8>, RenderError> {
        let layout = layout::arrange(scene, theme.palette(), Fonts::bundled()?);
        let picture = Picture::draw(&layout, theme, &self.store, &self.scratch)?;
        png::encode(&picture, Colours::of(theme)).map_err(|e| RenderError::Encoding(Box::new(e)))
    }

    /// See [`gif`](crate::gif).
    ///
    /// # Errors
    /// As [`gif`](crate::gif).
    pub fn gif(&self, scenes: &[Scene], theme: Theme) -> Result<Vec<u8>, RenderError> {
        let fonts = Fonts::bundled()?;
        gif::encode(scenes.len(), Colours::of(theme), |place| {
            let scene = scenes.get(place).ok_or(RenderError::NoScene)?;
            let layout = layout::arrange(scene, theme.palette(), fonts);
            Picture::draw(&gif::fitted(&layout), theme, &self.store, &self.scratch)
        })
    }
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}
