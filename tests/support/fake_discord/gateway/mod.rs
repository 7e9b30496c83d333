//! The gateway: sessions, and the sockets that they are told by.

mod controls;
mod events;
mod hear;
mod opcode;
mod socket;

pub use socket::serve;

use super::state::State;
use serde_json::{Value, json};
use serenity::model::id::GuildId;
use std::collections::{BTreeMap, VecDeque};

/// So often a bot may identify itself in a day.
const IDENTIFIES: u64 = 1000;

/// The gateway.
pub struct Gateway {
    pub url: String,
    /// How many shards are recommended.
    pub shards: u32,
    sessions: BTreeMap<String, Session>,
    sockets: BTreeMap<u64, Socket>,
    /// The number of the newest socket.
    last: u64,
    /// The shards that were identified, in their order.
    identified: Vec<(u32, u32)>,
    resumed: usize,
    /// Dispatches that went out.
    written: u64,
    /// Milliseconds between heartbeats.
    heartbeat: u64,
    granted: u64,
    left: u64,
    refuse_resumes: usize,
    swallow_acks: usize,
    acknowledged: u64,
    /// Nothing is said.
    silent: bool,
}

impl Default for Gateway {
    fn default() -> Self {
        Gateway {
            url: String::new(),
            shards: 1,
            sessions: BTreeMap::new(),
            sockets: BTreeMap::new(),
            last: 0,
            identified: Vec::new(),
            resumed: 0,
            written: 0,
            heartbeat: 41_250,
            granted: 0,
            left: IDENTIFIES,
            refuse_resumes: 0,
            swallow_acks: 0,
            acknowledged: 0,
            silent: false,
        }
    }
}

/// A session, which outlives its sockets.
struct Session {
    /// Which shard of how many.
    shard: (u32, u32),
    intents: u64,
    /// All that it is told; the sequence numbers begin at 1.
    log: Vec<Value>,
}

impl Session {
    fn has(&self, guild: Option<GuildId>) -> bool {
        // What happens in no guild goes to the first shard.
        let place = guild.map_or(0, |guild| (guild.get() >> 22) % u64::from(self.shard.1));
        place == u64::from(self.shard.0)
    }

    fn push(&mut self, event: &str, data: Value) {
        let number = self.log.len() + 1;
        self.log.push(json!({ "op": opcode::DISPATCH, "t": event, "s": number, "d": data }));
    }
}

/// A connection.
#[derive(Default)]
struct Socket {
    session: Option<String>,
    /// How much of the log of its session it has been told.
    told: usize,
    orders: VecDeque<Order>,
}

/// What a connection is to do.
enum Order {
    Say(Value),
    Close(u16),
    /// To end without a word.
    Cut,
}

impl Gateway {
    /// How often the bot may identify itself, and how often it still may.
    pub fn identifies_left(&self) -> (u64, u64) {
        (IDENTIFIES, self.left)
    }

    /// Heartbeats that were acknowledged.
    pub fn heartbeats(&self) -> u64 {
        self.acknowledged
    }

    fn open(&mut self) -> u64 {
        self.last += 1;
        let mut socket = Socket::default();
        let hello = json!({ "heartbeat_interval": self.heartbeat, "_trace": ["fake"] });
        socket.orders.push_back(Order::Say(
            json!({ "op": opcode::HELLO, "d": hello, "s": null, "t": null }),
        ));
        self.sockets.insert(self.last, socket);
        self.last
    }

    /// What goes out next by a socket.
    fn outgoing(&mut self, number: u64) -> Option<Order> {
        let socket = self.sockets.get_mut(&number)?;
        if self.silent && matches!(socket.orders.front(), None | Some(Order::Say(_))) {
            return None;
        }
        if let Some(order) = socket.orders.pop_front() {
            return Some(order);
        }
        let session = self.sessions.get(socket.session.as_ref()?)?;
        let next = session.log.get(socket.told)?;
        socket.told += 1;
        self.written += 1;
        Some(Order::Say(next.clone()))
    }

    fn order(&mut self, number: u64, order: Order) {
        if let Some(socket) = self.sockets.get_mut(&number) {
            socket.orders.push_back(order);
        }
    }

    /// A socket is gone. `for_good`: its session also.
    fn close(&mut self, number: u64, for_good: bool) {
        let socket = self.sockets.remove(&number);
        if let (Some(session), true) = (socket.and_then(|socket| socket.session), for_good) {
            self.sessions.remove(&session);
        }
    }

    /// Dispatches that went out or wait to go out by an open socket.
    pub fn dispatched(&self) -> u64 {
        self.written + self.waiting()
    }

    /// Dispatches that wait to go out by an open socket.
    fn waiting(&self) -> u64 {
        let wait = |socket: &Socket| {
            let session = socket.session.as_ref().and_then(|id| self.sessions.get(id));
            session.map_or(0, |session| session.log.len() - socket.told)
        };
        self.sockets.values().map(|socket| wait(socket) as u64).sum()
    }
}
