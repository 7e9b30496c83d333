//! Chats that get another id from their platform, and chats that cannot be reached.

mod gone;
mod merged;
mod moved;
mod strangers;

use crate::support::{
    chat::{Chat, Sent},
    table::Now,
    toy_game::toys_and_registered,
};
use kosti::{
    app::{
        audit::audit,
        chats,
        command::Command,
        delivery::{Address, Outbound, SendError, Sender, Transport},
        rates::Limits,
        service::{Answer, ChatKey, ScopeId, Verdict},
    },
    game::{Entropy as _, SplitMix},
};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, PgPool, Postgres, Row as _, Transaction};
use std::sync::{Arc, Mutex};
use time::OffsetDateTime;
use tokio::{sync::Semaphore, task::JoinHandle};

/// Nothing here is about limits.
const LIMITS: Limits =
    Limits { all_a_second: 1000, chat_a_minute: 1000, kept_for_turns: 0, chat_in_a_burst: 1000 };

/// A platform that takes messages while it is let.
struct Platform {
    taken: Mutex<Vec<Outbound>>,
    stripped: Mutex<Vec<String>>,
    gate: Semaphore,
    /// Whether it fails to take what comes next.
    fails: Mutex<bool>,
}

impl Platform {
    fn open() -> Arc<Self> {
        Arc::new(Platform {
            taken: Mutex::default(),
            stripped: Mutex::default(),
            gate: Semaphore::new(1000),
            fails: Mutex::new(false),
        })
    }

    fn close(&self) {
        while self.gate.try_acquire().map(|permit| permit.forget()).is_ok() {}
    }

    fn texts(&self) -> Vec<String> {
        let taken = self.taken.lock().unwrap();
        taken.iter().map(|message| crate::support::chat::text(&message.reply)).collect()
    }
}

impl Transport for Platform {
    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        self.gate.acquire().await.unwrap().forget();
        if std::mem::take(&mut *self.fails.lock().unwrap()) {
            return Err(SendError::Later(anyhow::anyhow!("no network")));
        }
        let mut taken = self.taken.lock().unwrap();
        taken.push(message.clone());
        Ok(format!("m{}", taken.len()))
    }

    async fn strip(&self, _: &Address, message: &str) -> Result<(), SendError> {
        self.stripped.lock().unwrap().push(message.to_owned());
        Ok(())
    }

    async fn delete(&self, _: &Address, _: &str) -> Result<(), SendError> {
        Ok(())
    }
}

fn sender(chat: &Chat, platform: &Arc<Platform>) -> Sender<Platform> {
    let bot = chat.incoming.chat.bot();
    Sender::new(chat.app.clone(), bot, platform.clone(), LIMITS, "a".into())
}

async fn send_all(sender: &mut Sender<Platform>, now: OffsetDateTime) {
    while sender.step(now).await.unwrap() != Some(0) {
        sender.finish(now).await;
    }
}

/// What the platform calls one of the chats.
fn key(chat: &Chat, id: &str) -> ChatKey {
    ChatKey { chat_id: id.into(), ..chat.incoming.chat.clone() }
}

/// A moment after everything that was said.
fn now(chat: &Chat) -> OffsetDateTime {
    chat.command("nobody", Command::Help).at
}

async fn moves(chat: &Chat, old: &str, new: &str) {
    let bot = chat.incoming.chat.bot();
    chats::moved(&chat.app, &bot, old, new, now(chat)).await.unwrap();
}

async fn scope(chat: &Chat, id: &str) -> Option<ScopeId> {
    let sql = "select scope_id from chat_keys where chat_id = $1";
    let row = sqlx::query(sql).bind(id).fetch_optional(&chat.pool).await.unwrap();
    row.map(|row| ScopeId(row.get(0)))
}

async fn count(pool: &PgPool, what: &str) -> i64 {
    let sql = format!("select count(*) from {what}");
    sqlx::query(AssertSqlSafe(sql)).fetch_one(pool).await.unwrap().get(0)
}

async fn run(pool: &PgPool, sql: &str) {
    sqlx::query(AssertSqlSafe(sql.to_owned())).execute(pool).await.unwrap();
}

/// Rows of one column of texts.
async fn lines(pool: &PgPool, sql: &str) -> Vec<String> {
    let rows = sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// Every row of every table, as text.
async fn everything(pool: &PgPool) -> Vec<String> {
    let tables = lines(
        pool,
        "select table_name::text from information_schema.tables
         where table_schema = 'public' and table_name not like '\\_%' order by 1",
    )
    .await;
    let mut found = Vec::new();
    for table in tables {
        let sql = format!("select '{table} ' || t::text from {table} t order by 1");
        found.extend(lines(pool, &sql).await);
    }
    found
}

/// Waits until all of those wait for the locks of others.
async fn until_waiting(pool: &PgPool, tasks: &[&dyn Task]) {
    let waiting = "pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'";
    while count(pool, waiting).await != i64::try_from(tasks.len()).unwrap() {
        assert!(!tasks.iter().any(|task| task.is_finished()), "one waits for nobody");
        tokio::task::yield_now().await;
    }
}

/// Holds what a statement locks until it is let go.
async fn hold(pool: &PgPool, sql: &'static str) -> Transaction<'static, Postgres> {
    let mut holder = pool.begin().await.unwrap();
    sqlx::query(sql).execute(&mut *holder).await.unwrap();
    holder
}

fn start_to_move(chat: &Chat) -> JoinHandle<anyhow::Result<()>> {
    let (app, bot, at) = (chat.app.clone(), chat.incoming.chat.bot(), now(chat));
    tokio::spawn(async move { chats::moved(&app, &bot, "1", "2", at).await })
}

/// Something that is being done.
trait Task {
    fn is_finished(&self) -> bool;
}

impl<T> Task for JoinHandle<T> {
    fn is_finished(&self) -> bool {
        JoinHandle::is_finished(self)
    }
}

/// Lets somebody say a line in one of the chats, which has to be done.
async fn says(chat: &mut Chat, id: &str, name: &str, line: &str) -> Answer {
    chat.incoming.chat.chat_id = id.into();
    let answer = chat.say(name, line).await;
    assert_eq!(answer.verdict, Verdict::Done, "{name} {line}: {:?}", answer.private);
    answer
}

async fn say_all(chat: &mut Chat, id: &str, lines: &[(&str, &str)]) {
    for (name, line) in lines {
        says(chat, id, name, line).await;
    }
}

/// Lets a match go on for so many turns, or to its end.
async fn play_on(chat: &mut Chat, id: &str, number: i32, seed: u64, most: usize) {
    let scope = scope(chat, id).await.unwrap();
    let mut choice = SplitMix::new(seed);
    for _ in 0..most {
        let of = (scope, number);
        let now = Now::of(&chat.pool, toys_and_registered(), of).await.unwrap();
        // `Now` takes the challenger for Anna.
        let Some((mover, _)) = now.names() else { return };
        let player = if mover == "anna" { "player_1" } else { "player_2" };
        let sql = format!(
            "select account_id from matches join accounts on person_id = {player}
             where scope_id = {} and number = {number}",
            scope.0
        );
        let mover = lines(&chat.pool, &sql).await.remove(0);
        let mut legal = now.position.legal();
        let drawn = choice.below(u32::try_from(legal.len()).unwrap());
        let action = legal.swap_remove(drawn as usize);
        says(chat, id, &mover, &format!("/move #{number} {action}")).await;
    }
}

/// What is said in a scope since it was last looked.
async fn told(chat: &Chat, scope: ScopeId) -> Vec<Sent> {
    chat.deliver(scope).await;
    chat.sent()
}

async fn told_texts(chat: &Chat, scope: ScopeId) -> Vec<String> {
    told(chat, scope).await.iter().map(Sent::text).collect()
}

async fn all_is_well(chat: &Chat, matches: u64) {
    let report = audit(&chat.app, None).await.unwrap();
    assert_eq!((report.faults, report.matches), (vec![], matches));
}
