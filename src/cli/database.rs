//! Which database a command works on.

use super::signals::Signals;
use crate::{
    config::Config,
    store::{
        Pooler, Route,
        local::{Cluster, Durability, Missing},
    },
};
use anyhow::{Context as _, Result};
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser as _},
};
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::postgres::PgConnectOptions;
use std::{env, path::PathBuf, time::Duration};

/// How long a server that is being started may take after a signal.
const PATIENCE: Duration = Duration::from_secs(5);

/// Options of every command that works on the database.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct Database {
    /// Where the private database, pictures and records lie [default: /var/lib/kosti
    /// for root, else the user's data folder].
    #[arg(
        long,
        env = "KOSTI_DATA",
        value_name = "DIR",
        value_parser = OsStringValueParser::new().map(PathBuf::from)
    )]
    data: Option<PathBuf>,
    /// A database to use instead of a private one.
    #[arg(long, env = "KOSTI_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
    /// The pooler that this database is behind: none, or transaction for one that gives a
    /// connection for one transaction, as PgBouncer does with pool_mode = transaction.
    #[arg(long, env = "KOSTI_DATABASE_POOLER", value_name = "POOLER", value_parser = pooler)]
    database_pooler: Option<Pooler>,
    /// The same database past its pooler, for migrations.
    #[arg(long, env = "KOSTI_DATABASE_DIRECT_URL", value_name = "URL", hide_env_values = true)]
    database_direct_url: Option<String>,
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

fn pooler(name: &str) -> Result<Pooler, String> {
    if name.is_empty() {
        // A variable that is set to nothing.
        return Ok(Pooler::None);
    }
    name.parse().map_err(|_| format!("choose {}", Pooler::ALL.map(Pooler::as_str).join(" or ")))
}

/// A database at hand. A private cluster is left when this is dropped.
pub(super) struct Opened {
    /// How it is reached.
    pub(super) route: Route,
    _cluster: Option<Cluster>,
}

/// What came of opening a database.
pub(super) enum Found {
    /// It is at hand.
    Opened(Box<Opened>),
    /// A signal came first.
    Signal(u8),
}

impl Database {
    /// The folder for data, whole.
    pub(super) fn folder(&self) -> PathBuf {
        let named = self.data.clone().filter(|path| !path.as_os_str().is_empty());
        let data = named.unwrap_or_else(Cluster::default_home);
        std::path::absolute(&data).unwrap_or(data)
    }

    /// What the configuration file says; without one all is as usual.
    pub(super) fn config(&self) -> Result<Config> {
        let file = self.config.as_ref().filter(|path| !path.as_os_str().is_empty());
        let Some(path) = file else { return Ok(Config::default()) };
        Config::read(path).with_context(|| path.display().to_string())
    }

    /// Whether nothing has been made yet of the private database that would be used.
    pub(super) fn is_missing(&self) -> Result<bool> {
        let folder = self.folder();
        Ok(self.route()?.is_none()
            && !folder.join("postgres").exists()
            && !folder.join("postgres.place").exists())
    }

    /// The way to the database that is named, if one is. The direct one serves alone, too.
    fn route(&self) -> Result<Option<Route>> {
        let config = self.config()?.database;
        let file = |url: Option<SecretString>| {
            url.map(|url| url.expose_secret().to_owned()).filter(|url| !url.is_empty())
        };
        let named = |option: &Option<String>| option.clone().filter(|url| !url.is_empty());
        let direct: Option<PgConnectOptions> = named(&self.database_direct_url)
            .or_else(|| file(config.direct_url))
            .map(|url| url.parse().context("the direct database URL cannot be read"))
            .transpose()?;
        let general = env::var("DATABASE_URL").ok().filter(|url| !url.is_empty());
        let url = named(&self.database_url).or(general).or_else(|| file(config.url));
        let Some(url) = url else { return Ok(direct.map(Route::from)) };
        let options = url.parse().context("the database URL cannot be read")?;
        let pooler = self.database_pooler.or(config.pooler).unwrap_or_default();
        Ok(Some(Route { options, pooler, direct }))
    }

    /// Finds the database; starts a private cluster where none is named. A signal that
    /// comes meanwhile ends the waiting.
    pub(super) async fn open(&self, missing: Missing, signals: &mut Signals) -> Result<Found> {
        if let Some(route) = self.route()? {
            return Ok(Found::Opened(Box::new(Opened { route, _cluster: None })));
        }
        let folder = self.folder();
        let mut joining =
            tokio::task::spawn_blocking(move || Cluster::join(&folder, Durability::Full, missing));
        tokio::select! {
            biased;
            number = signals.next() => {
                // A server that is being started is stopped again; a lock that somebody
                // else holds is not waited for.
                let _ = tokio::time::timeout(PATIENCE, &mut joining).await;
                Ok(Found::Signal(number))
            }
            joined = &mut joining => {
                let cluster = joined??;
                let route = cluster.connect_options().into();
                Ok(Found::Opened(Box::new(Opened { route, _cluster: Some(cluster) })))
            }
        }
    }
}
