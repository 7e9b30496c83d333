//! Accepted commands at a steady rate on a durable private cluster: how long from receiving
//! a move to its message being stored and its picture drawn.
//!
//! `cargo bench --bench commands` plays the first moves of 200 matches at once, 100 moves a
//! second for 30 seconds, each at its time whether or not the ones before are done.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use kosti::{
    app::{
        command::Command,
        delivery::draw,
        reply::{Outgoing, Reply},
        service::{Answers, App, ChatKey, Handled, Incoming, Verdict, handle},
        texts::Lang,
    },
    games::Games,
    store::{
        self,
        local::{Cluster, Durability, Missing},
    },
};
use sqlx::Row as _;
use std::{
    fs,
    time::{Duration, Instant},
};
use time::OffsetDateTime;

const MATCHES: usize = 200;
const RATE: u32 = 100;
/// The published game's first moves.
const MOVES: [&str; 15] = [
    "d2-d3", "d4:d2", "d1:d3", "e4-d4", "e2-d2", "f4-e4", "f2-e2", "c4-c3", "c2:c4", "c5:c3",
    "c1-c2", "c3:c1", "e1-d1", "b4-c4", "b2:b4",
];

fn incoming(chat: usize, name: &str, event: String, text: &str) -> Incoming {
    Incoming {
        chat: ChatKey { platform: "bench".into(), bot_id: "bot".into(), chat_id: chat.to_string() },
        place: "main".into(),
        account: format!("{name}{chat}"),
        name: name.into(),
        admin: false,
        handle: None,
        masked: false,
        pointed: None,
        answers: Answers::Returned,
        event,
        at: OffsetDateTime::now_utc(),
        reply_to: None,
        alone: false,
        guest: false,
        locale: Lang::En,
        own_locale: None,
        wait: None,
        command: Command::parse(text),
    }
}

/// Processor time of this process so far, and its resident memory in MiB.
fn used() -> (Duration, u64) {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = resident.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
    // A tick is 10 ms on Linux.
    (Duration::from_millis((ticks(12) + ticks(13)) * 10), kib.unwrap_or(0) / 1024)
}

#[tokio::main]
async fn main() {
    let home = tempfile::tempdir().unwrap();
    let cluster = Cluster::join(home.path(), Durability::Full, Missing::Refuse).unwrap();
    let database = store::open(cluster.connect_options(), 16).await.unwrap();
    let app = App::new(database, Games::registered()).unwrap();
    for chat in 0..MATCHES {
        for (name, text) in [("anna", "/play senegal @boris"), ("boris", "/accept")] {
            let line = incoming(chat, name, format!("{name} begins"), text);
            handle(&app, &line).await.unwrap();
        }
    }
    // The fonts are read by the first picture.
    draw(&app, &newest(&app, 0).await).await.unwrap();
    let (cpu, _) = used();
    let start = Instant::now();
    let mut tasks = Vec::new();
    for number in 0..MATCHES * MOVES.len() {
        let due = start + Duration::from_secs(1) / RATE * u32::try_from(number).unwrap();
        tokio::time::sleep_until(due.into()).await;
        let (chat, turn, app) = (number % MATCHES, number / MATCHES, app.clone());
        tasks.push(tokio::spawn(async move {
            let name = if turn % 2 == 0 { "anna" } else { "boris" };
            let line = incoming(chat, name, format!("turn {turn}"), MOVES[turn]);
            let handled = handle(&app, &line).await.unwrap();
            let stored = due.elapsed();
            let Handled::Done(answer) = handled else { panic!("no repeat") };
            assert_eq!(answer.verdict, Verdict::Done);
            draw(&app, &newest(&app, chat).await).await.unwrap();
            (stored, due.elapsed())
        }));
    }
    let mut stored = Vec::new();
    let mut drawn = Vec::new();
    for task in tasks {
        let (one, two) = task.await.unwrap();
        stored.push(one);
        drawn.push(two);
    }
    let took = start.elapsed();
    let (after, resident) = used();
    let at = |times: &mut Vec<Duration>, part: usize| {
        times.sort();
        times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0
    };
    let count = stored.len();
    println!("{count} moves in {:.1} s, at most {RATE} a second", took.as_secs_f64());
    for (what, times) in [("stored", &mut stored), ("stored and drawn", &mut drawn)] {
        println!("{what}: p50 {:.1} ms, p99 {:.1} ms", at(times, 50), at(times, 99));
    }
    let share = (after - cpu).as_secs_f64() / took.as_secs_f64() * 100.0;
    println!("this process: {share:.0} % of one core, {resident} MiB resident");
    app.database.close().await;
    drop(cluster);
}

/// The newest message of a chat.
async fn newest(app: &App, chat: usize) -> Reply {
    let mut transaction = app.database.begin().await.unwrap();
    let row = sqlx::query(
        "select payload from outbox join chat_keys using (scope_id)
         where chat_id = $1 order by id desc limit 1",
    )
    .bind(chat.to_string())
    .fetch_one(&mut *transaction)
    .await
    .unwrap();
    transaction.commit().await.unwrap();
    match serde_json::from_value(row.get("payload")).unwrap() {
        Outgoing::Say(reply) => *reply,
        other => panic!("nothing else is sent here: {other:?}"),
    }
}
