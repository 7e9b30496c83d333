//! Messages: files, answers, changes, numbers that are used once.

use super::{done, form, into, place, post, refused};
use crate::support::fake_discord::{BOT, Embed, FakeDiscord, File, Leftover};
use pretty_assertions::assert_eq;
use serde_json::json;
use time::{Duration, macros::datetime};

fn names(files: &[File]) -> Vec<&str> {
    files.iter().map(|file| file.name.as_str()).collect()
}

fn picture(embed: &Embed) -> &str {
    embed.image.as_deref().unwrap()
}

#[tokio::test]
async fn files_stay_if_that_is_said() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x02\x00\0\0\x01\x00rest";
    let body = json!({
        "content": "a",
        "attachments": [{ "id": 0, "filename": "board-1.png", "description": "A board" }],
        "embeds": [{ "image": { "url": "attachment://board-1.png" } }],
    });
    let sent = form(&fake, "POST", &into(channel), body, &[("x.png", png)]).await.json;
    let file = &sent["attachments"][0];
    assert_eq!((&file["width"], &file["height"]), (&json!(512), &json!(256)));
    let board = fake.next(channel).await;
    let (name, bytes) = (&board.file().name, &board.file().bytes[..]);
    assert_eq!((name.as_str(), bytes), ("board-1.png", &png[..]));
    assert_eq!(board.file().description.as_deref(), Some("A board"));
    assert_eq!(picture(&board.embeds[0]), "attachment://board-1.png");

    let path = format!("{}/{}", into(channel), board.id);
    done(&fake, "PATCH", &path, json!({ "content": "b" })).await;
    assert_eq!(fake.message(board.id).files, board.files);
    let both = json!({
        "embeds": [],
        "attachments": [{ "id": board.file().id }, { "id": 0, "filename": "board-2.png" }],
    });
    form(&fake, "PATCH", &path, both, &[("x.png", png)]).await;
    let files = fake.message(board.id).files;
    assert_eq!(names(&files), ["board-1.png", "board-2.png"]);
    let one = json!({ "attachments": [{ "id": files[1].id }] });
    done(&fake, "PATCH", &path, one).await;
    assert_eq!(fake.message(board.id).files, files[1..]);
    let gone = json!({ "attachments": [{ "id": files[0].id }] });
    assert_eq!(refused(&fake, "PATCH", &path, gone).await, 50035);
    done(&fake, "PATCH", &path, json!({ "attachments": [] })).await;
    assert!(fake.message(board.id).files.is_empty());
    fake.excuse(Leftover::Refused(50035));
    fake.finish();
}

#[tokio::test]
async fn new_files_without_a_list_fail_the_test() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    let sent = post(&fake, channel, "a").await;
    let path = format!("{}/{sent}", into(channel));
    form(&fake, "PATCH", &path, json!({ "content": "b" }), &[("x.png", b"x")]).await;
    let picture = json!({ "embeds": [{ "image": { "url": "attachment://y.png" } }] });
    done(&fake, "PATCH", &path, picture).await;
    let faults = fake.faults();
    assert_eq!(faults[0], "editMessage: files, but no list of those that stay");
    assert_eq!(faults[1], "an embed shows y.png, which the message does not have");
    super::fails(fake);
}

#[tokio::test]
async fn a_nonce_is_used_once_if_that_is_wanted() {
    let fake = FakeDiscord::start();
    let (_, guild, channel) = place(&fake);
    let other = fake.channel(guild, "other");
    let body = json!({ "content": "a", "nonce": "n1", "enforce_nonce": true });
    let first = done(&fake, "POST", &into(channel), body.clone()).await;
    let second = done(&fake, "POST", &into(channel), body.clone()).await;
    assert_eq!(first["id"], second["id"]);
    assert_eq!(first["nonce"], json!("n1"));
    done(&fake, "POST", &into(other), body).await;
    let free = json!({ "content": "a", "nonce": "n1" });
    done(&fake, "POST", &into(channel), free).await;
    assert_eq!((fake.messages(channel).len(), fake.messages(other).len()), (2, 1));
    let long = json!({ "content": "a", "nonce": "n".repeat(26) });
    assert_eq!(refused(&fake, "POST", &into(channel), long).await, 50035);
    fake.excuse(Leftover::Refused(50035));
    fake.finish();
}

#[tokio::test]
async fn what_is_answered_may_be_gone() {
    let fake = FakeDiscord::start();
    let (anna, _, channel) = place(&fake);
    let said = fake.says(anna, channel, "d2-d3");
    fake.deletes(said);
    let mut body = json!({ "content": "a", "message_reference": { "message_id": said } });
    assert_eq!(refused(&fake, "POST", &into(channel), body.clone()).await, 50035);
    body["message_reference"]["fail_if_not_exists"] = json!(false);
    done(&fake, "POST", &into(channel), body).await;
    assert_eq!(fake.next(channel).await.reply_to, None);
    fake.excuse(Leftover::Refused(50035));
    fake.finish();
}

#[tokio::test]
async fn old_messages_are_changed_a_few_times() {
    let fake = FakeDiscord::start();
    fake.set_now(datetime!(2030-01-01 12:00 UTC));
    let (_, _, channel) = place(&fake);
    let sent = post(&fake, channel, "a").await;
    let path = format!("{}/{sent}", into(channel));
    for _ in 0..5 {
        done(&fake, "PATCH", &path, json!({ "content": "b" })).await;
    }
    fake.passes(Duration::minutes(61));
    for _ in 0..3 {
        done(&fake, "PATCH", &path, json!({ "content": "c" })).await;
    }
    assert_eq!(refused(&fake, "PATCH", &path, json!({ "content": "d" })).await, 30046);
    assert_eq!(fake.message(sent).content, "c");
    let young = post(&fake, channel, "a").await;
    let other = format!("{}/{young}", into(channel));
    done(&fake, "PATCH", &other, json!({ "content": "b" })).await;
    fake.ages(young, Duration::minutes(61));
    assert_eq!(refused(&fake, "PATCH", &other, json!({ "content": "b" })).await, 30046);
    fake.passes(Duration::seconds(21));
    done(&fake, "PATCH", &path, json!({ "content": "d" })).await;
    fake.excuse(Leftover::Refused(30046));
    fake.finish();
}

#[tokio::test]
async fn only_own_messages_are_changed_and_deleted() {
    let fake = FakeDiscord::start();
    let (anna, guild, channel) = place(&fake);
    let said = fake.says(anna, channel, "a");
    let path = format!("{}/{said}", into(channel));
    assert_eq!(refused(&fake, "PATCH", &path, json!({ "content": "b" })).await, 50005);
    assert_eq!(refused(&fake, "DELETE", &path, json!(null)).await, 50013);
    fake.permits(channel, |rights| rights.manage_messages = true);
    done(&fake, "DELETE", &path, json!(null)).await;
    let sent = post(&fake, channel, "a").await;
    let elsewhere = format!("{}/{sent}", into(fake.channel(guild, "other")));
    assert_eq!(refused(&fake, "DELETE", &elsewhere, json!(null)).await, 10008);
    let path = format!("{}/{sent}", into(channel));
    done(&fake, "DELETE", &path, json!(null)).await;
    assert_eq!(refused(&fake, "PATCH", &path, json!({ "content": "b" })).await, 10008);
    assert!(fake.message(sent).deleted && fake.messages(channel).is_empty());
    assert_eq!(fake.message(sent).author, BOT);
    for code in [50005, 50013, 10008] {
        fake.excuse(Leftover::Refused(code));
    }
    fake.finish();
}
