//! What people and the bot may do in a chat.

use super::{lines, linked, told};
use crate::support::{
    fake_telegram::{Fault, Line, Rights, Status},
    served::Served,
};
use pretty_assertions::assert_eq;
use sqlx::Row as _;
use time::Duration;

const ONLY_ADMINS: &str = "Only the admins of this chat change that.";

#[tokio::test]
async fn admins_are_asked_for() {
    let served = Served::new().await;
    let (fake, group) = (&served.fake, served.group);
    let anna = served.person("anna");
    assert_eq!(told(&served.tell(anna, "/settings clock 24h").await), [ONLY_ADMINS]);
    fake.becomes(group, anna, Status::Administrator);
    assert_eq!(
        told(&served.tell(anna, "/settings clock 24h").await),
        ["clock, for new games: 1 day"]
    );
    // Whoever Telegram is silent about is no admin.
    for fault in [Fault::CutBefore, Fault::Internal, Fault::BadGateway, Fault::RetryAfter(5)] {
        served.pass(Duration::seconds(11)).await;
        fake.fail("getChatMember", fault, 1);
        let refused = served.tell(anna, "/settings clock 48h").await;
        assert_eq!(told(&refused), [ONLY_ADMINS], "{fault:?}");
    }
    assert_eq!(told(&served.tell(anna, "/settings").await)[2], "clock, for new games: 1 day");
    fake.becomes(group, anna, Status::Member);
    served.pass(Duration::seconds(11)).await;
    assert_eq!(told(&served.tell(anna, "/settings clock none").await), [ONLY_ADMINS]);
    served.fake.finish();
}

/// Telegram is not asked about everybody who says or presses anything.
#[tokio::test]
async fn only_what_needs_rights_asks_for_them() {
    let served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let board = served.begin(anna, boris).await;
    let asked = || served.fake.calls("getChatMember").len();
    let before = asked();
    for text in ["/move d2-d3", "/games", "/settings", "/lang en", "/board", "/cancel"] {
        served.tell(anna, text).await;
    }
    served.tell(boris, "/draw").await;
    let offer = served.last();
    served.tap(anna, &offer, "Agree").await;
    assert_eq!(asked(), before);
    assert_eq!(board.chat, served.group);
    served.fake.finish();
}

/// Where pictures may not be sent the board is a text; the move counts all the same.
#[tokio::test]
async fn a_chat_without_pictures_gets_its_boards_as_texts() {
    let served = Served::new().await;
    let (fake, group) = (&served.fake, served.group);
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    served.begin(anna, boris).await;
    fake.permits(group, Rights { photos: false, ..Rights::ALL });
    let mut news = served.tell(anna, "/move d2-d3").await;
    let board = news.remove(0);
    assert!(news.is_empty() && board.file.is_none());
    let told_lines = lines(&board);
    let sentence = "(For pictures and files I need the right to send them here.)";
    assert_eq!(told_lines[..2], ["anna: d2-d3", sentence]);
    assert_eq!(told_lines.last().unwrap(), "#1: @boris (Black) to move.");
    assert_eq!(board.notified, [boris]);
    let pre: Vec<_> = linked(&board).into_iter().filter(|(kind, _)| *kind == "pre").collect();
    let [(_, diagram)] = &pre[..] else { panic!("{pre:?}") };
    assert_eq!(diagram.lines().count(), 6, "{diagram}");
    assert!(diagram.contains("1 ") && diagram.contains("a b c d e f"), "{diagram}");
    // An answer to it is a move as under any board.
    let news = served.hear(Line::new(group, boris, "d4:d2").reply_to(board.id)).await;
    assert_eq!(lines(&news[0])[0], "boris: d4:d2");
    let rules = served.tell(anna, "/rules senegal").await.remove(0);
    assert!(rules.file.is_none() && rules.plain().contains(sentence));
    // With the right come the pictures.
    fake.permits(group, Rights::ALL);
    let board = served.tell(anna, "/move d1:d3").await.remove(0);
    assert!(board.file.is_some());
    assert_eq!(lines(&board), ["anna: d1:d3", "#1: @boris (Black) to move."]);
    served.fake.finish();
}

/// The buttons of such a board are those of a picture: what is chosen stands in its last line.
#[tokio::test]
async fn a_board_as_a_text_is_chosen_from() {
    let served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    served.begin(anna, boris).await;
    served.fake.permits(served.group, Rights { photos: false, ..Rights::ALL });
    let moves = ["d2-d3", "d4:d2", "d1:d3", "e4-d4", "e2-d2", "f4-e4", "d3-c3", "b3:d3:d1"];
    let mut board = served.last();
    for (at, action) in moves.into_iter().enumerate() {
        let mover = [anna, boris][at % 2];
        board = served.tap(mover, &board, action).await.1.remove(0);
    }
    let before = lines(&board);
    for (pressed, status) in [
        ("c2", "#1: @anna (White) to move: c2 …"),
        ("Undo", "#1: @anna (White) to move."),
        ("e1", "#1: @anna (White) to move: e1 …"),
    ] {
        let (toast, news) = served.tap(anna, &board, pressed).await;
        assert_eq!((toast.text.as_str(), news.len()), ("", 0));
        board = served.fake.message(served.group, board.id);
        let now = lines(&board);
        assert_eq!(now[..now.len() - 1], before[..before.len() - 1]);
        assert_eq!(now.last().unwrap(), status);
        assert_eq!(linked(&board).iter().filter(|(kind, _)| *kind == "pre").count(), 1);
    }
    let (_, news) = served.tap(anna, &board, "e1-e2").await;
    assert_eq!(lines(&news[0])[0], "anna: e1-e2");
    served.fake.finish();
}

#[tokio::test]
async fn a_chat_without_files_gets_what_can_be_told() {
    let served = Served::new().await;
    let (fake, group) = (&served.fake, served.group);
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    served.begin(anna, boris).await;
    served.tell(anna, "/move d2-d3").await;
    fake.permits(group, Rights { documents: false, other: false, ..Rights::ALL });
    let record = served.tell(anna, "/record").await.remove(0);
    assert_eq!(lines(&record)[0], "The record of game #1.");
    let pre = linked(&record).into_iter().find(|(kind, _)| *kind == "pre").unwrap();
    assert!(pre.1.starts_with("[Game \"senegal\"]") && pre.1.ends_with("1. d2-d3"), "{pre:?}");
    let replay = served.tell(anna, "/replay").await.remove(0);
    assert_eq!(
        lines(&replay),
        [
            "Game #1 from its beginning.",
            "(For pictures and files I need the right to send them here.)"
        ]
    );
    served.fake.finish();
}

/// Where nothing may be sent nothing is tried again and again; what is done counts.
#[tokio::test]
async fn a_chat_in_which_the_bot_may_not_write() {
    let served = Served::new().await;
    let (fake, group) = (&served.fake, served.group);
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let board = served.begin(anna, boris).await;
    let posts = || {
        let sends = |call: &crate::support::fake_telegram::Call| call.method.starts_with("send");
        fake.all_calls().iter().filter(|call| sends(call)).count()
    };
    fake.permits(group, Rights::NONE);
    let before = posts();
    let news = served.hear(Line::new(group, anna, "d2-d3").reply_to(board.id)).await;
    assert_eq!(told(&news), [""; 0]);
    // The picture, and the text in its place.
    assert_eq!(posts(), before + 2);
    served.pass(Duration::hours(2)).await;
    assert_eq!(posts(), before + 2);
    let waiting = sqlx::query("select count(*) from outbox where state not in ('sent', 'dead')");
    assert_eq!(waiting.fetch_one(&served.pool).await.unwrap().get::<i64, _>(0), 0);
    fake.permits(group, Rights::ALL);
    let news = served.hear(Line::new(group, boris, "d4:d2").reply_to(board.id)).await;
    assert_eq!(told(&news), ["boris: d4:d2", "#1: @anna (White) to move."]);
    served.fake.finish();
}

/// What was answered may be gone when the answer comes, and so may the board.
#[tokio::test]
async fn messages_that_are_deleted_do_no_harm() {
    let served = Served::new().await;
    let (fake, group) = (&served.fake, served.group);
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let board = served.begin(anna, boris).await;
    let command = fake.says(group, anna, "/moves");
    fake.deletes(group, command);
    served.news();
    served.settle().await;
    let news = served.news();
    assert_eq!(lines(&news[0])[1], "3 legal moves: c2-c3 d2-d3 e3-d3");
    assert_eq!(news[0].reply_to, None);
    // The old board cannot be stripped, and nobody minds.
    fake.deletes(group, board.id);
    let news = served.tell(anna, "/move d2-d3").await;
    assert_eq!(lines(&news[0])[0], "anna: d2-d3");
    fake.deletes(group, news[0].id);
    let board = served.tell(boris, "/board").await.remove(0);
    assert_eq!(lines(&board), ["anna: d2-d3", "#1: @boris (Black) to move."]);
    let news = served.hear(Line::new(group, boris, "d4:d2").reply_to(board.id)).await;
    assert_eq!(lines(&news[0])[0], "boris: d4:d2");
    served.fake.finish();
}
