//! Who is forgotten while something else happens.

use crate::support::chat::Chat;
use kosti::app::service::{Handled, Verdict, handle};
use pretty_assertions::assert_eq;
use sqlx::{PgPool, Row as _};
use tokio::task::JoinHandle;

async fn count(pool: &PgPool, sql: &'static str) -> i64 {
    sqlx::query(sql).fetch_one(pool).await.unwrap().get(0)
}

/// Waits until the transactions of some handlings wait for a row, all of them.
async fn waiting(pool: &PgPool, handlings: &[&JoinHandle<Handled>]) {
    let sql = "select count(*) from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'";
    while count(pool, sql).await != i64::try_from(handlings.len()).unwrap() {
        assert!(handlings.iter().all(|handling| !handling.is_finished()), "all wait");
        tokio::task::yield_now().await;
    }
}

fn is_done(handled: &Handled) -> bool {
    matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done)
}

/// Says a line on a task of its own.
fn say(chat: &Chat, name: &str, line: &str) -> JoinHandle<Handled> {
    let (app, line) = (chat.app.clone(), chat.line(name, line));
    tokio::spawn(async move { handle(&app, &line).await.unwrap() })
}

#[tokio::test(flavor = "multi_thread")]
async fn no_match_begins_with_somebody_who_is_forgotten_meanwhile() {
    let chat = Chat::new().await;
    let pool = &chat.pool;
    for (name, line) in [("boris", "/games"), ("anna", "/play senegal @boris")] {
        chat.say(name, line).await;
    }
    // Whoever accepts waits for the share of the day, and has the challenge already.
    let mut holder = pool.begin().await.unwrap();
    sqlx::query(
        "insert into rated_pairs (person_id, opponent_id, game, day, matches)
         select min(person_id), max(person_id), 'senegal', '2026-11-29', 1 from persons",
    )
    .execute(&mut *holder)
    .await
    .unwrap();
    let accepting = say(&chat, "boris", "/accept");
    waiting(pool, &[&accepting]).await;
    let forgetting = say(&chat, "anna", "/forget yes");
    waiting(pool, &[&accepting, &forgetting]).await;
    holder.rollback().await.unwrap();
    assert!(is_done(&accepting.await.unwrap()));
    assert!(is_done(&forgetting.await.unwrap()));
    assert_eq!(count(pool, "select count(*) from matches where state = 'over'").await, 1);
    assert_eq!(count(pool, "select count(*) from matches where state = 'live'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_being_forgotten_says_nothing_more() {
    let mut chat = Chat::new().await;
    for scope in ["2", "1"] {
        chat.incoming.chat.chat_id = scope.into();
        chat.say("anna", "/games").await;
    }
    let pool = &chat.pool;
    // The ratings are forgotten last.
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("select 1 from persons for update").execute(&mut *holder).await.unwrap();
    let forgetting = say(&chat, "anna", "/forget yes");
    waiting(pool, &[&forgetting]).await;
    // The same chat and another one, and a second press.
    let here = say(&chat, "anna", "/play senegal");
    let again = say(&chat, "anna", "/forget yes");
    let mut line = chat.line("anna", "/play senegal");
    line.chat.chat_id = "2".into();
    let app = chat.app.clone();
    let there = tokio::spawn(async move { handle(&app, &line).await.unwrap() });
    waiting(pool, &[&forgetting, &here, &again, &there]).await;
    holder.rollback().await.unwrap();
    for said in [forgetting, here, again, there] {
        assert!(is_done(&said.await.unwrap()));
    }
    let named = "select count(*) from members where forgotten and name <> '?'";
    assert_eq!(count(pool, named).await, 0);
    let nobodys = "select count(*) from challenges where state = 'open' and not exists
                   (select from accounts where accounts.person_id = challenges.challenger)";
    assert_eq!(count(pool, nobodys).await, 0);
}
