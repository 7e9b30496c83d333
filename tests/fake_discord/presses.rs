//! Buttons.

use super::{callback, done, later, place, refused};
use crate::support::fake_discord::{Answer, Button, FakeDiscord, Leftover, Message};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

fn buttons() -> Value {
    json!([{ "type": 1, "components": [
        { "type": 2, "style": 1, "label": "Accept", "custom_id": "a" },
        { "type": 2, "style": 4, "label": "Decline", "custom_id": "d", "disabled": true },
    ] }])
}

/// What is read, and how many rows of buttons there are.
fn read(message: &Message) -> (String, usize) {
    (message.plain(), message.rows.len())
}

#[tokio::test]
async fn a_press_changes_the_message_or_answers_in_private() {
    let fake = FakeDiscord::start();
    let (anna, _, channel) = place(&fake);
    let body = json!({ "content": "Who plays?", "components": buttons() });
    done(&fake, "POST", &format!("/channels/{channel}/messages"), body).await;
    let board = fake.next(channel).await;
    assert_eq!(board.labels(), [["Accept", "Decline"]]);
    let is_open = |button: &&Button| !button.disabled;
    let open: Vec<_> = board.buttons().filter(is_open).map(|b| b.custom_id.as_deref()).collect();
    assert_eq!(open, [Some("a")]);
    let asked = fake.presses(anna, board.id, "Accept");
    done(&fake, "POST", &callback(&fake, asked), json!({ "type": 6 })).await;
    assert_eq!(fake.acknowledged(asked).await, Answer::DeferredUpdate);
    let original = later(&fake, asked, "/messages/@original");
    done(&fake, "PATCH", &original, json!({ "components": [] })).await;
    assert!(fake.message(board.id).rows.is_empty());
    let private = json!({ "content": "Well done", "flags": 64 });
    done(&fake, "POST", &later(&fake, asked, ""), private).await;
    let private = fake.next_ephemeral(asked).await;
    assert_eq!((private.plain().as_str(), private.only_for), ("Well done", Some(anna)));
    let path = later(&fake, asked, &format!("/messages/{}", private.id));
    done(&fake, "PATCH", &path, json!({ "content": "Very well done" })).await;
    done(&fake, "DELETE", &path, json!(null)).await;
    assert!(fake.ephemerals(asked).is_empty());
    // The screen still shows the button.
    let again = fake.presses_data(anna, board.id, "a");
    let update = json!({ "type": 7, "data": { "content": "Over", "components": buttons() } });
    done(&fake, "POST", &callback(&fake, again), update).await;
    let board = fake.message(board.id);
    assert_eq!((read(&board), board.edits), (("Over".to_owned(), 1), 2));
    fake.finish();
}

#[tokio::test]
async fn it_can_be_too_late() {
    let fake = FakeDiscord::start();
    let now = time::macros::datetime!(2030-01-01 12:00 UTC);
    fake.set_now(now);
    let (anna, _, channel) = place(&fake);
    let body = json!({ "content": "Who plays?", "components": buttons() });
    done(&fake, "POST", &format!("/channels/{channel}/messages"), body).await;
    let board = fake.next(channel).await.id;
    let late = fake.presses(anna, board, "a");
    fake.passes(time::Duration::seconds(4));
    assert_eq!(refused(&fake, "POST", &callback(&fake, late), json!({ "type": 6 })).await, 10062);
    let asked = fake.presses(anna, board, "a");
    let original = later(&fake, asked, "/messages/@original");
    assert_eq!(refused(&fake, "PATCH", &original, json!({ "content": "a" })).await, 10015);
    done(&fake, "POST", &callback(&fake, asked), json!({ "type": 6 })).await;
    fake.passes(time::Duration::minutes(16));
    assert_eq!(refused(&fake, "PATCH", &original, json!({ "content": "a" })).await, 50027);
    assert_eq!(fake.invalid_requests(), 1);
    for code in [10062, 10015, 50027] {
        fake.excuse(Leftover::Refused(code));
    }
    let faults = fake.faults();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(faults[0].starts_with("never answered"), "{faults:#?}");
    super::fails(fake);
}
