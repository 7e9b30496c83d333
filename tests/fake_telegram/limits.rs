//! How much may be sent when.

use super::fails;
use crate::support::fake_telegram::FakeTelegram;
use pretty_assertions::assert_eq;
use teloxide::{Bot, RequestError, prelude::Requester, types::*};
use time::{Duration, OffsetDateTime, macros::datetime};

/// Sends until it must wait; gives how many went and the seconds to wait.
async fn flood(bot: &Bot, chat: ChatId) -> (usize, u32) {
    for sent in 0..100 {
        match bot.send_message(chat, "a").await {
            Ok(_) => {}
            Err(RequestError::RetryAfter(wait)) => return (sent, wait.seconds()),
            Err(error) => panic!("{error:?}"),
        }
    }
    panic!("no limit");
}

const NOW: OffsetDateTime = datetime!(2026-11-29 12:00 UTC);

fn enforcing() -> FakeTelegram {
    let fake = FakeTelegram::start();
    fake.set_now(NOW);
    fake.enforce_limits();
    fake
}

#[tokio::test]
async fn a_chat_takes_three_in_three_seconds() {
    let fake = enforcing();
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    assert_eq!(flood(&bot, chat).await, (3, 3));
    fake.passes(Duration::seconds(2));
    assert_eq!(flood(&bot, chat).await, (0, 1));
    fake.passes(Duration::seconds(1));
    assert_eq!(flood(&bot, chat).await, (3, 3));
    // Nothing but new messages and edits counts.
    let id = fake.messages(chat)[0].id;
    bot.delete_message(chat, id).await.unwrap();
    bot.send_chat_action(chat, ChatAction::Typing).await.unwrap();
    let edit = bot.edit_message_text(chat, fake.messages(chat)[1].id, "b").await;
    assert!(matches!(edit, Err(RequestError::RetryAfter(_))));
    assert_eq!(fake.over_limit().len(), 4);
    fake.finish();
}

#[tokio::test]
async fn a_group_takes_twenty_a_minute_with_edits() {
    let fake = enforcing();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let group = fake.group("Friends", &[anna]);
    for count in 0..20 {
        let sent = fake.messages(group);
        if count % 2 == 0 {
            bot.send_message(group, "a").await.unwrap();
        } else {
            bot.edit_message_text(group, sent.last().unwrap().id, "b").await.unwrap();
        }
        fake.passes(Duration::seconds(1));
    }
    assert_eq!(flood(&bot, group).await, (0, 40));
    fake.passes(Duration::seconds(40));
    assert_eq!(flood(&bot, group).await, (1, 1));
    fake.messages(group);
    fake.finish();
}

#[tokio::test]
async fn all_chats_take_thirty_a_second() {
    let fake = enforcing();
    let bot = fake.bot();
    let mut sent = 0;
    let mut chats = Vec::new();
    for number in 0..11 {
        let chat = fake.private(fake.user(&format!("Anna {number}")));
        sent += flood(&bot, chat).await.0;
        chats.push(chat);
    }
    assert_eq!(sent, 30);
    chats.iter().for_each(|chat| drop(fake.messages(*chat)));
    fake.finish();
}

#[tokio::test]
async fn limits_are_counted_and_can_be_demanded() {
    let fake = FakeTelegram::start();
    fake.set_now(NOW);
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    for _ in 0..5 {
        bot.send_message(chat, "a").await.unwrap();
    }
    assert_eq!((fake.messages(chat).len(), fake.over_limit().len()), (5, 2));
    assert!(fake.calls("sendMessage").iter().all(|call| call.at == NOW));
    assert!(fake.faults().is_empty());
    fake.demand_limits();
    assert_eq!(fake.faults(), fake.over_limit());
    fails(fake);
}
