//! How a message is changed, by whatever call.

use super::State;
use crate::support::fake_discord::{draft::Draft, refusal::Refusal};
use serenity::model::id::MessageId;

impl State {
    /// Changes a message. Nobody is called by it.
    pub(super) fn edit(&mut self, id: MessageId, draft: &Draft) -> Result<(), Refusal> {
        let mut message = self.message(id).clone();
        self.fill(&mut message, draft)?;
        if message.loading {
            // The answer that was waited for, and no change of one.
            message.loading = false;
            message.read = false;
        } else {
            message.edited = Some(self.clock.now());
            message.edits += 1;
        }
        let ephemeral = message.is_ephemeral();
        self.messages.insert(id, message);
        if !ephemeral {
            self.tell_message("MESSAGE_UPDATE", id);
        }
        Ok(())
    }
}
