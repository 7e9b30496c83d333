//! How things are on the other side, as far as nobody there does them.

use super::FakeDiscord;
use serenity::model::id::{InteractionId, MessageId};
use time::{Duration, OffsetDateTime};

impl FakeDiscord {
    /// What time it is from now on; it stands still until it is set again. Interactions
    /// become too old only if this was said.
    pub fn set_now(&self, now: OffsetDateTime) {
        self.shared.change(|state| state.clock.set(now));
    }

    /// Time passes.
    pub fn passes(&self, span: Duration) {
        self.shared.change(|state| state.clock.pass(span));
    }

    /// Lets it be too late to answer an interaction, the first time or again.
    pub fn expires(&self, asked: InteractionId) {
        self.shared.change(|state| state.interaction_mut(asked).expired = true);
    }

    /// Lets a message be that much older than it is.
    pub fn ages(&self, message: MessageId, span: Duration) {
        self.shared.change(|state| state.message_mut(message).at -= span);
    }
}
