//! How things are on the other side, as far as nobody there does them.

use super::{FakeTelegram, record::Record};
use serde_json::Value;
use std::path::Path;
use teloxide::types::{ChatId, MessageId};
use time::{Duration, OffsetDateTime};

impl FakeTelegram {
    /// What time it is from now on; it stands still until it is set again.
    pub fn set_now(&self, now: OffsetDateTime) {
        self.shared.change(|state| state.clock.set(now));
    }

    /// Time passes.
    pub fn passes(&self, span: Duration) {
        self.shared.change(|state| state.clock.pass(span));
    }

    /// Lets the bot hear everything in groups.
    pub fn privacy_off(&self) {
        self.shared.change(|state| state.privacy_off = true);
    }

    /// Brings updates to this origin, whatever host the bot names for its webhook: what
    /// stands in front of it passes them on.
    pub fn proxy_webhook(&self, origin: &str) {
        self.shared.change(|state| state.webhook.proxy = Some(origin.to_owned()));
    }

    /// Lets nobody edit a message any more.
    pub fn freezes(&self, chat: ChatId, message: MessageId) {
        self.shared.change(|state| {
            let message = state.message_mut(chat, message);
            message.unwrap_or_else(|| panic!("no such message in {chat}")).frozen = true;
        });
    }

    /// Lets presses on a message not show it any more: it is too old.
    pub fn hides(&self, chat: ChatId, message: MessageId) {
        self.shared.change(|state| {
            let message = state.message_mut(chat, message);
            message.unwrap_or_else(|| panic!("no such message in {chat}")).inaccessible = true;
        });
    }

    /// Lets it be too late to answer a press.
    pub fn expires(&self, query: &str) {
        self.shared.change(|state| {
            let pressed = state.queries.iter_mut().find(|pressed| pressed.id == query);
            pressed.unwrap_or_else(|| panic!("no query {query}")).expired = true;
        });
    }

    /// An update of which nobody knows what it means; its id is given.
    pub fn poison(&self, update: Value) -> i64 {
        self.shared.change(|state| state.enqueue(None, update))
    }

    /// The id of the newest update.
    pub fn last_update(&self) -> i64 {
        self.shared.look(|state| state.updates.last())
    }

    /// An update as it was told.
    pub fn update(&self, update: i64) -> Value {
        self.shared.look(|state| state.updates.told(update).clone())
    }

    /// Changes an update that waits.
    pub fn alter(&self, update: i64, change: impl FnOnce(&mut Value)) {
        self.shared.change(|state| {
            let mut waiting = state.updates.waiting.iter_mut();
            let waiting = waiting.find(|waiting| waiting.id == update);
            change(&mut waiting.unwrap_or_else(|| panic!("no update {update} waits")).json);
        });
    }

    /// Lets an update come once more, whether it was confirmed or not.
    pub fn repeats(&self, update: i64) {
        self.shared.change(|state| state.updates.repeat(update));
    }

    /// Writes all that goes over the wire from now on to `<name>.jsonl` in a folder.
    pub fn record(&self, folder: &Path, name: &str) {
        self.shared.change(|state| state.record = Record::new(folder, name));
    }
}
