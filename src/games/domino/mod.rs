//! The domino family: tiles that are laid where they match.

pub mod sausage;
