//! `kosti audit`: proving what is stored.

use super::{
    database::Database,
    rules::print,
    work::{Absent, work},
};
use crate::{
    app::{audit::audit, service::App},
    games::Games,
    store::{self, ScopeId},
};
use anyhow::{Result, bail};
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
    let run = async |route| {
        let app = App::new(store::open(route, 1).await?, games)?;
        let report = audit(&app, options.scope.map(ScopeId)).await;
        app.database.close().await;
        report
    };
    let report = match work(&options.database, Absent::Refused, run)? {
        Ok(report) => report,
        Err(code) => return Ok(code),
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
