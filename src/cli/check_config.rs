//! `kosti check-config`: what counts, and where it comes from.

use super::{
    database,
    rules::print,
    run::{Platforms, Run},
};
use crate::config::{Fault, Faults, Loaded};
use anyhow::Result;
use std::{
    io::{self, Write as _},
    process::ExitCode,
};

/// Prints the configuration that `kosti run` would have with these options, or all that is
/// wrong with it; then the exit code is 1.
pub(super) fn run(options: &Run) -> Result<ExitCode> {
    let loaded = options.load().and_then(|loaded| match faults(&loaded) {
        faults if faults.is_empty() => Ok(loaded),
        faults => Err(Faults(faults)),
    });
    match loaded {
        Ok(loaded) => {
            for warning in &loaded.warnings {
                writeln!(io::stderr(), "{warning}")?;
            }
            print(&loaded.shown())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(Faults(faults)) => {
            for fault in faults {
                writeln!(io::stderr(), "{fault}")?;
            }
            Ok(ExitCode::FAILURE)
        }
    }
}

/// What only those find out who would use it.
fn faults(loaded: &Loaded) -> Vec<Fault> {
    let route = database::route(loaded).err();
    let platforms = Platforms::of(loaded).err().map_or_else(Vec::new, |Faults(faults)| faults);
    route.into_iter().chain(platforms).collect()
}
