//! `kosti migrate`: bringing the schema up to date.

use super::{
    database::{Database, Found},
    rules::print,
    signals::Signals,
};
use crate::store::{local::Missing, schema};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::process::ExitCode;

/// Options of `kosti migrate`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Migrate {
    #[command(flatten)]
    database: Database,
}

/// Migrates the database and tells the version of its schema.
pub(super) fn run(options: &Migrate) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let loaded = options.database.load(&[])?;
    if options.database.is_missing(&loaded)? {
        bail!("there is no database in {}", options.database.folder().display());
    }
    let mut signals = runtime.block_on(async { Signals::watch() })?;
    let opened = runtime.block_on(options.database.open(&loaded, Missing::Refuse, &mut signals))?;
    let database = match opened {
        Found::Opened(database) => database,
        Found::Signal(number) => {
            // What still waits for a lock is not waited for.
            runtime.shutdown_background();
            return Ok(ExitCode::from(128 + number));
        }
    };
    let version = runtime.block_on(async {
        tokio::select! {
            biased;
            number = signals.next() => Ok(Err(number)),
            version = schema::migrate(&database.route) => version.map(Ok),
        }
    })?;
    let version = match version {
        Ok(version) => version,
        Err(number) => return Ok(ExitCode::from(128 + number)),
    };
    let known = schema::newest();
    let newer = if version > known {
        format!(", newer than {known}, the newest that this program knows")
    } else {
        String::new()
    };
    print(&format!("schema version {version}{newer}\n"))?;
    Ok(ExitCode::SUCCESS)
}
