//! People and bots.

use super::state::State;
use serde_json::{Value, json};
use teloxide::types::UserId;

/// Whom messages of anonymous administrators come from.
pub const ANONYMOUS_ADMIN: UserId = UserId(1_087_968_824);
/// Whom messages in the name of a channel come from.
pub const CHANNEL_BOT: UserId = UserId(136_817_688);
/// Whom posts come from that a group gets from its channel.
pub const TELEGRAM: UserId = UserId(777_000);

/// Somebody on the other side.
#[derive(Clone, Debug)]
pub struct User {
    pub id: UserId,
    pub is_bot: bool,
    pub first_name: String,
    pub last_name: Option<String>,
    pub username: Option<String>,
    /// A code like `ru`.
    pub language: Option<String>,
    /// Whether the private chat with the bot has been opened.
    pub started: bool,
    pub blocked_bot: bool,
    pub deactivated: bool,
}

impl User {
    pub fn new(id: UserId, first_name: &str) -> Self {
        User {
            id,
            is_bot: false,
            first_name: first_name.to_owned(),
            last_name: None,
            username: None,
            language: None,
            started: false,
            blocked_bot: false,
            deactivated: false,
        }
    }

    /// A bot, which has a name to be addressed by.
    pub fn bot(id: UserId, first_name: &str, username: &str) -> Self {
        User { is_bot: true, username: Some(username.to_owned()), ..User::new(id, first_name) }
    }

    /// Those that every chat knows.
    pub fn special() -> [User; 3] {
        [
            User::bot(ANONYMOUS_ADMIN, "Group", "GroupAnonymousBot"),
            User::bot(CHANNEL_BOT, "Channel", "Channel_Bot"),
            User::new(TELEGRAM, "Telegram"),
        ]
    }

    pub fn to_json(&self) -> Value {
        let mut json =
            json!({ "id": self.id.0, "is_bot": self.is_bot, "first_name": self.first_name });
        let others = [
            ("last_name", &self.last_name),
            ("username", &self.username),
            ("language_code", &self.language),
        ];
        for (key, value) in others {
            if let Some(value) = value {
                json[key] = json!(value);
            }
        }
        json
    }
}

impl State {
    /// # Panics
    /// When there is nobody of that id: the test is wrong.
    pub fn user(&self, id: UserId) -> &User {
        self.users.get(&id).unwrap_or_else(|| panic!("nobody has the id {id}"))
    }

    pub fn user_mut(&mut self, id: UserId) -> &mut User {
        self.users.get_mut(&id).unwrap_or_else(|| panic!("nobody has the id {id}"))
    }

    /// Who has that name behind the `@`; names differ in more than case.
    pub fn user_named(&self, username: &str) -> Option<UserId> {
        let is = |user: &&User| {
            user.username.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(username))
        };
        self.users.values().find(is).map(|user| user.id)
    }
}
