//! Telegram.
//!
//! teloxide gives types, requests and errors. Its dispatcher and listeners are not used:
//! they confirm updates before they are handled. Here an update is confirmed when what it
//! asks for is stored (`poll`, `webhook`), and messages go out through the outbox
//! (`transport`).

mod attempt;
mod batch;
mod errors;
mod front;
mod keyboard;
mod menu;
mod poll;
mod text;
mod transport;
mod update;
mod webhook;

pub use update::PLATFORM;

use super::serving::{persist, put_clocks_off, sender, told};
use crate::app::{
    delivery::Sender,
    jobs,
    rates::Limits,
    service::{App, BotKey},
};
use anyhow::{Context as _, Result, anyhow};
use front::Front;
use poll::{Poller, Round};
use secrecy::{ExposeSecret as _, SecretString};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use teloxide::{Bot, RequestError, requests::Requester as _};
use time::OffsetDateTime;
use tokio::{net::TcpListener, sync::watch};
use transport::Telegram;
use update::Reader;
use url::Url;
use uuid::Uuid;

/// What Telegram lets a bot send: 30 messages a second in all, 20 a minute to a group, about
/// one a second to a chat with short bursts. Two a second are left for what is answered
/// without the outbox; `cargo bench --bench telegram` counts all calls.
pub const LIMITS: Limits =
    Limits { all_a_second: 28, chat_a_minute: 20, kept_for_turns: 12, chat_in_a_burst: 3 };

/// Longer than the longest wait for an update.
const PATIENCE: Duration = Duration::from_secs(60);

/// How Telegram is reached.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bot's token.
    pub token: Token,
    /// The Bot API server; `None`: Telegram's own.
    pub api_url: Option<Url>,
    /// How updates come in.
    pub intake: Intake,
}

/// How updates come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intake {
    /// They are asked for.
    Polling,
    /// Telegram brings them.
    Webhook {
        /// The public address that it brings them to.
        url: Url,
        /// Where they arrive here.
        listen: SocketAddr,
    },
}

/// The token of a bot: `123456:letters`.
#[derive(Clone, Debug)]
pub struct Token(SecretString);

/// The text is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no token of Telegram: @BotFather gives one like 123456789:AAF…")]
pub struct NoToken;

impl std::str::FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Self, NoToken> {
        let (id, secret) = text.trim().split_once(':').ok_or(NoToken)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let fits = !id.is_empty() && id.chars().all(|c| c.is_ascii_digit());
        if fits && !secret.is_empty() && secret.chars().all(plain) {
            Ok(Token(SecretString::from(text.trim())))
        } else {
            Err(NoToken)
        }
    }
}

/// A bot that Telegram knows.
pub struct Connected {
    front: Front,
    intake: Intake,
    secret: webhook::Secret,
    holder: String,
    limits: Limits,
}

/// Asks Telegram who we are until it says so, or `stop` is done: then `None`.
///
/// # Errors
/// When the settings cannot work.
pub async fn connect(
    app: &App,
    settings: &Settings,
    stop: &mut watch::Receiver<bool>,
) -> Result<Option<Connected>> {
    let token = settings.token.0.expose_secret();
    let client = teloxide::net::default_reqwest_settings().timeout(PATIENCE).build()?;
    let mut bot = Bot::with_client(token, client);
    if let Some(url) = &settings.api_url {
        bot = bot.set_api_url(url.clone());
    }
    let secret = webhook::Secret::of(token).context("no secret for webhooks")?;
    let ask = || bot.get_me().into_future();
    app.health.connected(PLATFORM, false);
    let known = persist("no word from Telegram", stop, ask, explain).await;
    let Some(me) = known else { return Ok(None) };
    let key = BotKey { platform: PLATFORM.to_owned(), bot_id: me.user.id.0.to_string() };
    let telegram = Telegram { app: app.clone(), bot, key: key.clone() };
    let front = Front { telegram, reader: Reader { me, key } };
    let holder = Uuid::now_v7().to_string();
    let (intake, limits) = (settings.intake.clone(), LIMITS);
    Ok(Some(Connected { front, intake, secret, holder, limits }))
}

/// What is wrong, and whether it lasts.
fn explain(error: &RequestError) -> (String, bool) {
    (errors::harmless(error), errors::token_is_refused(error))
}

impl Connected {
    /// The bot, as the store names it.
    #[must_use]
    pub fn key(&self) -> &BotKey {
        &self.front.telegram.key
    }

    /// The same with other limits than Telegram's: a server of one's own may have none.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Connected { limits, ..self }
    }

    /// Serves the bot until `stop` is told; then finishes what is under way.
    ///
    /// # Errors
    /// When updates cannot be taken in at all: the address to listen at is not to be had.
    pub async fn run(self, mut stop: watch::Receiver<bool>) -> Result<()> {
        let Connected { front, intake, secret, holder, limits } = self;
        let (app, key) = (front.telegram.app.clone(), front.telegram.key.clone());
        let name = front.reader.me.user.username.clone().unwrap_or_default();
        let listener = match &intake {
            Intake::Polling => None,
            Intake::Webhook { listen, .. } => {
                let bound = TcpListener::bind(listen).await;
                Some(bound.with_context(|| format!("cannot listen at {listen}"))?)
            }
        };
        if !put_clocks_off(&app, &key, &mut stop).await {
            return Ok(());
        }
        let sender = sender(&app, &key, front.telegram.clone(), limits, holder.clone()).await;
        // A poller learns of it by itself when the connection goes, a webhook has to be set.
        app.health.connected(PLATFORM, listener.is_none());
        tracing::info!(bot = name, "serving on Telegram");
        let menu = {
            let (bot, texts) = (front.telegram.bot.clone(), app.texts.clone());
            let stopped = told(stop.clone());
            async move {
                let set = tokio::select! {
                    biased;
                    () = stopped => return,
                    set = menu::set(&bot, &texts) => set,
                };
                if let Err(error) = set {
                    let error = errors::harmless(&error);
                    tracing::warn!(error, "the list of commands stays as it was");
                }
            }
        };
        let intake = async {
            match (intake, listener) {
                (Intake::Webhook { url, .. }, Some(listener)) => {
                    bring(front, &url, secret, listener, stop.clone()).await
                }
                _ => {
                    Poller::new(front, holder).run(told(stop.clone())).await;
                    Ok(())
                }
            }
        };
        let ((), (), intake) = tokio::join!(sender.run(told(stop.clone())), menu, intake);
        intake
    }
}

/// A bot that is served step by step, by the time that it is given.
pub struct Steps {
    app: App,
    poller: Poller,
    sender: Sender<Telegram>,
    telegram: Telegram,
}

impl Connected {
    /// The same, served step by step.
    #[must_use]
    pub fn steps(self) -> Steps {
        let Connected { front, holder, limits, .. } = self;
        let (app, key) = (front.telegram.app.clone(), front.telegram.key.clone());
        let transport = Arc::new(front.telegram.clone());
        let sender = Sender::new(app.clone(), key, transport, limits, holder.clone());
        let telegram = front.telegram.clone();
        Steps { app, poller: Poller::new(front, holder), sender, telegram }
    }
}

impl Steps {
    /// Lists the commands.
    ///
    /// # Errors
    /// When Telegram does not take them.
    pub async fn list_commands(&self) -> Result<()> {
        let listed = menu::set(&self.telegram.bot, &self.app.texts).await;
        listed.map_err(|error| anyhow!(errors::harmless(&error)))
    }

    /// The bot, as the store names it.
    #[must_use]
    pub fn key(&self) -> &BotKey {
        &self.telegram.key
    }

    /// Takes in what has come, does what is due and sends what may go, until nothing more
    /// can be done at that time. Whoever decides what time it is decides also whether
    /// anybody served before: no heart beats here.
    ///
    /// # Errors
    /// When Telegram or the database fails.
    pub async fn settle(&mut self, now: OffsetDateTime) -> Result<()> {
        loop {
            let came = match self.poller.step(now).await? {
                Round::Came(count) => count,
                Round::Again => 1,
                Round::Aside => 0,
            };
            let done = jobs::do_all(&self.app, now).await?;
            let sent = self.sender.step(now).await?.unwrap_or(0);
            self.sender.finish(now).await;
            if came + done + sent == 0 {
                return Ok(());
            }
        }
    }
}

/// Lets Telegram bring updates.
async fn bring(
    front: Front,
    url: &Url,
    secret: webhook::Secret,
    listener: TcpListener,
    stop: watch::Receiver<bool>,
) -> Result<()> {
    let setting = async {
        let mut stop = stop.clone();
        let attempt = || webhook::set(&front, url, &secret);
        if persist("no webhook is set", &mut stop, attempt, explain).await.is_some() {
            front.telegram.app.health.connected(PLATFORM, true);
        }
    };
    let serving =
        webhook::serve(front.clone(), url.path(), secret.clone(), listener, told(stop.clone()));
    let (served, ()) = tokio::join!(serving, setting);
    served.context("cannot take in updates")
}
