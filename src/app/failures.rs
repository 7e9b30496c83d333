//! Events that cannot be handled: tried a few times, kept, and left alone.

use super::service::{App, BotKey};
use crate::store::{failures, is_away};
use anyhow::Context as _;
use serde_json::Value;
use time::OffsetDateTime;
use tokio::task::JoinError;

/// How often an event is tried.
pub const TRIES: i32 = 3;
/// Longest error that is kept, in characters.
const LONGEST: usize = 500;

/// Notes that an event could not be handled; true when it is to be left alone now. It is
/// kept with what it held.
///
/// # Errors
/// When it is the database that fails, or that has failed the event: then it is not the
/// event's fault, and it is to be tried again as often as it takes.
pub async fn note(
    app: &App,
    bot: &BotKey,
    event: &str,
    payload: &Value,
    error: anyhow::Error,
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    if error.chain().filter_map(|cause| cause.downcast_ref()).any(is_away) {
        return Err(error);
    }
    let told = storable(&super::names::cut(&format!("{error:#}"), LONGEST));
    let payload = &kept(payload);
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let tries = failures::note(&mut transaction, bot, event, payload, &told, now).await?;
    transaction.commit().await?;
    let enough = tries >= TRIES;
    let logged = match error.downcast_ref() {
        Some(ended) => of_task(ended),
        None => &told,
    };
    tracing::error!(event, error = logged, tries, enough, "an event could not be handled");
    Ok(enough)
}

/// Why a task has ended, as it may be logged: what was said by a panic may hold what people
/// write.
#[must_use]
pub fn of_task(error: &JoinError) -> &'static str {
    if error.is_panic() { "panicked" } else { "cancelled" }
}

/// What an event held, as it can be stored: if it could not, nothing would ever come behind it.
fn kept(payload: &Value) -> Value {
    match payload {
        Value::String(text) => Value::String(storable(text)),
        Value::Array(items) => items.iter().map(kept).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (storable(key), kept(value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => payload.clone(),
    }
}

/// A text without the one character that Postgres stores nowhere.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
