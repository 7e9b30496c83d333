//! Kosti on a Telegram with many chats: a steady rate of commands with pictures, served by
//! polling on a durable private cluster, sent within Telegram's limits.
//!
//! `cargo bench --bench telegram` lets 200 groups play the published game, 15 moves a second
//! in all for two minutes, against the tests' fake Telegram in the same process.
#![allow(missing_docs, dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(unreachable_pub)]

/// What the tests share.
#[path = "../tests/support"]
#[allow(unused_imports)]
mod support {
    pub mod fake_telegram;
    pub mod published;
    pub mod shared;
}

use kosti::{
    app::service::App,
    chat::telegram::{Intake, Settings, connect},
    games::Games,
    store::{
        self,
        local::{Cluster, Durability, Missing},
    },
};
use std::{
    collections::BTreeMap,
    fs,
    time::{Duration, Instant},
};
use support::{
    fake_telegram::{Call, FakeTelegram, Leftover, TOKEN},
    published,
};
use teloxide::types::{ChatId, UserId};
use time::OffsetDateTime;
use tokio::sync::watch;

const CHATS: usize = 200;
const RATE: u32 = 15;
const SECONDS: u32 = 120;

struct Group {
    chat: ChatId,
    players: [UserId; 2],
    /// When each move was written.
    written: Vec<OffsetDateTime>,
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

/// Messages that wait, and old buttons that wait to be taken away.
async fn waiting(app: &App) -> (i64, i64) {
    let mut transaction = app.database.begin().await.unwrap();
    sqlx::query_as(
        "select count(*) filter (where lane < 3), count(*) filter (where lane = 3) from outbox
         where state in ('pending', 'sending')",
    )
    .fetch_one(&mut *transaction)
    .await
    .unwrap()
}

#[tokio::main]
async fn main() {
    let home = tempfile::tempdir().unwrap();
    let cluster = Cluster::join(home.path(), Durability::Full, Missing::Refuse).unwrap();
    let database = store::open(cluster.connect_options(), 16).await.unwrap();
    let app = App::new(database, Games::registered()).unwrap();
    let fake = FakeTelegram::start();
    let mut groups: Vec<Group> = (0..CHATS)
        .map(|number| {
            let players = ["Anna", "Boris"].map(|name| fake.user(&format!("{name}{number}")));
            let chat = fake.supergroup(&format!("Group {number}"), &players);
            Group { chat, players, written: Vec::new() }
        })
        .collect();
    let settings = Settings {
        token: TOKEN.parse().unwrap(),
        api_url: Some(fake.url().parse().unwrap()),
        intake: Intake::Polling,
    };
    let (stop, mut stopping) = watch::channel(false);
    let bot = connect(&app, &settings, &mut stopping).await.unwrap().unwrap();
    let bot = tokio::spawn(bot.run(stopping));
    for (number, group) in groups.iter().enumerate() {
        fake.says(group.chat, group.players[0], &format!("/play senegal @Boris{number}"));
        fake.says(group.chat, group.players[1], "/accept");
    }
    fake.confirmed().await;
    while waiting(&app).await != (0, 0) {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let moves = published::main_line();
    let (cpu, _) = used();
    let (start, began) = (Instant::now(), OffsetDateTime::now_utc());
    let mut queue = Vec::new();
    for number in 0..RATE * SECONDS {
        let due = start + Duration::from_secs(1) / RATE * number;
        tokio::time::sleep_until(due.into()).await;
        let number = usize::try_from(number).unwrap();
        let (group, turn) = (&mut groups[number % CHATS], number / CHATS);
        group.written.push(OffsetDateTime::now_utc());
        fake.says(group.chat, group.players[turn % 2], &format!("/move {}", moves[turn]));
        if number.is_multiple_of(usize::try_from(RATE).unwrap() * 10) {
            queue.push(waiting(&app).await);
        }
    }
    let (after, resident) = used();
    let took = start.elapsed();
    queue.push(waiting(&app).await);
    while waiting(&app).await.0 > 0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    stop.send_replace(true);
    bot.await.unwrap().unwrap();

    let calls: Vec<Call> = fake
        .all_calls()
        .into_iter()
        .filter(|call| call.at >= began && call.chat.is_some())
        .collect();
    let sent = |call: &&Call| call.method == "sendPhoto" || call.method == "sendMessage";
    let mut shown: BTreeMap<ChatId, Vec<OffsetDateTime>> = BTreeMap::new();
    for call in calls.iter().filter(sent) {
        shown.entry(call.chat.unwrap()).or_default().push(call.at);
    }
    let mut latencies = Vec::new();
    for group in &groups {
        let boards = &shown[&group.chat];
        assert_eq!(boards.len(), group.written.len(), "every move has its board");
        latencies.extend(group.written.iter().zip(boards).map(|(from, to)| *to - *from));
    }
    latencies.sort();
    let at = |part: usize| latencies[(latencies.len() - 1) * part / 100].as_seconds_f64() * 1000.0;
    let refused = calls.iter().filter(|call| matches!(call.outcome, Some(Err(_)))).count();
    println!(
        "{} moves in {CHATS} chats in {:.0} s: {} boards, {} old boards stripped, {refused} calls \
         refused",
        latencies.len(),
        took.as_secs_f64(),
        calls.iter().filter(sent).count(),
        calls.iter().filter(|call| call.method == "editMessageReplyMarkup").count(),
    );
    println!("written to shown: p50 {:.0} ms, p99 {:.0} ms", at(50), at(99));
    println!(
        "most calls in a second: {}, to one chat in a minute: {}",
        most(&calls, time::Duration::SECOND, |_| ChatId(0)),
        most(&calls, time::Duration::MINUTE, |call| call.chat.unwrap()),
    );
    println!("waiting messages and strips, every 10 s: {queue:?}");
    let share = (after - cpu).as_secs_f64() / took.as_secs_f64() * 100.0;
    println!("this process with the fake: {share:.0} % of one core, {resident} MiB resident");
    fake.excuse(Leftover::Unread);
    fake.finish();
    app.database.close().await;
    drop(cluster);
}

/// The most calls in any span of that length, of those that share a key.
fn most(calls: &[Call], span: time::Duration, key: impl Fn(&Call) -> ChatId) -> usize {
    let mut windows: BTreeMap<ChatId, Vec<OffsetDateTime>> = BTreeMap::new();
    let mut most = 0;
    for call in calls {
        let window = windows.entry(key(call)).or_default();
        window.retain(|at| *at > call.at - span);
        window.push(call.at);
        most = most.max(window.len());
    }
    most
}
