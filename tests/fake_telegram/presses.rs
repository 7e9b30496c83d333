//! Buttons that are pressed.

use super::{api_error, deaf, fails, refused, updates};
use crate::support::fake_telegram::{Button, FakeTelegram, Toast};
use pretty_assertions::assert_eq;
use serde_json::json;
use teloxide::{ApiError, payloads::*, prelude::Requester, types::*};
use time::Duration;

/// What the enum calls otherwise: `query id`.
const TOO_OLD: &str =
    "Bad Request: query is too old and response timeout expired or query ID is invalid";

fn join() -> InlineKeyboardMarkup {
    InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Join", "1j.a.b")]])
}

fn pressed(update: &Update) -> &CallbackQuery {
    let UpdateKind::CallbackQuery(query) = &update.kind else { panic!("{update:?}") };
    query
}

#[tokio::test]
async fn a_press_shows_the_message_as_it_stands() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let group = fake.group("Friends", &[anna]);
    let sent = bot.send_message(group, "Who?").reply_markup(join()).await.unwrap();
    bot.edit_message_text(group, sent.id, "You?").reply_markup(join()).await.unwrap();
    let button = Button { label: "Join".to_owned(), data: Some("1j.a.b".to_owned()), url: None };
    assert_eq!(fake.next(group).await.button("1j.a.b"), Some(&button));
    let query = fake.presses(anna, group, sent.id, "Join");
    let told = updates(&fake).await;
    let press = pressed(&told[0]);
    assert_eq!((press.from.id, press.data.as_deref()), (anna, Some("1j.a.b")));
    let message = press.regular_message().unwrap();
    assert_eq!((message.text(), message.chat.id), (Some("You?"), group));
    bot.answer_callback_query(press.id.clone()).text("No").show_alert(true).await.unwrap();
    let toast = Toast { text: "No".to_owned(), alert: true, url: None };
    assert_eq!(fake.toast(&query).await, toast);
    fake.finish();
}

#[tokio::test]
async fn a_press_is_answered_once_and_in_time() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    let sent = bot.send_message(chat, "Who?").reply_markup(join()).await.unwrap();
    let answer =
        async |query: &str| bot.answer_callback_query(CallbackQueryId(query.to_owned())).await;
    let too_old = ApiError::Unknown(TOO_OLD.to_owned());
    let press = || fake.presses(anna, chat, sent.id, "1j.a.b");
    let first = press();
    answer(&first).await.unwrap();
    assert_eq!(api_error(answer(&first).await), too_old);
    assert_eq!(api_error(answer("17").await), too_old);
    let second = press();
    fake.expires(&second);
    assert_eq!(api_error(answer(&second).await), too_old);
    fake.passes(Duration::ZERO);
    let third = press();
    fake.passes(Duration::seconds(15));
    answer(&third).await.unwrap();
    let fourth = press();
    fake.passes(Duration::seconds(16));
    assert_eq!(api_error(answer(&fourth).await), too_old);
    fake.next(chat).await;
    // Two were never answered.
    assert_eq!(fake.faults().len(), 1 + 1);
    fake.excuse(crate::support::fake_telegram::Leftover::Unanswered);
    fake.finish();
}

#[tokio::test]
async fn a_press_on_what_is_gone_shows_little() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    let first = bot.send_message(chat, "Who?").reply_markup(join()).await.unwrap();
    let second = bot.send_message(chat, "Who?").reply_markup(join()).await.unwrap();
    fake.messages(chat);
    fake.hides(chat, first.id);
    fake.deletes(chat, second.id);
    fake.presses(anna, chat, first.id, "Join");
    fake.presses_data(anna, chat, second.id, "made up");
    for (update, id) in updates(&fake).await.iter().zip([first.id, second.id]) {
        let press = pressed(update);
        let Some(MaybeInaccessibleMessage::Inaccessible(message)) = &press.message else {
            panic!("{press:?}")
        };
        assert_eq!((message.message_id, message.chat.id), (id, chat));
        bot.answer_callback_query(press.id.clone()).await.unwrap();
    }
    fake.finish();
}

#[tokio::test]
async fn toasts_have_bounds() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    let sent = bot.send_message(chat, "Who?").reply_markup(join()).await.unwrap();
    fake.next(chat).await;
    let query = fake.presses(anna, chat, sent.id, "Join");
    let answer = |key: &str, value: String| json!({ "callback_query_id": query, key: value });
    let long = refused(&fake, "answerCallbackQuery", answer("text", "я".repeat(201))).await;
    assert_eq!(long, "Bad Request: MESSAGE_TOO_LONG");
    let url = answer("url", "https://kosti.example".to_owned());
    assert_eq!(refused(&fake, "answerCallbackQuery", url).await, "Bad Request: URL_INVALID");
    let own = "https://t.me/kosti_bot?start=hand".to_owned();
    super::raw(&fake, "answerCallbackQuery", answer("url", own.clone())).await;
    assert_eq!(fake.toast(&query).await.url, Some(own));
    assert_eq!(fake.faults().len(), 1);
    fails(fake);
}
