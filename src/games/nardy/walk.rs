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

/// What holds for the walks of every game.
#[cfg(test)]
pub(super) mod judged {
    use super::{Judge, POINTS, Walk};
    use crate::{
        game::{DealNo, OptionSet, Position, SplitMix, playout},
        games::nardy::{
            Point,
            search::{Node, Search},
        },
    };
    use std::fmt::Debug;

    const GAMES: u64 = 50;
    const MOST_STEPS: usize = 2000;

    /// What is forbidden has a rule, and what has none is not forbidden: in every state that the
    /// turns of games at random come through.
    pub(in crate::games::nardy) fn in_games<P: Position, W: Judge<Rule: Debug, State: Debug>>(
        walk_of: impl Fn(&P) -> Option<W>,
    ) {
        each_state(walk_of, |walk, state| {
            for die in 1..=6 {
                let movements = walk.movements(state, die);
                for from in (1..=POINTS).filter_map(Point::new) {
                    let listed = movements.iter().any(|movement| movement.from == from);
                    let rule = walk.forbids(state, from, die);
                    assert_eq!(listed, rule.is_none(), "{from} by {die} in {state:?}: {rule:?}");
                }
            }
        });
    }

    /// Looks at states that turns of games at random come through.
    pub(in crate::games::nardy) fn each_state<P: Position, W: Walk>(
        walk_of: impl Fn(&P) -> Option<W>,
        look: impl Fn(&W, &W::State),
    ) {
        let mut states = 0;
        for seed in 0..GAMES {
            let start = P::start(&P::options(&OptionSet::defaults(P::FACTS)), DealNo::FIRST);
            for (position, _) in playout(start, &mut SplitMix::new(seed), MOST_STEPS).steps {
                let Some(walk) = walk_of(&position) else { continue };
                let search = Search::new(&walk);
                let mut node: Option<Node<W::State>> = Some(search.root());
                // One way on is enough to come through states of every kind.
                while let Some(at) = node {
                    states += 1;
                    look(&walk, &at.state);
                    node = search.further(&at).last().map(|(_, _, further)| further);
                }
            }
        }
        assert!(states > 10_000, "{states} states");
    }
}
