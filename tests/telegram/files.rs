//! Pictures, records and animations as files.

use super::lines;
use crate::support::{
    fake_telegram::{Call, Fault, Message},
    served::Served,
};
use pretty_assertions::assert_eq;
use teloxide::types::{ChatId, UserId};

/// How the files of a method were sent: whole, or by an id.
fn whole(served: &Served, method: &str) -> Vec<bool> {
    let key = method.trim_start_matches("send").to_lowercase();
    let is_whole = |call: &Call| call.params[&key].as_str().unwrap().starts_with("attach://");
    served.fake.calls(method).iter().map(is_whole).collect()
}

async fn match_of_two() -> (Served, [UserId; 2]) {
    let served = Served::new().await;
    let people = ["anna", "boris"].map(|name| served.person(name));
    served.begin(people[0], people[1]).await;
    (served, people)
}

fn bytes(message: &Message) -> &[u8] {
    &message.file.as_ref().unwrap().bytes
}

#[tokio::test]
async fn a_picture_is_sent_once() {
    let served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let first = served.tell(anna, "/rules senegal").await.remove(0);
    assert!(bytes(&first).starts_with(b"\x89PNG"));
    let again = served.tell(boris, "/rules senegal").await.remove(0);
    assert_eq!(bytes(&first), bytes(&again));
    // In another chat, too.
    let alone = ChatId::from(boris);
    served.fake.says(alone, boris, "/rules senegal");
    served.settle().await;
    let elsewhere = served.fake.messages(alone).remove(0);
    assert_eq!(bytes(&first), bytes(&elsewhere));
    assert_eq!(whole(&served, "sendPhoto"), [true, false, false]);
    // Other colours are another picture.
    served.tell(anna, "/theme night").await;
    served.tell(anna, "/rules senegal").await;
    assert_eq!(whole(&served, "sendPhoto"), [true, false, false, true]);
    served.fake.finish();
}

#[tokio::test]
async fn a_board_is_shown_again_without_being_sent() {
    let (served, [anna, boris]) = match_of_two().await;
    for user in [anna, boris] {
        served.tell(user, "/board").await;
    }
    assert_eq!(whole(&served, "sendPhoto"), [true, false, false]);
    served.tell(anna, "/move d2-d3").await;
    assert_eq!(whole(&served, "sendPhoto")[3..], [true]);
    served.fake.finish();
}

/// Telegram may know a file no more under the id that it gave.
#[tokio::test]
async fn a_file_that_telegram_has_lost_is_sent_anew() {
    let served = Served::new().await;
    let anna = served.person("anna");
    served.tell(anna, "/rules senegal").await;
    for lost in [
        "Bad Request: wrong file identifier/HTTP URL specified",
        "Bad Request: wrong remote file identifier specified: can't unserialize it. Wrong last symbol",
        "Bad Request: wrong file_id or the file is temporarily unavailable",
        "Bad Request: FILE_REFERENCE_EXPIRED",
    ] {
        let before = whole(&served, "sendPhoto").len();
        served.fake.fail("sendPhoto", Fault::Refuse(400, lost), 1);
        let news = served.tell(anna, "/rules senegal").await;
        assert_eq!(news.len(), 1, "{lost}");
        assert!(news[0].file.is_some());
        assert_eq!(whole(&served, "sendPhoto")[before..], [false, true], "{lost}");
    }
    served.tell(anna, "/rules senegal").await;
    assert_eq!(whole(&served, "sendPhoto").last(), Some(&false));
    served.fake.finish();
}

/// Ids of files are good for the bot that they were given to.
#[tokio::test]
async fn files_of_another_bot_are_not_used() {
    let served = Served::new().await;
    let anna = served.person("anna");
    served.tell(anna, "/rules senegal").await;
    let other = "update files set bot_id = '1', file_id = 'of-another-bot'";
    assert_eq!(sqlx::query(other).execute(&served.pool).await.unwrap().rows_affected(), 1);
    served.tell(anna, "/rules senegal").await;
    served.tell(anna, "/rules senegal").await;
    assert_eq!(whole(&served, "sendPhoto"), [true, true, false]);
    served.fake.finish();
}

#[tokio::test]
async fn a_record_is_a_document_and_a_replay_an_animation() {
    let (served, [anna, boris]) = match_of_two().await;
    for (user, text) in [(anna, "/move d2-d3"), (boris, "/move d4:d2"), (anna, "/move d1:d3")] {
        served.tell(user, text).await;
    }
    let record = served.tell(anna, "/record").await.remove(0);
    assert_eq!(lines(&record), ["The record of game #1."]);
    let file = record.file.as_ref().unwrap();
    assert_eq!((file.kind.key(), file.name.as_str()), ("document", "senegal-1.txt"));
    assert_eq!(
        std::str::from_utf8(&file.bytes).unwrap(),
        "[Game \"senegal\"]\n[White \"anna\"]\n[Black \"boris\"]\n[Date \"2026.11.29\"]\n\
         [Result \"none\"]\n\n1. d2-d3 d4:d2 2. d1:d3\n"
    );
    for (at, text) in ["/replay", "/replay 1"].into_iter().enumerate() {
        let replay = served.tell(boris, text).await.remove(0);
        assert_eq!(lines(&replay), ["Game #1 from its beginning."]);
        let file = replay.file.as_ref().unwrap();
        assert_eq!((file.kind.key(), file.name.as_str()), ("animation", "senegal-1.gif"));
        assert!(file.bytes.starts_with(b"GIF89a"));
        assert_eq!(whole(&served, "sendAnimation")[at], at == 0);
    }
    served.fake.finish();
}
