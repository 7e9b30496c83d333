//! Somebody leaves the server, and nobody tells the bot: it is found out when it matters.

use super::seen::{lines, told};
use crate::support::{
    fake_discord::{Leftover, Message},
    served_discord::ServedDiscord,
};
use pretty_assertions::assert_eq;
use serenity::model::id::UserId;
use time::Duration;

const GONE: &str =
    "#1: Boris has left the chat. @Anna, you can wait, or /claim 1 when it is Boris's turn.";

/// A match with a clock in which the second is to move.
async fn game(clock: &str) -> (ServedDiscord, Message, [UserId; 2]) {
    let served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    let main = served.channel("main");
    let line = format!("/play game:senegal opponent:@{boris} clock:{clock}");
    let challenge = served.asks(anna, main, &line).await.only();
    let board = served.taps(boris, &challenge, "Accept").await.only();
    let board = served.taps(anna, &board, "d2-d3").await.only();
    let board = served.taps(boris, &board, "d4:d2").await.only();
    let board = served.taps(anna, &board, "d1:d3").await.only();
    (served, board, [anna, boris])
}

/// Who is reminded is looked for.
#[tokio::test]
async fn a_reminder_finds_it_out() {
    let (served, _, [anna, boris]) = game("14d").await;
    let (fake, main) = (&served.fake, served.channel("main"));
    served.pass(Duration::hours(25)).await;
    // Somebody who is there is looked for, and nothing is said of it.
    let reminded = served.asks(anna, main, "/nudge").await;
    assert_eq!(told(&reminded.news), ["#1: @Boris, Anna is waiting for your move."]);
    assert_eq!(fake.calls("getMember").len(), 1);
    fake.leaves(served.guild, boris);
    served.pass(Duration::hours(25)).await;
    assert_eq!(served.count("members where left_at is not null").await, 0);
    let news = served.asks(anna, main, "/nudge").await.news;
    assert_eq!(told(&news)[1..], [GONE]);
    let word = &news[1];
    assert_eq!((word.labels(), &word.notified), (vec![vec!["Claim the win"]], &vec![anna]));
    // Once, however often it is looked for.
    served.pass(Duration::hours(12)).await;
    let before = served.newest(main);
    let claimed = served.taps(anna, word, "Claim the win").await.only();
    assert_eq!(lines(&claimed)[0], "Boris has left the game.");
    assert_eq!(told(&served.since(main, before)).iter().filter(|line| *line == GONE).count(), 0);
    fake.excuse(Leftover::Refused(10007));
    fake.finish();
}

/// So is who is warned by the clock.
#[tokio::test]
async fn the_warning_of_the_clock_finds_it_out() {
    let (served, board, [anna, boris]) = game("48h").await;
    let (fake, main) = (&served.fake, served.channel("main"));
    fake.leaves(served.guild, boris);
    served.pass(Duration::hours(35)).await;
    assert_eq!(served.since(main, Some(board.id)).len(), 0);
    served.pass(Duration::hours(2)).await;
    let news = served.since(main, Some(board.id));
    assert_eq!(told(&news), ["#1: @Boris, you have 11 hours left.", GONE]);
    assert_eq!(news[1].notified, [anna]);
    // Once: also when somebody else asks.
    served.asks(anna, main, "/nudge").await;
    served.pass(Duration::hours(1)).await;
    let news = served.since(main, Some(news[1].id));
    assert_eq!(told(&news).iter().filter(|line| *line == GONE).count(), 0);
    fake.excuse(Leftover::Refused(10007));
    fake.finish();
}

/// Who comes back goes on.
#[tokio::test]
async fn who_comes_back_goes_on() {
    let (served, _, [anna, boris]) = game("14d").await;
    let (fake, main) = (&served.fake, served.channel("main"));
    fake.leaves(served.guild, boris);
    served.pass(Duration::hours(25)).await;
    let news = served.asks(anna, main, "/nudge").await.news;
    let word = news[1].clone();
    fake.joins(served.guild, boris);
    let board = served.asks(boris, main, "/move action:b3-c3").await.only();
    assert_eq!(lines(&board)[0], "Boris: b3-c3");
    // What there was to claim is gone.
    assert_eq!(fake.message(word.id).labels().len(), 0);
    let refusal = served.asks(anna, main, "/claim").await.refusal();
    assert_eq!(refusal, "It is your turn: there is nothing to claim.");
    assert_eq!(served.count("members where left_at is not null").await, 0);
    fake.excuse(Leftover::Refused(10007));
    fake.finish();
}
