//! What a bot may do in a channel.

use super::service::{App, ChatKey};
use crate::store::rooms;
use anyhow::Context as _;
use time::OffsetDateTime;

pub use crate::store::rooms::Room;

/// What may be done in a place of a chat; `None`: everything, as far as it is known.
///
/// # Errors
/// When the database fails.
pub async fn read(
    app: &App,
    chat: &ChatKey,
    place: &str,
    now: OffsetDateTime,
) -> anyhow::Result<Option<Room>> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let room = rooms::read(&mut transaction, chat, place, now).await?;
    transaction.commit().await?;
    Ok(room)
}

/// Notes what may be done in a place; a pass is good `until` then.
///
/// # Errors
/// When the database fails.
pub async fn note(
    app: &App,
    (chat, place): (&ChatKey, &str),
    room: &Room,
    until: OffsetDateTime,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    if room.write && room.attach {
        rooms::clear(&mut transaction, chat, place).await?;
    } else {
        rooms::note(&mut transaction, (chat, place), room, until, now).await?;
    }
    transaction.commit().await?;
    Ok(())
}
