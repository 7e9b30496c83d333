//! Places within a chat: its topics or channels.

use super::service::{App, ChatKey, ScopeId};
use crate::store::{chats, places};
use anyhow::Context as _;

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

/// Lets everything of a place that is not there any more go on in another one.
///
/// # Errors
/// When the database fails.
pub async fn gone(app: &App, scope: ScopeId, from: &str, to: &str) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    places::move_to(&mut transaction, scope, (from, to)).await?;
    transaction.commit().await?;
    tracing::info!(scope = scope.0, from, to, "a place is gone");
    Ok(())
}
