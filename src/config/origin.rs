//! Where a value comes from.

use std::{fmt, path::PathBuf};

/// Where a value, or a fault, comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Nobody has said anything else.
    Default,
    /// A line of the configuration file, counted from 1.
    File(PathBuf, usize),
    /// A variable of the environment.
    Variable(String),
    /// An option of the command line.
    Flag(&'static str),
    /// A file of its own, and what names that.
    SecretFile(PathBuf, Box<Origin>),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(path, line) => write!(f, "{}:{line}", path.display()),
            Origin::Variable(name) => f.write_str(name),
            Origin::Flag(name) => f.write_str(name),
            Origin::SecretFile(path, named) => write!(f, "{named}: {}", path.display()),
        }
    }
}
