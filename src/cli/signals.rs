//! Signals that end the program in good order.

use anyhow::Result;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that end the program, by their numbers.
pub(super) struct Signals([(Signal, u8); 4]);

impl Signals {
    /// Keeps the signals from ending the program at once. Must be called in a runtime.
    pub(super) fn watch() -> Result<Self> {
        let watch = |kind: SignalKind, number| anyhow::Ok((signal(kind)?, number));
        Ok(Signals([
            watch(SignalKind::hangup(), 1)?,
            watch(SignalKind::interrupt(), 2)?,
            watch(SignalKind::quit(), 3)?,
            watch(SignalKind::terminate(), 15)?,
        ]))
    }

    /// Waits for one of them.
    pub(super) async fn next(&mut self) -> u8 {
        let [(hang_up, one), (interrupt, two), (quit, three), (terminate, four)] = &mut self.0;
        tokio::select! {
            _ = hang_up.recv() => *one,
            _ = interrupt.recv() => *two,
            _ = quit.recv() => *three,
            _ = terminate.recv() => *four,
        }
    }
}
