//! Draws scenes of board games as PNG and GIF pictures.
//!
//! A [`Scene`] is plain data in board units; [`png`] turns it into a picture, [`gif`] turns several
//! into an animation. The crate knows no rules: it draws what it is told. Scenes are also read from
//! texts and written as such: they are [`FromStr`](std::str::FromStr) and
//! [`Display`](std::fmt::Display).
//!
//! ```
//! use kosti_render::{Board, Field, Grid, Orientation, Scene, Side, Stone, Strip, Theme, png};
//!
//! # fn main() -> Result<(), kosti_render::RenderError> {
//! let stone = Stone { at: Field { file: 2, rank: 1 }, side: Side::First };
//! let board = Grid { files: 6, ranks: 5, stones: vec![stone], ..Grid::default() };
//! let mover = Strip { name: Some("Анна".to_owned()), to_move: true, ..Strip::default() };
//! let scene = Scene {
//!     board: Board::Grid(board),
//!     orientation: Orientation::FirstBelow,
//!     strips: [mover, Strip::default()],
//! };
//! let file = png(&scene, Theme::Birch)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok(())
//! # }
//! ```

mod arrow;
mod backend;
mod checker;
mod colours;
mod dice;
mod fields;
mod gif;
mod grid;
mod layout;
mod man;
mod name;
mod nardy;
mod paint;
mod palette;
mod picture;
mod pips;
mod png;
mod renderer;
mod scene;
mod scene_text;
mod scratch;
mod shape;
mod sprite;
mod squares;
mod stone;
mod store;
mod strip;
mod table;
mod text;
mod theme;
mod tile;
mod touched;
mod trail;

use plotters::drawing::DrawingAreaErrorKind;
use plotters_backend::DrawingErrorKind;

use crate::text::BadFont;

pub use gif::{GIF_BYTES, GIF_FRAMES, GIF_SIDE};
pub use renderer::Renderer;
pub use scene::{
    Board, Branch, Checker, Cut, Die, Event, Field, Grid, Hand, Hop, Laid, Man, Mark, Nardy,
    Orientation, Place, Scene, Side, Squares, Standing, State, Stone, Strip, Table, Tile,
};
pub use scene_text::{SceneTextError, SceneTextProblem};
pub use theme::{Theme, UnknownTheme};

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A bundled font cannot be read.
    #[error("a bundled font cannot be read")]
    Font,
    /// There is no room for the picture in memory.
    #[error("no canvas of {width}×{height} pixels")]
    Canvas {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// A shape was refused by the drawing library.
    #[error("a shape cannot be drawn: {0}")]
    Shape(String),
    /// An animation of no scenes.
    #[error("no scenes")]
    NoScene,
    /// An animation of pictures that differ in size.
    #[error("pictures of different sizes")]
    Sizes,
    /// The picture could not be written as a file.
    #[error("the picture cannot be encoded")]
    Encoding(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Draws a scene as a PNG picture.
///
/// The same scene and theme always give the same bytes. Takes a few milliseconds of processor
/// time, so asynchronous callers run it on a blocking thread.
///
/// # Errors
/// No scene is refused; an error means that memory or the bundled fonts failed.
pub fn png(scene: &Scene, theme: Theme) -> Result<Vec<u8>, RenderError> {
    Renderer::shared().png(scene, theme)
}

/// Draws scenes as an animated GIF picture: each for 0.8 s, the last for 4 s, then again.
///
/// The pictures are those of [`png`] at a smaller size, [`GIF_SIDE`] at most. Of too many scenes,
/// or of scenes that take too many bytes, the first, the last and evenly chosen ones between them
/// are shown, so that [`GIF_FRAMES`] and [`GIF_BYTES`] are kept. The same scenes and theme always
/// give the same bytes. Takes a few milliseconds of processor time for each scene, so asynchronous
/// callers run it on a blocking thread.
///
/// # Errors
/// [`RenderError::NoScene`] without scenes, [`RenderError::Sizes`] for scenes of different boards
/// whose pictures differ in size; else as [`png`].
pub fn gif(scenes: &[Scene], theme: Theme) -> Result<Vec<u8>, RenderError> {
    Renderer::shared().gif(scenes, theme)
}

impl From<BadFont> for RenderError {
    fn from(_: BadFont) -> Self {
        RenderError::Font
    }
}

impl From<DrawingAreaErrorKind<BadFont>> for RenderError {
    fn from(error: DrawingAreaErrorKind<BadFont>) -> Self {
        match error {
            DrawingAreaErrorKind::BackendError(DrawingErrorKind::DrawingError(BadFont)) => {
                RenderError::Font
            }
            other => RenderError::Shape(other.to_string()),
        }
    }
}
