//! What somebody gives a command.

use serde_json::{Value, json};
use serenity::model::id::{ChannelId, UserId};

/// The value of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    Text(String),
    Integer(i64),
    Number(f64),
    Flag(bool),
    User(UserId),
    Channel(ChannelId),
}

impl From<&str> for Given {
    fn from(text: &str) -> Self {
        Given::Text(text.to_owned())
    }
}

impl From<i64> for Given {
    fn from(number: i64) -> Self {
        Given::Integer(number)
    }
}

impl From<bool> for Given {
    fn from(flag: bool) -> Self {
        Given::Flag(flag)
    }
}

impl From<UserId> for Given {
    fn from(user: UserId) -> Self {
        Given::User(user)
    }
}

impl Given {
    /// Reads what was typed for an option of that type.
    pub fn read(kind: u64, text: &str) -> Option<Given> {
        let id = text.trim_start_matches(['<', '@', '!', '#']).trim_end_matches('>');
        match kind {
            3 => Some(Given::from(text)),
            4 => text.parse().ok().map(Given::Integer),
            5 => text.to_lowercase().parse().ok().map(Given::Flag),
            6 => id.parse().ok().map(Given::User),
            7 => id.parse().ok().map(Given::Channel),
            10 => text.parse().ok().map(Given::Number),
            _ => None,
        }
    }

    /// The type of the options that take it.
    pub fn kind(&self) -> u64 {
        match self {
            Given::Text(_) => 3,
            Given::Integer(_) => 4,
            Given::Flag(_) => 5,
            Given::User(_) => 6,
            Given::Channel(_) => 7,
            Given::Number(_) => 10,
        }
    }

    pub fn to_json(&self) -> Value {
        match self {
            Given::Text(text) => json!(text),
            Given::Integer(number) => json!(number),
            Given::Number(number) => json!(number),
            Given::Flag(flag) => json!(flag),
            Given::User(user) => json!(user),
            Given::Channel(channel) => json!(channel),
        }
    }
}
