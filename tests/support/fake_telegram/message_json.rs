//! Messages as the Bot API writes them.

use super::{
    chats::Kind,
    messages::{Message, Sender},
    state::State,
};
use serde_json::{Value, json};
use teloxide::types::MessageId;

impl State {
    /// A message as it stands now, as the Bot API writes it.
    pub fn message_json(&self, message: &Message) -> Value {
        let mut json = self.message_alone(message);
        let answered = message.reply_to.or(message.topic);
        // In a topic every message answers at least the one that made the topic.
        let answered = answered.filter(|id| *id != message.id);
        if let Some(answered) = answered.and_then(|id| self.message(message.chat, id))
            && !answered.deleted
        {
            json["reply_to_message"] = self.message_alone(answered);
        }
        json
    }

    /// A message without the one that it answers.
    fn message_alone(&self, message: &Message) -> Value {
        let mut json = json!({
            "message_id": message.id.0,
            "from": self.user(message.sender.user()).to_json(),
            "date": message.date,
            "chat": self.chat_json(message.chat),
        });
        match message.sender {
            Sender::User(_) => {}
            Sender::Anonymous => json["sender_chat"] = self.chat_json(message.chat),
            Sender::Channel(channel) => json["sender_chat"] = self.chat_json(channel),
            Sender::LinkedChannel(channel) => {
                json["sender_chat"] = self.chat_json(channel);
                json["is_automatic_forward"] = json!(true);
                json["forward_origin"] = json!({
                    "type": "channel",
                    "date": message.date,
                    "chat": self.chat_json(channel),
                    "message_id": message.id.0,
                });
            }
        }
        if let Some(thread) = self.thread(message) {
            json["message_thread_id"] = json!(thread.0);
        }
        if message.topic.is_some() {
            json["is_topic_message"] = json!(true);
        }
        if let Some(date) = message.edit_date {
            json["edit_date"] = json!(date);
        }
        let entities: Vec<_> =
            message.entities().iter().map(|entity| self.entity_json(entity)).collect();
        let (text_key, entities_key) = match &message.file {
            Some(file) => {
                json[file.kind.key()] = file.to_json();
                // Who knows no animations takes them for documents.
                if file.kind.key() == "animation" {
                    json["document"] = file.to_json();
                    for key in ["width", "height", "duration"] {
                        json["document"].as_object_mut().unwrap().remove(key);
                    }
                }
                ("caption", "caption_entities")
            }
            None => ("text", "entities"),
        };
        if !message.plain().is_empty() {
            json[text_key] = json!(message.plain());
        }
        if !entities.is_empty() {
            json[entities_key] = json!(entities);
        }
        if let Some(markup) = message.markup.to_json() {
            json["reply_markup"] = markup;
        }
        for (key, value) in message.service.iter().flat_map(|service| service.as_object().unwrap())
        {
            json[key] = value.clone();
        }
        json
    }

    /// What stands as the thread of a message: its topic, or in a supergroup without topics
    /// the message with which a chain of answers began.
    fn thread(&self, message: &Message) -> Option<MessageId> {
        if message.topic.is_some() || self.chat(message.chat).kind != Kind::Supergroup {
            return message.topic;
        }
        let mut root = message.reply_to?;
        while let Some(before) = self.message(message.chat, root).and_then(|m| m.reply_to) {
            root = before;
        }
        Some(root)
    }
}
