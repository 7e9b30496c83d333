//! Postgres: one function a query.
//!
//! **Invariant:** `sqlx::query` stands only here; every query is checked at compile
//! time. Correctness comes from the database alone, nothing lives only in memory.

pub mod archive;
pub mod challenges;
pub mod chats;
mod database;
pub mod failures;
pub mod files;
pub mod heartbeats;
mod ids;
pub mod jobs;
pub mod ladder;
pub mod leases;
mod listener;
pub mod local;
pub mod matches;
pub mod members;
pub mod merging;
pub mod messages;
pub mod offers;
pub mod outbox;
pub mod pairs;
pub mod places;
pub mod ratings;
pub mod results;
pub mod rolls;
pub mod rooms;
pub mod schema;
pub mod scopes;
pub mod standings;
mod usage;

pub use database::{Database, ParsePoolerError, Pooler, Route, is_away, is_broken_off};
pub use ids::{MatchNo, PersonId, ScopeId, SeedBytes, Trace};
pub use listener::Listener;
pub use schema::MIGRATOR;
pub use usage::Usage;

use sqlx::migrate::MigrateError;

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
pub async fn open(route: impl Into<Route>, connections: u32) -> Result<Database, StoreError> {
    let route = route.into();
    schema::migrate(&route).await?;
    Database::connect(&route, connections).await
}
