//! The way to a database: by transactions only.

use super::{
    Listener, StoreError,
    outbox::BotKey,
    schema,
    usage::{Usage, Waits},
};
use sqlx::{
    ConnectOptions as _, PgPool, Postgres, Transaction,
    postgres::{PgConnectOptions, PgDatabaseError, PgPoolOptions, PgSeverity},
};
use std::{str::FromStr, sync::Arc, time::Duration};

/// How long a command waits for a connection before it fails.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long is looked for what is wrong when there has been none.
const LOOK: Duration = Duration::from_secs(2);

/// What stands between the program and a database.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Pooler {
    /// Nothing, or a pooler that lets each client keep its connection.
    #[default]
    None,
    /// A pooler that gives a connection for one transaction, as PgBouncer does with
    /// `pool_mode = transaction`.
    Transaction,
}

impl Pooler {
    /// All of them.
    pub const ALL: [Pooler; 2] = [Pooler::None, Pooler::Transaction];

    /// The name in settings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Pooler::None => "none",
            Pooler::Transaction => "transaction",
        }
    }

    /// How a connection is used behind the pooler.
    fn tune(self, options: PgConnectOptions) -> PgConnectOptions {
        // PgBouncer refuses a client that asks for `extra_float_digits`; nothing here needs it.
        let options = options.extra_float_digits(None);
        match self {
            Pooler::None => options,
            // A statement that one transaction has prepared is not there in the next one.
            Pooler::Transaction => options.statement_cache_capacity(0),
        }
    }

    /// Begins a transaction of a kind.
    ///
    /// Behind a pooler the connection that it gets may hold statements that others have
    /// prepared under the names that ours will have, for sqlx names every statement and
    /// counts from 1 on each connection. They are of no use to anybody, so they go in the
    /// same round trip.
    pub(super) async fn begin(
        self,
        pool: &PgPool,
        kind: Kind,
    ) -> sqlx::Result<Transaction<'static, Postgres>> {
        let statement = match (self, kind) {
            (Pooler::None, Kind::Usual) => {
                "begin; set local idle_in_transaction_session_timeout = '6s'"
            }
            (Pooler::None, Kind::Long) => "begin",
            (Pooler::Transaction, Kind::Long) => "begin; deallocate all",
            (Pooler::None, Kind::Snapshot) => "begin isolation level repeatable read, read only",
            (Pooler::Transaction, Kind::Usual) => {
                "begin; deallocate all; set local idle_in_transaction_session_timeout = '6s'"
            }
            (Pooler::Transaction, Kind::Snapshot) => {
                "begin isolation level repeatable read, read only; deallocate all"
            }
        };
        // Whoever stops waiting in the middle of it would leave a connection behind that has
        // begun without anybody's knowing, until the server ends it. So it is not stopped:
        // what has begun for nobody is rolled back like any other.
        let pool = pool.clone();
        let beginning = tokio::spawn(async move { pool.begin_with(statement).await });
        beginning.await.unwrap_or(Err(sqlx::Error::WorkerCrashed))
    }
}

/// What a transaction sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Each query sees what others have committed before it.
    Usual,
    /// As usual, and it may stand still in the middle for as long as it likes.
    Long,
    /// All see the database as it stood at the beginning, and nothing is written.
    Snapshot,
}

impl FromStr for Pooler {
    type Err = ParsePoolerError;

    fn from_str(text: &str) -> Result<Self, ParsePoolerError> {
        Pooler::ALL.into_iter().find(|pooler| pooler.as_str() == text).ok_or(ParsePoolerError)
    }
}

/// Error when parsing a [`Pooler`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid pooler")]
pub struct ParsePoolerError;

/// How a database is reached.
#[derive(Clone, Debug)]
pub struct Route {
    /// The connections of daily work.
    pub options: PgConnectOptions,
    /// What they lead through.
    pub pooler: Pooler,
    /// A way to the same database past the pooler, for migrations.
    pub direct: Option<PgConnectOptions>,
}

impl Route {
    /// The way that migrations take.
    pub(super) fn for_migrations(&self) -> Route {
        match &self.direct {
            Some(direct) => Route::from(direct.clone()),
            None => self.clone(),
        }
    }

    pub(super) async fn connect(&self, connections: u32) -> Result<PgPool, StoreError> {
        let options = self.pooler.tune(self.options.clone());
        let pool = PgPoolOptions::new().max_connections(connections);
        connect(pool.acquire_timeout(PATIENCE), options).await.map_err(StoreError::Connect)
    }
}

/// Connects; a server that does not answer may be about to start and is waited for.
async fn connect(pool: PgPoolOptions, options: PgConnectOptions) -> sqlx::Result<PgPool> {
    let connected = pool.connect_with(options.clone()).await;
    if let Err(sqlx::Error::PoolTimedOut) = connected
        // The pool does not tell what it has waited for.
        && let Ok(Err(wrong)) = tokio::time::timeout(LOOK, options.connect()).await
    {
        return Err(wrong);
    }
    connected
}

impl From<PgConnectOptions> for Route {
    fn from(options: PgConnectOptions) -> Self {
        Route { options, pooler: Pooler::None, direct: None }
    }
}

/// A database.
///
/// **Invariant:** everything that is read or written there is part of a transaction. Behind a
/// pooler each transaction may get another connection, so nothing else of a connection (its
/// settings, its locks, what it listens to) lasts.
#[derive(Clone, Debug)]
pub struct Database {
    pool: PgPool,
    pooler: Pooler,
    direct: Option<PgConnectOptions>,
    waits: Arc<Waits>,
}

impl From<PgPool> for Database {
    /// A database that no pooler stands before.
    fn from(pool: PgPool) -> Self {
        Database { pool, pooler: Pooler::None, direct: None, waits: Arc::default() }
    }
}

impl Database {
    /// Connects to a database as it is.
    pub(super) async fn connect(route: &Route, connections: u32) -> Result<Self, StoreError> {
        let pool = route.connect(connections).await?;
        let (pooler, direct) = (route.pooler, route.direct.clone());
        Ok(Database { pool, pooler, direct, waits: Arc::default() })
    }

    /// Begins a transaction. It is rolled back unless it is committed, and by the database
    /// itself when its process stands still in the middle of it for as long as a lease
    /// lasts: the locks that it holds must not outlast what it may do alone.
    ///
    /// # Errors
    /// When no connection is to be had.
    pub async fn begin(&self) -> sqlx::Result<Transaction<'static, Postgres>> {
        self.begin_as(Kind::Usual).await
    }

    /// Begins a transaction that the database does not end by itself when its process stands
    /// still in the middle of it: nobody should have to wait for what it locks.
    ///
    /// # Errors
    /// When no connection is to be had.
    pub async fn begin_long(&self) -> sqlx::Result<Transaction<'static, Postgres>> {
        self.pooler.begin(&self.pool, Kind::Long).await
    }

    /// Begins a transaction that only reads, and sees the database as it stands now,
    /// whatever others commit meanwhile.
    ///
    /// # Errors
    /// When no connection is to be had.
    pub async fn snapshot(&self) -> sqlx::Result<Transaction<'static, Postgres>> {
        self.begin_as(Kind::Snapshot).await
    }

    async fn begin_as(&self, kind: Kind) -> sqlx::Result<Transaction<'static, Postgres>> {
        let wait = self.waits.ask();
        let begun = self.pooler.begin(&self.pool, kind).await;
        if begun.is_ok() {
            wait.end();
        }
        begun
    }

    /// How its connections are used by this process.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let most = self.pool.options().get_max_connections();
        self.waits.usage((self.pool.size(), self.pool.num_idle(), most))
    }

    /// Whether the schema has everything that the program needs.
    ///
    /// # Errors
    /// When the database fails, or has no schema of ours at all.
    pub async fn fits(&self) -> Result<bool, StoreError> {
        let mut snapshot = self.snapshot().await.map_err(StoreError::Connect)?;
        schema::fits(&mut snapshot).await.map_err(StoreError::Migrate)
    }

    /// Listens to what is announced to a bot; `None` where only a pooler is known, through
    /// which nothing is heard.
    ///
    /// # Errors
    /// When no connection is to be had.
    pub async fn listen(&self, bot: &BotKey) -> sqlx::Result<Option<Listener>> {
        match (&self.direct, self.pooler) {
            (Some(direct), _) => {
                let options = PgPoolOptions::new().max_connections(1);
                let pool = options.connect_with(direct.clone()).await?;
                Listener::new(&pool, bot).await.map(Some)
            }
            (None, Pooler::None) => Listener::new(&self.pool, bot).await.map(Some),
            (None, Pooler::Transaction) => Ok(None),
        }
    }

    /// Closes the connections; waits for the transactions that are under way.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Whether the database has broken a transaction off so that others could go on. Nothing of
/// it is done, and it can be done again.
#[must_use]
pub fn is_broken_off(error: &sqlx::Error) -> bool {
    // serialization_failure and deadlock_detected.
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some("40001" | "40P01"))
}

/// Whether it is the database that fails and not what was asked of it: the same can be asked
/// again when the database is well.
#[must_use]
pub fn is_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(refusal) => {
            let refusal = refusal.try_downcast_ref::<PgDatabaseError>();
            refusal.is_some_and(|refusal| is_of_server(refusal.severity(), refusal.code()))
                || is_broken_off(error)
        }
        _ => false,
    }
}

/// Whether a refusal ends the connection, or tells of the server and not of the statement.
fn is_of_server(severity: PgSeverity, code: &str) -> bool {
    // connection_exception, insufficient_resources, system_error.
    let class = ["08", "53", "58"].iter().any(|class| code.starts_with(class));
    // read_only_sql_transaction: a standby, or a server that has no room left.
    class || code == "25006" || matches!(severity, PgSeverity::Fatal | PgSeverity::Panic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{io::ErrorKind, net::TcpListener};

    #[tokio::test]
    async fn what_is_in_the_way_of_a_connection_is_told() {
        // Nobody listens any more where somebody did.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let options = PgConnectOptions::new().host("127.0.0.1").port(address.port());
        let pool = PgPoolOptions::new().acquire_timeout(Duration::from_millis(1));
        let error = connect(pool, options).await.unwrap_err();
        let refused = |error: &std::io::Error| error.kind() == ErrorKind::ConnectionRefused;
        assert!(matches!(&error, sqlx::Error::Io(error) if refused(error)), "{error}");
    }

    #[test]
    fn a_server_that_is_away_is_told_from_a_statement_that_is_wrong() {
        for (severity, code, of_server) in [
            (PgSeverity::Fatal, "57P01", true),
            (PgSeverity::Fatal, "25P03", true),
            (PgSeverity::Error, "53100", true),
            (PgSeverity::Error, "25006", true),
            (PgSeverity::Error, "57014", false),
            (PgSeverity::Error, "23505", false),
            (PgSeverity::Error, "P0001", false),
        ] {
            assert_eq!(is_of_server(severity, code), of_server, "{code}");
        }
        assert!(is_away(&sqlx::Error::PoolTimedOut) && !is_away(&sqlx::Error::RowNotFound));
    }

    #[test]
    fn poolers_have_names() {
        for pooler in Pooler::ALL {
            assert_eq!(pooler.as_str().parse(), Ok(pooler));
        }
        assert_eq!("session".parse::<Pooler>(), Err(ParsePoolerError));
    }
}
