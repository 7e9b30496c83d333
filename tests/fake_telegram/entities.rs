//! Parts of texts: those that are named, those that are found, and whom they call.

use super::{deaf, fails, raw, refused};
use crate::support::fake_telegram::{FakeTelegram, Message};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use teloxide::{prelude::Requester, types::*};

/// A chat with Anna and Boris, and a text that the bot sends there.
async fn sent(fake: &FakeTelegram, text: &str, entities: Value) -> Message {
    let anna = fake.user_with("Anna", |user| user.username = Some("anna_k".to_owned()));
    let group = fake.supergroup("Friends", &[anna]);
    let params = json!({ "chat_id": group.0, "text": text, "entities": entities });
    let answer = raw(fake, "sendMessage", params).await;
    assert_eq!(answer["ok"], json!(true), "{answer}");
    fake.next(group).await
}

/// Kinds of entities and what they cover.
fn parts(message: &Message) -> Vec<(&str, &str)> {
    let part = |entity| {
        let entity: &'_ crate::support::fake_telegram::Entity = entity;
        (entity.kind.as_str(), entity.of(message.plain()))
    };
    message.entities().iter().map(part).collect()
}

#[tokio::test]
async fn telegram_finds_what_nobody_named() {
    let fake = FakeTelegram::start();
    let text = "@anna_k, /play@kosti_bot or /top #senegal! a@b.c //x https://kosti.example/a?b. \
                t.me/kosti x@anna_k @ab 1/2 #12";
    let message = sent(&fake, text, json!([])).await;
    assert_eq!(
        parts(&message),
        [
            ("mention", "@anna_k"),
            ("bot_command", "/play@kosti_bot"),
            ("bot_command", "/top"),
            ("hashtag", "#senegal"),
            ("url", "https://kosti.example/a?b"),
            ("url", "t.me/kosti"),
        ]
    );
    fake.finish();
}

#[tokio::test]
async fn nothing_is_found_in_code_links_and_mentions() {
    let fake = deaf();
    let (anna, boris) = (fake.user("@anna_k"), fake.user("Boris"));
    fake.renames(boris, |user| user.username = Some("anna_k".to_owned()));
    let group = fake.group("Friends", &[anna, boris]);
    let texts = [("code", json!(null)), ("text_mention", json!({ "id": anna.0 }))];
    for (kind, user) in texts {
        let entity = json!({ "type": kind, "offset": 3, "length": 7, "user": user });
        let params = json!({ "chat_id": group.0, "text": "🎲 @anna_k", "entities": [entity] });
        raw(&fake, "sendMessage", params).await;
        let message = fake.next(group).await;
        assert_eq!(parts(&message), [(kind, "@anna_k")]);
        let called = if kind == "code" { vec![] } else { vec![anna] };
        assert_eq!(message.notified, called);
    }
    // Where nothing covers it, a name calls who has it.
    let bot = fake.bot();
    bot.send_message(group, "🎲 @Anna_K").await.unwrap();
    assert_eq!(fake.next(group).await.notified, [boris]);
    fake.finish();
}

#[tokio::test]
async fn mentions_call_only_those_who_are_there() {
    let fake = FakeTelegram::start();
    let (anna, boris) = (fake.user("Anna"), fake.user("Boris"));
    let group = fake.group("Friends", &[anna]);
    let bot = fake.bot();
    let mention = |at, user: UserId| {
        json!({
            "type": "text_mention", "offset": at, "length": 1, "user": { "id": user.0 },
        })
    };
    let params = json!({
        "chat_id": group.0, "text": "A and B", "entities": [mention(0, anna), mention(6, boris)],
    });
    let answer = raw(&fake, "sendMessage", params).await;
    assert_eq!(answer["result"]["entities"][1]["user"]["first_name"], json!("Boris"));
    let message = fake.next(group).await;
    assert_eq!(message.notified, [anna]);
    // Edits call nobody anew.
    bot.edit_message_text(group, message.id, "@nobody").await.unwrap();
    assert_eq!(fake.message(group, message.id).notified, [anna]);
    fake.finish();
}

#[tokio::test]
async fn entities_lie_in_their_text() {
    let fake = deaf();
    let chat = fake.private(fake.user("Anna"));
    let cases = [
        (3, 2, "ends after the end of the text at UTF-16 offset 4"),
        (1, 1, "begins in a middle of a UTF-16 symbol at UTF-16 offset 1"),
        (0, 1, "ends in a middle of a UTF-16 symbol at UTF-16 offset 1"),
    ];
    for (offset, length, reason) in cases {
        let entity = json!({ "type": "bold", "offset": offset, "length": length });
        let params = json!({ "chat_id": chat.0, "text": "🎲ab", "entities": [entity] });
        let refusal = refused(&fake, "sendMessage", params).await;
        assert!(refusal.starts_with("Bad Request: entity begin"), "{refusal}");
        assert!(refusal.ends_with(reason), "{refusal}");
    }
    assert_eq!(fake.faults().len(), cases.len());
    fails(fake);
}

#[tokio::test]
async fn wrong_mentions_and_overlaps_fail_the_test() {
    let fake = deaf();
    let chat = fake.private(fake.user("Anna"));
    let entity = |kind: &str, offset: usize, length: usize, user: Value| json!({ "type": kind, "offset": offset, "length": length, "user": user });
    let none = Value::Null;
    let cases = [
        json!([entity("text_mention", 0, 2, json!({ "id": 99 }))]),
        json!([entity("bold", 0, 3, none.clone()), entity("italic", 2, 3, none.clone())]),
        json!([entity("code", 0, 3, none.clone()), entity("bold", 0, 2, none.clone())]),
        json!([entity("mention", 0, 2, none.clone())]),
    ];
    for entities in &cases {
        let params = json!({ "chat_id": chat.0, "text": "abcdef", "entities": entities });
        raw(&fake, "sendMessage", params).await;
    }
    let nested = json!([entity("bold", 0, 4, none.clone()), entity("italic", 1, 2, none)]);
    let params = json!({ "chat_id": chat.0, "text": "abcdef", "entities": nested });
    raw(&fake, "sendMessage", params).await;
    assert_eq!(fake.messages(chat).len(), 5);
    assert_eq!(fake.faults().len(), cases.len());
    fails(fake);
}

#[tokio::test]
async fn texts_are_cleaned_and_trimmed() {
    let fake = FakeTelegram::start();
    let bold = json!([{ "type": "bold", "offset": 5, "length": 3 }]);
    let message = sent(&fake, "\n \u{202e}\r\ta\u{7}b\n ", bold).await;
    assert_eq!((message.plain(), parts(&message)), ("a b", vec![("bold", "a b")]));
    fake.finish();
}

#[tokio::test]
async fn people_name_others_too() {
    let fake = deaf();
    let (anna, boris) = (fake.user("Anna"), fake.user("Boris"));
    let group = fake.group("Friends", &[anna, boris]);
    let line = crate::support::fake_telegram::Line::new(group, anna, "/play senegal Boris");
    fake.say(line.mentioning("Boris", boris));
    let heard = &super::heard(&fake).await[0];
    let kinds: Vec<_> = heard.entities().unwrap().iter().map(|entity| &entity.kind).collect();
    assert_eq!(kinds[0], &MessageEntityKind::BotCommand);
    let MessageEntityKind::TextMention { user } = kinds[1] else { panic!("{kinds:?}") };
    assert_eq!((user.id, user.first_name.as_str()), (boris, "Boris"));
    fake.finish();
}
