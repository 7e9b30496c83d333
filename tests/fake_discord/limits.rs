//! How much may be asked when.

use super::{call, callback, done, into, place, register};
use crate::support::fake_discord::{FakeDiscord, Leftover};
use pretty_assertions::assert_eq;
use serde_json::json;
use time::{Duration, macros::datetime};

#[tokio::test]
async fn every_answer_tells_what_is_left() {
    let fake = FakeDiscord::start();
    fake.set_now(datetime!(2030-01-01 12:00 UTC));
    fake.limit("createMessage", 2, Duration::seconds(5));
    let (_, guild, channel) = place(&fake);
    let other = fake.channel(guild, "other");
    let body = || json!({ "content": "a" });
    let first = call(&fake, "POST", &into(channel), body()).await;
    let header = |name: &str| first.headers[name].to_str().unwrap().to_owned();
    assert_eq!(header("x-ratelimit-limit"), "2");
    assert_eq!(header("x-ratelimit-remaining"), "1");
    assert_eq!(header("x-ratelimit-reset-after"), "5.000");
    assert_eq!(header("x-ratelimit-bucket").len(), 16);
    fake.passes(Duration::seconds(2));
    done(&fake, "POST", &into(channel), body()).await;
    let third = call(&fake, "POST", &into(channel), body()).await;
    assert_eq!((third.status, &third.json["retry_after"]), (429, &json!(3.0)));
    assert_eq!(third.json["global"], json!(false));
    assert_eq!(third.headers["x-ratelimit-scope"], "user");
    assert_eq!(third.headers["retry-after"], "3");
    assert_eq!(third.headers["x-ratelimit-remaining"], "0");
    done(&fake, "POST", &into(other), body()).await;
    fake.passes(Duration::seconds(3));
    done(&fake, "POST", &into(channel), body()).await;
    assert_eq!((fake.messages(channel).len(), fake.invalid_requests()), (3, 1));
    assert_eq!(fake.faults().len(), 1);
    fake.excuse(Leftover::Refused(429));
    fake.finish();
}

#[tokio::test]
async fn all_calls_together_have_a_limit_but_interactions() {
    let fake = FakeDiscord::start();
    fake.set_now(datetime!(2030-01-01 12:00 UTC));
    register(&fake).await;
    fake.limit_all(2);
    let (anna, _, channel) = place(&fake);
    let asked = fake.slash(anna, channel, "/play game:emir");
    for _ in 0..2 {
        done(&fake, "GET", &format!("/channels/{channel}"), json!(null)).await;
    }
    let third = call(&fake, "GET", "/users/@me", json!(null)).await;
    assert_eq!((third.status, &third.json["global"]), (429, &json!(true)));
    assert_eq!(third.headers["x-ratelimit-global"], "true");
    assert_eq!(third.headers["x-ratelimit-scope"], "global");
    let answer = json!({ "type": 4, "data": { "content": "a" } });
    done(&fake, "POST", &callback(&fake, asked), answer).await;
    fake.passes(Duration::SECOND);
    done(&fake, "GET", "/users/@me", json!(null)).await;
    fake.excuse(Leftover::Refused(429));
    fake.finish();
}
