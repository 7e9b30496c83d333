//! The nardy family: checkers that go round a board of 24 points by the dice.
//!
//! What the games share stands here, what differs in their folders. A game says by `walk::Walk`
//! (`walk.rs`) which single movements there are and what they do; whole turns, the prefixes
//! of turns and what players type come from that. Quoted lines are those of
//! `rules/nardy.md`.

mod board;
mod due;
pub mod emir;
mod input;
mod movement;
mod parts;
mod point;
mod reading;
mod refusal;
mod remarks;
mod roll;
mod scene;
mod search;
pub mod shemshesh;
mod walk;

pub use movement::{Movement, Turn};
pub use point::Point;
pub use refusal::Rule;
pub use roll::Roll;
