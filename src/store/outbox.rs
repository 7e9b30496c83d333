//! Messages that are to be sent.

use super::{MatchNo, ScopeId, Trace, chats, listener};
use serde_json::Value;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

/// What comes first when many messages wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lane {
    /// Boards after a turn.
    Turn,
    /// Challenges and offers.
    Offer,
    /// Answers to questions.
    Answer,
    /// Edits of old messages, which may be dropped.
    Edit,
}

impl Lane {
    const ALL: [Lane; 4] = [Lane::Turn, Lane::Offer, Lane::Answer, Lane::Edit];

    fn read(number: i16) -> Self {
        let at = usize::try_from(number).unwrap_or_default();
        Lane::ALL.get(at).copied().unwrap_or(Lane::Answer)
    }
}

/// A bot on a platform, as the store names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BotKey {
    /// The platform's word.
    pub platform: String,
    /// Which of our bots there.
    pub bot_id: String,
}

/// A message to be sent.
#[derive(Clone, PartialEq, Debug)]
pub struct Due {
    /// The scope.
    pub scope: ScopeId,
    /// The id of the row within it.
    pub id: i64,
    /// Where it goes.
    pub place: String,
    /// The match or challenge that it is about.
    pub of: Option<MatchNo>,
    /// How urgent it is.
    pub lane: Lane,
    /// What it is, as written by the application.
    pub payload: Value,
    /// How often it has been tried.
    pub attempt: i32,
    /// When it was made.
    pub made_at: OffsetDateTime,
    /// When it came to be as it is: once it is claimed, when it began to be sent.
    pub state_at: OffsetDateTime,
    /// The event that it comes of, if that is known.
    pub trace: Option<Trace>,
}

/// A row of the outbox as it is read.
struct Row {
    scope_id: i64,
    id: i64,
    place: String,
    of: Option<i32>,
    lane: i16,
    payload: Value,
    attempt: i32,
    made_at: OffsetDateTime,
    state_at: OffsetDateTime,
    trace: Option<String>,
}

impl From<Row> for Due {
    fn from(row: Row) -> Self {
        Due {
            scope: ScopeId(row.scope_id),
            id: row.id,
            place: row.place,
            of: row.of.map(MatchNo),
            lane: Lane::read(row.lane),
            payload: row.payload,
            attempt: row.attempt,
            made_at: row.made_at,
            state_at: row.state_at,
            trace: row.trace.as_deref().and_then(Trace::read),
        }
    }
}

/// A new message.
#[derive(Clone, PartialEq, Debug)]
pub struct New<'a> {
    /// Where it goes.
    pub place: &'a str,
    /// The match or challenge that it is about.
    pub of: Option<MatchNo>,
    /// How urgent it is.
    pub lane: Lane,
    /// What it is.
    pub payload: &'a Value,
    /// The event that it comes of.
    pub trace: Option<Trace>,
}

/// Stores a message to be sent by a bot, and announces it to whoever listens.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    db: &mut PgConnection,
    scope: ScopeId,
    bot: &BotKey,
    new: &New<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with made as (
             insert into outbox (scope_id, platform, bot_id, place, match, lane, payload, state,
                 made_at, due_at, state_at, trace)
             values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $8, $8, $11) returning id)
         select pg_notify($9, $10) from made",
        scope.0,
        bot.platform,
        bot.bot_id,
        new.place,
        new.of.map(|of| of.0),
        new.lane as i16,
        new.payload,
        now,
        listener::CHANNEL,
        listener::spoken(bot),
        new.trace.map(|trace| trace.to_string()),
    )
    .fetch_one(db)
    .await?;
    Ok(())
}

/// The messages of a bot that can be sent now, the most urgent first: of each match only
/// the oldest that waits, and none while one of the match is being sent. What is for a chat
/// that cannot be reached waits until it can.
///
/// # Errors
/// When the database fails.
pub async fn due(
    db: &mut PgConnection,
    bot: &BotKey,
    now: OffsetDateTime,
    most: i64,
) -> sqlx::Result<Vec<Due>> {
    let rows = sqlx::query_as!(
        Row,
        "select scope_id, id, place, match as of, lane, payload, attempt, made_at, state_at,
             trace
         from outbox waiting
         where platform = $1 and bot_id = $2 and state = 'pending' and due_at <= $3
             and (match is null or not exists (
                 select from outbox earlier
                 where earlier.scope_id = waiting.scope_id and earlier.match = waiting.match
                     and earlier.id < waiting.id and earlier.lane < 3
                     and earlier.state in ('pending', 'sending')))
             and not exists (
                 select from scopes
                 where scopes.scope_id = waiting.scope_id and scopes.gone_at is not null)
         order by lane, id limit $4",
        bot.platform,
        bot.bot_id,
        now,
        most,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Due::from).collect())
}

/// Every message of a match that waits, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn waiting(db: &mut PgConnection, scope: ScopeId, of: MatchNo) -> sqlx::Result<Vec<Due>> {
    let rows = sqlx::query_as!(
        Row,
        "select scope_id, id, place, match as of, lane, payload, attempt, made_at, state_at,
             trace
         from outbox
         where scope_id = $1 and match = $2 and state = 'pending' and lane < 3 order by id",
        scope.0,
        of.0,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Due::from).collect())
}

/// Marks a message as being sent, with what it has become, and those as folded that it
/// tells too. False when it is not pending any more: somebody else has it.
///
/// # Errors
/// When the database fails.
pub async fn claim(
    db: &mut PgConnection,
    due: &Due,
    folded: &[i64],
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let claimed = sqlx::query!(
        "update outbox set state = 'sending', attempt = attempt + 1, state_at = $3, payload = $4
         where scope_id = $1 and id = $2 and state = 'pending'",
        due.scope.0,
        due.id,
        now,
        due.payload,
    )
    .execute(&mut *db)
    .await?
    .rows_affected();
    if claimed == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "update outbox set state = 'folded', state_at = $3
         where scope_id = $1 and id = any ($2) and state = 'pending'",
        due.scope.0,
        folded,
        now,
    )
    .execute(db)
    .await?;
    Ok(true)
}

/// What became of a message that a platform has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    /// It is told now.
    First,
    /// Another sender has told it meanwhile: this one is a double.
    Double,
    /// Nobody finds it any more: its chat has moved since it began to be sent, so it may be in
    /// the old one.
    Lost,
}

/// Notes that a message was sent, and under which id the platform has it. Tells how long ago
/// it was stored, by the database's clock, if it is found.
///
/// # Errors
/// When the database fails.
pub async fn sent(
    db: &mut PgConnection,
    due: &Due,
    message_id: &str,
    now: OffsetDateTime,
) -> sqlx::Result<(Noted, Option<Duration>)> {
    // The scope comes before its rows: so do those who move it.
    let moved = sqlx::query_scalar!(
        r#"select coalesce(scopes.moved_at > $2, false) as "moved!"
           from scopes where scopes.scope_id = $1 for key share of scopes"#,
        due.scope.0,
        due.state_at,
    )
    .fetch_optional(&mut *db)
    .await?;
    let lag = mark_sent(db, due.scope, due.id, message_id, now).await?;
    if lag.is_none()
        && let Some((scope, _)) = chats::merged_into(db, due.scope).await?
    {
        let lag = mark_sent(db, scope, due.id, message_id, now).await?;
        return Ok((Noted::Lost, lag));
    }
    let noted = match (moved, lag) {
        (None | Some(true), _) => Noted::Lost,
        (Some(false), Some(_)) => Noted::First,
        (Some(false), None) => Noted::Double,
    };
    Ok((noted, lag))
}

async fn mark_sent(
    db: &mut PgConnection,
    scope: ScopeId,
    id: i64,
    message_id: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Duration>> {
    let lag = sqlx::query_scalar!(
        r#"update outbox set state = 'sent', message_id = $3, state_at = $4
         where scope_id = $1 and id = $2 and state in ('pending', 'sending')
         returning extract(epoch from clock_timestamp() - stored_at)::float8 as "lag!""#,
        scope.0,
        id,
        message_id,
        now,
    )
    .fetch_optional(db)
    .await?;
    Ok(lag.map(Duration::seconds_f64))
}

/// Puts a message back that could not be sent, not to be tried before `due_at`.
///
/// # Errors
/// When the database fails.
pub async fn put_back(
    db: &mut PgConnection,
    due: &Due,
    due_at: OffsetDateTime,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let mut scope = due.scope;
    loop {
        let put_back = sqlx::query!(
            "update outbox set state = 'pending', due_at = $3, state_at = $4
             where scope_id = $1 and id = $2 and state = 'sending'",
            scope.0,
            due.id,
            due_at,
            now,
        )
        .execute(&mut *db)
        .await?;
        match elsewhere(db, scope, put_back.rows_affected()).await? {
            Some(older) => scope = older,
            None => return Ok(()),
        }
    }
}

/// Where a message is by now that was not found in a scope.
async fn elsewhere(
    db: &mut PgConnection,
    scope: ScopeId,
    found: u64,
) -> sqlx::Result<Option<ScopeId>> {
    if found > 0 {
        return Ok(None);
    }
    Ok(chats::merged_into(db, scope).await?.map(|(scope, _)| scope))
}

/// Gives a message up: the platform will never take it, or it is of no use any more.
///
/// # Errors
/// When the database fails.
pub async fn dead(db: &mut PgConnection, due: &Due, now: OffsetDateTime) -> sqlx::Result<()> {
    let mut scope = due.scope;
    loop {
        let dead = sqlx::query!(
            "update outbox set state = 'dead', state_at = $3
             where scope_id = $1 and id = $2 and state in ('pending', 'sending')",
            scope.0,
            due.id,
            now,
        )
        .execute(&mut *db)
        .await?;
        match elsewhere(db, scope, dead.rows_affected()).await? {
            Some(older) => scope = older,
            None => return Ok(()),
        }
    }
}

/// Gives up what has waited since before a time for a chat that cannot be reached, at the most
/// so many; gives how many there were.
///
/// # Errors
/// When the database fails.
pub async fn give_up(
    db: &mut PgConnection,
    before: OffsetDateTime,
    now: OffsetDateTime,
    most: i64,
) -> sqlx::Result<u64> {
    let given_up = sqlx::query!(
        "update outbox set state = 'dead', state_at = $2
         where state = 'pending' and (scope_id, id) in (
             select waiting.scope_id, waiting.id from scopes
             join outbox waiting on waiting.scope_id = scopes.scope_id
             where scopes.gone_at is not null and waiting.state = 'pending'
                 and waiting.made_at < $1
             limit $3)",
        before,
        now,
        most,
    )
    .execute(db)
    .await?;
    Ok(given_up.rows_affected())
}

/// Makes every message of a bot wait again that somebody was sending: the sender is gone.
///
/// # Errors
/// When the database fails.
pub async fn take_over(
    db: &mut PgConnection,
    bot: &BotKey,
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let taken = sqlx::query!(
        "update outbox set state = 'pending', state_at = $3
         where platform = $1 and bot_id = $2 and state = 'sending'",
        bot.platform,
        bot.bot_id,
        now,
    )
    .execute(db)
    .await?;
    Ok(taken.rows_affected())
}

/// What a bot has sent since a time, oldest first: scope, lane, when.
///
/// # Errors
/// When the database fails.
pub async fn sent_since(
    db: &mut PgConnection,
    bot: &BotKey,
    since: OffsetDateTime,
) -> sqlx::Result<Vec<(ScopeId, Lane, OffsetDateTime)>> {
    let rows = sqlx::query!(
        "select scope_id, lane, state_at from outbox
         where platform = $1 and bot_id = $2 and state = 'sent' and state_at > $3
         order by state_at",
        bot.platform,
        bot.bot_id,
        since,
    )
    .fetch_all(db)
    .await?;
    let sent =
        rows.into_iter().map(|row| (ScopeId(row.scope_id), Lane::read(row.lane), row.state_at));
    Ok(sent.collect())
}

/// Messages of a scope that a reader of its log has not seen: those behind an id, and
/// those that nobody has shown.
///
/// # Errors
/// When the database fails.
pub async fn unseen(db: &mut PgConnection, scope: ScopeId, last: i64) -> sqlx::Result<Vec<Due>> {
    let rows = sqlx::query_as!(
        Row,
        "select scope_id, id, place, match as of, lane, payload, attempt, made_at, state_at,
             trace
         from outbox
         where scope_id = $1 and (id > $2 or state in ('pending', 'sending')) order by id",
        scope.0,
        last,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Due::from).collect())
}

/// The id of the newest message of a scope; 0 when there is none.
///
/// # Errors
/// When the database fails.
pub async fn newest(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<i64> {
    let newest = sqlx::query_scalar!("select max(id) from outbox where scope_id = $1", scope.0)
        .fetch_one(db)
        .await?;
    Ok(newest.unwrap_or(0))
}

/// Forgets messages that were sent, folded or given up before a time, at the most so many;
/// gives how many there were.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "delete from outbox where (scope_id, id) in (
             select scope_id, id from outbox
             where state in ('sent', 'folded', 'dead') and state_at < $1 limit $2)",
        before,
        most,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}

/// Messages that wait, as far as they have something in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiting {
    /// Where they go.
    pub platform: String,
    /// What they are: `pending`, `sending`, or `unreachable`, for a chat that cannot be
    /// reached.
    pub state: String,
    /// How many there are.
    pub count: i64,
    /// How long ago the oldest was stored, by the database's clock.
    pub oldest: Duration,
}

/// The messages of all bots that are not sent yet.
///
/// # Errors
/// When the database fails.
pub async fn depth(db: &mut PgConnection) -> sqlx::Result<Vec<Waiting>> {
    let rows = sqlx::query!(
        r#"select waiting.platform,
             case when scopes.gone_at is null then waiting.state else 'unreachable' end
                 as "state!",
             count(*) as "count!",
             max(extract(epoch from clock_timestamp() - waiting.stored_at))::float8 as "oldest!"
         from outbox waiting join scopes on scopes.scope_id = waiting.scope_id
         where waiting.state in ('pending', 'sending') group by 1, 2 order by 1, 2"#,
    )
    .fetch_all(db)
    .await?;
    let waiting = rows.into_iter().map(|row| Waiting {
        platform: row.platform,
        state: row.state,
        count: row.count,
        oldest: Duration::seconds_f64(row.oldest),
    });
    Ok(waiting.collect())
}
