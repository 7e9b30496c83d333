//! Emir (`rules/emir.md` of the rulebook).

mod action;
mod before;
mod notation;
mod position_text;
mod refusal;
mod remarks;
mod rules;
mod scene;
mod side;
mod turn;
mod words;

pub use action::{EmirAction, EmirMovement, Preliminary};
pub use position_text::EmirPositionError;
pub use refusal::{Cause, EmirRefusal, Forbidden, Unready};
pub use rules::{Emir, EmirOptions};
