//! `kosti audit`: proving what is stored.

use super::{database::Database, rules::print};
use crate::{
    app::{audit::audit, service::App},
    games::Games,
    store::{self, ScopeId, local::Missing},
};
use anyhow::{Context as _, Result};
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
    let database = options.database.open(Missing::Refuse)?;
    let report = runtime.block_on(async {
        let pool = store::open(database.options.clone(), 1).await?;
        let app = App::new(pool, games)?;
        let report = audit(&app, options.scope.map(ScopeId)).await;
        app.pool.close().await;
        report
    })?;
    for fault in &report.faults {
        print(&format!("{fault}\n"))?;
    }
    print(&format!(
        "{} matches with {} steps replayed, {} of other versions of the rules left out, {} faults\n",
        report.matches,
        report.steps,
        report.other_versions,
        report.faults.len(),
    ))?;
    Ok(if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
