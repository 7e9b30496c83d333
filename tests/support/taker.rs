//! A platform that takes everything.

use kosti::app::delivery::{Outbound, SendError, Transport};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Takes every message and counts them.
#[derive(Default)]
pub struct Taker(AtomicUsize);

impl Taker {
    /// How many messages were taken.
    pub fn taken(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Transport for Taker {
    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(format!("m{}", message.nonce))
    }

    async fn strip(&self, _: &str, _: &str) -> Result<(), SendError> {
        Ok(())
    }

    async fn delete(&self, _: &str, _: &str) -> Result<(), SendError> {
        Ok(())
    }
}
