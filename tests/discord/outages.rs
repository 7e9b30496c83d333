//! A database that is away for a while: who asks is acknowledged, then answered, or told that
//! it cannot be done.

use super::seen::seen;
use crate::support::{
    database,
    fake_discord::{Answer, FakeDiscord, TOKEN},
    outage::Outage,
};
use kosti::{
    app::service::App,
    chat::discord::{Settings, connect},
    games::Games,
};
use pretty_assertions::assert_eq;
use serenity::model::id::{ChannelId, UserId};
use sqlx::PgPool;
use tokio::{sync::watch, task::JoinHandle};

/// Kosti served as a process serves, and two people.
struct Running {
    fake: FakeDiscord,
    pool: PgPool,
    channel: ChannelId,
    people: [UserId; 2],
    stop: watch::Sender<bool>,
    served: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    async fn new() -> Self {
        let (pool, fake) = (database::pool().await, FakeDiscord::start());
        let people = ["Anna", "Boris"].map(|name| fake.user(name));
        let channel = fake.general(fake.guild("Friends", &people));
        let app = App::new(pool.clone().into(), Games::registered()).unwrap();
        let settings = Settings {
            token: TOKEN.parse().unwrap(),
            api_url: Some(fake.url().parse().unwrap()),
            shards: None,
        };
        let (stop, mut stopping) = watch::channel(false);
        let bot = connect(&app, &settings, &mut stopping).await.unwrap().unwrap();
        let served = tokio::spawn(bot.run(stopping));
        fake.registered().await;
        fake.next(channel).await;
        Running { fake, pool, channel, people, stop, served }
    }

    /// Begins a match, in which the first one moves.
    async fn begin(&self) {
        let (fake, [anna, boris]) = (&self.fake, self.people);
        fake.slash(anna, self.channel, &format!("/play game:senegal opponent:@{boris}"));
        let challenge = fake.next(self.channel).await;
        fake.presses(boris, challenge.id, "Accept");
        let board = fake.next(self.channel).await;
        fake.presses(anna, board.id, "d2-d3");
        fake.next(self.channel).await;
        fake.delivered().await;
    }

    async fn end(self) {
        self.stop.send_replace(true);
        self.served.await.unwrap().unwrap();
        self.fake.finish();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_while_the_database_is_away_is_answered_when_it_is_back() {
    let running = Running::new().await;
    let (fake, [anna, boris], channel) = (&running.fake, running.people, running.channel);
    running.begin().await;
    // It goes while a command is being handled.
    let mut gate = running.pool.begin().await.unwrap();
    sqlx::query("select from matches for update").execute(&mut *gate).await.unwrap();
    let played = fake.slash(boris, channel, "/move action:d4:d2");
    database::somebody_waits(&running.pool, 1).await;
    let outage = Outage::of(&running.pool).await;
    drop(gate);
    let wrong = fake.slash(anna, channel, "/move action:nonsense");
    for asked in [played, wrong] {
        assert_eq!(fake.acknowledged(asked).await, Answer::Deferred { ephemeral: true });
    }
    outage.end().await;
    let board = fake.next(channel).await;
    assert!(board.plain().starts_with("Boris: d4:d2"), "{}", board.plain());
    assert!(fake.answered(played).await.is_none());
    let told = fake.answered(wrong).await.unwrap();
    assert!(seen(&told.plain()).starts_with("I do not read this as a move."), "{}", told.plain());
    assert_eq!(database::count(&running.pool, "steps").await, 2);
    assert_eq!(database::count(&running.pool, "failed_events").await, 0);
    running.end().await;
}

/// Whoever cannot be answered before the bot ends is told to ask again.
#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_be_answered_is_told_so() {
    let running = Running::new().await;
    let (fake, [anna, boris], channel) = (&running.fake, running.people, running.channel);
    running.begin().await;
    let board = fake.messages(channel).pop().unwrap();
    let outage = Outage::of(&running.pool).await;
    let typed = fake.slash(anna, channel, "/board");
    let pressed = fake.presses(boris, board.id, "d4:d2");
    for asked in [typed, pressed] {
        fake.acknowledged(asked).await;
    }
    running.stop.send_replace(true);
    let told = fake.answered(typed).await.unwrap();
    assert_eq!(told.plain(), "Try again in a moment.");
    assert_eq!(fake.next_ephemeral(pressed).await.plain(), "Try again in a moment.");
    outage.end().await;
    assert_eq!(database::count(&running.pool, "steps").await, 1);
    running.end().await;
}
