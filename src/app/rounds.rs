//! Proving what has changed, in the quiet: rounds over what was played and rests since.
//!
//! A match is proved when it is over. A round proves those that still go on, each revision once
//! and when nothing happens in them, and the boards of the scopes where something has ended. It
//! looks at the last whole period by the clock, so that any process can begin it, also twice.

use super::{
    audit::{Fault, Wrong},
    jobs::Kind,
    service::{App, Context, Stop},
};
use crate::store::{
    MatchNo,
    jobs::{self, Ended, Job, JobKey},
    matches, scopes, standings,
};
use anyhow::Context as _;
use std::{
    fmt,
    str::FromStr,
    sync::atomic::{AtomicU64, Ordering},
};
use time::{Duration, OffsetDateTime};

/// How often a round is made; never, if that is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Every(Option<Duration>);

impl Every {
    /// The shortest period: rounds are begun by the hour.
    const SHORTEST: Duration = Duration::hours(1);
    /// The longest: jobs that ended are not known for longer.
    const LONGEST: Duration = Duration::days(30);
}

impl Default for Every {
    fn default() -> Self {
        Every(Some(Duration::days(1)))
    }
}

impl FromStr for Every {
    type Err = ParseEveryError;

    /// Reads `36h`, `7d`, or `0`: never.
    fn from_str(text: &str) -> Result<Self, ParseEveryError> {
        if text == "0" {
            return Ok(Every(None));
        }
        let unit = text.strip_suffix('h').map(|number| (number, Duration::HOUR));
        let unit = unit.or_else(|| text.strip_suffix('d').map(|number| (number, Duration::DAY)));
        let (number, unit) = unit.ok_or(ParseEveryError)?;
        let number: u16 = number.parse().map_err(|_| ParseEveryError)?;
        let every = unit * i32::from(number);
        if (Every::SHORTEST..=Every::LONGEST).contains(&every) {
            Ok(Every(Some(every)))
        } else {
            Err(ParseEveryError)
        }
    }
}

impl fmt::Display for Every {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(every) => write!(f, "{}h", every.whole_hours()),
            None => f.write_str("0"),
        }
    }
}

/// Error when parsing an [`Every`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid period")]
pub struct ParseEveryError;

/// How many faults a process has found in what is stored.
#[derive(Debug, Default)]
pub struct Findings(AtomicU64);

impl Findings {
    /// Tells of a fault in the log, and counts it.
    pub fn note(&self, fault: &Fault) {
        self.0.fetch_add(1, Ordering::Relaxed);
        tracing::error!(%fault, "what is stored does not follow from what was played");
    }

    /// How many there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Stores the jobs of the round that is due, as far as they are not there yet, at the most so
/// many of each kind.
///
/// # Errors
/// When the database fails.
pub(super) async fn begin(app: &App, most: i64, now: OffsetDateTime) -> anyhow::Result<()> {
    let Every(Some(every)) = app.audit_every else { return Ok(()) };
    let period = now.unix_timestamp() / every.whole_seconds();
    let end = OffsetDateTime::from_unix_timestamp(period * every.whole_seconds())?;
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let revision = i32::try_from(period)?;
    let mut found = Vec::new();
    for (scope, number, revision, place) in matches::rested(db, end - every, end, most).await? {
        found.push((scope, number, revision, Kind::Audit, place));
    }
    let (ended, lacking) = (Kind::Audit.as_str(), (Kind::Boards.as_str(), revision));
    for scope in jobs::ended_in(db, ended, (end - every, end), lacking, most).await? {
        found.push((scope, MatchNo(0), revision, Kind::Boards, String::new()));
    }
    for (scope, number, revision, kind, place) in found {
        let Some(bot) = scopes::bot(db, scope).await? else { continue };
        let kind = kind.as_str().to_owned();
        let key = JobKey { scope, number, revision, kind };
        let job = Job { key, bot, place, trace: None };
        jobs::insert(db, &job, now, now).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Proves the boards of a scope. What is wrong is told in the log, and the job stays as dead.
pub(super) async fn prove_boards(context: &mut Context<'_>) -> Result<Ended, Stop> {
    let scope = context.scope;
    let faults = standings::faults(context.db, scope).await?;
    if faults == 0 {
        return Ok(Ended::Done);
    }
    context.app.findings.note(&Fault { scope, number: None, what: Wrong::Boards(faults) });
    Ok(Ended::Dead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_read() {
        for (text, every) in [
            ("0", None),
            ("1h", Some(Duration::HOUR)),
            ("24h", Some(Duration::DAY)),
            ("30d", Some(Duration::days(30))),
        ] {
            assert_eq!(text.parse(), Ok(Every(every)), "{text}");
            assert_eq!(Every(every).to_string().parse(), Ok(Every(every)), "{text}");
        }
        for text in ["", "h", "0h", "31d", "-1h", "24", "1w", "1.5h", "65536h"] {
            assert_eq!(text.parse::<Every>(), Err(ParseEveryError), "{text}");
        }
        assert_eq!("24h".parse(), Ok(Every::default()));
    }
}
