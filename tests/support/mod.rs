//! What tests stand on.

pub mod chat;
pub mod database;
pub mod fake_telegram;
pub mod glicko;
pub mod pooler;
pub mod process;
pub mod published;
pub mod served;
pub mod table;
pub mod taker;
pub mod terminal;
pub mod told;
pub mod toy_game;
pub mod wire;
