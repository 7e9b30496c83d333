//! Places within a chat: its topics or channels.

use super::{
    names,
    reply::{Outgoing, Reply},
    service::{App, BotKey, ChatKey, Context, ScopeId, Stop},
    table::Table,
    texts::Lang,
    trace,
};
use crate::{
    game::Message,
    store::{
        chats, matches, messages,
        outbox::{self, Due, Lane, New},
        places, scopes,
    },
};
use anyhow::Context as _;
use serde::Deserialize as _;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// The most characters of a name that a place has on every platform (Discord's number).
const LONGEST_TITLE: usize = 100;

/// Has a place of its own opened for a match that begins, where the chat wants that: its boards
/// go there. One that is begun in the place of an earlier match stays there.
pub(super) async fn open(context: &mut Context<'_>, table: &Table) -> Result<(), Stop> {
    let row = &table.row;
    if !context.settings.threads
        || context.guest
        || places::is_own(context.db, context.scope, &row.place).await?
    {
        return Ok(());
    }
    let mut title = Message::new("match-place")
        .with("number", row.number.to_string())
        .with("game", table.name_of_game());
    for (name, person) in [("one", row.players[0]), ("two", row.players[1])] {
        title = title.with(name, context.name(person).await?);
    }
    let title = context.app.texts.plain(context.chat_lang, &title);
    // Where something is missing, an ellipsis comes in.
    let title = names::cut(&title, LONGEST_TITLE - 1);
    let payload = serde_json::to_value(Outgoing::Open { title })?;
    let new = New {
        place: &row.place,
        of: Some(row.number),
        lane: Lane::Turn,
        payload: &payload,
        trace: trace::current(),
    };
    outbox::insert(context.db, context.scope, &context.at.bot, &new, context.at.time).await?;
    Ok(())
}

/// What a place for a match begins with: the newest message of it, if there is one. `None` where
/// nothing of it is played any more.
pub(super) async fn opening(
    app: &App,
    bot: &BotKey,
    due: &Due,
) -> anyhow::Result<Option<Option<String>>> {
    let Some(of) = due.of else { return Ok(None) };
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let row = matches::read(db, due.scope, of).await?;
    if row.is_none_or(|row| row.outcome.is_some() || row.place != due.place) {
        return Ok(None);
    }
    let newest = messages::newest(db, (due.scope, of), &bot.bot_id, &due.place).await?;
    transaction.commit().await?;
    Ok(Some(newest))
}

/// Lets a match go on in the place that a platform has opened for it, if that is what it did;
/// gives what the place is called then.
pub(super) async fn opened(
    db: &mut PgConnection,
    due: &Due,
    place: &str,
) -> sqlx::Result<Option<String>> {
    let (Some(of), Ok(Outgoing::Open { title })) = (due.of, Outgoing::deserialize(&due.payload))
    else {
        return Ok(None);
    };
    places::give(db, (due.scope, of), (&due.place, place)).await?;
    Ok(Some(title))
}

/// Tells where a place was opened what it is called.
pub(super) async fn tell(
    app: &App,
    db: &mut PgConnection,
    (bot, due): (&BotKey, &Due),
    title: String,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let Some((_, lang)) = scopes::chat_of(db, due.scope, bot).await? else { return Ok(()) };
    let told = Message::new("match-opened").with("place", title);
    let text = app.texts.say(lang.parse().unwrap_or(Lang::En), &told);
    let reply = Reply { text, silent: true, ..Reply::default() };
    let payload = serde_json::to_value(Outgoing::Say(Box::new(reply)))?;
    let (place, trace) = (due.place.as_str(), trace::current());
    let new = New { place, of: None, lane: Lane::Answer, payload: &payload, trace };
    outbox::insert(db, due.scope, bot, &new, now).await?;
    Ok(())
}

/// Whether something of a chat is in a place.
///
/// # Errors
/// When the database fails.
pub async fn is_used(app: &App, chat: &ChatKey, place: &str) -> anyhow::Result<bool> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let Some(scope) = chats::scope(&mut transaction, chat).await? else { return Ok(false) };
    let used = places::is_used(&mut transaction, scope, place).await?;
    transaction.commit().await?;
    Ok(used)
}

/// Lets everything of a place that is not there any more go on in another one: where it was
/// agreed to be played, if the place was opened for that.
///
/// # Errors
/// When the database fails.
pub async fn gone(app: &App, scope: ScopeId, from: &str, to: &str) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let agreed = places::agreed(&mut transaction, scope, from).await?;
    let to = agreed.as_deref().unwrap_or(to);
    places::move_to(&mut transaction, scope, (from, to)).await?;
    transaction.commit().await?;
    tracing::info!(scope = scope.0, from, to, "a place is gone");
    Ok(())
}
