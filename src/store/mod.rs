//! Postgres: one function a query.
//!
//! **Invariant:** `sqlx::query` stands only here; every query is checked at compile
//! time. Correctness comes from the database alone, nothing lives only in memory.

pub mod challenges;
pub mod heartbeats;
mod ids;
pub mod jobs;
pub mod leases;
mod listener;
pub mod local;
pub mod matches;
pub mod members;
pub mod offers;
pub mod outbox;
pub mod results;
pub mod scopes;

pub use ids::{MatchNo, PersonId, ScopeId, SeedBytes};
pub use listener::Listener;

use sqlx::{
    PgPool,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::time::Duration;

/// The migrations, up and down.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// How long a command waits for a connection before it fails.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why there is no store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or refuses.
    #[error("cannot connect to the database")]
    Connect(#[source] sqlx::Error),
    /// The schema cannot be brought up to date.
    #[error("cannot migrate the database")]
    Migrate(#[source] MigrateError),
}

/// Connects to a database and brings its schema up to date. A schema that is newer
/// than the program is left as it is.
///
/// # Errors
/// See [`StoreError`].
pub async fn open(options: PgConnectOptions, connections: u32) -> Result<PgPool, StoreError> {
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .connect_with(options)
        .await
        .map_err(StoreError::Connect)?;
    let mut migrator = sqlx::migrate!();
    migrator.set_ignore_missing(true);
    migrator.run(&pool).await.map_err(StoreError::Migrate)?;
    Ok(pool)
}
