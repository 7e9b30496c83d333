//! Topics of forums.

use super::{chats::Topic, messages::Sender, state::State};
use serde_json::json;
use teloxide::types::{ChatId, MessageId, UserId};

impl State {
    /// Makes a topic; its id is that of the message that tells so.
    pub fn open_topic(&mut self, forum: ChatId, by: UserId, name: &str) -> MessageId {
        let mut message = self.draft(forum, Sender::User(by));
        message.topic = Some(message.id);
        message.service = Some(json!({
            "forum_topic_created": { "name": name, "icon_color": 7_322_096 },
        }));
        let topic = Topic { closed: false, deleted: false };
        self.chat_mut(forum).topics.insert(message.id.0, topic);
        self.post(message, false)
    }

    /// Closes or opens a topic, or General (`None`).
    pub fn close_topic(
        &mut self,
        forum: ChatId,
        by: UserId,
        topic: Option<MessageId>,
        closed: bool,
    ) {
        let chat = self.chat_mut(forum);
        match topic {
            Some(topic) => chat.topics.get_mut(&topic.0).unwrap().closed = closed,
            None => chat.general_closed = closed,
        }
        let mut message = self.draft(forum, Sender::User(by));
        message.topic = topic;
        let key = if closed { "forum_topic_closed" } else { "forum_topic_reopened" };
        message.service = Some(json!({ key: {} }));
        self.post(message, false);
    }

    /// Deletes a topic with all that stands in it. Bots are not told.
    pub fn delete_topic(&mut self, forum: ChatId, topic: MessageId) {
        self.chat_mut(forum).topics.get_mut(&topic.0).unwrap().deleted = true;
        for message in self.messages.values_mut() {
            message.deleted |= message.chat == forum && message.topic == Some(topic);
        }
    }
}
