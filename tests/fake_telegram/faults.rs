//! What goes wrong because a test wants it to.

use super::{api_error, raw};
use crate::support::fake_telegram::{Call, FakeTelegram, Fault, Refusal, TOKEN, When};
use pretty_assertions::assert_eq;
use serde_json::json;
use teloxide::{ApiError, RequestError, prelude::Requester};

#[tokio::test]
async fn refusals_come_as_often_as_wanted() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    fake.fail("sendMessage", Fault::RetryAfter(3), 2);
    fake.fail_any(Fault::Refuse(400, "Bad Request: group is deactivated"), 1);
    for _ in 0..2 {
        let error = bot.send_message(chat, "a").await.unwrap_err();
        assert!(matches!(error, RequestError::RetryAfter(wait) if wait.seconds() == 3));
    }
    let outcomes = fake.calls("sendMessage").into_iter().map(|call: Call| call.outcome);
    let too_many = Some(Err(Refusal::too_many(3)));
    assert_eq!(outcomes.collect::<Vec<_>>(), [too_many.clone(), too_many]);
    // Polls go on.
    bot.get_updates().await.unwrap();
    assert_eq!(api_error(bot.send_message(chat, "a").await), ApiError::GroupDeactivated);
    bot.send_message(chat, "a").await.unwrap();
    assert_eq!(fake.messages(chat).len(), 1);
    fake.finish();
}

#[tokio::test]
async fn servers_fail_with_json_or_with_pages() {
    let fake = FakeTelegram::start();
    fake.fail("getMe", Fault::Internal, 1);
    fake.fail("getMe", Fault::BadGateway, 1);
    assert_eq!(raw(&fake, "getMe", json!({})).await["error_code"], json!(500));
    let url = format!("{}/bot{TOKEN}/getMe", fake.url());
    let page = fake.bot().client().get(&url).send().await.unwrap();
    assert_eq!(page.status().as_u16(), 502);
    assert!(page.text().await.unwrap().starts_with("<html>"));
    fake.finish();
}

#[tokio::test]
async fn connections_end_before_or_after_the_effect() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    for (fault, sent) in [(Fault::CutBefore, 0), (Fault::CutAfter, 1)] {
        fake.fail("sendMessage", fault, 1);
        let error = bot.send_message(chat, "a").await.unwrap_err();
        assert!(matches!(error, RequestError::Network(_)), "{error:?}");
        assert_eq!(fake.messages(chat).len(), sent);
    }
    bot.send_message(chat, "a").await.unwrap();
    assert_eq!(fake.messages(chat).len(), 2);
    fake.finish();
}

#[tokio::test]
async fn calls_stand_still_until_they_are_released() {
    let fake = FakeTelegram::start();
    let chat = fake.private(fake.user("Anna"));
    for (when, sent) in [(When::Before, 0), (When::After, 2)] {
        let held = fake.hold("sendMessage", when);
        let bot = fake.bot();
        let call = tokio::spawn(async move { bot.send_message(chat, "a").await.unwrap().id });
        fake.held(held).await;
        assert_eq!(fake.messages(chat).len(), sent);
        assert!(!call.is_finished());
        fake.release(held);
        call.await.unwrap();
    }
    assert_eq!(fake.calls("sendMessage").len(), fake.messages(chat).len());
    fake.finish();
}
