//! Updates that are asked for, by one process of all.
//!
//! An update is behind us only when what it asks for is stored: the next request confirms
//! it then. What is done in between by a process that dies is done again, as a repeat.

use super::{errors, front::Front};
use crate::app::{failures, watch::Watch};
use anyhow::anyhow;
use std::{collections::BTreeMap, future::Future, time::Duration};
use teloxide::{
    RequestError,
    payloads::GetUpdatesSetters as _,
    requests::Requester as _,
    types::{AllowedUpdate, Update, UpdateKind},
};
use time::OffsetDateTime;
use tokio::task::JoinSet;

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
/// The shortest pause while somebody else polls.
const RIVAL: Duration = Duration::from_secs(5);
/// The pause before an update is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// Chats that are served at a time.
const AT_ONCE: usize = 8;

/// Asks for updates.
pub(super) struct Poller {
    front: Front,
    watch: Watch,
    /// The next update that is wanted.
    offset: Option<i32>,
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
        Poller { front, watch, offset: None }
    }

    /// Polls until `stop` is done; then finishes what has come, confirms it and steps aside.
    pub(super) async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut pause = PAUSES[0];
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
            let rest = match done {
                Ok(Round::Came(_)) => {
                    pause = PAUSES[0];
                    continue;
                }
                Ok(Round::Aside) => ASIDE,
                Ok(Round::Again) => AGAIN,
                Err(error) => {
                    let rest = self.explain(&error, pause).await;
                    pause = (pause * 2).min(PAUSES[1]);
                    rest
                }
            };
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
            return Ok(None);
        }
        let mut request = self.front.telegram.bot.get_updates().timeout(seconds);
        request = request.allowed_updates(ALLOWED);
        request.offset = self.offset;
        let mut coming = std::pin::pin!(request.into_future());
        loop {
            tokio::select! {
                biased;
                came = &mut coming => return came.map(Some).map_err(Failure::Telegram),
                () = tokio::time::sleep(ROUND) => {
                    if !self.keep().await? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    async fn keep(&mut self) -> Result<bool, Failure> {
        let now = OffsetDateTime::now_utc();
        self.watch.keep(&self.front.telegram.app, now).await.map_err(Failure::Store)
    }

    /// Handles updates, those of a chat one after another, and goes on behind those that are
    /// done.
    async fn handle(&mut self, updates: Vec<Update>, now: OffsetDateTime) -> Round {
        let count = updates.len();
        let Some(last) = updates.iter().map(|update| update.id.0).max() else {
            return Round::Came(0);
        };
        let mut chats: BTreeMap<Option<i64>, Vec<Update>> = BTreeMap::new();
        for update in updates {
            chats.entry(update.chat().map(|chat| chat.id.0)).or_default().push(update);
        }
        let mut waiting: Vec<Vec<Update>> = chats.into_values().collect();
        let (mut under_way, mut stuck) = (JoinSet::new(), None::<u32>);
        while !waiting.is_empty() || !under_way.is_empty() {
            while under_way.len() < AT_ONCE
                && let Some(updates) = waiting.pop()
            {
                let front = self.front.clone();
                under_way.spawn(async move { in_order(&front, updates, now).await });
            }
            if let Some(done) = under_way.join_next().await {
                let first = done.unwrap_or_default();
                stuck = [stuck, first].into_iter().flatten().min();
            }
        }
        let next = stuck.unwrap_or(last.saturating_add(1));
        self.offset = i32::try_from(next).ok();
        if stuck.is_some() { Round::Again } else { Round::Came(count) }
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
                (failure.told(), pause.max(RIVAL))
            }
            Failure::Telegram(error) if errors::token_is_refused(error) => {
                (failure.told(), PAUSES[1])
            }
            failure => (failure.told(), pause),
        };
        tracing::warn!(again_in = ?rest, "no updates of Telegram: {told}");
        rest
    }

    /// Confirms what is done and lets another process poll.
    async fn leave(mut self) {
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

/// Handles the updates of a chat one after another; gives the first one that has to be tried
/// again.
async fn in_order(front: &Front, updates: Vec<Update>, now: OffsetDateTime) -> Option<u32> {
    for update in updates {
        if !is_done(front, &update, now).await {
            return Some(update.id.0);
        }
    }
    None
}

/// Handles an update; whether it is behind us. One that fails again and again, while the
/// database is well, is kept aside.
pub(super) async fn is_done(front: &Front, update: &Update, now: OffsetDateTime) -> bool {
    let error = match &update.kind {
        // A kind or a field that is not known: trying again makes it no better.
        UpdateKind::Error(_) => anyhow!("an update that cannot be read"),
        _ => {
            let (doing, what) = (front.clone(), update.clone());
            // What panics must not end the front end.
            match tokio::spawn(async move { doing.update(&what, now).await }).await {
                Ok(Ok(())) => return true,
                Ok(Err(error)) => error,
                Err(panic) => anyhow!(panic),
            }
        }
    };
    let payload = match &update.kind {
        UpdateKind::Error(value) => value.clone(),
        _ => serde_json::to_value(update).unwrap_or_default(),
    };
    let (app, key) = (&front.telegram.app, &front.telegram.key);
    let event = format!("u{}", update.id.0);
    match failures::note(app, key, &event, &payload, &error, now).await {
        Ok(enough) => enough || matches!(update.kind, UpdateKind::Error(_)),
        Err(fault) => {
            tracing::warn!(error = format!("{fault:#}"), "the database does not answer");
            false
        }
    }
}
