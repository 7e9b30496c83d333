//! Messages that are to be sent, and those that were.

use super::{MatchNo, ScopeId};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// What comes first when many messages wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lane {
    /// Boards after a turn.
    Turn,
    /// Challenges and offers.
    Offer,
    /// Answers to questions.
    Answer,
}

/// A message to be sent.
#[derive(Clone, PartialEq, Debug)]
pub struct Due {
    /// The id of the row.
    pub id: i64,
    /// Where it goes.
    pub place: String,
    /// The match that it shows.
    pub of: Option<MatchNo>,
    /// What it is, as written by the application.
    pub payload: Value,
    /// How often it has been tried, this time included.
    pub attempt: i32,
}

/// Stores a message to be sent.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    db: &mut PgConnection,
    scope: ScopeId,
    place: &str,
    of: Option<MatchNo>,
    lane: Lane,
    payload: &Value,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into outbox (scope_id, place, match, lane, payload, state, made_at, state_at)
         values ($1, $2, $3, $4, $5, 'pending', $6, $6)",
        scope.0,
        place,
        of.map(|of| of.0),
        lane as i16,
        payload,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What there is to send.
#[derive(Clone, PartialEq, Debug)]
pub enum Claim {
    /// This message is next.
    Due(Due),
    /// Another process is sending the message before: order must hold.
    Wait,
    /// Nothing.
    Nothing,
}

/// Takes the next message of a scope that waits, or that was being sent before
/// `stale`, and marks it as being sent.
///
/// # Errors
/// When the database fails.
pub async fn claim(
    db: &mut PgConnection,
    scope: ScopeId,
    now: OffsetDateTime,
    stale: OffsetDateTime,
) -> sqlx::Result<Claim> {
    let row = sqlx::query!(
        "update outbox set state = 'sending', attempt = attempt + 1, state_at = $2
         where scope_id = $1 and id = (
             select id from outbox where scope_id = $1 and state in ('pending', 'sending')
             order by id limit 1)
             and (state = 'pending' or (state = 'sending' and state_at < $3))
         returning id, place, match, payload, attempt",
        scope.0,
        now,
        stale,
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(row) = row {
        return Ok(Claim::Due(Due {
            id: row.id,
            place: row.place,
            of: row.r#match.map(MatchNo),
            payload: row.payload,
            attempt: row.attempt,
        }));
    }
    let waits = sqlx::query_scalar!(
        r#"select exists (
               select from outbox where scope_id = $1 and state in ('pending', 'sending')
           ) as "waits!""#,
        scope.0,
    )
    .fetch_one(db)
    .await?;
    Ok(if waits { Claim::Wait } else { Claim::Nothing })
}

/// Notes that a message was sent, and under which id the platform has it.
///
/// # Errors
/// When the database fails.
pub async fn sent(
    db: &mut PgConnection,
    scope: ScopeId,
    bot_id: &str,
    due: &Due,
    message_id: &str,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set state = 'sent', message_id = $3, state_at = $4
         where scope_id = $1 and id = $2",
        scope.0,
        due.id,
        message_id,
        now,
    )
    .execute(&mut *db)
    .await?;
    if let Some(of) = due.of {
        sqlx::query!(
            "insert into messages (scope_id, bot_id, place, message_id, match)
             values ($1, $2, $3, $4, $5) on conflict do nothing",
            scope.0,
            bot_id,
            due.place,
            message_id,
            of.0,
        )
        .execute(db)
        .await?;
    }
    Ok(())
}

/// Puts back a message that could not be sent now.
///
/// # Errors
/// When the database fails.
pub async fn put_back(
    db: &mut PgConnection,
    scope: ScopeId,
    id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set state = 'pending', state_at = $3
         where scope_id = $1 and id = $2 and state = 'sending'",
        scope.0,
        id,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a message up: the platform will never take it.
///
/// # Errors
/// When the database fails.
pub async fn dead(
    db: &mut PgConnection,
    scope: ScopeId,
    id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set state = 'dead', state_at = $3 where scope_id = $1 and id = $2",
        scope.0,
        id,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The match that a sent message shows.
///
/// # Errors
/// When the database fails.
pub async fn match_of_message(
    db: &mut PgConnection,
    scope: ScopeId,
    bot_id: &str,
    place: &str,
    message_id: &str,
) -> sqlx::Result<Option<MatchNo>> {
    sqlx::query_scalar!(
        "select match from messages
         where scope_id = $1 and bot_id = $2 and place = $3 and message_id = $4",
        scope.0,
        bot_id,
        place,
        message_id,
    )
    .fetch_optional(db)
    .await
    .map(|of| of.map(MatchNo))
}
