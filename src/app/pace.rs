//! How many commands people give, so that nobody keeps the program from the others.

use super::{command::Command, service::Incoming};
use crate::store::scopes::ChatKey;
use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::keyed::HashMapStateStore,
};
use std::{
    collections::HashSet,
    num::NonZeroU32,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// After so many commands those are forgotten who have given none for long, and which these
/// were after twice as many.
const REMEMBERED: u32 = 1024;

type Limiter<C> =
    RateLimiter<Key, HashMapStateStore<Key>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// What is counted together: whose it is, and whether it may be mere talk. Whoever talks much
/// can go on playing, and plays no more by writing it as talk.
type Key = (Whose, bool);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Whose {
    /// Of an account of a platform, in all chats.
    Account(String, String),
    /// Of all in a chat who do not show who they are: of its admins, or of the others.
    Masked(ChatKey, bool),
}

/// Commands that were let through, by their events: what has to be tried again, because the
/// database does not answer, say, was given once.
#[derive(Debug, Default)]
struct Passed {
    newer: HashSet<(Whose, String)>,
    older: HashSet<(Whose, String)>,
}

impl Passed {
    fn has(&self, one: &(Whose, String)) -> bool {
        self.newer.contains(one) || self.older.contains(one)
    }

    fn add(&mut self, one: (Whose, String)) {
        self.newer.insert(one);
        if self.newer.len() >= REMEMBERED as usize {
            self.older = std::mem::take(&mut self.newer);
        }
    }
}

/// How many commands each person may give to this process. It is counted here and not in the
/// database, which is what has to be spared; who restarts the process forgets a minute.
#[derive(Debug)]
pub struct Pace<C: Clock = DefaultClock> {
    limiter: Option<Limiter<C>>,
    taken: AtomicU32,
    passed: Mutex<Passed>,
}

/// Everybody may give as many as he likes: at a console, say.
impl Default for Pace {
    fn default() -> Self {
        Pace::within(None)
    }
}

impl Pace {
    /// So many a minute, and as many at once if there were none in the minute before; `0` for
    /// as many as one likes.
    #[must_use]
    pub fn per_minute(commands: u16) -> Self {
        Pace::within(NonZeroU32::new(commands.into()).map(Quota::per_minute))
    }

    /// Within a quota, if there is one.
    #[must_use]
    pub fn within(quota: Option<Quota>) -> Self {
        Pace::timed_by(DefaultClock::default(), quota)
    }
}

impl<C: Clock> Pace<C> {
    /// Within a quota, if there is one, by that clock.
    #[must_use]
    pub fn timed_by(clock: C, quota: Option<Quota>) -> Self {
        let limiter = quota.map(|quota| RateLimiter::hashmap_with_clock(quota, clock));
        Pace { limiter, taken: AtomicU32::default(), passed: Mutex::default() }
    }

    /// Counts a command, once for its event; gives how long its person has to wait, if it is one
    /// too many.
    #[must_use]
    pub fn take(&self, incoming: &Incoming) -> Option<Duration> {
        let told = matches!(incoming.command, Command::Left | Command::Returned);
        if told || self.limiter.is_none() {
            // What the platform tells nobody has asked for.
            return None;
        }
        let whose = if incoming.masked {
            Whose::Masked(incoming.chat.clone(), incoming.admin)
        } else {
            Whose::Account(incoming.chat.platform.clone(), incoming.account.clone())
        };
        let event = (whose.clone(), incoming.event.clone());
        let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        if passed.has(&event) {
            return None;
        }
        let wait = self.count(&(whose, incoming.command.may_be_talk()));
        if wait.is_none() {
            passed.add(event);
        }
        wait
    }

    fn count(&self, key: &Key) -> Option<Duration> {
        let limiter = self.limiter.as_ref()?;
        if self.taken.fetch_add(1, Ordering::Relaxed) % REMEMBERED == REMEMBERED - 1 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        let until = limiter.check_key(key).err()?;
        Some(until.wait_time_from(limiter.clock().now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;

    #[test]
    fn who_gives_no_more_commands_is_forgotten() {
        let clock = FakeRelativeClock::default();
        let quota = NonZeroU32::new(2).map(Quota::per_minute);
        let pace = Pace::timed_by(clock.clone(), quota);
        let key = |number: u32| (Whose::Account("telegram".to_owned(), number.to_string()), false);
        for number in 0..REMEMBERED - 1 {
            assert_eq!(pace.count(&key(number)), None);
        }
        clock.advance(Duration::from_secs(61));
        let limiter = pace.limiter.as_ref().unwrap();
        assert_eq!(limiter.len(), 1023);
        assert_eq!(pace.count(&key(0)), None);
        assert_eq!(limiter.len(), 1);
    }
}
