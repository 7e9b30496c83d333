//! `kosti run`: serves the bots.

use super::{
    database::{Database, Found},
    signals::Signals,
};
use crate::{
    app::{jobs::Worker, service::App},
    chat::telegram::{self, Intake, Settings},
    config::{self, Config},
    games::Games,
    store::{self, local::Missing},
};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use secrecy::{ExposeSecret as _, SecretString};
use std::{net::SocketAddr, process::ExitCode};
use tokio::sync::watch;
use url::Url;

/// Connections of a server: handling, sending, jobs, and one that listens.
const CONNECTIONS: u32 = 16;

/// Where updates of Telegram arrive if nothing else is said.
const LISTEN: &str = "127.0.0.1:8080";

/// Options of `kosti run`.
#[derive(Clone, Debug, Args)]
pub(super) struct Run {
    #[command(flatten)]
    database: Database,
    /// The token of the Telegram bot, from @BotFather.
    #[arg(long, env = "KOSTI_TELEGRAM_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    telegram_token: Option<String>,
    /// A Bot API server to use instead of Telegram's own.
    #[arg(long, env = "KOSTI_TELEGRAM_API_URL", value_name = "URL")]
    api_url: Option<String>,
    /// Let Telegram bring updates to this public address instead of asking for them.
    #[arg(long, env = "KOSTI_TELEGRAM_WEBHOOK_URL", value_name = "URL")]
    webhook_url: Option<String>,
    /// Where those updates arrive [default: 127.0.0.1:8080].
    #[arg(long, env = "KOSTI_TELEGRAM_WEBHOOK_LISTEN", value_name = "ADDRESS")]
    webhook_listen: Option<String>,
}

/// Serves until a signal comes.
pub(super) fn run(options: &Run, games: Games) -> Result<ExitCode> {
    let config = options.database.config()?;
    let Some(settings) = telegram_settings(options, &config.telegram)? else {
        bail!(
            "no bot to run: set KOSTI_TELEGRAM_TOKEN to the token that @BotFather gave you. To \
             play in this terminal without any, say: kosti play"
        );
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    let mut signals = runtime.block_on(async { Signals::watch() })?;
    // The private cluster lives longer than everything that uses it.
    let database = match runtime.block_on(options.database.open(Missing::Refuse, &mut signals))? {
        Found::Opened(database) => database,
        Found::Signal(number) => {
            runtime.shutdown_background();
            return Ok(ExitCode::from(128 + number));
        }
    };
    runtime.block_on(async {
        let opened = store::open(database.route.clone(), CONNECTIONS).await?;
        let served = serve(opened, &settings, &config, games, &mut signals).await;
        served.map(|()| ExitCode::SUCCESS)
    })
}

async fn serve(
    database: store::Database,
    settings: &Settings,
    config: &Config,
    games: Games,
    signals: &mut Signals,
) -> Result<()> {
    let app = App { manners: config.play.clone(), ..App::new(database, games)? };
    let (stop, stopping) = watch::channel(false);
    let worker = {
        let mut stopping = stopping.clone();
        let stopped = async move {
            let _ = stopping.wait_for(|stop| *stop).await;
        };
        Worker::new(app.clone()).run(stopped)
    };
    let bots = async {
        let mut stopping = stopping.clone();
        let served = match telegram::connect(&app, settings, &mut stopping).await {
            Ok(Some(bot)) => bot.run(stopping).await,
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        // Without a bot there is nothing to work for.
        stop.send_replace(true);
        served
    };
    let mut bots = std::pin::pin!(async { tokio::join!(worker, bots).1 });
    let served = tokio::select! {
        biased;
        number = signals.next() => {
            tracing::info!(signal = number, "finishing what is under way");
            stop.send_replace(true);
            tokio::select! {
                served = &mut bots => served,
                // Who insists does not wait, not even for the connections that are in use.
                _ = signals.next() => return Ok(()),
            }
        }
        served = &mut bots => served,
    };
    app.database.close().await;
    served
}

/// How Telegram is to be served; `None` without a token.
fn telegram_settings(options: &Run, config: &config::Telegram) -> Result<Option<Settings>> {
    let given = |option: &Option<String>, config: Option<&str>| {
        let option = option.clone().filter(|value| !value.trim().is_empty());
        option.or_else(|| config.map(str::to_owned)).filter(|value| !value.trim().is_empty())
    };
    let secret = config.token.as_ref().map(SecretString::expose_secret);
    let Some(token) = given(&options.telegram_token, secret) else { return Ok(None) };
    let address = |name: &str, value: Option<String>| -> Result<Option<Url>> {
        let Some(value) = value else { return Ok(None) };
        let url = Url::parse(&value).with_context(|| format!("{name} is no address"))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            bail!("{name} has to begin with https:// or http://");
        }
        Ok(Some(url))
    };
    let api_url = address("the API URL", given(&options.api_url, config.api_url.as_deref()))?;
    let webhook = given(&options.webhook_url, config.webhook_url.as_deref());
    let intake = match address("the webhook URL", webhook)? {
        None => Intake::Polling,
        Some(url) => {
            let named = given(&options.webhook_listen, None);
            let listen: SocketAddr = match (named, config.webhook_listen) {
                (Some(address), _) => address.parse().with_context(|| {
                    format!("{address:?} is no address to listen at, like {LISTEN}")
                })?,
                (None, Some(address)) => address,
                (None, None) => LISTEN.parse()?,
            };
            Intake::Webhook { url, listen }
        }
    };
    Ok(Some(Settings { token: token.parse()?, api_url, intake }))
}
