//! Who comes and goes.

use super::{chats::Kind, messages::Sender, state::State, status::Status};
use serde_json::{Value, json};
use teloxide::types::{ChatId, MessageId, UserId};

impl State {
    /// Makes somebody something in a chat; tells the bot as far as it may know.
    pub fn set_member(&mut self, chat: ChatId, user: UserId, by: UserId, status: Status) {
        let old = self.chat(chat).member(user);
        let was_admin = self.chat(chat).member(self.bot).is_admin();
        self.chat_mut(chat).members.insert(user, status);
        let whom = self.user(user).to_json();
        let update = json!({
            "chat": self.chat_json(chat),
            "from": self.user(by).to_json(),
            "date": self.clock.unix(),
            "old_chat_member": old.to_json(&whom),
            "new_chat_member": status.to_json(&whom),
        });
        if user == self.bot {
            self.tell(chat, "my_chat_member", update);
        } else if was_admin {
            self.tell(chat, "chat_member", update);
        }
        if self.chat(chat).is_private() {
            return;
        }
        // A basic group tells also the bot that it is gone.
        let hears_end = user == self.bot && self.chat(chat).kind == Kind::Group;
        match (old.is_present(), status.is_present()) {
            (false, true) => {
                let service = json!({ "new_chat_members": [whom] });
                self.happens(chat, Sender::User(by), service, false);
            }
            (true, false) => {
                let service = json!({ "left_chat_member": whom });
                self.happens(chat, Sender::User(by), service, hears_end);
            }
            _ => {}
        }
    }

    /// Something happens in a chat: a service message, which the bot hears when it is there.
    pub fn happens(
        &mut self,
        chat: ChatId,
        sender: Sender,
        service: Value,
        always: bool,
    ) -> MessageId {
        let mut message = self.draft(chat, sender);
        message.service = Some(service);
        self.post(message, always)
    }
}
