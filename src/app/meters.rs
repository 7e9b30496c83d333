//! What is counted, for operators: `docs/operations.md` says what each number means.
//!
//! Labels are words of ours, of which there are few: no names, ids or texts of anybody.

use super::jobs::Kind;
use crate::store::{
    Usage,
    outbox::{Lane, Waiting},
};
use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use std::{fmt, sync::atomic::AtomicU64, time::Duration};

/// What stands before every name.
const PREFIX: &str = "kosti";

/// How long messages wait, in seconds.
const LAGS: [f64; 14] =
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0];
/// How long pictures take, in seconds.
const PICTURES: [f64; 12] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// The platforms, as the store names them.
const PLATFORMS: [&str; 3] = ["telegram", "discord", "console"];
/// What messages are that wait.
const STATES: [&str; 3] = ["pending", "sending", "unreachable"];
/// What is none of the words that are known.
pub(super) const OTHER: &str = "other";

type Counters<L> = Family<L, Counter>;
type Histograms<L> = Family<L, Histogram, fn() -> Histogram>;
type Seconds = Gauge<f64, AtomicU64>;

/// What one process counts.
#[derive(Debug)]
pub struct Meters {
    registry: Registry,
    updates: Counters<Update>,
    failures: Counters<Update>,
    commands: Counters<Command>,
    messages: Counters<Sent>,
    lags: Histograms<Lanes>,
    limited: Counters<Platform>,
    pictures: Histograms<Drawn>,
    jobs: Counters<Job>,
    leases: Family<Lease, Gauge>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Platform {
    platform: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Update {
    platform: &'static str,
    kind: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Command {
    platform: &'static str,
    kind: &'static str,
    outcome: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Sent {
    platform: &'static str,
    lane: &'static str,
    outcome: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Lanes {
    platform: &'static str,
    lane: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Drawn {
    kind: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Job {
    kind: &'static str,
    outcome: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Lease {
    platform: &'static str,
    role: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Queue {
    platform: &'static str,
    state: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Connections {
    state: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Game {
    game: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Build {
    version: &'static str,
}

/// How a command went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It was done.
    Done,
    /// A rule forbids it.
    Refused,
    /// Its person has given too many.
    TooMany,
    /// It was not understood.
    NotUnderstood,
    /// It had been handled before.
    Repeated,
    /// The program or the database failed.
    Failed,
}

impl Outcome {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Outcome::Done => "done",
            Outcome::Refused => "refused",
            Outcome::TooMany => "too_many",
            Outcome::NotUnderstood => "not_understood",
            Outcome::Repeated => "repeated",
            Outcome::Failed => "failed",
        }
    }
}

/// What a process does alone for a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It sends.
    Sender,
    /// It asks for updates.
    Poller,
}

/// What is known of the database when the numbers are told.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stored {
    /// How its connections are used.
    pub usage: Usage,
    /// What is stored there; `None`: it does not answer.
    pub known: Option<Known>,
}

/// What is stored, counted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Known {
    /// Messages that wait.
    pub waiting: Vec<Waiting>,
    /// Matches that are played, of each game.
    pub live: Vec<(&'static str, i64)>,
}

impl Default for Meters {
    fn default() -> Self {
        let build = Family::<Build, Gauge>::default();
        build.get_or_create(&Build { version: env!("CARGO_PKG_VERSION") }).set(1);
        let mut meters = Meters {
            registry: Registry::with_prefix(PREFIX),
            updates: Family::default(),
            failures: Family::default(),
            commands: Family::default(),
            messages: Family::default(),
            lags: Family::new_with_constructor(|| Histogram::new(LAGS)),
            limited: Family::default(),
            pictures: Family::new_with_constructor(|| Histogram::new(PICTURES)),
            jobs: Family::default(),
            leases: Family::default(),
        };
        let of = &mut meters.registry;
        of.register("build_info", "The release that runs", build);
        of.register("updates", "What came in from platforms", meters.updates.clone());
        of.register("update_failures", "Failed tries at updates", meters.failures.clone());
        of.register("commands", "Commands by what became of them", meters.commands.clone());
        of.register("messages", "Tries to send by what became of them", meters.messages.clone());
        of.register("delivery_lag_seconds", "From stored to sent", meters.lags.clone());
        of.register("rate_limited", "Calls that a platform put off", meters.limited.clone());
        of.register("picture_seconds", "Drawing of pictures", meters.pictures.clone());
        of.register("jobs", "Tries at jobs by what became of them", meters.jobs.clone());
        of.register("lease_held", "Whether this process has a lease", meters.leases.clone());
        meters
    }
}

impl Meters {
    /// Counts what came in from a platform.
    pub fn came(&self, platform: &str, kind: &'static str) {
        let platform = word(platform);
        self.updates.get_or_create(&Update { platform, kind }).inc();
    }

    /// Counts a try at it that failed.
    pub fn failed(&self, platform: &str, kind: &'static str) {
        let platform = word(platform);
        self.failures.get_or_create(&Update { platform, kind }).inc();
    }

    /// Counts a command.
    pub(super) fn command(&self, platform: &str, kind: &'static str, outcome: Outcome) {
        let (platform, outcome) = (word(platform), outcome.as_str());
        self.commands.get_or_create(&Command { platform, kind, outcome }).inc();
    }

    /// Counts a try to send.
    pub(super) fn message(&self, platform: &str, lane: Lane, outcome: &'static str) {
        let (platform, lane) = (word(platform), lane_word(lane));
        self.messages.get_or_create(&Sent { platform, lane, outcome }).inc();
    }

    /// Notes how long a message has waited that is sent.
    pub(super) fn lag(&self, platform: &str, lane: Lane, lag: time::Duration) {
        let (platform, lane) = (word(platform), lane_word(lane));
        self.lags.get_or_create(&Lanes { platform, lane }).observe(lag.as_seconds_f64());
    }

    /// Counts a call that a platform wants to have later.
    pub fn limited(&self, platform: &str) {
        self.limited.get_or_create(&Platform { platform: word(platform) }).inc();
    }

    /// Notes how long a picture took to be drawn.
    pub(super) fn drawn(&self, kind: &'static str, took: Duration) {
        self.pictures.get_or_create(&Drawn { kind }).observe(took.as_secs_f64());
    }

    /// Counts a try at a job.
    pub(super) fn job(&self, kind: &str, outcome: &'static str) {
        let kind = Kind::read(kind).map_or(OTHER, Kind::as_str);
        self.jobs.get_or_create(&Job { kind, outcome }).inc();
    }

    /// Notes whether this process is the one that does something for a bot.
    pub fn lease(&self, platform: &str, role: Role, held: bool) {
        let role = match role {
            Role::Sender => "sender",
            Role::Poller => "poller",
        };
        let platform = word(platform);
        self.leases.get_or_create(&Lease { platform, role }).set(held.into());
    }

    /// Everything that has been counted, and what is known of the database and of whether
    /// front ends are connected, as OpenMetrics text.
    ///
    /// # Errors
    /// Never, for there is always room for another line.
    pub fn told(&self, stored: &Stored, fronts: &[(String, bool)]) -> Result<String, fmt::Error> {
        let mut told = String::new();
        text::encode_registry(&mut told, &self.registry)?;
        text::encode_registry(&mut told, &snapshot(stored, fronts))?;
        text::encode_eof(&mut told)?;
        Ok(told)
    }
}

/// What is not counted here but looked at: it is told as it is now.
fn snapshot(stored: &Stored, fronts: &[(String, bool)]) -> Registry {
    let mut registry = Registry::with_prefix(PREFIX);
    let of = &mut registry;
    let connected = Family::<Platform, Gauge>::default();
    for (platform, is) in fronts {
        connected.get_or_create(&Platform { platform: word(platform) }).set((*is).into());
    }
    of.register("front_connected", "Whether a platform is reached", connected);

    let up = Gauge::<i64>::default();
    up.set(stored.known.is_some().into());
    of.register("database_up", "Whether the database answers", up);
    let usage = &stored.usage;
    let connections = Family::<Connections, Gauge>::default();
    for (state, count) in [("in_use", usage.in_use), ("idle", usage.idle)] {
        connections.get_or_create(&Connections { state }).set(count.into());
    }
    of.register("database_connections", "Connections of this process", connections);
    let most = Gauge::<i64>::default();
    most.set(usage.most.into());
    of.register("database_connections_max", "The most that there may be", most);
    let waiting = Gauge::<i64>::default();
    waiting.set(whole(usage.waiting));
    of.register("database_waiting", "Transactions that wait to begin", waiting);
    let counted = |count| {
        let counter = Counter::<u64>::default();
        counter.inc_by(count);
        counter
    };
    of.register("database_transactions", "Transactions that have begun", counted(usage.begun));
    of.register("database_failures", "Transactions that could not begin", counted(usage.failed));
    let waited = Counter::<f64, AtomicU64>::default();
    waited.inc_by(usage.waited.as_secs_f64());
    of.register("database_wait_seconds", "How long transactions waited to begin", waited);

    let Some(known) = &stored.known else { return registry };
    let (depth, oldest) = (Family::<Queue, Gauge>::default(), Family::<Queue, Seconds>::default());
    for waiting in &known.waiting {
        let platform = word(&waiting.platform);
        let state = STATES.into_iter().find(|state| *state == waiting.state).unwrap_or(OTHER);
        let queue = Queue { platform, state };
        depth.get_or_create(&queue).set(waiting.count);
        oldest.get_or_create(&queue).set(waiting.oldest.as_seconds_f64());
    }
    of.register("outbox_messages", "Messages that are not sent yet, of all processes", depth);
    of.register("outbox_oldest_seconds", "How long the oldest of them has waited", oldest);
    let live = Family::<Game, Gauge>::default();
    for (game, count) in &known.live {
        live.get_or_create(&Game { game }).inc_by(*count);
    }
    of.register("matches_live", "Matches that are played, of all processes", live);
    registry
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A platform as a label.
fn word(platform: &str) -> &'static str {
    PLATFORMS.into_iter().find(|known| *known == platform).unwrap_or(OTHER)
}

const fn lane_word(lane: Lane) -> &'static str {
    match lane {
        Lane::Turn => "turn",
        Lane::Offer => "offer",
        Lane::Answer => "answer",
        Lane::Edit => "edit",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_told_as_prometheus_reads_it() {
        let meters = Meters::default();
        meters.came("telegram", "message");
        meters.came("telegram", "message");
        meters.command("discord", "move", Outcome::Refused);
        meters.job("rate", "done");
        meters.lag("telegram", Lane::Turn, time::Duration::milliseconds(30));
        let waiting = Waiting {
            platform: "telegram".to_owned(),
            state: "pending".to_owned(),
            count: 3,
            oldest: time::Duration::seconds(2),
        };
        let known =
            Known { waiting: vec![waiting], live: vec![("emir", 7), (OTHER, 1), (OTHER, 2)] };
        let stored = Stored { known: Some(known), ..Stored::default() };
        let told = meters.told(&stored, &[("telegram".to_owned(), true)]).unwrap();
        for line in [
            "# TYPE kosti_updates counter",
            "kosti_updates_total{platform=\"telegram\",kind=\"message\"} 2",
            "kosti_commands_total{platform=\"discord\",kind=\"move\",outcome=\"refused\"} 1",
            "kosti_jobs_total{kind=\"rate\",outcome=\"done\"} 1",
            "kosti_delivery_lag_seconds_bucket{le=\"0.025\",platform=\"telegram\",lane=\"turn\"} 0",
            "kosti_delivery_lag_seconds_bucket{le=\"0.05\",platform=\"telegram\",lane=\"turn\"} 1",
            "kosti_outbox_messages{platform=\"telegram\",state=\"pending\"} 3",
            "kosti_outbox_oldest_seconds{platform=\"telegram\",state=\"pending\"} 2.0",
            "kosti_matches_live{game=\"emir\"} 7",
            "kosti_matches_live{game=\"other\"} 3",
            "kosti_front_connected{platform=\"telegram\"} 1",
            "kosti_database_up 1",
        ] {
            assert!(told.lines().any(|told| told == line), "{line} in {told}");
        }
        assert!(told.ends_with("# EOF\n"));
    }

    #[test]
    fn every_number_is_explained_and_none_is_that_is_not_there() {
        let meters = Meters::default();
        meters.came("telegram", "message");
        meters.failed("telegram", "message");
        meters.command("telegram", "move", Outcome::Done);
        meters.message("telegram", Lane::Turn, "sent");
        meters.lag("telegram", Lane::Turn, time::Duration::SECOND);
        meters.limited("telegram");
        meters.drawn("board", Duration::from_millis(3));
        meters.job("rate", "done");
        meters.lease("telegram", Role::Sender, true);
        let waiting = Waiting {
            platform: "telegram".to_owned(),
            state: "pending".to_owned(),
            count: 1,
            oldest: time::Duration::ZERO,
        };
        let known = Known { waiting: vec![waiting], live: vec![("emir", 1)] };
        let stored = Stored { known: Some(known), ..Stored::default() };
        let told = meters.told(&stored, &[("telegram".to_owned(), true)]).unwrap();
        let explained = include_str!("../../docs/operations.md");
        let mut names = Vec::new();
        for line in told.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
            let (name, kind) = line.split_once(' ').unwrap();
            let name = if kind == "counter" { format!("{name}_total") } else { name.to_owned() };
            let row = format!("| `{name}");
            let explains = |line: &str| {
                line.strip_prefix(&row).is_some_and(|rest| rest.starts_with(['{', '`']))
            };
            assert!(explained.lines().any(explains), "{name} is explained");
            let rules = explained.lines().filter(|line| line.trim().starts_with("expr: "));
            assert!(rules.into_iter().any(|rule| rule.contains(&name)), "{name} has an alert");
            names.push(name);
        }
        assert_eq!(names.len(), 21);
        for row in explained.lines().filter_map(|line| line.strip_prefix("| `kosti_")) {
            let name = row.split(['{', '`']).next().unwrap();
            assert!(names.contains(&format!("kosti_{name}")), "{name} is told");
        }
    }

    #[test]
    fn no_label_holds_what_others_have_written() {
        let meters = Meters::default();
        meters.came("Anna's platform", "message");
        meters.job("a job of a later release", "done");
        let told = meters.told(&Stored::default(), &[("of Boris".to_owned(), false)]).unwrap();
        for strange in ["Anna", "later release", "Boris"] {
            assert!(!told.contains(strange), "{told}");
        }
        assert!(told.contains("kosti_jobs_total{kind=\"other\"") && told.contains("database_up 0"));
    }
}
