//! One update, handled or to be tried again.

use super::{
    front::Front,
    update::{PLATFORM, name},
};
use crate::app::{failures, trace};
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
    let trace = trace::of(&front.telegram.key, &name(update));
    trace::follow(trace, async {
        let (meters, kind) = (&front.telegram.app.meters, kind(update));
        meters.came(PLATFORM, kind);
        tracing::debug!(kind, "an update came in");
        match try_once(front, update, now).await {
            Ok(()) => Fate::Behind,
            Err(error) => {
                meters.failed(PLATFORM, kind);
                failed(front, update, error, now).await
            }
        }
    })
    .await
}

/// What kind of update it is, for those who count.
const fn kind(update: &Update) -> &'static str {
    match &update.kind {
        UpdateKind::Message(_) => "message",
        UpdateKind::CallbackQuery(_) => "press",
        UpdateKind::MyChatMember(_) | UpdateKind::ChatMember(_) => "membership",
        UpdateKind::Error(_) => "unreadable",
        _ => "other",
    }
}

async fn try_once(front: &Front, update: &Update, now: OffsetDateTime) -> anyhow::Result<()> {
    if let UpdateKind::Error(_) = &update.kind {
        // Perhaps a later release can read it, which serves beside this one.
        return Err(anyhow!("an update that cannot be read"));
    }
    let (doing, what) = (front.clone(), update.clone());
    // What panics must not end the front end.
    let doing = trace::carry(async move { doing.update(&what, now).await });
    tokio::spawn(doing).await.unwrap_or_else(|panic| Err(anyhow!(panic)))
}

/// What becomes of an update that has failed.
async fn failed(front: &Front, update: &Update, error: anyhow::Error, now: OffsetDateTime) -> Fate {
    let payload = match &update.kind {
        UpdateKind::Error(value) => value.clone(),
        _ => serde_json::to_value(update).unwrap_or_default(),
    };
    let (app, key) = (&front.telegram.app, &front.telegram.key);
    let event = name(update);
    match failures::note(app, key, &event, &payload, error, now).await {
        Ok(false) => Fate::Again,
        Ok(true) => {
            front.give_up(update, &payload, now).await;
            Fate::Behind
        }
        Err(fault) => {
            tracing::warn!(error = format!("{fault:#}"), "the database does not answer");
            Fate::Away
        }
    }
}
