//! What is stored, counted for operators.

use super::meters::{Known, OTHER, Stored};
use crate::{
    games::Games,
    store::{Database, matches, outbox},
};
use std::time::Duration;

/// How long the database may take: whoever asks for numbers waits about 10 s.
const PATIENCE: Duration = Duration::from_secs(3);

/// Counts what is stored; a database that does not answer in time does not answer.
pub async fn take(database: &Database, games: Games) -> Stored {
    let known = match tokio::time::timeout(PATIENCE, count(database, games)).await {
        Ok(Ok(known)) => Some(known),
        Ok(Err(error)) => {
            tracing::debug!(%error, "what is stored is not counted");
            None
        }
        Err(_) => None,
    };
    Stored { usage: database.usage(), known }
}

async fn count(database: &Database, games: Games) -> sqlx::Result<Known> {
    let mut snapshot = database.snapshot().await?;
    let waiting = outbox::depth(&mut snapshot).await?;
    let live = matches::live_of_games(&mut snapshot).await?;
    snapshot.commit().await?;
    let key = |game: &str| games.find(game).map_or(OTHER, |game| game.facts().key);
    let live = live.iter().map(|(game, count)| (key(game), *count)).collect();
    Ok(Known { waiting, live })
}
