//! The draughts family: checkers that step and capture on squares.

pub mod ashtarashki;
mod board;
mod drawing;
mod input;
pub mod senegal;
