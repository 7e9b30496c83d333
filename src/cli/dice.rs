//! `kosti dice …`: chance that can be checked.

use super::rules::{Variant, print, read_records, stated};
use crate::{app::proof::prove, games::Games};
use anyhow::{Context as _, Result};
use clap::Subcommand;

/// The subcommands of `kosti dice`.
#[derive(Clone, PartialEq, Eq, Debug, Subcommand)]
pub(super) enum Dice {
    /// Draw every roll and deal of a record again from its seed.
    Verify {
        /// The record; `-` is the standard input.
        file: String,
    },
}

/// Runs a subcommand.
pub(super) fn run(dice: &Dice, games: Games) -> Result<()> {
    let Dice::Verify { file } = dice;
    for (record, number) in read_records(file)?.iter().zip(1..) {
        let (game, options) = stated(games, record, &Variant::default())?;
        let proved = prove(game, &options, record)
            .with_context(|| format!("record {number} of the file"))?;
        print(&format!("record {number}: {proved} chances are those of seed and event\n"))?;
    }
    Ok(())
}
