//! What the bot may do where.

use super::{call, callback, done, form, into, place, post, refused, register};
use crate::support::fake_discord::{FakeDiscord, Leftover, Rights};
use pretty_assertions::assert_eq;
use serde_json::json;

#[tokio::test]
async fn what_is_not_allowed_is_refused() {
    let fake = FakeDiscord::start();
    let (anna, guild, channel) = place(&fake);
    let thread = fake.thread(channel, "thread");
    let body = json!({ "content": "a" });
    fake.permits(channel, |rights| rights.send = false);
    assert_eq!(refused(&fake, "POST", &into(channel), body.clone()).await, 50013);
    post(&fake, thread, "threads have a right of their own").await;
    fake.permits(channel, |rights| (rights.send, rights.send_in_threads) = (true, false));
    assert_eq!(refused(&fake, "POST", &into(thread), body.clone()).await, 50013);
    let sent = post(&fake, channel, "a").await;
    let text_only = |rights: &mut Rights| (rights.attach, rights.embed) = (false, false);
    fake.permits(channel, text_only);
    let path = format!("{}/{sent}", into(channel));
    for (method, path) in [("POST", into(channel)), ("PATCH", path.clone())] {
        let files = json!({ "attachments": [{ "id": 0 }] });
        let files = form(&fake, method, &path, files, &[("a.png", b"a")]).await;
        assert_eq!(files.json["code"], json!(50013));
        let embed = json!({ "embeds": [{ "title": "a" }] });
        assert_eq!(refused(&fake, method, &path, embed).await, 50013);
    }
    let said = fake.says(anna, channel, "a");
    fake.permits(channel, |rights| rights.history = false);
    let reply = json!({ "content": "a", "message_reference": { "message_id": said } });
    assert_eq!(refused(&fake, "POST", &into(channel), reply).await, 160_002);
    fake.permits(channel, |rights| rights.view = false);
    for (method, path) in [("POST", into(channel)), ("PATCH", path.clone()), ("DELETE", path)] {
        assert_eq!(refused(&fake, method, &path, body.clone()).await, 50001);
    }
    let got = call(&fake, "GET", &format!("/channels/{channel}"), json!(null)).await;
    assert_eq!((got.status, &got.json["code"]), (403, &json!(50001)));
    let other = fake.general(fake.guild_without_bot("Others", &[anna]));
    assert_eq!(refused(&fake, "POST", &into(other), body.clone()).await, 50001);
    fake.removes_bot(guild);
    assert_eq!(refused(&fake, "POST", &into(thread), body).await, 50001);
    for code in [50013, 160_002, 50001] {
        fake.excuse(Leftover::Refused(code));
    }
    fake.finish();
}

#[tokio::test]
async fn an_interaction_tells_what_is_allowed() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, _, channel) = place(&fake);
    fake.permits(channel, |rights| rights.attach = false);
    let asked = fake.slash(anna, channel, "/play game:emir");
    let told = fake.interaction(asked).told;
    let rights: u64 = told["app_permissions"].as_str().unwrap().parse().unwrap();
    assert_eq!((rights & 1 << 15, rights & 1 << 11), (0, 1 << 11));
    let overwrites = &told["channel"]["permission_overwrites"][0];
    assert_eq!(overwrites["deny"], json!((1 << 15).to_string()));
    let body = json!({ "type": 4, "data": { "attachments": [{ "id": 0 }] } });
    let reply = form(&fake, "POST", &callback(&fake, asked), body, &[("a.png", b"a")]).await;
    assert_eq!(reply.json["code"], json!(50013));
    done(&fake, "POST", &callback(&fake, asked), json!({ "type": 4, "data": { "content": "a" } }))
        .await;
    fake.excuse(Leftover::Refused(50013));
    fake.finish();
}
