//! `kosti export`: making a backup.

use super::{
    database::Database,
    rules::print,
    work::{Absent, work},
};
use crate::{
    app::backup::{self, Header},
    store::{self, ScopeId},
};
use anyhow::{Context as _, Result};
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
    let run = async |route| {
        let mut file = beside(&options.file)?;
        let database = store::open(route, 1).await?;
        let scope = options.scope.map(ScopeId);
        let header = backup::export(&database, scope, file.as_file_mut()).await;
        database.close().await;
        Ok((file, header.context("no backup was made")?))
    };
    let (file, header) = match work(&options.database, Absent::Refused, run)? {
        Ok(written) => written,
        Err(code) => return Ok(code),
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
