//! A database that is away for a while: nothing is passed, nothing is lost.

use crate::support::{fake_telegram::Leftover, outage::Outage, players::Players, running::Shared};
use pretty_assertions::assert_eq;

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_while_the_database_is_away_is_done_when_it_is_back() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let others: Vec<_> = (0..12).map(|_| Players::new(fake)).collect();
    let running = shared.poll().await;
    players.begin(fake).await;
    fake.confirmed().await;

    // It goes while a command is being handled, and others wait.
    let mut gate = shared.pool.begin().await.unwrap();
    sqlx::query("select from matches for update").execute(&mut *gate).await.unwrap();
    players.play(fake, 0..1);
    shared.somebody_waits(1).await;
    let outage = Outage::of(&shared.pool).await;
    drop(gate);
    players.play(fake, 1..3);
    for other in &others {
        fake.says(other.group, other.people[0], "/play senegal");
    }
    outage.end().await;
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 3);
    assert_eq!(shared.count("challenges where state = 'open'").await, 12);
    assert_eq!(shared.count("failed_events").await, 0);
    for other in &others {
        fake.next(other.group).await;
    }
    running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_while_the_database_is_away_loses_nothing() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let running = shared.poll().await;
    players.begin(fake).await;
    fake.confirmed().await;
    let outage = Outage::of(&shared.pool).await;
    players.play(fake, 0..2);
    running.stop().await;
    outage.end().await;
    let left = fake.until("updates", |state| Some(state.updates.waiting.len())).await;
    assert_eq!((shared.count("steps").await, left), (0, 2));
    let running = shared.poll().await;
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 2);
    running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}
