//! `kosti health`: asks a process whether it lives.

use super::ops::Listen;
use crate::{config::Config, ops};
use anyhow::{Context as _, Result, bail};
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser as _},
};
use std::{
    io::{self, Write as _},
    path::PathBuf,
};

/// Options of `kosti health`.
#[derive(Clone, Debug, Args)]
pub(super) struct Health {
    #[command(flatten)]
    listen: Listen,
    /// The configuration file of the process.
    #[arg(
        long,
        env = "KOSTI_CONFIG",
        value_name = "FILE",
        value_parser = OsStringValueParser::new().map(PathBuf::from)
    )]
    config: Option<PathBuf>,
}

/// Says that it lives, or fails.
pub(super) fn run(options: &Health) -> Result<()> {
    let file = options.config.as_ref().filter(|path| !path.as_os_str().is_empty());
    let config = match file {
        Some(path) => Config::read(path).with_context(|| path.display().to_string())?,
        None => Config::default(),
    };
    let Some(address) = options.listen.address(&config)? else {
        bail!("it is not known whom to ask: set KOSTI_OPS_LISTEN or ops.listen");
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let said = runtime.context("cannot start")?.block_on(ops::ask(address))?;
    Ok(write!(io::stdout(), "{said}")?)
}
