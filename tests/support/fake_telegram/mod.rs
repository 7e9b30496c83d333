//! A Telegram Bot API server for tests: it models what the other side knows and does.
//!
//! ```text
//! let fake = FakeTelegram::start();           // on a thread of its own
//! fake.url(), TOKEN, fake.bot()               // for the program, or as a teloxide::Bot
//!
//! // people and chats
//! let anna = fake.user("Anna");               // or user_with("Anna", |user| …)
//! let group = fake.group("Friends", &[anna]); // supergroup, forum, channel, private
//! let topic = fake.topic(forum, anna, "Games");
//!
//! // what they do
//! fake.says(group, anna, "/play");            // gives the id of the message
//! fake.say(Line::new(group, anna, "d2-d3").reply_to(board));
//!                                             // in_topic, mentioning, anonymously, in_name_of
//! fake.rewrites, fake.deletes, fake.presses(anna, group, board, "Accept"),
//! fake.becomes(group, anna, Status::Left), fake.makes(group, anna, BOT, Status::Kicked),
//! fake.permits, fake.blocks, fake.renames, fake.upgrades, fake.closes, fake.deletes_topic,
//! fake.dissolves, fake.happens, fake.removes_bot
//!
//! // what they see
//! let board = fake.next(group).await;         // the oldest message that was not read
//! fake.messages(group), fake.message(group, id), fake.toast(&query).await,
//! fake.calls("sendPhoto"), fake.all_calls(), fake.reader(&call), fake.until("…", |state| …).await
//!
//! // what goes wrong
//! fake.fail("sendPhoto", Fault::RetryAfter(3), 1), fake.fail_any,
//! fake.hold("sendPhoto", When::After), fake.held(h).await, fake.release(h),
//! fake.repeats(update), fake.poison(json), fake.freezes, fake.hides, fake.expires
//! fake.enforce_limits(), fake.demand_limits(), fake.over_limit()
//!
//! // how things are
//! fake.set_now(at), fake.passes(span), fake.privacy_off(), fake.proxy_webhook(origin),
//! fake.menu(group, anna), fake.description(…), fake.record(folder, name) or KOSTI_WIRE=folder
//!
//! // the end
//! fake.confirmed().await;                     // all updates are confirmed
//! fake.finish();                              // fails by what is wrong or left over
//! ```

mod access;
mod calls;
mod chats;
pub(super) mod clock;
mod commands;
mod entity;
mod faults;
mod files;
mod found;
mod http;
mod keyboard;
mod limits;
mod line;
mod looks;
mod members;
mod message_json;
mod messages;
mod methods;
mod params;
mod people;
mod privacy;
mod queries;
mod readers;
mod record;
mod refusal;
mod settings;
mod state;
mod status;
mod text;
mod topics;
mod updates;
mod users;
mod utf16;
mod verify;
mod webhook;
pub(super) mod wire;

pub use calls::Call;
pub use entity::Entity;
pub use faults::{Fault, When};
pub use keyboard::Button;
pub use line::Line;
pub use messages::Message;
pub use queries::Toast;
pub use refusal::Refusal;
pub use state::{BOT, TOKEN, USERNAME};
pub use status::{Rights, Status};
pub use users::{ANONYMOUS_ADMIN, CHANNEL_BOT, User};
pub use verify::Leftover;

use state::{Shared, State};
use std::{
    net::{SocketAddr, TcpListener},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};
use teloxide::{Bot, net::default_reqwest_settings};
use tokio::sync::oneshot;
use wire::{Switch, Wires};

/// The other side.
pub struct FakeTelegram {
    shared: Arc<Shared>,
    address: SocketAddr,
    stop: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    bot: OnceLock<Bot>,
    excused: Mutex<Vec<Leftover>>,
    finished: AtomicBool,
}

impl FakeTelegram {
    /// Starts a server. It has a thread of its own, so that it answers also while the test
    /// waits for a process.
    pub fn start() -> Self {
        let shared = Arc::new(Shared::new(State::new()));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let router = http::router(shared.clone());
        let router = router.into_make_service_with_connect_info::<Switch>();
        let bring = webhook::bring(shared.clone(), move || bot(address));
        let serve = async move {
            let wires = Wires(tokio::net::TcpListener::from_std(listener).unwrap());
            tokio::select! {
                served = axum::serve(wires, router) => served.unwrap(),
                () = bring => {}
                _ = stopped => {}
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let thread = thread::spawn(move || runtime.block_on(serve));
        FakeTelegram {
            shared,
            address,
            stop: Some((stop, thread)),
            bot: OnceLock::new(),
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
        self.bot.get_or_init(|| bot(self.address)).clone()
    }
}

fn bot(address: SocketAddr) -> Bot {
    let client = default_reqwest_settings().no_proxy().build().unwrap();
    Bot::with_client(TOKEN, client).set_api_url(format!("http://{address}").parse().unwrap())
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
