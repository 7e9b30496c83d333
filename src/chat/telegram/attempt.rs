//! One update, handled or to be tried again.

use super::front::Front;
use crate::app::failures;
use anyhow::anyhow;
use teloxide::types::{Update, UpdateKind};
use time::OffsetDateTime;

/// What becomes of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It is behind us.
    Behind,
    /// It has to be tried again.
    Again,
    /// It has to be tried again, as all have to: the database does not answer.
    Away,
}

/// Handles an update. One that fails again and again, while the database is well, is kept
/// aside.
pub(super) async fn attempt(front: &Front, update: &Update, now: OffsetDateTime) -> Fate {
    let error = match &update.kind {
        // Perhaps a later release can read it, which serves beside this one.
        UpdateKind::Error(_) => anyhow!("an update that cannot be read"),
        _ => {
            let (doing, what) = (front.clone(), update.clone());
            // What panics must not end the front end.
            match tokio::spawn(async move { doing.update(&what, now).await }).await {
                Ok(Ok(())) => return Fate::Behind,
                Ok(Err(error)) => error,
                Err(panic) => anyhow!(panic),
            }
        }
    };
    let payload = match &update.kind {
        UpdateKind::Error(value) => value.clone(),
        _ => serde_json::to_value(update).unwrap_or_default(),
    };
    let (app, key) = (&front.telegram.app, &front.telegram.key);
    let event = format!("u{}", update.id.0);
    match failures::note(app, key, &event, &payload, error, now).await {
        Ok(false) => Fate::Again,
        Ok(true) => {
            front.give_up(&payload).await;
            Fate::Behind
        }
        Err(fault) => {
            tracing::warn!(error = format!("{fault:#}"), "the database does not answer");
            Fate::Away
        }
    }
}
