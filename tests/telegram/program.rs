//! `kosti run` as people run it, on the fake Telegram.

use crate::support::{
    daemon::{Daemon, Ended, lines},
    database,
    fake_telegram::{FakeTelegram, Leftover},
    players::Players,
    running::free_address,
};
use pretty_assertions::assert_eq;
use rustix::process::Signal;
use std::{net::SocketAddr, time::Instant};
use teloxide::{payloads::*, prelude::Requester};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};

/// A database and a Telegram for processes.
struct World {
    fake: FakeTelegram,
    pool: sqlx::PgPool,
    database: String,
    players: Players,
}

impl World {
    async fn new() -> Self {
        let database = database::url().await;
        let pool = sqlx::PgPool::connect(&database).await.unwrap();
        let fake = FakeTelegram::start();
        let players = Players::new(&fake);
        World { fake, pool, database, players }
    }

    fn start(&self, more: &[(&str, &str)]) -> Daemon {
        let url = self.fake.url();
        let own =
            [("KOSTI_DATABASE_URL", self.database.as_str()), ("KOSTI_TELEGRAM_API_URL", &url)];
        Daemon::start(&[&own, more].concat())
    }

    async fn count(&self, of: &str) -> i64 {
        database::count(&self.pool, of).await
    }

    /// Waits for a poll beside those that there have been.
    async fn polled_after(&self, polls: u64) {
        self.fake.until("a poll", |state| (state.updates.polls > polls).then_some(())).await;
    }

    async fn polls(&self) -> u64 {
        self.fake.until("polls", |state| Some(state.updates.polls)).await
    }

    fn finish(self) {
        self.fake.excuse(Leftover::Unread);
        self.fake.finish();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_and_ends_in_good_order() {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    fake.says(players.group, players.people[0], "/help");
    let start = Instant::now();
    let daemon = world.start(&[]);
    fake.next(players.group).await;
    println!("from its start to its first answer: {:?}", start.elapsed());
    players.begin(fake).await;
    players.play(fake, 0..4);
    fake.confirmed().await;
    assert_eq!(world.count("steps").await, 4);
    // It is in the middle of a poll.
    let start = Instant::now();
    let said = daemon.stop().await;
    println!("from the signal to its end: {:?}", start.elapsed());
    assert_eq!(lines(&said, "serving on Telegram bot=\"kosti_bot\"").len(), 1, "{said:#?}");
    assert_eq!(lines(&said, "finishing what is under way").len(), 1, "{said:#?}");
    assert_eq!(said.len(), 2, "{said:#?}");
    assert_eq!(world.count("leases where until > clock_timestamp()").await, 0);
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_insists_does_not_wait() {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    let daemon = world.start(&[]);
    players.begin(fake).await;
    fake.confirmed().await;
    // A command that does not come to its end.
    let mut gate = world.pool.begin().await.unwrap();
    sqlx::query("select from matches for update").execute(&mut *gate).await.unwrap();
    players.play(fake, 0..1);
    database::somebody_waits(&world.pool, 1).await;
    daemon.signal(Signal::TERM);
    daemon.says("finishing what is under way", 1).await;
    daemon.signal(Signal::INT);
    assert_eq!(daemon.end().await.code, Some(0));
    gate.rollback().await.unwrap();
    assert_eq!(world.count("steps").await, 0);
    assert_eq!(fake.until("updates", |state| Some(state.updates.waiting.len())).await, 1);
    fake.excuse(Leftover::Unconfirmed);
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_log_shows_the_token() {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    let daemon = world.start(&[("KOSTI_LOG", "trace")]);
    players.begin(fake).await;
    players.play(fake, 0..2);
    fake.confirmed().await;
    // Something goes wrong in each way in which something can.
    use crate::support::fake_telegram::Fault;
    for fault in [
        Fault::RetryAfter(0),
        Fault::Refuse(400, "Bad Request: something"),
        Fault::CutBefore,
        Fault::CutAfter,
    ] {
        let polls = world.polls().await;
        fake.fail("getUpdates", fault, 1);
        players.play(fake, 2..3);
        world.polled_after(polls).await;
    }
    fake.confirmed().await;
    let said = daemon.stop().await;
    assert!(said.len() > 100, "it says much: {said:#?}");
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_said_and_tried_again() {
    let world = World::new().await;
    let url = world.fake.url();
    let own = [("KOSTI_DATABASE_URL", world.database.as_str()), ("KOSTI_TELEGRAM_API_URL", &url)];
    let daemon = Daemon::with_token("4839574812:another-token-9876543210", &own);
    let said = daemon.says("Telegram does not know the token", 1).await;
    let told = lines(&said, "token").pop().unwrap();
    for words in ["again_in=60s", "@BotFather", "KOSTI_TELEGRAM_TOKEN", "telegram.token"] {
        assert!(told.contains(words), "{told}");
    }
    // It goes on trying: it is there to be told to stop.
    let said = daemon.stop().await;
    assert_eq!(said.len(), 2, "{said:#?}");
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_token_is_refused_at_once() {
    for token in ["abc", "987654", "987654:", ":secret", "12a:secret", "987654:of a cat"] {
        let Ended { code, said, .. } = Daemon::with_token(token, &[]).end().await;
        assert_eq!(code, Some(1), "{said:#?}");
        let [told] = &said[..] else { panic!("{said:#?}") };
        assert!(told.starts_with("kosti: ") && told.contains("@BotFather"), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_token_it_tells_what_to_do() {
    for token in ["", " "] {
        let Ended { code, said, .. } = Daemon::with_token(token, &[]).end().await;
        assert_eq!(code, Some(1), "{said:#?}");
        let [told] = &said[..] else { panic!("{said:#?}") };
        for words in ["KOSTI_TELEGRAM_TOKEN", "@BotFather", "kosti play"] {
            assert!(told.contains(words), "{told}");
        }
    }
}

/// Lets those who come to an address through to a server.
async fn lead(from: SocketAddr, to: String) {
    let listener = TcpListener::bind(from).await.unwrap();
    let to = to.trim_start_matches("http://").to_owned();
    loop {
        let (mut near, _) = listener.accept().await.unwrap();
        let mut far = TcpStream::connect(&to).await.unwrap();
        tokio::spawn(async move { copy_bidirectional(&mut near, &mut far).await });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_network_it_waits_for_one() {
    let world = World::new().await;
    let closed = free_address().await;
    let url = format!("http://{closed}");
    let daemon = world.start(&[("KOSTI_TELEGRAM_API_URL", &url)]);
    let said = daemon.says("no word from Telegram: no network", 2).await;
    for (line, pause) in lines(&said, "no network").iter().zip(["again_in=1s", "again_in=2s"]) {
        assert!(line.contains(pause) && line.contains("onnection refused"), "{line}");
    }
    let lead = tokio::spawn(lead(closed, world.fake.url()));
    world.players.begin(&world.fake).await;
    world.fake.confirmed().await;
    daemon.stop().await;
    lead.abort();
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn another_program_with_the_token_is_told_of_in_a_sentence() {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    let daemon = world.start(&[]);
    players.begin(fake).await;
    fake.confirmed().await;
    fake.bot().get_updates().timeout(0).await.unwrap();
    let said = daemon.says("somebody else polls", 1).await;
    let told = lines(&said, "somebody else polls").pop().unwrap();
    assert!(told.contains("again_in=5s") && told.contains("stop the other program"), "{told}");
    players.play(fake, 0..1);
    fake.confirmed().await;
    let said = daemon.stop().await;
    assert_eq!(lines(&said, "WARN").len(), 1, "{said:#?}");
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_processes_the_other_takes_over_when_one_is_killed() {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    let first = world.start(&[]);
    world.polled_after(0).await;
    let second = world.start(&[]);
    second.says("serving on Telegram", 1).await;
    players.begin(fake).await;
    players.play(fake, 0..1);
    fake.confirmed().await;
    first.signal(Signal::KILL);
    let start = Instant::now();
    players.play(fake, 1..3);
    fake.confirmed().await;
    println!("from the kill of one to what the other did: {:?}", start.elapsed());
    assert_eq!(first.end().await.signal, Some(9));
    assert_eq!(world.count("steps").await, 3);
    let said = second.stop().await;
    assert_eq!(lines(&said, "WARN"), [""; 0]);
    world.finish();
}

/// A process that dies at a point in the middle of a command, and the next one.
async fn dies_at(point: &str) {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    let daemon = world.start(&[]);
    let asked = players.begin(fake).await;
    fake.confirmed().await;
    daemon.stop().await;
    let update = fake.last_update() + 1;
    players.play(fake, 0..2);
    let ended = world.start(&[("KOSTI_KILL_AT", point)]).end().await;
    assert_eq!(ended.signal, Some(6), "{point}: {ended:#?}");
    // Whatever was done: nothing was confirmed.
    assert_eq!(fake.until("updates", |state| Some(state.updates.waiting.len())).await, 2);
    assert!(fake.last_update() > update && asked.id.0 > 0);
    let daemon = world.start(&[]);
    fake.confirmed().await;
    assert_eq!(world.count("steps").await, 2, "{point}");
    assert_eq!(world.count(&format!("events where event_id = 'u{update}'")).await, 1);
    // It is told.
    while !fake.next(players.group).await.plain().contains("d4:d2") {}
    daemon.stop().await;
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_process_leaves_that_dies_is_done_by_the_next_one() {
    tokio::join!(
        dies_at("received"),
        dies_at("remembered"),
        dies_at("handled"),
        dies_at("committed"),
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_a_webhook() {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    let address = free_address().await.to_string();
    let url = format!("http://{address}/telegram");
    let webhook = [
        ("KOSTI_TELEGRAM_WEBHOOK_URL", url.as_str()),
        ("KOSTI_TELEGRAM_WEBHOOK_LISTEN", &address),
        ("KOSTI_LOG", "trace"),
    ];
    let daemon = world.start(&webhook);
    players.begin(fake).await;
    fake.confirmed().await;
    // Two cannot listen at one address.
    let ended = world.start(&webhook[..2]).end().await;
    assert_eq!(ended.code, Some(1), "{ended:#?}");
    let told = ended.said.last().unwrap();
    assert!(told.starts_with(&format!("kosti: cannot listen at {address}")), "{told}");
    let secret = fake.until("a secret", |state| state.webhook.secret.clone()).await;
    let said = daemon.stop().await;
    assert_eq!(lines(&said, &secret), [""; 0]);
    assert!(fake.until("a webhook", |state| Some(state.webhook.is_set())).await);
    world.finish();
}
