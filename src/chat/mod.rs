//! Front ends: they translate a platform's events into commands and show replies.

pub mod console;
pub mod discord;
mod serving;
pub mod telegram;
mod words;
