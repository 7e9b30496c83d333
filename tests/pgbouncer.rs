//! Behind PgBouncer in transaction mode, which gives every transaction another connection.

use crate::{
    program::{kosti, told},
    support::{
        database::address,
        pooler::{Ways, ways},
        published,
        taker::Taker,
    },
};
use kosti::{
    app::{
        audit::audit,
        command::Command,
        delivery::Sender,
        rates::Limits,
        service::{Answers, App, ChatKey, Handled, Incoming, Verdict, handle},
        texts::Lang,
    },
    games::Games,
    store::{self, Pooler, Route, schema},
};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, PgPool, Row as _, postgres::PgPoolOptions};
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use time::OffsetDateTime;
use tokio::task::JoinSet;

/// Processes that serve the same chats, each with four connections.
const PROCESSES: usize = 4;
const MATCHES: usize = 12;
const MOVES: usize = 14;

/// What a person says in the chat of a match; each line is an event of its own.
fn line(chat: usize, at: usize, text: &str) -> Incoming {
    let name = if at.is_multiple_of(2) { "anna" } else { "boris" };
    Incoming {
        chat: ChatKey {
            platform: "test".into(),
            bot_id: "bot".into(),
            chat_id: format!("chat {chat}"),
        },
        place: "main".into(),
        account: name.into(),
        name: name.into(),
        admin: false,
        handle: None,
        masked: false,
        pointed: None,
        answers: Answers::Returned,
        event: format!("event {at}"),
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

/// The lines of a match: challenge, answer, moves.
fn lines() -> Vec<&'static str> {
    let moves = published::main_line().into_iter().take(MOVES);
    ["/play senegal @boris", "/accept"].into_iter().chain(moves).collect()
}

fn sender(app: &App, taker: &Arc<Taker>, holder: &str) -> Sender<Taker> {
    let limits = Limits {
        all_a_second: 10_000,
        chat_a_minute: 10_000,
        kept_for_turns: 0,
        chat_in_a_burst: 100_000,
    };
    let bot = line(0, 0, "/help").chat.bot();
    Sender::new(app.clone(), bot, taker.clone(), limits, holder.to_owned())
}

/// A match that is being played; however it ends, the others need not wait for it.
struct Playing(Arc<AtomicUsize>);

impl Drop for Playing {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Sends beside the play, and what is left when `playing` is over.
async fn send_beside(mut sender: Sender<Taker>, playing: Arc<AtomicUsize>) -> Sender<Taker> {
    loop {
        let over = playing.load(Ordering::SeqCst) == 0;
        let now = OffsetDateTime::now_utc();
        let started = sender.step(now).await.unwrap();
        sender.finish(now).await;
        if over && started.unwrap_or(0) == 0 {
            return sender;
        }
        tokio::task::yield_now().await;
    }
}

/// Plays a match; each event comes in at two processes at once, and is handled by one.
async fn play(apps: Vec<App>, chat: usize) -> usize {
    let mut accepted = 0;
    for (at, text) in lines().into_iter().enumerate() {
        let line = line(chat, at, text);
        let one = &apps[(chat + at) % PROCESSES];
        let other = &apps[(chat + at + 1) % PROCESSES];
        let (one, other) = tokio::join!(handle(one, &line), handle(other, &line));
        let done = [one.unwrap(), other.unwrap()].into_iter().filter(
            |handled| matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done),
        );
        assert_eq!(done.count(), 1, "{text}");
        accepted += usize::from(at >= 2);
    }
    accepted
}

async fn past(ways: &Ways) -> PgPool {
    PgPoolOptions::new().max_connections(1).connect_with(ways.direct.clone()).await.unwrap()
}

async fn count(pool: &PgPool, sql: &str) -> i64 {
    let sql = AssertSqlSafe(format!("select count(*) from {sql}"));
    sqlx::query(sql).fetch_one(pool).await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn many_processes_share_few_connections() {
    let ways = ways().await;
    // They find the database empty, and all migrate it through the pooler.
    let mut starting = JoinSet::new();
    for _ in 0..PROCESSES {
        let route = ways.route(Pooler::Transaction);
        starting.spawn(async move {
            let database = store::open(route, 4).await.unwrap();
            App::new(database, Games::registered()).unwrap()
        });
    }
    let apps = starting.join_all().await;
    let taker = Arc::new(Taker::default());
    let playing = Arc::new(AtomicUsize::new(MATCHES));
    let mut senders = JoinSet::new();
    for (app, holder) in apps.iter().zip(["a", "b"]) {
        senders.spawn(send_beside(sender(app, &taker, holder), playing.clone()));
    }
    let mut matches = JoinSet::new();
    for chat in 0..MATCHES {
        let (apps, playing) = (apps.clone(), Playing(playing.clone()));
        matches.spawn(async move {
            let _playing = playing;
            play(apps, chat).await
        });
    }
    // What is audited meanwhile is whole.
    while playing.load(Ordering::SeqCst) > 0 {
        assert_eq!(audit(&apps[3], None).await.unwrap().faults, []);
    }
    let accepted: usize = matches.join_all().await.into_iter().sum();
    assert_eq!(accepted, MATCHES * MOVES);
    drop(senders.join_all().await);

    let pool = past(&ways).await;
    let steps = i64::try_from(accepted).unwrap();
    assert_eq!(count(&pool, "steps").await, steps);
    assert_eq!(count(&pool, "outbox where lane < 3 and state not in ('sent', 'folded')").await, 0);
    assert_eq!(count(&pool, "outbox where lane = 3 and state not in ('sent', 'dead')").await, 0);
    // A sender that the machine stops for as long as its lease lasts is followed by the other,
    // which may send once more what was being sent; else every attempt is a message.
    let sent = count(&pool, "outbox where lane < 3 and state = 'sent'").await;
    let attempts = sqlx::query("select sum(attempt) from outbox where lane < 3");
    let attempts: i64 = attempts.fetch_one(&pool).await.unwrap().get(0);
    let taken = i64::try_from(taker.taken()).unwrap();
    assert!((sent..=attempts).contains(&taken), "{sent} {taken} {attempts}");
    let others = "pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    let connections = count(&pool, others).await;
    assert!((1..=3).contains(&connections), "{connections}");
    let report = audit(&apps[0], None).await.unwrap();
    assert_eq!(report.faults, []);
    assert_eq!((report.matches, report.steps), (MATCHES as u64, accepted as u64));

    // The sender is gone without a word; the next one takes over what it was sending.
    sqlx::raw_sql(
        "update leases set until = clock_timestamp() - interval '1 second';
         update outbox set state = 'sending' where id = (select max(id) from outbox where lane = 0)",
    )
    .execute(&pool)
    .await
    .unwrap();
    let mut next = sender(&apps[2], &taker, "c");
    let now = OffsetDateTime::now_utc();
    assert_eq!(next.step(now).await.unwrap(), Some(1));
    next.finish(now).await;
    assert_eq!(count(&pool, "outbox where state = 'sending'").await, 0);
    assert_eq!(count(&pool, "leases where holder = 'c'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_setting_others_statements_are_in_the_way() {
    let ways = ways().await;
    let mut apps = Vec::new();
    for _ in 0..2 {
        let direct = Some(ways.direct.clone());
        let route = Route { direct, ..ways.route(Pooler::None) };
        let database = store::open(route, 1).await.unwrap();
        apps.push(App::new(database, Games::registered()).unwrap());
    }
    for at in 0..200 {
        if let Err(error) = handle(&apps[at % 2], &line(0, at, "/games")).await {
            let said = format!("{error:#}");
            assert!(said.contains("prepared statement \"sqlx_s_"), "{said}");
            return;
        }
    }
    panic!("the pooler does not change connections");
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_take_the_direct_way_where_there_is_one() {
    // Two databases tell which way was taken.
    let (pooled, direct) = (ways().await, ways().await);
    let route = Route { direct: Some(direct.direct.clone()), ..pooled.route(Pooler::Transaction) };
    assert_eq!(schema::migrate(&route).await.unwrap(), schema::newest());
    let tables = "pg_tables where schemaname = 'public'";
    assert_eq!(count(&past(&pooled).await, tables).await, 0);
    assert!(count(&past(&direct).await, tables).await > 10);
    // No lock stays behind on either way.
    schema::migrate(&pooled.route(Pooler::Transaction)).await.unwrap();
    for ways in [pooled, direct] {
        assert_eq!(count(&past(&ways).await, "pg_locks where locktype = 'advisory'").await, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_works_behind_it() {
    let ways = ways().await;
    let (pooled, direct) = (address(&ways.pooled), address(&ways.direct));
    let data = tempfile::tempdir().unwrap();
    let version = format!("schema version {}\n", schema::newest());
    let settings: [&[(&str, &str)]; 3] = [
        &[("KOSTI_DATABASE_URL", &pooled), ("KOSTI_DATABASE_POOLER", "transaction")],
        &[
            ("KOSTI_DATABASE_URL", &pooled),
            ("KOSTI_DATABASE_POOLER", "transaction"),
            ("KOSTI_DATABASE_DIRECT_URL", &direct),
        ],
        // The direct way alone will do; variables that are set to nothing are not set.
        &[
            ("KOSTI_DATABASE_URL", ""),
            ("KOSTI_DATABASE_POOLER", ""),
            ("KOSTI_DATABASE_DIRECT_URL", &direct),
        ],
    ];
    for (at, settings) in settings.into_iter().enumerate() {
        let run = |arguments: &[&str]| {
            let settings = settings.iter().copied();
            let output = kosti(arguments).arg("--data").arg(data.path()).envs(settings).output();
            told(output.unwrap())
        };
        assert_eq!(run(&["migrate"]), (Some(0), version.clone(), String::new()));
        let script = data.path().join("script.txt");
        fs::write(&script, "@anna /play senegal @boris\n@boris /accept\n@anna d2-d3\n").unwrap();
        let played = run(&["play", "--lang", "en", "--script", script.to_str().unwrap()]);
        assert_eq!((played.0, played.2.as_str()), (Some(0), ""), "{}", played.1);
        let (code, out, _) = run(&["audit"]);
        let matches = at + 1;
        let replayed = format!("matches replayed: {matches}, steps: {matches}, ");
        assert!(code == Some(0) && out.starts_with(&replayed), "{out}");
    }
    let (code, _, error) = told(kosti(&["migrate", "--database-pooler", "x"]).output().unwrap());
    assert_eq!(code, Some(2));
    assert!(error.contains("choose none or transaction"), "{error}");
}
