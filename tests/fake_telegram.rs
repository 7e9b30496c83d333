//! The fake Telegram itself: it answers as the real one does, and it fails tests that it
//! should.

mod calls;
mod commands;
mod entities;
mod faults;
mod files;
mod limits;
mod members;
mod people;
mod polls;
mod presses;
mod record;
mod refusals;
mod topics;
mod verify;
mod webhook;

use crate::support::fake_telegram::{FakeTelegram, Leftover, TOKEN};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use teloxide::{ApiError, RequestError, prelude::Requester, types::*};

/// A fake whose updates nobody confirms.
fn deaf() -> FakeTelegram {
    let fake = FakeTelegram::start();
    fake.excuse(Leftover::Unconfirmed);
    fake
}

/// What the Bot API answers to a request as it is.
async fn raw(fake: &FakeTelegram, method: &str, params: Value) -> Value {
    let bot = fake.bot();
    let request = bot.client().post(format!("{}/bot{TOKEN}/{method}", fake.url()));
    let request = request.header("Content-Type", "application/json").body(params.to_string());
    serde_json::from_str(&request.send().await.unwrap().text().await.unwrap()).unwrap()
}

/// The description of a refusal.
async fn refused(fake: &FakeTelegram, method: &str, params: Value) -> String {
    let answer = raw(fake, method, params).await;
    assert_eq!(answer["ok"], json!(false), "{answer}");
    answer["description"].as_str().unwrap().to_owned()
}

/// The error that teloxide makes of a refusal.
fn api_error<T: std::fmt::Debug>(outcome: Result<T, RequestError>) -> ApiError {
    match outcome {
        Err(RequestError::Api(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// The end of a test that did what no bot may do.
fn fails(fake: FakeTelegram) {
    assert!(catch_unwind(AssertUnwindSafe(|| fake.finish())).is_err());
}

/// Everything that waits; it is confirmed.
async fn updates(fake: &FakeTelegram) -> Vec<Update> {
    let bot = fake.bot();
    let updates = bot.get_updates().await.unwrap();
    raw(fake, "getUpdates", json!({ "offset": fake.last_update() + 1 })).await;
    updates
}

/// The messages that wait.
async fn heard(fake: &FakeTelegram) -> Vec<Message> {
    let message = |update: Update| match update.kind {
        UpdateKind::Message(message) => Some(message),
        _ => None,
    };
    updates(fake).await.into_iter().filter_map(message).collect()
}

/// The texts of the messages that wait.
async fn texts(fake: &FakeTelegram) -> Vec<String> {
    let heard = heard(fake).await;
    heard.iter().map(|message| message.text().unwrap_or_default().to_owned()).collect()
}
