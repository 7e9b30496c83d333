//! What is thrown away after a while.

use super::{delivery::TOO_OLD, jobs, rounds, service::App};
use crate::store::{failures, files, jobs as rows, ladder, outbox, pairs, rooms, scopes};
use anyhow::Context as _;
use time::{Duration, OffsetDateTime, UtcOffset};

/// How long handled events are remembered: no platform repeats one after so long.
pub const EVENTS_KEPT: Duration = Duration::days(3);
/// How long jobs that ended are kept: some tell of a fault.
const JOBS_KEPT: Duration = Duration::days(30);
/// How long messages are kept that were sent or given up: their texts name people.
const MESSAGES_KEPT: Duration = Duration::days(7);
/// How long files are known that are not used any more, and events that failed.
const FILES_KEPT: Duration = Duration::days(30);
/// How long it is kept how often two people began rated matches on a day: an event can be a
/// little old.
const DAYS_KEPT: Duration = Duration::days(7);
/// Rows that one transaction throws away.
const BATCH: i64 = 5000;

/// Lets matches end in which nothing happens any more, and what rests be proved; gives up what waits for chats that
/// cannot be reached; forgets old events, jobs, messages and counts of the day, and takes their
/// places from ratings that have grown too unsure; gives how many there were.
///
/// # Errors
/// When the database fails.
pub async fn sweep(app: &App, now: OffsetDateTime) -> anyhow::Result<u64> {
    // Twice the time after which the opponent may drop it.
    jobs::end_silent(app, now - app.manners.silence() * 2, BATCH, now).await?;
    rounds::begin(app, BATCH, now).await?;
    let mut forgotten = 0;
    let day = (now - DAYS_KEPT).to_offset(UtcOffset::UTC).date();
    for what in Old::ALL {
        loop {
            let mut transaction = app.database.begin().await.context("no database connection")?;
            let db = &mut *transaction;
            let batch = match what {
                Old::Unsent => outbox::give_up(db, now - TOO_OLD, now, BATCH).await?,
                Old::Events => scopes::forget_events(db, now - EVENTS_KEPT, BATCH).await?,
                Old::Jobs => rows::forget(db, now - JOBS_KEPT, BATCH).await?,
                Old::Messages => outbox::forget(db, now - MESSAGES_KEPT, BATCH).await?,
                Old::Days => pairs::forget_days(db, day, BATCH).await?,
                Old::Files => files::forget(db, now - FILES_KEPT, BATCH).await?,
                Old::Failures => failures::forget(db, now - FILES_KEPT, BATCH).await?,
                Old::Rooms => rooms::forget(db, now - FILES_KEPT, BATCH).await?,
                Old::Places => ladder::fade(db, now, BATCH).await?,
            };
            transaction.commit().await?;
            forgotten += batch;
            if batch < BATCH.unsigned_abs() {
                break;
            }
        }
    }
    Ok(forgotten)
}

#[derive(Clone, Copy)]
enum Old {
    Unsent,
    Events,
    Jobs,
    Messages,
    Days,
    Files,
    Failures,
    Rooms,
    Places,
}

impl Old {
    const ALL: [Old; 9] = [
        Old::Unsent,
        Old::Events,
        Old::Jobs,
        Old::Messages,
        Old::Days,
        Old::Files,
        Old::Failures,
        Old::Rooms,
        Old::Places,
    ];
}
