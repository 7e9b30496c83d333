//! Buttons: what is told to whoever presses, and to nobody else.

use super::told;
use crate::support::{
    fake_telegram::{Leftover, Message, Toast},
    served::Served,
};
use kosti::{
    app::{
        button::{Button, Tail, Verb},
        service::ScopeId,
    },
    store::MatchNo,
};
use pretty_assertions::assert_eq;
use sqlx::Row as _;
use teloxide::types::UserId;

const LEGAL: [&str; 3] = ["c2-c3", "d2-d3", "e3-d3"];

/// What a button carries that plays an action of the first list in match 1.
fn play(scope: ScopeId, revision: u32, action: &str) -> String {
    let tail = Tail::action(&LEGAL.map(str::to_owned), action).unwrap();
    Button { verb: Verb::Play, scope, number: MatchNo(1), revision, tail }.to_string()
}

async fn scope(served: &Served) -> ScopeId {
    let scope = sqlx::query("select scope_id from matches limit 1");
    ScopeId(scope.fetch_one(&served.pool).await.unwrap().get(0))
}

/// What somebody is shown who presses something that carries such data.
async fn press(
    served: &Served,
    (user, message): (UserId, &Message),
    data: &str,
) -> (Toast, Vec<String>) {
    served.news();
    let query = served.fake.presses_data(user, served.group, message.id, data);
    served.settle().await;
    (served.fake.toast(&query).await, told(&served.news()))
}

#[tokio::test]
async fn refusals_of_presses_are_told_apart() {
    let served = Served::new().await;
    let [anna, boris, carol] = ["anna", "boris", "carol"].map(|name| served.person(name));
    let board = served.begin(anna, boris).await;
    let scope = scope(&served).await;
    let now = play(scope, 0, "d2-d3");
    let elsewhere = play(ScopeId(scope.0 + 1), 0, "d2-d3");
    let nothing = "not a button".to_owned();
    let refused = async |user, data: &str, refusal: &str| {
        let (toast, news) = press(&served, (user, &board), data).await;
        assert_eq!((toast.text.as_str(), news.len()), (refusal, 0));
        assert_eq!(toast.alert, refusal.len() > 60);
    };
    refused(carol, &now, "You do not play in this game.").await;
    refused(boris, &now, "It is not your turn: anna is to move.").await;
    refused(anna, &elsewhere, "That button belongs to another chat.").await;
    refused(anna, &nothing, "That button is not one that I know.").await;
    let (toast, news) = press(&served, (anna, &board), &now).await;
    assert_eq!((toast.text.as_str(), toast.alert), ("", false));
    assert_eq!(news, ["anna: d2-d3", "#1: @boris (Black) to move."]);
    // Pressed twice, as people do.
    refused(anna, &now, "The position has changed since then.").await;
    served.tell(boris, "/cancel 1 yes").await;
    served.tell(boris, "/resign yes").await;
    refused(anna, &play(scope, 1, "d2-d3"), "Game #1 is over.").await;
    // All of it at once: nothing waits for a pause.
    refused(carol, &now, "You do not play in this game.").await;
    assert!(served.fake.calls("answerCallbackQuery").len() >= 8);
    served.fake.finish();
}

/// However long a name in it is, a refusal is told to the presser alone.
#[tokio::test]
async fn a_long_refusal_is_told_to_the_presser_alone() {
    let served = Served::new().await;
    let long = "𝒳".repeat(64);
    let [anna, boris] = [&*long, "boris"].map(|name| served.person(name));
    let board = served.begin(anna, boris).await;
    let data = play(scope(&served).await, 0, "d2-d3");
    let (toast, news) = press(&served, (boris, &board), &data).await;
    let name = format!("{}…", "𝒳".repeat(48));
    assert_eq!(toast.text, format!("It is not your turn: {name} is to move."));
    assert!(toast.alert && toast.text.encode_utf16().count() <= 200);
    assert_eq!(news, [""; 0]);
    served.fake.finish();
}

/// What is pressed counts, also where Telegram does not take an answer to it any more.
#[tokio::test]
async fn a_press_that_is_too_old_to_be_answered_counts() {
    let served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let challenge = served.hear(served.challenge(anna, boris)).await.remove(0);
    let query = served.fake.presses(boris, served.group, challenge.id, "Accept");
    served.fake.expires(&query);
    served.settle().await;
    assert_eq!(told(&served.news())[1], "#1: @anna (White) to move.");
    // The same press once more is no other one.
    served.fake.repeats(served.fake.last_update());
    served.settle().await;
    let accept = challenge.button("Accept").unwrap().data.clone().unwrap();
    let (toast, news) = press(&served, (boris, &challenge), &accept).await;
    assert_eq!((toast.text.as_str(), news.len()), ("There is no open challenge #1 here.", 0));
    served.fake.excuse(Leftover::Unanswered);
    served.fake.finish();
}
