//! The contract of a game: what every game states about itself and answers.
//!
//! **Invariant:** nothing here or in the games' rules rolls dice, reads a clock,
//! a file or the network. A roll or a deal enters as [`Step::Chance`], so that
//! the steps alone rebuild a position.

mod entropy;
mod facts;
mod message;
mod notation;
mod outcome;
mod perft;
mod playout;
mod position;
mod record;
mod seat;
mod series;
mod solve;

pub use entropy::{Entropy, SplitMix};
pub use facts::{Facts, FirstSeat, OptionError, OptionFact, OptionSet};
pub use message::{Arg, Message};
pub use notation::{Notation, ReadError, Refusal};
pub use outcome::{Outcome, ParseOutcomeError, Reason};
pub use perft::perft;
pub use playout::{Playout, playout};
pub use position::{IllegalStep, Position, Step, StepOf, draw};
pub use record::{
    Failure, FailureKind, Place, Record, RecordError, Replay, Written, replay, start_of,
    write_record,
};
pub use seat::{Actor, BySeat, Seat};
pub use series::{DealNo, Length, Player, Progress, Series};
pub use solve::{Limits, Line, Solver, Unsolvable, Value};
