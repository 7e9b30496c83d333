//! `kosti render …`: pictures of scenes and positions.

use super::rules::find;
use crate::{
    app::texts::Lang,
    game::{BySeat, OptionSet, Seat},
    games::{Games, View},
};
use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use kosti_render::{Scene, Theme};
use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// Options of `kosti render`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Render {
    /// A scene file, or the key of a game.
    what: String,
    /// The position text, for a game.
    position: Option<String>,
    /// Where the PNG goes; `-` is the standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// birch, night or clear.
    #[arg(long, default_value = "birch", value_parser = theme)]
    theme: Theme,
    /// An option of the game, such as `movers=any`; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
    /// An action to be played from the position, which the picture marks; may be repeated.
    #[arg(long, value_name = "ACTION")]
    action: Vec<String>,
    /// The name of the side that begins.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// The name of the other side.
    #[arg(long, value_name = "NAME")]
    second: Option<String>,
    /// Turn the board: the other side sits at the bottom.
    #[arg(long)]
    turned: bool,
}

fn theme(word: &str) -> Result<Theme, String> {
    let known = Theme::ALL.map(Theme::as_str).join(", ");
    word.parse().map_err(|_| format!("choose one of {known}"))
}

/// Draws the picture.
pub(super) fn run(options: &Render, games: Games) -> Result<()> {
    let scene = match (&options.position, games.find(&options.what)) {
        (Some(position), _) => position_scene(options, games, position)?,
        (None, Some(_)) => bail!("a game wants a position: see kosti rules start {}", options.what),
        (None, None) => scene_file(Path::new(&options.what))?,
    };
    let png = kosti_render::png(&scene, options.theme)?;
    if options.output == Path::new("-") {
        return Ok(io::stdout().lock().write_all(&png)?);
    }
    fs::write(&options.output, png)
        .with_context(|| format!("cannot write {}", options.output.display()))
}

fn scene_file(path: &Path) -> Result<Scene> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    text.parse().with_context(|| format!("{} is no scene", path.display()))
}

fn position_scene(options: &Render, games: Games, text: &str) -> Result<Scene> {
    let game = find(games, &options.what)?;
    let set = OptionSet::parse(game.facts(), options.option.iter().map(String::as_str))?;
    let from = game
        .read(&set, text.trim())
        .map_err(|reason| anyhow!("no position of {}: {reason}", options.what))?;
    let mut position = from.clone();
    let mut steps = Vec::new();
    for typed in &options.action {
        let action = position.read_action(typed).map_err(|fault| {
            anyhow!("{typed}: {}", super::rules::explain_fault(games, Lang::En, fault))
        })?;
        position = position.after(&action)?;
        steps.push(action);
    }
    let view = View {
        viewer: None,
        below: if options.turned { Seat::Second } else { Seat::First },
        names: BySeat::new(options.first.clone(), options.second.clone()),
        score: None,
        over: false,
    };
    Ok(from.scene(&view, &steps)?)
}
