//! Events that could not be handled.

use super::outbox::BotKey;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Notes that an event could not be handled, and gives how often that was so.
///
/// # Errors
/// When the database fails.
pub async fn note(
    db: &mut PgConnection,
    bot: &BotKey,
    event_id: &str,
    payload: &Value,
    error: &str,
    now: OffsetDateTime,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "insert into failed_events as failed (platform, bot_id, event_id, tries, error, payload,
             at)
         values ($1, $2, $3, 1, $4, $5, $6)
         on conflict (platform, bot_id, event_id) do update
         set tries = failed.tries + 1, error = excluded.error, at = excluded.at
         returning tries",
        bot.platform,
        bot.bot_id,
        event_id,
        error,
        payload,
        now,
    )
    .fetch_one(db)
    .await
}

/// Forgets events that failed before a time, at the most so many; gives how many there were.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "delete from failed_events where (platform, bot_id, event_id) in (
             select failed.platform, failed.bot_id, failed.event_id from failed_events failed
             where failed.at < $1 limit $2)",
        before,
        most,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}
