//! Sending: by one process at a time, in order, within limits, nothing lost.

use crate::support::{chat::Chat, published};
use kosti::app::{
    delivery::{Address, Outbound, SendError, Sender, Transport},
    rates::Limits,
    reply::Segment,
    service::{BotKey, Handled, Verdict, handle},
};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};
use time::{Duration, OffsetDateTime};

/// What the other side does with a message.
#[derive(Clone, Copy, Debug)]
enum Does {
    Takes,
    /// Takes it, but the answer never comes.
    TakesSilently,
    /// Nothing comes through.
    Hangs,
    Refuses,
    Waits {
        seconds: i64,
        everywhere: bool,
    },
    Fails,
    Panics,
}

/// A platform that keeps what it was sent. What is planned is done first with what goes to
/// the place `main`, then everything is taken.
#[derive(Default)]
struct Fake {
    taken: Mutex<Vec<Outbound>>,
    stripped: Mutex<Vec<String>>,
    plan: Mutex<VecDeque<Does>>,
}

impl Fake {
    fn plan(&self, does: impl IntoIterator<Item = Does>) {
        self.plan.lock().unwrap().extend(does);
    }

    /// The texts that were taken since the last time.
    fn texts(&self) -> Vec<String> {
        let taken = std::mem::take(&mut *self.taken.lock().unwrap());
        taken.iter().map(text).collect()
    }
}

fn text(message: &Outbound) -> String {
    message.reply.whole().iter().map(Segment::plain).collect()
}

impl Transport for Fake {
    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        let does = if message.to.place == "main" {
            self.plan.lock().unwrap().pop_front().unwrap_or(Does::Takes)
        } else {
            Does::Takes
        };
        let take = || {
            let mut taken = self.taken.lock().unwrap();
            taken.push(message.clone());
            format!("m{}", taken.len())
        };
        match does {
            Does::Takes => Ok(take()),
            Does::TakesSilently => {
                take();
                std::future::pending().await
            }
            Does::Hangs => std::future::pending().await,
            Does::Refuses => Err(SendError::Refused("no".into())),
            Does::Waits { seconds, everywhere } => {
                Err(SendError::Wait { wait: Duration::seconds(seconds), everywhere })
            }
            Does::Fails => Err(SendError::Later(anyhow::anyhow!("no network"))),
            Does::Panics => panic!("wanted"),
        }
    }

    async fn strip(&self, _: &Address, message: &str) -> Result<(), SendError> {
        self.stripped.lock().unwrap().push(message.to_owned());
        Ok(())
    }

    async fn delete(&self, _: &Address, message: &str) -> Result<(), SendError> {
        self.stripped.lock().unwrap().push(format!("all of {message}"));
        Ok(())
    }
}

const LIMITS: Limits =
    Limits { all_a_second: 30, chat_a_minute: 20, kept_for_turns: 12, chat_in_a_burst: 100_000 };

fn sender(chat: &Chat, fake: &Arc<Fake>, holder: &str) -> Sender<Fake> {
    let bot = BotKey { platform: "test".into(), bot_id: "bot".into() };
    Sender::new(chat.app.clone(), bot, fake.clone(), LIMITS, holder.to_owned())
}

/// The beginning of the tests' time; chats speak a second apart from there on.
fn start(chat: &Chat) -> OffsetDateTime {
    chat.incoming.at + Duration::minutes(10)
}

/// Lets a person say a line; nothing is sent.
async fn say(chat: &Chat, name: &str, line: &str) -> Verdict {
    match handle(&chat.app, &chat.line(name, line)).await.unwrap() {
        Handled::Done(answer) => answer.verdict,
        Handled::Repeat => panic!("a new event is no repeat"),
    }
}

/// A match with its first moves played, and nothing sent.
async fn played(moves: usize) -> Chat {
    let chat = Chat::new().await;
    say(&chat, "anna", "/play senegal @boris").await;
    say(&chat, "boris", "/accept").await;
    play(&chat, 0, moves).await;
    chat
}

async fn play(chat: &Chat, from: usize, to: usize) {
    for (at, action) in published::main_line().iter().enumerate().take(to).skip(from) {
        let verdict = say(chat, if at % 2 == 0 { "anna" } else { "boris" }, action).await;
        assert_eq!(verdict, Verdict::Done);
    }
}

/// Rounds until nothing can go any more at that time.
async fn send_all(sender: &mut Sender<Fake>, now: OffsetDateTime) {
    loop {
        let started = sender.step(now).await.unwrap();
        sender.finish(now).await;
        if started.unwrap_or(0) == 0 {
            return;
        }
    }
}

async fn states(pool: &PgPool) -> Vec<String> {
    let rows = sqlx::query("select state from outbox where lane < 3 order by id")
        .fetch_all(pool)
        .await
        .unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn run(pool: &PgPool, sql: &'static str) {
    sqlx::query(AssertSqlSafe(sql)).execute(pool).await.unwrap();
}

async fn expire_leases(pool: &PgPool) {
    run(pool, "update leases set until = clock_timestamp() - interval '1 second'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_tells_all_turns_that_nobody_has_seen() {
    let chat = played(3).await;
    say(&chat, "carol", "/play senegal").await;
    let fake = Arc::new(Fake::default());
    let mut sender = sender(&chat, &fake, "a");
    send_all(&mut sender, start(&chat)).await;
    let taken = fake.taken.lock().unwrap().clone();
    assert_eq!(taken.len(), 3, "the challenges, and one board for four");
    assert!(text(&taken[0]).starts_with("anna challenges @boris"), "in the order of the match");
    assert_eq!(
        text(&taken[1]),
        "Senegalese draughts: here we go!\nanna: d2-d3\nboris: d4:d2\nanna: d1:d3\n\
         #1: @boris (Black) to move."
    );
    let picture = taken[1].reply.picture.as_ref().unwrap();
    assert_eq!(picture.steps, ["d2-d3", "d4:d2", "d1:d3"]);
    assert!(taken[1].png.is_some());
    assert!(text(&taken[2]).starts_with("carol looks for an opponent"), "turns come first");
    assert_eq!(states(&chat.pool).await, ["sent", "folded", "folded", "folded", "sent", "sent"]);
    // What comes later is told alone.
    play(&chat, 3, 4).await;
    fake.texts();
    send_all(&mut sender, start(&chat)).await;
    assert_eq!(fake.texts(), ["boris: e4-d4\n#1: @anna (White) to move."]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_between_is_told_too() {
    let chat = played(2).await;
    say(&chat, "boris", "/takeback").await;
    say(&chat, "anna", "/accept").await;
    let fake = Arc::new(Fake::default());
    let mut sender = sender(&chat, &fake, "a");
    send_all(&mut sender, start(&chat)).await;
    let texts = fake.texts();
    // The offer stands between the boards, so its board comes before it.
    assert_eq!(
        texts,
        [
            "anna challenges @boris: Senegalese draughts.\nanna plays White.\n\
             /accept 1 – let's play, /decline 1 – no, thanks.",
            "Senegalese draughts: here we go!\nanna: d2-d3\nboris: d4:d2\n#1: @anna (White) to move.",
            "boris asks @anna to take the last move back: /accept 1 or /decline 1.",
            "anna agrees: the move is taken back.\n#1: @boris (Black) to move.",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_sends_and_the_next_takes_over() {
    let chat = played(0).await;
    let (fake, other) = (Arc::new(Fake::default()), Arc::new(Fake::default()));
    let (mut a, mut b) = (sender(&chat, &fake, "a"), sender(&chat, &other, "b"));
    let mut now = start(&chat);
    assert_eq!(a.step(now).await.unwrap(), Some(1), "one message a place at a time");
    assert_eq!(b.step(now).await.unwrap(), None);
    a.finish(now).await;
    // A is gone in the middle of its second message, which came through or did not.
    for does in [Does::TakesSilently, Does::Hangs] {
        fake.plan([does]);
        assert_eq!(a.step(now).await.unwrap(), Some(1));
        assert!(states(&chat.pool).await.contains(&"sending".to_owned()));
        drop(a);
        assert_eq!(b.step(now + Duration::seconds(3)).await.unwrap(), None, "not yet");
        expire_leases(&chat.pool).await;
        send_all(&mut b, now + Duration::seconds(6)).await;
        assert_eq!(other.texts().len(), 1, "it is sent again, for nobody knows");
        assert!(states(&chat.pool).await.iter().all(|state| state == "sent"));
        // And back again.
        expire_leases(&chat.pool).await;
        a = sender(&chat, &fake, "a");
        send_all(&mut a, now + Duration::seconds(9)).await;
        say(&chat, "anna", "/games").await;
        now += Duration::seconds(20);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_that_slept_too_long_sends_nothing_more() {
    let chat = played(1).await;
    let (fake, other) = (Arc::new(Fake::default()), Arc::new(Fake::default()));
    let (mut a, mut b) = (sender(&chat, &fake, "a"), sender(&chat, &other, "b"));
    let now = start(&chat);
    send_all(&mut a, now).await;
    assert_eq!(fake.texts().len(), 2);
    play(&chat, 1, 2).await;
    // A believes to hold the lease still, by its own clock.
    expire_leases(&chat.pool).await;
    send_all(&mut b, now).await;
    play(&chat, 2, 3).await;
    assert_eq!(a.step(now).await.unwrap(), Some(0));
    assert_eq!(a.step(now).await.unwrap(), None);
    send_all(&mut b, now).await;
    assert_eq!((fake.texts().len(), other.texts().len()), (0, 2));
    assert!(states(&chat.pool).await.iter().all(|state| state == "sent" || state == "folded"));
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_free_the_way_and_failures_wait_longer_each_time() {
    let chat = played(0).await;
    let fake = Arc::new(Fake::default());
    let mut sender = sender(&chat, &fake, "a");
    let mut now = start(&chat);
    fake.plan([Does::Refuses]);
    send_all(&mut sender, now).await;
    assert_eq!(states(&chat.pool).await, ["dead", "sent"], "the board does not wait for ever");
    fake.texts();
    play(&chat, 0, 1).await;
    for (wait, does) in [(1, Does::Fails), (2, Does::Panics), (4, Does::Panics), (8, Does::Fails)] {
        fake.plan([does]);
        send_all(&mut sender, now).await;
        assert!(fake.texts().is_empty());
        // Not a moment too early.
        send_all(&mut sender, now + Duration::milliseconds(wait * 1000 - 1)).await;
        assert!(fake.texts().is_empty());
        now += Duration::seconds(wait);
    }
    send_all(&mut sender, now).await;
    assert_eq!(fake.texts(), ["anna: d2-d3\n#1: @boris (Black) to move."]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_platform_is_left_alone_where_it_wants_to_be() {
    let chat = played(0).await;
    let mut elsewhere = chat.line("carol", "/play senegal");
    elsewhere.place = "other".into();
    handle(&chat.app, &elsewhere).await.unwrap();
    let fake = Arc::new(Fake::default());
    let mut sender = sender(&chat, &fake, "a");
    let now = start(&chat);
    fake.plan([Does::Waits { seconds: 30, everywhere: false }]);
    send_all(&mut sender, now).await;
    let texts = fake.texts();
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(texts[0].starts_with("carol looks for an opponent"));
    send_all(&mut sender, now + Duration::seconds(29)).await;
    assert!(fake.texts().is_empty());
    fake.plan([Does::Waits { seconds: 30, everywhere: true }]);
    send_all(&mut sender, now + Duration::seconds(30)).await;
    let mut again = chat.line("carol", "/games");
    again.place = "other".into();
    handle(&chat.app, &again).await.unwrap();
    send_all(&mut sender, now + Duration::seconds(59)).await;
    assert!(fake.texts().is_empty());
    send_all(&mut sender, now + Duration::seconds(60)).await;
    assert_eq!(fake.texts().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold_over_a_change_of_the_sender() {
    let chat = Chat::new().await;
    for _ in 0..12 {
        say(&chat, "anna", "/games").await;
    }
    let fake = Arc::new(Fake::default());
    let mut a = sender(&chat, &fake, "a");
    let now = start(&chat);
    send_all(&mut a, now).await;
    assert_eq!(fake.texts().len(), 8, "twelve of twenty are kept for turns");
    expire_leases(&chat.pool).await;
    let mut b = sender(&chat, &fake, "b");
    send_all(&mut b, now + Duration::seconds(59)).await;
    assert!(fake.texts().is_empty(), "the new one knows what the old one sent");
    send_all(&mut b, now + Duration::seconds(61)).await;
    assert_eq!(fake.texts().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_boards_lose_their_buttons_if_there_is_time() {
    let chat = played(0).await;
    let fake = Arc::new(Fake::default());
    let mut sender = sender(&chat, &fake, "a");
    let now = start(&chat);
    send_all(&mut sender, now).await;
    assert_eq!(*fake.stripped.lock().unwrap(), ["m1"], "the challenge");
    play(&chat, 0, 1).await;
    send_all(&mut sender, now + Duration::seconds(1)).await;
    assert_eq!(*fake.stripped.lock().unwrap(), ["m1", "m2"], "the board before");
    // A strip that had to wait for a minute is dropped.
    play(&chat, 1, 2).await;
    let later = now + Duration::seconds(2);
    sender.step(later).await.unwrap();
    sender.finish(later).await;
    send_all(&mut sender, later + Duration::seconds(61)).await;
    assert_eq!(fake.stripped.lock().unwrap().len(), 2);
    let dead = "select count(*) from outbox where lane = 3 and state = 'dead'";
    let dead: i64 = sqlx::query(dead).fetch_one(&chat.pool).await.unwrap().get(0);
    assert_eq!(dead, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_stops_in_good_order() {
    let chat = played(1).await;
    // A sender that runs goes by the clock.
    run(&chat.pool, "update outbox set made_at = now(), due_at = now()").await;
    let (fake, other) = (Arc::new(Fake::default()), Arc::new(Fake::default()));
    let a = sender(&chat, &fake, "a");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(a.run(async {
        let _ = stopped.await;
    }));
    let sent = "select count(*) from outbox where state = 'sent' and lane < 3";
    loop {
        let sent: i64 = sqlx::query(sent).fetch_one(&chat.pool).await.unwrap().get(0);
        if sent == 2 {
            break;
        }
        tokio::task::yield_now().await;
    }
    stop.send(()).unwrap();
    running.await.unwrap();
    // The lease is free at once.
    assert!(sender(&chat, &other, "b").step(start(&chat)).await.unwrap().is_some());
}
