//! `kosti health`: asks a process whether it lives.

use super::{configuration::Configuration, ops::Listen};
use crate::ops;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::io::{self, Write as _};

/// Options of `kosti health`.
#[derive(Clone, Debug, Args)]
pub(super) struct Health {
    #[command(flatten)]
    listen: Listen,
    #[command(flatten)]
    configuration: Configuration,
}

/// Says that it lives, or fails.
pub(super) fn run(options: &Health) -> Result<()> {
    let loaded = options.configuration.load(&[options.listen.flag()])?;
    let Some(address) = loaded.config.ops.listen else {
        bail!("it is not known whom to ask: set KOSTI_OPS_LISTEN or ops.listen");
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let said = runtime.context("cannot start")?.block_on(ops::ask(address))?;
    Ok(write!(io::stdout(), "{said}")?)
}
