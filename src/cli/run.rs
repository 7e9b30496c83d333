//! `kosti run`: serves the bots.

use super::{
    database::{Database, Found},
    ops::Listen,
    signals::Signals,
};
use crate::{
    app::{jobs::Worker, pace::Pace, service::App},
    chat::{
        discord,
        telegram::{self, Intake},
    },
    config::{Config, Fault, Faults, Flag, Loaded},
    games::Games,
    ops::{self, Ops},
    store::{self, local::Missing},
    telemetry,
};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use secrecy::{ExposeSecret as _, SecretString};
use std::{process::ExitCode, sync::Arc};
use tokio::sync::watch;

/// Connections of a server: handling, sending, jobs, and one that listens.
const CONNECTIONS: u32 = 16;

/// What is logged if nothing else is said.
const LOGGED: &str = "warn,kosti=info,sqlx=error";

/// Options of `kosti run`.
#[derive(Clone, Debug, Args)]
pub(super) struct Run {
    #[command(flatten)]
    database: Database,
    /// The token of the Telegram bot, from @BotFather [env: KOSTI_TELEGRAM_TOKEN].
    #[arg(long, value_name = "TOKEN")]
    telegram_token: Option<String>,
    /// A Bot API server to use instead of Telegram's own [env: KOSTI_TELEGRAM_API_URL].
    #[arg(long, value_name = "URL")]
    api_url: Option<String>,
    /// Let Telegram bring updates to this public address instead of asking for them
    /// [env: KOSTI_TELEGRAM_WEBHOOK_URL].
    #[arg(long, value_name = "URL")]
    webhook_url: Option<String>,
    /// Where those updates arrive [env: KOSTI_TELEGRAM_WEBHOOK_LISTEN] [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS")]
    webhook_listen: Option<String>,
    /// The token of the Discord bot, from the Developer Portal [env: KOSTI_DISCORD_TOKEN].
    #[arg(long, value_name = "TOKEN")]
    discord_token: Option<String>,
    /// A server to use instead of Discord's API [env: KOSTI_DISCORD_API_URL].
    #[arg(long, value_name = "URL")]
    discord_api_url: Option<String>,
    /// The shards that this process serves, like 0-1/4 for the first two of four
    /// [env: KOSTI_DISCORD_SHARDS] [default: all].
    #[arg(long, value_name = "SHARDS")]
    discord_shards: Option<String>,
    #[command(flatten)]
    listen: Listen,
}

impl Run {
    /// What counts, by all sources.
    pub(super) fn load(&self) -> Result<Loaded, Faults> {
        let flags: [Flag<'_>; 8] = [
            ("--telegram-token", self.telegram_token.as_deref()),
            ("--api-url", self.api_url.as_deref()),
            ("--webhook-url", self.webhook_url.as_deref()),
            ("--webhook-listen", self.webhook_listen.as_deref()),
            ("--discord-token", self.discord_token.as_deref()),
            ("--discord-api-url", self.discord_api_url.as_deref()),
            ("--discord-shards", self.discord_shards.as_deref()),
            self.listen.flag(),
        ];
        self.database.load(&flags)
    }
}

/// The platforms to serve on, each if there is a token for it.
pub(super) struct Platforms {
    telegram: Option<telegram::Settings>,
    discord: Option<discord::Settings>,
}

impl Platforms {
    /// As they are configured.
    ///
    /// # Errors
    /// What none of them can be asked with.
    pub(super) fn of(loaded: &Loaded) -> Result<Self, Faults> {
        match (telegram_settings(loaded), discord_settings(loaded)) {
            (Ok(telegram), Ok(discord)) => Ok(Platforms { telegram, discord }),
            (telegram, discord) => {
                let faults = [telegram.err(), discord.err()];
                Err(Faults(faults.into_iter().flatten().collect()))
            }
        }
    }

    /// What they are called.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let telegram = self.telegram.as_ref().map(|_| telegram::PLATFORM);
        telegram.into_iter().chain(self.discord.as_ref().map(|_| discord::PLATFORM))
    }
}

/// Serves until a signal comes.
pub(super) fn run(options: &Run, games: Games) -> Result<ExitCode> {
    let loaded = options.load()?;
    let platforms = Platforms::of(&loaded)?;
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
    telemetry::start(&loaded.config.log, LOGGED, secrets(&loaded.config));
    telemetry::tell_panics();
    let ops = Ops::new(games);
    if let Some(address) = loaded.config.ops.listen {
        let listener = runtime.block_on(Listen::bind(address))?;
        runtime.spawn(ops::serve(listener, ops.clone()));
    }
    // The private cluster lives longer than everything that uses it.
    let opening = options.database.open(&loaded, Missing::Refuse, &mut signals);
    let database = match runtime.block_on(opening)? {
        Found::Opened(database) => database,
        Found::Signal(number) => {
            runtime.shutdown_background();
            return Ok(ExitCode::from(128 + number));
        }
    };
    runtime.block_on(async {
        let opened = store::open(database.route.clone(), CONNECTIONS).await?;
        // With a database alone it is not ready yet.
        platforms.names().for_each(|platform| ops.health.connected(platform, false));
        ops.opened(opened.clone());
        let serving = serve(opened, &platforms, &loaded.config, &ops, games, &mut signals);
        let served = tokio::select! {
            served = serving => served,
            never = database.tend() => match never {},
        };
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
        pace: Arc::new(Pace::per_minute(config.play.commands_per_minute)),
        manners: config.play.clone(),
        audit_every: config.audit.every,
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
fn secrets(config: &Config) -> Vec<String> {
    let tokens = [&config.telegram.token, &config.discord.token];
    let secret = |token: &SecretString| {
        token.expose_secret().rsplit(':').next().unwrap_or_default().to_owned()
    };
    tokens.into_iter().flatten().map(secret).collect()
}

/// How Discord is to be served; `None` without a token.
fn discord_settings(loaded: &Loaded) -> Result<Option<discord::Settings>, Fault> {
    let config = &loaded.config.discord;
    let shards = config.shards.as_deref().map(str::parse).transpose();
    let shards =
        shards.map_err(|error: discord::NoShards| loaded.fault("discord.shards", error))?;
    let Some(token) = &config.token else { return Ok(None) };
    Ok(Some(discord::Settings {
        token: token
            .expose_secret()
            .parse()
            .map_err(|error: discord::NoToken| loaded.fault("discord.token", error))?,
        api_url: config.api_url.clone(),
        shards,
    }))
}

/// How Telegram is to be served; `None` without a token.
fn telegram_settings(loaded: &Loaded) -> Result<Option<telegram::Settings>, Fault> {
    let config = &loaded.config.telegram;
    let Some(token) = &config.token else { return Ok(None) };
    let listen = config.webhook_listen;
    Ok(Some(telegram::Settings {
        token: token
            .expose_secret()
            .parse()
            .map_err(|error: telegram::NoToken| loaded.fault("telegram.token", error))?,
        api_url: config.api_url.clone(),
        intake: match config.webhook_url.clone() {
            None => Intake::Polling,
            Some(url) => Intake::Webhook { url, listen },
        },
    }))
}
