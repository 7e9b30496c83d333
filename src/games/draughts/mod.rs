//! The draughts family: checkers that step and capture on squares.

pub mod ashtarashki;
mod board;
mod input;
mod path;
mod scene;
pub mod senegal;
