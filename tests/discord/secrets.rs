//! Closed hands: what only one player may see is shown to that one alone, or not at all.

use super::seen::{seen, told};
use crate::support::{
    database,
    fake_discord::{BOT, Message},
    served_discord::ServedDiscord,
    table::Now,
    toy_game::toys,
};
use kosti::app::service::ScopeId;
use pretty_assertions::assert_eq;
use serenity::model::id::{ChannelId, UserId};
use sqlx::Row as _;

const ASK: &str =
    "That is for your eyes only: ask by a command, so that nobody else sees the answer.";

/// A match with closed hands.
struct Match {
    served: ServedDiscord,
    main: ChannelId,
    board: Message,
    mover: UserId,
    other: UserId,
    /// What the player to move may do.
    legal: Vec<String>,
    /// The hand of the player to move, as the position has it.
    hand: String,
}

impl Match {
    async fn new() -> Self {
        let served = ServedDiscord::on(database::pool().await, toys()).await;
        let main = served.channel("main");
        let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
        let line = format!("/play game:toy opponent:@{boris} more:hands=closed");
        let challenge = served.asks(anna, main, &line).await.only();
        let fix = "update challenges set seed = decode(repeat('07', 32), 'hex')";
        sqlx::query(fix).execute(&served.pool).await.unwrap();
        let board = served.taps(boris, &challenge, "Accept").await.news.pop().unwrap();
        let scope = sqlx::query("select scope_id, position from matches");
        let row = scope.fetch_one(&served.pool).await.unwrap();
        let now = Now::of(&served.pool, toys(), (ScopeId(row.get(0)), 1)).await.unwrap();
        let (name, _) = now.names().unwrap();
        let seat = usize::from(now.seat(name) != Some(kosti::game::Seat::First));
        let position: String = row.get(1);
        let hand = position.split(" / ").nth(seat).unwrap()[2..].split(" + ").next().unwrap();
        let hand = hand.to_owned();
        let [mover, other] = if name == "anna" { [anna, boris] } else { [boris, anna] };
        Match { served, main, board, mover, other, legal: now.position.legal(), hand }
    }

    /// All that everybody has been shown.
    fn public(&self) -> String {
        let messages = self.served.fake.messages(self.main);
        let shown = messages.iter().map(|message| {
            let embeds: Vec<&str> = message.embeds.iter().map(|e| e.description.as_str()).collect();
            format!("{} {} {:?}\n", seen(&message.plain()), embeds.join(" "), message.labels())
        });
        shown.collect()
    }
}

/// By a command it is told, by a message it is not.
#[tokio::test]
async fn what_is_secret_is_told_alone_or_not_at_all() {
    let game = Match::new().await;
    let (served, mover) = (&game.served, game.mover);
    assert!(game.hand.len() >= 8, "{}", game.hand);
    let list = served.asks(mover, game.main, "/moves").await.refusal();
    assert!(game.legal.iter().all(|action| list.contains(action.as_str())), "{list}");
    let refusal = served.asks(game.other, game.main, "/moves").await.refusal();
    assert_eq!(refusal, "You would see hidden things by that.");
    // A refusal names what could be played instead.
    let refusal = served.asks(mover, game.main, "/move action:pass").await.refusal();
    assert!(refusal.starts_with("You cannot pass, you can lay: "), "{refusal}");
    for said in ["/moves", "/move pass", "/move c9"] {
        let news = served.hears(mover, game.main, &format!("<@{BOT}> {said}")).await;
        assert_eq!(told(&news), [ASK], "{said}");
    }
    // While somebody types, too, only the one who may see it is offered anything.
    for (user, offered) in [(mover, game.legal.len().min(25)), (game.other, 0)] {
        let options = [("action", "".into())];
        let asked = served.fake.types(user, game.main, "move", &options, "action");
        served.settle().await;
        assert_eq!(served.fake.offered(asked).await.len(), offered);
    }
    let public = game.public();
    assert!(!public.contains(&game.hand), "{public}");
    assert!(
        !game.board.labels().concat().iter().any(|label| game.legal.contains(&(*label).into()))
    );
    served.fake.finish();
}

/// In the chat of two with the bot there is nobody else, and in every language it is said.
#[tokio::test]
async fn the_way_to_ask_is_told_in_ones_own_language() {
    let game = Match::new().await;
    let served = &game.served;
    served.asks(game.mover, game.main, "/lang language:ru").await;
    let news = served.hears(game.mover, game.main, &format!("<@{BOT}> /moves")).await;
    let ask = "Это только для ваших глаз: спросите командой, тогда ответа не увидит никто другой.";
    assert_eq!(told(&news), [ask]);
    served.fake.finish();
}

/// Where the bot may not write it answers, and still whispers.
#[tokio::test]
async fn where_it_may_not_write_it_whispers() {
    let game = Match::new().await;
    let (served, mover) = (&game.served, game.mover);
    served.fake.permits(game.main, |rights| rights.send = false);
    let list = served.asks(mover, game.main, "/moves").await.refusal();
    assert!(game.legal.iter().all(|action| list.contains(action.as_str())), "{list}");
    assert!(!game.public().contains(&game.hand));
    let line = format!("/move action:{}", game.legal[0]);
    let played = served.asks(mover, game.main, &line).await;
    assert!(played.alone.is_empty() && !played.news.is_empty());
    served.fake.finish();
}
