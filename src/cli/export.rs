//! `kosti export`: making a backup.

use super::{
    database::{Database, Found},
    rules::print,
    signals::Signals,
};
use crate::{
    app::backup::{self, Header},
    store::{self, ScopeId, local::Missing},
};
use anyhow::{Context as _, Result, bail};
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser as _},
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use tempfile::NamedTempFile;

/// Options of `kosti export`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Export {
    #[command(flatten)]
    database: Database,
    /// Only what belongs to this scope.
    #[arg(long, value_name = "ID")]
    scope: Option<i64>,
    /// Everything, which is what counts if no scope is named.
    #[arg(long, conflicts_with = "scope")]
    all: bool,
    /// The file; one that is there is replaced when the new one is whole.
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    file: PathBuf,
}

/// Writes a backup beside the file, and puts it in its place when it is whole.
pub(super) fn run(options: &Export) -> Result<ExitCode> {
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
    let mut file = beside(&options.file)?;
    let header = runtime.block_on(async {
        let run = async {
            let database = store::open(database.route.clone(), 1).await?;
            let scope = options.scope.map(ScopeId);
            let header = backup::export(&database, scope, file.as_file_mut()).await;
            database.close().await;
            header.context("no backup was made").map(Ok)
        };
        tokio::select! {
            biased;
            number = signals.next() => Ok(Err(number)),
            header = run => header,
        }
    })?;
    let header = match header {
        Ok(header) => header,
        Err(number) => return Ok(ExitCode::from(128 + number)),
    };
    file.as_file().sync_all().context("the backup cannot be kept")?;
    file.persist(&options.file).context("the backup cannot be kept")?;
    print(&told(&header))?;
    Ok(ExitCode::SUCCESS)
}

/// A new file in the same folder, which only its owner may read: there are secrets in it.
fn beside(path: &Path) -> Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    NamedTempFile::new_in(folder)
        .with_context(|| format!("no file can be made in {}", folder.display()))
}

/// What there is in a backup, in a line.
pub(super) fn told(header: &Header) -> String {
    let of = |table: &str| header.rows.get(table).copied().unwrap_or(0);
    format!(
        "scopes: {}, persons: {}, matches: {}, steps: {}, rows in all: {}\n",
        of("scopes"),
        of("persons"),
        of("matches"),
        of("steps"),
        header.all_rows(),
    )
}
