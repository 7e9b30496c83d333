//! `kosti play`: a chat in the terminal.

use super::{
    database::{Database, Found},
    signals::Signals,
};
use crate::{
    app::{service::App, texts::Lang},
    chat::console::{self, End, Pictures, Protocol, Settings, Terminal},
    games::Games,
    store::{self, local::Missing},
};
use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use std::{
    env,
    io::{self, IsTerminal as _},
    path::PathBuf,
    process::ExitCode,
};

/// Connections of a console: it does one thing at a time.
const CONNECTIONS: u32 = 2;

/// The signal that Ctrl-C would be, were no line edited.
const INTERRUPT: u8 = 2;

/// Options of `kosti play`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Play {
    #[command(flatten)]
    database: Database,
    /// Run the lines of a file, without a prompt; the exit code is 1 when one is not
    /// understood.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// The language of a new chat, ru or en [default: the system's].
    #[arg(long, env = "KOSTI_LANG", value_parser = language)]
    lang: Option<Wanted>,
    /// How pictures are shown in the terminal: auto where it is known to show them, kitty
    /// or iterm by that protocol, none as signs only.
    #[arg(
        long,
        value_name = "HOW",
        env = "KOSTI_PICTURES",
        default_value = "auto",
        hide_possible_values = true
    )]
    pictures: Shown,
}

/// How pictures are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Shown {
    // A variable that is set to nothing.
    #[value(alias = "")]
    Auto,
    Kitty,
    Iterm,
    None,
}

impl From<Shown> for Pictures {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Auto => Pictures::Auto,
            Shown::Kitty => Pictures::By(Protocol::Kitty),
            Shown::Iterm => Pictures::By(Protocol::Iterm),
            Shown::None => Pictures::None,
        }
    }
}

/// A language that is wanted; none by a variable that is set to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wanted(Option<Lang>);

fn language(code: &str) -> Result<Wanted, String> {
    if code.is_empty() {
        return Ok(Wanted(None));
    }
    let known = || format!("choose {}", Lang::ALL.map(Lang::as_str).join(" or "));
    code.parse().map(|lang| Wanted(Some(lang))).map_err(|_| known())
}

/// Runs the console.
pub(super) fn run(options: &Play, games: Games) -> Result<ExitCode> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    let loaded = options.database.load(&[])?;
    // From here on a signal ends the program in good order.
    let mut signals = runtime.block_on(async { Signals::watch() })?;
    // The private cluster lives longer than everything that uses it.
    let database =
        match runtime.block_on(options.database.open(&loaded, Missing::Install, &mut signals))? {
            Found::Opened(database) => database,
            Found::Signal(number) => {
                // What still waits for a lock is not waited for.
                runtime.shutdown_background();
                return Ok(ExitCode::from(128 + number));
            }
        };
    let sits = options.script.is_none() && io::stdin().is_terminal() && io::stdout().is_terminal();
    let variable = |name: &str| env::var(name).ok();
    let settings = Settings {
        terminal: sits.then(|| Terminal::of(options.pictures.into(), variable)),
        data: options.database.folder(),
        script: options.script.clone(),
        speaker: env::var("USER")
            .or_else(|_| env::var("LOGNAME"))
            .unwrap_or_else(|_| "guest".into()),
        lang: options.lang.and_then(|wanted| wanted.0).unwrap_or_else(system_language),
    };
    let end = runtime.block_on(async {
        let run = async {
            let opened = store::open(database.route.clone(), CONNECTIONS).await?;
            let app = App { manners: loaded.config.play.clone(), ..App::new(opened, games)? };
            let end = console::run(&app, &settings).await;
            app.database.close().await;
            end
        };
        tokio::select! {
            biased;
            number = signals.next() => Ok(Ended::Signal(number)),
            end = run => end.map(Ended::Console),
            never = database.tend() => match never {},
        }
    });
    match end? {
        Ended::Console(End::Quiet) => Ok(ExitCode::SUCCESS),
        Ended::Console(End::NotUnderstood { line }) => bail!("line {line} is not understood"),
        Ended::Console(End::Interrupted) => Ok(ExitCode::from(128 + INTERRUPT)),
        // What a shell gives a program that a signal ended.
        Ended::Signal(number) => Ok(ExitCode::from(128 + number)),
    }
}

/// How the program ended.
enum Ended {
    Console(End),
    Signal(u8),
}

fn system_language() -> Lang {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty());
    locale.map_or(Lang::En, |locale| Lang::of_locale(&locale))
}
