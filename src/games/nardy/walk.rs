//! What a game of the family says about single movements.

use super::{movement::Movement, point::POINTS, roll::Dice};
use arrayvec::ArrayVec;
use std::hash::Hash;

/// The movements that one die allows: at most one from each point.
pub(super) type Movements = ArrayVec<Movement, { POINTS as usize }>;

/// A turn of one side from a position: "Each die is a movement of its own with its own
/// landing", "each movement is judged by the position before it".
pub(super) trait Walk {
    /// What a turn has come to: all that the next movements depend on.
    type State: Clone + Eq + Hash;

    /// The state in which the turn begins.
    fn start(&self) -> Self::State;

    /// The dice of the turn.
    fn dice(&self) -> Dice;

    /// The movements that a die allows by themselves, whatever else the dice allow.
    fn movements(&self, state: &Self::State, die: u8) -> Movements;

    /// The state after one of these movements.
    fn moved(&self, state: &Self::State, movement: Movement) -> Self::State;

    /// Whether the game has been won or lost by the last movement.
    fn is_over(&self, state: &Self::State) -> bool;

    /// What remains of a state when the turn ends here: equal ones are the same position.
    fn settled(&self, state: Self::State) -> Self::State;

    /// Whether more movements may lead from a state to the settled one. A game can say no
    /// where it is sure, so that less is searched.
    fn can_become(&self, state: &Self::State, settled: &Self::State) -> bool;
}

/// Why single movements are forbidden, for those who typed them.
pub(super) trait Judge: Walk {
    /// The rule of the game.
    type Rule: Clone;

    /// The rule that forbids to play this die from this point; `None` when
    /// [`Walk::movements`] has that movement.
    fn forbids(&self, state: &Self::State, from: super::Point, die: u8) -> Option<Self::Rule>;
}
