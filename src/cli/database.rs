//! Which database a command works on.

use super::{configuration::Configuration, signals::Signals};
use crate::{
    config::{self, Fault, Faults, Flag, Loaded},
    store::{
        Pooler, Route,
        local::{Cluster, Durability, Missing},
    },
};
use anyhow::Result;
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser as _},
};
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::postgres::PgConnectOptions;
use std::{convert::Infallible, path::PathBuf, sync::Arc, time::Duration};
use tokio::time::MissedTickBehavior;

/// How often it is looked whether the private cluster runs.
const LOOK: Duration = Duration::from_secs(2);
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
    /// A database to use instead of a private one [env: KOSTI_DATABASE_URL].
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// The pooler that this database is behind: none, or transaction for one that gives a
    /// connection for one transaction, as PgBouncer does with pool_mode = transaction
    /// [env: KOSTI_DATABASE_POOLER].
    #[arg(long, value_name = "POOLER", value_parser = pooler)]
    database_pooler: Option<String>,
    /// The same database past its pooler, for migrations [env: KOSTI_DATABASE_DIRECT_URL].
    #[arg(long, value_name = "URL")]
    database_direct_url: Option<String>,
    #[command(flatten)]
    configuration: Configuration,
}

fn pooler(name: &str) -> Result<String, String> {
    let wrong = |_| format!("choose {}", Pooler::ALL.map(Pooler::as_str).join(" or "));
    name.parse::<Pooler>().map(|pooler| pooler.as_str().to_owned()).map_err(wrong)
}

/// A database at hand. A private cluster is left when this is dropped.
pub(super) struct Opened {
    /// How it is reached.
    pub(super) route: Route,
    cluster: Option<Arc<Cluster>>,
}

impl Opened {
    /// Looks after the private cluster: a server that is not there any more is started again.
    pub(super) async fn tend(&self) -> Infallible {
        let Some(cluster) = &self.cluster else { return std::future::pending().await };
        let mut looks = tokio::time::interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            let cluster = cluster.clone();
            match tokio::task::spawn_blocking(move || cluster.mend()).await {
                Ok(Ok(false)) => {}
                Ok(Ok(true)) => tracing::error!("the private database had ended: it runs again"),
                Ok(Err(error)) => {
                    let error = format!("{:#}", anyhow::Error::new(error));
                    tracing::error!(error, "the private database has ended");
                }
                Err(error) => tracing::error!(%error, "nobody looks after the private database"),
            }
        }
    }
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

    /// What counts, by the file, the environment, these options and those of the command.
    pub(super) fn load(&self, others: &[Flag<'_>]) -> Result<Loaded, Faults> {
        let own: [Flag<'_>; 3] = [
            ("--database-url", self.database_url.as_deref()),
            ("--database-pooler", self.database_pooler.as_deref()),
            ("--database-direct-url", self.database_direct_url.as_deref()),
        ];
        self.configuration.load(&[&own, others].concat())
    }

    /// Whether nothing has been made yet of the private database that would be used.
    pub(super) fn is_missing(&self, loaded: &Loaded) -> Result<bool> {
        let folder = self.folder();
        Ok(route(loaded)?.is_none()
            && !folder.join("postgres").exists()
            && !folder.join("postgres.place").exists())
    }

    /// Finds the database; starts a private cluster where none is named. A signal that
    /// comes meanwhile ends the waiting.
    pub(super) async fn open(
        &self,
        loaded: &Loaded,
        missing: Missing,
        signals: &mut Signals,
    ) -> Result<Found> {
        for warning in &loaded.warnings {
            tracing::warn!("{warning}");
        }
        if let Some(route) = route(loaded)? {
            return Ok(Found::Opened(Box::new(Opened { route, cluster: None })));
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
                let cluster = Some(Arc::new(cluster));
                Ok(Found::Opened(Box::new(Opened { route, cluster })))
            }
        }
    }
}

/// The way to the database that is named, if one is. The direct one serves alone, too.
pub(super) fn route(loaded: &Loaded) -> Result<Option<Route>, Fault> {
    let config::Database { url, pooler, direct_url } = &loaded.config.database;
    let read = |path: &str, url: &Option<SecretString>| -> Result<_, Fault> {
        let Some(url) = url else { return Ok(None) };
        let options: Result<PgConnectOptions, _> = url.expose_secret().parse();
        // What is wrong may quote what is secret.
        let wrong = |_| loaded.fault(path, "the database URL cannot be read");
        options.map(Some).map_err(wrong)
    };
    let direct = read("database.direct_url", direct_url)?;
    let Some(options) = read("database.url", url)? else { return Ok(direct.map(Route::from)) };
    Ok(Some(Route { options, pooler: *pooler, direct }))
}
