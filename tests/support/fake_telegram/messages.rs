//! Messages.

use super::{
    entity::Entity,
    files::File,
    keyboard::{Button, Markup},
    state::State,
    text::Text,
    users::{ANONYMOUS_ADMIN, CHANNEL_BOT, TELEGRAM},
};
use serde_json::Value;
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

    /// All messages of a chat, in their order.
    pub fn messages_of(&mut self, chat: ChatId) -> impl Iterator<Item = &mut Message> {
        self.messages.range_mut((chat, i32::MIN)..=(chat, i32::MAX)).map(|(_, message)| message)
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
}
