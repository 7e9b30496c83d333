//! The connection by which Discord tells what happens.

use super::{Shards, errors, event::PLATFORM};
use crate::{
    app::health::Health,
    chat::serving::{PAUSES, rest, told},
};
use secrecy::{ExposeSecret as _, SecretString};
use serenity::{
    Client,
    all::{
        ConnectionStage, Context, Event, GatewayIntents, HttpBuilder, RawEventHandler, ShardManager,
    },
    async_trait,
    client::ClientBuilder,
};
use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::{mpsc, watch};
use url::Url;

/// What is wanted to be told; nothing of it is privileged.
const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// How often the connections are looked after.
const LOOK: Duration = Duration::from_secs(1);

/// A connection that has held so long was a good one.
const HELD: Duration = Duration::from_secs(300);

/// Passes on what is heard.
struct Ear(mpsc::UnboundedSender<Box<Event>>);

#[async_trait]
impl RawEventHandler for Ear {
    async fn raw_event(&self, _: Context, event: Event) {
        // Where nobody takes it, it is being stopped.
        let _ = self.0.send(Box::new(event));
    }
}

/// What is needed to listen.
pub(super) struct Gateway {
    pub(super) token: SecretString,
    pub(super) api_url: Option<Url>,
    pub(super) shards: Option<Shards>,
    pub(super) to: mpsc::UnboundedSender<Box<Event>>,
    pub(super) health: Arc<Health>,
}

impl Gateway {
    async fn client(&self) -> serenity::Result<Client> {
        // The limits of calls are kept elsewhere; these are only those for the address.
        let mut http = HttpBuilder::new(self.token.expose_secret()).ratelimiter_disabled(true);
        if let Some(url) = &self.api_url {
            http = http.proxy(url.as_str().trim_end_matches('/'));
        }
        let ear = Ear(self.to.clone());
        ClientBuilder::new_with_http(http.build(), INTENTS).raw_event_handler(ear).await
    }

    /// Notes again and again whether all shards are connected that have ever been.
    async fn look(&self, shards: &ShardManager) -> Infallible {
        let mut ticks = tokio::time::interval(LOOK);
        let mut most = 1;
        loop {
            ticks.tick().await;
            let runners = shards.runners.lock().await;
            most = most.max(runners.len());
            let is = |stage| stage == ConnectionStage::Connected;
            let all = runners.len() == most && runners.values().all(|runner| is(runner.stage));
            self.health.connected(PLATFORM, all);
        }
    }

    /// Listens until `stop` is told.
    pub(super) async fn listen(self, mut stop: watch::Receiver<bool>) {
        let mut pause = PAUSES[0];
        loop {
            let began = Instant::now();
            let ended = match self.client().await {
                Err(error) => Err(error),
                Ok(mut client) => {
                    let shards = client.shard_manager.clone();
                    let running = async {
                        match self.shards {
                            None => client.start_autosharded().await,
                            Some(Shards { first, last, total }) => {
                                client.start_shard_range(first..last, total).await
                            }
                        }
                    };
                    tokio::select! {
                        biased;
                        () = told(stop.clone()) => {
                            shards.shutdown_all().await;
                            return;
                        }
                        ended = running => ended,
                        never = self.look(&shards) => match never {},
                    }
                }
            };
            if began.elapsed() > HELD {
                pause = PAUSES[0];
            }
            self.health.connected(PLATFORM, false);
            let told = errors::of_gateway(&ended);
            tracing::warn!(again_in = ?pause, "no word from Discord: {told}");
            if rest(&mut pause, &mut stop).await {
                return;
            }
        }
    }
}
