//! Kosti on Discord: what people do there, and what they see.

mod absent;
mod completes;
mod guests;
mod languages;
mod names;
mod old;
mod outages;
mod places;
mod program;
mod published;
mod repeats;
mod rights;
mod said;
mod secrets;
pub mod seen;
