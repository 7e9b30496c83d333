//! Where a command is told what is configured.

use crate::config::{Faults, Flag, Loaded, Sources};
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser as _},
};
use std::{env, path::PathBuf};

/// The option of every command that is configured.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Configuration {
    /// A configuration file; config/kosti.example.toml explains every key.
    // One that is set to nothing is none.
    #[arg(
        long,
        env = "KOSTI_CONFIG",
        value_name = "FILE",
        value_parser = OsStringValueParser::new().map(PathBuf::from)
    )]
    config: Option<PathBuf>,
}

impl Configuration {
    /// What counts, by the file, the environment and these options.
    pub(super) fn load(&self, flags: &[Flag<'_>]) -> Result<Loaded, Faults> {
        Loaded::read(Sources {
            file: self.config.as_deref().filter(|path| !path.as_os_str().is_empty()),
            environment: env::vars_os().collect(),
            variables: &super::variables(),
            flags,
        })
    }
}
