//! Places within a chat: its topics or channels.

use super::service::{App, ScopeId};
use crate::store::places;
use anyhow::Context as _;

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
