//! One event, handled or given up. Discord does not tell it again, so it is tried here.

use super::{
    event::{Event, PLATFORM, Way},
    front::Front,
};
use crate::{
    app::{failures, trace},
    chat::serving::told,
};
use anyhow::anyhow;
use serde_json::json;
use std::{sync::Arc, time::Duration};
use time::OffsetDateTime;
use tokio::{sync::watch, time::Instant};
use uuid::Uuid;

/// The first and the longest pause before an event is tried again.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(5)];
/// How long an event is tried; who waits for longer asks again.
const PATIENCE: Duration = Duration::from_secs(60);

/// Handles an event, again and again if need be; says so when it is given up.
pub(super) async fn attempt(
    front: &Front,
    event: Event,
    now: OffsetDateTime,
    stop: watch::Receiver<bool>,
) {
    let event = Arc::new(event);
    let (began, mut pause) = (Instant::now(), PAUSES[0]);
    loop {
        let (doing, what) = (front.clone(), event.clone());
        // What panics must not end the front end.
        let doing = trace::carry(async move { doing.event(&what, now).await });
        let error = match tokio::spawn(doing).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error,
            Err(panic) => anyhow!(panic),
        };
        let (id, payload) = described(&event);
        let (app, key) = (&front.discord.app, &front.discord.key);
        app.meters.failed(PLATFORM, kind(&event));
        match failures::note(app, key, &id, &payload, error, now).await {
            Ok(true) => return front.give_up(&event).await,
            Ok(false) => {}
            Err(fault) => {
                tracing::warn!(error = format!("{fault:#}"), "the database does not answer");
            }
        }
        let left = PATIENCE.saturating_sub(began.elapsed());
        let stopped = tokio::time::timeout(pause.min(left), told(stop.clone())).await;
        if left.is_zero() || stopped.is_ok() {
            return front.give_up(&event).await;
        }
        pause = (pause * 2).min(PAUSES[1]);
    }
}

/// What kind of event it is, for those who count.
pub(super) const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Asked(asked) => match asked.way {
            Way::Said => "message",
            Way::Typed(_) => "command",
            Way::Pressed(..) => "press",
        },
        Event::Completes(_) => "completion",
        Event::Unread(_) => "unreadable",
        Event::Gone(_) | Event::Here { .. } => "membership",
        Event::PlaceGone { .. } => "place",
    }
}

/// What an event is called.
pub(super) fn name(event: &Event) -> String {
    match event {
        Event::Asked(asked) => asked.incoming.event.clone(),
        Event::Completes(completes) => completes.ticket.id.clone(),
        Event::Unread(ticket) => ticket.id.clone(),
        Event::Here { event, .. } => event.clone(),
        Event::Gone(_) | Event::PlaceGone { .. } => Uuid::now_v7().to_string(),
    }
}

/// The name of an event, and what is kept of it if it fails.
fn described(event: &Event) -> (String, serde_json::Value) {
    match event {
        Event::Asked(asked) => {
            let way = match &asked.way {
                Way::Said => "said",
                Way::Typed(_) => "typed",
                Way::Pressed(..) => "pressed",
            };
            let incoming = &asked.incoming;
            let payload = json!({
                "way": way,
                "chat": incoming.chat.chat_id,
                "place": incoming.place,
                "account": incoming.account,
                "command": format!("{:?}", incoming.command),
            });
            (incoming.event.clone(), payload)
        }
        other => {
            let told = format!("{other:?}");
            (told.chars().take(100).collect(), json!({ "event": told }))
        }
    }
}
