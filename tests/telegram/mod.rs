//! Kosti on Telegram.

mod comings;
mod intake;
mod outages;
pub mod parity;
mod poison;
mod presses;
mod program;
mod published;
mod repeats;
mod rivals;
mod set_up;
mod unheard;
mod webhook;
