//! Whole matches by buttons alone: the same on every platform as on the console.

use super::{Both, Platform, discord::OnDiscord, telegram::OnTelegram};
use kosti::{
    app::button::{Button, Verb},
    game::{Actor, Entropy as _, OptionSet, Seat, SplitMix},
    games::Games,
};
use sqlx::{PgPool, Row as _};

/// More presses than a match takes.
const MOST_PRESSES: u32 = 2000;
/// What shows a hand.
const HAND: &str = "My hand";

/// Who is to move; `None` when the match is over.
async fn mover(pool: &PgPool) -> Option<&'static str> {
    let sql = "select game, options, position, first_player, state from matches";
    let row = sqlx::query(sql).fetch_one(pool).await.unwrap();
    if row.get::<&str, _>("state") == "over" {
        return None;
    }
    let game = Games::registered().find(row.get("game")).unwrap();
    let options = row.get::<&str, _>("options").split_whitespace();
    let options = OptionSet::parse(game.facts(), options).unwrap();
    let position = game.read(&options, row.get("position")).unwrap();
    let Actor::Player(seat) = position.actor() else { panic!("somebody is to move") };
    let first: i16 = row.get("first_player");
    Some(if (seat == Seat::First) == (first == 1) { "anna" } else { "boris" })
}

/// How often which buttons were pressed.
#[derive(Debug, Default)]
struct Pressed {
    composed: u32,
    foretold: u32,
    undone: u32,
    played: u32,
    hands: u32,
}

async fn play<P: Platform>(what: &str) -> Pressed {
    let mut both = Both::<P>::new(Games::registered()).await;
    both.does("anna", "main", &format!("/play {what}")).await;
    both.does("boris", "main", "(Accept)").await;
    let (mut entropy, mut pressed) = (SplitMix::new(7), Pressed::default());
    for _ in 0..MOST_PRESSES {
        let Some(name) = mover(&both.plain.pool).await else { break };
        let newest = both.newest.clone();
        let verb = |data: &str| data.parse::<Button>().unwrap().verb;
        // A turn that is whole is mostly played.
        let whole = newest.iter().position(|press| press.label.starts_with("Play "));
        let hand = newest.iter().position(|press| press.label == HAND);
        let drawn = entropy.below(u32::try_from(newest.len()).unwrap()) as usize;
        let press = &newest[hand.or(whole.filter(|_| entropy.below(4) > 0)).unwrap_or(drawn)];
        pressed.undone += u32::from(press.label == "Undo");
        match verb(&press.data) {
            Verb::Compose => pressed.composed += 1,
            Verb::Foretell => pressed.foretold += 1,
            Verb::Play => pressed.played += 1,
            Verb::Hand => pressed.hands += 1,
            verb => panic!("{verb:?}"),
        }
        both.does(name, "main", &format!("({})", press.label)).await;
    }
    assert_eq!(mover(&both.plain.pool).await, None);
    assert_eq!(mover(both.platform.pool()).await, None);
    both.does("boris", "main", "/dice").await;
    both.does("anna", "main", "/record").await;
    both.platform.finish().await;
    pressed
}

/// A turn is made up of several movements.
async fn shemshesh<P: Platform>() {
    let pressed = play::<P>("shemshesh @boris").await;
    let Pressed { composed, foretold, undone, played, .. } = pressed;
    assert!(composed > 20 && undone > 3 && played > 20, "{pressed:?}");
    assert_eq!(foretold, 0);
}

/// The same, and what a movement will do is told before it is made.
async fn emir<P: Platform>() {
    let pressed = play::<P>("emir @boris cover-head=yes").await;
    let Pressed { composed, foretold, undone, played, .. } = pressed;
    assert!(composed > 20 && foretold > 3 && undone > 3 && played > 20, "{pressed:?}");
}

/// A tile, then its place where there are several; one deal follows the other by itself.
async fn by_tiles<P: Platform>() {
    let pressed = play::<P>("sausage @boris to 30").await;
    assert!(pressed.played > 20 && pressed.hands == 0, "{pressed:?}");
}

/// The same from hands that nobody else sees.
async fn by_hidden_tiles<P: Platform>() {
    let pressed = play::<P>("sausage @boris hands=closed to 30").await;
    assert!(pressed.played > 20 && pressed.hands >= pressed.played, "{pressed:?}");
}

#[tokio::test]
async fn shemshesh_on_telegram() {
    shemshesh::<OnTelegram>().await;
}

#[tokio::test]
async fn emir_on_telegram() {
    emir::<OnTelegram>().await;
}

#[tokio::test]
async fn shemshesh_on_discord() {
    shemshesh::<OnDiscord>().await;
}

#[tokio::test]
async fn emir_on_discord() {
    emir::<OnDiscord>().await;
}

#[tokio::test]
async fn by_tiles_on_telegram() {
    by_tiles::<OnTelegram>().await;
}

#[tokio::test]
async fn by_tiles_on_discord() {
    by_tiles::<OnDiscord>().await;
}

#[tokio::test]
async fn by_hidden_tiles_on_telegram() {
    by_hidden_tiles::<OnTelegram>().await;
}

#[tokio::test]
async fn by_hidden_tiles_on_discord() {
    by_hidden_tiles::<OnDiscord>().await;
}
