//! The program as a service: what it says, what it is told, how it ends.

use super::fake_telegram::TOKEN;
use crate::program::kosti;
use rustix::process::{Pid, Signal, kill_process};
use std::{os::unix::process::ExitStatusExt as _, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, BufReader},
    process::{Child, Command},
    sync::watch,
    task::JoinSet,
    time::timeout,
};

/// After so long a test that waits for a word tells what it waits for and fails.
const PATIENCE: Duration = Duration::from_secs(60);
/// Variables that would make a process of a test another one than it is meant to be.
const STRANGE: [&str; 20] = [
    "KOSTI_DATA",
    "KOSTI_DISCORD_API_URL",
    "KOSTI_DISCORD_SHARDS",
    "KOSTI_DISCORD_TOKEN",
    "KOSTI_KILL_AT",
    "KOSTI_LOG",
    "KOSTI_LOG_FORMAT",
    "KOSTI_OPS_LISTEN",
    "KOSTI_PANIC_AT",
    "KOSTI_TELEGRAM_API_URL",
    "KOSTI_TELEGRAM_TOKEN",
    "KOSTI_TELEGRAM_WEBHOOK_LISTEN",
    "KOSTI_TELEGRAM_WEBHOOK_URL",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "RUST_LOG",
];

/// `kosti run`. It is killed when it is dropped.
pub struct Daemon {
    child: Child,
    said: watch::Receiver<Vec<String>>,
    readers: JoinSet<()>,
    token: String,
}

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Its exit code, if it came to that.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// All that it said, line by line.
    pub said: Vec<String>,
}

impl Daemon {
    /// Starts it with the token of the fake.
    pub fn start(environment: &[(&str, &str)]) -> Self {
        Daemon::with_token(TOKEN, environment)
    }

    pub fn with_token(token: &str, environment: &[(&str, &str)]) -> Self {
        let mut command = kosti(&["run"]);
        for name in STRANGE {
            command.env_remove(name);
        }
        command.env("KOSTI_TELEGRAM_TOKEN", token).envs(environment.iter().copied());
        let mut command = Command::from(command);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.kill_on_drop(true).spawn().unwrap();
        let (tell, said) = watch::channel(Vec::new());
        let mut readers = JoinSet::new();
        readers.spawn(read(child.stdout.take().unwrap(), tell.clone()));
        readers.spawn(read(child.stderr.take().unwrap(), tell));
        Daemon { child, said, readers, token: token.to_owned() }
    }

    /// Waits until it has said so many lines with these words; gives all that it said.
    pub async fn says(&self, words: &str, times: usize) -> Vec<String> {
        let mut said = self.said.clone();
        let is_said = |said: &Vec<String>| lines(said, words).len() >= times;
        match timeout(PATIENCE, said.wait_for(is_said)).await {
            Ok(Ok(said)) => said.clone(),
            _ => panic!("waited in vain for {words:?}: {:#?}", self.said()),
        }
    }

    /// All that it has said.
    pub fn said(&self) -> Vec<String> {
        self.said.borrow().clone()
    }

    pub fn signal(&self, signal: Signal) {
        let id = self.child.id().expect("it has not ended");
        let id = Pid::from_raw(id.cast_signed()).unwrap();
        kill_process(id, signal).unwrap();
    }

    /// Waits for its end. It has told its token to nobody.
    pub async fn end(mut self) -> Ended {
        let status = match timeout(PATIENCE, self.child.wait()).await {
            Ok(status) => status.unwrap(),
            Err(_) => panic!("waited in vain for the end: {:#?}", self.said()),
        };
        while self.readers.join_next().await.is_some() {}
        let said = self.said();
        assert_eq!(self.leaks(), [""; 0]);
        Ended { code: status.code(), signal: status.signal(), said }
    }

    /// Tells it to end in good order, which it does.
    pub async fn stop(self) -> Vec<String> {
        self.signal(Signal::TERM);
        let ended = self.end().await;
        assert_eq!(ended.code, Some(0), "{ended:#?}");
        ended.said
    }

    /// What it said that tells its token.
    fn leaks(&self) -> Vec<String> {
        let secret = self.token.rsplit(':').next().unwrap_or_default().trim();
        if secret.is_empty() { Vec::new() } else { lines(&self.said.borrow(), secret) }
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let leaks = self.leaks();
        assert!(std::thread::panicking() || leaks.is_empty(), "{leaks:?}");
    }
}

/// The lines with these words.
pub fn lines(said: &[String], words: &str) -> Vec<String> {
    said.iter().filter(|line| line.contains(words)).cloned().collect()
}

async fn read(from: impl AsyncRead + Unpin, tell: watch::Sender<Vec<String>>) {
    let mut lines = BufReader::new(from).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        tell.send_modify(|said| said.push(line));
    }
}
