//! Several that poll: processes with one database, other programs, a webhook.

use crate::support::{
    fake_telegram::{FakeTelegram, Leftover},
    players::Players,
    running::Shared,
};
use pretty_assertions::assert_eq;
use teloxide::{payloads::*, prelude::Requester};

/// The refusals of polls.
fn refusals(fake: &FakeTelegram) -> Vec<String> {
    let polls = fake.calls("getUpdates");
    let refused = polls.into_iter().filter_map(|poll| poll.outcome?.err());
    refused.map(|refusal| refusal.description).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_processes_one_polls_and_the_other_takes_over() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let first = shared.poll().await;
    shared.polled_after(0).await;
    let second = shared.poll().await;
    players.begin(fake).await;
    players.play(fake, 0..3);
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 3);
    assert_eq!(shared.count("leases where name like 'poller:%' and token = 1").await, 1);

    assert_eq!(refusals(fake), [""; 0], "nobody has ended the poll of another");

    // Who stops in good order lets the other one poll at once.
    let polls = shared.polls().await;
    first.stop().await;
    shared.polled_after(polls + 1).await;
    players.play(fake, 3..5);
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 5);
    let third = shared.poll().await;
    second.stop().await;
    players.play(fake, 5..6);
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 6);
    third.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn another_program_that_polls_ends_nothing() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let running = shared.poll().await;
    players.begin(fake).await;
    fake.confirmed().await;
    // It asks once, and takes what it gets without confirming it.
    fake.bot().get_updates().timeout(0).await.unwrap();
    let polls = shared.polls().await;
    players.play(fake, 0..2);
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 2);
    assert_eq!(shared.polls().await - polls, 2, "it waits before it asks again");
    let refusals = refusals(fake);
    assert_eq!(refusals.len(), 1);
    assert!(refusals[0].contains("terminated by other getUpdates"), "{refusals:?}");
    running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_that_is_set_by_others_is_taken_away() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let elsewhere = || fake.bot().set_webhook("https://kosti.example/".parse().unwrap());
    // Before we poll, and in the middle of a poll. What waits stays.
    fake.says(players.group, players.people[0], "/help");
    fake.proxy_webhook("http://127.0.0.1:1");
    elsewhere().await.unwrap();
    let running = shared.poll().await;
    fake.confirmed().await;
    fake.next(players.group).await;
    elsewhere().await.unwrap();
    players.begin(fake).await;
    fake.confirmed().await;
    running.stop().await;
    let deleted = fake.calls("deleteWebhook");
    assert_eq!(deleted.len(), 2);
    assert!(deleted.iter().all(|call| !call.params.contains_key("drop_pending_updates")));
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}
