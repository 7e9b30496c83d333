//! Processes that stand still in the middle of their work and go on later, as on a machine
//! that was paused: real ones, frozen by the system at named moments.

use crate::support::{
    chat::{Chat, text},
    database,
    process::{self, Process},
    published,
};
use kosti::{
    app::{
        audit::audit,
        delivery::{Address, Outbound, SendError, Sender, Transport},
        rates::Limits,
        service::{BotKey, Handled, Incoming, Verdict, handle},
    },
    games::Games,
};
use pretty_assertions::assert_eq;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::Write as _,
    path::PathBuf,
    sync::Arc,
};
use time::{Duration, OffsetDateTime};

/// Nothing here is about limits.
const LIMITS: Limits =
    Limits { all_a_second: 1000, chat_a_minute: 1000, kept_for_turns: 0, chat_in_a_burst: 100_000 };

/// The environment of the other processes.
const DATABASE: &str = "KOSTI_TEST_DATABASE";
const HOLDER: &str = "KOSTI_TEST_HOLDER";
const FOLDER: &str = "KOSTI_TEST_FOLDER";

/// A platform in a folder, for all processes: a log of what was sent to it, and a gate for
/// each of them.
struct Platform {
    folder: PathBuf,
    holder: String,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Line {
    what: What,
    holder: String,
    /// The id that the platform gives the message.
    message: String,
    board: bool,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum What {
    /// A message is on its way.
    Begun,
    /// It has come through.
    Taken,
    /// A message has lost its buttons.
    Stripped,
}

impl Platform {
    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    fn gate(&self, holder: &str) -> PathBuf {
        self.folder.join(format!("gate-{holder}"))
    }

    fn write(&self, line: &Line) {
        let mut log = File::options().create(true).append(true).open(self.log()).unwrap();
        let line = serde_json::to_string(line).unwrap() + "\n";
        log.write_all(line.as_bytes()).unwrap();
    }

    fn lines(&self) -> Vec<Line> {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        // The last line may be half written.
        let whole = log.rfind('\n').map_or("", |end| &log[..end]);
        whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn of(&self, what: What) -> Vec<Line> {
        self.lines().into_iter().filter(|line| line.what == what).collect()
    }
}

impl Transport for Platform {
    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        let id = format!("{}{}", self.holder, message.nonce);
        let line = |what| Line {
            what,
            holder: self.holder.clone(),
            message: id.clone(),
            board: message.png.is_some(),
            text: text(&message.reply),
        };
        self.write(&line(What::Begun));
        while self.gate(&self.holder).exists() {
            tokio::task::yield_now().await;
        }
        self.write(&line(What::Taken));
        Ok(id)
    }

    async fn strip(&self, _: &Address, message: &str) -> Result<(), SendError> {
        self.write(&Line {
            what: What::Stripped,
            holder: self.holder.clone(),
            message: message.to_owned(),
            board: true,
            text: String::new(),
        });
        Ok(())
    }

    async fn delete(&self, _: &Address, _: &str) -> Result<(), SendError> {
        Ok(())
    }
}

/// What a process is told; `None` for whoever runs all ignored tests.
fn told(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// A process that sends until its input ends.
#[test]
#[ignore = "a process of other tests"]
fn sender_process() {
    let (Some(url), Some(holder), Some(folder)) = (told(DATABASE), told(HOLDER), told(FOLDER))
    else {
        return;
    };
    process::run(async {
        let app = Chat::on(PgPool::connect(&url).await.unwrap(), Games::registered()).app;
        let bot = BotKey { platform: "test".into(), bot_id: "bot".into() };
        let platform = Platform { folder: folder.into(), holder: holder.clone() };
        let sender = Sender::new(app, bot, Arc::new(platform), LIMITS, holder);
        sender.run(process::input_ends()).await;
    });
}

/// A process that handles one line of Anna's.
#[test]
#[ignore = "a process of other tests"]
fn command_process() {
    let (Some(url), Some(line)) = (told(DATABASE), told(HOLDER)) else { return };
    process::run(async {
        let chat = Chat::on(PgPool::connect(&url).await.unwrap(), Games::registered());
        let incoming = Incoming { event: "frozen".into(), ..chat.line("anna", &line) };
        let handled = handle(&chat.app, &incoming).await;
        assert!(handled.is_err(), "the database has let it go: {handled:?}");
    });
}

/// A match in a chat that several processes serve.
struct Room {
    url: String,
    chat: Chat,
    platform: Platform,
    _folder: tempfile::TempDir,
    played: usize,
}

impl Room {
    async fn new() -> Self {
        let url = database::url().await;
        let pool = PgPool::connect(&url).await.unwrap();
        let mut chat = Chat::on(pool, Games::registered());
        // Senders go by the clock, and what is to be sent later waits.
        chat.incoming.at = OffsetDateTime::now_utc() - Duration::minutes(10);
        let folder = tempfile::tempdir().unwrap();
        let platform = Platform { folder: folder.path().to_owned(), holder: String::new() };
        let room = Room { url, chat, platform, _folder: folder, played: 0 };
        room.say("anna", "/play senegal @boris").await;
        room.say("boris", "/accept").await;
        room
    }

    async fn say(&self, name: &str, line: &str) {
        let handled = self.chat.handle(&self.chat.line(name, line)).await;
        assert!(
            matches!(&handled, Handled::Done(answer) if answer.verdict == Verdict::Done),
            "{handled:?}"
        );
    }

    /// Plays on; gives what is told of the last action.
    async fn play(&mut self, actions: usize) -> String {
        let mut told = String::new();
        for action in published::main_line().iter().skip(self.played).take(actions) {
            let name = if self.played.is_multiple_of(2) { "anna" } else { "boris" };
            self.say(name, action).await;
            self.played += 1;
            told = format!("{name}: {action}");
        }
        told
    }

    /// A sender that dies at a point.
    fn dying(&self, holder: &str, point: &str) -> Process {
        let folder = self.platform.folder.to_str().unwrap();
        let environment = [
            (DATABASE, self.url.as_str()),
            (HOLDER, holder),
            (FOLDER, folder),
            ("KOSTI_KILL_AT", point),
        ];
        Process::start("faults::sender_process", &environment)
    }

    fn process(&self, part: &str, name: &str) -> Process {
        // The server tells whose connection it is.
        let url = format!("{}&application_name={name}", self.url);
        let folder = self.platform.folder.to_str().unwrap();
        let environment = [(DATABASE, url.as_str()), (HOLDER, name), (FOLDER, folder)];
        Process::start(&format!("faults::{part}"), &environment)
    }

    fn sender(&self, holder: &str) -> Process {
        self.process("sender_process", holder)
    }

    async fn count(&self, what: &str) -> i64 {
        let sql = format!("select count(*) from {what}");
        sqlx::query(AssertSqlSafe(sql)).fetch_one(&self.chat.pool).await.unwrap().get(0)
    }

    async fn none(&self, what: &str) {
        while self.count(what).await > 0 {
            tokio::task::yield_now().await;
        }
    }

    async fn some(&self, what: &str) {
        while self.count(what).await == 0 {
            tokio::task::yield_now().await;
        }
    }

    async fn all_sent(&self) {
        self.none("outbox where state in ('pending', 'sending')").await;
    }

    async fn line(&self, fits: impl Fn(&Line) -> bool) -> Line {
        loop {
            if let Some(line) = self.platform.lines().into_iter().find(&fits) {
                return line;
            }
            tokio::task::yield_now().await;
        }
    }

    async fn run(&self, sql: &str) {
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&self.chat.pool).await.unwrap();
    }

    async fn texts(&self, sql: &str) -> Vec<String> {
        let rows =
            sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_all(&self.chat.pool).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// Lets a process ask the database a few times more: it has had its chance.
    async fn turns_of(&self, name: &str) {
        let sql = format!(
            "select coalesce(max(query_start)::text, '') from pg_stat_activity
             where application_name = '{name}' and datname = current_database()"
        );
        let mut seen = BTreeSet::new();
        while seen.len() < 12 {
            seen.extend(self.texts(&sql).await);
            tokio::task::yield_now().await;
        }
    }

    /// How often each action that was played has been told.
    fn told(&self) -> Vec<usize> {
        let taken = self.platform.of(What::Taken);
        let lines: Vec<&str> = taken.iter().flat_map(|line| line.text.lines()).collect();
        let moves = published::main_line();
        let played = moves.iter().enumerate().take(self.played);
        played
            .map(|(at, action)| {
                let name = if at % 2 == 0 { "anna" } else { "boris" };
                let wanted = format!("{name}: {action}");
                lines.iter().filter(|line| **line == wanted).count()
            })
            .collect()
    }

    /// The boards that still have their buttons.
    fn with_buttons(&self) -> Vec<String> {
        let stripped = self.platform.of(What::Stripped);
        let taken = self.platform.of(What::Taken).into_iter().filter(|line| line.board);
        let has = |line: &Line| !stripped.iter().any(|other| other.message == line.message);
        taken.filter(has).map(|line| line.message).collect()
    }

    /// The board that is the newest by what is stored.
    async fn newest(&self) -> String {
        self.texts("select message_id from messages order by sent_at desc limit 1").await.remove(0)
    }

    async fn end(&self) {
        let report = audit(&self.chat.app, None).await.unwrap();
        assert_eq!((report.faults, report.matches), (vec![], 1));
        let steps = i64::try_from(self.played).unwrap();
        assert_eq!(self.count("steps").await, steps);
        assert_eq!(self.count("outbox where state not in ('sent', 'folded')").await, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_killed_at_any_point_leaves_everything_to_its_heir() {
    for (point, times) in [("claimed", 1), ("drawn", 1), ("shown", 2)] {
        let mut room = Room::new().await;
        let first = room.sender("a");
        room.all_sent().await;
        assert!(first.end().success());
        room.play(1).await;
        let dying = room.dying("b", point);
        let ended = tokio::task::spawn_blocking(move || dying.wait()).await.unwrap();
        assert_eq!(ended.code(), None, "killed at {point}");
        // Its claim and its lease are left behind.
        assert_eq!(room.count("outbox where state = 'sending'").await, 1, "{point}");
        room.run(EXPIRE).await;
        let heir = room.sender("c");
        room.all_sent().await;
        assert_eq!(room.told(), [times], "{point}");
        assert!(heir.end().success());
        room.end().await;
    }
}

const STORED: &str = "select concat_ws(' ', id, state, message_id, attempt, state_at) from outbox
                      where lane < 3 order by id";
const EXPIRE: &str = "update leases set until = clock_timestamp() - interval '1 second'";
const HELD: &str = "leases where until > clock_timestamp()";

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_frozen_while_it_sends_stands_back() {
    let mut room = Room::new().await;
    let a = room.sender("a");
    room.all_sent().await;

    // It is frozen with a board on its way; the next process tells everything.
    fs::write(room.platform.gate("a"), "").unwrap();
    let under_way = room.play(1).await;
    let begun =
        room.line(|line| line.what == What::Begun && line.text.starts_with(&under_way)).await;
    a.freeze();
    room.play(2).await;
    room.run(EXPIRE).await;
    let b = room.sender("b");
    room.all_sent().await;
    assert_eq!(room.told(), [1, 1, 1], "the message that was under way is told by its heir");
    let kept = room.texts(STORED).await;
    let newest = room.newest().await;

    // The heir stands still too, with its lease, and the old one wakes up: what was under way
    // comes through and is noted beside what the heir has stored, not over it; what waits is
    // not its own any more.
    b.freeze();
    room.run("update leases set until = clock_timestamp() + interval '1 hour'").await;
    let waiting = room.play(1).await;
    fs::remove_file(room.platform.gate("a")).unwrap();
    a.thaw();
    room.line(|line| line.what == What::Taken && line.message == begun.message).await;
    room.some(&format!("messages where message_id = '{}'", begun.message)).await;
    room.turns_of("a").await;
    assert_eq!(room.told(), [2, 1, 1, 0]);
    assert_eq!(room.texts(STORED).await[..kept.len()], kept);
    assert_eq!(room.newest().await, newest);
    b.thaw();
    room.all_sent().await;
    let sent = room.line(|line| line.what == What::Taken && line.text.starts_with(&waiting)).await;
    assert_eq!(sent.holder, "b");
    assert_eq!(room.with_buttons(), [room.newest().await]);

    // When the heir ends, the old one takes over at once.
    assert!(b.end().success());
    room.play(2).await;
    room.all_sent().await;
    assert_eq!(room.told(), [2, 1, 1, 1, 1, 1]);
    assert_eq!(room.platform.of(What::Taken).last().unwrap().holder, "a");
    assert_eq!(room.with_buttons(), [room.newest().await]);
    let stripped = room.platform.of(What::Stripped);
    let once: BTreeSet<&str> = stripped.iter().map(|line| line.message.as_str()).collect();
    assert_eq!(once.len(), stripped.len(), "what was taken is not taken again");
    assert!(a.end().success());
    assert_eq!(room.count(HELD).await, 0, "the lease is given back");
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_frozen_while_it_claims_does_not_keep_its_lease() {
    let mut room = Room::new().await;
    let a = room.sender("a");
    room.all_sent().await;

    // It is frozen between the check of its lease and the end of that transaction.
    a.freeze();
    room.play(1).await;
    let mut gate = room.chat.pool.begin().await.unwrap();
    sqlx::query("select from outbox where state = 'pending' for update")
        .execute(&mut *gate)
        .await
        .unwrap();
    a.thaw();
    let of_a = "pg_stat_activity where application_name = 'a' and datname = current_database()";
    room.some(&format!("{of_a} and wait_event_type = 'Lock'")).await;
    a.freeze();
    gate.rollback().await.unwrap();
    room.some(&format!("{of_a} and state = 'idle in transaction'")).await;

    // The lease runs out by itself, though the frozen one still has a lock on it.
    let b = room.sender("b");
    room.all_sent().await;
    assert_eq!(room.told(), [1]);
    a.thaw();
    room.play(2).await;
    room.all_sent().await;
    room.turns_of("a").await;
    assert_eq!(room.told(), [1, 1, 1]);
    assert!(a.end().success());
    room.some(HELD).await;
    assert!(b.end().success());
    assert_eq!(room.count(HELD).await, 0);
    assert!(room.platform.of(What::Begun).iter().rev().take(2).all(|line| line.holder == "b"));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_frozen_in_the_middle_does_not_keep_its_match() {
    let mut room = Room::new().await;
    room.play(4).await;
    let action = published::main_line()[4];
    // It waits for the lock of a table behind that of its match.
    let mut gate = room.chat.pool.begin().await.unwrap();
    sqlx::query("lock table outbox in share mode").execute(&mut *gate).await.unwrap();
    let frozen = room.process("command_process", action);
    let of_it = format!(
        "pg_stat_activity where application_name = '{action}' and datname = current_database()"
    );
    room.some(&format!("{of_it} and wait_event_type = 'Lock'")).await;
    frozen.freeze();
    gate.rollback().await.unwrap();
    room.some(&format!("{of_it} and state = 'idle in transaction'")).await;

    // Another process plays on; what the frozen one did is undone.
    room.play(3).await;
    frozen.thaw();
    assert!(frozen.end().success());
    assert_eq!(room.count("events where event_id = 'frozen'").await, 0);
    let steps = room.texts("select text from steps order by seq").await;
    assert_eq!(steps, published::main_line()[..7]);
    let a = room.sender("a");
    room.all_sent().await;
    assert_eq!(room.told(), [1; 7]);
    assert!(a.end().success());
    room.end().await;
}
