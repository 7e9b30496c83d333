//! Slow, naive oracles of the games, written from the rulebook alone. They share no code with the
//! real rules, which are compared with them (`tests/compared` of the package kosti).

pub mod ashtarashki;
pub mod emir;
pub mod sausage;
pub mod senegal;
pub mod shemshesh;
