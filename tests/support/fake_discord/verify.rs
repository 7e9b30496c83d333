//! Whether a test has left nothing over.

use super::{FakeDiscord, calls::Call, messages::Message};
use std::sync::atomic::Ordering;

/// What may be left over when a test says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leftover {
    /// Interactions that were never answered.
    Unanswered,
    /// "Kosti is thinking…" for ever.
    Thinking,
    /// What should have gone wrong and did not come to pass.
    Unmet,
    /// Calls that were refused with this number of Discord's, or with this status.
    Refused(u32),
}

impl FakeDiscord {
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
            if wants(Leftover::Unanswered) {
                let open = state
                    .interactions
                    .values()
                    .filter(|asked| asked.answer.is_none() && !asked.expired);
                faults.extend(open.map(|asked| {
                    format!(
                        "never answered: {} of {} in {}",
                        told(asked),
                        asked.user,
                        asked.channel
                    )
                }));
            }
            if wants(Leftover::Thinking) {
                let thinks = |message: &&Message| message.loading && !message.deleted;
                let thinking = state.messages.values().filter(thinks);
                faults
                    .extend(thinking.map(|m| format!("the bot thinks for ever in {}", m.channel)));
            }
            if wants(Leftover::Unmet) {
                faults.extend(state.faults.unmet());
            }
            let refused = |call: &&Call| {
                let status = call.status.filter(|status| (400..500).contains(status));
                let code = call.refusal.as_ref().map_or(0, |refusal| refusal.code);
                status.is_some_and(|status| {
                    !call.injected
                        && wants(Leftover::Refused(code))
                        && wants(Leftover::Refused(u32::from(status)))
                })
            };
            faults.extend(state.calls.iter().filter(refused).map(|call| {
                let refusal = call.refusal.as_ref().map(|refusal| refusal.to_json());
                format!("refused: {} {} {:?}", call.name, call.path, refusal)
            }));
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

fn told(asked: &super::interactions::Interaction) -> String {
    format!("{:?}", asked.kind)
}
