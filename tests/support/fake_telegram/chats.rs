//! Chats: who is in them and what the bot may do there.

use super::{refusal::Refusal, state::State};
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

/// What somebody is in a chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Creator,
    Administrator,
    Member,
    /// May send only so much; whether he is still in the chat.
    Restricted(Rights, bool),
    Left,
    Kicked,
}

/// What may be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rights {
    pub messages: bool,
    pub photos: bool,
    pub documents: bool,
    /// Animations among others.
    pub other: bool,
}

impl Rights {
    pub const ALL: Rights = Rights { messages: true, photos: true, documents: true, other: true };
    pub const NONE: Rights =
        Rights { messages: false, photos: false, documents: false, other: false };
    /// Texts alone.
    pub const TEXTS: Rights = Rights { messages: true, ..Rights::NONE };

    fn and(self, other: Rights) -> Rights {
        Rights {
            messages: self.messages && other.messages,
            photos: self.photos && other.photos,
            documents: self.documents && other.documents,
            other: self.other && other.other,
        }
    }

    /// As the Bot API writes them.
    pub fn to_json(self) -> Value {
        json!({
            "can_send_messages": self.messages,
            "can_send_audios": self.other,
            "can_send_documents": self.documents,
            "can_send_photos": self.photos,
            "can_send_videos": self.other,
            "can_send_video_notes": self.other,
            "can_send_voice_notes": self.other,
            "can_send_polls": self.other,
            "can_send_other_messages": self.other,
            "can_add_web_page_previews": self.other,
            "can_react_to_messages": true,
            "can_edit_tag": false,
            "can_change_info": false,
            "can_invite_users": true,
            "can_pin_messages": false,
            "can_manage_topics": false,
        })
    }
}

impl Status {
    pub fn is_present(self) -> bool {
        !matches!(self, Status::Left | Status::Kicked | Status::Restricted(_, false))
    }

    pub fn is_admin(self) -> bool {
        matches!(self, Status::Creator | Status::Administrator)
    }

    /// As the Bot API writes it; somebody who is anonymous is not told apart.
    pub fn to_json(self, user: &Value) -> Value {
        let mut json = match self {
            Status::Creator => json!({ "status": "creator", "is_anonymous": false }),
            Status::Administrator => json!({
                "status": "administrator",
                "can_be_edited": false,
                "is_anonymous": false,
                "can_manage_chat": true,
                "can_delete_messages": true,
                "can_manage_video_chats": false,
                "can_restrict_members": false,
                "can_promote_members": false,
                "can_change_info": false,
                "can_invite_users": true,
                "can_post_stories": false,
                "can_edit_stories": false,
                "can_delete_stories": false,
                "can_pin_messages": true,
                "can_manage_topics": false,
                "can_manage_tags": false,
            }),
            Status::Member => json!({ "status": "member" }),
            Status::Restricted(rights, is_member) => {
                let mut json = rights.to_json();
                json["status"] = json!("restricted");
                json["is_member"] = json!(is_member);
                json["until_date"] = json!(0);
                json
            }
            Status::Left => json!({ "status": "left" }),
            Status::Kicked => json!({ "status": "kicked", "until_date": 0 }),
        };
        json["user"] = user.clone();
        json
    }
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

    /// Refuses when the bot does not see a chat at all.
    pub fn check_access(&self, id: ChatId) -> Result<&Chat, Refusal> {
        let chat = self.chats.get(&id).ok_or_else(|| Refusal::bad("chat not found"))?;
        if let Some(to) = chat.migrated_to {
            return Err(Refusal::migrated(to));
        }
        if chat.is_private() {
            return Ok(chat);
        }
        match chat.member(self.bot) {
            Status::Kicked => {
                Err(Refusal::forbidden(&format!("bot was kicked from the {} chat", chat.noun())))
            }
            member if !member.is_present() => {
                Err(Refusal::forbidden(&format!("bot is not a member of the {} chat", chat.noun())))
            }
            _ => Ok(chat),
        }
    }

    /// Refuses when the bot may not write to a chat at all.
    pub fn check_write_access(&self, id: ChatId) -> Result<&Chat, Refusal> {
        let chat = self.check_access(id)?;
        if chat.is_private() {
            let user = self.user(UserId(id.0.unsigned_abs()));
            if user.deactivated {
                return Err(Refusal::forbidden("user is deactivated"));
            }
            if user.is_bot {
                return Err(Refusal::forbidden("bot can't send messages to bots"));
            }
            if !user.started {
                return Err(Refusal::forbidden("bot can't initiate conversation with a user"));
            }
            if user.blocked_bot {
                return Err(Refusal::forbidden("bot was blocked by the user"));
            }
        }
        Ok(chat)
    }
}
