//! Whether a test has left nothing over.

use super::{FakeTelegram, messages::Message};
use std::sync::atomic::Ordering;

/// What may be left over when a test says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leftover {
    /// Messages that the test has not looked at.
    Unread,
    /// Presses that were never answered.
    Unanswered,
    /// Updates that the bot has not confirmed.
    Unconfirmed,
}

impl FakeTelegram {
    /// Lets something be left over.
    pub fn excuse(&self, leftover: Leftover) {
        self.excused.lock().unwrap().push(leftover);
    }

    /// What no bot may do and what is left over.
    pub fn faults(&self) -> Vec<String> {
        let excused = self.excused.lock().unwrap().clone();
        let wants = |leftover| !excused.contains(&leftover);
        self.shared.look(|state| {
            let mut faults = state.violations.clone();
            if wants(Leftover::Unread) {
                let bot = state.bot;
                let unread = |m: &&Message| m.is_written_by(bot) && !m.read && !m.deleted;
                let unread = state.messages.values().filter(unread);
                faults.extend(unread.map(|message| {
                    format!("nobody has read in {}: {:?}", message.chat, message.plain())
                }));
            }
            if wants(Leftover::Unanswered) {
                let open = state.queries.iter().filter(|query| query.answer.is_none());
                faults.extend(open.map(|query| {
                    format!(
                        "never answered: {} pressed {:?} under {} in {}",
                        query.user, query.data, query.message, query.chat
                    )
                }));
            }
            if wants(Leftover::Unconfirmed) {
                let waiting = state.updates.waiting.iter();
                faults.extend(waiting.map(|update| format!("not confirmed: {}", update.json)));
            }
            if state.limits.demanded {
                faults.extend(state.limits.over.iter().cloned());
            }
            faults
        })
    }

    /// The end of a test.
    ///
    /// # Panics
    /// When the bot did what no bot may do, or something is left over.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
        let faults = self.faults();
        assert!(faults.is_empty(), "{faults:#?}");
    }
}
