//! Backups: everything comes back, once and as it was, or nothing does.

mod clocks;
mod damaged;
mod earlier;
mod one_scope;
mod program;
mod tables;
mod whole;

use crate::support::{chat::Chat, database, table::Now, toy_game::toys_and_registered};
use kosti::{
    app::{
        audit::audit,
        backup::{self, BackupError, Faults, Header, Imported},
        jobs::do_all,
        service::{Handled, Incoming, ScopeId, Verdict},
    },
    game::{Entropy as _, SplitMix},
    store::archive::{DERIVED, Table},
};
use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::io::Cursor;
use time::Duration;

/// The texts of one column.
async fn texts(pool: &PgPool, sql: String) -> Vec<String> {
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// Every row that backups keep, and those that are counted of them.
async fn kept(pool: &PgPool) -> Vec<String> {
    let mut found = Vec::new();
    for table in Table::ALL.iter().map(|table| table.as_str()).chain(DERIVED) {
        let row = "to_jsonb(t) - 'until'";
        let which = match table {
            "jobs" => "t.state = 'pending'",
            "outbox" => "t.state in ('pending', 'sending')",
            "standing_counts" | "rating_counts" => "t.people <> 0",
            _ => "true",
        };
        let sql = format!("select ({row})::text from {table} t where {which} order by 1");
        let rows = texts(pool, sql).await;
        found.extend(rows.iter().map(|row| format!("{table} {row}")));
    }
    found
}

async fn scope(chat: &Chat) -> ScopeId {
    let row = sqlx::query("select scope_id from chat_keys where platform = $1 and chat_id = $2")
        .bind(&chat.incoming.chat.platform)
        .bind(&chat.incoming.chat.chat_id)
        .fetch_one(&chat.pool)
        .await
        .unwrap();
    ScopeId(row.get(0))
}

/// Lets somebody say a line that has to be done, without sending what is said.
async fn says(chat: &Chat, line: &Incoming) {
    let Handled::Done(answer) = chat.handle(line).await else { panic!("{} is new", line.event) };
    assert_eq!(answer.verdict, Verdict::Done, "{:?}", answer.private);
    do_all(&chat.app, line.at).await.unwrap();
}

/// What the player to move of a match could do now, any of it; `None` when it is over.
async fn turn(chat: &Chat, number: i32, choice: &mut SplitMix) -> Option<(&'static str, String)> {
    let at = (scope(chat).await, number);
    let now = Now::of(&chat.pool, chat.app.games, at).await.unwrap();
    let (mover, _) = now.names()?;
    let mut legal = now.position.legal();
    let drawn = choice.below(u32::try_from(legal.len()).unwrap()) as usize;
    Some((mover, legal.swap_remove(drawn)))
}

/// Plays a match to its end, or for so many turns.
async fn play(chat: &Chat, number: i32, choice: &mut SplitMix, most: usize) {
    for _ in 0..most {
        let Some((mover, action)) = turn(chat, number, choice).await else { return };
        says(chat, &chat.line(mover, &action)).await;
    }
}

/// A chat for each game, with a match that is over and one that goes on by the clock, and all
/// that lies around them.
async fn world() -> Chat {
    let mut chat = Chat::on(database::pool().await, toys_and_registered());
    let games: Vec<&str> = chat.app.games.all().map(|game| game.facts().key).collect();
    for (at, game) in (0_u8..).zip(games) {
        chat.incoming.chat.chat_id = format!("{game} room");
        let mut choice = SplitMix::new(at.into());
        for (options, most) in [("", 20), (" to 9 24h", 7)] {
            chat.say("anna", &format!("/play {game} @boris{options}")).await;
            chat.fix_seed(at).await;
            says(&chat, &chat.line("boris", "/accept")).await;
            let number = i32::from(most == 7) + 1;
            play(&chat, number, &mut choice, most).await;
            // A match can have several deals.
            while number == 1 && turn(&chat, 1, &mut choice).await.is_some() {
                says(&chat, &chat.line("anna", "/resign yes")).await;
            }
        }
        let (mover, _) = turn(&chat, 2, &mut choice).await.expect(game);
        let other = if mover == "anna" { "boris" } else { "anna" };
        for (name, line) in [
            (other, "/takeback"),
            ("carol", "/play senegal"),
            ("carol", "/lang ru"),
            ("carol", "/settings public on"),
            ("dora", "/settings block @carol"),
            ("admin", "/settings auto off"),
        ] {
            // Not every line means something in every state; what is done counts.
            chat.handle(&chat.line(name, line)).await;
        }
    }
    // One of the rooms has seen its messages, the others wait for them.
    let seen = scope(&chat).await;
    chat.deliver(seen).await;
    chat
}

async fn export(chat: &Chat, scope: Option<ScopeId>) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    backup::export(&chat.app.database, scope, &mut file).await.unwrap();
    file.into_inner()
}

async fn import(chat: &Chat, file: &[u8]) -> Result<Imported, BackupError> {
    let now = chat.passes(Duration::ZERO);
    backup::import(&chat.app, &mut Cursor::new(file), Faults::Refuse, now).await
}

/// A chat on an empty database, an hour later.
async fn elsewhere(chat: &Chat) -> Chat {
    let mut new = Chat::on(database::pool().await, chat.app.games);
    new.incoming = chat.incoming.clone();
    new.incoming.at = chat.passes(Duration::hours(1));
    new
}

/// A line that comes an hour after all others.
fn later(chat: &Chat, event: &str, name: &str, line: &str) -> Incoming {
    Incoming { event: event.to_owned(), ..chat.line(name, line) }
}

async fn is_proved(chat: &Chat) {
    let report = audit(&chat.app, None).await.unwrap();
    assert_eq!(report.faults, []);
    assert!(report.matches > 0);
}

/// Nothing is there that a backup could have brought.
async fn is_empty(pool: &PgPool) {
    assert_eq!(kept(pool).await, Vec::<String>::new());
}

/// A backup with other lines and a header that fits them.
fn forged(file: &[u8], forge: impl FnOnce(&mut Header, &mut Vec<String>)) -> Vec<u8> {
    let text = std::str::from_utf8(file).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut header: Header = serde_json::from_str(&lines.remove(0)).unwrap();
    forge(&mut header, &mut lines);
    header.rows.clear();
    let mut table = String::new();
    for line in &lines {
        match line.strip_prefix('"').and_then(|line| line.strip_suffix('"')) {
            Some(name) => name.clone_into(&mut table),
            None => *header.rows.entry(table.clone()).or_default() += 1,
        }
    }
    let mut hash = Sha256::new();
    for line in &lines {
        hash.update(line);
        hash.update("\n");
    }
    header.sha256 = String::new();
    hash.update(serde_json::to_vec(&header).unwrap());
    header.sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let first = format!("{:2047}", serde_json::to_string(&header).unwrap());
    let lines = std::iter::once(first).chain(lines).map(|line| line + "\n");
    lines.collect::<String>().into_bytes()
}
