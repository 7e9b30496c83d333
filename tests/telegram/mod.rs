//! Kosti on Telegram: what people do there, and what they see.

mod alone;
mod careers;
mod comings;
mod files;
mod intake;
mod masked;
mod menu;
mod names;
mod opponents;
mod outages;
mod poison;
mod presses;
mod program;
mod published;
mod questions;
mod quiet;
mod renames;
mod repeats;
mod replies;
mod rights;
mod rivals;
mod secrets;
mod set_up;
mod toasts;
mod topics;
mod unheard;
mod webhook;
mod welcome;

use crate::support::fake_telegram::Message;

/// A text as it is seen: without the marks that keep it from being more than text.
fn seen(text: &str) -> String {
    text.replace(['\u{2060}', '\u{2068}', '\u{2069}'], "")
}

/// What is told by messages, a line each.
pub fn told(messages: &[Message]) -> Vec<String> {
    messages.iter().flat_map(lines).collect()
}

/// The lines of a message.
pub fn lines(message: &Message) -> Vec<String> {
    seen(message.plain()).lines().map(str::to_owned).collect()
}

/// The words of a message that a client makes more of than text, each with its kind.
fn linked(message: &Message) -> Vec<(&str, String)> {
    let entities = message.entities().iter();
    entities.map(|entity| (&*entity.kind, seen(entity.of(message.plain())))).collect()
}
