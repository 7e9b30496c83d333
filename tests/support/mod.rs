//! What tests stand on.

pub mod chat;
pub mod database;
pub mod pooler;
pub mod process;
pub mod published;
pub mod taker;
pub mod toy_game;
