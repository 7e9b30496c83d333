//! When a process says that it is ready, and that it lives.

use super::{World, ask, health, until, until_ready};
use crate::support::{database, outage::Outage, running::free_address};
use pretty_assertions::assert_eq;
use std::{net::SocketAddr, path::PathBuf};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, UnixStream},
};

/// Lets those who come to an address through to a database.
async fn lead(from: SocketAddr, to: PathBuf) {
    let listener = TcpListener::bind(from).await.unwrap();
    loop {
        let (mut near, _) = listener.accept().await.unwrap();
        let mut far = UnixStream::connect(&to).await.unwrap();
        tokio::spawn(async move { copy_bidirectional(&mut near, &mut far).await });
    }
}

/// The database is not there yet, comes, goes, and comes back; the process lives all the time.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_ready_while_the_database_is_there() {
    let world = World::new().await;
    let closed = free_address().await;
    let options = world.pool.connect_options();
    let socket = options.get_socket().unwrap().join(format!(".s.PGSQL.{}", options.get_port()));
    let name = options.get_database().unwrap();
    let url = format!("postgres://kosti@{closed}/{name}?sslmode=disable");
    assert_eq!(ask(world.at, "/readyz").await, None);
    let daemon = world.start(&[("KOSTI_DATABASE_URL", &url)]);
    let said = until(world.at, "/readyz", |_, _| true).await;
    assert!(said.contains("the database does not answer"), "{said}");
    assert_eq!(ask(world.at, "/healthz").await.unwrap(), (200, "ok\n".to_owned()));
    let (status, numbers) = ask(world.at, "/metrics").await.unwrap();
    assert!(status == 200 && numbers.contains("\nkosti_database_up 0\n"), "{numbers}");
    let lead = tokio::spawn(lead(closed, socket));
    until_ready(world.at).await;
    assert_eq!(health(world.at).await, (Some(0), "ok\n".to_owned(), String::new()));

    let outage = Outage::of(&world.pool).await;
    let said = until(world.at, "/readyz", |status, _| status == 503).await;
    assert_eq!(said, "the database does not answer\n");
    assert_eq!(health(world.at).await.0, Some(0));
    outage.end().await;
    until_ready(world.at).await;
    daemon.stop().await;
    lead.abort();
    let (code, _, told) = health(world.at).await;
    let nobody = format!("kosti: nobody answers at {}: ", world.at);
    assert!(code == Some(1) && told.starts_with(&nobody), "{told}");
    world.finish();
}

/// A schema that lacks what this release needs, as after a step back.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_not_ready_on_an_old_schema() {
    let world = World::new().await;
    let daemon = world.start(&[]);
    until_ready(world.at).await;
    let newest = "(select max(version) from _sqlx_migrations)";
    let hide = format!("delete from _sqlx_migrations where version = {newest}");
    database::run(&world.pool, &hide).await;
    let said = until(world.at, "/readyz", |status, _| status == 503).await;
    assert_eq!(said, "the schema is too old\n");
    daemon.stop().await;
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_not_ready_without_its_platform() {
    let world = World::new().await;
    let nowhere = format!("http://{}", free_address().await);
    let daemon = world.start(&[("KOSTI_TELEGRAM_API_URL", &nowhere)]);
    daemon.says("no word from Telegram", 1).await;
    let (status, said) = ask(world.at, "/readyz").await.unwrap();
    assert_eq!((status, said.as_str()), (503, "telegram is not connected\n"));
    daemon.stop().await;
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_taken_is_said() {
    let world = World::new().await;
    let daemon = world.start(&[]);
    until_ready(world.at).await;
    let ended = world.start(&[]).end().await;
    assert_eq!(ended.code, Some(1));
    assert!(ended.said[0].starts_with(&format!("kosti: cannot listen at {}", world.at)));
    let ended = world.start(&[("KOSTI_OPS_LISTEN", "somewhere")]).end().await;
    assert_eq!(ended.code, Some(1));
    assert!(ended.said[0].contains("127.0.0.1:9464"), "{ended:?}");
    daemon.stop().await;
    world.finish();
}
