//! Senegalese draughts (`rules/senegal.md` of the rulebook).

mod board;
mod notation;
mod refusal;
mod rules;
mod scene;

pub use board::Square;
pub use notation::SenegalPositionError;
pub use refusal::{Rule, SenegalRefusal};
pub use rules::{Action, Goal, Movers, Senegal, SenegalOptions};
