//! Pictures of scenes, through the crate's front door.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod boards;
mod gif;
mod golden;
mod laws;
mod names;
mod pixels;
mod scenes;
mod vision;
