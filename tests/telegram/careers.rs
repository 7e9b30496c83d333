//! What is asked of somebody whose message is answered.

use super::told;
use crate::support::{fake_telegram::Line, served::Served};
use pretty_assertions::assert_eq;

#[tokio::test]
async fn an_answer_asks_of_whoever_is_answered() {
    let (served, people) = Served::among(&["anna", "boris", "carol", "dan"]).await;
    let (group, fake) = (served.group, &served.fake);
    let [anna, boris, carol, dan] = people[..] else { panic!("{people:?}") };
    served.begin(anna, boris).await;
    served.tell(anna, "/move d2-d3").await;
    served.tell(boris, "/move d4:d2").await;
    served.tell(boris, "/resign yes").await;
    let talk = fake.says(group, anna, "well played");
    let ask = async |text: &str, user| {
        told(&served.hear(Line::new(group, user, text).reply_to(talk)).await)
    };
    let row = "anna in this chat: place 1 of 2, 1 point (won 1, drawn 0, lost 0)";
    assert_eq!(ask("/rank", boris).await[0], row);
    assert_eq!(ask("/history", carol).await[0], "The last results of anna in this chat");
    let versus = ask("/vs", boris).await;
    assert_eq!(versus[0], "boris against anna in this chat");
    assert_eq!(versus[1], "Senegalese draughts: won 0, drawn 0, lost 1, points 0:1");
    assert_eq!(ask("/vs", anna).await, ["Against yourself? Like this: /vs @friend."]);
    // By a mention without a username, too.
    let line = Line::new(group, carol, "/vs Anna").mentioning("Anna", anna);
    let versus = served.hear(line).await;
    assert_eq!(told(&versus), ["carol and anna have finished no game here yet."]);
    // Who blocks somebody is not challenged by that one any more.
    assert_eq!(ask("/settings block", carol).await, ["anna cannot challenge you any more."]);
    let refused = served.hear(served.challenge(anna, carol)).await;
    // The answer to the question above is 10 seconds old at the most.
    assert_eq!(told(&refused), [""; 0]);
    served.pass(time::Duration::seconds(11)).await;
    let refused = served.hear(served.challenge(anna, carol)).await;
    assert_eq!(told(&refused), ["carol does not want to be challenged by you."]);
    assert_eq!(ask("/settings unblock", carol).await, ["anna can challenge you again."]);
    // Somebody who has said nothing to us yet.
    let quiet = fake.says(group, dan, "hello");
    served.pass(time::Duration::seconds(11)).await;
    let answer = served.hear(Line::new(group, carol, "/rank").reply_to(quiet)).await;
    assert_eq!(told(&answer), ["I know nobody called “dan” here."]);
    // An answer to a message of ours asks of oneself.
    let ours = served.last().id;
    let answer = served.hear(Line::new(group, carol, "/rank").reply_to(ours)).await;
    assert_eq!(told(&answer), ["carol has no rated result in this chat yet."]);
    served.fake.finish();
}
