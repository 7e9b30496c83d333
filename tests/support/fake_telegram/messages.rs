//! Messages.

use super::{
    chats::Kind,
    entity::Entity,
    files::File,
    keyboard::{Button, Markup},
    state::State,
    text::Text,
    users::{ANONYMOUS_ADMIN, CHANNEL_BOT, TELEGRAM},
};
use serde_json::{Value, json};
use teloxide::types::{ChatId, MessageId, UserId};

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    pub id: MessageId,
    pub chat: ChatId,
    /// The topic it stands in; `None` also for General.
    pub topic: Option<MessageId>,
    pub sender: Sender,
    /// Seconds since 1970.
    pub date: i64,
    pub edit_date: Option<i64>,
    pub reply_to: Option<MessageId>,
    /// Its text or its caption.
    pub text: Text,
    pub file: Option<File>,
    /// What happened, of a service message: what such a message has besides.
    pub service: Option<Value>,
    pub markup: Markup,
    /// Whether it makes no sound.
    pub silent: bool,
    /// Who was called by name when it was sent. Edits call nobody.
    pub notified: Vec<UserId>,
    /// How often it was edited.
    pub edits: usize,
    pub deleted: bool,
    /// Whether Telegram lets nobody edit it any more.
    pub frozen: bool,
    /// Whether a press on its buttons does not show it any more.
    pub inaccessible: bool,
    /// Whether the test has looked at it, if the bot sent it.
    pub read: bool,
}

/// In whose name a message stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    User(UserId),
    /// An administrator who does not show who it is.
    Anonymous,
    /// A channel.
    Channel(ChatId),
    /// The channel that a group belongs to: its posts are copied.
    LinkedChannel(ChatId),
}

impl Sender {
    /// The user that the Bot API names.
    pub fn user(self) -> UserId {
        match self {
            Sender::User(user) => user,
            Sender::Anonymous => ANONYMOUS_ADMIN,
            Sender::Channel(_) => CHANNEL_BOT,
            Sender::LinkedChannel(_) => TELEGRAM,
        }
    }
}

impl Message {
    pub fn plain(&self) -> &str {
        &self.text.plain
    }

    pub fn entities(&self) -> &[Entity] {
        &self.text.entities
    }

    /// Whether somebody has written it, and not only done something.
    pub fn is_written_by(&self, user: UserId) -> bool {
        self.sender == Sender::User(user) && self.service.is_none()
    }

    /// The labels of its buttons, row by row.
    pub fn labels(&self) -> Vec<Vec<&str>> {
        self.markup.rows.iter().map(|row| row.iter().map(|b| b.label.as_str()).collect()).collect()
    }

    /// The button with this label, else with this data.
    pub fn button(&self, wanted: &str) -> Option<&Button> {
        let all = || self.markup.rows.iter().flatten();
        all()
            .find(|button| button.label == wanted)
            .or_else(|| all().find(|button| button.data.as_deref() == Some(wanted)))
    }

    /// What the message shows, by which it is told whether an edit changes anything.
    pub fn shown(&self) -> (&Text, Option<&str>, &Markup) {
        (&self.text, self.file.as_ref().map(|file| file.id.as_str()), &self.markup)
    }
}

impl State {
    pub fn message(&self, chat: ChatId, id: MessageId) -> Option<&Message> {
        self.messages.get(&(chat, id.0))
    }

    pub fn message_mut(&mut self, chat: ChatId, id: MessageId) -> Option<&mut Message> {
        self.messages.get_mut(&(chat, id.0))
    }

    /// The next message of a chat, with nothing in it yet.
    pub fn draft(&mut self, chat: ChatId, sender: Sender) -> Message {
        let date = self.clock.unix();
        let id = if self.chat(chat).is_supergroup() {
            let chat = self.chat_mut(chat);
            chat.last_id += 1;
            chat.last_id
        } else {
            // Private chats and basic groups share the ids of an account.
            self.last_id += 1;
            self.last_id
        };
        Message {
            id: MessageId(id),
            chat,
            topic: None,
            sender,
            date,
            edit_date: None,
            reply_to: None,
            text: Text::default(),
            file: None,
            service: None,
            markup: Markup::default(),
            silent: false,
            notified: Vec::new(),
            edits: 0,
            deleted: false,
            frozen: false,
            inaccessible: false,
            read: false,
        }
    }

    /// Whom a text calls: those who are in the chat, and names that are known.
    pub fn called(&self, chat: ChatId, text: &Text) -> Vec<UserId> {
        let member = |user: UserId| {
            let chat = self.chat(chat);
            chat.is_private() || chat.member(user).is_present()
        };
        let called = text.mentions().filter_map(|(entity, shown)| match entity.user {
            Some(user) => member(user).then_some(user),
            None => self.user_named(shown.trim_start_matches('@')),
        });
        called.collect()
    }

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
