//! Slow or later work, done by whichever process gets to it.
//!
//! A job is a row. Who claims one has it for a few seconds and renews the claim while the
//! work goes on; what comes of it is stored in the transaction that ends the claim, and only
//! if the claim still holds. So a job whose process dies is done by another one, and nothing
//! comes of a job twice.

use super::{
    audit, challenges, clocks, ends, ratings, rounds,
    service::{App, At, Context, Stop},
    trace,
};
use crate::store::{
    MatchNo, Trace, heartbeats,
    jobs::{self, Claimed, Ended, Job, JobKey},
    matches,
    outbox::BotKey,
    scopes,
};
use anyhow::{Context as _, anyhow};
use futures_util::FutureExt as _;
use std::{future::Future, panic::AssertUnwindSafe};
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;

/// How often it is looked for jobs.
const POLL: std::time::Duration = std::time::Duration::from_millis(500);
/// How often a claim is renewed.
const RENEWAL: std::time::Duration = std::time::Duration::from_secs(2);
/// How often it is noted that a bot is served.
const BEAT: Duration = Duration::seconds(10);
/// Jobs that a process does at a time.
const AT_ONCE: usize = 4;
/// Tries after which a job is given up.
const MOST_TRIES: i32 = 10;
/// The longest time between two tries.
const LONGEST_BACKOFF: Duration = Duration::minutes(5);

/// What is to be done.
///
/// Kinds that a process does not know are left to newer ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Prove a match from its steps.
    Audit,
    /// Prove the boards of a scope from its results.
    Boards,
    /// Change the ratings of those who played a match.
    Rate,
    /// End a challenge that nobody has answered.
    Expire,
    /// Warn the player whose time runs out.
    Warn,
    /// Tell the opponent that the time is over.
    Flag,
    /// End a match in which nothing happens any more.
    Lapse,
}

impl Kind {
    const ALL: [Kind; 7] =
        [Kind::Audit, Kind::Boards, Kind::Rate, Kind::Expire, Kind::Warn, Kind::Flag, Kind::Lapse];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Kind::Audit => "audit",
            Kind::Boards => "boards",
            Kind::Rate => "rate",
            Kind::Expire => "expire",
            Kind::Warn => "warn",
            Kind::Flag => "flag",
            Kind::Lapse => "lapse",
        }
    }

    /// Whether the chat is told of it. Such work waits while nobody there would hear.
    const fn speaks(self) -> bool {
        match self {
            Kind::Audit | Kind::Boards | Kind::Rate => false,
            Kind::Expire | Kind::Warn | Kind::Flag | Kind::Lapse => true,
        }
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

impl Context<'_> {
    /// Stores a job about a match or challenge at a revision, not to be done before `due`.
    pub(super) async fn later(
        &mut self,
        kind: Kind,
        (number, revision): (MatchNo, i32),
        due: OffsetDateTime,
    ) -> Result<(), Stop> {
        let kind = kind.as_str().to_owned();
        let job = Job {
            key: JobKey { scope: self.scope, number, revision, kind },
            bot: self.at.bot.clone(),
            place: self.at.place.clone(),
            trace: trace::current(),
        };
        jobs::insert(self.db, &job, due, self.at.time).await?;
        Ok(())
    }
}

/// Does jobs.
pub struct Worker {
    app: App,
    under_way: JoinSet<()>,
    hands: usize,
}

impl Worker {
    /// A worker with nothing under way.
    #[must_use]
    pub fn new(app: App) -> Self {
        Worker { app, under_way: JoinSet::new(), hands: AT_ONCE }
    }

    /// Works until `stop` is done; then finishes what is under way.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut ticks = tokio::time::interval(POLL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let pulse = self.app.health.pulse("worker".to_owned());
        loop {
            tokio::select! {
                biased;
                () = &mut stop => break,
                _ = ticks.tick() => pulse.beat(POLL),
            }
            if let Err(error) = self.step(OffsetDateTime::now_utc()).await {
                tracing::error!(error = format!("{error:#}"), "cannot look for jobs now");
            }
        }
        self.finish().await;
    }

    /// One round: begins what is due, as far as there are hands. Gives how many jobs were
    /// begun.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn step(&mut self, now: OffsetDateTime) -> anyhow::Result<usize> {
        while self.under_way.try_join_next().is_some() {}
        let free = self.hands.saturating_sub(self.under_way.len());
        if free == 0 {
            return Ok(0);
        }
        let kinds = Kind::ALL.map(|kind| kind.as_str().to_owned());
        let mut transaction = self.app.database.begin().await.context("no database connection")?;
        let mut begun = Vec::new();
        for job in jobs::due(&mut transaction, &kinds, now, i64::try_from(free)?).await? {
            begun.extend(jobs::claim(&mut transaction, &job, now).await?);
        }
        // Nobody works at what is not claimed for all to see.
        transaction.commit().await?;
        let count = begun.len();
        for claimed in begun {
            let app = self.app.clone();
            let trace = claimed.job.trace.unwrap_or_else(|| of_its_own(&claimed.job));
            self.under_way.spawn(trace::follow(trace, async move {
                let outcome = match work(&app, &claimed, now).await {
                    Ok(outcome) => outcome,
                    Err(error) => {
                        // The claim runs out, and somebody tries again.
                        tracing::error!(error = format!("{error:#}"), ?claimed, "a job is lost");
                        "lost"
                    }
                };
                let kind = &claimed.job.key.kind;
                app.meters.job(kind, outcome);
                tracing::debug!(kind, outcome, "a job was tried");
            }));
        }
        Ok(count)
    }

    /// Waits for everything that is under way.
    pub async fn finish(&mut self) {
        while self.under_way.join_next().await.is_some() {}
    }
}

/// Does every job that is due now, and those that follow from them, one after another; gives
/// how many.
///
/// # Errors
/// When the database fails.
pub async fn do_all(app: &App, now: OffsetDateTime) -> anyhow::Result<usize> {
    let mut worker = Worker { hands: 1, ..Worker::new(app.clone()) };
    let mut done = 0;
    loop {
        match worker.step(now).await? {
            0 => return Ok(done),
            begun => done += begun,
        }
        worker.finish().await;
    }
}

/// The trace of a job that comes of no event.
fn of_its_own(job: &Job) -> Trace {
    let JobKey { scope, number, revision, kind } = &job.key;
    trace::of(&job.bot, &format!("{kind}.{}.{}.{revision}", scope.0, number.0))
}

/// What came of a try, in a word.
const fn outcome(ended: Ended) -> &'static str {
    match ended {
        Ended::Done => "done",
        Ended::Dead => "dead",
        Ended::Again(_) => "again",
        Ended::Waits => "waits",
    }
}

/// Does a job, and ends the claim with what came of it, which it gives in a word.
async fn work(app: &App, claimed: &Claimed, now: OffsetDateTime) -> anyhow::Result<&'static str> {
    // What panics is a job that fails: nobody would count its tries otherwise.
    let performed = AssertUnwindSafe(perform(app, claimed, now)).catch_unwind();
    let tried = tokio::select! {
        tried = performed => tried.unwrap_or_else(|_| Err(anyhow!("it panicked"))),
        error = keep(app, claimed) => Err(error),
    };
    let error = match tried {
        Ok(ended) => return Ok(ended.map_or("lost", outcome)),
        Err(error) => error,
    };
    let ended = if claimed.token >= MOST_TRIES { Ended::Dead } else { again(claimed.token, now) };
    let job = &claimed.job.key;
    tracing::error!(error = format!("{error:#}"), ?job, ?ended, "a job failed");
    let mut transaction = app.database.begin().await?;
    jobs::end(&mut transaction, claimed, ended, now).await?;
    transaction.commit().await?;
    Ok(outcome(ended))
}

/// To be tried again: after 2 s, 4 s, 8 s …
fn again(tries: i32, now: OffsetDateTime) -> Ended {
    let doubled = u32::try_from(tries).unwrap_or(0).min(16);
    Ended::Again(now + Duration::seconds(1 << doubled).min(LONGEST_BACKOFF))
}

/// Renews a claim until it is lost.
async fn keep(app: &App, claimed: &Claimed) -> anyhow::Error {
    let renew = async || -> anyhow::Result<bool> {
        let mut transaction = app.database.begin().await?;
        let kept = jobs::renew(&mut transaction, claimed).await?;
        transaction.commit().await?;
        Ok(kept)
    };
    loop {
        tokio::time::sleep(RENEWAL).await;
        match renew().await {
            Ok(true) => {}
            Ok(false) => return anyhow!("the claim was lost"),
            Err(error) => return error,
        }
    }
}

/// The work itself, and one transaction that stores what came of it and ends the claim; `None`
/// when the claim was lost.
async fn perform(
    app: &App,
    claimed: &Claimed,
    now: OffsetDateTime,
) -> anyhow::Result<Option<Ended>> {
    let Job { key, bot, place, .. } = &claimed.job;
    let kind = Kind::read(&key.kind).context("an unknown kind of job")?;
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let scope = scopes::enter(&mut transaction, key.scope).await?.context("no such scope")?;
    // What it is about may have gone on elsewhere since, and its place may be there no more.
    let place = matches::place(&mut transaction, key.scope, key.number)
        .await?
        .unwrap_or_else(|| place.clone());
    let at = At { bot: bot.clone(), place, event: String::new(), time: now, reply_to: None };
    let mut context = Context::by_itself(app, &mut transaction, &scope, at);
    let done = match kind {
        _ if scope.gone && kind.speaks() => Ok(Ended::Waits),
        Kind::Audit => prove(&mut context, key).await,
        Kind::Boards => rounds::prove_boards(&mut context).await,
        Kind::Rate => ratings::rate(&mut context, key).await,
        Kind::Expire => challenges::expire(&mut context, key.number).await,
        Kind::Warn => clocks::warn(&mut context, (key.number, key.revision)).await,
        Kind::Flag => clocks::flag(&mut context, (key.number, key.revision)).await,
        Kind::Lapse => ends::lapse(&mut context, (key.number, key.revision)).await,
    };
    let ended = done.map_err(|stop| match stop {
        Stop::Failed(error) => error,
        Stop::Unreached(_) => anyhow!("nobody has been asked"),
        Stop::Refused(message) | Stop::NotUnderstood(message) => anyhow!("{}", message.id),
    })?;
    // Who has lost the claim stores nothing.
    if jobs::end(&mut transaction, claimed, ended, now).await? {
        transaction.commit().await.context("cannot commit")?;
        app.wake.notify_waiters();
        return Ok(Some(ended));
    }
    Ok(None)
}

/// Proves a match, unless it goes on. What is wrong is told in the log, and the job stays as
/// dead.
async fn prove(context: &mut Context<'_>, key: &JobKey) -> Result<Ended, Stop> {
    // Nothing may come between the match and its steps.
    match matches::lock(context.db, key.scope, key.number).await? {
        Some(row) if row.revision == key.revision => {}
        _ => return Ok(Ended::Done),
    }
    let report = audit::audit_match(context.app, context.db, key.scope, key.number).await?;
    for fault in &report.faults {
        context.app.findings.note(fault);
    }
    Ok(if report.faults.is_empty() { Ended::Done } else { Ended::Dead })
}

/// Stores jobs that end the matches in which nothing has happened for so long; gives how many
/// were silent.
pub(super) async fn end_silent(
    app: &App,
    before: OffsetDateTime,
    most: i64,
    now: OffsetDateTime,
) -> anyhow::Result<u64> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let silent = matches::silent(&mut transaction, before, most).await?;
    let mut count = 0;
    for (scope, number, revision, place) in silent {
        let Some(bot) = scopes::bot(&mut transaction, scope).await? else { continue };
        let kind = Kind::Lapse.as_str().to_owned();
        let key = JobKey { scope, number, revision, kind };
        let job = Job { key, bot, place, trace: None };
        jobs::insert(&mut transaction, &job, now, now).await?;
        count += 1;
    }
    transaction.commit().await?;
    Ok(count)
}

/// A time in which nobody served a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// When it was last served.
    pub from: OffsetDateTime,
    /// Since when it is again.
    pub to: OffsetDateTime,
}

/// Tells the others, and those who come later, that bots are served.
pub struct Heart {
    app: App,
    bot: BotKey,
    beaten: Option<OffsetDateTime>,
}

impl Heart {
    /// The longest time between two beats in which nothing is thought to be wrong.
    pub const LONGEST: Duration = Duration::seconds(60);

    /// The heart of a bot.
    #[must_use]
    pub fn new(app: App, bot: BotKey) -> Self {
        Heart { app, bot, beaten: None }
    }

    /// Beats if it is time. Gives the gap before, if nobody had served the bot for too
    /// long; of several processes one learns of it. Clocks that ran then are put off by it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn beat(&mut self, now: OffsetDateTime) -> anyhow::Result<Option<Gap>> {
        if self.beaten.is_some_and(|beaten| now - beaten < BEAT) {
            return Ok(None);
        }
        let mut transaction = self.app.database.begin().await.context("no database connection")?;
        let before = heartbeats::beat(&mut transaction, &self.bot, now).await?;
        let gap = before.map(|from| Gap { from, to: now });
        let gap = gap.filter(|gap| gap.to - gap.from > Heart::LONGEST);
        if let Some(Gap { from, to }) = gap {
            matches::extend_clocks(&mut transaction, &self.bot, from, to).await?;
        }
        transaction.commit().await?;
        self.beaten = Some(now);
        Ok(gap)
    }
}
