//! `kosti import`: taking a backup.

use super::{
    database::Database,
    export::told,
    rules::print,
    work::{Absent, work},
};
use crate::{
    app::{
        backup::{self, Faults},
        service::App,
    },
    games::Games,
    store,
};
use anyhow::{Context as _, Result};
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser as _},
};
use std::{fs::File, path::PathBuf, process::ExitCode};
use time::OffsetDateTime;

/// Options of `kosti import`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Import {
    #[command(flatten)]
    database: Database,
    /// Take matches, too, that do not follow from their steps; they are told.
    #[arg(long)]
    keep_faults: bool,
    /// The file.
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    file: PathBuf,
}

/// Takes a backup; the exit code is 1 when something in it is wrong, and nothing is taken then
/// unless that was asked for.
pub(super) fn run(options: &Import, games: Games) -> Result<ExitCode> {
    let name = || options.file.display().to_string();
    let mut file = File::open(&options.file).with_context(name)?;
    let faults = if options.keep_faults { Faults::Keep } else { Faults::Refuse };
    let run = async |route| {
        let app = App::new(store::open(route, 1).await?, games)?;
        let now = OffsetDateTime::now_utc();
        let imported = backup::import(&app, &mut file, faults, now).await;
        app.database.close().await;
        imported.with_context(name)
    };
    let imported = match work(&options.database, Absent::Made, run)? {
        Ok(imported) => imported,
        Err(code) => return Ok(code),
    };
    for fault in &imported.report.faults {
        print(&format!("{fault}\n"))?;
    }
    if let Some(scope) = imported.scope {
        print(&format!("it is scope {} here\n", scope.0))?;
    }
    print(&told(&imported.header))?;
    print(&format!(
        "matches replayed: {}, matches of other rules: {}, faults: {}\n",
        imported.report.matches,
        imported.report.other_versions,
        imported.report.faults.len(),
    ))?;
    Ok(if imported.report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
