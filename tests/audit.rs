//! The audit: silent on what was played, loud on what was tampered with.

use crate::support::{chat::Chat, database, published, toy_game::toys};
use kosti::{
    app::audit::{Wrong, audit},
    game::{Actor, Entropy as _, OptionSet, Seat, SplitMix},
    games::Games,
};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, Row as _};

async fn faults(chat: &Chat) -> Vec<Wrong> {
    let report = audit(&chat.app, None).await.unwrap();
    report.faults.into_iter().map(|fault| fault.what).collect()
}

/// Plays a match of the toy game with takebacks to its end, or for so many turns.
async fn toy(seed: u64, most: usize) -> Chat {
    let chat = Chat::on(database::pool().await, toys());
    chat.say("anna", "/play toy @boris to 9").await;
    chat.fix_seed(u8::try_from(seed).unwrap()).await;
    chat.say("boris", "/accept").await;
    let game = toys().find("toy").unwrap();
    let mut choice = SplitMix::new(seed);
    for turn in 0..most {
        let row = sqlx::query("select position, first_player, state from matches")
            .fetch_one(&chat.pool)
            .await
            .unwrap();
        if row.get::<&str, _>("state") == "over" {
            break;
        }
        let options = OptionSet::defaults(game.facts());
        let position = game.read(&options, row.get("position")).unwrap();
        let Actor::Player(seat) = position.actor() else { panic!("somebody is to move") };
        let one = (seat == Seat::First) == (row.get::<i16, _>("first_player") == 1);
        let (mover, other) = if one { ("anna", "boris") } else { ("boris", "anna") };
        let mut legal = position.legal();
        let drawn = choice.below(u32::try_from(legal.len()).unwrap()) as usize;
        chat.say(mover, &legal.swap_remove(drawn)).await;
        if turn % 3 == 0 {
            chat.say(mover, "/takeback").await;
            chat.say(other, "/accept").await;
        }
    }
    chat
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_played_is_proved() {
    for (seed, most) in [(1, 500), (2, 500), (3, 17)] {
        let chat = toy(seed, most).await;
        let report = audit(&chat.app, None).await.unwrap();
        assert_eq!(report.faults, []);
        assert_eq!(report.matches, 1);
        assert!(report.steps > 20);
    }
    let chat = Chat::on(database::pool().await, Games::registered());
    chat.say("anna", "/play senegal @boris").await;
    chat.say("boris", "/accept").await;
    for (at, action) in published::main_line().iter().enumerate() {
        chat.say(if at % 2 == 0 { "anna" } else { "boris" }, action).await;
    }
    chat.say("anna", "/play senegal @boris to 2").await;
    chat.say("boris", "/accept").await;
    for (name, line) in [
        ("anna", "d2-d3"),
        ("anna", "/takeback"),
        ("boris", "/accept"),
        ("anna", "c2-c3"),
        ("boris", "b3-b2"),
        ("boris", "c4-d4"),
        ("anna", "/moves"),
    ] {
        chat.say(name, line).await;
    }
    chat.say("carol", "/play senegal @boris").await;
    chat.say("boris", "/accept").await;
    chat.say("boris", "/resign 3 yes").await;
    let report = audit(&chat.app, None).await.unwrap();
    assert_eq!((report.faults, report.matches), (vec![], 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_tampered_with_is_found() {
    let chat = toy(1, 500).await;
    assert_eq!(faults(&chat).await, []);
    type Check = fn(&Wrong) -> bool;
    let cases: [(&str, Check); 16] = [
        ("update steps set text = 'd4' where text = 'd1'", |wrong| {
            matches!(wrong, Wrong::Chance(_))
        }),
        ("update steps set player = 3 - player where kind = 'action'", |wrong| {
            matches!(wrong, Wrong::Player(_))
        }),
        ("update matches set points_1 = points_1 + 1", |wrong| *wrong == Wrong::Points),
        ("update matches set position = 'x' || position", |wrong| {
            matches!(wrong, Wrong::Position { .. })
        }),
        ("update results set points = points + 1", |wrong| *wrong == Wrong::Results),
        (
            "update results set verdict = case verdict when 'win' then 'loss' else 'win' end",
            |wrong| *wrong == Wrong::Results,
        ),
        ("update deals set start = 'x' || start where deal = 2", |wrong| *wrong == Wrong::Deal(2)),
        ("update deals set outcome = 'a 1 resign' where deal = 1", |wrong| {
            matches!(wrong, Wrong::Outcome(1))
        }),
        ("update matches set seed = sha256(seed)", |wrong| matches!(wrong, Wrong::Chance(_))),
        ("update steps set seq = seq + 1000 where seq = (select max(seq) from steps)", |wrong| {
            matches!(wrong, Wrong::Gap(_))
        }),
        ("update results set rated = false", |wrong| *wrong == Wrong::Results),
        ("update standings set points = points + 1 where period = 'all'", |wrong| {
            // Two rows of two boards, and the counts of the points they had and have.
            matches!(wrong, Wrong::Boards(12))
        }),
        ("delete from standings where game = 'toy' and wins = 1 and period like '%W%'", |wrong| {
            matches!(wrong, Wrong::Boards(2))
        }),
        ("update standing_counts set people = 2 where game = '' and period like '%-Q_'", |wrong| {
            matches!(wrong, Wrong::Boards(2))
        }),
        (
            "update rating_log set rating_after = rating_after + 0.01 where verdict = 'win'",
            |wrong| *wrong == Wrong::Ratings,
        ),
        ("update rating_log set verdict = 'draw'", |wrong| *wrong == Wrong::Ratings),
    ];
    for (spoil, check) in cases {
        let kept = snapshot(&chat).await;
        sqlx::query(AssertSqlSafe(spoil)).execute(&chat.pool).await.unwrap();
        let found = faults(&chat).await;
        assert!(found.len() == 1 && check(&found[0]), "{spoil}: {found:?}");
        restore(&chat, kept).await;
        assert_eq!(faults(&chat).await, []);
    }
}

const TABLES: [&str; 7] =
    ["matches", "deals", "steps", "results", "standings", "standing_counts", "rating_log"];

async fn snapshot(chat: &Chat) -> Vec<String> {
    let mut kept = Vec::new();
    for table in TABLES {
        let sql = format!("select coalesce(json_agg(t), '[]')::text from {table} t");
        kept.push(sqlx::query(AssertSqlSafe(sql)).fetch_one(&chat.pool).await.unwrap().get(0));
    }
    kept
}

async fn restore(chat: &Chat, kept: Vec<String>) {
    for (table, rows) in TABLES.iter().zip(kept) {
        let sql = format!("delete from {table}");
        sqlx::query(AssertSqlSafe(sql)).execute(&chat.pool).await.unwrap();
        let sql = format!(
            "insert into {table} select * from json_populate_recordset(null::{table}, $1::json)"
        );
        sqlx::query(AssertSqlSafe(sql)).bind(rows).execute(&chat.pool).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_other_rules_are_counted_and_left_out() {
    let chat = toy(3, 10).await;
    sqlx::query("update matches set rules_version = 0, position = 'spoilt'")
        .execute(&chat.pool)
        .await
        .unwrap();
    let report = audit(&chat.app, None).await.unwrap();
    assert_eq!((report.matches, report.other_versions, report.faults), (0, 1, vec![]));
}
