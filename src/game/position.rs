//! The rules of a game as a type.

use super::{Actor, DealNo, Entropy, Facts, OptionSet, Outcome, Seat};
use std::{fmt, hash::Hash};

/// What changes a position: an action of a player or an event of chance.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step<A, C> {
    /// One whole decision of a player.
    Action(A),
    /// A roll or a deal.
    Chance(C),
}

/// A step of the game `P`.
pub type StepOf<P> = Step<<P as Position>::Action, <P as Position>::Chance>;

/// A position of a game, complete: with the side to act, counters and options.
///
/// # Equality
/// Positions of equal options are equal exactly when their texts are
/// ([`Notation::to_text`](super::Notation::to_text)).
pub trait Position: Clone + Eq + Hash + fmt::Debug + Send + Sync + Sized + 'static {
    /// What is fixed about the game.
    const FACTS: &'static Facts;

    /// One whole decision of a player.
    type Action: Clone + Eq + Hash + fmt::Debug + Send + Sync;
    /// A roll or a deal.
    type Chance: Clone + Eq + Hash + fmt::Debug + Send + Sync;
    /// A part of an action, for games whose actions are composed.
    type Movement: Clone + Eq + Hash + fmt::Debug + Send + Sync;
    /// The options as the rules want them.
    type Options: Clone + Eq + fmt::Debug + Send + Sync;

    /// The typed form of options that fit [`Self::FACTS`].
    fn options(set: &OptionSet) -> Self::Options;

    /// The usual start of that deal of a match.
    fn start(options: &Self::Options, deal: DealNo) -> Self;

    /// Who acts.
    fn actor(&self) -> Actor;

    /// Puts every legal action into `out` (cleared first): no two with the same
    /// result, at least one when a player acts, none otherwise; ordered by the
    /// bytes of their canonical texts. A view in which the actor's hand is hidden lists
    /// none.
    fn legal(&self, out: &mut Vec<Self::Action>);

    /// Every movement that continues a prefix of a legal action; empty for a
    /// sequence that is finished, illegal or (the default) never composed.
    fn next(&self, prefix: &[Self::Movement]) -> Vec<Self::Movement> {
        let _ = prefix;
        Vec::new()
    }

    /// The action that a sequence of movements makes, if it is a whole one. (Some
    /// whole sequences can still be continued.)
    fn composed(&self, sequence: &[Self::Movement]) -> Option<Self::Action> {
        let _ = sequence;
        None
    }

    /// Every kind of chance due here with its weight; empty when none is due,
    /// `None` when they are too many to list (a deal).
    fn chances(&self) -> Option<Vec<(Self::Chance, u32)>> {
        Some(Vec::new())
    }

    /// Whether this chance can happen here. Games whose chances cannot be listed
    /// say it themselves.
    fn admits(&self, chance: &Self::Chance) -> bool {
        self.chances().is_some_and(|chances| chances.iter().any(|(known, _)| known == chance))
    }

    /// Draws the chance that is due; `None` when none is. Games whose chances cannot always
    /// be listed say it themselves, with [`draw`] for those that can.
    fn sample(&self, entropy: &mut dyn Entropy) -> Option<Self::Chance> {
        draw(self.chances()?, entropy)
    }

    /// Changes the position by a step that is known to be legal.
    ///
    /// # Panics
    /// Never; but after a step that is not legal the position means nothing.
    fn apply_unchecked(&mut self, step: &StepOf<Self>);

    /// Changes the position by a step.
    ///
    /// # Errors
    /// When the step is not legal; the position is untouched then.
    fn apply(&mut self, step: &StepOf<Self>) -> Result<(), IllegalStep> {
        let legal = match step {
            Step::Action(action) => {
                let mut actions = Vec::new();
                self.legal(&mut actions);
                actions.contains(action)
            }
            Step::Chance(chance) => self.actor() == Actor::Chance && self.admits(chance),
        };
        if !legal {
            return Err(IllegalStep);
        }
        self.apply_unchecked(step);
        Ok(())
    }

    /// The outcome by the rules; `None` while [`Self::actor`] is not `Over`.
    fn outcome(&self) -> Option<Outcome>;

    /// What the rules would give had the other side won in this position.
    fn concede(&self, loser: Seat) -> Outcome;

    /// The position as that seat (`None`: a spectator) may see it.
    #[must_use]
    fn hide(&self, viewer: Option<Seat>) -> Self {
        let _ = viewer;
        self.clone()
    }

    /// A complete position that the viewer cannot tell from this one, drawn at
    /// random from those that there are.
    #[must_use]
    fn determinize(&self, viewer: Option<Seat>, entropy: &mut dyn Entropy) -> Self {
        let _ = (viewer, entropy);
        self.clone()
    }
}

/// Draws one of these chances by their weights; `None` when there is none.
pub fn draw<C>(chances: Vec<(C, u32)>, entropy: &mut dyn Entropy) -> Option<C> {
    let total = chances.iter().map(|(_, weight)| weight).sum();
    let mut drawn = if total == 0 { return None } else { entropy.below(total) };
    chances.into_iter().find_map(|(chance, weight)| {
        if drawn < weight {
            return Some(chance);
        }
        drawn -= weight;
        None
    })
}

/// The step is not legal in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalStep;

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("illegal step")
    }
}

impl std::error::Error for IllegalStep {}
