//! What operators are told: by a process that is served as people serve it, on the fakes.

mod counted;
mod follows;
mod hides;
mod outcomes;
mod ready;

use crate::{
    program::{kosti, told},
    support::{
        daemon::Daemon,
        database,
        fake_telegram::{FakeTelegram, Leftover},
        players::Players,
        running::free_address,
    },
};
use std::{net::SocketAddr, time::Duration};

/// After so long a test that waits for an answer tells what it waits for and fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A database and a Telegram for processes, and where the first one answers.
struct World {
    fake: FakeTelegram,
    players: Players,
    pool: sqlx::PgPool,
    database: String,
    at: SocketAddr,
}

impl World {
    async fn new() -> Self {
        let database = database::url().await;
        let pool = sqlx::PgPool::connect(&database).await.unwrap();
        let fake = FakeTelegram::start();
        let players = Players::new(&fake);
        World { fake, players, pool, database, at: free_address().await }
    }

    /// Starts a process that answers operators at an address.
    fn start_at(&self, at: SocketAddr, more: &[(&str, &str)]) -> Daemon {
        let (url, at) = (self.fake.url(), at.to_string());
        let own = [
            ("KOSTI_DATABASE_URL", self.database.as_str()),
            ("KOSTI_TELEGRAM_API_URL", &url),
            ("KOSTI_OPS_LISTEN", &at),
        ];
        Daemon::start(&[&own, more].concat())
    }

    fn start(&self, more: &[(&str, &str)]) -> Daemon {
        self.start_at(self.at, more)
    }

    /// Waits until nothing waits to be sent or done any more.
    async fn quiet(&self) {
        let waiting = "outbox where state in ('pending', 'sending')";
        let due = "jobs where state = 'pending' and due_at < now()";
        while database::count(&self.pool, waiting).await + database::count(&self.pool, due).await
            > 0
        {
            tokio::task::yield_now().await;
        }
    }

    fn finish(self) {
        self.fake.excuse(Leftover::Unread);
        self.fake.finish();
    }
}

/// What a process answers at a path: the status and the text; `None` when nobody listens.
pub async fn ask(at: SocketAddr, path: &str) -> Option<(u16, String)> {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let answer = client.get(format!("http://{at}{path}")).send().await.ok()?;
    Some((answer.status().as_u16(), answer.text().await.unwrap()))
}

/// Asks until the answer is like that; gives it.
pub async fn until(at: SocketAddr, path: &str, like: impl Fn(u16, &str) -> bool) -> String {
    let asking = async {
        loop {
            match ask(at, path).await {
                Some((status, text)) if like(status, &text) => break text,
                _ => tokio::task::yield_now().await,
            }
        }
    };
    match tokio::time::timeout(PATIENCE, asking).await {
        Ok(text) => text,
        Err(_) => panic!("waited in vain for {path}: {:?}", ask(at, path).await),
    }
}

pub async fn until_ready(at: SocketAddr) {
    assert_eq!(until(at, "/readyz", |status, _| status == 200).await, "ok\n");
}

/// What `kosti health` says of a process: its exit code, output and errors.
async fn health(at: SocketAddr) -> (Option<i32>, String, String) {
    let at = at.to_string();
    let asking = move || told(kosti(&["health", "--ops-listen", &at]).output().unwrap());
    tokio::task::spawn_blocking(asking).await.unwrap()
}

/// The numbers that a process tells.
pub struct Numbers(Vec<(String, f64)>);

impl Numbers {
    pub async fn of(at: SocketAddr) -> Self {
        let (status, text) = ask(at, "/metrics").await.unwrap();
        assert_eq!(status, 200);
        Numbers::read(&text)
    }

    pub fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let read = |line: &str| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap())
        };
        Numbers(lines.map(read).collect())
    }

    /// The sum of all numbers of a name that have those labels.
    pub fn sum(&self, name: &str, labels: &[(&str, &str)]) -> f64 {
        let fits = |series: &str| {
            let (own, has) = series.split_once('{').unwrap_or((series, ""));
            let wanted =
                |(label, value): &(&str, &str)| has.contains(&format!("{label}=\"{value}\""));
            own == name && labels.iter().all(wanted)
        };
        self.0.iter().filter(|(series, _)| fits(series)).map(|(_, value)| value).sum()
    }
}
