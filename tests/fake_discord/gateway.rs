//! The gateway.

use super::{Line, callback, done, into, place, post, register};
use crate::support::fake_discord::{FakeDiscord, TOKEN};
use pretty_assertions::assert_eq;
use serde_json::json;

const GUILDS: u64 = 1;

#[tokio::test]
async fn who_identifies_itself_hears_of_its_guilds_and_of_what_happens() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, guild, channel) = place(&fake);
    let (mut line, ready) = Line::ready(&fake, [0, 1], GUILDS).await;
    assert_eq!(ready["guilds"], json!([{ "id": guild, "unavailable": true }]));
    let created = line.event().await;
    assert_eq!((&created["t"], &created["d"]["id"]), (&json!("GUILD_CREATE"), &json!(guild)));
    assert_eq!(created["d"]["channels"][0]["name"], json!("general"));
    // Nobody has asked to hear of messages.
    fake.says(anna, channel, "hello");
    let asked = fake.slash(anna, channel, "/play game:senegal");
    let told = line.event().await;
    assert_eq!((&told["t"], &told["d"]["id"]), (&json!("INTERACTION_CREATE"), &json!(asked)));
    assert_eq!(told["s"], json!(3));
    assert_eq!(fake.dispatched(), 3);
    line.say(json!({ "op": 1, "d": 3 })).await;
    assert_eq!(line.hear().await["op"], json!(11));
    done(&fake, "POST", &callback(&fake, asked), json!({ "type": 4, "data": { "content": "a" } }))
        .await;
    fake.finish();
}

#[tokio::test]
async fn who_may_not_listen_is_sent_away() {
    let fake = FakeDiscord::start();
    for (token, shard, intents, code) in [
        ("another", [0, 1], GUILDS, 4004),
        (TOKEN, [1, 1], GUILDS, 4010),
        (TOKEN, [0, 1], 1 << 60, 4013),
        (TOKEN, [0, 1], GUILDS | 1 << 15, 4014),
    ] {
        let mut line = Line::open(&fake).await;
        line.identify(token, shard, intents).await;
        assert_eq!(line.closed().await, code);
    }
    assert!(fake.identifies().is_empty());
    fake.grants(1 << 15);
    Line::ready(&fake, [0, 1], GUILDS | 1 << 15).await;
    assert_eq!(fake.identifies(), [(0, 1)]);
    fake.finish();
}

/// Takes a session up again.
async fn resume(line: &mut Line, session: &str, seq: u64) {
    let data = json!({ "token": TOKEN, "session_id": session, "seq": seq });
    line.say(json!({ "op": 6, "d": data })).await;
}

#[tokio::test]
async fn what_was_missed_is_told_again() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, _, channel) = place(&fake);
    let (mut line, ready) = Line::ready(&fake, [0, 1], GUILDS).await;
    line.event().await;
    fake.asks_to_reconnect();
    assert_eq!(line.hear().await["op"], json!(7));
    fake.cuts();
    fake.sockets(0).await;
    let missed = fake.slash(anna, channel, "/play game:senegal");
    let session = ready["session_id"].as_str().unwrap();
    let mut line = Line::open(&fake).await;
    resume(&mut line, session, 2).await;
    let told = line.event().await;
    assert_eq!((&told["s"], &told["d"]["id"]), (&json!(3), &json!(missed)));
    assert_eq!(line.event().await["t"], json!("RESUMED"));
    assert_eq!((fake.resumes(), fake.identifies().len(), fake.dispatched()), (1, 1, 4));
    fake.closes(4000);
    assert_eq!(line.closed().await, 4000);

    fake.refuses_resumes(1);
    let mut line = Line::open(&fake).await;
    resume(&mut line, session, 4).await;
    let told = line.hear().await;
    assert_eq!((&told["op"], &told["d"]), (&json!(9), &json!(false)));
    // That session is over for good.
    resume(&mut line, session, 4).await;
    assert_eq!(line.hear().await["op"], json!(9));
    line.identify(TOKEN, [0, 1], GUILDS).await;
    assert_eq!(line.event().await["t"], json!("READY"));
    let answer = json!({ "type": 4, "data": { "content": "a" } });
    done(&fake, "POST", &callback(&fake, missed), answer).await;
    fake.finish();
}

#[tokio::test]
async fn guilds_lie_on_shards() {
    let fake = FakeDiscord::start();
    let anna = fake.user("Anna");
    let guilds = [fake.guild("One", &[anna]), fake.guild("Two", &[anna])];
    let shard = |guild: serenity::model::id::GuildId| (guild.get() >> 22) % 2;
    assert_ne!(shard(guilds[0]), shard(guilds[1]));
    for guild in guilds {
        let index = u32::try_from(shard(guild)).unwrap();
        let (mut line, ready) = Line::ready(&fake, [index, 2], GUILDS | 1 << 9).await;
        assert_eq!(ready["guilds"][0]["id"], json!(guild));
        assert_eq!(ready["guilds"].as_array().unwrap().len(), 1);
        line.event().await;
        for guild in guilds {
            fake.says(anna, fake.general(guild), "a");
        }
        assert_eq!(line.event().await["d"]["guild_id"], json!(guild));
        line.say(json!({ "op": 1, "d": 3 })).await;
        assert_eq!(line.hear().await["op"], json!(11));
    }
    assert_eq!(fake.identifies().len(), 2);
    fake.finish();
}

#[tokio::test]
async fn contents_are_told_only_to_those_concerned() {
    let fake = FakeDiscord::start();
    let (anna, _, channel) = place(&fake);
    let (mut line, _) = Line::ready(&fake, [0, 1], 1 << 9 | 1 << 12).await;
    let bot = crate::support::fake_discord::BOT;
    fake.says(anna, channel, "d2-d3");
    fake.says(anna, channel, &format!("<@{bot}> d2-d3"));
    fake.says(anna, fake.dm(anna), "d2-d3");
    let sent = post(&fake, channel, "ours").await;
    let path = format!("{}/{sent}", into(channel));
    done(&fake, "PATCH", &path, json!({ "content": "changed" })).await;
    done(&fake, "DELETE", &path, json!(null)).await;
    let mut told = Vec::new();
    for _ in 0..6 {
        let event = line.event().await;
        told.push((event["t"].clone(), event["d"]["content"].clone()));
    }
    let created = |content: &str| (json!("MESSAGE_CREATE"), json!(content));
    let mentioned = format!("<@{bot}> d2-d3");
    let expected = [
        created(""),
        created(&mentioned),
        created("d2-d3"),
        created("ours"),
        (json!("MESSAGE_UPDATE"), json!("changed")),
        (json!("MESSAGE_DELETE"), json!(null)),
    ];
    assert_eq!(told, expected);
    fake.finish();
}

#[tokio::test]
async fn what_happens_to_guilds_and_channels_is_told() {
    let fake = FakeDiscord::start();
    let (anna, guild, channel) = place(&fake);
    let (mut line, _) = Line::ready(&fake, [0, 1], GUILDS).await;
    line.event().await;
    let thread = fake.thread(channel, "thread");
    fake.archives(thread, false);
    fake.deletes_channel(thread);
    fake.permits(channel, |rights| rights.send = false);
    fake.deletes_channel(channel);
    fake.outage(guild, true);
    fake.outage(guild, false);
    fake.removes_bot(guild);
    fake.invites_bot(guild);
    fake.leaves(guild, anna);
    let mut told = Vec::new();
    for _ in 0..9 {
        let event = line.event().await;
        told.push((event["t"].clone(), event["d"]["unavailable"].clone()));
    }
    let of = |name: &str| (json!(name), json!(null));
    let expected = [
        of("THREAD_CREATE"),
        of("THREAD_UPDATE"),
        of("THREAD_DELETE"),
        of("CHANNEL_UPDATE"),
        of("CHANNEL_DELETE"),
        (json!("GUILD_DELETE"), json!(true)),
        (json!("GUILD_CREATE"), json!(false)),
        of("GUILD_DELETE"),
        (json!("GUILD_CREATE"), json!(false)),
    ];
    assert_eq!(told, expected);
    assert_eq!(fake.dispatched(), 11);
    fake.finish();
}

#[tokio::test]
async fn a_heartbeat_may_be_unheard_and_an_event_come_twice() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, _, channel) = place(&fake);
    let (mut line, _) = Line::ready(&fake, [0, 1], GUILDS).await;
    line.event().await;
    fake.swallows_acks(1);
    line.say(json!({ "op": 1, "d": null })).await;
    line.say(json!({ "op": 1, "d": null })).await;
    assert_eq!(line.hear().await["op"], json!(11));
    assert_eq!(fake.heartbeats(), 1);
    fake.asks_for_heartbeat();
    assert_eq!(line.hear().await["op"], json!(1));
    let asked = fake.slash(anna, channel, "/play game:senegal");
    fake.repeats(asked);
    let (first, second) = (line.event().await, line.event().await);
    assert_eq!(first["d"], second["d"]);
    assert_ne!(first["s"], second["s"]);
    fake.dispatches("SOMETHING_NEW", None, &json!({ "x": 1 }));
    let new = line.event().await;
    assert_eq!((&new["t"], &new["d"]), (&json!("SOMETHING_NEW"), &json!({ "x": 1 })));
    // What waits to go out counts already.
    let (before, after) = fake
        .until("one more", |state| {
            let before = state.gateway.dispatched();
            state.tell("SOMETHING_NEW", None, 0, &json!({}));
            Some((before, state.gateway.dispatched()))
        })
        .await;
    assert_eq!(after, before + 1);
    // Nobody was woken by looking.
    fake.dispatches("SOMETHING_NEW", None, &json!({}));
    fake.delivered().await;
    line.event().await;
    line.event().await;
    fake.invalidates(false);
    assert_eq!(line.hear().await["op"], json!(9));
    let answer = json!({ "type": 4, "data": { "content": "a" } });
    done(&fake, "POST", &callback(&fake, asked), answer).await;
    fake.finish();
}

#[tokio::test]
async fn the_gateway_is_found_by_rest() {
    let fake = FakeDiscord::start();
    fake.recommends_shards(2);
    fake.leaves_identifies(1);
    let found = done(&fake, "GET", "/gateway/bot", json!(null)).await;
    assert_eq!((&found["url"], &found["shards"]), (&json!(fake.gateway_url()), &json!(2)));
    assert_eq!(found["session_start_limit"]["remaining"], json!(1));
    Line::ready(&fake, [0, 1], GUILDS).await;
    assert!(fake.faults().is_empty());
    Line::ready(&fake, [0, 1], GUILDS).await;
    assert_eq!(fake.faults(), ["gateway: the bot has identified itself too often"]);
    super::fails(fake);
}
