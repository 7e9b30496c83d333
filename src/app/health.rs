//! How a process is: whether its loops turn, and whether its front ends are connected.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// How much later than it has said a loop may turn again: a round may have to wait for the
/// database a few times.
const PATIENCE: Duration = Duration::from_secs(120);
/// The longest time that a loop may ask for, so that its end is a time.
const LONGEST: Duration = Duration::from_secs(7 * 86_400);

/// How a process is.
#[derive(Default, Debug)]
pub struct Health {
    loops: Mutex<BTreeMap<u64, Turning>>,
    next: AtomicU64,
    fronts: Mutex<BTreeMap<String, bool>>,
    stopping: AtomicBool,
}

#[derive(Debug)]
struct Turning {
    name: String,
    /// When it has to have turned again.
    until: Instant,
}

/// The pulse of a loop. A loop that has ended has none.
#[derive(Debug)]
pub struct Pulse {
    health: Arc<Health>,
    id: u64,
}

impl Health {
    /// Looks after a loop from now on.
    #[must_use]
    pub fn pulse(self: &Arc<Self>, name: String) -> Pulse {
        let id = self.next.fetch_add(1, Relaxed);
        let turning = Turning { name, until: Instant::now() + PATIENCE };
        lock(&self.loops).insert(id, turning);
        Pulse { health: self.clone(), id }
    }

    /// The loops that stand still.
    #[must_use]
    pub fn still(&self) -> Vec<String> {
        self.still_at(Instant::now())
    }

    fn still_at(&self, now: Instant) -> Vec<String> {
        let loops = lock(&self.loops);
        let still = loops.values().filter(|turning| turning.until < now);
        still.map(|turning| turning.name.clone()).collect()
    }

    /// Notes whether a front end is connected to its platform; one that is to be has to be
    /// noted before it is.
    pub fn connected(&self, platform: &str, is: bool) {
        lock(&self.fronts).insert(platform.to_owned(), is);
    }

    /// The front ends, and whether each is connected.
    #[must_use]
    pub fn fronts(&self) -> Vec<(String, bool)> {
        lock(&self.fronts).iter().map(|(platform, is)| (platform.clone(), *is)).collect()
    }

    /// Notes that the process finishes what is under way.
    pub fn stop(&self) {
        self.stopping.store(true, Relaxed);
    }

    /// Whether the process finishes what is under way.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Relaxed)
    }
}

impl Pulse {
    /// The loop has turned, and will again within that time.
    pub fn beat(&self, within: Duration) {
        let until = Instant::now() + within.min(LONGEST) + PATIENCE;
        if let Some(turning) = lock(&self.health.loops).get_mut(&self.id) {
            turning.until = until;
        }
    }
}

#[cfg(test)]
impl Pulse {
    /// The loop has not turned for too long.
    pub(crate) fn stand_still(&self) {
        let late = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        lock(&self.health.loops).get_mut(&self.id).unwrap().until = late;
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        lock(&self.health.loops).remove(&self.id);
    }
}

/// What is written under these locks is whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_stands_still_that_has_not_turned_when_it_said() {
        let health = Arc::new(Health::default());
        let (one, two) = (health.pulse("one".to_owned()), health.pulse("two".to_owned()));
        let later = |seconds| Instant::now() + Duration::from_secs(seconds);
        assert!(health.still().is_empty());
        assert_eq!(health.still_at(later(121)), ["one", "two"]);
        one.beat(Duration::from_secs(60));
        assert_eq!(health.still_at(later(121)), ["two"]);
        assert_eq!(health.still_at(later(181)), ["one", "two"]);
        drop(two);
        assert_eq!(health.still_at(later(181)), ["one"]);
        one.beat(Duration::MAX);
        assert!(health.still().is_empty());
    }
}
