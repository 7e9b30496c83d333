//! What is said that does not concern Kosti, and what does in whatever form.

use crate::support::{
    fake_telegram::{Line, USERNAME},
    served::Served,
};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

/// The message of the newest update.
fn newest(served: &Served) -> Value {
    served.fake.update(served.fake.last_update())["message"].clone()
}

/// Lets an update come; nothing comes of it.
async fn nothing(served: &Served, update: Value) {
    served.fake.poison(update.clone());
    nothing_happens(served, &update.to_string()).await;
}

/// Nothing comes of what waits.
async fn nothing_happens(served: &Served, what: &str) {
    let rows = async || {
        let mut rows = Vec::new();
        for table in ["events", "failed_events", "persons", "challenges", "outbox", "scopes"] {
            rows.push(served.count(table).await);
        }
        rows
    };
    let calls = || {
        let mut calls = served.fake.all_calls();
        calls.retain(|call| call.method != "getUpdates");
        calls.len()
    };
    let before = (rows().await, calls());
    served.settle().await;
    served.fake.confirmed().await;
    assert_eq!((rows().await, calls()), before, "{what}");
}

#[tokio::test]
async fn other_kinds_of_updates_do_nothing() {
    let served = Served::new().await;
    let asked = served.writes("Anna", "main", "/help");
    let said = newest(&served);
    served.settle().await;
    served.fake.next(served.group).await;
    served.fake.rewrites(served.group, asked, "/play senegal");
    nothing_happens(&served, "an edit").await;
    let mut said = said;
    said["text"] = json!("/play senegal");
    for kind in ["edited_message", "channel_post", "edited_channel_post"] {
        nothing(&served, json!({ kind: said })).await;
    }
    let user = said["from"].clone();
    nothing(
        &served,
        json!({ "inline_query": {
        "id": "17", "from": user, "query": "/play senegal", "offset": "",
    } }),
    )
    .await;
    served.fake.finish();
}

#[tokio::test]
async fn what_was_not_said_here_by_a_person_does_nothing() {
    let served = Served::new().await;
    served.fake.privacy_off();
    let user = served.person("Anna");
    served.writes("Anna", "main", "/play senegal");
    let said = newest(&served);
    served.settle().await;
    served.fake.next(served.group).await;
    let with = |key: &str, value: Value| {
        let mut said = said.clone();
        said[key] = value;
        json!({ "message": said })
    };
    // The origin of a message that is passed on, in its four forms.
    let from = said["from"].clone();
    let chat = json!({ "id": -1_002_000_000_777_i64, "type": "channel", "title": "News" });
    for origin in [
        json!({ "type": "user", "date": 1, "sender_user": from }),
        json!({ "type": "hidden_user", "date": 1, "sender_user_name": "Anna" }),
        json!({ "type": "chat", "date": 1, "sender_chat": chat }),
        json!({ "type": "channel", "date": 1, "chat": chat, "message_id": 7 }),
    ] {
        nothing(&served, with("forward_origin", origin)).await;
    }
    let bot = json!({ "id": 777_888, "is_bot": true, "first_name": "Other", "username": "o_bot" });
    nothing(&served, with("from", bot)).await;
    let channel = served.fake.channel("News");
    let post = Line::new(served.group, user, "/play senegal").posted_by(channel);
    served.fake.say(post);
    nothing_happens(&served, "a post of the channel").await;
    served.fake.finish();
}

#[tokio::test]
async fn commands_of_others_and_mere_talk_do_nothing() {
    let served = Served::new().await;
    served.fake.privacy_off();
    served.person("Anna");
    served.person("Boris");
    served.settle().await;
    for text in [
        "/play@other_bot senegal",
        "/play@kosti senegal",
        "/play@kosti_bot2 senegal",
        "/frobnicate",
        "/frobnicate d2-d3",
        "/ play",
        "/",
        "//",
        "@kosti_bot",
        "d2-d3",
        "let us /play senegal",
        "17",
    ] {
        served.writes("Anna", "main", text);
        nothing_happens(&served, text).await;
    }
    // An answer to somebody else is none to the bot.
    let said = served.writes("Anna", "main", "well?");
    let boris = served.person("Boris");
    served.fake.say(Line::new(served.group, boris, "d2-d3").reply_to(said));
    nothing_happens(&served, "talk").await;
    served.fake.finish();
}

#[tokio::test]
async fn commands_are_heard_in_any_case_of_their_letters() {
    let served = Served::new().await;
    for (at, text) in [
        format!("/play@{USERNAME} senegal"),
        "/PLAY@KOSTI_BOT to 3 senegal".to_owned(),
        "/Play@Kosti_Bot goal=fewest senegal".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        served.say("Anna", text).await;
        assert_eq!(served.count("challenges").await, i64::try_from(at).unwrap() + 1, "{text}");
    }
    // Who names the bot is told that it does not know that.
    let asked = served.writes("Anna", "main", &format!("/frobnicate@{USERNAME}"));
    served.settle().await;
    assert_eq!(served.last().reply_to, Some(asked));
    served.fake.messages(served.group);
    served.fake.finish();
}
