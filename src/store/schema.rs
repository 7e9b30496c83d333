//! The schema, and how it is brought up to date.

use super::{Pooler, Route, StoreError, database::Kind, is_broken_off};
use sqlx::{
    PgConnection, PgPool,
    migrate::{Migrate as _, MigrateError, Migrator},
};

/// The migrations, up and down.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// Where sqlx notes which migrations have been applied.
const TABLE: &str = "_sqlx_migrations";

/// The lock that lets one process at a time migrate a database: "kosti" in ASCII.
const LOCK: i64 = 0x006b_6f73_7469;

/// How often a migration is tried that commands were in the way of.
const TRIES: usize = 10;

/// The newest version that the program knows.
#[must_use]
pub fn newest() -> i64 {
    MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Whether the schema of a database has everything that the program needs. A newer one has.
pub(super) async fn fits(db: &mut PgConnection) -> Result<bool, MigrateError> {
    let applied = db.list_applied_migrations(TABLE).await?;
    let is_applied = |version| applied.iter().any(|migration| migration.version == version);
    Ok(MIGRATOR.iter().all(|migration| is_applied(migration.version)))
}

/// The version of the schema of a database.
///
/// # Errors
/// When the database fails.
pub async fn version(db: &mut PgConnection) -> sqlx::Result<i64> {
    let applied = db.list_applied_migrations(TABLE).await?;
    Ok(applied.iter().map(|migration| migration.version).max().unwrap_or(0))
}

/// Brings the schema of a database up to date, by the direct way where there is one, and
/// gives its version. A schema that is newer than the program is left as it is.
///
/// # Errors
/// See [`StoreError`].
pub async fn migrate(route: &Route) -> Result<i64, StoreError> {
    migrate_by(route, sqlx::migrate!()).await
}

/// Does what [`migrate`] does with the migrations of another release.
///
/// # Errors
/// See [`StoreError`].
pub async fn migrate_by(route: &Route, mut migrator: Migrator) -> Result<i64, StoreError> {
    migrator.set_ignore_missing(true).set_locking(false);
    let route = route.for_migrations();
    let pool = route.connect(1).await?;
    let mut tried = 1;
    let version = loop {
        match apply(&pool, route.pooler, &migrator).await {
            Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _))
                if tried < TRIES && is_broken_off(&error) =>
            {
                tried += 1
            }
            applied => break applied.map_err(StoreError::Migrate),
        }
    };
    // A lock that the session holds goes with its connection.
    pool.close().await;
    version
}

/// Applies what is missing, one process at a time.
async fn apply(pool: &PgPool, pooler: Pooler, migrator: &Migrator) -> Result<i64, MigrateError> {
    match pooler {
        Pooler::None => {
            let mut db = pool.acquire().await?;
            sqlx::query!("select pg_advisory_lock($1)", LOCK).execute(&mut *db).await?;
            apply_locked(&mut db, migrator).await
        }
        Pooler::Transaction => {
            // A session's lock would stay behind on a connection that others get next, so
            // everything is one transaction. (A migration that cannot be part of one wants
            // a direct way.)
            let mut transaction = pooler.begin(pool, Kind::Usual).await?;
            let db = &mut *transaction;
            sqlx::query!("select pg_advisory_xact_lock($1)", LOCK).execute(&mut *db).await?;
            let version = apply_locked(db, migrator).await?;
            transaction.commit().await?;
            Ok(version)
        }
    }
}

async fn apply_locked(db: &mut PgConnection, migrator: &Migrator) -> Result<i64, MigrateError> {
    // `run` is the same, but its future is not `Send`.
    migrator.run_direct(None, db, false).await?;
    Ok(version(db).await?)
}
