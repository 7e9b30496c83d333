//! The state of a fake, shared by its server and the test.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::watch, time::timeout};

/// After so long a test that waits for something tells what it waits for and fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// The state, shared by the server and the test.
pub struct Shared<S> {
    state: Mutex<S>,
    changed: watch::Sender<()>,
}

impl<S> Shared<S> {
    pub fn new(state: S) -> Self {
        Shared { state: Mutex::new(state), changed: watch::Sender::new(()) }
    }

    /// Looks without changing anything that somebody waits for.
    pub fn look<T>(&self, look: impl FnOnce(&mut S) -> T) -> T {
        look(&mut self.lock())
    }

    /// Changes something; wakes those who wait.
    pub fn change<T>(&self, change: impl FnOnce(&mut S) -> T) -> T {
        let outcome = change(&mut self.lock());
        self.changed.send_replace(());
        outcome
    }

    /// For the next change.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Waits until there is something; the closure looks after every change. `None`: it was
    /// waited for in vain.
    pub async fn until<T>(&self, mut look: impl FnMut(&mut S) -> Option<T>) -> Option<T> {
        let mut changes = self.changes();
        let wait = async {
            loop {
                changes.mark_unchanged();
                if let Some(found) = self.look(&mut look) {
                    return found;
                }
                // The sender lives as long as the fake.
                let _ = changes.changed().await;
            }
        };
        timeout(PATIENCE, wait).await.ok()
    }

    fn lock(&self) -> MutexGuard<'_, S> {
        // What failed is told by the test that failed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
