//! Interactions that come more than once, or that cannot be answered any more: what they ask
//! for is done once.

use super::seen::{lines, told};
use crate::support::{
    fake_discord::{Fault, Leftover},
    served_discord::ServedDiscord,
};
use pretty_assertions::assert_eq;
use serenity::model::id::{InteractionId, UserId};

/// What there is in the database and in the channel.
async fn state(served: &ServedDiscord) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in ["events", "challenges", "matches", "steps", "offers", "outbox", "members"] {
        counts.push(served.count(table).await);
    }
    let messages = served.fake.messages(served.channel("main"));
    counts.push(i64::try_from(messages.len()).unwrap());
    counts
}

/// Lets an interaction come again: often at once, and to a process that starts anew.
async fn again(served: &ServedDiscord, asked: InteractionId) {
    let before = state(served).await;
    for _ in 0..10 {
        served.fake.repeats(asked);
    }
    served.settle().await;
    assert_eq!(state(served).await, before, "often at once");
    served.restart().await;
    served.fake.repeats(asked);
    served.settle().await;
    assert_eq!(state(served).await, before, "after a restart");
}

async fn two() -> (ServedDiscord, [UserId; 2]) {
    let served = ServedDiscord::new().await;
    let people = ["Anna", "Boris"].map(|name| served.person(name));
    (served, people)
}

#[tokio::test]
async fn what_comes_again_is_done_once() {
    let (served, [anna, boris]) = two().await;
    let main = served.channel("main");
    let asked = served.slash(anna, &format!("/play game:senegal opponent:@{boris}")).await;
    again(&served, asked).await;
    let asked = served.press(boris, &served.last(), "Accept").await;
    again(&served, asked).await;
    assert_eq!(served.count("matches").await, 1);
    let asked = served.slash(anna, "/move action:d2-d3").await;
    again(&served, asked).await;
    let asked = served.press(boris, &served.last(), "d4:d2").await;
    again(&served, asked).await;
    assert_eq!(served.count("steps").await, 2);
    // What is refused is refused once.
    for line in ["/move action:d4:d2", "/board", "/moves"] {
        let asked = served.slash(boris, line).await;
        let alone = served.fake.ephemerals(asked).len();
        again(&served, asked).await;
        assert_eq!(served.fake.ephemerals(asked).len(), alone, "{line}");
    }
    assert!(served.fake.messages(main).len() > 3);
    // It has been acknowledged before.
    served.fake.excuse(Leftover::Refused(40060));
    served.fake.finish();
}

/// Whatever becomes of the acknowledgement, the move counts once, and is told.
#[tokio::test]
async fn an_acknowledgement_may_fail() {
    for fault in [Fault::CutAfter, Fault::CutBefore, Fault::Internal, Fault::BadGateway] {
        let (served, [anna, boris]) = two().await;
        let main = served.channel("main");
        let board = served.begin(anna, boris).await;
        served.fake.fail("answer", fault, 1);
        let told = served.taps(anna, &board, "d2-d3").await;
        assert_eq!(lines(&told.news[0])[0], "Anna: d2-d3", "{fault:?}");
        assert_eq!((told.alone.len(), told.news.len()), (0, 1), "{fault:?}");
        served.fake.fail("answer", fault, 1);
        let told = served.asks(boris, main, "/move action:d4:d2").await;
        assert_eq!(lines(&told.news[0])[0], "Boris: d4:d2", "{fault:?}");
        assert_eq!((told.alone.len(), told.news.len()), (0, 1), "{fault:?}");
        served.fake.fail("answer", fault, 1);
        let refusal = served.asks(boris, main, "/move action:d4:d2").await.refusal();
        assert_eq!(refusal, "It is not your turn: Anna is to move.", "{fault:?}");
        assert_eq!(served.count("steps").await, 2);
        // All was done by the call that was cut.
        served.fake.excuse(Leftover::Refused(40060));
        served.fake.finish();
    }
}

/// Too late to be answered, but not to be done: everybody sees the turn as usual.
#[tokio::test]
async fn what_is_too_old_to_be_answered_is_done() {
    let (served, [anna, boris]) = two().await;
    let (fake, main) = (&served.fake, served.channel("main"));
    let board = served.begin(anna, boris).await;
    let before = Some(board.id);
    let asked = fake.presses(anna, board.id, "d2-d3");
    fake.expires(asked);
    let late = fake.slash(boris, main, "/move action:d4:d2");
    fake.expires(late);
    let wrong = fake.slash(boris, main, "/move action:d4:d2");
    fake.expires(wrong);
    served.settle().await;
    let news = served.since(main, before);
    let moved: Vec<String> =
        told(&news).into_iter().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(moved, ["Anna: d2-d3", "Boris: d4:d2"]);
    assert_eq!(news.last().unwrap().notified, [anna]);
    assert_eq!(served.count("steps").await, 2);
    for code in [10062, 50027] {
        fake.excuse(Leftover::Refused(code));
    }
    fake.finish();
}

/// Somebody else has acknowledged it, as when two processes hear the same.
#[tokio::test]
async fn who_was_acknowledged_by_another_is_answered() {
    let (served, [anna, boris]) = two().await;
    let board = served.begin(anna, boris).await;
    let asked = served.fake.presses(anna, board.id, "d2-d3");
    let (application, interaction) = (served.fake.interaction(asked).token, asked);
    let url =
        format!("{}/api/v10/interactions/{interaction}/{application}/callback", served.fake.url());
    let done = reqwest::Client::builder()
        .user_agent("DiscordBot (https://example.org, 1)")
        .build()
        .unwrap()
        .post(url)
        .json(&serde_json::json!({ "type": 6 }))
        .send()
        .await
        .unwrap();
    assert!(done.status().is_success());
    served.settle().await;
    assert_eq!(told(&served.since(served.channel("main"), Some(board.id)))[0], "Anna: d2-d3");
    assert_eq!(served.count("steps").await, 1);
    served.fake.excuse(Leftover::Refused(40060));
    served.fake.finish();
}
