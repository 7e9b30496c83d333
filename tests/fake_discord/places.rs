//! Guilds, members, threads, forums, private chats.

use super::{done, into, place, post, refused};
use crate::support::fake_discord::{FakeDiscord, Leftover};
use pretty_assertions::assert_eq;
use serde_json::json;
use serenity::model::id::ChannelId;

#[tokio::test]
async fn guilds_have_channels_and_members() {
    let fake = FakeDiscord::start();
    let (anna, guild, channel) = place(&fake);
    let games = fake.channel(guild, "games");
    fake.thread(games, "thread");
    let channels = done(&fake, "GET", &format!("/guilds/{guild}/channels"), json!(null)).await;
    let ids: Vec<_> = channels.as_array().unwrap().iter().map(|c| c["id"].clone()).collect();
    assert_eq!(ids, [json!(channel), json!(games)]);
    let member = |user| format!("/guilds/{guild}/members/{user}");
    fake.nick(guild, anna, Some("Anya"));
    let found = done(&fake, "GET", &member(anna), json!(null)).await;
    assert_eq!((&found["nick"], &found["user"]["id"]), (&json!("Anya"), &json!(anna)));
    let boris = fake.user("Boris");
    assert_eq!(refused(&fake, "GET", &member(boris), json!(null)).await, 10007);
    fake.joins(guild, boris);
    done(&fake, "GET", &member(boris), json!(null)).await;
    fake.leaves(guild, boris);
    assert_eq!(refused(&fake, "GET", &member(boris), json!(null)).await, 10007);
    assert_eq!(refused(&fake, "GET", "/guilds/1/members/77", json!(null)).await, 10004);
    assert_eq!(refused(&fake, "GET", &member(77.into()), json!(null)).await, 10013);
    for code in [10007, 10004, 10013] {
        fake.excuse(Leftover::Refused(code));
    }
    fake.finish();
}

#[tokio::test]
async fn threads_are_archived_and_opened_again() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    let body = json!({ "name": "Game 1", "type": 11, "auto_archive_duration": 1440 });
    let path = format!("/channels/{channel}/threads");
    let thread = done(&fake, "POST", &path, body.clone()).await;
    assert_eq!(thread["parent_id"], json!(channel));
    let thread: ChannelId = serde_json::from_value(thread["id"].clone()).unwrap();
    assert_eq!(fake.threads(channel), [(thread, "Game 1".to_owned())]);
    let sent = post(&fake, thread, "a").await;
    fake.archives(thread, false);
    let message = format!("{}/{sent}", into(thread));
    assert_eq!(refused(&fake, "PATCH", &message, json!({ "content": "b" })).await, 50083);
    assert_eq!(refused(&fake, "DELETE", &message, json!(null)).await, 50083);
    assert!(fake.is_archived(thread));
    post(&fake, thread, "b").await;
    assert!(!fake.is_archived(thread));
    done(&fake, "PATCH", &message, json!({ "content": "b" })).await;
    fake.archives(thread, true);
    assert_eq!(refused(&fake, "POST", &into(thread), json!({ "content": "c" })).await, 160_005);
    fake.permits(channel, |rights| rights.create_threads = false);
    assert_eq!(refused(&fake, "POST", &path, body).await, 50013);
    fake.deletes_channel(channel);
    assert_eq!(refused(&fake, "POST", &into(thread), json!({ "content": "c" })).await, 10003);
    for code in [50083, 160_005, 50013, 10003] {
        fake.excuse(Leftover::Refused(code));
    }
    fake.finish();
}

#[tokio::test]
async fn forums_have_posts_only() {
    let fake = FakeDiscord::start();
    let (anna, guild, _) = place(&fake);
    let forum = fake.forum(guild, "games");
    assert_eq!(refused(&fake, "POST", &into(forum), json!({ "content": "a" })).await, 50008);
    let theirs = fake.forum_post(forum, anna, "Who plays?");
    post(&fake, theirs, "I").await;
    let body = json!({ "name": "Game 2", "message": { "content": "Begin" } });
    let ours = done(&fake, "POST", &format!("/channels/{forum}/threads"), body).await;
    let ours: ChannelId = serde_json::from_value(ours["id"].clone()).unwrap();
    assert_eq!(fake.next(ours).await.content, "Begin");
    assert_eq!(fake.threads(forum).len(), 2);
    fake.excuse(Leftover::Refused(50008));
    fake.finish();
}

#[tokio::test]
async fn private_chats_may_be_closed() {
    let fake = FakeDiscord::start();
    let (anna, _, _) = place(&fake);
    let open = || done(&fake, "POST", "/users/@me/channels", json!({ "recipient_id": anna }));
    let dm: ChannelId = serde_json::from_value(open().await["id"].clone()).unwrap();
    assert_eq!((fake.dm(anna), open().await["id"].clone()), (dm, json!(dm)));
    post(&fake, dm, "a").await;
    fake.closes_dm(anna, true);
    assert_eq!(refused(&fake, "POST", &into(dm), json!({ "content": "b" })).await, 50007);
    let nobody = json!({ "recipient_id": "77" });
    assert_eq!(refused(&fake, "POST", "/users/@me/channels", nobody).await, 50033);
    for code in [50007, 50033] {
        fake.excuse(Leftover::Refused(code));
    }
    fake.finish();
}
