//! `kosti play`: a chat in the terminal.

use crate::{
    app::{service::App, texts::Lang},
    chat::console::{self, End, Settings},
    games::Games,
    store::{
        self,
        local::{Cluster, Durability, Missing},
    },
};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use sqlx::postgres::PgConnectOptions;
use std::{
    env,
    io::{self, IsTerminal as _},
    path::PathBuf,
    process::ExitCode,
};

/// Connections of a console: it does one thing at a time.
const CONNECTIONS: u32 = 2;

/// Options of `kosti play`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Play {
    /// Where the private database, pictures and records lie [default: /var/lib/kosti
    /// for root, else the user's data folder].
    #[arg(long, env = "KOSTI_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// Run the lines of a file, without a prompt; the exit code is 1 when one is not
    /// understood.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// The language of a new chat, ru or en [default: the system's].
    #[arg(long, env = "KOSTI_LANG", value_parser = language)]
    lang: Option<Lang>,
    /// A database to use instead of a private one.
    #[arg(long, env = "KOSTI_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
}

fn language(code: &str) -> Result<Lang, String> {
    code.parse().map_err(|_| format!("choose {}", Lang::ALL.map(Lang::as_str).join(" or ")))
}

/// Runs the console.
pub(super) fn run(options: &Play, games: Games) -> Result<ExitCode> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    let data = options.data.clone().unwrap_or_else(Cluster::default_home);
    let data = std::path::absolute(&data).unwrap_or(data);
    // The private cluster lives longer than everything that uses it.
    let cluster;
    let url = options.database_url.clone().or_else(|| env::var("DATABASE_URL").ok());
    let database: PgConnectOptions = match url.filter(|url| !url.is_empty()) {
        Some(url) => url.parse().context("the database URL cannot be read")?,
        None => {
            cluster = Cluster::join(&data, Durability::Full, Missing::Install)?;
            cluster.connect_options()
        }
    };
    let settings = Settings {
        interactive: options.script.is_none()
            && io::stdin().is_terminal()
            && io::stdout().is_terminal(),
        data,
        script: options.script.clone(),
        speaker: env::var("USER")
            .or_else(|_| env::var("LOGNAME"))
            .unwrap_or_else(|_| "guest".into()),
        lang: options.lang.unwrap_or_else(system_language),
    };
    let end = runtime.block_on(async {
        let pool = store::open(database, CONNECTIONS).await?;
        let app = App::new(pool, games)?;
        let end = tokio::select! {
            end = console::run(&app, &settings) => end,
            signal = signalled() => signal.map(|()| End::Quiet),
        };
        app.pool.close().await;
        end
    });
    match end {
        Ok(End::Quiet) => Ok(ExitCode::SUCCESS),
        Ok(End::NotUnderstood { line }) => bail!("line {line} is not understood"),
        // Whoever read the output has had enough.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn system_language() -> Lang {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty());
    locale.map_or(Lang::En, |locale| Lang::of_locale(&locale))
}

/// Waits for a signal to end.
async fn signalled() -> Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted?,
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
    }
    Ok(())
}
