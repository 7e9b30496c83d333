//! Updates that are asked for, by one process of all.
//!
//! An update is behind us only when what it asks for is stored: the next request confirms
//! it then. What is done in between by a process that dies is done again, as a repeat.

use super::{batch, errors, front::Front, update::PLATFORM};
use crate::app::{health::Pulse, meters::Role, watch::Watch};
use anyhow::anyhow;
use std::{future::Future, time::Duration};
use teloxide::{
    RequestError,
    payloads::GetUpdatesSetters as _,
    requests::Requester as _,
    types::{AllowedUpdate, Update},
};
use time::OffsetDateTime;

/// The kinds of updates that are wanted, all of them: what is left out is what was wanted
/// before.
pub(super) const ALLOWED: [AllowedUpdate; 4] = [
    AllowedUpdate::Message,
    AllowedUpdate::CallbackQuery,
    AllowedUpdate::MyChatMember,
    AllowedUpdate::ChatMember,
];

/// Seconds for which a request waits for the next update.
const LONG: u32 = 25;
/// How often the watch is looked after while a request waits.
const ROUND: Duration = Duration::from_secs(2);
/// How long a process waits that is not the one that polls.
const ASIDE: Duration = Duration::from_secs(1);
/// The first and the longest pause after a failure.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];
/// The longest pause while it is the database that does not answer: Telegram is not troubled
/// by those who ask for it.
const STORE_PAUSE: Duration = Duration::from_secs(5);
/// The shortest pause while another program polls: whoever asks oftener ends its polls too.
const RIVAL_PAUSE: Duration = Duration::from_secs(5);
/// The pause before an update is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// How long it may take to leave in good order: what is not confirmed comes again.
const FAREWELL: Duration = Duration::from_secs(2);

/// Asks for updates.
pub(super) struct Poller {
    front: Front,
    watch: Watch,
    /// The next update that is wanted, until that is confirmed. Later it is not named any
    /// more: after a quiet week updates are numbered anew, and lower ones would be lost.
    offset: Option<i32>,
    /// Where it polls by itself.
    pulse: Option<Pulse>,
}

/// What came of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Round {
    /// Another process polls.
    Aside,
    /// So many updates came, and all are behind us.
    Came(usize),
    /// Some update has to be tried again.
    Again,
}

impl Poller {
    pub(super) fn new(front: Front, holder: String) -> Self {
        let key = &front.telegram.key;
        let watch = Watch::new(format!("poller:{}:{}", key.platform, key.bot_id), holder);
        Poller { front, watch, offset: None, pulse: None }
    }

    /// Polls until `stop` is done; then finishes what has come, confirms it and steps aside.
    pub(super) async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut pause = PAUSES[0];
        let health = self.front.telegram.app.health.clone();
        self.pulse = Some(health.pulse(format!("poller:{PLATFORM}")));
        loop {
            let round = tokio::select! {
                biased;
                () = &mut stop => break,
                came = self.wait(LONG) => came,
            };
            // What has come is finished, whatever happens.
            let done = match round {
                Ok(Some(updates)) => Ok(self.handle(updates, OffsetDateTime::now_utc()).await),
                Ok(None) => Ok(Round::Aside),
                Err(error) => Err(error),
            };
            match &done {
                Ok(_) => health.connected(PLATFORM, true),
                Err(Failure::Telegram(_)) => health.connected(PLATFORM, false),
                // Telegram has nothing to do with that.
                Err(Failure::Store(_)) => {}
            }
            let rest = match done {
                Ok(Round::Came(_)) => {
                    pause = PAUSES[0];
                    continue;
                }
                Ok(Round::Aside) => ASIDE,
                Ok(Round::Again) => AGAIN,
                Err(failure) => {
                    let explained = tokio::select! {
                        biased;
                        () = &mut stop => break,
                        rest = self.explain(&failure, pause) => rest,
                    };
                    pause = (pause * 2).min(PAUSES[1]);
                    explained
                }
            };
            self.beat(rest);
            tokio::select! {
                biased;
                () = &mut stop => break,
                () = tokio::time::sleep(rest) => {}
            }
        }
        self.leave().await;
    }

    /// One round that does not wait.
    ///
    /// # Errors
    /// When Telegram or the database fails.
    pub(super) async fn step(&mut self, now: OffsetDateTime) -> anyhow::Result<Round> {
        match self.wait(0).await.map_err(|failure| anyhow!(failure.told()))? {
            Some(updates) => Ok(self.handle(updates, now).await),
            None => Ok(Round::Aside),
        }
    }

    /// Waits for updates while the watch is ours; `None` when it is not.
    async fn wait(&mut self, seconds: u32) -> Result<Option<Vec<Update>>, Failure> {
        if !self.keep().await? {
            // What is confirmed meanwhile is for others to say.
            self.offset = None;
            return Ok(None);
        }
        let mut request = self.front.telegram.bot.get_updates().timeout(seconds);
        request = request.allowed_updates(ALLOWED);
        request.offset = self.offset;
        let mut coming = std::pin::pin!(request.into_future());
        loop {
            tokio::select! {
                biased;
                came = &mut coming => {
                    let came = self.front.telegram.heard(came);
                    return came.map(Some).map_err(Failure::Telegram);
                }
                () = tokio::time::sleep(ROUND) => {
                    if !self.keep().await? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    async fn keep(&mut self) -> Result<bool, Failure> {
        self.beat(ROUND);
        let (app, now) = (&self.front.telegram.app, OffsetDateTime::now_utc());
        let kept = self.watch.keep(app, now).await;
        app.meters.lease(PLATFORM, Role::Poller, kept.as_ref().is_ok_and(|kept| *kept));
        kept.map_err(Failure::Store)
    }

    fn beat(&self, within: Duration) {
        if let Some(pulse) = &self.pulse {
            pulse.beat(within);
        }
    }

    /// Handles updates, those of a chat one after another, and goes on behind those that are
    /// done.
    async fn handle(&mut self, updates: Vec<Update>, now: OffsetDateTime) -> Round {
        let count = updates.len();
        let Some(last) = updates.iter().map(|update| update.id.0).max() else {
            self.offset = None;
            return Round::Came(0);
        };
        let mut handling = std::pin::pin!(batch::handle(self.front.clone(), updates, now));
        let left = loop {
            tokio::select! {
                left = &mut handling => break left,
                () = tokio::time::sleep(ROUND) => {
                    // What has come is finished, also if another process asks for it now.
                    if let Err(failure) = self.keep().await {
                        tracing::debug!(failure = failure.told(), "the watch may run out");
                    }
                }
            }
        };
        self.offset = i32::try_from(left.unwrap_or(last.saturating_add(1))).ok();
        if left.is_some() { Round::Again } else { Round::Came(count) }
    }

    /// Says what is wrong, and how long to wait.
    async fn explain(&self, failure: &Failure, pause: Duration) -> Duration {
        let (told, rest) = match failure {
            Failure::Telegram(RequestError::RetryAfter(seconds)) => {
                let wait = Duration::from_secs(seconds.seconds().into());
                (failure.told(), wait)
            }
            Failure::Telegram(error) if errors::webhook_is_set(error) => {
                let gone = self.front.telegram.bot.delete_webhook().await.is_ok();
                tracing::warn!(gone, "a webhook was set for this bot: it is polled now instead");
                return pause;
            }
            Failure::Telegram(error) if errors::somebody_polls(error) => {
                (failure.told(), pause.max(RIVAL_PAUSE))
            }
            Failure::Telegram(error) if errors::token_is_refused(error) => {
                (failure.told(), PAUSES[1])
            }
            Failure::Store(_) => (failure.told(), pause.min(STORE_PAUSE)),
            Failure::Telegram(_) => (failure.told(), pause),
        };
        tracing::warn!(again_in = ?rest, "no updates of Telegram: {told}");
        rest
    }

    /// Confirms what is done and lets another process poll.
    async fn leave(mut self) {
        let leaving = async {
            if self.offset.is_some() && self.keep().await.unwrap_or(false) {
                let mut request = self.front.telegram.bot.get_updates().timeout(0).limit(1);
                request.offset = self.offset;
                if let Err(error) = request.await {
                    tracing::debug!(error = errors::harmless(&error), "updates will come again");
                }
            }
            if let Err(error) = self.watch.give_back(&self.front.telegram.app).await {
                tracing::debug!(error = format!("{error:#}"), "the watch runs out by itself");
            }
        };
        if tokio::time::timeout(FAREWELL, leaving).await.is_err() {
            tracing::debug!("the watch runs out by itself");
        }
    }
}

/// Why there are no updates.
#[derive(Debug)]
enum Failure {
    Telegram(RequestError),
    Store(anyhow::Error),
}

impl Failure {
    fn told(&self) -> String {
        match self {
            Failure::Telegram(error) => errors::harmless(error),
            Failure::Store(error) => format!("{error:#}"),
        }
    }
}
