//! What a bot may do in a channel, where that is not everything.

use super::scopes::ChatKey;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// What a bot may do in a channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Room {
    /// Write there without having been asked.
    pub write: bool,
    /// Show pictures there.
    pub attach: bool,
    /// What lets it answer there all the same.
    pub pass: Option<String>,
}

/// What is known of a place of a chat; a pass only if it is still good.
///
/// # Errors
/// When the database fails.
pub async fn read(
    db: &mut PgConnection,
    chat: &ChatKey,
    place: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Room>> {
    sqlx::query_as!(
        Room,
        "select write, attach, case when pass_until > $5 then pass end as pass from rooms
         where platform = $1 and bot_id = $2 and chat_id = $3 and place = $4",
        chat.platform,
        chat.bot_id,
        chat.chat_id,
        place,
        now,
    )
    .fetch_optional(db)
    .await
}

/// Notes what may be done in a place, with a pass that is good until then.
///
/// # Errors
/// When the database fails.
pub async fn note(
    db: &mut PgConnection,
    (chat, place): (&ChatKey, &str),
    room: &Room,
    until: OffsetDateTime,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into rooms (platform, bot_id, chat_id, place, write, attach, pass, pass_until, seen_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (platform, bot_id, chat_id, place) do update
         set write = excluded.write, attach = excluded.attach, pass = excluded.pass,
             pass_until = excluded.pass_until, seen_at = excluded.seen_at
         where rooms.seen_at <= excluded.seen_at",
        chat.platform,
        chat.bot_id,
        chat.chat_id,
        place,
        room.write,
        room.attach,
        room.pass,
        until,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes that everything may be done in a place.
///
/// # Errors
/// When the database fails.
pub async fn clear(db: &mut PgConnection, chat: &ChatKey, place: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from rooms
         where platform = $1 and bot_id = $2 and chat_id = $3 and place = $4",
        chat.platform,
        chat.bot_id,
        chat.chat_id,
        place,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets what was seen before a time, at most so many.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<u64> {
    let done = sqlx::query!(
        "delete from rooms where (platform, bot_id, chat_id, place) in (
             select platform, bot_id, chat_id, place from rooms where seen_at < $1 limit $2)",
        before,
        most,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
