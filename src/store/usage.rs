//! How the connections of a process are used.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// What is going on among the connections to a database, and what has been.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// Connections that somebody has.
    pub in_use: u32,
    /// Connections that nobody has now.
    pub idle: u32,
    /// The most connections that there may be.
    pub most: u32,
    /// Transactions that wait for their beginning.
    pub waiting: u64,
    /// Transactions that have begun so far.
    pub begun: u64,
    /// Transactions that could not begin.
    pub failed: u64,
    /// How long all of them together have waited to begin: for a connection, and for one round
    /// trip.
    pub waited: Duration,
}

/// Counts those who wait for a connection.
#[derive(Default, Debug)]
pub(super) struct Waits {
    asked: AtomicU64,
    begun: AtomicU64,
    failed: AtomicU64,
    micros: AtomicU64,
}

impl Waits {
    /// Counts one that begins to wait.
    pub(super) fn ask(&self) -> Wait<'_> {
        self.asked.fetch_add(1, Relaxed);
        Wait { waits: self, since: Instant::now(), begun: false }
    }

    pub(super) fn usage(&self, (size, idle, most): (u32, usize, u32)) -> Usage {
        // Counted in this order nobody waits who has not asked.
        let (begun, failed) = (self.begun.load(Relaxed), self.failed.load(Relaxed));
        let asked = self.asked.load(Relaxed);
        let idle = u32::try_from(idle).unwrap_or(u32::MAX).min(size);
        Usage {
            in_use: size - idle,
            idle,
            most,
            waiting: asked.saturating_sub(begun + failed),
            begun,
            failed,
            waited: Duration::from_micros(self.micros.load(Relaxed)),
        }
    }
}

/// One that waits. Who goes away without an end has waited in vain.
pub(super) struct Wait<'a> {
    waits: &'a Waits,
    since: Instant,
    begun: bool,
}

impl Wait<'_> {
    /// Its transaction has begun.
    pub(super) fn end(mut self) {
        self.begun = true;
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        let micros = u64::try_from(self.since.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.waits.micros.fetch_add(micros, Relaxed);
        let counts = if self.begun { &self.waits.begun } else { &self.waits.failed };
        counts.fetch_add(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_is_counted_until_it_is_over() {
        let waits = Waits::default();
        let (last, one, two) = (waits.ask(), waits.ask(), waits.ask());
        one.end();
        drop(two);
        let usage = waits.usage((5, 2, 16));
        assert_eq!((usage.in_use, usage.idle, usage.most), (3, 2, 16));
        assert_eq!((usage.waiting, usage.begun, usage.failed), (1, 1, 1));
        last.end();
        assert_eq!(waits.usage((1, 9, 16)).waiting, 0);
    }
}
