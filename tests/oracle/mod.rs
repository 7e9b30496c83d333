//! The rules against slow, naive oracles that share no code with them.

pub mod ashtarashki;
mod compared;
pub mod senegal;
