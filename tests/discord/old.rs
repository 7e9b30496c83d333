//! Messages that are old or gone, and questions that are answered.

use super::seen::lines;
use crate::support::{
    fake_discord::{Fault, Leftover},
    served_discord::ServedDiscord,
};
use pretty_assertions::assert_eq;
use time::Duration;

/// Of messages older than an hour Discord lets few be edited: a press takes their buttons.
#[tokio::test]
async fn an_old_board_loses_its_buttons_by_the_press() {
    let served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    let (fake, main) = (&served.fake, served.channel("main"));
    let board = served.begin(anna, boris).await;
    let edits = || fake.calls("editMessage").len();
    let before = edits();
    served.pass(Duration::hours(2)).await;
    let next = served.taps(anna, &board, "d2-d3").await.only();
    let stripped = fake.message(board.id);
    assert_eq!((stripped.labels().len(), stripped.files.len()), (0, 1));
    assert_eq!(stripped.content, board.content);
    assert_eq!((edits(), fake.calls("editOriginal").len()), (before, 1));
    // By a command it is left as it is.
    served.pass(Duration::hours(2)).await;
    let board = served.asks(boris, main, "/move action:d4:d2").await.only();
    assert_eq!((edits(), fake.message(next.id).labels()), (before, vec![vec!["d4:d2"]]));
    let refusal = served.taps(boris, &next, "d4:d2").await.refusal();
    assert_eq!(refusal, "The position has changed since then.");
    // A young one is changed in the channel, whoever presses and whatever is typed.
    served.asks(anna, main, "/move action:d1:d3").await.only();
    assert_eq!((edits(), fake.message(board.id).labels().len()), (before + 1, 0));
    fake.finish();
}

/// What only takes buttons away may fail.
#[tokio::test]
async fn a_board_that_cannot_be_changed_does_no_harm() {
    let served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    let (fake, main) = (&served.fake, served.channel("main"));
    served.begin(anna, boris).await;
    let edits = || fake.calls("editMessage").len();
    let (moves, before) = (["d2-d3", "d4:d2", "d1:d3", "e4-d4"], edits());
    // Of the last one Discord says that it would have to wait; then it is not worth it any more.
    let codes = [10008, 50005, 50083, 30046];
    for (at, (action, code)) in moves.into_iter().zip(codes).enumerate() {
        fake.fail("editMessage", Fault::Code(code), 1);
        let line = format!("/move action:{action}");
        served.asks([anna, boris][at % 2], main, &line).await.only();
        // It is not tried again.
        served.pass(Duration::minutes(10)).await;
        assert_eq!(edits(), before + at + 1, "{code}");
    }
    let waiting = "outbox where state not in ('sent', 'dead', 'folded')";
    assert_eq!(served.count(waiting).await, 0);
    fake.finish();
}

/// A board that somebody has deleted: there is another one, and it works.
#[tokio::test]
async fn a_board_that_is_deleted_is_not_missed() {
    let served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    let (fake, main) = (&served.fake, served.channel("main"));
    let board = served.begin(anna, boris).await;
    fake.deletes(board.id);
    let next = served.asks(anna, main, "/move action:d2-d3").await.only();
    fake.deletes(next.id);
    let board = served.asks(boris, main, "/board").await.only();
    assert_eq!(lines(&board), ["Anna: d2-d3", "#1: @Boris (Black) to move."]);
    let next = served.taps(boris, &board, "d4:d2").await.only();
    assert_eq!(lines(&next)[0], "Boris: d4:d2");
    fake.excuse(Leftover::Refused(10008));
    fake.finish();
}

/// A question that only one sees goes when it is answered, and stays when it is not.
#[tokio::test]
async fn a_question_that_is_answered_vanishes() {
    let served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    let (fake, main) = (&served.fake, served.channel("main"));
    served.begin(anna, boris).await;
    served.asks(anna, main, "/move action:d2-d3").await.only();
    let question = served.asks(boris, main, "/resign").await.alone.remove(0);
    assert_eq!(question.labels(), [["Yes, I resign"]]);
    let asked = served.fake.presses(boris, question.id, "Yes, I resign");
    served.settle().await;
    assert!(fake.message(question.id).deleted);
    assert!(fake.ephemerals(asked).is_empty());
    assert_eq!(lines(&served.last())[0], "Boris resigns.");
    // What it asks cannot be done any more: it says so.
    served.begin(anna, boris).await;
    served.asks(anna, main, "/move action:d2-d3").await.only();
    let questions = [
        served.asks(boris, main, "/resign").await.alone.remove(0),
        served.asks(boris, main, "/resign").await.alone.remove(0),
    ];
    served.taps(boris, &questions[0], "Yes, I resign").await.only();
    let refusal = served.taps(boris, &questions[1], "Yes, I resign").await;
    assert_eq!((refusal.alone.len(), refusal.news.len()), (1, 0));
    fake.finish();
}
