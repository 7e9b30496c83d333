//! Who reads what the bot says.

use super::{FakeTelegram, calls::Call};
use serde_json::Value;
use teloxide::types::UserId;

impl FakeTelegram {
    /// Who alone reads what a call says: in a chat of the bot and that person, or by pressing a
    /// button. `None`: others may.
    pub fn reader(&self, call: &Call) -> Option<UserId> {
        if let Some(chat) = call.chat {
            return chat.as_user();
        }
        let query = call.params.get("callback_query_id").and_then(Value::as_str)?;
        self.shared.look(|state| {
            state.queries.iter().find(|pressed| pressed.id == query).map(|pressed| pressed.user)
        })
    }
}
