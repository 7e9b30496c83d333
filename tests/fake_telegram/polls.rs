//! Long polling.

use super::{api_error, raw, texts};
use crate::support::fake_telegram::FakeTelegram;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use teloxide::{ApiError, payloads::*, prelude::Requester, types::*};
use time::Duration;

fn ids(updates: &[Update]) -> Vec<i64> {
    updates.iter().map(|update| update.id.0.into()).collect()
}

#[tokio::test]
async fn what_is_not_confirmed_comes_again() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    for text in ["a", "b", "c"] {
        fake.says(chat, anna, text);
    }
    let last = fake.last_update();
    let first = i32::try_from(last).unwrap() - 2;
    assert_eq!(ids(&bot.get_updates().await.unwrap()), [last - 2, last - 1, last]);
    assert_eq!(ids(&bot.get_updates().limit(2).await.unwrap()), [last - 2, last - 1]);
    assert_eq!(ids(&bot.get_updates().offset(first + 1).await.unwrap()), [last - 1, last]);
    assert_eq!(ids(&bot.get_updates().offset(first).await.unwrap()), [last - 1, last]);
    assert_eq!(ids(&bot.get_updates().offset(-1).await.unwrap()), [last]);
    assert!(bot.get_updates().offset(first + 3).await.unwrap().is_empty());
    fake.finish();
}

#[tokio::test]
async fn a_poll_wakes_by_what_happens() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    let poll = tokio::spawn(async move { bot.get_updates().timeout(50).await.unwrap().len() });
    fake.until("a poll", |state| (!state.calls.all.is_empty()).then_some(())).await;
    fake.says(chat, anna, "/play");
    assert_eq!(poll.await.unwrap(), 1);
    assert_eq!(texts(&fake).await, ["/play"]);
    fake.finish();
}

#[tokio::test]
async fn the_older_of_two_polls_ends() {
    let fake = FakeTelegram::start();
    let (bot, other) = (fake.bot(), fake.bot());
    let older = tokio::spawn(async move { bot.get_updates().timeout(50).await });
    fake.until("a poll", |state| (!state.calls.all.is_empty()).then_some(())).await;
    assert!(other.get_updates().await.unwrap().is_empty());
    assert_eq!(api_error(older.await.unwrap()), ApiError::TerminatedByOtherGetUpdates);
    fake.finish();
}

#[tokio::test]
async fn a_bot_hears_of_what_it_wants() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    let kinds = bot.get_updates().allowed_updates([AllowedUpdate::EditedMessage]);
    kinds.await.unwrap();
    let said = fake.says(chat, anna, "a");
    fake.rewrites(chat, said, "b");
    // Who says nothing wants what it wanted before.
    let updates = super::updates(&fake).await;
    assert!(matches!(updates[..], [Update { kind: UpdateKind::EditedMessage(_), .. }]));
    raw(&fake, "getUpdates", json!({ "allowed_updates": [] })).await;
    fake.says(chat, anna, "c");
    assert_eq!(texts(&fake).await, ["c"]);
    fake.finish();
}

#[tokio::test]
async fn updates_come_twice_or_make_no_sense() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    fake.says(chat, anna, "a");
    let first = fake.last_update();
    assert_eq!(texts(&fake).await, ["a"]);
    fake.repeats(first);
    assert_eq!(texts(&fake).await, ["a"]);
    assert!(texts(&fake).await.is_empty());
    let unknown = fake.poison(json!({ "telepathy": { "thought": 17 } }));
    let broken = fake.poison(json!({ "message": { "message_id": "seven" } }));
    assert_eq!((unknown, broken), (first + 1, first + 2));
    let updates = bot.get_updates().await.unwrap();
    let errors = updates.iter().filter(|update| matches!(update.kind, UpdateKind::Error(_)));
    assert_eq!((ids(&updates), errors.count()), (vec![unknown, broken], 2));
    raw(&fake, "getUpdates", json!({ "offset": broken + 1 })).await;
    fake.confirmed().await;
    fake.finish();
}

#[tokio::test]
async fn telegram_keeps_updates_for_a_day() {
    let fake = FakeTelegram::start();
    let anna = fake.user("Anna");
    let chat = fake.private(anna);
    fake.passes(Duration::ZERO);
    fake.says(chat, anna, "a");
    fake.passes(Duration::hours(23));
    fake.says(chat, anna, "b");
    fake.passes(Duration::HOUR);
    fake.says(chat, anna, "c");
    assert_eq!(texts(&fake).await, ["b", "c"]);
    fake.finish();
}

#[tokio::test]
async fn a_webhook_and_polls_exclude_each_other() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    let poller = fake.bot();
    let poll = tokio::spawn(async move { poller.get_updates().timeout(50).await });
    fake.until("a poll", |state| (!state.calls.all.is_empty()).then_some(())).await;
    bot.set_webhook("https://kosti.example/telegram".parse().unwrap()).await.unwrap();
    let ended = ApiError::Unknown("Conflict: terminated by setWebhook request".to_owned());
    assert_eq!(api_error(poll.await.unwrap()), ended);
    let refusal = raw(&fake, "getUpdates", json!({})).await;
    assert_eq!(refusal["error_code"], json!(409));
    let text = refusal["description"].as_str().unwrap();
    assert!(text.starts_with("Conflict: can't use getUpdates method while webhook is active"));
    bot.delete_webhook().await.unwrap();
    assert_eq!(raw(&fake, "getUpdates", json!({})).await["result"], Value::Array(vec![]));
    fake.finish();
}
