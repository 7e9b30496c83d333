//! A match as an animation: what is needed to draw it, and drawing it.

use super::picture::PictureError;
use crate::{
    game::{BySeat, OptionSet, Seat},
    games::{AnyPosition, Games, View},
};
use kosti_render::{Scene, Theme};
use serde::{Deserialize, Serialize};

/// What is needed to draw a match as an animation, later and in another process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Animation {
    /// A name for files.
    pub name: String,
    /// The key of the game.
    pub game: String,
    /// Options that differ from their defaults.
    pub options: String,
    /// The deals, in their order.
    pub reels: Vec<Reel>,
    /// The theme's word.
    pub theme: String,
}

/// A deal of an [`Animation`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reel {
    /// The position that it begins from.
    pub from: String,
    /// Every step, and whether a player made it.
    pub steps: Vec<(String, bool)>,
    /// Names for the strips, by seat.
    pub names: [Option<String>; 2],
    /// Whether the deal has ended.
    pub over: bool,
    /// The score of the match before it, by seat, for matches of several deals.
    #[serde(default)]
    pub score: Option<[u32; 2]>,
}

impl Animation {
    /// The animation as GIF. Takes up to seconds of the processor: for a blocking thread.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn gif(&self, games: Games) -> Result<Vec<u8>, PictureError> {
        let theme: Theme =
            self.theme.parse().map_err(|_| PictureError::Theme(self.theme.clone()))?;
        let unknown = || PictureError::Game(self.game.clone());
        let game = games.find(&self.game).ok_or_else(unknown)?;
        let options = OptionSet::parse(game.facts(), self.options.split_whitespace())?;
        let mut scenes = Vec::new();
        for reel in &self.reels {
            let start = game.read(&options, &reel.from).map_err(PictureError::Position)?;
            let names = reel.names.clone();
            let score = reel.score.map(BySeat);
            let view = View { names: BySeat(names), score, open: reel.over, ..plain_view() };
            scenes.extend(scenes_of(start, &reel.steps, &view, reel.over)?);
        }
        Ok(kosti_render::gif(&scenes, theme)?)
    }
}

fn plain_view() -> View {
    let names = BySeat::new(None, None);
    View {
        viewer: None,
        below: Seat::First,
        names,
        score: None,
        over: false,
        open: false,
        legend: false,
    }
}

/// The scenes of a deal: the start, and one behind each action of a player.
///
/// # Errors
/// A step that is not legal.
pub fn scenes_of(
    start: AnyPosition,
    steps: &[(String, bool)],
    view: &View,
    over: bool,
) -> Result<Vec<Scene>, PictureError> {
    let mut view = view.clone();
    let mut scenes = vec![start.scene(&view, &[])?];
    let mut position = start.clone();
    let mut from = start;
    let mut since = Vec::new();
    for ((text, acted), number) in steps.iter().zip(1..) {
        position = position.after(text)?;
        since.push(text.clone());
        if *acted {
            view.over = number == steps.len() && over;
            scenes.push(from.scene(&view, &since)?);
            since.clear();
            from = position.clone();
        }
    }
    Ok(scenes)
}
