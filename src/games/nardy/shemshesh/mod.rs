//! Shemshesh (`rules/shemshesh.md` of the rulebook).

mod notation;
mod refusal;
mod remarks;
mod rules;
mod scene;
mod turn;

pub use notation::ShemsheshPositionError;
pub use refusal::{Forbidden, ShemsheshRefusal};
pub use rules::{HomeDoubles, Shemshesh, ShemsheshOptions};
