//! The bot and the people of a chat come and go.

use crate::support::{
    fake_telegram::{BOT, Status},
    served::Served,
};
use pretty_assertions::assert_eq;

/// How many messages of the group say that.
fn told(served: &Served, words: &str) -> usize {
    let messages = served.fake.messages(served.group);
    messages.iter().filter(|message| message.plain().contains(words)).count()
}

async fn begun() -> Served {
    let served = Served::new().await;
    served.say("Anna", "/play senegal").await;
    served.press("Boris", "Accept").await;
    served
}

#[tokio::test]
async fn who_leaves_and_returns_is_told_of_once() {
    for admin in [false, true] {
        let served = begun().await;
        let (host, boris) = (served.person("Host"), served.person("Boris"));
        if admin {
            // Then it hears of it twice: by a message and as an admin.
            served.fake.makes(served.group, host, BOT, Status::Administrator);
            served.settle().await;
        }
        let before = served.fake.last_update();
        for round in 1..=2 {
            served.fake.becomes(served.group, boris, Status::Left);
            served.settle().await;
            assert_eq!(told(&served, "left the chat"), round, "{admin}");
            served.fake.becomes(served.group, boris, Status::Member);
            served.settle().await;
            assert_eq!(told(&served, "is back"), round, "{admin}");
        }
        let updates = served.fake.last_update() - before;
        assert_eq!(updates, if admin { 8 } else { 4 });
        // Both at once, before the bot hears of anything.
        served.fake.becomes(served.group, boris, Status::Left);
        served.fake.becomes(served.group, boris, Status::Member);
        served.settle().await;
        assert_eq!((told(&served, "left the chat"), told(&served, "is back")), (3, 3));
        // A rank is no coming.
        served.fake.makes(served.group, host, boris, Status::Administrator);
        served.fake.makes(served.group, host, boris, Status::Member);
        served.settle().await;
        assert_eq!((told(&served, "left the chat"), told(&served, "is back")), (3, 3));
        served.fake.confirmed().await;
        served.fake.finish();
    }
}

#[tokio::test]
async fn the_bot_is_thrown_out_and_let_in_again() {
    let served = begun().await;
    served.say("Anna", "/move d2-d3").await;
    let host = served.person("Host");
    let before = served.fake.messages(served.group).len();
    served.fake.makes(served.group, host, BOT, Status::Kicked);
    served.settle().await;
    assert_eq!(served.fake.messages(served.group).len(), before);
    served.fake.makes(served.group, host, BOT, Status::Member);
    served.settle().await;
    served.fake.repeats(served.fake.last_update());
    served.settle().await;
    let welcomes = |served: &Served| told(served, "I am Kosti");
    assert_eq!(welcomes(&served), 1, "whoever let it in is greeted once");
    // A rank is no coming.
    served.fake.makes(served.group, host, BOT, Status::Administrator);
    served.fake.makes(served.group, host, BOT, Status::Member);
    served.settle().await;
    assert_eq!(welcomes(&served), 1);
    // The match goes on where it stood.
    served.say("Boris", "/move d4:d2").await;
    assert_eq!(served.count("steps").await, 2);
    served.fake.confirmed().await;
    served.fake.messages(served.group);
    served.fake.finish();
}
