//! From the data of a picture to its pixels.

use super::reply::Picture;
use crate::{
    game::{BySeat, OptionError, OptionSet, Seat},
    games::{AnyPosition, GameKind, Games, StepFault, View},
};
use kosti_render::{RenderError, Theme};

/// Why a picture cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The game is not registered.
    #[error("unknown game {0:?}")]
    Game(String),
    /// The options are none of the game's.
    #[error("faulty options")]
    Options(#[from] OptionError),
    /// The position cannot be.
    #[error("faulty position: {0}")]
    Position(String),
    /// A step is not legal.
    #[error("faulty step")]
    Step(#[from] StepFault),
    /// There is no such theme.
    #[error("unknown theme {0:?}")]
    Theme(String),
    /// It could not be drawn.
    #[error("cannot draw")]
    Render(#[from] RenderError),
}

impl Picture {
    /// The picture as PNG. Takes milliseconds of the processor: for a blocking thread.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn png(&self, games: Games) -> Result<Vec<u8>, PictureError> {
        let theme: Theme =
            self.theme.parse().map_err(|_| PictureError::Theme(self.theme.clone()))?;
        let scene = self.start(games)?.scene(&self.view(), &self.steps)?;
        Ok(kosti_render::png(&scene, theme)?)
    }

    /// The board as lines of text for a fixed-width font.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn diagram(&self, games: Games) -> Result<String, PictureError> {
        Ok(self.end(games)?.diagram(&self.view()))
    }

    /// The picture after this one and `newer`: it marks the steps of both where `newer`
    /// begins where this one ends.
    pub(super) fn followed_by(self, newer: Picture, games: Games) -> Picture {
        let end = self.end(games).map(|position| position.text());
        if self.game != newer.game || end.ok() != Some(newer.from.clone()) {
            return newer;
        }
        let steps = [self.steps, newer.steps.clone()].concat();
        Picture { from: self.from, steps, ..newer }
    }

    /// The position that is shown.
    fn end(&self, games: Games) -> Result<AnyPosition, PictureError> {
        let mut position = self.start(games)?;
        for step in &self.steps {
            position = position.after(step)?;
        }
        Ok(position)
    }

    fn start(&self, games: Games) -> Result<AnyPosition, PictureError> {
        let game: GameKind =
            games.find(&self.game).ok_or_else(|| PictureError::Game(self.game.clone()))?;
        let options = OptionSet::parse(game.facts(), self.options.split_whitespace())?;
        game.read(&options, &self.from).map_err(PictureError::Position)
    }

    fn view(&self) -> View {
        View {
            viewer: self.viewer.map(seat),
            below: seat(self.below),
            names: BySeat(self.names.clone()),
            score: self.score.map(BySeat),
            over: self.over,
            open: false,
            legend: self.legend,
        }
    }
}

fn seat(number: u8) -> Seat {
    if number == 2 { Seat::Second } else { Seat::First }
}
