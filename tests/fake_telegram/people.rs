//! What people write, and which of it the bot hears.

use super::{deaf, heard, texts, updates};
use crate::support::fake_telegram::{
    ANONYMOUS_ADMIN, BOT, CHANNEL_BOT, FakeTelegram, Line, Status, User,
};
use pretty_assertions::assert_eq;
use serde_json::json;
use teloxide::{payloads::*, prelude::Requester, types::*};

#[tokio::test]
async fn in_groups_a_bot_hears_what_is_meant_for_it() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let robot = fake.user_with("Robot", |user| *user = User::bot(user.id, "Robot", "robot_bot"));
    let group = fake.supergroup("Friends", &[anna, robot]);
    let said = fake.says(group, anna, "hello @kosti_bot");
    for command in ["/play", "/play@KOSTI_bot now", "/play@other_bot", "come, /play"] {
        fake.says(group, anna, command);
    }
    assert_eq!(texts(&fake).await, ["/play", "/play@KOSTI_bot now", "come, /play"]);
    // When another bot has spoken, a bare command is for that one.
    fake.says(group, robot, "/play");
    fake.says(group, anna, "/top");
    fake.says(group, anna, "/top@kosti_bot");
    assert_eq!(texts(&fake).await, ["/top@kosti_bot"]);
    let board = bot.send_message(group, "a board").await.unwrap();
    fake.next(group).await;
    fake.says(group, anna, "/top");
    fake.say(Line::new(group, anna, "d2-d3").reply_to(board.id));
    fake.say(Line::new(group, anna, "d2-d3").reply_to(said));
    let heard = heard(&fake).await;
    let texts: Vec<_> = heard.iter().map(|message| message.text().unwrap()).collect();
    assert_eq!(texts, ["/top", "d2-d3"]);
    assert_eq!(heard[1].reply_to_message().unwrap().text(), Some("a board"));
    fake.finish();
}

#[tokio::test]
async fn administrators_and_open_bots_hear_everything() {
    let fake = FakeTelegram::start();
    let anna = fake.user("Anna");
    let (one, other) = (fake.group("One", &[anna]), fake.group("Other", &[anna]));
    fake.makes(one, anna, BOT, Status::Administrator);
    fake.says(one, anna, "hello");
    fake.says(other, anna, "hello");
    assert_eq!(texts(&fake).await, ["hello"]);
    fake.privacy_off();
    fake.says(other, anna, "hello");
    assert_eq!(texts(&fake).await, ["hello"]);
    assert!(fake.bot().get_me().await.unwrap().can_read_all_group_messages);
    fake.finish();
}

#[tokio::test]
async fn messages_have_other_senders_than_people() {
    let fake = FakeTelegram::start();
    let anna = fake.user("Anna");
    let (group, channel) = (fake.supergroup("Friends", &[anna]), fake.channel("News"));
    fake.say(Line::new(group, anna, "/settings").anonymously());
    fake.say(Line::new(group, anna, "/play").in_name_of(channel));
    fake.say(Line::new(group, anna, "/play").posted_by(channel));
    let heard = heard(&fake).await;
    let senders: Vec<_> = heard
        .iter()
        .map(|m| (m.from.as_ref().unwrap().id, m.sender_chat.as_ref().unwrap().id))
        .collect();
    assert_eq!(
        senders,
        [(ANONYMOUS_ADMIN, group), (CHANNEL_BOT, channel), (UserId(777_000), channel)]
    );
    assert!(heard[2].is_automatic_forward() && heard[2].forward_origin().is_some());
    fake.finish();
}

#[tokio::test]
async fn other_things_than_texts_come() {
    let fake = FakeTelegram::start();
    let anna = fake.user("Anna");
    let group = fake.group("Friends", &[anna]);
    fake.happens(group, anna, json!({ "new_chat_title": "Foes" }));
    assert_eq!(heard(&fake).await[0].new_chat_title(), Some("Foes"));
    fake.removes_bot(group);
    fake.happens(group, anna, json!({ "new_chat_title": "Friends" }));
    assert!(heard(&fake).await.is_empty());
    fake.finish();
}

#[tokio::test]
async fn what_is_edited_comes_as_an_edit() {
    let fake = FakeTelegram::start();
    let anna = fake.user("Anna");
    let group = fake.group("Friends", &[anna]);
    let said = fake.says(group, anna, "/play");
    fake.rewrites(group, said, "/top");
    let told = updates(&fake).await;
    let UpdateKind::EditedMessage(edited) = &told[1].kind else { panic!("{told:?}") };
    assert_eq!((edited.id, edited.text()), (said, Some("/top")));
    assert!(edited.edit_date().is_some());
    fake.finish();
}

#[tokio::test]
async fn people_are_known_as_they_are() {
    let fake = deaf();
    let anna = fake.user_with("Anna", |user| {
        user.last_name = Some("Karenina".to_owned());
        user.username = Some("anna_k".to_owned());
        user.language = Some("ru".to_owned());
    });
    let chat = fake.private(anna);
    fake.says(chat, anna, "hello");
    let heard = &heard(&fake).await[0];
    let from = heard.from.as_ref().unwrap();
    assert_eq!(
        (from.full_name().as_str(), from.language_code.as_deref()),
        ("Anna Karenina", Some("ru"))
    );
    assert_eq!((heard.chat.id, heard.chat.username()), (chat, Some("anna_k")));
    fake.renames(anna, |user| user.username = None);
    fake.says(chat, anna, "hello");
    assert_eq!(super::heard(&fake).await[0].from.as_ref().unwrap().username, None);
    fake.finish();
}

#[tokio::test]
async fn a_chain_of_answers_is_a_thread_but_no_topic() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let group = fake.supergroup("Friends", &[anna]);
    let first = bot.send_message(group, "a board").await.unwrap();
    let second = fake.say(Line::new(group, anna, "d2-d3").reply_to(first.id));
    let third = bot.send_message(group, "b").reply_parameters(ReplyParameters::new(second));
    let third = third.await.unwrap();
    assert_eq!(third.thread_id, Some(ThreadId(first.id)));
    assert!(!third.is_topic_message);
    fake.messages(group);
    updates(&fake).await;
    fake.finish();
}
