//! The database server is killed and starts again under everything that uses it.

use crate::support::{
    chat::Chat,
    table::Now,
    taker::{LIMITS, Taker},
    told::doubles,
    toy_game::toys,
};
use kosti::{
    app::{
        audit::audit,
        delivery::Sender,
        service::{Handled, Incoming, ScopeId, Verdict, handle},
    },
    game::{Entropy as _, SplitMix},
    store::{
        self,
        local::{Cluster, Durability, Missing},
    },
};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, PgPool, Row as _, postgres::PgPoolOptions};
use std::{
    fs,
    os::unix::{fs::MetadataExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use time::OffsetDateTime;

/// How often the server is killed.
const RESTARTS: usize = 6;
/// Actions between two kills, in all matches.
const BETWEEN: usize = 25;
/// Matches that are played at once, each in a place of its own.
const MATCHES: i32 = 4;

/// The server of a cluster that is ours.
#[derive(Clone)]
struct Server {
    programs: PathBuf,
    data: PathBuf,
}

impl Server {
    async fn of(pool: &PgPool) -> Self {
        let data: String = sqlx::query("select current_setting('data_directory')")
            .fetch_one(pool)
            .await
            .unwrap()
            .get(0);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/store/local/find-postgres.sh");
        let major = fs::read_to_string(Path::new(&data).join("PG_VERSION")).unwrap();
        let found = Command::new("sh").args([script, "--find", major.trim()]).output().unwrap();
        let programs = String::from_utf8(found.stdout).unwrap();
        Server { programs: programs.trim().into(), data: data.into() }
    }

    /// Kills every process of the server at once and starts it again, with its settings.
    fn restart(&self) {
        let owner = fs::metadata(&self.data).unwrap();
        let mut command = Command::new(self.programs.join("pg_ctl"));
        command.arg("-D").arg(&self.data).arg("-l").arg(self.data.join("restarts.log"));
        command.args(["-m", "immediate", "-w", "restart"]).stdout(Stdio::null()).current_dir("/");
        if owner.uid() != rustix::process::geteuid().as_raw() {
            command.uid(owner.uid()).gid(owner.gid());
        }
        assert!(command.status().unwrap().success());
    }
}

/// Tries until the database answers.
async fn answered<T, F>(ask: impl Fn() -> F) -> T
where
    F: Future<Output = sqlx::Result<T>>,
{
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

/// Two people who play a match, whatever happens.
struct Table {
    chat: Chat,
    number: i32,
    scope: ScopeId,
    /// What was accepted when: each action has a time of its own.
    accepted: Vec<(OffsetDateTime, String)>,
    /// How many of them the front end had to hand in again.
    failures: usize,
}

impl Table {
    /// Hands an event in until it is answered, as a front end does.
    async fn hand_in(&mut self, incoming: &Incoming) {
        let mut failed = 0;
        loop {
            match handle(&self.chat.app, incoming).await {
                Ok(Handled::Done(answer)) => {
                    assert_eq!(answer.verdict, Verdict::Done, "{:?}", answer.private);
                    break;
                }
                Ok(Handled::Repeat) => {
                    assert!(failed > 0, "a new event is no repeat");
                    break;
                }
                Err(_) => {
                    failed += 1;
                    tokio::task::yield_now().await;
                }
            }
        }
        self.failures += usize::from(failed > 0);
    }

    async fn play(mut self, stop: Arc<AtomicBool>, played: Arc<AtomicUsize>) -> Self {
        let mut choice = SplitMix::new(self.number.unsigned_abs().into());
        while !stop.load(Ordering::SeqCst) {
            let (pool, which) = (self.chat.pool.clone(), (self.scope, self.number));
            let now = answered(|| Now::of(&pool, toys(), which)).await;
            let Some((mover, _)) = now.names() else { break };
            let mut legal = now.position.legal();
            let drawn = choice.below(u32::try_from(legal.len()).unwrap());
            let action = legal.swap_remove(drawn as usize);
            let line = format!("/move #{} {action}", self.number);
            let incoming = self.chat.line(mover, &line);
            let event = format!("{} {}", self.number, incoming.event);
            let at = OffsetDateTime::now_utc().replace_nanosecond(0).unwrap()
                + time::Duration::microseconds(i64::try_from(self.accepted.len()).unwrap());
            let incoming = Incoming { event, at, ..incoming };
            self.hand_in(&incoming).await;
            self.accepted.push((at, action));
            played.fetch_add(1, Ordering::SeqCst);
        }
        self
    }
}

async fn count(pool: &PgPool, what: &str) -> i64 {
    let sql = format!("select count(*) from {what}");
    answered(|| sqlx::query(AssertSqlSafe(sql.clone())).fetch_one(pool)).await.get(0)
}

/// The lines that tell the steps of a match, and what was accepted with its time.
async fn made(pool: &PgPool, number: i32) -> (Vec<String>, Vec<(OffsetDateTime, String)>) {
    let rows =
        sqlx::query("select text, player, at, kind from steps where match = $1 order by seq")
            .bind(number)
            .fetch_all(pool)
            .await
            .unwrap();
    let mut lines = Vec::new();
    let mut actions = Vec::new();
    let mut roll = String::new();
    for row in rows {
        let (text, at): (String, OffsetDateTime) = (row.get("text"), row.get("at"));
        if row.get::<&str, _>("kind") == "chance" {
            roll = text;
            continue;
        }
        let name = if row.get::<i16, _>("player") == 1 { "anna" } else { "boris" };
        if text == "pass" {
            lines.push(format!("{name} rolls {roll}: no move"));
        } else {
            lines.push(format!("{name}: {text}"));
            actions.push((at, text));
        }
    }
    (lines, actions)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_and_comes_back_costs_nothing() {
    let home = tempfile::tempdir().unwrap();
    // What was committed must stay: a server that is killed may forget the rest.
    let cluster = Cluster::join(home.path(), Durability::Full, Missing::Refuse).unwrap();
    let migrated = store::open(cluster.connect_options(), 1).await.unwrap();
    migrated.close().await;
    let pool = PgPoolOptions::new();
    let pool = pool.max_connections(8).connect_with(cluster.connect_options()).await.unwrap();
    let server = Server::of(&pool).await;

    let mut tables = Vec::new();
    for number in 1..=MATCHES {
        let mut chat = Chat::on(pool.clone(), toys());
        chat.incoming.at = OffsetDateTime::now_utc();
        chat.incoming.place = format!("place {number}");
        chat.incoming.event = "begin".into();
        let lines = [
            ("anna", "/settings auto off"),
            ("boris", "/settings auto off"),
            ("anna", "/play toy @boris to 1000"),
            ("boris", "/accept"),
        ];
        for (name, line) in lines {
            let incoming = chat.line(name, line);
            let event = format!("{number} {}", incoming.event);
            let handled = chat.handle(&Incoming { event, ..incoming }).await;
            assert!(matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done));
        }
        let scope = sqlx::query("select scope_id from matches").fetch_one(&pool).await.unwrap();
        let scope = ScopeId(scope.get(0));
        tables.push(Table { chat, number, scope, accepted: Vec::new(), failures: 0 });
    }
    let platform = Arc::new(Taker::default());
    let (app, bot) = (tables[0].chat.app.clone(), tables[0].chat.incoming.chat.bot());
    let sender = Sender::new(app.clone(), bot, platform.clone(), LIMITS, "a".into());
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let sending = tokio::spawn(sender.run(async {
        let _ = ended.await;
    }));

    let (stop, played) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let playing: Vec<_> = tables
        .into_iter()
        .map(|table| tokio::spawn(table.play(stop.clone(), played.clone())))
        .collect();
    for kill in 0..=RESTARTS {
        let goal = (kill + 1) * BETWEEN;
        while played.load(Ordering::SeqCst) < goal && !playing.iter().any(|task| task.is_finished())
        {
            tokio::task::yield_now().await;
        }
        if kill < RESTARTS {
            let server = server.clone();
            tokio::task::spawn_blocking(move || server.restart()).await.unwrap();
        }
    }
    stop.store(true, Ordering::SeqCst);
    let mut failures = 0;
    for task in playing {
        let table = task.await.unwrap();
        let (lines, actions) = made(&pool, table.number).await;
        assert_eq!(actions, table.accepted, "match {}", table.number);
        failures += table.failures;
        // The sender goes on until everything is told.
        let waits = "outbox where state in ('pending', 'sending')";
        while count(&pool, waits).await > 0 {
            tokio::task::yield_now().await;
        }
        let told = platform.told(&table.chat.incoming.place, &lines);
        let doubles = doubles(&lines, &told);
        assert!(
            doubles.is_some_and(|doubles| doubles <= RESTARTS),
            "match {}: {doubles:?} doubles, {lines:#?} {told:#?}",
            table.number
        );
    }
    assert!(failures > 0, "no command was hit");
    end.send(()).unwrap();
    sending.await.unwrap();
    assert_eq!(count(&pool, "leases where until > clock_timestamp()").await, 0);
    let report = audit(&app, None).await.unwrap();
    assert_eq!((report.faults, report.matches), (vec![], u64::from(MATCHES.unsigned_abs())));
    assert_eq!(count(&pool, "outbox where state not in ('sent', 'folded', 'dead')").await, 0);
    assert_eq!(count(&pool, "outbox where state = 'dead' and lane < 3").await, 0);
    pool.close().await;
}
