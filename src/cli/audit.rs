//! `kosti audit`: proving what is stored.

use super::{
    database::{Database, Found},
    rules::print,
    signals::Signals,
};
use crate::{
    app::{audit::audit, service::App},
    games::Games,
    store::{self, ScopeId, local::Missing},
};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::process::ExitCode;

/// Options of `kosti audit`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Audit {
    #[command(flatten)]
    database: Database,
    /// Audit only the matches of this scope.
    #[arg(long, value_name = "ID")]
    scope: Option<i64>,
}

/// Replays the matches; the exit code is 1 when something is wrong.
pub(super) fn run(options: &Audit, games: Games) -> Result<ExitCode> {
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
    let report = runtime.block_on(async {
        let run = async {
            let app = App::new(store::open(database.route.clone(), 1).await?, games)?;
            let report = audit(&app, options.scope.map(ScopeId)).await;
            app.database.close().await;
            report.map(Ok)
        };
        tokio::select! {
            biased;
            number = signals.next() => Ok(Err(number)),
            report = run => report,
        }
    })?;
    let report = match report {
        Ok(report) => report,
        Err(number) => return Ok(ExitCode::from(128 + number)),
    };
    if let (0, 0, Some(scope)) = (report.matches, report.other_versions, options.scope) {
        bail!("there is no match in scope {scope}");
    }
    for fault in &report.faults {
        print(&format!("{fault}\n"))?;
    }
    print(&format!(
        "matches replayed: {}, steps: {}, matches of other rules left out: {}, faults: {}\n",
        report.matches,
        report.steps,
        report.other_versions,
        report.faults.len(),
    ))?;
    Ok(if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
