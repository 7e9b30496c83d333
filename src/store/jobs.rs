//! Slow or later work: kept in the database, done by whichever process claims it.

use super::{MatchNo, ScopeId, Trace, outbox::BotKey};
use sqlx::PgConnection;
use time::{OffsetDateTime, macros::datetime};

/// How long a claim lasts that is not renewed, in seconds.
pub const LASTS: f64 = 6.0;

/// A time that does not come.
const NEVER: OffsetDateTime = datetime!(9999-01-01 00:00 UTC);

/// What makes a job the only one of its kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct JobKey {
    /// The scope.
    pub scope: ScopeId,
    /// The match or challenge that it is about; 0: none.
    pub number: MatchNo,
    /// The revision of the match that it is about.
    pub revision: i32,
    /// What is to be done.
    pub kind: String,
}

/// A job that waits to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// What makes it the only one of its kind.
    pub key: JobKey,
    /// The bot that tells what comes of it.
    pub bot: BotKey,
    /// Where.
    pub place: String,
    /// The event that it comes of, if that is known.
    pub trace: Option<Trace>,
}

/// A job that somebody works at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// The job.
    pub job: Job,
    /// How often it has been claimed; the claim of a smaller one is void.
    pub token: i32,
}

/// Stores a job, not to be done before `due`; one of the same key stays as it is.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    db: &mut PgConnection,
    job: &Job,
    due: OffsetDateTime,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into jobs (scope_id, number, revision, kind, platform, bot_id, place, state,
             due_at, made_at, state_at, trace)
         values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $9, $10)
         on conflict do nothing",
        job.key.scope.0,
        job.key.number.0,
        job.key.revision,
        job.key.kind,
        job.bot.platform,
        job.bot.bot_id,
        job.place,
        due,
        now,
        job.trace.map(|trace| trace.to_string()),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Jobs of these kinds that can be done now, the longest due first.
///
/// # Errors
/// When the database fails.
pub async fn due(
    db: &mut PgConnection,
    kinds: &[String],
    now: OffsetDateTime,
    most: i64,
) -> sqlx::Result<Vec<Job>> {
    let rows = sqlx::query!(
        "select scope_id, number, revision, kind, platform, bot_id, place, trace from jobs
         where state = 'pending' and due_at <= $2 and kind = any ($1)
             and (until is null or until <= clock_timestamp())
         order by due_at, scope_id, number, revision, kind limit $3",
        kinds,
        now,
        most,
    )
    .fetch_all(db)
    .await?;
    let jobs = rows.into_iter().map(|row| Job {
        key: JobKey {
            scope: ScopeId(row.scope_id),
            number: MatchNo(row.number),
            revision: row.revision,
            kind: row.kind,
        },
        bot: BotKey { platform: row.platform, bot_id: row.bot_id },
        place: row.place,
        trace: row.trace.as_deref().and_then(Trace::read),
    });
    Ok(jobs.collect())
}

/// The scopes in which jobs of a kind have ended between two times, and that have no job of
/// another kind and a revision for the whole scope.
///
/// # Errors
/// When the database fails.
pub async fn ended_in(
    db: &mut PgConnection,
    kind: &str,
    (from, to): (OffsetDateTime, OffsetDateTime),
    (lacking, revision): (&str, i32),
    most: i64,
) -> sqlx::Result<Vec<ScopeId>> {
    let scopes = sqlx::query_scalar!(
        "select distinct scope_id from jobs
         where state <> 'pending' and state_at >= $2 and state_at < $3 and kind = $1
             and not exists (
                 select from jobs other where other.scope_id = jobs.scope_id
                     and other.number = 0 and other.revision = $5 and other.kind = $4)
         order by scope_id limit $6",
        kind,
        from,
        to,
        lacking,
        revision,
        most,
    )
    .fetch_all(db)
    .await?;
    Ok(scopes.into_iter().map(ScopeId).collect())
}

/// Claims a job; `None` when somebody else has it, or it is done.
///
/// # Errors
/// When the database fails.
pub async fn claim(
    db: &mut PgConnection,
    job: &Job,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Claimed>> {
    let token = sqlx::query_scalar!(
        "update jobs set token = token + 1,
             until = clock_timestamp() + make_interval(secs => $6)
         where scope_id = $1 and number = $2 and revision = $3 and kind = $4
             and state = 'pending' and due_at <= $5
             and (until is null or until <= clock_timestamp())
         returning token",
        job.key.scope.0,
        job.key.number.0,
        job.key.revision,
        job.key.kind,
        now,
        LASTS,
    )
    .fetch_optional(db)
    .await?;
    Ok(token.map(|token| Claimed { job: job.clone(), token }))
}

/// Keeps a claim from running out; false when somebody else has the job by now.
///
/// # Errors
/// When the database fails.
pub async fn renew(db: &mut PgConnection, claimed: &Claimed) -> sqlx::Result<bool> {
    let key = &claimed.job.key;
    let renewed = sqlx::query!(
        "update jobs set until = clock_timestamp() + make_interval(secs => $6)
         where scope_id = $1 and number = $2 and revision = $3 and kind = $4 and token = $5
             and state = 'pending'",
        key.scope.0,
        key.number.0,
        key.revision,
        key.kind,
        claimed.token,
        LASTS,
    )
    .execute(db)
    .await?;
    Ok(renewed.rows_affected() == 1)
}

/// How a try ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It is done.
    Done,
    /// It will never be done.
    Dead,
    /// It is to be done again, not before that time.
    Again(OffsetDateTime),
    /// It waits until the chat can be reached: see [`wake`].
    Waits,
}

/// Ends a try in the transaction of what came of it; false when the claim was lost, and
/// nothing may come of it then.
///
/// # Errors
/// When the database fails.
pub async fn end(
    db: &mut PgConnection,
    claimed: &Claimed,
    ended: Ended,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let key = &claimed.job.key;
    let (state, due) = match ended {
        Ended::Done => ("done", None),
        Ended::Dead => ("dead", None),
        Ended::Again(due) => ("pending", Some(due)),
        Ended::Waits => ("pending", Some(NEVER)),
    };
    let ended = sqlx::query!(
        "update jobs set state = $6, due_at = coalesce($7, due_at), until = null, state_at = $8
         where scope_id = $1 and number = $2 and revision = $3 and kind = $4 and token = $5
             and state = 'pending'",
        key.scope.0,
        key.number.0,
        key.revision,
        key.kind,
        claimed.token,
        state,
        due,
        now,
    )
    .execute(db)
    .await?;
    Ok(ended.rows_affected() == 1)
}

/// Lets the jobs of a scope be done now that waited until its chat can be reached.
///
/// # Errors
/// When the database fails.
pub async fn wake(db: &mut PgConnection, scope: ScopeId, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update jobs set due_at = $2, until = null
         where scope_id = $1 and state = 'pending' and due_at >= $3",
        scope.0,
        now,
        NEVER,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Drops the jobs of a kind in a scope that are still to be done; whoever works at one has
/// lost it.
///
/// # Errors
/// When the database fails.
pub async fn drop_kind(db: &mut PgConnection, scope: ScopeId, kind: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from jobs where scope_id = $1 and kind = $2 and state = 'pending'",
        scope.0,
        kind,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets jobs that ended before a time, at the most so many; gives how many there were.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "delete from jobs where (scope_id, number, revision, kind) in (
             select scope_id, number, revision, kind from jobs
             where state <> 'pending' and state_at < $1 limit $2)",
        before,
        most,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}
