//! Kosti on Telegram.

pub mod parity;
mod published;
mod set_up;
