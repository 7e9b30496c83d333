//! What an operator is told, compared with what people did and saw.

use super::{Side, Way};
use crate::ops::{Numbers, until};
use pretty_assertions::assert_eq;
use std::net::SocketAddr;

/// What was done on each platform while one process served.
pub struct Done {
    /// How often something came in, by its way.
    came: [(Way, usize); 3],
    /// Commands by their kind and by what became of them.
    commands: &'static [(&'static str, &'static str, usize)],
    /// Games that ended.
    ended: usize,
    /// Games that go on.
    live: usize,
}

/// While both games were begun and one was ended.
pub const BEFORE_THE_BACKUP: Done = Done {
    // Two challenges, three moves, a wrong one and the wish to resign; three moves; two who
    // accept, two moves, and the answer to the question.
    came: [(Way::Command, 7), (Way::Said, 3), (Way::Button, 5)],
    commands: &[
        ("play", "done", 2),
        ("move", "done", 6),
        ("move", "refused", 1),
        ("press", "done", 5),
        ("resign", "done", 1),
    ],
    ended: 1,
    live: 1,
};

/// While the other one was ended.
pub const AFTER_THE_RESTORE: Done = Done {
    came: [(Way::Command, 2), (Way::Said, 1), (Way::Button, 2)],
    commands: &[("move", "done", 2), ("press", "done", 2), ("resign", "done", 1)],
    ended: 1,
    live: 0,
};

/// Reads the numbers when everything is sent and every game that ended is proved and rated.
pub async fn numbers(at: SocketAddr, done: &Done) -> Numbers {
    // On each of two platforms.
    let ended = (2 * done.ended) as f64;
    let is_quiet = |text: &str| {
        let numbers = Numbers::read(text);
        let jobs =
            |kind| numbers.sum("kosti_jobs_total", &[("kind", kind), ("outcome", "done")]) >= ended;
        jobs("audit") && jobs("rate") && numbers.sum("kosti_outbox_messages", &[]) == 0.0
    };
    let numbers = Numbers::read(&until(at, "/metrics", |_, text| is_quiet(text)).await);
    assert_eq!(numbers.sum("kosti_jobs_total", &[("outcome", "dead")]), 0.0);
    assert_eq!(numbers.sum("kosti_matches_live", &[]), (2 * done.live) as f64);
    assert_eq!(numbers.sum("kosti_update_failures_total", &[]), 0.0);
    assert_eq!(numbers.sum("kosti_rate_limited_total", &[]), 0.0);
    numbers
}

/// Compares what is told of a platform; what it had seen before the process began is left out.
pub fn compare<S: Side>(numbers: &Numbers, side: &S, done: &Done, before: [usize; 2]) {
    let platform = ("platform", S::PLATFORM);
    let of = |name: &str, labels: &[(&str, &str)]| {
        numbers.sum(name, &[&[platform], labels].concat()) as usize
    };
    assert_eq!(of("kosti_front_connected", &[]), 1);

    for kind in ["message", "command", "press"] {
        let same = done.came.iter().filter(|(way, _)| S::comes_as(*way) == kind);
        let came: usize = same.map(|(_, times)| times).sum();
        assert_eq!(of("kosti_updates_total", &[("kind", kind)]), came, "{kind}");
    }
    for (kind, outcome, times) in done.commands {
        let labels = [("kind", *kind), ("outcome", *outcome)];
        assert_eq!(of("kosti_commands_total", &labels), *times, "{kind} {outcome}");
    }
    // Nor was there anything else.
    let all: usize = done.commands.iter().map(|(_, _, times)| times).sum();
    assert_eq!(of("kosti_commands_total", &[]), all);

    let sent = |lane| of("kosti_messages_total", &[("lane", lane), ("outcome", "sent")]);
    let told = [["turn", "offer", "answer"].map(sent).iter().sum(), sent("edit")];
    let seen = side.seen();
    assert_eq!(told, [seen[0] - before[0], seen[1] - before[1]], "sent, edited");
    // Old boards may keep their buttons where there is much else to send.
    let given_up = of("kosti_messages_total", &[("lane", "edit"), ("outcome", "too_old")]);
    let all = of("kosti_messages_total", &[]);
    assert_eq!(all, told[0] + told[1] + given_up, "nothing was put off or refused");
}
