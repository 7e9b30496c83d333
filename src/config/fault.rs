//! What is wrong with a configuration.

use super::Origin;
use std::fmt;

/// One thing that is wrong. It never quotes a value: there may be a secret in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{origin}: {what}")]
pub struct Fault {
    /// Where.
    pub origin: Origin,
    /// The key and what is wrong with it.
    pub what: String,
}

/// Why a configuration cannot be used: at least one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl std::error::Error for Faults {}

/// The first one, and how many more there are: in one line.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, more)) = self.0.split_first() else { return Ok(()) };
        write!(f, "{first}")?;
        match more.len() {
            0 => Ok(()),
            more => write!(f, " (and {more} more: kosti check-config tells all)"),
        }
    }
}
