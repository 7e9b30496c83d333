//! A game that is played, and the numbers that it leaves.

use super::{Numbers, World, until_ready};
use crate::support::{
    database, fake_discord, fake_telegram::Fault, running::free_address,
    served_discord::ServedDiscord,
};
use kosti::app::meters::Stored;
use pretty_assertions::assert_eq;
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_refused_and_sent_is_counted() {
    let world = World::new().await;
    let (fake, players, [anna, boris]) = (&world.fake, &world.players, world.players.people);
    let daemon = world.start(&[]);
    players.begin(fake).await;
    players.play(fake, 0..4);
    fake.confirmed().await;
    // It is not his turn, it is no move, and it is nothing at all.
    fake.says(players.group, boris, "/move d2-d3");
    fake.says(players.group, anna, "/move a1-e5");
    fake.says(players.group, boris, "/resign everything and more");
    fake.confirmed().await;
    world.quiet().await;

    let numbers = Numbers::of(world.at).await;
    let commands = |kind, outcome| {
        let labels = [("platform", "telegram"), ("kind", kind), ("outcome", outcome)];
        numbers.sum("kosti_commands_total", &labels)
    };
    assert_eq!(commands("play", "done"), 1.0);
    assert_eq!(commands("press", "done"), 1.0);
    assert_eq!(commands("move", "done"), 4.0);
    assert_eq!(commands("move", "refused") + commands("move", "not_understood"), 2.0);
    assert_eq!(commands("misused", "not_understood"), 1.0);
    assert_eq!(numbers.sum("kosti_commands_total", &[]), 9.0);
    assert_eq!(numbers.sum("kosti_updates_total", &[("kind", "message")]), 8.0);
    assert_eq!(numbers.sum("kosti_updates_total", &[("kind", "press")]), 1.0);
    assert_eq!(numbers.sum("kosti_update_failures_total", &[]), 0.0);

    let count = async |of: &str| database::count(&world.pool, of).await as f64;
    let sent = [("platform", "telegram"), ("outcome", "sent")];
    assert!(count("outbox where state = 'sent'").await >= 5.0);
    for (number, lane) in ["turn", "offer", "answer", "edit"].iter().enumerate() {
        let rows = count(&format!("outbox where state = 'sent' and lane = {number}")).await;
        let of = [&sent[..], &[("lane", lane)]].concat();
        assert_eq!(numbers.sum("kosti_messages_total", &of), rows, "{lane}");
        let lags = [("platform", "telegram"), ("lane", lane)];
        assert_eq!(numbers.sum("kosti_delivery_lag_seconds_count", &lags), rows, "{lane}");
    }
    let boards =
        count("outbox where state = 'sent' and payload::text like '%\"picture\": {%'").await;
    assert!(boards >= 2.0);
    assert_eq!(numbers.sum("kosti_picture_seconds_count", &[("kind", "board")]), boards);

    let live = numbers.sum("kosti_matches_live", &[("game", "senegal")]);
    assert_eq!((live, numbers.sum("kosti_database_up", &[])), (1.0, 1.0));
    assert_eq!(numbers.sum("kosti_outbox_messages", &[]), 0.0);
    assert_eq!(numbers.sum("kosti_database_connections_max", &[]), 16.0);
    let connections = numbers.sum("kosti_database_connections", &[]);
    assert!((1.0..=16.0).contains(&connections), "{connections}");
    assert!(numbers.sum("kosti_database_transactions_total", &[]) > 10.0);
    assert_eq!(numbers.sum("kosti_front_connected", &[("platform", "telegram")]), 1.0);
    assert_eq!(numbers.sum("kosti_rate_limited_total", &[]), 0.0);

    // A match that ends leaves jobs.
    fake.says(players.group, anna, "/resign yes");
    fake.confirmed().await;
    while count("jobs where state = 'done' and kind in ('audit', 'rate')").await < 2.0 {
        tokio::task::yield_now().await;
    }
    world.quiet().await;
    let numbers = Numbers::of(world.at).await;
    for kind in ["audit", "rate"] {
        let labels = [("kind", kind), ("outcome", "done")];
        assert_eq!(numbers.sum("kosti_jobs_total", &labels), 1.0, "{kind}");
    }
    assert_eq!(numbers.sum("kosti_matches_live", &[]), 0.0);
    daemon.stop().await;
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_telegram_puts_off_is_counted() {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    let daemon = world.start(&[]);
    until_ready(world.at).await;
    fake.fail("sendMessage", Fault::RetryAfter(0), 2);
    players.begin(fake).await;
    fake.confirmed().await;
    world.quiet().await;
    let numbers = Numbers::of(world.at).await;
    assert_eq!(numbers.sum("kosti_rate_limited_total", &[("platform", "telegram")]), 2.0);
    let put_off = [("platform", "telegram"), ("outcome", "put_off")];
    assert_eq!(numbers.sum("kosti_messages_total", &put_off), 2.0);
    daemon.stop().await;
    world.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_puts_off_is_counted() {
    let mut served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    // A process that has called nothing yet.
    served.app.meters = Arc::default();
    served.restart().await;
    served.fake.fail("createMessage", fake_discord::Fault::RetryAfter(0.01), 2);
    served.fake.fail("answer", fake_discord::Fault::RetryAfterAll(0.01), 1);
    let challenge = served.fake.slash(anna, served.channel("main"), "/play game:senegal");
    served.settle().await;
    assert!(served.fake.ephemerals(challenge).is_empty());
    served.press(boris, &served.last(), "Accept").await;
    let numbers = Numbers::read(&served.app.meters.told(&Stored::default(), &[]).unwrap());
    assert_eq!(numbers.sum("kosti_rate_limited_total", &[("platform", "discord")]), 3.0);
    assert_eq!(numbers.sum("kosti_rate_limited_total", &[]), 3.0);
    served.fake.finish();
}

/// One process of two has a lease.
#[tokio::test(flavor = "multi_thread")]
async fn both_are_ready_whoever_sends() {
    let world = World::new().await;
    let other = free_address().await;
    let (one, two) = (world.start(&[]), world.start_at(other, &[]));
    for at in [world.at, other] {
        until_ready(at).await;
    }
    world.players.begin(&world.fake).await;
    world.fake.confirmed().await;
    let told = [Numbers::of(world.at).await, Numbers::of(other).await];
    let held = |role| told.iter().map(|one| one.sum("kosti_lease_held", &[("role", role)])).sum();
    let held: [f64; 2] = ["sender", "poller"].map(held);
    assert_eq!(held, [1.0, 1.0]);
    for at in [world.at, other] {
        until_ready(at).await;
    }
    one.stop().await;
    two.stop().await;
    world.finish();
}
