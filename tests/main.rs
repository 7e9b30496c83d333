//! The integration tests: one crate, a module a subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, unreachable_pub)]

mod audit;
mod boards;
mod chance;
mod chats;
mod composing;
mod conformance;
mod delivery;
mod fake_telegram;
mod faults;
mod forgetting;
mod hidden_hands;
mod interleavings;
mod jobs;
mod local_cluster;
mod locales;
mod migrations;
mod oracle;
mod perft;
mod pgbouncer;
mod program;
mod races;
mod ratings;
mod releases;
mod restarts;
mod scripts;
mod seats;
mod service;
mod strips;
mod suggest;
mod support;
mod telegram;
mod terminal;
mod tidy;
mod wires;
