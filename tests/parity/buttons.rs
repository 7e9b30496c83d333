//! Whole games by dice, by buttons alone: the same on every platform as on the console.

use super::{Both, Platform, discord::OnDiscord, telegram::OnTelegram};
use kosti::{
    app::button::{Button, Verb},
    game::{Actor, Entropy as _, OptionSet, Seat, SplitMix},
    games::Games,
};
use sqlx::{PgPool, Row as _};

/// More presses than the game takes.
const MOST_PRESSES: u32 = 2000;

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

/// What was pressed.
#[derive(Default)]
struct Pressed {
    composed: u32,
    foretold: u32,
    undone: u32,
    played: u32,
}

async fn play<P: Platform>(game: &str, seed: u64) -> Pressed {
    let mut both = Both::<P>::new(Games::registered()).await;
    both.does("anna", "main", &format!("/play {game} @boris")).await;
    both.does("boris", "main", "(Accept)").await;
    let mut entropy = SplitMix::new(seed);
    let mut pressed = Pressed::default();
    for _ in 0..MOST_PRESSES {
        let Some(name) = mover(&both.plain.pool).await else { break };
        let newest = both.newest.clone();
        let verb = |data: &str| data.parse::<Button>().unwrap().verb;
        // A turn that is whole is mostly played.
        let whole = newest.iter().position(|press| press.label.starts_with("Play "));
        let drawn = entropy.below(u32::try_from(newest.len()).unwrap()) as usize;
        let press = &newest[whole.filter(|_| entropy.below(4) > 0).unwrap_or(drawn)];
        pressed.undone += u32::from(press.label == "Undo");
        match verb(&press.data) {
            Verb::Compose => pressed.composed += 1,
            Verb::Foretell => pressed.foretold += 1,
            Verb::Play => pressed.played += 1,
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

async fn shemshesh<P: Platform>() {
    let Pressed { composed, foretold, undone, played } = play::<P>("shemshesh", 7).await;
    assert!(composed > 20 && undone > 3 && played > 20, "{composed} {undone} {played}");
    assert_eq!(foretold, 0);
}

async fn emir<P: Platform>() {
    let Pressed { composed, foretold, undone, played } = play::<P>("emir cover-head=yes", 7).await;
    let all = [composed, foretold, undone, played];
    assert!(composed > 20 && foretold > 3 && undone > 3 && played > 20, "{all:?}");
}

#[tokio::test]
async fn shemshesh_on_telegram() {
    shemshesh::<OnTelegram>().await;
}

#[tokio::test]
async fn shemshesh_on_discord() {
    shemshesh::<OnDiscord>().await;
}

#[tokio::test]
async fn emir_on_telegram() {
    emir::<OnTelegram>().await;
}

#[tokio::test]
async fn emir_on_discord() {
    emir::<OnDiscord>().await;
}
