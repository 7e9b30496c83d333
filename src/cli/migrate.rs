//! `kosti migrate`: bringing the schema up to date.

use super::{
    database::Database,
    rules::print,
    work::{Absent, work},
};
use crate::store::schema;
use anyhow::Result;
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
    let migrate = async |route| Ok(schema::migrate(&route).await?);
    let version = match work(&options.database, Absent::Refused, migrate)? {
        Ok(version) => version,
        Err(code) => return Ok(code),
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
