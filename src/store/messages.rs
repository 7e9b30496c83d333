//! Messages that were sent of a match or challenge, and what can still be pressed in them.

use super::{MatchNo, ScopeId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A message that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sent<'a> {
    /// Which of our bots sent it.
    pub bot_id: &'a str,
    /// Where it stands.
    pub place: &'a str,
    /// The platform's id of it.
    pub message: &'a str,
    /// The match or challenge that it is about.
    pub of: MatchNo,
    /// What its first button does, as the application writes it; `None`: it has none.
    pub buttons: Option<&'a str>,
    /// Whether it is a board.
    pub board: bool,
    /// When it was sent.
    pub at: OffsetDateTime,
}

/// A message that is out of date.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Old {
    /// Which of our bots sent it.
    pub bot_id: String,
    /// Where it stands.
    pub place: String,
    /// The platform's id of it.
    pub message: String,
    /// Whether it had buttons.
    pub buttons: bool,
    /// Whether it was the board that the match was shown by.
    pub board: bool,
}

/// Notes a message that was sent, unless it is known already.
///
/// # Errors
/// When the database fails.
pub async fn insert(db: &mut PgConnection, scope: ScopeId, sent: &Sent<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into messages (scope_id, bot_id, place, message_id, match, sent_at, buttons, board)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing",
        scope.0,
        sent.bot_id,
        sent.place,
        sent.message,
        sent.of.0,
        sent.at,
        sent.buttons,
        sent.board,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A newer board has come: no message of its match that was sent so far has buttons any more
/// or is the board. Gives those of which this was not so.
///
/// # Errors
/// When the database fails.
pub async fn supersede(
    db: &mut PgConnection,
    scope: ScopeId,
    of: MatchNo,
) -> sqlx::Result<Vec<Old>> {
    sqlx::query_as!(
        Old,
        r#"with old as (
             select bot_id, place, message_id, buttons, board from messages
             where scope_id = $1 and match = $2 and (buttons is not null or board)
             order by bot_id, place, message_id for update)
         update messages set buttons = null, board = false from old
         where messages.scope_id = $1 and messages.bot_id = old.bot_id
             and messages.place = old.place and messages.message_id = old.message_id
         returning old.bot_id, old.place, old.message_id as message,
             old.buttons is not null as "buttons!", old.board"#,
        scope.0,
        of.0,
    )
    .fetch_all(db)
    .await
}

/// What was asked by such buttons is answered: the messages of a match or challenge that
/// have them have none any more. Gives these.
///
/// # Errors
/// When the database fails.
pub async fn answered(
    db: &mut PgConnection,
    scope: ScopeId,
    of: MatchNo,
    buttons: &str,
) -> sqlx::Result<Vec<Old>> {
    sqlx::query_as!(
        Old,
        r#"with old as (
             select bot_id, place, message_id, board from messages
             where scope_id = $1 and match = $2 and buttons = $3
             order by bot_id, place, message_id for update)
         update messages set buttons = null from old
         where messages.scope_id = $1 and messages.bot_id = old.bot_id
             and messages.place = old.place and messages.message_id = old.message_id
         returning old.bot_id, old.place, old.message_id as message, true as "buttons!",
             old.board"#,
        scope.0,
        of.0,
        buttons,
    )
    .fetch_all(db)
    .await
}

/// The newest message about a match or challenge in a place.
///
/// # Errors
/// When the database fails.
pub async fn newest(
    db: &mut PgConnection,
    (scope, of): (ScopeId, MatchNo),
    bot_id: &str,
    place: &str,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select message_id from messages
         where scope_id = $1 and match = $2 and bot_id = $3 and place = $4
         order by sent_at desc, message_id desc limit 1",
        scope.0,
        of.0,
        bot_id,
        place,
    )
    .fetch_optional(db)
    .await
}

/// Whether a message is about a match or challenge.
///
/// # Errors
/// When the database fails.
pub async fn is_known(
    db: &mut PgConnection,
    scope: ScopeId,
    bot_id: &str,
    place: &str,
    message: &str,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
             select from messages
             where scope_id = $1 and bot_id = $2 and place = $3 and message_id = $4) as "known!""#,
        scope.0,
        bot_id,
        place,
        message,
    )
    .fetch_one(db)
    .await
}

/// The match that a message is about, be it that of a challenge that has become one.
///
/// # Errors
/// When the database fails.
pub async fn match_of(
    db: &mut PgConnection,
    scope: ScopeId,
    bot_id: &str,
    place: &str,
    message: &str,
) -> sqlx::Result<Option<MatchNo>> {
    sqlx::query_scalar!(
        "select messages.match from messages
         join matches on matches.scope_id = messages.scope_id and matches.number = messages.match
         where messages.scope_id = $1 and messages.bot_id = $2 and messages.place = $3
             and messages.message_id = $4",
        scope.0,
        bot_id,
        place,
        message,
    )
    .fetch_optional(db)
    .await
    .map(|of| of.map(MatchNo))
}
