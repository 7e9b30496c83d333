//! Kosti served on the fake Telegram as a process serves: by itself, by the time it is.

use super::{
    database,
    fake_telegram::{FakeTelegram, TOKEN},
};
use kosti::{
    app::service::App,
    chat::telegram::{Intake, Settings, connect},
    games::Games,
};
use sqlx::PgPool;
use std::net::SocketAddr;
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

/// A database and a Telegram that all processes share.
pub struct Shared {
    pub fake: FakeTelegram,
    /// The database past the application.
    pub pool: PgPool,
    games: Games,
}

/// What stands for a process.
pub struct Running {
    stop: watch::Sender<bool>,
    served: JoinHandle<anyhow::Result<()>>,
}

impl Shared {
    pub async fn new() -> Self {
        Shared::with(Games::registered()).await
    }

    pub async fn with(games: Games) -> Self {
        Shared { fake: FakeTelegram::start(), pool: database::pool().await, games }
    }

    /// Begins to serve; returns when Telegram has said who the bot is.
    pub async fn serve(&self, intake: Intake) -> Running {
        let app = App::new(self.pool.clone().into(), self.games).unwrap();
        let settings = Settings {
            token: TOKEN.parse().unwrap(),
            api_url: Some(self.fake.url().parse().unwrap()),
            intake,
        };
        let (stop, mut stopping) = watch::channel(false);
        let bot = connect(&app, &settings, &mut stopping).await.unwrap().unwrap();
        Running { stop, served: tokio::spawn(bot.run(stopping)) }
    }

    /// The same, and it asks for updates.
    pub async fn poll(&self) -> Running {
        self.serve(Intake::Polling).await
    }

    /// How many polls there have been.
    pub async fn polls(&self) -> u64 {
        self.fake.until("polls", |state| Some(state.updates.polls)).await
    }

    /// Waits for a poll beside those that there have been.
    pub async fn polled_after(&self, polls: u64) {
        self.fake.until("a poll", |state| (state.updates.polls > polls).then_some(())).await;
    }

    /// How many rows there are.
    pub async fn count(&self, of: &str) -> i64 {
        database::count(&self.pool, of).await
    }

    /// Waits until so many transactions wait for the lock of another one.
    pub async fn somebody_waits(&self, many: i64) {
        database::somebody_waits(&self.pool, many).await;
    }
}

/// An address of this machine at which nobody listens.
pub async fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
}

impl Running {
    /// Tells it to stop.
    pub fn tell(&self) {
        self.stop.send_replace(true);
    }

    /// Waits until it has stopped by itself.
    pub async fn stopped(self) {
        self.served.await.unwrap().unwrap();
    }

    /// Stops it in good order.
    pub async fn stop(self) {
        self.tell();
        self.stopped().await;
    }
}
