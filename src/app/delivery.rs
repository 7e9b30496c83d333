//! From the outbox to a platform.

use super::{
    reply::{Picture, Reply},
    service::App,
};
use crate::store::{
    ScopeId,
    outbox::{self, Claim},
};
use anyhow::Context as _;
use std::future::Future;
use time::{Duration, OffsetDateTime};

/// How often it is looked whether another process has sent what comes first.
const POLL: std::time::Duration = std::time::Duration::from_millis(50);

/// A platform, as far as messages go out to it.
pub trait Transport {
    /// Which bot sends, as the store names it.
    fn bot_id(&self) -> &str;

    /// How long sending one message can take: after that its sender is gone, and the
    /// message is sent again.
    fn patience(&self) -> Duration;

    /// Shows a message in a place, with its picture as PNG; gives the platform's id
    /// of the message.
    fn send(
        &self,
        place: &str,
        reply: &Reply,
        png: Option<&[u8]>,
    ) -> impl Future<Output = Result<String, SendError>>;
}

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The platform will never take it.
    #[error("the platform refuses the message: {0}")]
    Refused(String),
    /// It may go later.
    #[error("the platform does not answer")]
    Later(#[source] anyhow::Error),
}

/// Sends everything that waits in a scope, in its order.
///
/// # Errors
/// When the database fails or the platform does not answer; what was not sent waits
/// on.
pub async fn drain(app: &App, scope: ScopeId, transport: &impl Transport) -> anyhow::Result<()> {
    let mut db = app.pool.acquire().await.context("no database connection")?;
    loop {
        let now = OffsetDateTime::now_utc();
        let due = match outbox::claim(&mut db, scope, now, now - transport.patience()).await? {
            Claim::Due(due) => due,
            Claim::Nothing => return Ok(()),
            Claim::Wait => {
                tokio::time::sleep(POLL).await;
                continue;
            }
        };
        let sent = match serde_json::from_value::<Reply>(due.payload.clone()) {
            Ok(reply) => show(app, transport, &due.place, &reply).await,
            Err(error) => Err(SendError::Refused(error.to_string())),
        };
        let now = OffsetDateTime::now_utc();
        match sent {
            Ok(message) => {
                outbox::sent(&mut db, scope, transport.bot_id(), &due, &message, now).await?;
            }
            Err(error @ SendError::Refused(_)) => {
                tracing::error!(scope = scope.0, id = due.id, %error, "a message is given up");
                outbox::dead(&mut db, scope, due.id, now).await?;
            }
            Err(SendError::Later(error)) => {
                outbox::put_back(&mut db, scope, due.id, now).await?;
                return Err(error);
            }
        }
    }
}

/// Draws the picture of a message and sends it. A message whose picture cannot be
/// drawn goes without: what it tells must not be lost.
///
/// # Errors
/// See [`SendError`].
pub async fn show(
    app: &App,
    transport: &impl Transport,
    place: &str,
    reply: &Reply,
) -> Result<String, SendError> {
    let png = match &reply.picture {
        Some(picture) => draw(app, picture.clone()).await,
        None => None,
    };
    transport.send(place, reply, png.as_deref()).await
}

async fn draw(app: &App, picture: Picture) -> Option<Vec<u8>> {
    let games = app.games;
    let drawn = tokio::task::spawn_blocking(move || picture.png(games)).await;
    match drawn {
        Ok(Ok(png)) => Some(png),
        Ok(Err(error)) => {
            tracing::error!(error = format!("{:#}", anyhow::Error::new(error)), "no picture");
            None
        }
        Err(error) => {
            tracing::error!(%error, "no picture");
            None
        }
    }
}
