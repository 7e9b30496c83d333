//! What a test does with the gateway, and what it sees of it.

use super::{super::FakeDiscord, Order, opcode};
use serde_json::{Value, json};
use serenity::model::id::{GuildId, InteractionId};
use std::time::Duration;

impl FakeDiscord {
    /// Waits until so many sockets have a session and have been told all.
    pub async fn connected(&self, sockets: usize) {
        self.until("sessions", |state| {
            let gateway = &state.gateway;
            let with = gateway.sockets.values().filter(|socket| socket.session.is_some());
            (with.count() == sockets && gateway.waiting() == 0).then_some(())
        })
        .await;
    }

    /// Waits until so many sockets are open, and no more.
    pub async fn sockets(&self, sockets: usize) {
        self.until("sockets", |state| (state.gateway.sockets.len() == sockets).then_some(())).await;
    }

    /// Dispatches that went out by the gateway or are about to. What waits for a session
    /// without a socket does not count until it is taken up again.
    pub fn dispatched(&self) -> u64 {
        self.shared.look(|state| state.gateway.dispatched())
    }

    /// Waits until all that is to be told went out.
    pub async fn delivered(&self) {
        let none = |state: &mut super::State| (state.gateway.waiting() == 0).then_some(());
        self.until("dispatches to go out", none).await;
    }

    /// Says nothing to anybody, not even hello, until it is told to speak again.
    pub fn is_silent(&self, silent: bool) {
        self.shared.change(|state| state.gateway.silent = silent);
    }

    /// Asks everybody to connect anew.
    pub fn asks_to_reconnect(&self) {
        self.orders(|| Order::Say(json!({ "op": opcode::RECONNECT, "d": null })));
    }

    /// Closes all sockets with a code.
    pub fn closes(&self, code: u16) {
        self.orders(|| Order::Close(code));
    }

    /// All sockets end without a word.
    pub fn cuts(&self) {
        self.orders(|| Order::Cut);
    }

    /// Tells everybody that the session is none any more.
    pub fn invalidates(&self, resumable: bool) {
        self.orders(|| Order::Say(json!({ "op": opcode::INVALID_SESSION, "d": resumable })));
        if !resumable {
            self.shared.change(|state| {
                state.gateway.sessions.clear();
                state.gateway.sockets.values_mut().for_each(|socket| socket.session = None);
            });
        }
    }

    /// Wants a heartbeat at once.
    pub fn asks_for_heartbeat(&self) {
        self.orders(|| Order::Say(json!({ "op": opcode::HEARTBEAT, "d": null })));
    }

    fn orders(&self, order: impl Fn() -> Order) {
        self.shared.change(|state| {
            for socket in state.gateway.sockets.values_mut() {
                socket.orders.push_back(order());
            }
        });
    }

    /// Does not acknowledge the next so many heartbeats.
    pub fn swallows_acks(&self, count: usize) {
        self.shared.change(|state| state.gateway.swallow_acks = count);
    }

    /// Lets the next so many sessions not be taken up again.
    pub fn refuses_resumes(&self, count: usize) {
        self.shared.change(|state| state.gateway.refuse_resumes = count);
    }

    /// What connections from now on are asked for.
    pub fn heartbeat_every(&self, span: Duration) {
        let millis = u64::try_from(span.as_millis()).unwrap();
        self.shared.change(|state| state.gateway.heartbeat = millis);
    }

    /// Heartbeats that were acknowledged.
    pub fn heartbeats(&self) -> u64 {
        self.shared.look(|state| state.gateway.heartbeats())
    }

    /// Grants privileged intents.
    pub fn grants(&self, intents: u64) {
        self.shared.change(|state| state.gateway.granted |= intents);
    }

    /// How many shards are recommended.
    pub fn recommends_shards(&self, shards: u32) {
        self.shared.change(|state| state.gateway.shards = shards);
    }

    /// How often the bot may still identify itself.
    pub fn leaves_identifies(&self, left: u64) {
        self.shared.change(|state| state.gateway.left = left);
    }

    /// The shards that have identified themselves, in their order: which of how many.
    pub fn identifies(&self) -> Vec<(u32, u32)> {
        self.shared.look(|state| state.gateway.identified.clone())
    }

    /// How often a session was taken up again.
    pub fn resumes(&self) -> usize {
        self.shared.look(|state| state.gateway.resumed)
    }

    /// Tells of an interaction once more.
    pub fn repeats(&self, asked: InteractionId) {
        self.shared.change(|state| {
            let asked = state.interaction(asked);
            let (guild, told) = (asked.guild, asked.told.clone());
            state.tell_interaction(guild, told);
        });
    }

    /// An event of which nobody knows what it means.
    pub fn dispatches(&self, event: &str, guild: Option<GuildId>, data: &Value) {
        self.shared.change(|state| state.tell(event, guild, 0, data));
    }
}
