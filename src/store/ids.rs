//! Ids of rows as types of their own.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A chat, guild or console room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ScopeId(pub i64);

/// A person, on whichever platforms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PersonId(pub i64);

/// The secret bytes that a match's chance comes from. They are never logged: `Debug`
/// shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct SeedBytes(pub Vec<u8>);

impl fmt::Debug for SeedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeedBytes(…)")
    }
}

/// The number of a challenge and of the match it becomes, within its scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct MatchNo(pub i32);

impl fmt::Display for MatchNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
