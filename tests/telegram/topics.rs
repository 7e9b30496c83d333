//! Topics of a forum: what is said in one is answered there.

use super::{lines, told};
use crate::support::{
    fake_telegram::{Fault, Line, Message},
    served::Served,
};
use pretty_assertions::assert_eq;
use serde_json::json;
use teloxide::types::{MessageId, UserId};
use time::Duration;

/// A forum with two topics and two people.
async fn forum() -> (Served, [MessageId; 2], [UserId; 2]) {
    let served = Served::new().await;
    let people = ["anna", "boris"].map(|name| served.person(name));
    let topics = ["games", "more games"].map(|name| served.topic(name).unwrap());
    served.settle().await;
    (served, topics, people)
}

/// A match of the two in a topic, or in General; gives the first board.
async fn begin(served: &Served, topic: Option<MessageId>, [one, two]: [UserId; 2]) -> Message {
    let line = served.challenge(one, two);
    let line = match topic {
        Some(topic) => line.in_topic(topic),
        None => line,
    };
    let challenge = served.hear(line).await.remove(0);
    assert_eq!(challenge.topic, topic);
    let (_, mut news) = served.tap(two, &challenge, "Accept").await;
    news.remove(0)
}

#[tokio::test]
async fn everything_stays_in_its_topic() {
    let (served, [games, more], [anna, boris]) = forum().await;
    let group = served.group;
    let mut boards = Vec::new();
    for topic in [Some(games), Some(more), None] {
        boards.push(begin(&served, topic, [anna, boris]).await);
        assert_eq!(boards.last().unwrap().topic, topic);
    }
    for (topic, board) in [Some(games), Some(more), None].into_iter().zip(&boards) {
        let here = |user, text: &str| {
            let line = Line::new(group, user, text);
            match topic {
                Some(topic) => line.in_topic(topic),
                None => line,
            }
        };
        served.pass(Duration::seconds(11)).await;
        // In its topic a match needs no number.
        for line in [
            here(boris, "/move d4:d2"),
            here(anna, "/move d2-d3"),
            here(boris, "d4:d2").reply_to(board.id),
            here(anna, "/moves"),
            here(anna, "/board"),
            here(anna, "/top"),
            here(anna, "/draw"),
            here(anna, "/resign"),
            here(anna, "/record"),
            here(anna, "/help"),
        ] {
            let news = served.hear(line.clone()).await;
            assert_eq!(news.len(), 1, "{line:?}: {:?}", told(&news));
            assert_eq!(news[0].topic, topic, "{line:?}");
        }
        let offer = served
            .fake
            .messages(group)
            .into_iter()
            .rev()
            .find(|message| message.topic == topic && message.button("Agree").is_some());
        let (_, news) = served.tap(boris, &offer.unwrap(), "No").await;
        assert_eq!(
            (lines(&news[0]), news[0].topic),
            (vec!["boris declines the offer.".to_owned()], topic)
        );
    }
    // General has no number of its own.
    let sends = served.fake.calls("sendPhoto");
    let threads: Vec<_> = sends.iter().map(|call| call.params.get("message_thread_id")).collect();
    assert!(threads.iter().any(|thread| thread.is_none()));
    let known = [games, more].map(|topic| json!(topic.0));
    assert!(threads.iter().flatten().all(|thread| known.contains(thread)), "{threads:?}");
    served.fake.finish();
}

/// Every message of a topic answers the one that made the topic: nobody is meant by that.
#[tokio::test]
async fn who_made_the_topic_is_not_meant() {
    let (served, [games, _], [anna, _]) = forum().await;
    let here = |text: &str| Line::new(served.group, anna, text).in_topic(games);
    let news = served.hear(here("/rank")).await;
    assert_eq!(told(&news), ["anna has no rated result in this chat yet."]);
    let news = served.hear(here("/play senegal")).await;
    assert_eq!(lines(&news[0])[0], "anna looks for an opponent: Senegalese draughts.");
    let news = served.hear(here("/vs")).await;
    assert_eq!(told(&news), ["Like this: /vs @friend."]);
    served.fake.finish();
}

/// A message can be so old that a press tells no more of it than its number.
#[tokio::test]
async fn an_old_button_finds_its_topic() {
    let (served, [games, _], [anna, boris]) = forum().await;
    let challenge = served.hear(served.challenge(anna, boris).in_topic(games)).await.remove(0);
    served.fake.hides(served.group, challenge.id);
    let (toast, news) = served.tap(boris, &challenge, "Accept").await;
    assert_eq!(toast.text, "");
    assert_eq!((news.len(), news[0].topic), (1, Some(games)));
    served.fake.finish();
}

/// A topic that is deleted takes its messages along, but not the matches: they go on in
/// General, where what is next to be said is said once.
#[tokio::test]
async fn a_match_outlives_its_topic() {
    let (served, [games, more], [anna, boris]) = forum().await;
    let (fake, group) = (&served.fake, served.group);
    begin(&served, Some(games), [anna, boris]).await;
    begin(&served, Some(more), [anna, boris]).await;
    let admin = served.person("admin");
    let here = |topic, user, text: &str| Line::new(group, user, text).in_topic(topic);
    served.hear(here(games, admin, "/settings place here")).await;
    served.hear(here(games, anna, "/play senegal @somebody")).await;
    served.hear(here(games, anna, "/move d2-d3")).await;
    fake.deletes_topic(group, games);
    served.news();
    let before = fake.calls("sendMessage").len();
    // The next that is to be said there is that nobody has answered.
    served.pass(Duration::hours(25)).await;
    let news = served.news();
    let expired = "Nobody answered the challenge #3 of anna: Senegalese draughts. It is over.";
    assert_eq!((told(&news), news[0].topic), (vec![expired.to_owned()], None));
    let calls = fake.calls("sendMessage");
    let threads: Vec<_> =
        calls[before..].iter().map(|call| call.params.get("message_thread_id")).collect();
    assert_eq!(threads, [Some(&json!(games.0)), None]);
    let board = served.tell(boris, "/board").await.remove(0);
    assert_eq!(lines(&board), ["anna: d2-d3", "#1: @boris (Black) to move."]);
    let news = served.hear(Line::new(group, boris, "d4:d2").reply_to(board.id)).await;
    assert_eq!(lines(&news[0])[0], "boris: d4:d2");
    // What was chosen for that topic is chosen for all, and other topics keep theirs.
    let news = served.tell(boris, "/play senegal @carol").await;
    assert_eq!(lines(&news[0])[0], "boris challenges @carol: Senegalese draughts.");
    let news = served.hear(here(more, anna, "/move d2-d3")).await;
    assert_eq!((news.len(), news[0].topic), (1, Some(more)));
    served.fake.finish();
}

/// Nobody says so when a topic is deleted; whoever names its match in another place finds out.
#[tokio::test]
async fn a_match_is_brought_back_from_a_topic_that_is_gone() {
    let (served, [games, more], [anna, boris]) = forum().await;
    let (fake, group) = (&served.fake, served.group);
    for topic in [games, more] {
        begin(&served, Some(topic), [anna, boris]).await;
    }
    fake.deletes_topic(group, games);
    let elsewhere = |number| format!("Game #{number} is played elsewhere.");
    assert_eq!(told(&served.tell(anna, "/move #1 d2-d3").await), [elsewhere(1)]);
    let news = served.tell(anna, "/move #1 d2-d3").await;
    assert_eq!(told(&news), ["anna: d2-d3", "#1: @boris (Black) to move."]);
    // One whose topic is there stays in it.
    for _ in 0..2 {
        served.pass(Duration::seconds(11)).await;
        assert_eq!(told(&served.tell(anna, "/move #2 d2-d3").await), [elsewhere(2)]);
    }
    served.fake.finish();
}

/// A press in a topic that goes while it is answered.
#[tokio::test]
async fn a_topic_may_go_while_it_is_answered() {
    let (served, [games, _], [anna, boris]) = forum().await;
    let challenge = served.hear(served.challenge(anna, boris).in_topic(games)).await.remove(0);
    let gone = Fault::Refuse(400, "Bad Request: message thread not found");
    served.fake.fail("sendPhoto", gone, 1);
    let (_, news) = served.tap(boris, &challenge, "Accept").await;
    assert_eq!((news.len(), news[0].topic), (1, None));
    let news = served.tell(anna, "/move d2-d3").await;
    assert_eq!(lines(&news[0])[0], "anna: d2-d3");
    served.fake.finish();
}

/// In a closed topic the bot may not write; nothing is tried twice, and what was done counts.
#[tokio::test]
async fn a_closed_topic_is_silent() {
    let (served, [games, _], [anna, boris]) = forum().await;
    let (fake, group) = (&served.fake, served.group);
    let host = served.person("Host of topics");
    for topic in [Some(games), None] {
        let line = served.challenge(anna, boris);
        let line = topic.map_or(line.clone(), |topic| line.in_topic(topic));
        let challenge = served.hear(line).await.remove(0);
        fake.closes(group, host, topic, true);
        let before = fake.all_calls().len();
        let (_, news) = served.tap(boris, &challenge, "Accept").await;
        assert_eq!(told(&news), [""; 0]);
        served.pass(Duration::hours(3)).await;
        let after = fake.all_calls();
        let tried: Vec<_> =
            after[before..].iter().filter(|call| call.method == "sendPhoto").collect();
        assert_eq!(tried.len(), 1, "{tried:?}");
        fake.closes(group, host, topic, false);
        let line = Line::new(group, anna, "/board");
        let line = topic.map_or(line.clone(), |topic| line.in_topic(topic));
        let board = served.hear(line).await.remove(0);
        assert!(lines(&board)[0].ends_with("@anna (White) to move."), "{}", board.plain());
        assert_eq!(board.topic, topic);
        served.hear(Line::new(group, anna, "/cancel yes").reply_to(board.id)).await;
    }
    served.fake.finish();
}
