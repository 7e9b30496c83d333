//! Closed hands: what only one player may see goes to that player's private chat, or nowhere.

use super::{lines, seen, told};
use crate::support::{
    database,
    fake_telegram::{Line, Message, USERNAME},
    served::{ENOUGH, Served},
    table::Now,
    toy_game::toys,
};
use kosti::app::service::ScopeId;
use pretty_assertions::assert_eq;
use sqlx::Row as _;
use teloxide::types::{ChatId, UserId};

const OPEN_FIRST: &str = "That is for your eyes only, and I may not write to you yet. Open a chat \
                          with me, press Start, and ask again.";

/// A match with closed hands.
struct Match {
    served: Served,
    board: Message,
    mover: UserId,
    other: UserId,
    /// What the player to move may do.
    legal: Vec<String>,
}

impl Match {
    async fn new() -> Self {
        let served = Served::on(database::pool().await, toys(), ENOUGH).await;
        let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
        // Hands are dealt only to those who can be shown theirs.
        for user in [anna, boris] {
            served.fake.private(user);
        }
        let line = Line::new(served.group, anna, "/play toy you hands=closed");
        let challenge = served.hear(line.mentioning("you", boris)).await.remove(0);
        let fix = "update challenges set seed = decode(repeat('07', 32), 'hex')";
        sqlx::query(fix).execute(&served.pool).await.unwrap();
        let (_, news) = served.tap(boris, &challenge, "Accept").await;
        let scope = sqlx::query("select scope_id from matches").fetch_one(&served.pool).await;
        let scope = ScopeId(scope.unwrap().get(0));
        let now = Now::of(&served.pool, toys(), (scope, 1)).await.unwrap();
        let (mover, _) = now.names().unwrap();
        let [mover, other] = if mover == "anna" { [anna, boris] } else { [boris, anna] };
        let board = news.into_iter().next_back().unwrap();
        Match { served, board, mover, other, legal: now.position.legal() }
    }

    /// What is said in the group to a line of somebody, and to that one alone.
    async fn says(&self, line: Line, user: UserId) -> (Vec<Message>, Vec<Message>) {
        let alone = ChatId::from(user);
        let before = self.served.fake.messages(alone).len();
        let news = self.served.hear(line).await;
        (news, self.served.fake.messages(alone).split_off(before))
    }

    fn line(&self, user: UserId, text: &str) -> Line {
        Line::new(self.served.group, user, text)
    }

    /// The list of what the player to move may do.
    fn list(&self) -> String {
        let count = self.legal.len();
        let several = self.legal.iter().any(|action| action.contains(' '));
        let actions = self.legal.join(if several { ", " } else { " " });
        if count == 1 {
            format!("One legal move: {actions}")
        } else {
            format!("{count} legal moves: {actions}")
        }
    }
}

#[tokio::test]
async fn what_is_secret_is_told_alone_or_not_at_all() {
    let game = Match::new().await;
    let (served, mover) = (&game.served, game.mover);
    let wrong = "/move c9";
    served.fake.renames(mover, |user| user.started = false);
    // The private chat is not open: how to open it is all that is told.
    for text in ["/moves", wrong] {
        let (news, alone) = game.says(game.line(mover, text), mover).await;
        assert_eq!((told(&news), alone.len()), (vec![OPEN_FIRST.to_owned()], 0), "{text}");
        assert_eq!(news[0].labels(), [["Open a chat with me"]]);
        let url = news[0].button("Open a chat with me").unwrap().url.clone().unwrap();
        assert_eq!(url, format!("https://t.me/{USERNAME}?start=hello"));
        assert!(news[0].reply_to.is_some());
    }
    served.fake.says(ChatId::from(mover), mover, "/start hello");
    served.settle().await;
    assert_eq!(served.fake.messages(ChatId::from(mover)).len(), 1);
    let (news, alone) = game.says(game.line(mover, "/moves"), mover).await;
    assert_eq!(told(&news), [""; 0]);
    assert_eq!(lines(&alone[0])[1], game.list());
    // Who blocks the bot is asked to open the chat again.
    served.fake.blocks(mover, true);
    let (news, alone) = game.says(game.line(mover, "/moves"), mover).await;
    assert_eq!((told(&news), alone.len()), (vec![OPEN_FIRST.to_owned()], 0));
    served.fake.blocks(mover, false);
    // The other one may not see it either way.
    let (news, alone) = game.says(game.line(game.other, "/moves"), game.other).await;
    let refused = "You would see hidden things by that.".to_owned();
    assert_eq!((told(&news), alone.len()), (vec![refused], 0));
    game.served.fake.finish();
}

/// A refusal names what could be played instead.
#[tokio::test]
async fn refusals_by_a_rule_are_told_alone() {
    let game = Match::new().await;
    let (served, mover, board) = (&game.served, game.mover, game.board.id);
    served.fake.private(mover);
    for (line, start) in [
        (game.line(mover, "/move pass"), "You cannot pass, you can lay: "),
        (game.line(mover, "/move c4 c4"), ""),
        // What can be a move is answered, though there is no number in it.
        (game.line(mover, "pass").reply_to(board), "You cannot pass, you can lay: "),
        (game.line(mover, "/move c9"), ""),
        (game.line(mover, "c1 and c2 and 7").reply_to(board), ""),
    ] {
        let (news, alone) = game.says(line.clone(), mover).await;
        assert_eq!(told(&news), [""; 0], "{line:?}");
        assert_eq!(alone.len(), 1, "{line:?}");
        assert!(seen(alone[0].plain()).starts_with(start), "{line:?}: {}", alone[0].plain());
    }
    // Talk is talk, here too.
    let (news, alone) = game.says(game.line(mover, "what now?").reply_to(board), mover).await;
    assert_eq!((news.len(), alone.len()), (0, 0));
    let (news, alone) =
        game.says(game.line(mover, &format!("/move {}", game.legal[0])), mover).await;
    assert!(!news.is_empty() && alone.is_empty());
    game.served.fake.finish();
}

/// In the language of whoever is told, not in that of the chat.
#[tokio::test]
async fn the_way_to_open_a_chat_is_told_in_ones_own_language() {
    let game = Match::new().await;
    let served = &game.served;
    served.fake.renames(game.mover, |user| {
        user.language = Some("ru".to_owned());
        user.started = false;
    });
    let (news, _) = game.says(game.line(game.mover, "/moves"), game.mover).await;
    assert!(news[0].plain().starts_with("Это только для вас"), "{}", news[0].plain());
    assert_eq!(news[0].labels(), [["Открыть чат со мной"]]);
    game.served.fake.finish();
}
