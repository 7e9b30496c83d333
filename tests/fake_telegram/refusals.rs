//! What the Bot API does not do, in its own words.

use super::{api_error, deaf, fails, refused};
use crate::support::fake_telegram::{BOT, FakeTelegram, Rights, Status};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use teloxide::{ApiError, RequestError, payloads::*, prelude::Requester, types::*};
use time::{Duration, macros::datetime};

#[tokio::test]
async fn texts_have_bounds() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    assert_eq!(api_error(bot.send_message(chat, "").await), ApiError::MessageTextIsEmpty);
    let blank = refused(&fake, "sendMessage", json!({ "chat_id": chat.0, "text": " \n" })).await;
    assert_eq!(blank, "Bad Request: text must be non-empty");
    // A letter outside of the first plane counts twice.
    let longest = "🎲".repeat(2048);
    let sent = bot.send_message(chat, &longest).await.unwrap();
    let too_long = longest.clone() + "a";
    assert_eq!(api_error(bot.send_message(chat, &too_long).await), ApiError::MessageIsTooLong);
    let edit = bot.edit_message_text(chat, sent.id, &too_long).await;
    assert_eq!(api_error(edit), ApiError::EditedMessageIsTooLong);
    fake.messages(chat);
    fake.finish();
}

#[tokio::test]
async fn keyboards_have_bounds() {
    let fake = deaf();
    let chat = fake.private(fake.user("Anna"));
    let with = |rows: Value| json!({ "chat_id": chat.0, "text": "a", "reply_markup": { "inline_keyboard": rows } });
    let button = |data: &str| json!({ "text": "b", "callback_data": data });
    let cases = [
        (json!([[button(&"x".repeat(65))]]), "Bad Request: BUTTON_DATA_INVALID"),
        (json!([[button("")]]), "Bad Request: BUTTON_DATA_INVALID"),
        (json!([[{ "text": "", "callback_data": "x" }]]), "Bad Request: BUTTON_TEXT_INVALID"),
        (json!([[{ "text": "b", "url": "kosti" }]]), "Bad Request: BUTTON_URL_INVALID"),
        (
            json!([[{ "text": "b" }]]),
            "Bad Request: can't parse inline keyboard button: Text buttons \
            are unallowed in the inline keyboard",
        ),
        (json!([vec![button("x"); 9]]), "Bad Request: reply markup is too long"),
        (json!(vec![vec![button("x"); 1]; 101]), "Bad Request: reply markup is too long"),
    ];
    for (rows, description) in &cases {
        assert_eq!(refused(&fake, "sendMessage", with(rows.clone())).await, *description);
    }
    assert_eq!(fake.faults().len(), cases.len());
    let widest = json!(vec![vec![button(&"x".repeat(64)); 8]; 12]);
    super::raw(&fake, "sendMessage", with(widest)).await;
    assert_eq!(fake.next(chat).await.markup.rows.len(), 12);
    fails(fake);
}

#[tokio::test]
async fn an_edit_must_find_its_message_and_change_it() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Join", "1j")]]);
    let sent = bot.send_message(chat, "Who?").reply_markup(keyboard.clone()).await.unwrap();
    let same = bot.edit_message_text(chat, sent.id, "Who?").reply_markup(keyboard).await;
    assert_eq!(api_error(same), ApiError::MessageNotModified);
    // An edit that names no keyboard takes it away.
    bot.edit_message_text(chat, sent.id, "Who?").await.unwrap();
    assert!(fake.message(chat, sent.id).labels().is_empty());
    let strip = bot.edit_message_reply_markup(chat, sent.id).await;
    assert_eq!(api_error(strip), ApiError::MessageNotModified);
    let nowhere = bot.edit_message_text(chat, MessageId(999), "Who?").await;
    assert_eq!(api_error(nowhere), ApiError::MessageToEditNotFound);
    let said = fake.says(chat, anna, "/play");
    fake.excuse(crate::support::fake_telegram::Leftover::Unconfirmed);
    let other = bot.edit_message_text(chat, said, "Who?").await;
    assert_eq!(api_error(other), ApiError::MessageCantBeEdited);
    fake.freezes(chat, sent.id);
    let frozen = bot.edit_message_text(chat, sent.id, "You?").await;
    assert_eq!(api_error(frozen), ApiError::MessageCantBeEdited);
    let caption = json!({ "chat_id": chat.0, "message_id": sent.id.0, "caption": "a" });
    assert_eq!(
        refused(&fake, "editMessageCaption", caption).await,
        "Bad Request: message can't be edited"
    );
    fake.deletes(chat, sent.id);
    let gone = bot.edit_message_text(chat, sent.id, "You?").await;
    assert_eq!(api_error(gone), ApiError::MessageToEditNotFound);
    assert_eq!(fake.message(chat, sent.id).edits, 1);
    fake.finish();
}

#[tokio::test]
async fn old_messages_stay() {
    let fake = deaf();
    fake.set_now(datetime!(2026-11-29 12:00 UTC));
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let (chat, group) = (fake.private(anna), fake.supergroup("Friends", &[anna]));
    let mut sent = Vec::new();
    for chat in [chat, group] {
        for _ in 0..2 {
            sent.push((chat, bot.send_message(chat, "a").await.unwrap().id));
        }
    }
    let said = fake.says(group, anna, "a");
    let not_mine = bot.delete_message(group, said).await;
    assert_eq!(api_error(not_mine), ApiError::MessageCantBeDeleted);
    fake.makes(group, anna, BOT, Status::Administrator);
    bot.delete_message(group, said).await.unwrap();
    fake.passes(Duration::hours(48));
    for (chat, id) in [sent[0], sent[2]] {
        bot.delete_message(chat, id).await.unwrap();
        let again = bot.delete_message(chat, id).await;
        assert_eq!(api_error(again), ApiError::MessageToDeleteNotFound);
    }
    fake.passes(Duration::SECOND);
    assert_eq!(
        api_error(bot.delete_message(group, sent[3].1).await),
        ApiError::MessageCantBeDeleted
    );
    let everyone = "Bad Request: message can't be deleted for everyone".to_owned();
    let private = bot.delete_message(chat, sent[1].1).await;
    assert_eq!(api_error(private), ApiError::Unknown(everyone));
    assert_eq!((fake.messages(chat).len(), fake.messages(group).len()), (1, 1));
    fake.finish();
}

#[tokio::test]
async fn answers_need_their_message() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let group = fake.group("Friends", &[anna]);
    let said = fake.says(group, anna, "/play");
    let reply = bot.send_message(group, "a").reply_parameters(ReplyParameters::new(said));
    let sent = reply.await.unwrap();
    assert_eq!(sent.reply_to_message().unwrap().id, said);
    assert_eq!(fake.next(group).await.reply_to, Some(said));
    fake.deletes(group, said);
    let reply = bot.send_message(group, "b").reply_parameters(ReplyParameters::new(said));
    assert_eq!(api_error(reply.await), ApiError::MessageToReplyNotFound);
    let lenient = ReplyParameters::new(said).allow_sending_without_reply();
    bot.send_message(group, "b").reply_parameters(lenient).await.unwrap();
    assert_eq!(fake.next(group).await.reply_to, None);
    fake.finish();
}

#[tokio::test]
async fn people_can_be_out_of_reach() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = ChatId::from(anna);
    let say = || async { api_error(bot.send_message(chat, "a").await) };
    assert_eq!(api_error(bot.send_message(ChatId(77), "a").await), ApiError::ChatNotFound);
    // The enum expects another code before these words.
    let initiate = "Forbidden: bot can't initiate conversation with a user".to_owned();
    assert_eq!(say().await, ApiError::Unknown(initiate));
    fake.says(chat, anna, "/start");
    bot.send_message(chat, "a").await.unwrap();
    fake.blocks(anna, true);
    assert_eq!(say().await, ApiError::BotBlocked);
    fake.blocks(anna, false);
    fake.renames(anna, |anna| anna.deactivated = true);
    assert_eq!(say().await, ApiError::UserDeactivated);
    let robot = fake.user_with("Robot", |user| user.is_bot = true);
    let robot = bot.send_message(ChatId::from(robot), "a").await;
    let bots = "Forbidden: bot can't send messages to bots".to_owned();
    assert_eq!(api_error(robot), ApiError::Unknown(bots));
    assert_eq!(fake.messages(chat).len(), 1);
    fake.finish();
}

#[tokio::test]
async fn groups_can_be_closed_to_the_bot() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let (group, supergroup) = (fake.group("A", &[anna]), fake.supergroup("B", &[anna]));
    fake.makes(group, anna, BOT, Status::Kicked);
    fake.makes(supergroup, anna, BOT, Status::Kicked);
    let kicked = bot.send_message(supergroup, "a").await;
    assert_eq!(api_error(kicked), ApiError::BotKickedFromSupergroup);
    let kicked = "Forbidden: bot was kicked from the group chat".to_owned();
    assert_eq!(api_error(bot.send_message(group, "a").await), ApiError::Unknown(kicked));
    fake.makes(supergroup, anna, BOT, Status::Left);
    let left = "Forbidden: bot is not a member of the supergroup chat".to_owned();
    assert_eq!(api_error(bot.send_message(supergroup, "a").await), ApiError::Unknown(left));
    fake.makes(supergroup, anna, BOT, Status::Restricted(Rights::NONE, true));
    let muted = "Bad Request: not enough rights to send text messages to the chat".to_owned();
    assert_eq!(api_error(bot.send_message(supergroup, "a").await), ApiError::Unknown(muted));
    fake.dissolves(group);
    let deleted = "Forbidden: the group chat was deleted".to_owned();
    assert_eq!(api_error(bot.send_message(group, "a").await), ApiError::Unknown(deleted));
    fake.permits(supergroup, Rights::NONE);
    fake.makes(supergroup, anna, BOT, Status::Administrator);
    bot.send_message(supergroup, "a").await.unwrap();
    fake.next(supergroup).await;
    fake.dissolves(supergroup);
    let gone = bot.get_chat(supergroup).await;
    assert_eq!(api_error(gone), ApiError::ChatNotFound);
    fake.finish();
}

#[tokio::test]
async fn a_group_that_grew_says_where_it_went() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let group = fake.group("Friends", &[anna]);
    let old = bot.send_message(group, "a").await.unwrap();
    let supergroup = fake.upgrades(group, anna);
    let moved = |outcome| match outcome {
        Err(RequestError::MigrateToChatId(to)) => to,
        other => panic!("{other:?}"),
    };
    assert_eq!(moved(bot.send_message(group, "b").await), supergroup);
    assert_eq!(moved(bot.edit_message_text(group, old.id, "b").await), supergroup);
    let heard = super::heard(&fake).await;
    assert_eq!(heard[0].migrate_to_chat_id(), Some(&supergroup));
    assert_eq!(heard[1].migrate_from_chat_id(), Some(&group));
    assert_eq!((heard[0].chat.id, heard[1].chat.id), (group, supergroup));
    // Ids of messages start anew.
    assert_eq!(bot.send_message(supergroup, "b").await.unwrap().id, MessageId(2));
    assert_eq!((fake.messages(group).len(), fake.messages(supergroup).len()), (1, 1));
    fake.finish();
}
