//! What is written down for others to check.

use super::deaf;
use crate::support::fake_telegram::Fault;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use teloxide::{payloads::*, prelude::Requester, types::*};

#[tokio::test]
async fn requests_results_errors_and_updates_are_recorded() {
    let fake = deaf();
    let folder = tempfile::tempdir().unwrap();
    fake.record(folder.path(), "talk");
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let chat = fake.private(anna);
    fake.says(chat, anna, "/play");
    let photo = InputFile::memory(b"GIF89a\x20\0\x10\0".to_vec()).file_name("1.gif");
    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Join", "1j")]]);
    let sent = bot.send_photo(chat, photo.clone()).caption("17").reply_markup(keyboard);
    let sent = sent.await.unwrap();
    let media = InputMedia::Photo(InputMediaPhoto::new(photo));
    bot.edit_message_media(chat, sent.id, media).await.unwrap();
    bot.send_message(chat, "").await.unwrap_err();
    // Nobody gets this answer.
    fake.fail("sendMessage", Fault::CutBefore, 1);
    bot.send_message(chat, "a").await.unwrap_err();
    fake.next(chat).await;
    let lines = std::fs::read_to_string(folder.path().join("talk.jsonl")).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<_> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        ["update", "request", "result", "request", "result", "request", "error", "request"]
    );
    assert_eq!(lines[0]["update"]["message"]["text"], json!("/play"));
    let request = &lines[1];
    assert_eq!(
        (&request["method"], &request["files"]),
        (&json!("sendPhoto"), &json!({ "photo": "attach" }))
    );
    // Texts stay texts, the rest is JSON.
    assert_eq!(request["params"]["caption"], json!("17"));
    assert_eq!(request["params"]["chat_id"], json!(chat.0));
    assert!(request["params"]["reply_markup"]["inline_keyboard"].is_array());
    assert_eq!(lines[2]["result"]["message_id"], json!(sent.id.0));
    assert_eq!(lines[3]["files"], json!({ "media": "attach" }));
    assert_eq!(lines[6]["error"]["description"], json!("Bad Request: message text is empty"));
    fake.finish();
}
