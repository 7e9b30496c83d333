//! `kosti render …`: pictures of scenes and positions.

use super::rules::{Variant, explain, explain_fault, find, stated};
use crate::{
    app::{animation::scenes_of, texts::Lang},
    game::{BySeat, OptionSet, Record, Seat},
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
    /// A scene file, the key of a game, or a record, which becomes an animation.
    what: String,
    /// The position text, for a game.
    position: Option<String>,
    /// Where the PNG goes, or the GIF of a record; `-` is the standard output.
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
    /// Show what explains the game beside the board, such as who beats whom.
    #[arg(long)]
    legend: bool,
}

fn theme(word: &str) -> Result<Theme, String> {
    let known = Theme::ALL.map(Theme::as_str).join(", ");
    word.parse().map_err(|_| format!("choose one of {known}"))
}

/// Draws the picture.
pub(super) fn run(options: &Render, games: Games) -> Result<()> {
    let drawn = match (&options.position, games.find(&options.what)) {
        (Some(position), _) => {
            kosti_render::png(&position_scene(options, games, position)?, options.theme)?
        }
        (None, Some(_)) => bail!("a game wants a position: see kosti rules start {}", options.what),
        (None, None) => {
            let text = fs::read_to_string(&options.what)
                .with_context(|| format!("cannot read {}", options.what))?;
            if text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
                kosti_render::gif(&record_scenes(options, games, &text)?, options.theme)?
            } else {
                let scene = text.parse();
                let scene: Scene =
                    scene.with_context(|| format!("{} is no scene", options.what))?;
                kosti_render::png(&scene, options.theme)?
            }
        }
    };
    if options.output == Path::new("-") {
        return Ok(io::stdout().lock().write_all(&drawn)?);
    }
    fs::write(&options.output, drawn)
        .with_context(|| format!("cannot write {}", options.output.display()))
}

/// The scenes of a record, round by round: the start, and one behind each action.
fn record_scenes(options: &Render, games: Games, text: &str) -> Result<Vec<Scene>> {
    let mut scenes = Vec::new();
    for record in Record::parse_all(text)? {
        scenes.extend(round_scenes(options, games, &record)?);
    }
    Ok(scenes)
}

fn round_scenes(options: &Render, games: Games, record: &Record) -> Result<Vec<Scene>> {
    let (game, set) = stated(games, record, &Variant::default())?;
    let replay = game.replay(&set, record);
    if let Some(failure) = replay.failure {
        bail!("the record cannot be played: {}", explain(games, failure.kind)?);
    }
    let seats = game.facts().seats;
    let name = |seat: Seat, given: &Option<String>| {
        let tag = record.tags().find(|(tag, _)| tag.eq_ignore_ascii_case(seats[seat]));
        given.clone().or_else(|| tag.map(|(_, name)| name.to_owned()))
    };
    let names = BySeat::new(name(Seat::First, &options.first), name(Seat::Second, &options.second));
    // A record hides nothing.
    let view = View { names, open: true, ..view(options) };
    let start = game.start_of(&set, record).map_err(|reason| anyhow!(reason))?;
    let steps = replay.steps.into_iter().map(|step| (step.text, step.by.is_some()));
    let steps: Vec<(String, bool)> = steps.collect();
    Ok(scenes_of(start, &steps, &view, replay.outcome.is_some())?)
}

fn view(options: &Render) -> View {
    View {
        viewer: None,
        below: if options.turned { Seat::Second } else { Seat::First },
        names: BySeat::new(options.first.clone(), options.second.clone()),
        score: None,
        over: false,
        open: false,
        legend: options.legend,
    }
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
        let action = position
            .read_action(typed)
            .map_err(|fault| anyhow!("{typed}: {}", explain_fault(games, Lang::En, fault)))?;
        position = position.after(&action)?;
        steps.push(action);
    }
    Ok(from.scene(&view(options), &steps)?)
}
