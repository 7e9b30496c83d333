//! Kosti lets people play little-known board games inside their group chats: a chat
//! command is a move of a persistent game, every position comes back as a picture.
//!
//! `ARCHITECTURE.md` walks one command through the modules.

pub mod app;
pub mod chat;
pub mod cli;
pub mod config;
pub mod game;
pub mod games;
pub mod ops;
pub mod store;
pub mod telemetry;
