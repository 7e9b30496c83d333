//! PgBouncer in transaction mode before a throwaway server of its own, and a database a test.

use super::database::{create, keep};
use kosti::store::{Pooler, Route};
use sqlx::postgres::PgConnectOptions;
use std::{
    process::{Child, Command},
    sync::OnceLock,
};
use uuid::Uuid;

struct Server {
    pooled: PgConnectOptions,
    direct: PgConnectOptions,
    _keeper: Child,
}

static SERVER: OnceLock<Server> = OnceLock::new();

fn server() -> &'static Server {
    SERVER.get_or_init(|| {
        let find = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/find-pgbouncer");
        let found = Command::new(find).arg("--find").output().expect("the script runs");
        assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
        let names = ["KOSTI_DATABASE_URL", "KOSTI_DATABASE_DIRECT_URL"];
        let (keeper, urls) = keep("pgbouncer", names);
        let [pooled, direct] = urls.map(|url| url.parse().expect("the address is one"));
        Server { pooled, direct, _keeper: keeper }
    })
}

/// The two ways to a database.
#[derive(Clone, Debug)]
pub struct Ways {
    /// Through PgBouncer, which has three connections for it.
    pub pooled: PgConnectOptions,
    /// Past it.
    pub direct: PgConnectOptions,
}

impl Ways {
    /// The pooled way alone, with that setting.
    pub fn route(&self, pooler: Pooler) -> Route {
        Route { options: self.pooled.clone(), pooler, direct: None }
    }
}

/// The ways to a new, empty database.
pub async fn ways() -> Ways {
    let name = format!("t{}", Uuid::now_v7().simple());
    let server = tokio::task::spawn_blocking(server).await.unwrap();
    create(&server.direct, &name, "template0").await;
    Ways {
        pooled: server.pooled.clone().database(&name),
        direct: server.direct.clone().database(&name),
    }
}
