//! From the outbox to a platform.
//!
//! One process sends for a bot: the holder of the sender's lease. Accepting a command is
//! exactly once; sending is at least once: a message that was being sent when its sender
//! died is sent again. Within a match the order holds. A board that takes the place of
//! older ones that nobody has seen tells what they would have told.

use super::{
    animation::Animation,
    chats, clocks,
    failures::of_task,
    fault,
    housekeeping::sweep,
    jobs::Heart,
    meters::Role,
    picture::PictureError,
    places,
    rates::{Limits, Pace, Rates, SPAN},
    reply::{Outgoing, Picture, Reply},
    service::{App, TRIES, was_in_the_way},
    strips,
    texts::Lang,
    trace,
};
use crate::store::{
    Listener, ScopeId, Trace,
    leases::{self, Lease},
    members,
    outbox::{self, BotKey, Due, Lane, Noted},
    scopes::{self, ChatKey},
};
use anyhow::{Context as _, anyhow};
use futures_util::FutureExt as _;
use serde::Deserialize as _;
use sqlx::{Postgres, Transaction};
use std::{
    collections::{BTreeMap, HashSet},
    future::Future,
    panic::AssertUnwindSafe,
    sync::Arc,
    time::Instant,
};
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;

/// How often it is looked for what other processes have stored.
const POLL: std::time::Duration = std::time::Duration::from_millis(100);
/// How often old rows are thrown away.
const HOUR: std::time::Duration = std::time::Duration::from_secs(3600);
/// How often the lease is renewed.
const RENEWAL: Duration = Duration::seconds(2);
/// How long it may take to leave in good order: whoever stops programs waits about 10 s.
const FAREWELL: std::time::Duration = std::time::Duration::from_secs(5);
/// How long it is only looked for new messages when nothing can be heard, and how long it is
/// tried to hear again.
const LISTEN_AGAIN: std::time::Duration = std::time::Duration::from_secs(10);
const LISTEN_PATIENCE: std::time::Duration = std::time::Duration::from_secs(1);
/// Messages that are looked at in one round.
const ROUND: i64 = 200;
/// The longest time between two tries.
const LONGEST_BACKOFF: Duration = Duration::minutes(5);
/// A message that could not be sent for so long is of no use any more.
pub(super) const TOO_OLD: Duration = Duration::days(1);
/// How long a match waits for its own place: then it is played where it was agreed.
const OPENING: Duration = Duration::minutes(1);
/// An old message keeps its buttons if there was no time to take them.
const STRIP_TOO_OLD: Duration = Duration::seconds(20);

/// Where a message goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Address {
    /// The platform's id of the chat.
    pub chat: String,
    /// The channel or topic within it.
    pub place: String,
}

/// A message on its way out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outbound {
    /// Where it goes.
    pub to: Address,
    /// The scope of the place.
    pub scope: ScopeId,
    /// The same in every try of this message: platforms can tell doubles by it.
    pub nonce: i64,
    /// What it says.
    pub reply: Reply,
    /// Its picture as PNG.
    pub png: Option<Vec<u8>>,
    /// Its animation as GIF.
    pub gif: Option<Vec<u8>>,
    /// What the platform calls the people who are mentioned, by the store's ids.
    pub accounts: BTreeMap<i64, String>,
    /// The language of the chat.
    pub lang: Lang,
}

/// A platform, as far as messages go out to it.
pub trait Transport: Send + Sync + 'static {
    /// Shows a message; gives the platform's id of it.
    fn send(&self, message: &Outbound) -> impl Future<Output = Result<String, SendError>> + Send;

    /// Takes the buttons from an old message.
    fn strip(
        &self,
        from: &Address,
        message: &str,
    ) -> impl Future<Output = Result<(), SendError>> + Send;

    /// Takes an old message away.
    fn delete(
        &self,
        from: &Address,
        message: &str,
    ) -> impl Future<Output = Result<(), SendError>> + Send;

    /// Opens a place of that name within a chat, beginning with a message if there is one;
    /// gives the platform's id of the place. Where that is done twice, it may give the same one.
    fn open(
        &self,
        at: &Address,
        title: &str,
        from: Option<&str>,
    ) -> impl Future<Output = Result<String, SendError>> + Send {
        let _ = (at, title, from);
        async { Err(SendError::Refused("there are no places to open".to_owned())) }
    }

    /// Whether people see by itself, where a place was opened, that it was.
    fn shows_opened(&self) -> bool {
        true
    }

    /// Whether somebody is still in the chat, as far as the platform tells.
    fn find(
        &self,
        at: &Address,
        account: &str,
    ) -> impl Future<Output = Result<bool, SendError>> + Send {
        let _ = (at, account);
        async { Ok(true) }
    }

    /// Fails if a place is not there any more.
    fn look(&self, at: &Address) -> impl Future<Output = Result<(), SendError>> + Send {
        let _ = at;
        async { Ok(()) }
    }
}

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The platform will never take it.
    #[error("the platform refuses the message: {0}")]
    Refused(String),
    /// The bot cannot reach the chat any more.
    #[error("the chat is gone: {0}")]
    Gone(String),
    /// The chat has another id now.
    #[error("the chat is called {0} now")]
    Moved(String),
    /// The place is not there any more; what goes there goes to this one now.
    #[error("the place is gone: {0} is there")]
    Elsewhere(String),
    /// The platform wants to be left alone for a while.
    #[error("the platform wants to wait {wait}")]
    Wait {
        /// How long.
        wait: Duration,
        /// Everywhere, not only in that place.
        everywhere: bool,
    },
    /// It may go later.
    #[error("the platform does not answer")]
    Later(#[source] anyhow::Error),
}

/// Sends the messages of a bot while it holds the lease.
pub struct Sender<T> {
    app: App,
    bot: BotKey,
    transport: Arc<T>,
    holder: String,
    listener: Option<Listener>,
    lease: Option<(Lease, OffsetDateTime)>,
    rates: Rates,
    limits: Limits,
    /// Where it sends by the time of this machine.
    pace: Option<Arc<Pace>>,
    under_way: JoinSet<(Due, Result<String, SendError>)>,
    /// Places to which something is under way: one message a place at a time.
    busy: HashSet<(ScopeId, String)>,
}

impl<T: Transport> Sender<T> {
    /// A sender that is known to others as `holder`.
    pub fn new(app: App, bot: BotKey, transport: Arc<T>, limits: Limits, holder: String) -> Self {
        let rates = Rates::new(limits);
        let (under_way, busy) = (JoinSet::new(), HashSet::new());
        Sender {
            app,
            bot,
            transport,
            holder,
            listener: None,
            lease: None,
            rates,
            limits,
            pace: None,
            under_way,
            busy,
        }
    }

    /// Lets the sender hear of what other processes store; without it, it looks for that a
    /// few times a second.
    #[must_use]
    pub fn hearing(mut self, listener: Listener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Sends until `stop` is done; then finishes what is under way and gives the lease back.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        self.pace = Some(Arc::new(Pace::new(self.limits)));
        let mut ticks = tokio::time::interval(POLL);
        let mut hours = tokio::time::interval(HOUR);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let wake = self.app.wake.clone();
        let mut heart = Heart::new(self.app.clone(), self.bot.clone());
        let pulse = self.app.health.pulse(format!("sender:{}", self.bot.platform));
        let mut listener = self.listener.take();
        let mut listen_at = None;
        loop {
            pulse.beat(POLL);
            tokio::select! {
                biased;
                () = &mut stop => break,
                Some(done) = self.under_way.join_next() => {
                    self.report(done, OffsetDateTime::now_utc()).await;
                }
                _ = hours.tick() => {
                    if let Err(error) = sweep(&self.app, OffsetDateTime::now_utc()).await {
                        tracing::error!(error = format!("{error:#}"), "cannot sweep now");
                    }
                }
                () = wake.notified() => {}
                lost = hear(&mut listener) => {
                    if let Err(error) = lost {
                        tracing::warn!(%error, "new messages are only looked for now");
                        listener = None;
                        listen_at = Some(Instant::now() + LISTEN_AGAIN);
                    }
                }
                _ = ticks.tick() => {}
            }
            if listen_at.is_some_and(|at| at <= Instant::now()) {
                let listening = self.app.database.listen(&self.bot);
                listen_at = match tokio::time::timeout(LISTEN_PATIENCE, listening).await {
                    Ok(Ok(heard)) => {
                        listener = heard;
                        None
                    }
                    _ => Some(Instant::now() + LISTEN_AGAIN),
                };
            }
            if let Err(error) = heart.beat(OffsetDateTime::now_utc()).await {
                tracing::error!(error = format!("{error:#}"), "cannot tell that all is well");
            }
            if let Err(error) = self.step(OffsetDateTime::now_utc()).await {
                tracing::error!(error = format!("{error:#}"), "cannot send now");
            }
        }
        let leaving = async {
            self.finish(OffsetDateTime::now_utc()).await;
            self.give_back().await
        };
        match tokio::time::timeout(FAREWELL, leaving).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(error = format!("{error:#}"), "the lease runs out by itself");
            }
            // What was on its way is sent again.
            Err(_) => tracing::warn!("the lease runs out by itself"),
        }
    }

    /// One round: keeps the lease and starts to send what can go. Gives how many were
    /// started; `None` while another process is the sender.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn step(&mut self, now: OffsetDateTime) -> anyhow::Result<Option<usize>> {
        while let Some(done) = self.under_way.try_join_next() {
            self.report(done, now).await;
        }
        if !self.keep_lease(now).await? {
            return Ok(None);
        }
        let mut transaction = begin(&self.app).await?;
        let due = outbox::due(&mut transaction, &self.bot, now, ROUND).await?;
        transaction.commit().await?;
        let (mut started, began) = (0, Instant::now());
        for due in due {
            // A round takes a while, and each message counts from when it really goes.
            match self.start(due, now, now + began.elapsed()).await {
                Ok(one) => started += usize::from(one),
                Err(error) => {
                    // It may be claimed without our knowing; who takes the lease anew lets it
                    // wait again.
                    self.lease = None;
                    return Err(error);
                }
            }
        }
        Ok(Some(started))
    }

    /// Waits for everything that is under way.
    pub async fn finish(&mut self, now: OffsetDateTime) {
        while let Some(done) = self.under_way.join_next().await {
            self.report(done, now).await;
        }
    }

    async fn give_back(&mut self) -> anyhow::Result<()> {
        if let Some((lease, _)) = self.lease.take() {
            let mut transaction = begin(&self.app).await?;
            leases::give_back(&mut transaction, &lease).await?;
            transaction.commit().await?;
            self.app.meters.lease(&self.bot.platform, Role::Sender, false);
        }
        Ok(())
    }

    /// Takes or renews the lease. Who takes it over lets everything that was under way
    /// wait again, and counts what has been sent in the last minute.
    async fn keep_lease(&mut self, now: OffsetDateTime) -> anyhow::Result<bool> {
        if self.lease.as_ref().is_some_and(|(_, renewed)| now - *renewed < RENEWAL) {
            return Ok(true);
        }
        let name = format!("sender:{}:{}", self.bot.platform, self.bot.bot_id);
        let mut transaction = begin(&self.app).await?;
        let Some(lease) = leases::take(&mut transaction, &name, &self.holder).await? else {
            self.lease = None;
            self.app.meters.lease(&self.bot.platform, Role::Sender, false);
            return Ok(false);
        };
        let before = self.lease.as_ref().map(|(lease, _)| lease.token);
        if before != Some(lease.token) {
            outbox::take_over(&mut transaction, &self.bot, now).await?;
            self.rates = Rates::new(self.limits);
            for (scope, lane, at) in
                outbox::sent_since(&mut transaction, &self.bot, now - SPAN).await?
            {
                self.rates.count(scope, lane, at);
            }
        }
        transaction.commit().await?;
        self.lease = Some((lease, now));
        self.app.meters.lease(&self.bot.platform, Role::Sender, true);
        Ok(true)
    }

    /// Starts to send a message if it can go now; it counts as sent at `at`.
    async fn start(
        &mut self,
        due: Due,
        now: OffsetDateTime,
        at: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        let (scope, place) = (due.scope, (due.scope, due.place.clone()));
        if self.busy.contains(&place) {
            return Ok(false);
        }
        let too_old = due.lane == Lane::Edit && now - due.made_at > STRIP_TOO_OLD
            || now - due.made_at > TOO_OLD;
        if !too_old && !self.rates.allow(scope, due.lane, at) {
            return Ok(false);
        }
        let mut transaction = begin(&self.app).await?;
        if too_old {
            outbox::dead(&mut transaction, &due, now).await?;
            transaction.commit().await?;
            self.app.meters.message(&self.bot.platform, due.lane, "too_old");
            return Ok(false);
        }
        let Some((chat, lang)) = scopes::chat_of(&mut transaction, scope, &self.bot).await? else {
            outbox::dead(&mut transaction, &due, now).await?;
            transaction.commit().await?;
            return Ok(false);
        };
        let Some((lease, _)) = &self.lease else { return Ok(false) };
        if !leases::holds(&mut transaction, lease).await? {
            self.lease = None;
            return Ok(false);
        }
        let (due, folded) = match (due.lane, due.of) {
            (Lane::Turn, Some(of)) => {
                let waiting = outbox::waiting(&mut transaction, due.scope, of).await?;
                fold(waiting, due, &self.app)
            }
            _ => (due, Vec::new()),
        };
        if !outbox::claim(&mut transaction, &due, &folded, now).await? {
            return Ok(false);
        }
        transaction.commit().await?;
        let due = Due { state_at: now, ..due };
        fault::point("claimed");
        self.rates.count(scope, due.lane, at);
        self.busy.insert(place);
        let bot = self.bot.clone();
        let (app, transport, pace) = (self.app.clone(), self.transport.clone(), self.pace.clone());
        let told_too = folded.len();
        self.under_way.spawn(trace::follow(trace_of(&due, &bot), async move {
            let to = (chat, lang);
            tracing::debug!(id = due.id, lane = ?due.lane, told_too, "a message goes out");
            let sending = send(&app, &*transport, pace.as_deref(), &bot, to, &due);
            // What panics is a message that fails: whoever took the lease anew for it would send
            // all others again that are on their way.
            let sent = AssertUnwindSafe(sending).catch_unwind().await;
            let sent = sent.unwrap_or_else(|_| Err(SendError::Later(anyhow!("it panicked"))));
            (due, sent)
        }));
        Ok(true)
    }

    /// Stores what became of a message.
    async fn report(
        &mut self,
        done: Result<(Due, Result<String, SendError>), tokio::task::JoinError>,
        now: OffsetDateTime,
    ) {
        let (due, sent) = match done {
            Ok(done) => done,
            Err(error) => {
                // Its place stays busy; the row waits for the next holder of the lease.
                tracing::error!(error = of_task(&error), "a message was lost on its way");
                self.lease = None;
                self.busy.clear();
                return;
            }
        };
        self.busy.remove(&(due.scope, due.place.clone()));
        let trace = trace_of(&due, &self.bot);
        trace::follow(trace, self.note(&due, &sent, now)).await;
    }

    async fn note(&mut self, due: &Due, sent: &Result<String, SendError>, now: OffsetDateTime) {
        self.app.meters.message(&self.bot.platform, due.lane, outcome(sent));
        let mut tried = 1;
        let stored = loop {
            match self.store(due, sent, now).await {
                Err(error) if tried < TRIES && was_in_the_way(&error) => tried += 1,
                stored => break stored,
            }
        };
        if let Err(error) = stored {
            // The row stays as it is, and is sent again: at least once.
            tracing::error!(
                error = format!("{error:#}"),
                id = due.id,
                "cannot store what was sent"
            );
            self.lease = None;
        }
    }

    async fn store(
        &mut self,
        due: &Due,
        sent: &Result<String, SendError>,
        now: OffsetDateTime,
    ) -> anyhow::Result<()> {
        match sent {
            Err(SendError::Gone(reason)) => {
                tracing::warn!(scope = due.scope.0, reason, "a chat is gone");
                if let Some(chat) = self.chat(due).await? {
                    chats::gone(&self.app, &chat, now).await?;
                }
            }
            Err(SendError::Moved(new)) => {
                if let Some(ChatKey { chat_id, .. }) = self.chat(due).await? {
                    chats::moved(&self.app, &self.bot, &chat_id, new, now).await?;
                }
            }
            Err(SendError::Elsewhere(place)) => {
                places::gone(&self.app, due.scope, &due.place, place).await?;
            }
            _ => {}
        }
        let mut transaction = begin(&self.app).await?;
        let db = &mut *transaction;
        let mut waited = None;
        match sent {
            Ok(message) => {
                let (noted, lag) = outbox::sent(db, due, message, now).await?;
                waited = lag;
                if noted == Noted::First
                    && let Some(title) = places::opened(db, due, message).await?
                    && !self.transport.shows_opened()
                {
                    places::tell(&self.app, db, (&self.bot, due), title, now).await?;
                }
                let sent = (message.as_str(), noted);
                let old = strips::note(db, &self.bot.bot_id, due, sent, now).await?;
                if let Some(of) = due.of {
                    strips::edit(db, (due.scope, of), &self.bot.platform, old, now).await?;
                }
            }
            // It waits for the chat to come back.
            Err(SendError::Gone(_)) => outbox::put_back(db, due, now, now).await?,
            // What was on its way goes to where the chat is now; an old message is not there.
            Err(SendError::Moved(_) | SendError::Elsewhere(_)) if due.lane == Lane::Edit => {
                outbox::dead(db, due, now).await?;
            }
            Err(SendError::Moved(_) | SendError::Elsewhere(_)) => {
                outbox::put_back(db, due, now, now).await?;
            }
            Err(SendError::Refused(reason)) => {
                tracing::warn!(scope = due.scope.0, id = due.id, reason, "a message is given up");
                outbox::dead(db, due, now).await?;
            }
            // What puts an opening off is no reason to keep the whole chat waiting.
            &Err(SendError::Wait { wait, everywhere: false }) if is_late(due, now + wait) => {
                tracing::warn!(id = due.id, %wait, "a place is not opened");
                outbox::dead(db, due, now).await?;
            }
            Err(SendError::Later(error)) if is_late(due, now + backoff(due.attempt)) => {
                tracing::warn!(error = format!("{error:#}"), id = due.id, "a place is not opened");
                outbox::dead(db, due, now).await?;
            }
            &Err(SendError::Wait { wait, everywhere }) => {
                self.rates.hold((!everywhere).then_some(due.scope), now + wait);
                outbox::put_back(db, due, now + wait, now).await?;
            }
            Err(SendError::Later(error)) => {
                tracing::warn!(error = format!("{error:#}"), id = due.id, "a message waits");
                outbox::put_back(db, due, now + backoff(due.attempt), now).await?;
            }
        }
        transaction.commit().await?;
        if let Some(lag) = waited {
            self.app.meters.lag(&self.bot.platform, due.lane, lag);
            tracing::debug!(id = due.id, lane = ?due.lane, %lag, "a message was sent");
        }
        Ok(())
    }

    /// The chat that a message goes to.
    async fn chat(&self, due: &Due) -> anyhow::Result<Option<ChatKey>> {
        let mut transaction = begin(&self.app).await?;
        let chat = scopes::chat_of(&mut transaction, due.scope, &self.bot).await?;
        let BotKey { platform, bot_id } = self.bot.clone();
        Ok(chat.map(|(chat_id, _)| ChatKey { platform, bot_id, chat_id }))
    }
}

/// The trace of a message; its own where it comes of no event that is known.
fn trace_of(due: &Due, bot: &BotKey) -> Trace {
    due.trace.unwrap_or_else(|| trace::of(bot, &format!("outbox.{}.{}", due.scope.0, due.id)))
}

/// What became of a try to send, in a word.
const fn outcome(sent: &Result<String, SendError>) -> &'static str {
    match sent {
        Ok(_) => "sent",
        Err(SendError::Refused(_)) => "refused",
        Err(SendError::Gone(_)) => "gone",
        Err(SendError::Moved(_) | SendError::Elsewhere(_)) => "moved",
        Err(SendError::Wait { .. }) => "put_off",
        Err(SendError::Later(_)) => "later",
    }
}

/// Waits for an announcement; for ever where nobody listens.
async fn hear(listener: &mut Option<Listener>) -> sqlx::Result<()> {
    match listener {
        Some(listener) => listener.heard().await,
        None => std::future::pending().await,
    }
}

/// How long a message waits that has failed so often before: 1 s, 2 s, 4 s …
fn backoff(attempt: i32) -> Duration {
    let doubled = u32::try_from(attempt).unwrap_or(0).min(16);
    Duration::seconds(1 << doubled).min(LONGEST_BACKOFF)
}

/// Whether a place is opened too late if it is at that time.
fn is_late(due: &Due, at: OffsetDateTime) -> bool {
    let opens = matches!(Outgoing::deserialize(&due.payload), Ok(Outgoing::Open { .. }));
    opens && at - due.made_at > OPENING
}

/// Folds a board with the boards behind it that wait too: the newest tells all. Gives the
/// row that is sent, and those that it tells.
fn fold(waiting: Vec<Due>, first: Due, app: &App) -> (Due, Vec<i64>) {
    let mut sent = first;
    let mut folded = Vec::new();
    let behind = waiting
        .into_iter()
        .skip_while(|due| due.id <= sent.id)
        .take_while(|due| due.lane == Lane::Turn)
        .collect::<Vec<_>>();
    for newer in behind {
        let (Ok(Outgoing::Say(told)), Ok(Outgoing::Say(telling))) = (
            serde_json::from_value(sent.payload.clone()),
            serde_json::from_value(newer.payload.clone()),
        ) else {
            break;
        };
        let both = told.fold(*telling, app.games);
        // What does not fit is told by two messages.
        if !both.fits() {
            break;
        }
        let Ok(payload) = serde_json::to_value(Outgoing::Say(Box::new(both))) else { break };
        folded.push(sent.id);
        sent = Due { payload, ..newer };
    }
    (sent, folded)
}

async fn send<T: Transport>(
    app: &App,
    transport: &T,
    pace: Option<&Pace>,
    bot: &BotKey,
    (chat, lang): (String, String),
    due: &Due,
) -> Result<String, SendError> {
    let to = Address { chat, place: due.place.clone() };
    let turn = async {
        if let Some(pace) = pace {
            pace.turn().await;
        }
    };
    match serde_json::from_value(due.payload.clone()) {
        Ok(Outgoing::Say(reply)) => {
            let accounts = accounts(app, bot, &reply).await.map_err(SendError::Later)?;
            let (png, gif) = (draw(app, &reply).await, animate(app, &reply).await);
            fault::point("drawn");
            turn.await;
            let (scope, reply) = (due.scope, *reply);
            let (nonce, lang) = (due.id, lang.parse().unwrap_or(Lang::En));
            let outbound = Outbound { to, scope, nonce, reply, png, gif, accounts, lang };
            let sent = transport.send(&outbound).await;
            fault::point("shown");
            sent
        }
        Ok(Outgoing::Strip { message }) => {
            turn.await;
            transport.strip(&to, &message).await.map(|()| message)
        }
        Ok(Outgoing::Delete { message }) => {
            turn.await;
            transport.delete(&to, &message).await.map(|()| message)
        }
        Ok(Outgoing::Open { title }) => {
            let opening = places::opening(app, bot, due).await.map_err(SendError::Later)?;
            let Some(from) = opening else {
                return Err(SendError::Refused("nothing is played there any more".to_owned()));
            };
            turn.await;
            transport.open(&to, &title, from.as_deref()).await
        }
        Ok(Outgoing::Look) => {
            turn.await;
            transport.look(&to).await.map(|()| String::new())
        }
        Ok(Outgoing::Seek { person }) => {
            let known = account(app, bot, person).await.map_err(SendError::Later)?;
            let Some(account) = known else { return Ok(String::new()) };
            turn.await;
            if !transport.find(&to, &account).await? {
                let at = (due.scope, bot, due.place.as_str());
                clocks::absent(app, at, person, due.state_at).await.map_err(SendError::Later)?;
            }
            Ok(String::new())
        }
        Err(error) => Err(SendError::Refused(error.to_string())),
    }
}

/// What the platform calls somebody.
async fn account(app: &App, bot: &BotKey, person: i64) -> anyhow::Result<Option<String>> {
    let mut transaction = begin(app).await?;
    let accounts = members::accounts(&mut transaction, &bot.platform, &[person]).await?;
    transaction.commit().await?;
    Ok(accounts.into_iter().map(|(_, account)| account).next())
}

/// What the platform calls the people whom a message mentions.
///
/// # Errors
/// When the database fails.
pub async fn accounts(
    app: &App,
    bot: &BotKey,
    reply: &Reply,
) -> anyhow::Result<BTreeMap<i64, String>> {
    let people = reply.mentioned();
    if people.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut transaction = begin(app).await?;
    let accounts = members::accounts(&mut transaction, &bot.platform, &people).await?;
    Ok(accounts.into_iter().collect())
}

/// Shows everything in the log of a scope that is newer than `last`, and what nobody has
/// shown yet: for a front end of which several show the same room. Gives how many there
/// were.
///
/// # Errors
/// When the database fails or `show` does; what was not shown comes the next time.
pub async fn follow(
    app: &App,
    chat: &ChatKey,
    scope: ScopeId,
    last: &mut i64,
    show: impl AsyncFn(&Outbound) -> anyhow::Result<String>,
) -> anyhow::Result<usize> {
    let mut transaction = begin(app).await?;
    let unseen = outbox::unseen(&mut transaction, scope, *last).await?;
    transaction.commit().await?;
    let mut shown = 0;
    for due in unseen {
        let now = OffsetDateTime::now_utc();
        fault::point("claimed");
        let message = match serde_json::from_value(due.payload.clone()) {
            Ok(Outgoing::Say(reply)) => {
                let (png, gif) = (draw(app, &reply).await, animate(app, &reply).await);
                fault::point("drawn");
                let to = Address { chat: chat.chat_id.clone(), place: due.place.clone() };
                let (reply, accounts) = (*reply, BTreeMap::new());
                let (nonce, lang) = (due.id, Lang::En);
                let outbound = Outbound { to, scope, nonce, reply, png, gif, accounts, lang };
                let message = show(&outbound).await?;
                fault::point("shown");
                shown += 1;
                Some(message)
            }
            // A log is not edited: there is nothing more to do.
            Ok(Outgoing::Strip { message } | Outgoing::Delete { message }) => Some(message),
            Ok(Outgoing::Look | Outgoing::Seek { .. } | Outgoing::Open { .. }) => None,
            Err(error) => {
                tracing::error!(%error, scope = scope.0, id = due.id, "a message is given up");
                None
            }
        };
        let mut transaction = begin(app).await?;
        match message {
            Some(message) => {
                let (noted, _) = outbox::sent(&mut transaction, &due, &message, now).await?;
                let sent = (message.as_str(), noted);
                strips::note(&mut transaction, &chat.bot_id, &due, sent, now).await?;
            }
            None => outbox::dead(&mut transaction, &due, now).await?,
        }
        transaction.commit().await?;
        *last = (*last).max(due.id);
    }
    Ok(shown)
}

/// Where the log of a scope ends now: what is newer has not been seen.
///
/// # Errors
/// When the database fails.
pub async fn log_end(app: &App, scope: ScopeId) -> anyhow::Result<i64> {
    let mut transaction = begin(app).await?;
    let newest = outbox::newest(&mut transaction, scope).await?;
    transaction.commit().await?;
    Ok(newest)
}

async fn begin(app: &App) -> anyhow::Result<Transaction<'static, Postgres>> {
    app.database.begin().await.context("no database connection")
}

/// The picture of a message as PNG. A message whose picture cannot be drawn goes without:
/// what it tells must not be lost.
pub async fn draw(app: &App, reply: &Reply) -> Option<Vec<u8>> {
    let picture: Picture = reply.picture.clone()?;
    let games = app.games;
    off_thread(app, "board", move || picture.png(games)).await
}

/// The animation of a message as GIF, under the same terms.
pub async fn animate(app: &App, reply: &Reply) -> Option<Vec<u8>> {
    let animation: Animation = reply.animation.clone()?;
    let games = app.games;
    off_thread(app, "animation", move || animation.gif(games)).await
}

async fn off_thread(
    app: &App,
    kind: &'static str,
    work: impl FnOnce() -> Result<Vec<u8>, PictureError> + Send + 'static,
) -> Option<Vec<u8>> {
    let timed = move || {
        let began = Instant::now();
        (work(), began.elapsed())
    };
    match tokio::task::spawn_blocking(timed).await {
        Ok((Ok(bytes), took)) => {
            app.meters.drawn(kind, took);
            tracing::debug!(kind, ?took, bytes = bytes.len(), "a picture was drawn");
            Some(bytes)
        }
        Ok((Err(error), _)) => {
            tracing::error!(error = format!("{:#}", anyhow::Error::new(error)), "no picture");
            None
        }
        Err(error) => {
            tracing::error!(error = of_task(&error), "no picture");
            None
        }
    }
}
