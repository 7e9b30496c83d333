//! What platforms call chats, chats that move, and chats that cannot be reached.

use super::{
    ScopeId,
    outbox::{BotKey, Lane},
    scopes::ChatKey,
};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// The scope of a chat.
///
/// # Errors
/// When the database fails.
pub async fn scope(db: &mut PgConnection, chat: &ChatKey) -> sqlx::Result<Option<ScopeId>> {
    let scope = sqlx::query_scalar!(
        "select scope_id from chat_keys where platform = $1 and bot_id = $2 and chat_id = $3",
        chat.platform,
        chat.bot_id,
        chat.chat_id,
    )
    .fetch_optional(db)
    .await?;
    Ok(scope.map(ScopeId))
}

/// The scopes of two chats of a bot; what they are called stays so until the end of the
/// transaction.
///
/// # Errors
/// When the database fails.
pub async fn lock_names(
    db: &mut PgConnection,
    bot: &BotKey,
    chats: [&str; 2],
) -> sqlx::Result<[Option<ScopeId>; 2]> {
    let rows = sqlx::query!(
        "select chat_id, scope_id from chat_keys
         where platform = $1 and bot_id = $2 and chat_id in ($3, $4)
         order by chat_id for update",
        bot.platform,
        bot.bot_id,
        chats[0],
        chats[1],
    )
    .fetch_all(db)
    .await?;
    Ok(chats.map(|chat| {
        let row = rows.iter().find(|row| row.chat_id == chat);
        row.map(|row| ScopeId(row.scope_id))
    }))
}

/// Gives a scope the name of a chat; false when another scope has it. Of two that want a name
/// at once one waits for the other's transaction.
///
/// # Errors
/// When the database fails.
pub async fn name(db: &mut PgConnection, chat: &ChatKey, scope: ScopeId) -> sqlx::Result<bool> {
    let named = sqlx::query!(
        "insert into chat_keys (platform, bot_id, chat_id, scope_id) values ($1, $2, $3, $4)
         on conflict do nothing",
        chat.platform,
        chat.bot_id,
        chat.chat_id,
        scope.0,
    )
    .execute(db)
    .await?;
    Ok(named.rows_affected() == 1)
}

/// Forgets a name of a chat.
///
/// # Errors
/// When the database fails.
pub async fn forget_name(db: &mut PgConnection, chat: &ChatKey) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from chat_keys where platform = $1 and bot_id = $2 and chat_id = $3",
        chat.platform,
        chat.bot_id,
        chat.chat_id,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A scope that nobody else is in until the end of the transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Locked {
    /// Its id.
    pub id: ScopeId,
    /// Since when its chat cannot be reached.
    pub gone_at: Option<OffsetDateTime>,
    /// The scope that has taken over everything of it.
    pub merged_into: Option<ScopeId>,
}

/// Locks a scope against all who would enter it, and waits for those who are there. Who locks
/// two does it in the order of their ids.
///
/// # Errors
/// When the database fails, and when there is no such scope.
pub async fn lock(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<Locked> {
    let row = sqlx::query!(
        "select gone_at, merged_into from scopes where scope_id = $1 for update",
        scope.0,
    )
    .fetch_one(db)
    .await?;
    let merged_into = row.merged_into.map(ScopeId);
    Ok(Locked { id: scope, gone_at: row.gone_at, merged_into })
}

/// Locks the scope of a chat; `None` when the chat is not known.
///
/// # Errors
/// When the database fails.
pub async fn lock_chat(db: &mut PgConnection, chat: &ChatKey) -> sqlx::Result<Option<Locked>> {
    let Some(mut id) = scope(db, chat).await? else { return Ok(None) };
    loop {
        let locked = lock(db, id).await?;
        match locked.merged_into {
            // While it was waited for, everything of it has moved to an older one.
            Some(older) => id = older,
            None => return Ok(Some(locked)),
        }
    }
}

/// Forgets where a scope's messages are: its chat has moved, and they have not. What was to be
/// done to them is given up.
///
/// # Errors
/// When the database fails.
pub async fn leave_messages(
    db: &mut PgConnection,
    scope: ScopeId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    // First what may be under way: who reports on it afterwards finds the time of the move.
    sqlx::query!(
        "update outbox set state = 'dead', state_at = $3
         where scope_id = $1 and lane = $2 and state in ('pending', 'sending')",
        scope.0,
        Lane::Edit as i16,
        now,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from messages where scope_id = $1", scope.0).execute(&mut *db).await?;
    sqlx::query!("update scopes set moved_at = $2 where scope_id = $1", scope.0, now)
        .execute(db)
        .await?;
    Ok(())
}

/// Notes since when the chat of a scope cannot be reached; `None`: it can.
///
/// # Errors
/// When the database fails.
pub async fn set_gone(
    db: &mut PgConnection,
    scope: ScopeId,
    gone_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!("update scopes set gone_at = $2 where scope_id = $1", scope.0, gone_at)
        .execute(db)
        .await?;
    Ok(())
}

/// Where everything of a scope has moved, and what its numbers have grown by there; `None`
/// while it is where it was.
///
/// # Errors
/// When the database fails.
pub async fn merged_into(
    db: &mut PgConnection,
    scope: ScopeId,
) -> sqlx::Result<Option<(ScopeId, i32)>> {
    let row = sqlx::query!(
        r#"select merged_into as "into!", shift as "shift!" from scopes
           where scope_id = $1 and merged_into is not null"#,
        scope.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (ScopeId(row.into), row.shift)))
}
