//! All that the other side knows.

use super::{
    calls::Calls, chats::Chat, clock::Clock, commands::Menus, faults::Faults, files::File,
    limits::Limits, messages::Message, queries::Query, record::Record, updates::Updates,
    users::User, webhook::Webhook,
};
use crate::support::shared;
use std::collections::BTreeMap;
use teloxide::types::{ChatId, UserId};

/// The token of the bot.
pub const TOKEN: &str = "4839574812:a-token-that-opens-nothing-0123456789";
/// The name of the bot behind the `@`.
pub const USERNAME: &str = "kosti_bot";
/// The id of the bot: the number before the colon of its token.
pub const BOT: UserId = UserId(4_839_574_812);

/// The state, shared by the server and the test.
pub type Shared = shared::Shared<State>;

/// The other side.
pub struct State {
    pub clock: Clock,
    pub bot: UserId,
    pub users: BTreeMap<UserId, User>,
    pub chats: BTreeMap<ChatId, Chat>,
    pub messages: BTreeMap<(ChatId, i32), Message>,
    /// The last id of a message in private chats and basic groups.
    pub last_id: i32,
    pub files: Vec<File>,
    pub queries: Vec<Query>,
    pub updates: Updates,
    pub webhook: Webhook,
    pub menus: Menus,
    /// Whether the bot hears everything in groups.
    pub privacy_off: bool,
    pub calls: Calls,
    pub limits: Limits,
    pub faults: Faults,
    /// What no bot may do: the test fails by it.
    pub violations: Vec<String>,
    pub record: Record,
}

impl State {
    pub fn new() -> Self {
        let mut users: BTreeMap<_, _> =
            User::special().into_iter().map(|user| (user.id, user)).collect();
        users.insert(BOT, User::bot(BOT, "Kosti", USERNAME));
        State {
            clock: Clock::default(),
            bot: BOT,
            users,
            chats: BTreeMap::new(),
            messages: BTreeMap::new(),
            last_id: 40,
            files: Vec::new(),
            queries: Vec::new(),
            updates: Updates::default(),
            webhook: Webhook::default(),
            menus: Menus::default(),
            privacy_off: false,
            calls: Calls::default(),
            limits: Limits::default(),
            faults: Faults::default(),
            violations: Vec::new(),
            record: Record::from_environment(),
        }
    }

    /// Notes what no bot may do.
    pub fn violation(&mut self, what: String) {
        self.violations.push(what);
    }
}
