//! Answers to messages: moves, talk, and what is refused.

use super::{lines, told};
use crate::support::{
    fake_telegram::{Line, Message},
    served::Served,
};
use pretty_assertions::assert_eq;
use teloxide::types::UserId;
use time::Duration;

struct Match {
    served: Served,
    anna: UserId,
    boris: UserId,
    /// Its first board.
    board: Message,
}

impl Match {
    async fn new() -> Self {
        let served = Served::new().await;
        let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
        let board = served.begin(anna, boris).await;
        Match { served, anna, boris, board }
    }

    /// What is said to an answer to a message.
    async fn answer(&self, to: &Message, user: UserId, text: &str) -> Vec<String> {
        told(&self.served.hear(Line::new(self.served.group, user, text).reply_to(to.id)).await)
    }

    async fn pause(&self) {
        self.served.pass(Duration::seconds(11)).await;
    }
}

#[tokio::test]
async fn an_answer_to_any_board_is_a_move() {
    let game = Match::new().await;
    let (served, first) = (&game.served, &game.board);
    let told_first = game.answer(first, game.anna, "d2-d3").await;
    assert_eq!(told_first, ["anna: d2-d3", "#1: @boris (Black) to move."]);
    // The first board is not the newest one any more.
    let news = game.answer(first, game.boris, "  D4 : D2 ").await;
    assert_eq!(news, ["boris: d4:d2", "#1: @anna (White) to move."]);
    // With the name of the bot in front, as clients write it.
    let news = game.answer(&served.last(), game.anna, "@kosti_bot d1:d3").await;
    assert_eq!(news, ["anna: d1:d3", "#1: @boris (Black) to move."]);
    game.served.fake.finish();
}

#[tokio::test]
async fn an_answer_names_the_match() {
    let game = Match::new().await;
    let served = &game.served;
    let second = served.begin(game.anna, game.boris).await;
    for (board, number) in [(&second, 2), (&game.board, 1)] {
        let news = game.answer(board, game.anna, "d2-d3").await;
        assert_eq!(news[1], format!("#{number}: @boris (Black) to move."));
    }
    let list = game.answer(&second, game.boris, "/moves").await;
    assert_eq!(list[0], "#2: boris (Black) to move.");
    game.served.fake.finish();
}

/// What people say to each other is theirs, even where the bot hears it.
#[tokio::test]
async fn what_is_said_to_others_is_no_move() {
    let game = Match::new().await;
    let (served, group) = (&game.served, game.served.group);
    served.fake.privacy_off();
    let talk = served.fake.says(group, game.boris, "your move");
    let line = Line::new(group, game.anna, "d2-d3").reply_to(talk);
    assert_eq!(told(&served.hear(line).await), [""; 0]);
    assert_eq!(told(&served.tell(game.anna, "d2-d3").await), [""; 0]);
    // What was said and then changed is not said again.
    served.fake.rewrites(group, talk, "/move d2-d3");
    served.settle().await;
    assert_eq!(told(&served.news()), [""; 0]);
    game.served.fake.finish();
}

#[tokio::test]
async fn talk_under_a_board_is_not_answered() {
    let game = Match::new().await;
    let (served, board) = (&game.served, &game.board);
    let carol = served.person("carol");
    for text in ["well played!", "😀", "thanks, that was nice", "ещё разок?", "Dr. No"] {
        for user in [game.anna, game.boris, carol] {
            assert_eq!(game.answer(board, user, text).await, [""; 0], "{text}");
        }
    }
    let hint = "I do not read this as a move. A move is written like c2-c3; /moves lists them all.";
    // What has a number in it may be meant as a move.
    assert_eq!(game.answer(board, game.anna, "see you at 8").await, [hint]);
    assert_eq!(game.answer(board, game.anna, "or at 9").await, [""; 0]);
    // Of somebody who does not play it is only if it can be one.
    assert_eq!(game.answer(board, carol, "5 minutes, lol").await, [""; 0]);
    assert_eq!(game.answer(board, carol, "d2-d3").await, ["You do not play in this game."]);
    game.pause().await;
    assert_eq!(game.answer(board, game.anna, "or at 9").await, [hint]);
    // Under what is no board nobody is told how to write a move.
    let top = served.tell(game.anna, "/top").await.remove(0);
    game.pause().await;
    assert_eq!(game.answer(&top, game.anna, "12 points, wow").await, [""; 0]);
    assert_eq!(game.answer(&top, game.anna, "a1-a2").await.len(), 1);
    game.served.fake.finish();
}

#[tokio::test]
async fn under_the_board_of_a_match_that_is_over() {
    let game = Match::new().await;
    let (served, board) = (&game.served, &game.board);
    served.tell(game.anna, "/resign yes").await;
    assert_eq!(game.answer(board, game.boris, "gg").await, [""; 0]);
    assert_eq!(game.answer(board, game.boris, "d4-d3").await, ["Game #1 is over."]);
    // Where no game is at all.
    let help = served.tell(game.anna, "/help").await.remove(0);
    assert_eq!(game.answer(&help, served.person("carol"), "2 of us play").await, [""; 0]);
    game.served.fake.finish();
}

/// A refusal is short, an answer to what is refused, and comes once in ten seconds; what is
/// done is always answered.
#[tokio::test]
async fn refusals_have_a_pause_between_them() {
    let game = Match::new().await;
    let (served, group) = (&game.served, game.served.group);
    let refused = "It is not your turn: anna is to move.";
    let said = served.fake.says(group, game.boris, "/move d4-d3");
    served.news();
    served.settle().await;
    let news = served.news();
    assert_eq!((told(&news), news[0].reply_to), (vec![refused.to_owned()], Some(said)));
    // Not a board again, and no second word.
    for text in ["/move d4-d3", "/accept", "/claim", "/vs"] {
        assert_eq!(told(&served.tell(game.boris, text).await), [""; 0], "{text}");
    }
    // Others are not concerned by that, nor is what is done.
    assert_eq!(told(&served.tell(game.anna, "/move d2-d4").await), ["d4 is occupied."]);
    for _ in 0..2 {
        assert_eq!(
            lines(&served.tell(game.boris, "/moves").await[0])[0],
            "#1: anna (White) to move."
        );
        assert_eq!(served.tell(game.boris, "/lang").await.len(), 1);
    }
    assert_eq!(told(&served.tell(game.anna, "/move d2-d3").await)[0], "anna: d2-d3");
    served.pass(Duration::seconds(9)).await;
    assert_eq!(told(&served.tell(game.boris, "/claim").await), [""; 0]);
    served.pass(Duration::seconds(2)).await;
    assert_eq!(
        told(&served.tell(game.boris, "/claim").await),
        ["It is your turn: there is nothing to claim."]
    );
    game.served.fake.finish();
}
