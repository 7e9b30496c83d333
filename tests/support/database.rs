//! A throwaway PostgreSQL server for this test process, and a database a test.

use kosti::store::{self, MIGRATOR};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    sync::OnceLock,
};
use uuid::Uuid;

struct Server {
    options: PgConnectOptions,
    /// `tests/postgres` stops the server when this process, and with it the pipe to
    /// its standard input, is gone.
    _keeper: Child,
}

static SERVER: OnceLock<Server> = OnceLock::new();

/// Its migrated copy is what each test's database is made from.
const TEMPLATE: &str = "kosti_template";

fn server() -> &'static Server {
    SERVER.get_or_init(|| {
        let mut keeper = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/postgres"))
            .args(["sh", "-c", "echo \"$DATABASE_URL\" && exec cat >/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tests/postgres runs");
        let mut url = String::new();
        let stdout = keeper.stdout.take().expect("its output is a pipe");
        BufReader::new(stdout).read_line(&mut url).expect("it tells the address");
        let options: PgConnectOptions = url.trim().parse().expect("the address is one");
        // Every test has a runtime of its own; this work is done once for all.
        std::thread::scope(|threads| {
            threads
                .spawn(|| {
                    let runtime =
                        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                    runtime.block_on(async {
                        create(&options, TEMPLATE, "template1").await;
                        let pool =
                            store::open(options.clone().database(TEMPLATE), 1).await.unwrap();
                        pool.close().await;
                    });
                })
                .join()
                .unwrap();
        });
        Server { options, _keeper: keeper }
    })
}

async fn create(options: &PgConnectOptions, name: &str, template: &str) {
    let mut db = PgConnection::connect_with(options).await.unwrap();
    let sql = format!("create database {name} template {template}");
    // Copies of one template wait for each other.
    for attempt in 0.. {
        match db.execute(AssertSqlSafe(sql.clone())).await {
            Ok(_) => break,
            Err(error) if attempt == 50 => panic!("{error}"),
            Err(_) => tokio::task::yield_now().await,
        }
    }
    db.close().await.unwrap();
}

/// How to connect to a new database; migrated or empty.
pub async fn connect_options(migrated: bool) -> PgConnectOptions {
    let name = format!("t{}", Uuid::now_v7().simple());
    let options = tokio::task::spawn_blocking(|| server().options.clone()).await.unwrap();
    create(&options, &name, if migrated { TEMPLATE } else { "template0" }).await;
    options.database(&name)
}

/// The address of a new, migrated database.
pub async fn url() -> String {
    let options = connect_options(true).await;
    let socket = options.get_socket().expect("the server listens on a socket").display();
    let database = options.get_database().unwrap();
    format!("postgres://kosti@localhost/{database}?host={socket}")
}

/// Connections to a new, migrated database.
pub async fn pool() -> PgPool {
    let options = connect_options(true).await;
    PgPoolOptions::new().max_connections(16).connect_with(options).await.unwrap()
}

/// Connections to a new, empty database.
pub async fn empty_pool() -> PgPool {
    assert!(MIGRATOR.iter().count() > 0);
    let options = connect_options(false).await;
    PgPoolOptions::new().max_connections(2).connect_with(options).await.unwrap()
}
