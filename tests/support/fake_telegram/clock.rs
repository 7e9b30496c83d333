//! The time of the other side.

use time::{Duration, OffsetDateTime};

/// A clock: the real time until a test sets it.
#[derive(Default)]
pub struct Clock {
    set: Option<OffsetDateTime>,
}

impl Clock {
    pub fn now(&self) -> OffsetDateTime {
        self.set.unwrap_or_else(OffsetDateTime::now_utc)
    }

    /// The seconds that messages carry.
    pub fn unix(&self) -> i64 {
        self.now().unix_timestamp()
    }

    /// Whether a test decides what time it is. Only then does anything expire, so that a slow
    /// machine fails no test.
    pub fn is_set(&self) -> bool {
        self.set.is_some()
    }

    pub fn set(&mut self, now: OffsetDateTime) {
        self.set = Some(now);
    }

    pub fn pass(&mut self, span: Duration) {
        self.set = Some(self.now() + span);
    }
}
