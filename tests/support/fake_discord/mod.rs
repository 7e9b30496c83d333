//! A Discord server for tests: it models what the other side knows and does, REST v10 over
//! HTTP and the gateway over a socket.
//!
//! ```text
//! let fake = FakeDiscord::start();            // on a thread of its own
//! fake.url(), fake.gateway_url(), TOKEN, APP_ID, BOT
//!                                             // {url}/api/v10/…; also for HttpBuilder::proxy
//! fake.registered().await, fake.connected(1).await
//!                                             // the bot has brought its commands, has a session
//!
//! // people and places
//! let anna = fake.user("Anna");               // or user_with("Anna", |user| …): locale,
//!                                             // installed (the app, for use anywhere)
//! let guild = fake.guild("Friends", &[anna]); // the bot is in it; guild_without_bot
//! fake.general(guild), fake.channel(guild, "games"), fake.forum(guild, "posts")
//! fake.thread(channel, "…"), fake.forum_post(forum, anna, "…"), fake.dm(anna),
//! fake.group_dm(&[anna, boris])
//!
//! // what they do
//! let asked = fake.slash(anna, channel, "/play game:senegal opponent:@200…");
//! fake.slash_with(anna, channel, "play", &[("game", "senegal".into())]), fake.forges
//! fake.types(anna, channel, "move", &[("text", "d2".into())], "text"), fake.completes(…).await
//! fake.presses(anna, message, "Accept"), fake.presses_data(anna, message, custom_id)
//! fake.says, fake.deletes, fake.joins, fake.leaves, fake.nick, fake.admin, fake.closes_dm,
//! fake.permits(channel, |rights| …), fake.invites_bot, fake.removes_bot, fake.outage,
//! fake.deletes_channel, fake.archives, fake.changes_user, fake.changes_guild
//!
//! // what they see
//! fake.acknowledged(asked).await              // Answer::Deferred { ephemeral: true }
//! fake.answered(asked).await                  // what stands in the end; None: taken away
//! fake.offered(asked).await                   // while somebody types
//! let board = fake.next(channel).await;       // the oldest that was not read
//! fake.messages(channel), fake.message(id), fake.ephemerals(asked), fake.ephemerals_of,
//! fake.next_ephemeral(asked).await
//! board.plain(), content, links(), notified, labels(), button("…"), embeds, file().bytes
//! fake.commands(), fake.threads(channel), fake.calls("createMessage"), fake.all_calls(), fake.reader(&call)
//! fake.until("…", |state| …).await
//!
//! // what goes wrong: calls have the names of `routes`
//! fake.fail("createMessage", Fault::RetryAfter(3.0), 1), fake.fail_any
//! fake.hold("createMessage", When::After), fake.held(h).await, fake.release(h)
//! fake.limit("createMessage", 5, span), fake.limit_all(50), fake.invalid_requests()
//! fake.expires(asked), fake.ages(message, span)
//!
//! // the gateway
//! fake.asks_to_reconnect(), fake.closes(4000), fake.cuts(), fake.invalidates(false),
//! fake.swallows_acks(1), fake.refuses_resumes(1), fake.asks_for_heartbeat(),
//! fake.heartbeat_every(span), fake.heartbeats(), fake.identifies(), fake.resumes(),
//! fake.grants(intents), fake.recommends_shards(2), fake.leaves_identifies(1)
//! fake.repeats(asked), fake.dispatches(event, guild, data), fake.dispatched(),
//! fake.delivered().await, fake.sockets(0).await
//!
//! // how things are
//! fake.set_now(at), fake.passes(span)
//!
//! // the end
//! fake.excuse(Leftover::Refused(10008));      // what may be left over
//! fake.finish();                              // fails by what is wrong or left over
//! ```

mod ask;
mod asks;
mod body;
mod buttons;
mod calls;
mod channels;
mod commands;
mod draft;
mod embeds;
mod faults;
mod fields;
mod files;
mod gateway;
mod given;
mod guild_json;
mod guilds;
mod http;
mod ids;
mod interaction_json;
mod interactions;
mod limits;
mod looks;
mod markdown;
mod mentions;
mod message_json;
mod messages;
mod old_edits;
mod owners;
mod people;
mod places;
mod readers;
mod refusal;
mod rights;
mod routes;
mod settings;
mod slash;
mod stamp;
mod state;
mod users;
mod verify;

pub use buttons::Button;
pub use calls::Call;
pub use commands::Command;
pub use embeds::Embed;
pub use faults::{Fault, When};
pub use files::File;
pub use given::Given;
pub use interactions::{Answer, Choice};
pub use messages::Message;
pub use refusal::Refusal;
pub use rights::Rights;
pub use state::{APP_ID, BOT, TOKEN};
pub use users::User;
pub use verify::Leftover;

use super::fake_telegram::wire::{Switch, Wires};
use state::{Shared, State};
use std::{
    net::{SocketAddr, TcpListener},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};
use tokio::sync::oneshot;

/// The other side.
pub struct FakeDiscord {
    shared: Arc<Shared>,
    address: SocketAddr,
    gateway: SocketAddr,
    stop: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    excused: Mutex<Vec<Leftover>>,
    finished: AtomicBool,
}

impl FakeDiscord {
    /// Starts a server. It has a thread of its own, so that it answers also while the test
    /// waits for a process.
    pub fn start() -> Self {
        let shared = Arc::new(Shared::new(State::new()));
        let (listener, address) = listen();
        let (sockets, gateway) = listen();
        let (stop, stopped) = oneshot::channel();
        let router = http::router(shared.clone()).into_make_service_with_connect_info::<Switch>();
        let for_sockets = shared.clone();
        let serve = async move {
            let wires = Wires(tokio::net::TcpListener::from_std(listener).unwrap());
            let sockets = tokio::net::TcpListener::from_std(sockets).unwrap();
            tokio::select! {
                served = axum::serve(wires, router) => served.unwrap(),
                () = gateway::serve(for_sockets, sockets) => {}
                _ = stopped => {}
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let thread = thread::spawn(move || runtime.block_on(serve));
        let fake = FakeDiscord {
            shared,
            address,
            gateway,
            stop: Some((stop, thread)),
            excused: Mutex::default(),
            finished: AtomicBool::new(false),
        };
        let url = fake.gateway_url();
        fake.shared.change(|state| state.gateway.url = url);
        fake
    }

    /// Where REST is: `{url}/api/v10/…`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Where the gateway is.
    pub fn gateway_url(&self) -> String {
        format!("ws://{}", self.gateway)
    }
}

fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

impl Drop for FakeDiscord {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.stop.take() {
            // The server may have failed; then its thread is over.
            let _ = stop.send(());
            let _ = thread.join();
        }
        if !self.finished.load(Ordering::Relaxed) && !thread::panicking() {
            panic!("the test does not say finish()");
        }
    }
}
