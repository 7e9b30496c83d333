//! Files that a platform has already and need not get again.

use super::service::{App, BotKey};
use crate::store::files;
use anyhow::Context as _;
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;

/// What a platform calls a file that holds just that, if it has got it before.
///
/// # Errors
/// When the database fails.
pub async fn known(
    app: &App,
    bot: &BotKey,
    file: &[u8],
    now: OffsetDateTime,
) -> anyhow::Result<Option<String>> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let known = files::find(&mut transaction, bot, &Sha256::digest(file), now).await?;
    transaction.commit().await?;
    Ok(known)
}

/// Notes what a platform calls a file.
///
/// # Errors
/// When the database fails.
pub async fn keep(
    app: &App,
    bot: &BotKey,
    file: &[u8],
    id: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    files::keep(&mut transaction, bot, &Sha256::digest(file), id, now).await?;
    transaction.commit().await?;
    Ok(())
}
