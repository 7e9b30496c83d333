//! Photos, documents and animations.

use super::{api_error, deaf, fails, refused};
use crate::support::fake_telegram::{BOT, FakeTelegram, Rights, Status, TOKEN};
use pretty_assertions::assert_eq;
use serde_json::json;
use teloxide::{ApiError, payloads::*, prelude::Requester, types::*};

/// The head of a PNG of a size.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes
}

fn gif() -> Vec<u8> {
    b"GIF89a\x20\0\x10\0".to_vec()
}

fn file(bytes: Vec<u8>, name: &str) -> InputFile {
    InputFile::memory(bytes).file_name(name.to_owned())
}

#[tokio::test]
async fn a_photo_is_sent_and_sent_again_by_its_id() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let group = fake.group("Friends", &[anna]);
    let caption = bot.send_photo(group, file(png(640, 480), "7.png")).caption("A board");
    let sent = caption.await.unwrap();
    let sizes = sent.photo().unwrap();
    let largest = sizes.iter().max_by_key(|size| size.width).unwrap();
    assert_eq!((sizes.len(), largest.width, largest.height), (2, 640, 480));
    let seen = fake.next(group).await;
    let shown = seen.file.as_ref().unwrap();
    assert_eq!((seen.plain(), shown.name.as_str()), ("A board", "7.png"));
    assert_eq!(shown.bytes, png(640, 480));
    let again = InputFile::file_id(largest.file.id.clone());
    bot.send_photo(group, again).await.unwrap();
    assert_eq!(fake.next(group).await.file.unwrap().bytes, png(640, 480));
    let described = bot.get_file(largest.file.id.clone()).await.unwrap();
    let url = format!("{}/file/bot{TOKEN}/{}", fake.url(), described.path);
    let bytes = bot.client().get(url).send().await.unwrap().bytes().await.unwrap();
    assert_eq!(bytes, png(640, 480));
    fake.finish();
}

#[tokio::test]
async fn documents_and_animations_keep_their_names() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    let sent = bot.send_document(chat, file(b"1. d2-d3".to_vec(), "game.txt")).await.unwrap();
    let document = sent.document().unwrap();
    assert_eq!(document.file_name.as_deref(), Some("game.txt"));
    let sent = bot.send_animation(chat, file(gif(), "game.gif")).await.unwrap();
    let animation = sent.animation().unwrap();
    assert_eq!((animation.width, animation.height), (32, 16));
    let wrong = InputFile::file_id(animation.file.id.clone());
    let wrong = bot.send_photo(chat, wrong).await;
    let cannot = "Bad Request: can't use file of type animation as photo".to_owned();
    assert_eq!(api_error(wrong), ApiError::Unknown(cannot));
    let sent = fake.messages(chat);
    assert_eq!(sent.iter().map(|m| m.file.as_ref().unwrap().bytes.len()).sum::<usize>(), 18);
    fake.finish();
}

#[tokio::test]
async fn photos_have_bounds() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    let wrong = "Bad Request: PHOTO_INVALID_DIMENSIONS";
    for (bytes, description) in [
        (png(6000, 4001), wrong),
        (png(2001, 100), wrong),
        (b"no picture".to_vec(), "Bad Request: IMAGE_PROCESS_FAILED"),
    ] {
        let error = api_error(bot.send_photo(chat, file(bytes, "a.png")).await);
        let expected = match description {
            "Bad Request: IMAGE_PROCESS_FAILED" => ApiError::ImageProcessFailed,
            other => ApiError::Unknown(other.to_owned()),
        };
        assert_eq!(error, expected);
    }
    let mut heavy = png(100, 100);
    heavy.resize((10 << 20) + 1, 0);
    let ApiError::Unknown(heavy) = api_error(bot.send_photo(chat, file(heavy, "a.png")).await)
    else {
        panic!()
    };
    assert!(heavy.contains("too big for a photo"), "{heavy}");
    bot.send_photo(chat, file(png(6000, 4000), "a.png")).await.unwrap();
    bot.send_photo(chat, file(png(2000, 100), "a.png")).await.unwrap();
    let unknown = bot.send_photo(chat, InputFile::file_id("AgAC".to_owned().into())).await;
    assert_eq!(api_error(unknown), ApiError::WrongFileIdOrUrl);
    let long = "я".repeat(1025);
    let long = bot.send_photo(chat, file(png(9, 9), "a.png")).caption(long).await;
    let too_long = "Bad Request: message caption is too long".to_owned();
    assert_eq!(api_error(long), ApiError::Unknown(too_long));
    assert_eq!(fake.messages(chat).len(), 2);
    fake.finish();
}

#[tokio::test]
async fn a_board_is_replaced_in_its_message() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    let first = bot.send_photo(chat, file(png(9, 9), "1.png")).caption("first").await.unwrap();
    let media = InputMediaPhoto::new(file(png(8, 8), "2.png")).caption("second");
    let edited = bot.edit_message_media(chat, first.id, InputMedia::Photo(media)).await.unwrap();
    assert_eq!(edited.caption(), Some("second"));
    let seen = fake.message(chat, first.id);
    let shown = seen.file.as_ref().unwrap();
    assert_eq!((shown.name.as_str(), shown.width, seen.edits), ("2.png", 8, 1));
    // By its id it is the same photo, with the same caption nothing changes.
    let id = edited.photo().unwrap().last().unwrap().file.id.clone();
    let media = InputMediaPhoto::new(InputFile::file_id(id)).caption("second");
    let same = bot.edit_message_media(chat, first.id, InputMedia::Photo(media)).await;
    assert_eq!(api_error(same), ApiError::MessageNotModified);
    bot.edit_message_caption(chat, first.id).caption("third").await.unwrap();
    assert_eq!(fake.message(chat, first.id).plain(), "third");
    let text = json!({ "chat_id": chat.0, "message_id": first.id.0, "text": "a" });
    assert_eq!(
        refused(&fake, "editMessageText", text).await,
        "Bad Request: there is no text in the message to edit"
    );
    let plain = bot.send_message(chat, "a").await.unwrap();
    let caption = json!({ "chat_id": chat.0, "message_id": plain.id.0, "caption": "a" });
    assert_eq!(
        refused(&fake, "editMessageCaption", caption).await,
        "Bad Request: there is no caption in the message to edit"
    );
    // A text may become a picture.
    let media = InputMediaPhoto::new(file(png(7, 7), "3.png"));
    bot.edit_message_media(chat, plain.id, InputMedia::Photo(media)).await.unwrap();
    assert_eq!(fake.message(chat, plain.id).file.unwrap().width, 7);
    fake.finish();
}

#[tokio::test]
async fn rights_are_those_of_the_kind() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let group = fake.supergroup("Friends", &[anna]);
    fake.makes(group, anna, BOT, Status::Restricted(Rights::TEXTS, true));
    let photo = bot.send_photo(group, file(png(9, 9), "1.png")).await;
    let refusal = "Bad Request: not enough rights to send photos to the chat".to_owned();
    assert_eq!(api_error(photo), ApiError::Unknown(refusal));
    let document = bot.send_document(group, file(gif(), "1.gif")).await;
    let refusal = "Bad Request: not enough rights to send documents to the chat".to_owned();
    assert_eq!(api_error(document), ApiError::Unknown(refusal));
    bot.send_message(group, "a board of letters").await.unwrap();
    fake.next(group).await;
    fake.makes(group, anna, BOT, Status::Member);
    bot.send_photo(group, file(png(9, 9), "1.png")).await.unwrap();
    fake.next(group).await;
    fake.finish();
}

#[tokio::test]
async fn a_thumbnail_is_no_picture() {
    let fake = deaf();
    let bot = fake.bot();
    let chat = fake.private(fake.user("Anna"));
    let sent = bot.send_photo(chat, file(png(9, 9), "1.png")).await.unwrap();
    let small = sent.photo().unwrap()[0].file.id.clone();
    let again = bot.send_photo(chat, InputFile::file_id(small)).await;
    assert_eq!(api_error(again), ApiError::WrongFileIdOrUrl);
    fake.next(chat).await;
    assert_eq!(fake.faults().len(), 1);
    fails(fake);
}
