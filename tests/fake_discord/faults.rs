//! What goes wrong because a test wants it to.

use super::{call, done, into, place};
use crate::support::fake_discord::{Call, FakeDiscord, Fault, Leftover, Refusal, TOKEN, When};
use pretty_assertions::assert_eq;
use serde_json::json;
use teloxide::net::default_reqwest_settings;

#[tokio::test]
async fn the_next_call_goes_wrong() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    for (fault, status, code) in [
        (Fault::RetryAfter(1.5), 429, json!(0)),
        (Fault::RetryAfterAll(1.5), 429, json!(0)),
        (Fault::Shared(1.5), 429, json!(0)),
        (Fault::ShutOut(7), 429, json!(null)),
        (Fault::Internal, 500, json!(0)),
        (Fault::BadGateway, 502, json!(null)),
        (Fault::Code(20028), 429, json!(20028)),
        (Fault::Code(10003), 404, json!(10003)),
        (Fault::Refuse(403, 99999, "no"), 403, json!(99999)),
    ] {
        fake.fail("createMessage", fault, 1);
        let reply = call(&fake, "POST", &into(channel), json!({ "content": "a" })).await;
        assert_eq!((reply.status, reply.json["code"].clone()), (status, code), "{fault:?}");
        let waits = reply.headers.get("retry-after").map(|value| value.to_str().unwrap());
        assert_eq!(waits.is_some(), status == 429, "{fault:?}");
        assert_eq!(reply.json["global"] == json!(true), fault == Fault::RetryAfterAll(1.5));
    }
    assert!(fake.messages(channel).is_empty());
    done(&fake, "POST", &into(channel), json!({ "content": "a" })).await;
    let statuses: Vec<_> = fake.calls("createMessage").iter().map(|c| c.status.unwrap()).collect();
    assert_eq!(statuses, [429, 429, 429, 429, 500, 502, 429, 404, 403, 200]);
    let last = |name: &str| -> Call { fake.calls(name).pop().unwrap() };
    assert_eq!(last("createMessage").refusal, None);
    fake.fail("getChannel", Fault::Code(10003), 1);
    call(&fake, "GET", &format!("/channels/{channel}"), json!(null)).await;
    let got = last("getChannel");
    assert_eq!((got.method, got.channel), ("GET", Some(channel)));
    assert_eq!((got.status, got.refusal), (Some(404), Some(Refusal::code(10003))));
    assert_eq!(got.path, format!("/api/v10/channels/{channel}"));
    let all = fake.all_calls();
    assert_eq!(all.len(), 11);
    assert!(all.windows(2).all(|pair| pair[0].at <= pair[1].at));
    assert!(all.iter().all(|call| call.files.is_empty()));
    assert_eq!(fake.invalid_requests(), 5);
    // What a test has wanted needs no excuse.
    fake.finish();
}

#[tokio::test]
async fn an_answer_can_be_lost_before_or_after_it_was_done() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    let client = default_reqwest_settings().no_proxy().build().unwrap();
    for (fault, messages) in [(Fault::CutBefore, 0), (Fault::CutAfter, 1)] {
        fake.fail("createMessage", fault, 1);
        let sent = client
            .post(format!("{}/api/v10{}", fake.url(), into(channel)))
            .header("Authorization", format!("Bot {TOKEN}"))
            .header("User-Agent", "DiscordBot (https://example.org, 1)")
            .header("Content-Type", "application/json")
            .body(r#"{"content":"a"}"#)
            .send()
            .await;
        assert!(sent.is_err(), "{fault:?}");
        assert_eq!(fake.messages(channel).len(), messages);
    }
    fake.finish();
}

#[tokio::test]
async fn a_call_can_stand_still() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    for (when, messages) in [(When::Before, 0), (When::After, 2)] {
        let held = fake.hold("createMessage", when);
        let (path, body) = (into(channel), json!({ "content": "a" }));
        let sent = done(&fake, "POST", &path, body);
        let meanwhile = async {
            fake.held(held).await;
            assert_eq!(fake.messages(channel).len(), messages);
            fake.release(held);
        };
        tokio::join!(sent, meanwhile);
    }
    fake.finish();
}

#[tokio::test]
async fn what_never_went_wrong_fails_the_test() {
    let fake = FakeDiscord::start();
    fake.fail("createMessage", Fault::Internal, 2);
    fake.fail_any(Fault::CutBefore, 1);
    fake.hold("getMe", When::Before);
    assert_eq!(
        fake.faults(),
        [
            "never met: Internal of createMessage",
            "never met: CutBefore of any call",
            "never stood still: getMe",
        ]
    );
    fake.excuse(Leftover::Unmet);
    fake.finish();
}
