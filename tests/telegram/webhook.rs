//! Updates that Telegram brings.

use crate::support::{
    fake_telegram::{Fault, Leftover},
    outage::Outage,
    players::Players,
    running::{Running, Shared, free_address},
    trap::Trap,
};
use kosti::chat::telegram::Intake;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::{io::AsyncWriteExt as _, net::TcpStream, task::JoinSet};

/// The path of the webhook. Nothing in it stands for something else.
const PATH: &str = "/hooks/:kosti/*";
/// The header in which Telegram shows who it is.
const SECRET: &str = "X-Telegram-Bot-Api-Secret-Token";

/// A process that updates are brought to.
struct Hook {
    running: Running,
    address: SocketAddr,
}

impl Hook {
    /// Serves; returns when the webhook is set.
    async fn set(shared: &Shared) -> Self {
        Hook::at(shared, free_address().await).await
    }

    async fn at(shared: &Shared, address: SocketAddr) -> Self {
        let sets = shared.fake.calls("setWebhook").len();
        let url = format!("http://{address}{PATH}").parse().unwrap();
        let running = shared.serve(Intake::Webhook { url, listen: address }).await;
        shared
            .fake
            .until("a webhook", |state| {
                let calls = state.calls.all.iter();
                let sets_now = calls.filter(|call| call.method == "setWebhook").count();
                (sets_now > sets && state.webhook.is_set()).then_some(())
            })
            .await;
        Hook { running, address }
    }
}

/// What the bot has told Telegram to prove itself by.
async fn secret(shared: &Shared) -> String {
    shared.fake.until("a secret", |state| state.webhook.secret.clone()).await
}

/// Brings something to a process; gives the status that it answers.
async fn bring(
    shared: &Shared,
    address: SocketAddr,
    secret: Option<&str>,
    body: impl Into<String>,
) -> u16 {
    let bot = shared.fake.bot();
    let mut request = bot.client().post(format!("http://{address}{PATH}")).body(body.into());
    if let Some(secret) = secret {
        request = request.header(SECRET, secret);
    }
    request.send().await.unwrap().status().as_u16()
}

/// What Telegram has noted of the last update that was not taken.
async fn last_error(shared: &Shared) -> Option<String> {
    let noted = |webhook: &Value| webhook["last_error_message"].as_str().map(str::to_owned);
    shared.fake.until("a webhook", |state| Some(noted(&state.webhook_json()))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_by_what_is_brought() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let hook = Hook::set(&shared).await;
    players.begin(fake).await;
    let set = &fake.calls("setWebhook")[0];
    let allowed = json!(["message", "callback_query", "my_chat_member", "chat_member"]);
    assert_eq!(set.params["allowed_updates"], allowed);
    assert_eq!(set.params["secret_token"].as_str().unwrap().len(), 64);
    assert!(!set.params.contains_key("drop_pending_updates"));
    players.play(fake, 0..20);
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 20);
    assert_eq!(last_error(&shared).await, None);
    hook.running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_is_taken_when_it_is_stored() {
    for (trap, tries) in [(Trap::Cuts, 5), (Trap::CutsAtTheEnd, 5), (Trap::Refuses, 2)] {
        let shared = Shared::new().await;
        let fake = &shared.fake;
        let players = Players::new(fake);
        let hook = Hook::set(&shared).await;
        players.begin(fake).await;
        fake.confirmed().await;
        trap.set(&shared.pool, fake.last_update() + 1, tries).await;
        players.play(fake, 0..2);
        fake.confirmed().await;
        assert_eq!(Trap::tries(&shared.pool).await, tries + 1);
        assert_eq!(shared.count("steps").await, 2);
        assert!(last_error(&shared).await.unwrap().contains("500"), "{trap:?}");
        let failed = shared.count("failed_events").await;
        assert_eq!(failed, i64::from(trap == Trap::Refuses), "{trap:?}");
        hook.running.stop().await;
        fake.excuse(Leftover::Unread);
        shared.fake.finish();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_brought_while_the_database_is_away_is_brought_again() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let hook = Hook::set(&shared).await;
    players.begin(fake).await;
    fake.confirmed().await;
    let outage = Outage::of(&shared.pool).await;
    players.play(fake, 0..2);
    // Oftener than what cannot be handled is tried.
    fake.until("tries", |state| {
        let first = state.updates.waiting.front();
        first.is_some_and(|update| update.tries > 4).then_some(())
    })
    .await;
    assert!(last_error(&shared).await.unwrap().contains("500"));
    outage.end().await;
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 2);
    assert_eq!(shared.count("failed_events").await, 0);
    hook.running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_handled_is_taken_the_third_time() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let hook = Hook::set(&shared).await;
    let secret = secret(&shared).await;
    let poison = json!({ "update_id": 7, "message": { "message_id": "seven" } }).to_string();
    for status in [500, 500, 200] {
        assert_eq!(bring(&shared, hook.address, Some(&secret), &poison).await, status);
    }
    assert_eq!(shared.count("failed_events where tries = 3 and event_id = 'u7'").await, 1);
    fake.poison(json!({ "telepathy": { "thought": 17 } }));
    players.begin(fake).await;
    fake.confirmed().await;
    assert_eq!(shared.count("failed_events where tries = 3").await, 2);
    hook.running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_turned_away() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let hook = Hook::set(&shared).await;
    players.begin(fake).await;
    fake.confirmed().await;
    let own = secret(&shared).await;
    fake.says(players.group, players.people[0], "/play senegal to 3");
    fake.confirmed().await;
    let mut update = fake.update(fake.last_update());
    update["update_id"] = json!(17);
    let update = update.to_string();
    let before = shared.count("events").await;
    let wrong = own.replace(|c: char| c.is_ascii_digit(), "a");
    let long = format!("{own}00");
    for secret in
        [None, Some(""), Some("00"), Some(&own[1..]), Some(&own[2..]), Some(&wrong), Some(&long)]
    {
        assert_eq!(bring(&shared, hook.address, secret, &update).await, 401, "{secret:?}");
    }
    let large = format!("{{\"update_id\": 18, \"text\": \"{}\"}}", "a".repeat(2 << 20));
    assert_eq!(bring(&shared, hook.address, Some(&own), large.as_str()).await, 413);
    assert_eq!(bring(&shared, hook.address, None, large.as_str()).await, 413);
    for nonsense in ["", "{", "[]", "17", "null", "{}", "{\"update_id\": \"seven\"}", "\u{0}"] {
        assert_eq!(bring(&shared, hook.address, Some(&own), nonsense).await, 400, "{nonsense}");
    }
    let bot = fake.bot();
    for (path, status) in [(PATH, 405), ("/", 404), ("/hooks/a/b", 404)] {
        let url = format!("http://{}{path}", hook.address);
        assert_eq!(bot.client().get(url).send().await.unwrap().status().as_u16(), status);
    }
    assert_eq!(shared.count("events").await, before);
    assert_eq!(shared.count("failed_events").await, 0);
    // It would have had an effect.
    assert_eq!(bring(&shared, hook.address, Some(&own), &update).await, 200);
    assert_eq!(shared.count("events").await, before + 1);
    hook.running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn several_processes_take_what_is_brought_at_once() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let [anna, boris] = players.people;
    let hooks = [Hook::set(&shared).await, Hook::set(&shared).await];
    let secret = secret(&shared).await;
    fake.says(players.group, anna, "/play senegal");
    let asked = fake.next(players.group).await;
    fake.confirmed().await;

    // A crowd presses; Telegram brings each press, and brings it again to the other process.
    let mut queries = vec![fake.presses(boris, players.group, asked.id, "Accept")];
    for at in 1..100 {
        let guest = fake.user(&format!("Guest {at}"));
        let user = [anna, boris, guest][at % 3];
        queries.push(fake.presses(user, players.group, asked.id, "Accept"));
    }
    let last = fake.last_update();
    let updates: Vec<String> =
        (last - 99..=last).map(|update| fake.update(update).to_string()).collect();
    let client = fake.bot().client().clone();
    let mut brought = JoinSet::new();
    for update in updates {
        for hook in &hooks {
            let url = format!("http://{}{PATH}", hook.address);
            let request = client.post(url).header(SECRET, &secret).body(update.clone());
            brought.spawn(async move { request.send().await.unwrap().status().as_u16() });
        }
    }
    assert!(brought.join_all().await.iter().all(|status| *status == 200));
    fake.confirmed().await;
    for query in &queries {
        fake.toast(query).await;
    }
    assert_eq!(shared.count("matches").await, 1);
    for hook in hooks {
        hook.running.stop().await;
    }
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_webhook_stays_when_the_process_stops() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    let players = Players::new(fake);
    let hook = Hook::set(&shared).await;
    players.begin(fake).await;
    fake.confirmed().await;
    // What is under way is finished.
    let mut gate = shared.pool.begin().await.unwrap();
    sqlx::query("select from matches for update").execute(&mut *gate).await.unwrap();
    players.play(fake, 0..1);
    shared.somebody_waits(1).await;
    hook.running.tell();
    gate.rollback().await.unwrap();
    hook.running.stopped().await;
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 1);
    assert!(fake.calls("deleteWebhook").is_empty());

    // What comes while nobody serves is brought to the next process.
    players.play(fake, 1..3);
    let hook = Hook::at(&shared, hook.address).await;
    fake.confirmed().await;
    assert_eq!(shared.count("steps").await, 3);
    hook.running.stop().await;
    fake.excuse(Leftover::Unread);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_finish_a_request_keeps_no_process_from_stopping() {
    let shared = Shared::new().await;
    let hook = Hook::set(&shared).await;
    let mut guest = TcpStream::connect(hook.address).await.unwrap();
    let begun = format!("POST {PATH} HTTP/1.1\r\nHost: kosti\r\nContent-Length: 17\r\n\r\n{{");
    guest.write_all(begun.as_bytes()).await.unwrap();
    hook.running.stop().await;
    drop(guest);
    shared.fake.finish();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_that_is_refused_is_set_later() {
    let shared = Shared::new().await;
    let fake = &shared.fake;
    fake.fail("setWebhook", Fault::RetryAfter(1), 1);
    let hook = Hook::set(&shared).await;
    hook.running.stop().await;
    assert_eq!(fake.calls("setWebhook").len(), 2);
    shared.fake.finish();
}
