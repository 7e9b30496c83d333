//! People who change their names.

use super::told;
use crate::support::{
    fake_telegram::{Line, Message},
    served::Served,
};
use pretty_assertions::assert_eq;
use teloxide::types::UserId;
use time::Duration;

/// A match that anna wins.
async fn won(served: &Served, anna: UserId, boris: UserId) {
    served.begin(anna, boris).await;
    served.tell(anna, "/move d2-d3").await;
    served.tell(boris, "/move d4:d2").await;
    served.tell(boris, "/resign yes").await;
}

fn first(news: &[Message]) -> String {
    told(news).remove(0)
}

#[tokio::test]
async fn what_somebody_has_reached_stays_under_a_new_name() {
    let served = Served::new().await;
    let (group, fake) = (served.group, &served.fake);
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    won(&served, anna, boris).await;
    fake.renames(anna, |user| {
        user.first_name = "Ann".to_owned();
        user.last_name = Some("Lee".to_owned());
        user.username = Some("ann_lee".to_owned());
    });
    let row = "Ann Lee in this chat: place 1 of 2, 1 point (won 1, drawn 0, lost 0)";
    assert_eq!(first(&served.tell(anna, "/rank").await), row);
    assert_eq!(first(&served.tell(boris, "/rank @ann_lee").await), row);
    assert_eq!(first(&served.tell(boris, "/rank Ann Lee").await), row);
    let top = told(&served.tell(boris, "/top").await);
    assert_eq!(top[1], "1. Ann Lee – 1 point (won 1, drawn 0, lost 0)");
    // By her old name nobody is known.
    assert_eq!(first(&served.tell(boris, "/rank anna").await), "I know nobody called “anna” here.");
    // Whoever points at her, before she says anything, sees the newest name.
    fake.renames(anna, |user| user.first_name = "Anna".to_owned());
    let challenge = served.hear(served.challenge(boris, anna)).await;
    assert_eq!(first(&challenge), "boris challenges @Anna Lee: Senegalese draughts.");
    served.tell(boris, "/cancel").await;
    fake.renames(anna, |user| user.first_name = "Ann".to_owned());
    // The match that goes on calls her by the new one.
    served.begin(anna, boris).await;
    let board = served.hear(Line::new(group, boris, "/board")).await;
    assert_eq!(told(&board), ["#3: @Ann Lee (White) to move."]);
    assert_eq!(board[0].notified, [anna]);
    served.fake.finish();
}

/// A name behind the `@` can be given up and taken by somebody else: nothing goes with it.
#[tokio::test]
async fn nothing_is_inherited_with_a_username() {
    let served = Served::new().await;
    let (group, fake) = (served.group, &served.fake);
    let [anna, boris, carol] = ["anna", "boris", "carol"].map(|name| served.person(name));
    fake.renames(anna, |user| user.username = Some("queen".to_owned()));
    won(&served, anna, boris).await;
    // This challenge is for Anna, whatever she is called.
    let challenge = served.tell(boris, "/play senegal @queen").await.remove(0);
    assert_eq!(challenge.notified, [anna]);
    fake.renames(anna, |user| user.username = None);
    served.pass(Duration::SECOND).await;
    fake.renames(carol, |user| user.username = Some("Queen".to_owned()));
    let refusal = "Challenge #2 is not for you to answer this way.";
    let (toast, news) = served.tap(carol, &challenge, "Accept").await;
    assert_eq!((toast.text.as_str(), news.len()), (refusal, 0));
    assert_eq!(first(&served.tell(carol, "/accept 2").await), refusal);
    // Now the name is Carol's, who has reached nothing.
    let nothing = "carol has no rated result in this chat yet.";
    assert_eq!(first(&served.tell(boris, "/rank @queen").await), nothing);
    assert_eq!(first(&served.tell(carol, "/rank").await), nothing);
    let other = served.hear(Line::new(group, boris, "/play senegal @queen goal=fewest")).await;
    assert_eq!(other[0].notified, [carol]);
    let (_, news) = served.tap(anna, &challenge, "Accept").await;
    assert_eq!(told(&news)[1], "#2: @boris (White) to move.");
    served.fake.finish();
}
