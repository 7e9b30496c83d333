//! What is thrown away after a while.

use super::service::App;
use crate::store::{jobs, scopes};
use anyhow::Context as _;
use time::{Duration, OffsetDateTime};

/// How long handled events are remembered: no platform repeats one after so long.
pub const EVENTS_KEPT: Duration = Duration::days(3);
/// How long jobs that ended are kept: some tell of a fault.
const JOBS_KEPT: Duration = Duration::days(30);
/// Rows that one transaction throws away.
const BATCH: i64 = 5000;

/// Forgets old events and jobs; gives how many there were.
///
/// # Errors
/// When the database fails.
pub async fn sweep(app: &App, now: OffsetDateTime) -> anyhow::Result<u64> {
    let mut db = app.pool.acquire().await.context("no database connection")?;
    let mut forgotten = 0;
    loop {
        let batch = scopes::forget_events(&mut db, now - EVENTS_KEPT, BATCH).await?;
        forgotten += batch;
        if batch < BATCH.unsigned_abs() {
            break;
        }
    }
    loop {
        let batch = jobs::forget(&mut db, now - JOBS_KEPT, BATCH).await?;
        forgotten += batch;
        if batch < BATCH.unsigned_abs() {
            return Ok(forgotten);
        }
    }
}
