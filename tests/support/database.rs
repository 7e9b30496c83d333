//! A throwaway PostgreSQL server for this test process, and a database a test.

use kosti::store::{self, MIGRATOR};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool, Row as _,
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
    _keeper: Child,
}

static SERVER: OnceLock<Server> = OnceLock::new();

/// Its migrated copy is what each test's database is made from.
const TEMPLATE: &str = "kosti_template";

fn server() -> &'static Server {
    SERVER.get_or_init(|| {
        let (keeper, url) = keep("postgres", ["DATABASE_URL"]);
        let [url] = url;
        let options: PgConnectOptions = url.parse().expect("the address is one");
        // Every test has a runtime of its own; this work is done once for all.
        std::thread::scope(|threads| {
            threads
                .spawn(|| {
                    let runtime =
                        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                    runtime.block_on(async {
                        create(&options, TEMPLATE, "template1").await;
                        let database =
                            store::open(options.clone().database(TEMPLATE), 1).await.unwrap();
                        database.close().await;
                    });
                })
                .join()
                .unwrap();
        });
        Server { options, _keeper: keeper }
    })
}

/// Starts a server by a script of tests/ and gives what it tells in variables. The script
/// stops the server when this process, and with it the pipe to its standard input, is gone.
pub fn keep<const N: usize>(script: &str, variables: [&str; N]) -> (Child, [String; N]) {
    let tell = variables.map(|variable| format!("echo \"${variable}\" && ")).concat();
    let mut keeper = Command::new(format!("{}/tests/{script}", env!("CARGO_MANIFEST_DIR")))
        .args(["sh", "-c", &format!("{tell}exec cat >/dev/null")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the script runs");
    let mut told = BufReader::new(keeper.stdout.take().expect("its output is a pipe")).lines();
    let told = variables.map(|_| told.next().expect("it tells the address").unwrap());
    (keeper, told)
}

pub async fn create(options: &PgConnectOptions, name: &str, template: &str) {
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
    address(&connect_options(true).await)
}

/// The address of a database on a socket.
pub fn address(options: &PgConnectOptions) -> String {
    let socket = options.get_socket().expect("the server listens on a socket").display();
    let (port, database) = (options.get_port(), options.get_database().unwrap());
    format!("postgres://kosti@localhost:{port}/{database}?host={socket}")
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

/// How many rows there are of a table, or where a condition holds.
pub async fn count(pool: &PgPool, of: &str) -> i64 {
    let sql = AssertSqlSafe(format!("select count(*) from {of}"));
    sqlx::query(sql).fetch_one(pool).await.unwrap().get(0)
}

/// Does something in the database.
pub async fn run(pool: &PgPool, sql: &str) {
    sqlx::query(AssertSqlSafe(sql.to_owned())).execute(pool).await.unwrap();
}

/// Waits until so many transactions wait for the lock of another one.
pub async fn somebody_waits(pool: &PgPool, many: i64) {
    let waiting =
        "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while count(pool, waiting).await < many {
        tokio::task::yield_now().await;
    }
}
