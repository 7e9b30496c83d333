//! Two releases on one schema: this one works on while a later one expands it.

use crate::{
    program::{kosti, told},
    support::{chat::Chat, database, published, taker::Taker},
};
use kosti::{
    app::{
        audit::audit,
        delivery::Sender,
        rates::Limits,
        service::{App, Handled, Incoming, Verdict, handle},
    },
    games::Games,
    store::{self, MIGRATOR, Route, StoreError, schema},
};
use pretty_assertions::assert_eq;
use serde_json::Value;
use sqlx::{
    AssertSqlSafe, Column as _, Executor as _, PgPool, Postgres, Row as _, SqlSafeStr as _,
    Statement as _, Transaction,
    migrate::{Migration, MigrationType, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{fs, sync::Arc};
use tokio::task::JoinHandle;

/// The tables in the order in which commands use them.
const TABLES: [&str; 15] = [
    "chat_keys",
    "scopes",
    "events",
    "accounts",
    "persons",
    "members",
    "challenges",
    "matches",
    "deals",
    "steps",
    "offers",
    "results",
    "outbox",
    "messages",
    "leases",
];

/// This release's migrations and one of a later release.
fn later(up: String, down: String) -> Migrator {
    let make = |kind, sql: String| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(schema::newest() + 1, "later".into(), kind, sql, false)
    };
    let mut migrations: Vec<Migration> = MIGRATOR.iter().cloned().collect();
    migrations.push(make(MigrationType::ReversibleUp, up));
    migrations.push(make(MigrationType::ReversibleDown, down));
    Migrator::with_migrations(migrations)
}

/// A later release that adds columns to those tables: one is filled in at once in every row,
/// the other has another value in each, for which the table is written anew.
fn columns(tables: &[&str]) -> (String, String) {
    let each = |line: &str| tables.iter().map(|table| line.replace('?', table)).collect();
    let up = "alter table ? add column later text not null default 'old',
                  add column noted_at timestamptz not null default clock_timestamp();";
    (each(up), each("alter table ? drop column later, drop column noted_at;"))
}

/// A later release that adds what can be added: those columns to every table, and all names
/// that any table has for its columns, besides an index and a table.
fn expansion() -> Migrator {
    let (up, down) = columns(&TABLES);
    let up = format!(
        "{up}
         create index steps_later on steps (scope_id, at);
         create table thanks (scope_id bigint, person_id bigint, primary key (scope_id, person_id));
         create domain borrowed as text;
         do $$ declare one record; begin
             for one in
                 select t.table_name as lacks, c.column_name as has
                 from information_schema.tables t, information_schema.columns c
                 where t.table_schema = 'public' and c.table_schema = 'public'
                     and t.table_name not like '\\_%' and c.table_name not like '\\_%'
                 except select table_name, column_name from information_schema.columns
             loop
                 execute format('alter table %I add column %I borrowed', one.lacks, one.has);
             end loop;
         end $$;"
    );
    later(
        up,
        format!("drop domain borrowed cascade; drop table thanks; drop index steps_later; {down}"),
    )
}

fn start(options: PgConnectOptions, migrator: Migrator) -> JoinHandle<Result<i64, StoreError>> {
    let route = Route::from(options);
    tokio::spawn(async move { schema::migrate_by(&route, migrator).await })
}

fn start_columns(
    options: PgConnectOptions,
    tables: &[&str],
) -> JoinHandle<Result<i64, StoreError>> {
    let (up, down) = columns(tables);
    start(options, later(up, down))
}

/// Every query of this release is understood, and gives the columns that it gave when it was
/// compiled.
async fn queries_mean_the_same(pool: &PgPool) {
    let mut queries = 0;
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.sqlx")).unwrap() {
        let kept: Value = serde_json::from_slice(&fs::read(file.unwrap().path()).unwrap()).unwrap();
        let query = kept["query"].as_str().unwrap();
        let statement = pool.prepare(AssertSqlSafe(query).into_sql_str()).await;
        let statement = statement.unwrap_or_else(|error| panic!("{query}: {error}"));
        let columns: Vec<&str> = statement.columns().iter().map(|column| column.name()).collect();
        let wanted = kept["describe"]["columns"].as_array().unwrap().iter();
        let wanted: Vec<&str> = wanted.map(|column| column["name"].as_str().unwrap()).collect();
        assert_eq!(columns, wanted, "{query}");
        queries += 1;
    }
    assert!(queries > 40);
}

async fn connect(options: &PgConnectOptions) -> PgPool {
    PgPoolOptions::new().max_connections(8).connect_with(options.clone()).await.unwrap()
}

/// With another time after which a transaction that waits looks whether it waits in a circle.
/// Who looks first is broken off.
fn looking(options: &PgConnectOptions, after: &str) -> PgConnectOptions {
    options.clone().options([("deadlock_timeout", after)])
}

/// Waits until as many transactions wait for others.
async fn until_waiting(pool: &PgPool, wanted: i64) {
    let sql = "select count(*) from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'";
    while sqlx::query(sql).fetch_one(pool).await.unwrap().get::<i64, _>(0) < wanted {
        tokio::task::yield_now().await;
    }
}

/// Holds what a statement locks until it is committed.
async fn hold(pool: &PgPool, sql: &'static str) -> Transaction<'static, Postgres> {
    let mut holder = pool.begin().await.unwrap();
    sqlx::query(sql).execute(&mut *holder).await.unwrap();
    holder
}

async fn count(pool: &PgPool, sql: &str) -> i64 {
    let sql = AssertSqlSafe(format!("select count(*) from {sql}"));
    sqlx::query(sql).fetch_one(pool).await.unwrap().get(0)
}

fn done(handled: &Handled) -> bool {
    matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done)
}

/// One match that two processes serve by turns.
struct Table {
    chat: Chat,
    options: PgConnectOptions,
    processes: [App; 2],
    moves: usize,
}

impl Table {
    /// A match just begun; its processes connect by the first options.
    async fn set(options: &PgConnectOptions, past: &PgConnectOptions) -> Self {
        let chat = Chat::on(connect(past).await, Games::registered());
        let processes = [process(options).await, process(options).await];
        let table = Table { chat, options: past.clone(), processes, moves: 0 };
        for (name, line) in [("anna", "/play senegal @boris"), ("boris", "/accept")] {
            assert!(done(&table.chat.handle(&table.chat.line(name, line)).await));
        }
        table
    }

    /// The next move, and the process that it comes to.
    fn next(&mut self) -> (App, Incoming) {
        let at = self.moves;
        self.moves += 1;
        let name = if at.is_multiple_of(2) { "anna" } else { "boris" };
        let line = self.chat.line(name, published::main_line()[at]);
        (self.processes[at % 2].clone(), line)
    }

    fn start_move(&mut self) -> JoinHandle<anyhow::Result<Handled>> {
        let (app, line) = self.next();
        tokio::spawn(async move { handle(&app, &line).await })
    }

    async fn play_to(&mut self, moves: usize) {
        while self.moves < moves {
            let (app, line) = self.next();
            assert!(done(&handle(&app, &line).await.unwrap()), "move {}", self.moves);
        }
    }

    /// The schema changes while a move is under way that began before, and another one
    /// comes that begins after.
    async fn play_across<T>(&mut self, start_change: impl FnOnce() -> JoinHandle<T>) -> T {
        let pool = self.chat.pool.clone();
        let holder = hold(&pool, "select from matches for update").await;
        let before = self.start_move();
        until_waiting(&pool, 1).await;
        let change = start_change();
        until_waiting(&pool, 2).await;
        let after = self.start_move();
        until_waiting(&pool, 3).await;
        holder.commit().await.unwrap();
        for handled in [before, after] {
            assert!(done(&handled.await.unwrap().unwrap()));
        }
        change.await.unwrap()
    }

    async fn is_whole(&self) {
        let report = audit(&self.processes[0], None).await.unwrap();
        assert_eq!(report.faults, []);
        assert_eq!((report.matches, report.steps), (1, self.moves as u64));
    }
}

async fn process(options: &PgConnectOptions) -> App {
    let database = store::open(options.clone(), 4).await.unwrap();
    App::new(database, Games::registered()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_release_expands_the_schema_under_this_one() {
    let options = database::connect_options(true).await;
    let mut table = Table::set(&options, &options).await;
    let pool = table.chat.pool.clone();
    // So often that the database keeps its plans.
    table.play_to(16).await;

    let expand = || start(options.clone(), expansion());
    let newest = schema::newest();
    assert_eq!(table.play_across(expand).await.unwrap(), newest + 1);
    queries_mean_the_same(&pool).await;
    // The later release writes what this one does not know.
    sqlx::query("update matches set later = 'new'").execute(&pool).await.unwrap();
    table.play_to(30).await;
    table.is_whole().await;
    assert_eq!(count(&pool, "matches where later = 'new' and revision = 30").await, 1);
    assert_eq!(count(&pool, "steps where later = 'old' and noted_at is not null").await, 30);

    // This release starts on the later one's schema, and leaves it alone.
    table.processes[1] = process(&options).await;
    table.play_to(34).await;
    let address = database::address(&table.options);
    let output = kosti(&["migrate", "--database-url", &address]).output().unwrap();
    let newer = format!(
        "schema version {}, newer than {newest}, the newest that this program knows\n",
        newest + 1
    );
    assert_eq!(told(output), (Some(0), newer, String::new()));
    let scope = table.chat.handle(&table.chat.line("carol", "/games")).await;
    let Handled::Done(answer) = scope else { panic!("no repeat") };
    table.chat.deliver(answer.scope).await;
    assert_eq!(count(&pool, "outbox where state <> 'sent'").await, 0);

    // And the later release is taken back: if that waits in a circle with a move, the move looks.
    let undoing = connect(&looking(&options, NEVER)).await;
    let runtime = tokio::runtime::Handle::current();
    let undo = move || {
        tokio::task::spawn_blocking(move || runtime.block_on(expansion().undo(&undoing, newest)))
    };
    table.play_across(undo).await.unwrap();
    assert_eq!(count(&pool, "information_schema.columns where column_name = 'later'").await, 0);
    assert_eq!(schema::migrate(&Route::from(options)).await.unwrap(), newest);
    table.play_to(67).await;
    table.is_whole().await;
    assert_eq!(count(&pool, "matches where state = 'over'").await, 1);
}

/// Neither looks for a circle: the other one does.
const NEVER: &str = "1h";
const SOON: &str = "1ms";

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_in_the_way_of_an_expansion_comes_again() {
    let options = database::connect_options(true).await;
    let mut table = Table::set(&looking(&options, SOON), &options).await;
    let pool = table.chat.pool.clone();
    let holder = hold(&pool, "select from matches for update").await;
    // The move has used `events`, and `outbox` is still before it.
    let making = table.start_move();
    until_waiting(&pool, 1).await;
    let expanding = start_columns(looking(&options, NEVER), &["outbox", "events"]);
    until_waiting(&pool, 2).await;
    holder.commit().await.unwrap();
    assert!(done(&making.await.unwrap().unwrap()));
    expanding.await.unwrap().unwrap();
    table.is_whole().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expansion_that_is_in_the_way_of_a_move_comes_again() {
    let options = database::connect_options(true).await;
    let mut table = Table::set(&looking(&options, NEVER), &options).await;
    let pool = table.chat.pool.clone();
    let holder = hold(&pool, "lock table leases in share mode").await;
    // The expansion has `outbox`, and `events` is still before it.
    let expanding = start_columns(looking(&options, SOON), &["outbox", "leases", "events"]);
    until_waiting(&pool, 1).await;
    let making = table.start_move();
    until_waiting(&pool, 2).await;
    holder.commit().await.unwrap();
    assert!(done(&making.await.unwrap().unwrap()));
    assert_eq!(expanding.await.unwrap().unwrap(), schema::newest() + 1);
    table.is_whole().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_during_an_expansion_is_not_sent_again() {
    let options = database::connect_options(true).await;
    let table = Table::set(&looking(&options, SOON), &options).await;
    let pool = table.chat.pool.clone();
    let taker = Arc::new(Taker::default());
    let limits = Limits {
        all_a_second: 100,
        chat_a_minute: 100,
        kept_for_turns: 0,
        chat_in_a_burst: 100_000,
    };
    let bot = table.chat.incoming.chat.bot();
    let mut sender =
        Sender::new(table.processes[0].clone(), bot, taker.clone(), limits, "a".into());
    let now = table.chat.incoming.at + time::Duration::minutes(1);
    assert_eq!(sender.step(now).await.unwrap(), Some(1));
    let holder = hold(&pool, "select from outbox for update").await;
    let finishing = tokio::spawn(async move {
        sender.finish(now).await;
        sender
    });
    until_waiting(&pool, 1).await;
    let expanding = start_columns(looking(&options, NEVER), &["messages", "outbox"]);
    until_waiting(&pool, 2).await;
    holder.commit().await.unwrap();
    let mut sender = finishing.await.unwrap();
    expanding.await.unwrap().unwrap();
    while sender.step(now).await.unwrap() != Some(0) {
        sender.finish(now).await;
    }
    assert_eq!(taker.taken(), 2, "the challenge and the first board");
    assert_eq!(count(&pool, "outbox where state <> 'sent'").await, 0);
}
