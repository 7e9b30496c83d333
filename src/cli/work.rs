//! Work in a database that ends by itself, or by a signal.

use super::{
    database::{Database, Found},
    signals::Signals,
};
use crate::store::{Route, local::Missing};
use anyhow::{Context as _, Result, bail};
use std::process::ExitCode;

/// What becomes of a private database that nobody has made yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Absent {
    /// There is nothing to work in.
    Refused,
    /// It is made.
    Made,
}

/// Works in a database; where a signal came first, gives the exit code that tells of it.
pub(super) fn work<T>(
    database: &Database,
    absent: Absent,
    work: impl AsyncFnOnce(Route) -> Result<T>,
) -> Result<Result<T, ExitCode>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let loaded = database.load(&[])?;
    if absent == Absent::Refused && database.is_missing(&loaded)? {
        bail!("there is no database in {}", database.folder().display());
    }
    let mut signals = runtime.block_on(async { Signals::watch() })?;
    let found = runtime.block_on(database.open(&loaded, Missing::Refuse, &mut signals))?;
    let opened = match found {
        Found::Opened(opened) => opened,
        Found::Signal(number) => {
            // What still waits for a lock is not waited for.
            runtime.shutdown_background();
            return Ok(Err(ExitCode::from(128 + number)));
        }
    };
    runtime.block_on(async {
        tokio::select! {
            biased;
            number = signals.next() => Ok(Err(ExitCode::from(128 + number))),
            done = work(opened.route.clone()) => done.map(Ok),
        }
    })
}
