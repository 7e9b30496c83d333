//! Ashtarashki (`rules/ashtarashki.md` of the rulebook).

mod action;
mod board;
mod capture;
mod notation;
mod position_text;
mod refusal;
mod rules;
mod scene;
mod step;
mod stone;
mod typed;

pub use action::Action;
pub use board::Square;
pub use position_text::AshtarashkiPositionError;
pub use refusal::{AshtarashkiRefusal, Rule};
pub use rules::Ashtarashki;
pub use stone::Stone;
