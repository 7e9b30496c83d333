//! Requests: tokens, names of methods, forms of bodies.

use super::{deaf, fails, raw, refused};
use crate::support::fake_telegram::{BOT, FakeTelegram, TOKEN, USERNAME};
use pretty_assertions::assert_eq;
use serde_json::json;
use teloxide::{ApiError, Bot, net::default_reqwest_settings, payloads::*, prelude::Requester};

#[tokio::test]
async fn a_command_is_heard_and_answered() {
    let fake = deaf();
    let bot = fake.bot();
    let me = bot.get_me().await.unwrap();
    assert_eq!((me.username(), me.id), (USERNAME, BOT));
    let anna = fake.user("Anna");
    let group = fake.group("Friends", &[anna]);
    let said = fake.says(group, anna, "/play");
    let heard = &super::heard(&fake).await[0];
    assert_eq!((heard.text(), heard.chat.id, heard.id), (Some("/play"), group, said));
    let sent = bot.send_message(group, "Who plays?").disable_notification(true).await.unwrap();
    let seen = fake.next(group).await;
    assert_eq!((seen.plain(), seen.id, seen.silent), ("Who plays?", sent.id, true));
    assert_eq!(sent.from.unwrap().id, me.id);
    let call = &fake.calls("sendMessage")[0];
    assert_eq!((call.chat, &call.params["text"]), (Some(group), &json!("Who plays?")));
    fake.finish();
}

#[tokio::test]
async fn a_wrong_token_opens_nothing() {
    let fake = FakeTelegram::start();
    let client = default_reqwest_settings().no_proxy().build().unwrap();
    for token in ["4839574812:another", "no-token"] {
        let bot = Bot::with_client(token, client.clone());
        let bot = bot.set_api_url(fake.url().parse().unwrap());
        assert_eq!(super::api_error(bot.get_me().await), ApiError::InvalidToken);
    }
    fake.finish();
}

#[tokio::test]
async fn names_of_methods_have_no_case() {
    let fake = FakeTelegram::start();
    for name in ["getMe", "GetMe", "getme"] {
        assert_eq!(raw(&fake, name, json!({})).await["result"]["can_join_groups"], json!(true));
    }
    assert_eq!(fake.all_calls().len(), 3);
    fake.finish();
}

#[tokio::test]
async fn json_may_stand_in_texts() {
    let fake = FakeTelegram::start();
    let anna = fake.user("Anna");
    let chat = fake.private(anna);
    let params = json!({
        "chat_id": chat.0.to_string(),
        "text": "17",
        "entities": r#"[{"type":"bold","offset":0,"length":2}]"#,
    });
    raw(&fake, "sendMessage", params).await;
    let sent = fake.next(chat).await;
    assert_eq!((sent.plain(), sent.entities()[0].kind.as_str()), ("17", "bold"));
    fake.finish();
}

#[tokio::test]
async fn what_is_not_known_fails_the_test() {
    let fake = deaf();
    let anna = fake.user("Anna");
    let chat = fake.private(anna);
    assert_eq!(refused(&fake, "sendSticker", json!({})).await, "Not Found");
    raw(&fake, "sendMessage", json!({ "chat_id": chat.0, "text": "a", "parse_mode": "HTML" }))
        .await;
    fake.next(chat).await;
    let wrong = fake.bot().client().post(format!("{}/bot{TOKEN}/getMe", fake.url()));
    wrong.header("Content-Type", "application/json").body("{").send().await.unwrap();
    let faults = fake.faults();
    assert_eq!(
        faults[..2],
        ["there is no method sendSticker", "sendMessage has no parameter parse_mode"]
    );
    assert_eq!(faults.len(), 3, "{faults:#?}");
    fails(fake);
}
