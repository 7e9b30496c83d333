//! The draughts family: checkers that step and capture on squares.

mod input;
pub mod senegal;
