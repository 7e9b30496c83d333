//! Updates that cannot be handled: tried three times, kept, and passed.

use super::told;
use crate::{
    ops::Numbers,
    support::{
        database,
        fake_telegram::FakeTelegram,
        fragile::{BREAKS, fragile},
        served::{ENOUGH, Served},
        trap::Trap,
    },
};
use anyhow::anyhow;
use kosti::app::{failures::note, meters::Stored, service::BotKey};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use sqlx::Row as _;
use time::macros::datetime;

/// What is kept of updates that failed: their names, how often they were tried, what was
/// wrong, and what they held.
async fn kept(served: &Served) -> Vec<(String, i32, String, Value)> {
    let rows = sqlx::query("select * from failed_events order by event_id");
    let rows = rows.fetch_all(&served.pool).await.unwrap();
    let row = |row: &sqlx::postgres::PgRow| {
        (row.get("event_id"), row.get("tries"), row.get("error"), row.get("payload"))
    };
    rows.iter().map(row).collect()
}

/// Whether somebody who asks is answered.
async fn serves(served: &Served) {
    let asked = served.writes("Carol", "main", "/help");
    served.settle().await;
    assert_eq!(served.last().reply_to, Some(asked));
    served.fake.confirmed().await;
    served.fake.messages(served.group);
}

#[tokio::test]
async fn what_cannot_be_read_is_kept_and_passed() {
    let served = Served::new().await;
    let unknown = json!({ "telepathy": { "thought": 17 } });
    let broken = json!({ "message": { "message_id": "seven" } });
    for (at, poison) in [unknown, broken].into_iter().enumerate() {
        let update = served.fake.poison(poison.clone());
        serves(&served).await;
        let (event, tries, error, payload) = kept(&served).await.swap_remove(at);
        assert_eq!((event, tries), (format!("u{update}"), 3));
        assert_eq!(error, "an update that cannot be read");
        for (key, value) in poison.as_object().unwrap() {
            assert_eq!(payload.get(key), Some(value));
        }
    }
    served.fake.finish();
}

#[tokio::test]
async fn what_cannot_be_stored_as_it_is_is_kept_and_passed() {
    let served = Served::new().await;
    let poison = json!({ "telepathy": { "a\0thought": ["\0", 17] } });
    let bot = BotKey { platform: "telegram".to_owned(), bot_id: "1".to_owned() };
    let (fault, now) = (anyhow!("a\0fault"), datetime!(2026-11-29 12:00 UTC));
    let noted = note(&served.app, &bot, "e", &poison, fault, now).await;
    assert!(!noted.unwrap());
    let event = served.fake.poison(poison);
    serves(&served).await;
    let kept = kept(&served).await;
    let names: Vec<_> = kept.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["e", &format!("u{event}")]);
    for (.., payload) in &kept {
        assert_eq!(payload["telepathy"], json!({ "a\u{fffd}thought": ["\u{fffd}", 17] }));
    }
    assert_eq!((kept[0].1, kept[1].1), (1, 3));
    assert_eq!(kept[0].2, "a\u{fffd}fault");
    served.writes("Anna", "main", "/rank");
    let nobody = |json: &mut Value| json["message"]["from"]["username"] = json!("no\0body");
    served.fake.alter(served.fake.last_update(), nobody);
    serves(&served).await;
    served.fake.finish();
}

#[tokio::test]
async fn a_part_of_a_text_may_be_said_to_stand_anywhere() {
    let served = Served::new().await;
    for offset in [5, 100, usize::MAX] {
        let asked = served.writes("Anna", "main", "/help @kosti_bot");
        let far = json!([{ "type": "mention", "offset": offset, "length": usize::MAX }]);
        let alter = |json: &mut Value| json["message"]["entities"] = far;
        served.fake.alter(served.fake.last_update(), alter);
        served.settle().await;
        assert_eq!(served.last().reply_to, Some(asked));
        served.fake.messages(served.group);
    }
    assert!(kept(&served).await.is_empty());
    served.fake.finish();
}

#[tokio::test]
async fn what_is_wrong_three_times_is_kept_and_passed() {
    let served = Served::new().await;
    served.writes("Anna", "main", "/play senegal");
    let update = served.fake.last_update();
    Trap::Refuses.set(&served.pool, update, 100).await;
    // What follows in its chat waits for it; others do not.
    let asked = served.writes("Anna", "main", "/help");
    let alone = served.fake.private(served.person("Boris"));
    served.fake.says(alone, served.person("Boris"), "/help");
    served.settle().await;
    assert_eq!(Trap::tries(&served.pool).await, 3);
    assert_eq!(served.last().reply_to, Some(asked));
    served.fake.next(alone).await;
    let [(event, tries, error, payload)] = &kept(&served).await[..] else { panic!("one") };
    assert_eq!((event.as_str(), *tries), (format!("u{update}").as_str(), 3));
    assert!(error.contains("a trap"), "{error}");
    assert_eq!(payload["message"]["text"], "/play senegal");
    serves(&served).await;
    served.fake.finish();
}

#[tokio::test]
async fn what_is_wrong_twice_is_done_at_last() {
    let served = Served::new().await;
    served.writes("Anna", "main", "/play senegal");
    Trap::Refuses.set(&served.pool, served.fake.last_update(), 2).await;
    served.settle().await;
    assert_eq!(Trap::tries(&served.pool).await, 3);
    assert_eq!(served.count("challenges").await, 1);
    assert_eq!(kept(&served).await.len(), 1);
    serves(&served).await;
    served.fake.finish();
}

#[tokio::test]
async fn a_press_that_cannot_be_handled_is_answered() {
    let served = Served::new().await;
    served.say("Anna", "/play senegal").await;
    let asked = served.last().id;
    let query = served.fake.presses(served.person("Boris"), served.group, asked, "Accept");
    Trap::Refuses.set(&served.pool, served.fake.last_update(), 100).await;
    served.settle().await;
    assert_eq!(served.fake.toast(&query).await.text, "Try again in a moment.");
    assert_eq!(served.count("matches").await, 0);
    serves(&served).await;
    served.fake.finish();
}

#[tokio::test]
async fn what_makes_the_program_panic_is_kept_and_passed() {
    let fake = FakeTelegram::start();
    let host = fake.user("Host");
    let group = fake.supergroup("Friends", &[host]);
    let served = Served::of(fake, group, database::pool().await, fragile(), ENOUGH).await;
    served.say("Anna", "/play senegal").await;
    served.press("Boris", "Accept").await;
    let breaks = sqlx::query("update matches set position = $1").bind(BREAKS);
    breaks.execute(&served.pool).await.unwrap();
    served.writes("Anna", "main", "/move d2-d3");
    let update = served.fake.last_update();
    served.settle().await;
    let [(event, tries, error, payload)] = &kept(&served).await[..] else { panic!("one") };
    assert_eq!((event.as_str(), *tries), (format!("u{update}").as_str(), 3));
    assert!(error.contains(BREAKS), "{error}");
    assert_eq!(payload["message"]["text"], "/move d2-d3");
    // What it had begun is undone, and who has asked is told so once.
    assert_eq!(served.count(&format!("events where event_id = 'u{update}'")).await, 0);
    let told = told(&served.news());
    assert_eq!(told.last().map(String::as_str), Some("Try again in a moment."), "{told:?}");
    assert_eq!(told.iter().filter(|told| told.starts_with("Try again")).count(), 1);
    let numbers = Numbers::read(&served.app.meters.told(&Stored::default(), &[]).unwrap());
    assert_eq!(numbers.sum("kosti_commands_total", &[("outcome", "failed")]), 3.0);
    assert_eq!(numbers.sum("kosti_update_failures_total", &[]), 3.0);
    served.say("Carol", "/help").await;
    served.fake.confirmed().await;
    served.fake.messages(served.group);
    served.fake.finish();
}
