//! Files that a platform has already.

use super::outbox::BotKey;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// What a platform calls the file of a SHA-256 digest, if it has that file; notes that it is
/// still used.
///
/// # Errors
/// When the database fails.
pub async fn find(
    db: &mut PgConnection,
    bot: &BotKey,
    digest: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "update files set used_at = greatest(files.used_at, $4)
         where platform = $1 and bot_id = $2 and digest = $3 returning file_id",
        bot.platform,
        bot.bot_id,
        digest,
        now,
    )
    .fetch_optional(db)
    .await
}

/// Notes what a platform calls a file.
///
/// # Errors
/// When the database fails.
pub async fn keep(
    db: &mut PgConnection,
    bot: &BotKey,
    digest: &[u8],
    file_id: &str,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into files (platform, bot_id, digest, file_id, used_at)
         values ($1, $2, $3, $4, $5)
         on conflict (platform, bot_id, digest) do update
         set file_id = excluded.file_id, used_at = excluded.used_at",
        bot.platform,
        bot.bot_id,
        digest,
        file_id,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets files that have not been used since a time, at the most so many; gives how many
/// there were.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &mut PgConnection, before: OffsetDateTime, most: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "delete from files where (platform, bot_id, digest) in (
             select files.platform, files.bot_id, files.digest from files
             where files.used_at < $1 limit $2)",
        before,
        most,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}
