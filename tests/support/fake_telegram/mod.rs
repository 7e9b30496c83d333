//! A Telegram Bot API server for tests: it models what the other side knows and does.
//!
//! ```text
//! let fake = FakeTelegram::start();           // on a thread of its own
//! fake.url(), TOKEN, USERNAME, fake.bot()     // for the program, or as a teloxide::Bot
//!
//! // people and chats
//! let anna = fake.user("Anna");               // or user_with("Anna", |user| …)
//! let group = fake.group("Friends", &[anna]); // supergroup, forum, channel, private
//! let topic = fake.topic(forum, anna, "Games");
//!
//! // what they do
//! fake.says(group, anna, "/play");            // gives the id of the message
//! fake.say(Line::new(group, anna, "d2-d3").reply_to(board));
//!                                             // in_topic, mentioning, anonymously, as_channel
//! fake.rewrites, fake.deletes, fake.presses(anna, group, board, "Accept"),
//! fake.becomes(group, anna, Member::Left), fake.makes(group, anna, BOT, Member::Kicked),
//! fake.permits, fake.blocks, fake.renames, fake.upgrades
//!
//! // what they see
//! let board = fake.next(group).await;         // the oldest message that was not read
//! fake.messages(group), fake.message(group, id), fake.toast(&query).await,
//! fake.calls("sendPhoto"), fake.until("…", |state| …).await
//!
//! // the end
//! fake.confirmed().await;                     // all updates are confirmed
//! fake.finish();                              // fails by what is wrong or left over
//! ```
// What it can do is used step by step.
#![allow(dead_code, unused_imports)]

mod calls;
mod chats;
mod clock;
mod entity;
mod files;
mod found;
mod http;
mod keyboard;
mod line;
mod looks;
mod members;
mod messages;
mod methods;
mod params;
mod people;
mod privacy;
mod queries;
mod record;
mod refusal;
mod state;
mod text;
mod topics;
mod updates;
mod users;
mod utf16;
mod verify;

pub use chats::{Member, Rights};
pub use line::Line;
pub use messages::Message;
pub use queries::Toast;
pub use state::{BOT, TOKEN, USERNAME};
pub use users::{ANONYMOUS_ADMIN, CHANNEL_BOT};
pub use verify::Leftover;

use state::Shared;
use std::{
    net::{SocketAddr, TcpListener},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};
use teloxide::{Bot, net::default_reqwest_settings};
use tokio::sync::oneshot;

/// The other side.
pub struct FakeTelegram {
    shared: Arc<Shared>,
    address: SocketAddr,
    stop: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    excused: Mutex<Vec<Leftover>>,
    finished: AtomicBool,
}

impl FakeTelegram {
    /// Starts a server. It has a thread of its own, so that it answers also while the test
    /// waits for a process.
    pub fn start() -> Self {
        let shared = Arc::new(Shared::new());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let router = http::router(shared.clone());
        let serve = async move {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            tokio::select! {
                served = axum::serve(listener, router) => served.unwrap(),
                _ = stopped => {}
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let thread = thread::spawn(move || runtime.block_on(serve));
        FakeTelegram {
            shared,
            address,
            stop: Some((stop, thread)),
            excused: Mutex::default(),
            finished: AtomicBool::new(false),
        }
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A bot that talks to it.
    pub fn bot(&self) -> Bot {
        let client = default_reqwest_settings().no_proxy().build().unwrap();
        Bot::with_client(TOKEN, client).set_api_url(self.url().parse().unwrap())
    }
}

impl Drop for FakeTelegram {
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
