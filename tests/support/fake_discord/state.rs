//! All that the other side knows.

use super::{
    calls::Call, channels::Channel, commands::Command, faults::Faults, gateway::Gateway,
    guilds::Guild, ids::Ids, interactions::Interaction, limits::Limits, messages::Message,
    old_edits::OldEdits, users::User,
};
use crate::support::fake_telegram::clock::Clock;
use crate::support::shared;
use serenity::model::id::{ApplicationId, ChannelId, GuildId, InteractionId, MessageId, UserId};
use std::collections::BTreeMap;

/// The token of the bot.
pub const TOKEN: &str = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GaToKe.n-that-opens-nothing-0123456789abcdef01";
/// The id of the application.
pub const APP_ID: ApplicationId = ApplicationId::new(1_100_000_000_000_000_001);
/// The bot of the application has its id.
pub const BOT: UserId = UserId::new(APP_ID.get());

/// The state, shared by the server and the test.
pub type Shared = shared::Shared<State>;

/// The other side.
pub struct State {
    pub clock: Clock,
    pub ids: Ids,
    pub users: BTreeMap<UserId, User>,
    pub guilds: BTreeMap<GuildId, Guild>,
    pub channels: BTreeMap<ChannelId, Channel>,
    pub messages: BTreeMap<MessageId, Message>,
    pub interactions: BTreeMap<InteractionId, Interaction>,
    pub commands: Vec<Command>,
    pub gateway: Gateway,
    pub calls: Vec<Call>,
    pub limits: Limits,
    pub old_edits: OldEdits,
    pub faults: Faults,
    /// What no bot may do: the test fails by it.
    pub violations: Vec<String>,
}

impl State {
    pub fn new() -> Self {
        State {
            clock: Clock::default(),
            ids: Ids::default(),
            users: [(BOT, User::bot())].into(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            interactions: BTreeMap::new(),
            commands: Vec::new(),
            gateway: Gateway::default(),
            calls: Vec::new(),
            limits: Limits::default(),
            old_edits: OldEdits::default(),
            faults: Faults::default(),
            violations: Vec::new(),
        }
    }

    /// A new id that is greater than the older ones.
    pub fn next_id(&mut self) -> u64 {
        let now = self.clock.now();
        self.ids.next(now)
    }

    /// Notes what no bot may do.
    pub fn violation(&mut self, what: String) {
        self.violations.push(what);
    }
}
