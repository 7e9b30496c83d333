//! `kosti run`: serves the bots.

use super::{
    database::{Database, Found},
    ops::Listen,
    signals::Signals,
};
use crate::{
    app::{jobs::Worker, service::App},
    chat::{
        discord,
        telegram::{self, Intake},
    },
    config::{self, Config},
    games::Games,
    ops::{self, Ops},
    store::{self, local::Missing},
    telemetry,
};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use secrecy::{ExposeSecret as _, SecretString};
use std::{net::SocketAddr, process::ExitCode};
use tokio::sync::watch;
use url::Url;

/// Connections of a server: handling, sending, jobs, and one that listens.
const CONNECTIONS: u32 = 16;

/// What is logged if nothing else is said.
const LOGGED: &str = "warn,kosti=info,sqlx=error";

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
    /// The token of the Discord bot, from the Developer Portal.
    #[arg(long, env = "KOSTI_DISCORD_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    discord_token: Option<String>,
    /// A server to use instead of Discord's API.
    #[arg(long, env = "KOSTI_DISCORD_API_URL", value_name = "URL")]
    discord_api_url: Option<String>,
    /// The shards that this process serves, like 0-1/4 for the first two of four [default: all].
    #[arg(long, env = "KOSTI_DISCORD_SHARDS", value_name = "SHARDS")]
    discord_shards: Option<String>,
    #[command(flatten)]
    listen: Listen,
}

/// The platforms to serve on, each if there is a token for it.
struct Platforms {
    telegram: Option<telegram::Settings>,
    discord: Option<discord::Settings>,
}

/// Serves until a signal comes.
pub(super) fn run(options: &Run, games: Games) -> Result<ExitCode> {
    let config = options.database.config()?;
    let platforms = Platforms {
        telegram: telegram_settings(options, &config.telegram)?,
        discord: discord_settings(options, &config.discord)?,
    };
    if platforms.telegram.is_none() && platforms.discord.is_none() {
        bail!(
            "no bot to run: set KOSTI_TELEGRAM_TOKEN to the token that @BotFather gave you, or \
             KOSTI_DISCORD_TOKEN to the one of Discord's Developer Portal. To play in this \
             terminal without any, say: kosti play"
        );
    }
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    let mut signals = runtime.block_on(async { Signals::watch() })?;
    telemetry::start(&config.log, LOGGED, secrets(options, &config))?;
    let ops = Ops::new(games);
    if let Some(address) = options.listen.address(&config)? {
        let listener = runtime.block_on(Listen::bind(address))?;
        runtime.spawn(ops::serve(listener, ops.clone()));
    }
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
        ops.opened(opened.clone());
        let served = serve(opened, &platforms, &config, &ops, games, &mut signals).await;
        served.map(|()| ExitCode::SUCCESS)
    })
}

async fn serve(
    database: store::Database,
    platforms: &Platforms,
    config: &Config,
    ops: &Ops,
    games: Games,
    signals: &mut Signals,
) -> Result<()> {
    let app = App {
        manners: config.play.clone(),
        meters: ops.meters.clone(),
        health: ops.health.clone(),
        ..App::new(database, games)?
    };
    let (stop, stopping) = watch::channel(false);
    let worker = {
        let mut stopping = stopping.clone();
        let stopped = async move {
            let _ = stopping.wait_for(|stop| *stop).await;
        };
        Worker::new(app.clone()).run(stopped)
    };
    let bots = async {
        let ended = async |served: Result<()>| {
            // A bot that ends by itself cannot go on, nor is there anything to work for.
            stop.send_replace(true);
            served
        };
        let telegram = async {
            let Some(settings) = &platforms.telegram else { return Ok(()) };
            let mut stopping = stopping.clone();
            let served = match telegram::connect(&app, settings, &mut stopping).await {
                Ok(Some(bot)) => bot.run(stopping).await,
                Ok(None) => Ok(()),
                Err(error) => Err(error.context("on Telegram")),
            };
            ended(served).await
        };
        let discord = async {
            let Some(settings) = &platforms.discord else { return Ok(()) };
            let mut stopping = stopping.clone();
            let served = match discord::connect(&app, settings, &mut stopping).await {
                Ok(Some(bot)) => bot.run(stopping).await,
                Ok(None) => Ok(()),
                Err(error) => Err(error.context("on Discord")),
            };
            ended(served).await
        };
        let (telegram, discord) = tokio::join!(telegram, discord);
        telegram.and(discord)
    };
    let mut bots = std::pin::pin!(async { tokio::join!(worker, bots).1 });
    let served = tokio::select! {
        biased;
        number = signals.next() => {
            tracing::info!(signal = number, "finishing what is under way");
            ops.health.stop();
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

/// What must not be logged: the tokens, of Telegram's the part that is one.
fn secrets(options: &Run, config: &Config) -> Vec<String> {
    let (telegram, discord) = (&config.telegram.token, &config.discord.token);
    let tokens = [(&options.telegram_token, telegram), (&options.discord_token, discord)];
    let token = |(option, config): (&Option<String>, &Option<SecretString>)| {
        let config = config.as_ref().map(SecretString::expose_secret);
        given(option.as_ref(), config)
    };
    let secret = |token: String| token.trim().rsplit(':').next().unwrap_or_default().to_owned();
    tokens.into_iter().filter_map(token).map(secret).collect()
}

/// What an option says, else the configuration; nothing is no answer.
fn given(option: Option<&String>, config: Option<&str>) -> Option<String> {
    let said = |value: &&str| !value.trim().is_empty();
    let option = option.map(String::as_str).filter(said);
    option.or(config.filter(said)).map(str::to_owned)
}

/// An address of the web.
fn address(name: &str, value: Option<String>) -> Result<Option<Url>> {
    let Some(value) = value else { return Ok(None) };
    let url = Url::parse(&value).with_context(|| format!("{name} is no address"))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        bail!("{name} has to begin with https:// or http://");
    }
    Ok(Some(url))
}

/// How Discord is to be served; `None` without a token.
fn discord_settings(options: &Run, config: &config::Discord) -> Result<Option<discord::Settings>> {
    let secret = config.token.as_ref().map(SecretString::expose_secret);
    let Some(token) = given(options.discord_token.as_ref(), secret) else { return Ok(None) };
    let api_url = given(options.discord_api_url.as_ref(), config.api_url.as_deref());
    let shards = given(options.discord_shards.as_ref(), config.shards.as_deref());
    let shards =
        shards.map(|text| text.parse().with_context(|| format!("{text:?}"))).transpose()?;
    let api_url = address("the API URL of Discord", api_url)?;
    Ok(Some(discord::Settings { token: token.parse()?, api_url, shards }))
}

/// How Telegram is to be served; `None` without a token.
fn telegram_settings(
    options: &Run,
    config: &config::Telegram,
) -> Result<Option<telegram::Settings>> {
    let secret = config.token.as_ref().map(SecretString::expose_secret);
    let Some(token) = given(options.telegram_token.as_ref(), secret) else { return Ok(None) };
    let api_url =
        address("the API URL", given(options.api_url.as_ref(), config.api_url.as_deref()))?;
    let webhook = given(options.webhook_url.as_ref(), config.webhook_url.as_deref());
    let intake = match address("the webhook URL", webhook)? {
        None => Intake::Polling,
        Some(url) => {
            let named = given(options.webhook_listen.as_ref(), None);
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
    Ok(Some(telegram::Settings { token: token.parse()?, api_url, intake }))
}
