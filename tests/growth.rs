//! How a database grows by what is played.
//!
//! `cargo test --locked --test all growth:: -- --ignored --nocapture` plays games of every kind
//! by chance and tells the bytes that 1,000 of them take, with their indexes: those that stay,
//! and those that housekeeping throws away after days. KOSTI_GROWTH_GAMES is how many are played.

use crate::support::{chat::Chat, database, table::Now};
use kosti::{
    app::{
        housekeeping::sweep,
        jobs::do_all,
        service::{Handled, ScopeId, Verdict},
    },
    game::{Entropy as _, SplitMix},
    games::Games,
};
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::{collections::BTreeMap, env, ops::RangeInclusive};
use time::Duration;

/// Turns after which a game is given up.
const LONGEST: usize = 400;

/// Bytes of every table with its indexes, as if it had just been written.
async fn sizes(pool: &PgPool) -> BTreeMap<String, i64> {
    sqlx::query("vacuum full").execute(pool).await.unwrap();
    let sql = "select relname::text, pg_total_relation_size(oid) from pg_class
               where relnamespace = 'public'::regnamespace and relkind = 'r'";
    let rows = sqlx::query(sql).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

async fn says(chat: &Chat, name: &str, line: &str) -> ScopeId {
    let line = chat.line(name, line);
    let Handled::Done(answer) = chat.handle(&line).await else { panic!("no repeat") };
    assert_eq!(answer.verdict, Verdict::Done, "{:?}", answer.private);
    do_all(&chat.app, line.at).await.unwrap();
    answer.scope
}

/// Plays games one after another, and sends all that is said.
async fn play(chat: &Chat, game: &str, numbers: RangeInclusive<i32>) {
    let mut choice = SplitMix::new(1);
    for number in numbers {
        says(chat, "anna", &format!("/play {game} @boris")).await;
        let scope = says(chat, "boris", "/accept").await;
        for turn in 0.. {
            let at = (scope, number);
            let now = Now::of(&chat.pool, chat.app.games, at).await.unwrap();
            let Some((mover, _)) = now.names() else { break };
            if turn == LONGEST {
                says(chat, mover, "/resign yes").await;
                break;
            }
            let legal = now.position.legal();
            let at = choice.below(u32::try_from(legal.len()).unwrap()) as usize;
            says(chat, mover, &legal[at]).await;
        }
        chat.deliver(scope).await;
        chat.sent();
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes many minutes"]
async fn a_thousand_games_take_so_much() {
    let games: i32 = env::var("KOSTI_GROWTH_GAMES").map_or(100, |games| games.parse().unwrap());
    let scaled = |bytes: i64| bytes * 1000 / i64::from(games) / 1024;
    for game in Games::registered().all().map(|game| game.facts().key) {
        let chat = Chat::on(database::pool().await, Games::registered());
        // Chats and people are there with the first game.
        play(&chat, game, 1..=1).await;
        let begun = sizes(&chat.pool).await;
        play(&chat, game, 2..=games + 1).await;
        let played = sizes(&chat.pool).await;
        for days in [2, 10, 40, 80] {
            let now = chat.passes(Duration::days(days));
            sweep(&chat.app, now).await.unwrap();
            do_all(&chat.app, now).await.unwrap();
        }
        let kept = sizes(&chat.pool).await;
        let steps = database::count(&chat.pool, "steps").await;
        println!("{game}: {} steps a game; KiB of 1,000 games", steps / i64::from(games + 1));
        let (mut staying, mut going) = (0, 0);
        for (table, bytes) in &kept {
            let (stays, goes) = ((bytes - begun[table]).max(0), played[table] - bytes);
            (staying, going) = (staying + stays, going + goes);
            if scaled(stays) + scaled(goes) > 100 {
                println!("  {table}: {} stay, {} go", scaled(stays), scaled(goes));
            }
        }
        println!("  all: {} stay, {} go", scaled(staying), scaled(going));
        let step = "select sum(pg_column_size(t))::bigint from steps t";
        let row = sqlx::query(AssertSqlSafe(step)).fetch_one(&chat.pool).await.unwrap();
        println!("  a step alone: {} bytes", row.get::<i64, _>(0) / steps);
    }
}
