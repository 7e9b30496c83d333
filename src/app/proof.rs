//! Checking the chance of a record by its seed.

use super::dice::{Dice, Seed};
use crate::{
    game::{DealNo, FailureKind, FirstSeat, OptionSet, Record},
    games::GameKind,
};

/// Why the chance of a record is not proved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofError {
    /// Nothing is rolled or dealt in the game.
    #[error("this game has no chance: there is nothing to verify")]
    NoChance,
    /// A tag that the proof needs is missing.
    #[error("the record has no [{0}] tag{hint}", hint = if *.0 == "Seed" { ": the seed is told when the match is over" } else { "" })]
    Missing(&'static str),
    /// A tag cannot be read.
    #[error("the [{0}] tag cannot be read")]
    Faulty(&'static str),
    /// The seed is not the one that was promised.
    #[error("the seed does not fit the commitment")]
    Commitment,
    /// The opening roll is another one.
    #[error("the opening roll of deal {deal} was {drawn}, not {said}")]
    Opening {
        /// The deal.
        deal: u32,
        /// What seed and event give.
        drawn: String,
        /// What the record says.
        said: String,
    },
    /// A roll or deal is another one.
    #[error("chance {k} of deal {deal} was {drawn}, not {said}")]
    Chance {
        /// The deal.
        deal: u32,
        /// The number of the chance.
        k: u32,
        /// What seed and event give.
        drawn: String,
        /// What the record says.
        said: String,
    },
    /// The record cannot be played.
    #[error("the record cannot be played: {0:?}")]
    Unplayable(FailureKind),
}

/// Draws every chance of a deal's record again; gives how many there were.
///
/// # Errors
/// See [`ProofError`].
pub fn prove(game: GameKind, options: &OptionSet, record: &Record) -> Result<u32, ProofError> {
    if !game.facts().chance {
        return Err(ProofError::NoChance);
    }
    let tag = |name| record.tag(name).ok_or(ProofError::Missing(name));
    let seed = Seed::from_hex(tag("Seed")?).ok_or(ProofError::Faulty("Seed"))?;
    if seed.commitment() != tag("Commit")? {
        return Err(ProofError::Commitment);
    }
    let deal = match record.tag("Deal") {
        None => DealNo::FIRST,
        Some(text) => text.parse().ok().and_then(DealNo::new).ok_or(ProofError::Faulty("Deal"))?,
    };
    let dice = Dice::new(&seed, tag("Event")?, tag("Match")?).ok_or(ProofError::Faulty("Seed"))?;
    if game.facts().first_seat == FirstSeat::Rolled {
        let (drawn, said) = (dice.opening_text(deal), tag("Opening")?);
        if drawn != said {
            return Err(ProofError::Opening { deal: deal.get(), drawn, said: said.to_owned() });
        }
    }
    let replay = game.replay(options, record);
    if let Some(failure) = replay.failure {
        return Err(ProofError::Unplayable(failure.kind));
    }
    let mut position = game.start(options, deal);
    let mut k = 0;
    for step in replay.steps {
        if step.by.is_none() {
            k += 1;
            let drawn = position.sample(&mut dice.stream(deal, k)).unwrap_or_default();
            if drawn != step.text {
                return Err(ProofError::Chance { deal: deal.get(), k, drawn, said: step.text });
            }
        }
        let unplayable = FailureKind::Unreadable(step.text.clone());
        position = position.after(&step.text).map_err(|_| ProofError::Unplayable(unplayable))?;
    }
    Ok(k)
}
