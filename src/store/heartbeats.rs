//! When each bot was last served.

use super::outbox::BotKey;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Notes that a bot is served now; gives when that was noted before, if it was. Of two
/// processes that note it at once one waits for the other's transaction.
///
/// # Errors
/// When the database fails.
pub async fn beat(
    db: &mut PgConnection,
    bot: &BotKey,
    now: OffsetDateTime,
) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query!(
        "insert into heartbeats (platform, bot_id, at) values ($1, $2, $3)
         on conflict do nothing",
        bot.platform,
        bot.bot_id,
        now,
    )
    .execute(&mut *db)
    .await?;
    let before = sqlx::query_scalar!(
        "select at from heartbeats where platform = $1 and bot_id = $2 for update",
        bot.platform,
        bot.bot_id,
    )
    .fetch_one(&mut *db)
    .await?;
    sqlx::query!(
        "update heartbeats set at = $3 where platform = $1 and bot_id = $2 and at < $3",
        bot.platform,
        bot.bot_id,
        now,
    )
    .execute(db)
    .await?;
    Ok((before < now).then_some(before))
}

/// When a bot was last served, if it ever was.
///
/// # Errors
/// When the database fails.
pub async fn last(db: &mut PgConnection, bot: &BotKey) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!(
        "select at from heartbeats where platform = $1 and bot_id = $2",
        bot.platform,
        bot.bot_id,
    )
    .fetch_optional(db)
    .await
}
