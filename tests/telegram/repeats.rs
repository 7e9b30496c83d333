//! Updates that come more than once: one effect, and every press is answered.

use crate::support::{
    fake_telegram::{Fault, Line, Status},
    served::Served,
};
use pretty_assertions::assert_eq;

/// How often an update comes again.
const OFTEN: usize = 100;

/// What there is in the database and in the chats.
async fn state(served: &Served) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in ["events", "challenges", "matches", "steps", "offers", "outbox", "members"] {
        counts.push(served.count(table).await);
    }
    let sent = served.fake.all_calls();
    let sent = sent.iter().filter(|call| call.method.starts_with("send"));
    counts.push(i64::try_from(sent.count()).unwrap());
    counts
}

/// Lets the newest update come again: often at once, and to a process that starts anew.
async fn again(served: &Served) {
    let update = served.fake.last_update();
    let before = state(served).await;
    for _ in 0..OFTEN {
        served.fake.repeats(update);
    }
    served.settle().await;
    assert_eq!(state(served).await, before, "often at once");
    served.fake.repeats(update);
    served.restart().await;
    served.settle().await;
    assert_eq!(state(served).await, before, "after a restart");
}

#[tokio::test]
async fn what_comes_again_is_done_once() {
    let served = Served::new().await;
    served.say("Anna", "/play senegal").await;
    again(&served).await;
    served.press("Boris", "Accept").await;
    again(&served).await;
    assert_eq!(served.count("matches").await, 1);
    served.say("Anna", "/move d2-d3").await;
    again(&served).await;
    served.say("Boris", "/move d4:d2").await;
    again(&served).await;
    assert_eq!(served.count("steps").await, 2);
    // What is refused is refused once.
    served.say("Boris", "/move d1:d3").await;
    again(&served).await;
    // What changes no match.
    served.say("Anna", "/games").await;
    again(&served).await;
    served.fake.becomes(served.group, served.person("Boris"), Status::Left);
    served.settle().await;
    again(&served).await;
    served.fake.confirmed().await;
    served.fake.messages(served.group);
    served.fake.finish();
}

#[tokio::test]
async fn who_starts_once_is_greeted_once() {
    let served = Served::new().await;
    let anna = served.person("Anna");
    let alone = served.fake.private(anna);
    for text in ["/start", "/start hello"] {
        served.fake.say(Line::new(alone, anna, text));
        served.settle().await;
        again(&served).await;
        assert!(served.fake.next(alone).await.plain().starts_with("Hello! I am Kosti."));
    }
    served.fake.finish();
}

#[tokio::test]
async fn one_of_a_crowd_of_the_same_is_done() {
    let served = Served::new().await;
    served.writes("Anna", "main", "/play senegal");
    // All of them are new to the bot.
    for _ in 0..OFTEN {
        served.fake.repeats(served.fake.last_update());
    }
    served.settle().await;
    assert_eq!(served.count("challenges").await, 1);
    let asked = served.last();
    let query = served.fake.presses(served.person("Boris"), served.group, asked.id, "Accept");
    for _ in 0..OFTEN {
        served.fake.repeats(served.fake.last_update());
    }
    served.settle().await;
    assert_eq!(served.fake.toast(&query).await.text, "");
    assert_eq!(served.count("matches").await, 1);
    assert_eq!(served.fake.messages(served.group).len(), 2);
    served.fake.finish();
}

#[tokio::test]
async fn a_press_that_was_not_answered_is_answered_when_it_comes_again() {
    let served = Served::new().await;
    served.say("Anna", "/play senegal").await;
    let asked = served.last();
    let query = served.fake.presses(served.person("Boris"), served.group, asked.id, "Accept");
    served.fake.fail("answerCallbackQuery", Fault::RetryAfter(1), 1);
    served.settle().await;
    assert_eq!(served.count("matches").await, 1);
    assert_eq!(served.fake.faults().len(), 2, "the press and the board");
    served.fake.repeats(served.fake.last_update());
    served.settle().await;
    served.fake.toast(&query).await;
    served.fake.messages(served.group);
    served.fake.finish();
}
