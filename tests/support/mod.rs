//! What tests stand on.

pub mod chat;
pub mod daemon;
pub mod database;
pub mod fake_discord;
pub mod fake_telegram;
pub mod fragile;
pub mod glicko;
pub mod log;
pub mod outage;
pub mod players;
pub mod pooler;
pub mod process;
pub mod published;
pub mod rules;
pub mod running;
pub mod served;
pub mod served_discord;
pub mod shared;
pub mod table;
pub mod taker;
pub mod terminal;
pub mod told;
pub mod toy_game;
pub mod trap;
pub mod wire;
