//! Scopes, and the events handled in them.

use super::{MatchNo, ScopeId, chats, outbox::BotKey};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// How a platform names a chat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ChatKey {
    /// `console`, `telegram` or `discord`.
    pub platform: String,
    /// Which bot, for platforms on which several of ours may be.
    pub bot_id: String,
    /// The platform's id of the chat.
    pub chat_id: String,
}

impl ChatKey {
    /// The bot in that chat.
    #[must_use]
    pub fn bot(&self) -> BotKey {
        BotKey { platform: self.platform.clone(), bot_id: self.bot_id.clone() }
    }
}

/// A scope as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Its id.
    pub id: ScopeId,
    /// The code of its language.
    pub language: String,
    /// What it has chosen, by name.
    pub settings: Value,
    /// Whether its chat is thought to be out of reach.
    pub gone: bool,
    /// The scope that has taken over everything of it: nothing is stored in this one any more.
    pub merged_into: Option<ScopeId>,
}

/// Finds and enters the scope of a chat, or makes it with that language.
///
/// # Errors
/// When the database fails.
pub async fn of_chat(
    db: &mut PgConnection,
    chat: &ChatKey,
    language: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Scope> {
    loop {
        if let Some(scope) = find(db, chat).await? {
            return Ok(scope);
        }
        let made = sqlx::query_scalar!(
            "insert into scopes (platform, language, created_at) values ($1, $2, $3)
             returning scope_id",
            chat.platform,
            language,
            now,
        )
        .fetch_one(&mut *db)
        .await?;
        if chats::name(db, chat, ScopeId(made)).await? {
            let settings = Value::Object(serde_json::Map::new());
            let (id, language) = (ScopeId(made), language.to_owned());
            return Ok(Scope { id, language, settings, gone: false, merged_into: None });
        }
        // Another process was first; its scope is committed by now, or the chat has moved there.
        sqlx::query!("delete from scopes where scope_id = $1", made).execute(&mut *db).await?;
    }
}

/// Finds and enters the scope of a chat, if there is one.
///
/// # Errors
/// When the database fails.
pub async fn find(db: &mut PgConnection, chat: &ChatKey) -> sqlx::Result<Option<Scope>> {
    let Some(mut id) = chats::scope(db, chat).await? else { return Ok(None) };
    loop {
        let scope = enter(db, id).await?.ok_or(sqlx::Error::RowNotFound)?;
        match scope.merged_into {
            // While it was waited for, everything of it has moved to an older one.
            Some(older) => id = older,
            None => return Ok(Some(scope)),
        }
    }
}

/// Reads a scope and keeps it, until the end of the transaction, from being merged into
/// another one, or from being found to be in reach again: whoever stores something there does
/// this first. Those who have entered do not wait for one another.
///
/// # Errors
/// When the database fails.
pub async fn enter(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<Option<Scope>> {
    let row = sqlx::query!(
        r#"select language, settings, gone_at is not null as "gone!", merged_into from scopes
           where scope_id = $1 for key share"#,
        scope.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Scope {
        id: scope,
        language: row.language,
        settings: row.settings,
        gone: row.gone,
        merged_into: row.merged_into.map(ScopeId),
    }))
}

/// What a scope has chosen, by name.
///
/// # Errors
/// When the database fails.
pub async fn settings(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<Option<Value>> {
    sqlx::query_scalar!("select settings from scopes where scope_id = $1", scope.0)
        .fetch_optional(db)
        .await
}

/// What a platform calls the chat of a scope, for a bot, and the code of its language.
///
/// # Errors
/// When the database fails.
pub async fn chat_of(
    db: &mut PgConnection,
    scope: ScopeId,
    bot: &BotKey,
) -> sqlx::Result<Option<(String, String)>> {
    let row = sqlx::query!(
        "select chat_keys.chat_id, scopes.language from chat_keys
         join scopes on scopes.scope_id = chat_keys.scope_id
         where chat_keys.scope_id = $1 and chat_keys.platform = $2 and chat_keys.bot_id = $3
         order by chat_keys.chat_id limit 1",
        scope.0,
        bot.platform,
        bot.bot_id,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.chat_id, row.language)))
}

/// Whether a chat is known, and not to be out of reach.
///
/// # Errors
/// When the database fails.
pub async fn is_in_reach(db: &mut PgConnection, chat: &ChatKey) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from chat_keys join scopes on scopes.scope_id = chat_keys.scope_id
               where chat_keys.platform = $1 and chat_keys.bot_id = $2
                   and chat_keys.chat_id = $3 and scopes.gone_at is null
           ) as "exists!""#,
        chat.platform,
        chat.bot_id,
        chat.chat_id,
    )
    .fetch_one(db)
    .await
}

/// The bot that serves a scope.
///
/// # Errors
/// When the database fails.
pub async fn bot(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<Option<BotKey>> {
    let row = sqlx::query!(
        "select platform, bot_id from chat_keys where scope_id = $1 order by platform, bot_id
         limit 1",
        scope.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| BotKey { platform: row.platform, bot_id: row.bot_id }))
}

/// Chooses a setting of a scope; the others stay as they are.
///
/// # Errors
/// When the database fails.
pub async fn set(
    db: &mut PgConnection,
    scope: ScopeId,
    name: &str,
    value: &Value,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update scopes set settings = settings || jsonb_build_object($2::text, $3::jsonb)
         where scope_id = $1",
        scope.0,
        name,
        value,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Chooses the language of a scope's public texts.
///
/// # Errors
/// When the database fails.
pub async fn set_language(
    db: &mut PgConnection,
    scope: ScopeId,
    language: &str,
) -> sqlx::Result<()> {
    sqlx::query!("update scopes set language = $2 where scope_id = $1", scope.0, language)
        .execute(db)
        .await?;
    Ok(())
}

/// The next number for a challenge. Others who want one wait for this transaction.
///
/// # Errors
/// When the database fails.
pub async fn next_number(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<MatchNo> {
    sqlx::query_scalar!(
        "update scopes set last_number = last_number + 1 where scope_id = $1
         returning last_number",
        scope.0,
    )
    .fetch_one(db)
    .await
    .map(MatchNo)
}

/// Remembers an event; false when it has been handled before.
///
/// # Errors
/// When the database fails.
pub async fn remember_event(
    db: &mut PgConnection,
    scope: ScopeId,
    chat: &ChatKey,
    event_id: &str,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let new = sqlx::query!(
        "insert into events (scope_id, platform, bot_id, event_id, at)
         values ($1, $2, $3, $4, $5) on conflict do nothing",
        scope.0,
        chat.platform,
        chat.bot_id,
        event_id,
        now,
    )
    .execute(db)
    .await?
    .rows_affected();
    Ok(new == 1)
}

/// Forgets events before a time, at the most so many; gives how many there were.
///
/// # Errors
/// When the database fails.
pub async fn forget_events(
    db: &mut PgConnection,
    before: OffsetDateTime,
    most: i64,
) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "delete from events where (scope_id, platform, bot_id, event_id) in (
             select scope_id, platform, bot_id, event_id from events where at < $1 limit $2)",
        before,
        most,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}
