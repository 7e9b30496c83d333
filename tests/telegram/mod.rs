//! Kosti on Telegram.

pub mod parity;
mod published;
