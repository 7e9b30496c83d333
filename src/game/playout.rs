//! Games played at random.

use super::{Actor, Entropy, Position, Step, StepOf};

/// A game played at random.
#[derive(Clone, Debug)]
pub struct Playout<P: Position> {
    /// Each position from the one given on, and the step that leads from it.
    pub steps: Vec<(P, StepOf<P>)>,
    /// The last position.
    pub end: P,
}

/// Plays on from `position` with equally likely actions until the end, or until
/// `most` steps are done.
pub fn playout<P: Position>(position: P, entropy: &mut dyn Entropy, most: usize) -> Playout<P> {
    let mut end = position;
    let mut steps = Vec::new();
    let mut legal = Vec::new();
    while steps.len() < most {
        let step = match end.actor() {
            Actor::Over => break,
            Actor::Chance => end.sample(entropy).map(Step::Chance),
            Actor::Player(_) => {
                end.legal(&mut legal);
                let drawn = entropy.below(u32::try_from(legal.len()).unwrap_or(u32::MAX));
                (!legal.is_empty()).then(|| Step::Action(legal.swap_remove(drawn as usize)))
            }
        };
        let Some(step) = step else { break };
        let before = end.clone();
        end.apply_unchecked(&step);
        steps.push((before, step));
    }
    Playout { steps, end }
}
