//! What somebody writes.

use super::{
    entity::Entity,
    messages::{Message, Sender},
    state::State,
    text::Text,
    utf16,
};
use teloxide::types::{ChatId, MessageId, UserId};

/// A message that somebody writes.
#[derive(Clone, Debug)]
pub struct Line {
    chat: ChatId,
    sender: Sender,
    text: String,
    reply_to: Option<MessageId>,
    topic: Option<MessageId>,
    mentions: Vec<(String, UserId)>,
}

impl Line {
    pub fn new(chat: ChatId, user: UserId, text: &str) -> Self {
        Line {
            chat,
            sender: Sender::User(user),
            text: text.to_owned(),
            reply_to: None,
            topic: None,
            mentions: Vec::new(),
        }
    }

    /// As an answer.
    pub fn reply_to(self, message: MessageId) -> Self {
        Line { reply_to: Some(message), ..self }
    }

    /// In a topic of a forum.
    pub fn in_topic(self, topic: MessageId) -> Self {
        Line { topic: Some(topic), ..self }
    }

    /// Lets a part of the text mean somebody who may have no username.
    pub fn mentioning(mut self, part: &str, user: UserId) -> Self {
        self.mentions.push((part.to_owned(), user));
        self
    }

    /// In the name of the chat.
    pub fn anonymously(self) -> Self {
        Line { sender: Sender::Anonymous, ..self }
    }

    /// In the name of a channel.
    pub fn in_name_of(self, channel: ChatId) -> Self {
        Line { sender: Sender::Channel(channel), ..self }
    }

    /// A post of the channel that the group belongs to.
    pub fn posted_by(self, channel: ChatId) -> Self {
        Line { sender: Sender::LinkedChannel(channel), ..self }
    }
}

impl State {
    /// Somebody writes.
    pub fn say(&mut self, line: &Line) -> MessageId {
        if let Sender::User(user) = line.sender {
            let private = self.chat(line.chat).is_private();
            let user = self.user_mut(user);
            user.started |= private;
        }
        let answered = line.reply_to.and_then(|id| self.message(line.chat, id));
        let topic = line.topic.or_else(|| answered.and_then(|answered| answered.topic));
        let mut message = self.draft(line.chat, line.sender);
        message.topic = topic;
        message.reply_to = line.reply_to;
        message.text = Text::new(&line.text, mentions(line));
        self.post(message, false)
    }

    /// Somebody writes something else in place of what he wrote.
    pub fn rewrite(&mut self, chat: ChatId, id: MessageId, text: &str) {
        let now = self.clock.unix();
        let message = self.message_mut(chat, id);
        let message = message.unwrap_or_else(|| panic!("no message {id} in {chat}"));
        message.text = Text::new(text, Vec::new());
        message.edit_date = Some(now);
        let message = message.clone();
        if self.hears(&message) {
            self.tell(chat, "edited_message", self.message_json(&message));
        }
    }

    /// Puts a message into its chat; tells the bot if it hears it, or in any case.
    pub fn post(&mut self, message: Message, always: bool) -> MessageId {
        let (chat, id) = (message.chat, message.id);
        if always || self.hears(&message) {
            self.tell(chat, "message", self.message_json(&message));
        }
        if let Sender::User(user) = message.sender
            && self.user(user).is_bot
        {
            self.chat_mut(chat).last_bot = Some(user);
        }
        self.messages.insert((chat, id.0), message);
        id
    }
}

fn mentions(line: &Line) -> Vec<Entity> {
    let mention = |(part, user): &(String, UserId)| {
        let at = line.text.find(part);
        let at = at.unwrap_or_else(|| panic!("{part:?} does not stand in {:?}", line.text));
        let offset = utf16::len(&line.text[..at]);
        Entity { user: Some(*user), ..Entity::new("text_mention", offset, utf16::len(part)) }
    };
    line.mentions.iter().map(mention).collect()
}
