//! Which database a command works on.

use crate::store::local::{Cluster, Durability, LocalError, Missing};
use anyhow::{Context as _, Result};
use clap::Args;
use sqlx::postgres::PgConnectOptions;
use std::{env, path::PathBuf};

/// Options of every command that works on the database.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Database {
    /// Where the private database, pictures and records lie [default: /var/lib/kosti
    /// for root, else the user's data folder].
    #[arg(long, env = "KOSTI_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// A database to use instead of a private one.
    #[arg(long, env = "KOSTI_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
}

/// A database at hand. A private cluster is left when this is dropped.
pub(super) struct Opened {
    /// How to connect.
    pub(super) options: PgConnectOptions,
    _cluster: Option<Cluster>,
}

impl Database {
    /// The folder for data, whole.
    pub(super) fn folder(&self) -> PathBuf {
        let data = self.data.clone().unwrap_or_else(Cluster::default_home);
        std::path::absolute(&data).unwrap_or(data)
    }

    /// Finds the database; starts a private cluster where none is named.
    pub(super) fn open(&self, missing: Missing) -> Result<Opened> {
        let url = self.database_url.clone().or_else(|| env::var("DATABASE_URL").ok());
        if let Some(url) = url.filter(|url| !url.is_empty()) {
            let options = url.parse().context("the database URL cannot be read")?;
            return Ok(Opened { options, _cluster: None });
        }
        let cluster: Result<Cluster, LocalError> =
            Cluster::join(&self.folder(), Durability::Full, missing);
        let cluster = cluster?;
        Ok(Opened { options: cluster.connect_options(), _cluster: Some(cluster) })
    }
}
