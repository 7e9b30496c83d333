//! What has changed is proved in the quiet.

use crate::support::{chat::Chat, database::count};
use kosti::app::{housekeeping::sweep, jobs::do_all, service::App};
use pretty_assertions::assert_eq;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime, macros::datetime};

/// A match that goes on and one that has ended, of the 29th of November.
async fn played() -> Chat {
    let chat = Chat::new().await;
    for (name, line) in [
        ("anna", "/play senegal @boris"),
        ("boris", "/accept"),
        ("anna", "d2-d3"),
        ("boris", "d4:d2"),
        ("anna", "/resign yes"),
        ("anna", "/play senegal @boris"),
        ("boris", "/accept"),
        ("boris", "d2-d3"),
    ] {
        chat.say(name, line).await;
    }
    chat
}

async fn round(app: &App, now: OffsetDateTime) {
    sweep(app, now).await.unwrap();
    do_all(app, now).await.unwrap();
}

async fn jobs(pool: &PgPool, which: &str) -> i64 {
    count(pool, &format!("jobs where {which}")).await
}

const SAME_DAY: OffsetDateTime = datetime!(2026-11-29 23:59 UTC);
const NEXT_DAY: OffsetDateTime = datetime!(2026-11-30 00:01 UTC);

#[tokio::test(flavor = "multi_thread")]
async fn what_rests_is_proved_once() {
    let chat = played().await;
    let pool = &chat.pool;
    // Finished matches are proved at their end.
    assert_eq!(jobs(pool, "kind = 'audit' and number = 1").await, 1);
    round(&chat.app, SAME_DAY).await;
    assert_eq!(jobs(pool, "kind = 'audit' and number = 2").await, 0);
    for _ in 0..3 {
        round(&chat.app, NEXT_DAY).await;
        assert_eq!(jobs(pool, "kind = 'audit' and number = 2 and state = 'done'").await, 1);
        assert_eq!(jobs(pool, "kind = 'boards' and number = 0 and state = 'done'").await, 1);
    }
    assert_eq!(jobs(pool, "kind in ('audit', 'boards') and token = 1").await, 3);
    // Nothing has happened since.
    round(&chat.app, NEXT_DAY + Duration::days(2)).await;
    assert_eq!(jobs(pool, "kind = 'audit'").await, 2);
    assert_eq!(chat.app.findings.count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_tampered_with_is_found_and_counted() {
    let chat = played().await;
    let pool = &chat.pool;
    for spoil in [
        "update matches set position = replace(position, 'w', 'b') where state = 'live'",
        "update standings set points = points + 1",
    ] {
        sqlx::query(spoil).execute(pool).await.unwrap();
    }
    for _ in 0..2 {
        round(&chat.app, NEXT_DAY).await;
        assert_eq!(chat.app.findings.count(), 2);
        assert_eq!(jobs(pool, "kind in ('audit', 'boards') and state = 'dead'").await, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_goes_on_meanwhile_waits_for_the_next_round() {
    let chat = played().await;
    let pool = &chat.pool;
    sweep(&chat.app, NEXT_DAY).await.unwrap();
    assert_eq!(jobs(pool, "kind = 'audit' and number = 2 and state = 'pending'").await, 1);
    let spoil = "update matches set position = 'spoilt', revision = revision + 1
                 where state = 'live'";
    sqlx::query(spoil).execute(pool).await.unwrap();
    do_all(&chat.app, NEXT_DAY).await.unwrap();
    assert_eq!(chat.app.findings.count(), 0);
    round(&chat.app, NEXT_DAY).await;
    assert_eq!(chat.app.findings.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_proved_where_that_is_not_wanted() {
    let chat = played().await;
    let app = App { audit_every: "0".parse().unwrap(), ..chat.app.clone() };
    round(&app, NEXT_DAY).await;
    let rounds = "kind = 'boards' or (kind = 'audit' and number = 2)";
    assert_eq!(jobs(&chat.pool, rounds).await, 0);
    let app = App { audit_every: "12h".parse().unwrap(), ..app };
    round(&app, NEXT_DAY).await;
    assert_eq!(jobs(&chat.pool, rounds).await, 2);
}
