//! Chuvash sausage (`rules/sausage.md` of the rulebook).

mod action;
mod branch;
mod deal;
mod hand;
mod imagined;
mod notation;
mod position_text;
mod refusal;
mod rules;
mod scene;
mod tile;
mod typed;

pub use action::{Action, Movement, Place};
pub use branch::Branch;
pub use deal::Deal;
pub use position_text::SausagePositionError;
pub use refusal::{Rule, SausageRefusal};
pub use rules::{Sausage, SausageOptions};
pub use tile::{Tile, Tiles};
