//! A database that nobody reaches for a while.

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool};

/// While it lasts, a database takes no connections.
pub struct Outage {
    /// To another database of the same server.
    server: PgConnection,
    name: String,
}

impl Outage {
    /// Cuts all connections to the database of a pool, and lets nobody in again.
    pub async fn of(pool: &PgPool) -> Self {
        let options = pool.connect_options();
        let name = options.get_database().unwrap().to_owned();
        let elsewhere = (*options).clone().database("postgres");
        let mut server = PgConnection::connect_with(&elsewhere).await.unwrap();
        let close = format!("alter database {name} allow_connections false");
        server.execute(AssertSqlSafe(close)).await.unwrap();
        sqlx::query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1")
            .bind(&name)
            .execute(&mut server)
            .await
            .unwrap();
        Outage { server, name }
    }

    /// The database is there again.
    pub async fn end(mut self) {
        let open = format!("alter database {} allow_connections true", self.name);
        self.server.execute(AssertSqlSafe(open)).await.unwrap();
        self.server.close().await.unwrap();
    }
}
