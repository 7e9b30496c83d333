//! The fake Telegram itself: it answers as the real one does.

use crate::support::fake_telegram::{FakeTelegram, Leftover};
use pretty_assertions::assert_eq;
use teloxide::{payloads::*, prelude::Requester, types::*};

#[tokio::test]
async fn a_command_is_heard_and_answered() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    let me = bot.get_me().await.unwrap();
    assert_eq!(me.username(), "kosti_bot");
    let anna = fake.user("Anna");
    let group = fake.group("Friends", &[anna]);
    fake.says(group, anna, "/play");
    let updates = bot.get_updates().await.unwrap();
    let UpdateKind::Message(message) = &updates[0].kind else { panic!("{updates:?}") };
    assert_eq!((message.text(), message.chat.id), (Some("/play"), group));
    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Join", "1j.a.b")]]);
    bot.send_message(group, "Who plays?").reply_markup(keyboard).await.unwrap();
    let sent = fake.next(group).await;
    assert_eq!((sent.plain(), sent.labels()), ("Who plays?", vec![vec!["Join"]]));
    let query = fake.presses(anna, group, sent.id, "Join");
    let next = i32::try_from(updates[0].id.0).unwrap() + 1;
    let updates = bot.get_updates().offset(next).timeout(5).await.unwrap();
    let UpdateKind::CallbackQuery(pressed) = &updates[0].kind else { panic!("{updates:?}") };
    bot.answer_callback_query(pressed.id.clone()).text("You play").await.unwrap();
    assert_eq!(fake.toast(&query).await.text, "You play");
    fake.excuse(Leftover::Unconfirmed);
    fake.finish();
}
