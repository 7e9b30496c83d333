//! Kosti on Telegram.

pub mod parity;
