//! Discord.
//!
//! serenity gives the gateway and the types. All calls go through `rest`, which keeps
//! Discord's limits by itself; messages go out through the outbox (`transport`), answers to
//! interactions from the process that has got them (`front`).

mod attempt;
mod clock;
mod commands;
mod components;
mod draft;
mod errors;
mod event;
mod front;
mod gateway;
mod places;
mod rest;
mod text;
mod transport;

pub use event::PLATFORM;

use super::serving::{persist, put_clocks_off, sender, told};
use crate::app::{
    delivery::Sender,
    jobs,
    rates::Limits,
    service::{App, BotKey},
    trace,
};
use anyhow::{Context as _, Result, anyhow};
use attempt::attempt;
use clock::Clock;
use event::Reader;
use front::Front;
use gateway::Gateway;
use rest::{Call, Rest, RestError};
use secrecy::{ExposeSecret as _, SecretString};
use serenity::all::{Event as GatewayEvent, UserId};
use std::{sync::Arc, time::Duration};
use time::OffsetDateTime;
use tokio::{
    sync::{Semaphore, mpsc, watch},
    task::JoinSet,
};
use transport::Discord;
use url::Url;
use uuid::Uuid;

/// What Discord lets a bot send: 50 calls a second in all, of which some are left for edits by
/// people's presses. What a channel takes is told with every answer, and kept in `rest`.
pub const LIMITS: Limits = Limits {
    all_a_second: 45,
    chat_a_minute: 100_000,
    kept_for_turns: 0,
    chat_in_a_burst: 100_000,
};

/// How often the intake turns while nothing is heard.
const QUIET: Duration = Duration::from_secs(10);
/// Events that are handled at a time.
const AT_ONCE: usize = 8;
/// How long what is under way may take when it is told to stop.
const FAREWELL: Duration = Duration::from_secs(5);

/// How Discord is reached.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bot's token.
    pub token: Token,
    /// The API server; `None`: Discord's own.
    pub api_url: Option<Url>,
    /// The shards that this process serves; `None`: all, as many as Discord wants.
    pub shards: Option<Shards>,
}

/// A part of the shards of a bot: `0-1/4` are the first two of four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

/// The text names no shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these are no shards: write 0/1 for the only one, 0-1/4 for the first two of four")]
pub struct NoShards;

impl std::str::FromStr for Shards {
    type Err = NoShards;

    fn from_str(text: &str) -> Result<Self, NoShards> {
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| NoShards);
        let (range, total) = text.split_once('/').ok_or(NoShards)?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let shards = Shards { first: number(first)?, last: number(last)?, total: number(total)? };
        let fits = shards.first <= shards.last && shards.last < shards.total;
        fits.then_some(shards).ok_or(NoShards)
    }
}

/// The token of a bot: three parts, `letters.letters.letters`.
#[derive(Clone, Debug)]
pub struct Token(SecretString);

/// The text is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "this is no token of Discord: the Developer Portal gives one of three parts with dots \
     between them, under Bot"
)]
pub struct NoToken;

impl std::str::FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Self, NoToken> {
        let text = text.trim();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let parts: Vec<&str> = text.split('.').collect();
        let fits = |part: &&str| !part.is_empty() && part.chars().all(plain);
        if parts.len() == 3 && parts.iter().all(fits) {
            Ok(Token(SecretString::from(text)))
        } else {
            Err(NoToken)
        }
    }
}

/// The keys of the texts by which the options of commands are described.
#[must_use]
pub fn option_keys() -> Vec<String> {
    commands::keys()
}

/// The options of a command there, and whether each must be filled in.
#[must_use]
pub fn options_of(word: &str) -> Vec<(&'static str, bool)> {
    commands::options(word).iter().map(|(name, _, must)| (*name, *must)).collect()
}

/// A bot that Discord knows.
pub struct Connected {
    front: Front,
    gateway: Gateway,
    heard: mpsc::UnboundedReceiver<Box<GatewayEvent>>,
    /// Whether this process lists the commands: one of all does.
    lists: bool,
    holder: String,
    limits: Limits,
}

/// Asks Discord who we are until it says so, or `stop` is done: then `None`.
///
/// # Errors
/// When the settings cannot work.
pub async fn connect(
    app: &App,
    settings: &Settings,
    stop: &mut watch::Receiver<bool>,
) -> Result<Option<Connected>> {
    let token = settings.token.0.clone();
    let rest = Rest::new(settings.api_url.clone(), token.expose_secret(), app.meters.clone())?;
    app.health.connected(PLATFORM, false);
    let known = persist("no word from Discord", stop, || who(&rest), explain).await;
    let Some((me, application)) = known else { return Ok(None) };
    let key = BotKey { platform: PLATFORM.to_owned(), bot_id: me.to_string() };
    let discord =
        Discord { app: app.clone(), rest, key: key.clone(), application, clock: Clock::default() };
    let front = Front { discord, reader: Reader { me, key } };
    let (to, heard) = mpsc::unbounded_channel();
    let (api_url, shards) = (settings.api_url.clone(), settings.shards);
    let health = app.health.clone();
    let gateway = Gateway { token, api_url, shards, to, health };
    let lists = shards.is_none_or(|shards| shards.first == 0);
    let holder = Uuid::now_v7().to_string();
    Ok(Some(Connected { front, gateway, heard, lists, holder, limits: LIMITS }))
}

/// Who we are: the bot, and the application that it is of.
async fn who(rest: &Rest) -> Result<(UserId, String), RestError> {
    let me = rest.call(Call::get("/users/@me")).await?;
    let application = rest.call(Call::get("/oauth2/applications/@me")).await?;
    let id = |value: &serde_json::Value| value["id"].as_str().map(str::to_owned);
    let bot = id(&me).and_then(|id| id.parse::<u64>().ok()).filter(|id| *id > 0);
    match (bot, id(&application)) {
        (Some(bot), Some(application)) => Ok((UserId::new(bot), application)),
        _ => Err(RestError::Unavailable(anyhow!("Discord does not say who the bot is"))),
    }
}

/// What is wrong, and whether it lasts.
fn explain(error: &RestError) -> (String, bool) {
    match error {
        RestError::TokenRefused => (errors::TOKEN_REFUSED.to_owned(), true),
        error => (format!("{error:#}"), false),
    }
}

impl Front {
    /// Lists the commands.
    async fn list_commands(&self) -> Result<(), RestError> {
        let app = &self.discord.app;
        let path = format!("/applications/{}/commands", self.discord.application);
        let list = commands::list(app);
        self.discord.rest.call(Call::put(path).json(list)).await.map(|_| ())
    }
}

impl Connected {
    /// The bot, as the store names it.
    #[must_use]
    pub fn key(&self) -> &BotKey {
        &self.front.discord.key
    }

    /// The same with other limits than Discord's.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Connected { limits, ..self }
    }

    /// Serves the bot until `stop` is told; then finishes what is under way.
    ///
    /// # Errors
    /// Never; as other front ends do it.
    pub async fn run(self, mut stop: watch::Receiver<bool>) -> Result<()> {
        let Connected { front, gateway, heard, lists, holder, limits } = self;
        let (app, key) = (front.discord.app.clone(), front.discord.key.clone());
        if !put_clocks_off(&app, &key, &mut stop).await {
            return Ok(());
        }
        let sender = sender(&app, &key, front.discord.clone(), limits, holder).await;
        tracing::info!(bot = key.bot_id, "serving on Discord");
        let listing = {
            let (front, mut stop) = (front.clone(), stop.clone());
            async move {
                let list = || front.list_commands();
                if lists {
                    persist("the commands are not listed", &mut stop, list, explain).await;
                }
            }
        };
        tokio::join!(
            sender.run(told(stop.clone())),
            listing,
            gateway.listen(stop.clone()),
            take_in(front, heard, stop),
        );
        Ok(())
    }
}

/// Handles what is heard until it is told to stop; then finishes what is under way.
async fn take_in(
    front: Front,
    mut heard: mpsc::UnboundedReceiver<Box<GatewayEvent>>,
    mut stop: watch::Receiver<bool>,
) {
    let mut under_way = JoinSet::new();
    let at_once = Arc::new(Semaphore::new(AT_ONCE));
    let stopping = stop.clone();
    let app = front.discord.app.clone();
    let pulse = app.health.pulse(format!("intake:{}", PLATFORM));
    let mut ticks = tokio::time::interval(QUIET);
    loop {
        pulse.beat(QUIET);
        let event = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => break,
            _ = ticks.tick() => continue,
            Some(_) = under_way.join_next() => continue,
            event = heard.recv() => event,
        };
        let Some(event) = event else { break };
        let now = OffsetDateTime::now_utc();
        let Some(event) = front.read(&event, now) else { continue };
        let (front, at_once, stop) = (front.clone(), at_once.clone(), stopping.clone());
        let kind = attempt::kind(&event);
        app.meters.came(PLATFORM, kind);
        let trace = trace::of(&front.discord.key, &attempt::name(&event));
        under_way.spawn(trace::follow(trace, async move {
            tracing::debug!(kind, "an event came in");
            front.acknowledge(&event).await;
            let _turn = at_once.acquire().await;
            attempt(&front, event, now, stop).await;
        }));
    }
    let finish = async { while under_way.join_next().await.is_some() {} };
    if tokio::time::timeout(FAREWELL, finish).await.is_err() {
        tracing::warn!("somebody was not answered");
    }
}

/// A bot that is served step by step, by the time that it is given.
pub struct Steps {
    app: App,
    front: Front,
    heard: mpsc::UnboundedReceiver<Box<GatewayEvent>>,
    sender: Sender<Discord>,
    taken: u64,
    listening: JoinSet<()>,
    stop: watch::Sender<bool>,
}

impl Connected {
    /// The same, served step by step. It listens from now on.
    #[must_use]
    pub fn steps(self) -> Steps {
        let Connected { front, gateway, heard, holder, limits, .. } = self;
        let (app, key) = (front.discord.app.clone(), front.discord.key.clone());
        let transport = Arc::new(front.discord.clone());
        let sender = Sender::new(app.clone(), key, transport, limits, holder);
        let (stop, stopping) = watch::channel(false);
        let mut listening = JoinSet::new();
        listening.spawn(gateway.listen(stopping));
        Steps { app, front, heard, sender, taken: 0, listening, stop }
    }
}

impl Steps {
    /// Lists the commands.
    ///
    /// # Errors
    /// When Discord does not take them.
    pub async fn list_commands(&self) -> Result<()> {
        self.front.list_commands().await.map_err(|error| anyhow!("{error:#}"))
    }

    /// The bot, as the store names it.
    #[must_use]
    pub fn key(&self) -> &BotKey {
        &self.front.discord.key
    }

    /// Listens no more.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        while self.listening.join_next().await.is_some() {}
    }

    /// Waits until so many events in all have come, and handles them one after another; then
    /// does what is due and sends what may go, until nothing more can be done at that time.
    ///
    /// # Errors
    /// When Discord or the database fails.
    pub async fn settle(&mut self, came: u64, now: OffsetDateTime) -> Result<()> {
        self.front.discord.clock.set(now);
        while self.taken < came {
            let event = self.heard.recv().await.context("nobody listens")?;
            self.taken += 1;
            if let Some(event) = self.front.read(&event, now) {
                self.front.acknowledge(&event).await;
                self.front.event(&event, now).await?;
            }
        }
        loop {
            let done = jobs::do_all(&self.app, now).await?;
            let sent = self.sender.step(now).await?.unwrap_or(0);
            self.sender.finish(now).await;
            if done + sent == 0 {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_told_from_other_texts() {
        assert!("MTIz.abc-_.DEF".parse::<Token>().is_ok());
        for text in ["", "123456:telegram", "a.b", "a..b", "a.b.c.d", "a.b.c d", "Bot a.b.c"] {
            assert!(text.parse::<Token>().is_err(), "{text}");
        }
        let token = "secret.secret.secret".parse::<Token>().unwrap();
        assert!(!format!("{token:?}").contains("secret.secret"));
    }

    #[test]
    fn shards_are_read() {
        let shards = |first, last, total| Ok(Shards { first, last, total });
        assert_eq!("0/1".parse(), shards(0, 0, 1));
        assert_eq!(" 2-3/4 ".parse(), shards(2, 3, 4));
        for text in ["", "0", "1/1", "3-2/4", "0-4/4", "-1/2", "a/b"] {
            assert_eq!(text.parse::<Shards>(), Err(NoShards), "{text}");
        }
    }
}
