//! What is left over fails a test.

use crate::support::fake_telegram::{FakeTelegram, Leftover};
use pretty_assertions::assert_eq;
use std::panic::{AssertUnwindSafe, catch_unwind};
use teloxide::{payloads::*, prelude::Requester, types::*};

#[tokio::test]
async fn everything_is_looked_at_answered_and_confirmed() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    assert_eq!(fake.faults(), [""; 0]);
    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Join", "1j")]]);
    let sent = bot.send_message(chat, "Who?").reply_markup(keyboard).await.unwrap();
    let query = fake.presses(anna, chat, sent.id, "Join");
    let faults = fake.faults();
    let parts = ["nobody has read", "never answered", "not confirmed"];
    assert_eq!(faults.len(), parts.len());
    for (fault, part) in faults.iter().zip(parts) {
        assert!(fault.contains(part), "{fault}");
    }
    for (left, leftover) in
        [(2, Leftover::Unread), (1, Leftover::Unanswered), (0, Leftover::Unconfirmed)]
    {
        fake.excuse(leftover);
        assert_eq!(fake.faults().len(), left);
    }
    bot.answer_callback_query(CallbackQueryId(query)).await.unwrap();
    fake.finish();
}

#[tokio::test]
async fn what_is_done_is_not_left_over() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    let first = bot.send_message(chat, "a").await.unwrap();
    let second = bot.send_message(chat, "b").await.unwrap();
    assert_eq!(fake.faults().len(), 2);
    fake.message(chat, first.id);
    bot.delete_message(chat, second.id).await.unwrap();
    fake.says(chat, anna, "c");
    super::updates(&fake).await;
    fake.finish();
}

#[test]
fn a_test_says_when_it_is_over() {
    let forgotten = catch_unwind(|| drop(FakeTelegram::start()));
    assert!(forgotten.is_err());
    // A test that fails fails by its own words.
    let failed = catch_unwind(AssertUnwindSafe(|| {
        let _fake = FakeTelegram::start();
        panic!("its own words");
    }));
    assert_eq!(failed.unwrap_err().downcast_ref(), Some(&"its own words"));
}
