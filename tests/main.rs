//! The integration tests: one crate, a module a subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod conformance;
mod oracle;
mod perft;
mod support;
