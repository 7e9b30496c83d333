//! Long polling.

use crate::support::fake_telegram::{
    params::Params,
    refusal::Refusal,
    state::{Shared, State},
};
use serde_json::Value;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

pub const PARAMS: &[&str] = &["offset", "limit", "timeout", "allowed_updates"];

/// The longest poll, in seconds.
const LONGEST: i64 = 50;

/// Stands in the table in place of [`poll`], which waits.
pub fn never(_: &mut State, _: &Params) -> Result<Value, Refusal> {
    Err(Refusal::new(500, "Internal Server Error: getUpdates waits"))
}

/// Waits until something has happened, the time is over, or somebody else asks.
pub async fn poll(shared: &Shared, params: &Params) -> Result<Value, Refusal> {
    let limit = params.number("limit").unwrap_or(100).clamp(1, 100);
    let limit = usize::try_from(limit).unwrap_or(100);
    let seconds = params.number("timeout").unwrap_or(0).clamp(0, LONGEST);
    let end = Instant::now() + Duration::from_secs(seconds.unsigned_abs());
    let mut changes = shared.changes();
    let ticket = shared.change(|state| {
        if state.webhook.is_set() {
            return Err(Refusal::conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to \
                 delete the webhook first",
            ));
        }
        let updates = &mut state.updates;
        updates.confirm(params.number("offset").unwrap_or(0));
        if let Some(kinds) = params.json("allowed_updates") {
            updates.allow(kinds);
        }
        updates.polls += 1;
        Ok(updates.polls)
    })?;
    loop {
        changes.mark_unchanged();
        let batch = shared.look(|state| {
            if state.updates.polls != ticket {
                return Err(Refusal::conflict(
                    "terminated by other getUpdates request; make sure that only one bot \
                     instance is running",
                ));
            }
            if state.webhook.is_set() {
                return Err(Refusal::conflict("terminated by setWebhook request"));
            }
            Ok(state.updates.batch(limit))
        })?;
        if !batch.is_empty() || Instant::now() >= end {
            return Ok(Value::Array(batch));
        }
        tokio::select! {
            _ = changes.changed() => {}
            () = sleep_until(end) => {}
        }
    }
}
