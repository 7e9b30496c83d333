//! When a process says that it is ready, and that it lives.

use super::{Numbers, World, ask, health, until, until_ready};
use crate::support::{
    daemon::Daemon,
    database,
    fake_discord::{self, FakeDiscord},
    fake_telegram::{Fault, When},
    outage::Outage,
    running::free_address,
};
use pretty_assertions::assert_eq;
use std::{net::SocketAddr, path::PathBuf, time::Duration};
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

/// The private database is killed, and comes back.
#[tokio::test(flavor = "multi_thread")]
async fn it_starts_its_own_database_again() {
    let world = World::new().await;
    let home = tempfile::tempdir().unwrap();
    let data = home.path().to_str().unwrap();
    let daemon = world.start(&[("KOSTI_DATABASE_URL", ""), ("KOSTI_DATA", data)]);
    until_ready(world.at).await;
    world.players.begin(&world.fake).await;
    crate::local_cluster::kill(home.path());
    daemon.says("it runs again", 1).await;
    until_ready(world.at).await;
    world.players.play(&world.fake, 0..2);
    world.fake.confirmed().await;
    daemon.stop().await;
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

/// What the number of a platform's connection is.
async fn connected(at: SocketAddr, platform: &str) -> f64 {
    Numbers::of(at).await.sum("kosti_front_connected", &[("platform", platform)])
}

/// A webhook that is not set yet brings nothing.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_not_ready_before_its_webhook_is_set() {
    let world = World::new().await;
    let held = world.fake.hold("setWebhook", When::Before);
    world.fake.fail("setWebhook", Fault::BadGateway, 1);
    let listen = free_address().await.to_string();
    let daemon = world.start(&[
        ("KOSTI_TELEGRAM_WEBHOOK_URL", &format!("http://{listen}/hook")),
        ("KOSTI_TELEGRAM_WEBHOOK_LISTEN", &listen),
    ]);
    world.fake.held(held).await;
    let (status, said) = ask(world.at, "/readyz").await.unwrap();
    assert_eq!((status, said.as_str()), (503, "telegram is not connected\n"));
    assert_eq!(connected(world.at, "telegram").await, 0.0);
    world.fake.release(held);
    daemon.says("no webhook is set", 1).await;
    until_ready(world.at).await;
    assert_eq!(connected(world.at, "telegram").await, 1.0);
    daemon.stop().await;
    world.finish();
}

/// On Discord that is a connection that can be cut.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_ready_while_discord_tells_it_what_happens() {
    let world = World::new().await;
    let discord = FakeDiscord::start();
    // A connection on which nothing is said is given up after two of these.
    discord.heartbeat_every(Duration::from_millis(50));
    let held = discord.hold("getGatewayBot", fake_discord::When::Before);
    let start = || {
        let at = world.at.to_string();
        Daemon::with_token(
            "",
            &[
                ("KOSTI_DATABASE_URL", world.database.as_str()),
                ("KOSTI_OPS_LISTEN", &at),
                ("KOSTI_DISCORD_API_URL", &discord.url()),
                ("KOSTI_DISCORD_TOKEN", fake_discord::TOKEN),
            ],
        )
    };
    let daemon = start();
    discord.held(held).await;
    let (status, said) = ask(world.at, "/readyz").await.unwrap();
    assert_eq!((status, said.as_str()), (503, "discord is not connected\n"));
    assert_eq!(connected(world.at, "discord").await, 0.0);
    discord.release(held);
    until_ready(world.at).await;
    assert_eq!(connected(world.at, "discord").await, 1.0);
    discord.registered().await;
    // It comes back by itself, and Telegram, for which there is no token, is not missed.
    discord.is_silent(true);
    discord.closes(4000);
    let said = until(world.at, "/readyz", |status, _| status == 503).await;
    assert_eq!(said, "discord is not connected\n");
    discord.is_silent(false);
    until_ready(world.at).await;
    daemon.stop().await;
    discord.finish();
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
