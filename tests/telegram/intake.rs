//! How updates come in by polls: what is behind us is stored, and what is stored is behind us.

use crate::support::{
    fake_telegram::{Leftover, When},
    players::Players,
    published,
    running::Shared,
    served::Served,
    trap::Trap,
};
use pretty_assertions::assert_eq;
use serde_json::Value;

/// The offsets that were named in polls, in their order.
fn offsets(served: &Served) -> Vec<Option<i64>> {
    let polls = served.fake.calls("getUpdates");
    polls.iter().map(|poll| poll.params.get("offset").and_then(Value::as_i64)).collect()
}

#[tokio::test]
async fn an_update_is_confirmed_when_it_is_stored() {
    for trap in [Trap::Cuts, Trap::CutsAtTheEnd] {
        let served = Served::new().await;
        served.writes("Anna", "main", "/play senegal");
        let update = served.fake.last_update();
        let before = offsets(&served).len();
        // Oftener than what cannot be handled is tried: it is not the event's fault.
        trap.set(&served.pool, update, 5).await;
        served.settle().await;
        assert_eq!(Trap::tries(&served.pool).await, 6, "{trap:?}");
        let offsets = offsets(&served).split_off(before);
        let wanted = [vec![None], vec![Some(update); 5], vec![Some(update + 1)]].concat();
        assert_eq!(offsets, wanted, "{trap:?}");
        assert_eq!(served.count("challenges").await, 1);
        assert_eq!(served.count("failed_events").await, 0);
        assert_eq!(served.fake.messages(served.group).len(), 1);
        served.fake.finish();
    }
}

#[tokio::test]
async fn an_offset_is_named_until_it_is_confirmed() {
    let served = Served::new().await;
    served.say("Anna", "/play senegal").await;
    let update = served.fake.last_update();
    let before = offsets(&served).len();
    served.settle().await;
    // Updates that are numbered anew after a quiet week have lower numbers.
    assert_eq!(offsets(&served)[before..], [None]);
    assert!(offsets(&served).contains(&Some(update + 1)));
    served.fake.confirmed().await;
    served.fake.messages(served.group);
    served.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_goes_in_order_and_chats_go_side_by_side() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let running = shared.poll().await;
    let (slow, quick) = (Players::new(fake), Players::new(fake));
    slow.begin(fake).await;
    quick.begin(fake).await;
    fake.confirmed().await;
    running.stop().await;

    // All of it waits, so that it comes in one batch; the match of one chat is held.
    slow.play(fake, 0..12);
    quick.play(fake, 0..12);
    let mut gate = shared.pool.begin().await.unwrap();
    let held = "select from matches where number = 1 and scope_id = (select min(scope_id) from \
                matches) for update";
    sqlx::query(held).execute(&mut *gate).await.unwrap();
    let running = shared.poll().await;
    shared.somebody_waits(1).await;
    fake.until("the last board", |state| {
        let (words, bot) = (published::main_line()[11], state.bot);
        let all = state.messages.values();
        let mut boards = all.filter(|m| m.chat == quick.group && m.is_written_by(bot));
        boards.any(|board| board.plain().contains(words)).then_some(())
    })
    .await;
    assert_eq!(shared.count("steps").await, 12);
    gate.rollback().await.unwrap();
    fake.confirmed().await;
    // Had they come in another order, some would have been refused.
    assert_eq!(shared.count("steps").await, 24);
    running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_in_the_middle_of_a_batch_finishes_and_confirms_it() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let running = shared.poll().await;
    players.begin(fake).await;
    fake.confirmed().await;
    let mut gate = shared.pool.begin().await.unwrap();
    sqlx::query("select from matches for update").execute(&mut *gate).await.unwrap();
    players.play(fake, 0..5);
    shared.somebody_waits(1).await;
    running.tell();
    gate.rollback().await.unwrap();
    running.stopped().await;
    // Those that came after the batch wait for the next process.
    let left = fake.until("updates", |state| Some(state.updates.waiting.len())).await;
    let stored = usize::try_from(shared.count("steps").await).unwrap();
    assert!(stored >= 1, "what was begun is finished");
    assert_eq!(stored + left, 5, "what is stored is confirmed, and nothing else");
    assert_eq!(shared.count("leases where until > clock_timestamp()").await, 0);

    let running = shared.poll().await;
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 5);
    running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_in_a_long_poll_loses_nothing() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let running = shared.poll().await;
    players.begin(fake).await;
    fake.confirmed().await;
    // The answer to a poll is on its way when it is told to stop.
    let held = fake.hold("getUpdates", When::After);
    players.play(fake, 0..1);
    fake.held(held).await;
    running.tell();
    running.stopped().await;
    fake.release(held);
    assert_eq!(shared.count("steps").await, 0);
    let left = fake.until("updates", |state| Some(state.updates.waiting.len())).await;
    assert_eq!(left, 1);

    // The poll that confirms stands and waits for more.
    let running = shared.poll().await;
    fake.confirmed().await;
    running.stop().await;
    assert_eq!(shared.count("steps").await, 1);
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}
