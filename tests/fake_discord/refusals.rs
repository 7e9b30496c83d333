//! What is refused, and how.

use super::{call, done, form, into, place, refused};
use crate::support::fake_discord::{FakeDiscord, Leftover};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use teloxide::net::default_reqwest_settings;

#[tokio::test]
async fn forms_have_limits() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    let button = |id: &str| json!({ "type": 2, "style": 1, "label": "a", "custom_id": id });
    let row = |buttons: Vec<Value>| json!({ "type": 1, "components": buttons });
    let rows = |rows: Vec<Value>| json!({ "content": "a", "components": rows });
    let changed = |key: &str, value: Value| {
        let mut button = button("a");
        button[key] = value;
        rows(vec![row(vec![button])])
    };
    let ids = |from: usize| (from..from + 5).map(|id| button(&id.to_string())).collect();
    let embed = |embed: Value| json!({ "embeds": [embed] });
    let right = rows((0..5).map(|number| row(ids(number * 5))).collect());
    done(&fake, "POST", &into(channel), right).await;
    done(&fake, "POST", &into(channel), json!({ "content": "я".repeat(2000) })).await;
    done(&fake, "POST", &into(channel), embed(json!({ "description": "a".repeat(4096) }))).await;
    for (wrong, at) in [
        (json!({ "content": "я".repeat(2001) }), "content"),
        (changed("label", json!("a".repeat(81))), "components"),
        (changed("custom_id", json!("a".repeat(101))), "components"),
        (changed("custom_id", json!("")), "components"),
        (changed("label", json!(null)), "components"),
        (changed("style", json!(9)), "components"),
        (changed("url", json!("https://a.org")), "components"),
        (rows(vec![row(vec![button("a"), button("a")])]), "components"),
        (rows(vec![row(vec![button("a")]), row(vec![button("a")])]), "components"),
        (rows(vec![row((0..6).map(|id| button(&id.to_string())).collect())]), "components"),
        (rows((0..6).map(|id| row(vec![button(&id.to_string())])).collect()), "components"),
        (rows(vec![row(vec![])]), "components"),
        (rows(vec![button("a")]), "components"),
        (embed(json!({ "description": "a".repeat(4097) })), "embeds"),
        (embed(json!({ "title": "a".repeat(257) })), "embeds"),
        (embed(json!({ "footer": { "text": "a".repeat(2049) } })), "embeds"),
        (json!({ "embeds": vec![json!({ "description": "a".repeat(3001) }); 2] }), "embeds"),
        (json!({ "embeds": vec![json!({ "title": "a" }); 11] }), "embeds"),
        (json!({ "content": "a", "allowed_mentions": { "users": ["x"] } }), "allowed_mentions"),
        (
            json!({ "content": "a", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            "allowed_mentions",
        ),
    ] {
        let reply = call(&fake, "POST", &into(channel), wrong.clone()).await;
        assert_eq!((reply.status, &reply.json["code"]), (400, &json!(50035)), "{wrong}");
        assert!(reply.json["errors"][at].is_object(), "{wrong}: {}", reply.json);
    }
    assert_eq!(fake.messages(channel).len(), 3);
    fake.excuse(Leftover::Refused(50035));
    assert_eq!(fake.faults(), ["allowed_mentions: nobody has the id 1"]);
    super::fails(fake);
}

#[tokio::test]
async fn an_empty_message_is_none() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    for empty in [json!({}), json!({ "content": " \n" }), json!({ "content": null, "embeds": [] })]
    {
        assert_eq!(refused(&fake, "POST", &into(channel), empty).await, 50006);
    }
    fake.excuse(Leftover::Refused(50006));
    fake.finish();
}

#[tokio::test]
async fn files_may_be_too_large() {
    let fake = FakeDiscord::start();
    let (_, guild, channel) = place(&fake);
    fake.changes_guild(guild, |guild| guild.file_limit = 10);
    let small = form(&fake, "POST", &into(channel), json!({}), &[("a", &[0; 10])]).await;
    assert_eq!(small.status, 200);
    let large = form(&fake, "POST", &into(channel), json!({}), &[("a", &[0; 11])]).await;
    assert_eq!((large.status, &large.json["code"]), (413, &json!(40005)));
    fake.excuse(Leftover::Refused(40005));
    fake.finish();
}

#[tokio::test]
async fn a_wrong_token_opens_nothing() {
    let fake = FakeDiscord::start();
    let client = default_reqwest_settings().no_proxy().build().unwrap();
    for token in [None, Some("Bot another"), Some(crate::support::fake_discord::TOKEN)] {
        let request = client.get(format!("{}/api/v10/users/@me", fake.url()));
        let request = request.header("User-Agent", "DiscordBot (https://example.org, 1)");
        let request = match token {
            Some(token) => request.header("Authorization", token),
            None => request,
        };
        assert_eq!(request.send().await.unwrap().status(), 401);
    }
    assert_eq!(fake.invalid_requests(), 3);
    fake.excuse(Leftover::Refused(401));
    fake.finish();
}

#[tokio::test]
async fn what_is_not_known_fails_the_test() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    assert_eq!(call(&fake, "GET", "/channels/1/pins", json!(null)).await.status, 404);
    assert_eq!(call(&fake, "PUT", &format!("/channels/{channel}"), json!({})).await.status, 404);
    done(&fake, "POST", &into(channel), json!({ "content": "a", "colour": 1 })).await;
    let inner = json!({ "content": "a", "allowed_mentions": { "persons": [] } });
    done(&fake, "POST", &into(channel), inner).await;
    done(&fake, "GET", "/users/@me?with=all", json!(null)).await;
    let client = default_reqwest_settings().no_proxy().build().unwrap();
    client.get(format!("{}/api/v10/gateway", fake.url())).send().await.unwrap();
    let expected = [
        "there is no GET /api/v10/channels/1/pins".to_owned(),
        format!("there is no PUT /api/v10/channels/{channel}"),
        "createMessage: there is no field colour".to_owned(),
        "allowed_mentions: there is no field persons".to_owned(),
        "getMe: there is no parameter with".to_owned(),
        "getGateway: the user agent None is none of a bot".to_owned(),
    ];
    assert_eq!(fake.faults(), expected);
    super::fails(fake);
}
