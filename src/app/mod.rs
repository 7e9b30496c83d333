//! One command layer for all front ends: from a command to what is stored and said.

mod answers;
pub mod audit;
mod boards;
pub mod button;
mod challenges;
pub mod command;
pub mod delivery;
pub mod dice;
pub mod fault;
pub mod history;
pub mod housekeeping;
pub mod jobs;
mod matches;
pub mod names;
mod offers;
pub mod picture;
pub mod proof;
pub mod rates;
pub mod reply;
pub mod service;
mod table;
pub mod texts;
mod turns;
