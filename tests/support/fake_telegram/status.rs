//! What somebody is in a chat and may send there.

use serde_json::{Value, json};

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

    pub fn and(self, other: Rights) -> Rights {
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
                "can_send_welcome_messages": false,
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
