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

/// What all that comes of one event has in common: it stands in every line of the log that
/// tells of it, in whichever process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trace(pub u64);

impl Trace {
    /// Reads what [`Display`](fmt::Display) writes; anything else is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        u64::from_str_radix(text, 16).ok().map(Trace)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_are_read_as_they_are_written() {
        for trace in [Trace(0), Trace(0xab), Trace(u64::MAX)] {
            assert_eq!(trace.to_string().len(), 16);
            assert_eq!(Trace::read(&trace.to_string()), Some(trace));
        }
        assert_eq!(Trace::read("a trace"), None);
    }
}
