//! Messages as they are read.

use crate::support::fake_discord::Message;

pub use crate::support::served_discord::seen;

/// The lines of a message.
pub fn lines(message: &Message) -> Vec<String> {
    seen(&message.plain()).lines().map(str::to_owned).collect()
}

/// What is told by messages, a line each.
pub fn told(messages: &[Message]) -> Vec<String> {
    messages.iter().flat_map(lines).collect()
}
