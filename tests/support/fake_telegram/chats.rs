//! Chats and who is in them.

use super::{
    state::State,
    status::{Rights, Status},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use teloxide::types::{ChatId, UserId};

/// A chat.
#[derive(Clone, Debug)]
pub struct Chat {
    pub id: ChatId,
    pub kind: Kind,
    pub title: String,
    pub username: Option<String>,
    pub members: BTreeMap<UserId, Status>,
    /// Of a forum, by the message that made the topic. General is not among them.
    pub topics: BTreeMap<i32, Topic>,
    /// Whether nobody but administrators may write in General.
    pub general_closed: bool,
    /// What ordinary members may send.
    pub permissions: Rights,
    /// The supergroup that it has become.
    pub migrated_to: Option<ChatId>,
    /// Whether its owner has deleted it.
    pub dissolved: bool,
    /// Which bot has spoken last: it gets the commands that name nobody.
    pub last_bot: Option<UserId>,
    /// The last id of a message, where the chat has ids of its own.
    pub last_id: i32,
}

/// What a chat is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Private,
    Group,
    Supergroup,
    /// A supergroup with topics.
    Forum,
    Channel,
}

/// A topic of a forum.
#[derive(Clone, Debug)]
pub struct Topic {
    pub closed: bool,
    pub deleted: bool,
}

impl Chat {
    pub fn new(id: ChatId, kind: Kind, title: &str) -> Self {
        Chat {
            id,
            kind,
            title: title.to_owned(),
            username: None,
            members: BTreeMap::new(),
            topics: BTreeMap::new(),
            general_closed: false,
            permissions: Rights::ALL,
            migrated_to: None,
            dissolved: false,
            last_bot: None,
            last_id: 0,
        }
    }

    pub fn is_private(&self) -> bool {
        self.kind == Kind::Private
    }

    pub fn is_supergroup(&self) -> bool {
        matches!(self.kind, Kind::Supergroup | Kind::Forum)
    }

    /// How refusals call it.
    pub fn noun(&self) -> &'static str {
        match self.kind {
            Kind::Private => "private",
            Kind::Group => "group",
            Kind::Supergroup | Kind::Forum => "supergroup",
            Kind::Channel => "channel",
        }
    }

    pub fn member(&self, user: UserId) -> Status {
        self.members.get(&user).copied().unwrap_or(Status::Left)
    }

    /// What a member may send, after what all may.
    pub fn rights(&self, user: UserId) -> Rights {
        match self.member(user) {
            Status::Creator | Status::Administrator => Rights::ALL,
            Status::Restricted(rights, _) => rights.and(self.permissions),
            _ => self.permissions,
        }
    }
}

impl State {
    /// # Panics
    /// When there is no chat of that id: the test is wrong.
    pub fn chat(&self, id: ChatId) -> &Chat {
        self.chats.get(&id).unwrap_or_else(|| panic!("no chat has the id {id}"))
    }

    pub fn chat_mut(&mut self, id: ChatId) -> &mut Chat {
        self.chats.get_mut(&id).unwrap_or_else(|| panic!("no chat has the id {id}"))
    }

    pub fn chat_json(&self, id: ChatId) -> Value {
        let chat = self.chat(id);
        let mut json = json!({ "id": id.0, "type": chat.noun() });
        if chat.is_private() {
            let mut user = self.user(UserId(id.0.unsigned_abs())).to_json();
            for key in ["first_name", "last_name", "username"] {
                if let Some(value) = user.get_mut(key) {
                    json[key] = value.take();
                }
            }
            return json;
        }
        json["title"] = json!(chat.title);
        if let Some(username) = &chat.username {
            json["username"] = json!(username);
        }
        if chat.kind == Kind::Forum {
            json["is_forum"] = json!(true);
        }
        json
    }
}
