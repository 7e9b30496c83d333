//! What fails a test at its end.

use super::{callback, done, later, place, refused, register};
use crate::support::fake_discord::{FakeDiscord, Leftover};
use pretty_assertions::assert_eq;
use serde_json::json;

#[tokio::test]
async fn who_was_not_answered_fails_the_test() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, _, channel) = place(&fake);
    let asked = fake.slash(anna, channel, "/play game:emir");
    let never = format!("never answered: Command(\"play\") of {anna} in {channel}");
    assert_eq!(fake.faults(), [never]);
    done(&fake, "POST", &callback(&fake, asked), json!({ "type": 5 })).await;
    assert_eq!(fake.faults(), [format!("the bot thinks for ever in {channel}")]);
    fake.excuse(Leftover::Thinking);
    assert!(fake.faults().is_empty());
    let original = later(&fake, asked, "/messages/@original");
    done(&fake, "DELETE", &original, json!(null)).await;
    let late = fake.slash(anna, channel, "/play game:emir");
    fake.expires(late);
    assert_eq!(refused(&fake, "POST", &callback(&fake, late), json!({ "type": 5 })).await, 10062);
    assert!(fake.faults()[0].starts_with("refused: answer"), "{:?}", fake.faults());
    fake.excuse(Leftover::Refused(10062));
    fake.finish();
}

#[test]
#[should_panic(expected = "the test does not say finish()")]
fn a_test_says_that_it_is_over() {
    FakeDiscord::start();
}
