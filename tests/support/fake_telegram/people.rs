//! What people do on the other side.

use super::{
    FakeTelegram,
    chats::{Chat, Kind},
    line::Line,
    messages::Sender,
    status::{Rights, Status},
    users::User,
};
use serde_json::{Value, json};
use teloxide::types::{ChatId, MessageId, UserId};

/// Ids of the first of each kind.
const FIRST_USER: u64 = 5_000_000_001;
const FIRST_GROUP: i64 = -4_000_000_001;
const FIRST_SUPERGROUP: i64 = -1_002_000_000_001;

impl FakeTelegram {
    /// Somebody with that name and nothing else, who has not opened a chat with the bot.
    pub fn user(&self, first_name: &str) -> UserId {
        self.user_with(first_name, |_| {})
    }

    /// Somebody as the closure completes it.
    pub fn user_with(&self, first_name: &str, complete: impl FnOnce(&mut User)) -> UserId {
        self.shared.change(|state| {
            let number = state.users.len() as u64;
            let mut user = User::new(UserId(FIRST_USER + number), first_name);
            complete(&mut user);
            let id = user.id;
            let mut chat = Chat::new(ChatId::from(id), Kind::Private, "");
            chat.members = [(id, Status::Member), (state.bot, Status::Member)].into();
            state.chats.insert(chat.id, chat);
            state.users.insert(id, user);
            id
        })
    }

    /// The private chat of somebody, opened with `/start` as far as Telegram is concerned:
    /// the bot is told of nothing.
    pub fn private(&self, user: UserId) -> ChatId {
        self.shared.change(|state| state.user_mut(user).started = true);
        ChatId::from(user)
    }

    /// A basic group with the bot in it; the first of the people has made it.
    pub fn group(&self, title: &str, people: &[UserId]) -> ChatId {
        self.chat(Kind::Group, title, people)
    }

    /// A supergroup with the bot in it.
    pub fn supergroup(&self, title: &str, people: &[UserId]) -> ChatId {
        self.chat(Kind::Supergroup, title, people)
    }

    /// A supergroup with topics.
    pub fn forum(&self, title: &str, people: &[UserId]) -> ChatId {
        self.chat(Kind::Forum, title, people)
    }

    /// A channel in whose name people may write in groups. The bot is not in it.
    pub fn channel(&self, title: &str) -> ChatId {
        let channel = self.chat(Kind::Channel, title, &[]);
        self.removes_bot(channel);
        channel
    }

    /// A chat without the bot, as if it had never been there.
    pub fn removes_bot(&self, chat: ChatId) {
        self.shared.change(|state| {
            let bot = state.bot;
            state.chat_mut(chat).members.remove(&bot);
        });
    }

    fn chat(&self, kind: Kind, title: &str, people: &[UserId]) -> ChatId {
        self.shared.change(|state| {
            let first = if kind == Kind::Group { FIRST_GROUP } else { FIRST_SUPERGROUP };
            let number = i64::try_from(state.chats.len()).unwrap();
            let mut chat = Chat::new(ChatId(first - number), kind, title);
            chat.members = people.iter().map(|user| (*user, Status::Member)).collect();
            if let Some(creator) = people.first() {
                chat.members.insert(*creator, Status::Creator);
            }
            chat.members.insert(state.bot, Status::Member);
            // The first message told that the chat was made; in a forum it is General.
            chat.last_id = 1;
            let id = chat.id;
            state.chats.insert(id, chat);
            id
        })
    }

    /// A new topic of a forum.
    pub fn topic(&self, forum: ChatId, by: UserId, name: &str) -> MessageId {
        self.shared.change(|state| state.open_topic(forum, by, name))
    }

    /// Somebody writes a text.
    pub fn says(&self, chat: ChatId, user: UserId, text: &str) -> MessageId {
        self.say(Line::new(chat, user, text))
    }

    /// Somebody writes: an answer, in a topic, in another name.
    pub fn say(&self, line: Line) -> MessageId {
        self.shared.change(|state| state.say(&line))
    }

    /// Somebody edits what he wrote.
    pub fn rewrites(&self, chat: ChatId, message: MessageId, text: &str) {
        self.shared.change(|state| state.rewrite(chat, message, text));
    }

    /// Somebody presses the button with this label, else with this data. Gives the id of the
    /// query.
    ///
    /// # Panics
    /// When there is no such button.
    pub fn presses(&self, user: UserId, chat: ChatId, message: MessageId, button: &str) -> String {
        self.shared.change(|state| {
            let pressed = state.message(chat, message);
            let pressed = pressed.unwrap_or_else(|| panic!("no message {message} in {chat}"));
            let found = pressed.button(button).and_then(|button| button.data.clone());
            let data = found
                .unwrap_or_else(|| panic!("no button {button:?} among {:?}", pressed.labels()));
            state.press(user, chat, message, &data)
        })
    }

    /// Somebody presses a button that may be gone: his screen still shows it, or he made it up.
    pub fn presses_data(
        &self,
        user: UserId,
        chat: ChatId,
        message: MessageId,
        data: &str,
    ) -> String {
        self.shared.change(|state| state.press(user, chat, message, data))
    }

    /// A message is deleted by somebody. Bots are not told.
    pub fn deletes(&self, chat: ChatId, message: MessageId) {
        self.shared.change(|state| {
            let message = state.message_mut(chat, message);
            message.unwrap_or_else(|| panic!("no such message in {chat}")).deleted = true;
        });
    }

    /// Somebody becomes something in a chat, by his own doing.
    pub fn becomes(&self, chat: ChatId, user: UserId, status: Status) {
        self.makes(chat, user, user, status);
    }

    /// Somebody makes somebody something in a chat; this may be the bot.
    pub fn makes(&self, chat: ChatId, by: UserId, user: UserId, status: Status) {
        self.shared.change(|state| state.set_member(chat, user, by, status));
    }

    /// What the members of a chat may send from now on.
    pub fn permits(&self, chat: ChatId, rights: Rights) {
        self.shared.change(|state| state.chat_mut(chat).permissions = rights);
    }

    /// Somebody blocks the bot, or does so no more.
    pub fn blocks(&self, user: UserId, blocked: bool) {
        self.shared.change(|state| {
            state.user_mut(user).blocked_bot = blocked;
            let status = if blocked { Status::Kicked } else { Status::Member };
            let bot = state.bot;
            state.set_member(ChatId::from(user), bot, user, status);
        });
    }

    /// Changes what is known of somebody. Nobody is told.
    pub fn renames(&self, user: UserId, change: impl FnOnce(&mut User)) {
        self.shared.change(|state| change(state.user_mut(user)));
    }

    /// Something else than a text comes from somebody: what such a message has besides.
    pub fn happens(&self, chat: ChatId, by: UserId, what: Value) -> MessageId {
        self.shared.change(|state| state.happens(chat, Sender::User(by), what, false))
    }

    /// A group is deleted by its owner. Bots are not told.
    pub fn dissolves(&self, chat: ChatId) {
        self.shared.change(|state| state.chat_mut(chat).dissolved = true);
    }

    /// Closes a topic or opens it again; `None` is General.
    pub fn closes(&self, forum: ChatId, by: UserId, topic: Option<MessageId>, closed: bool) {
        self.shared.change(|state| state.close_topic(forum, by, topic, closed));
    }

    /// Deletes a topic with all that stands in it.
    pub fn deletes_topic(&self, forum: ChatId, topic: MessageId) {
        self.shared.change(|state| state.delete_topic(forum, topic));
    }

    /// A group becomes a supergroup, which has another id and new ids of messages.
    pub fn upgrades(&self, group: ChatId, by: UserId) -> ChatId {
        let title = self.shared.look(|state| state.chat(group).title.clone());
        let supergroup = self.chat(Kind::Supergroup, &title, &[]);
        self.shared.change(|state| {
            let members = state.chat(group).members.clone();
            state.chat_mut(supergroup).members = members;
            state.chat_mut(supergroup).last_id = 0;
            let to = json!({ "migrate_to_chat_id": supergroup.0 });
            state.happens(group, Sender::User(by), to, false);
            let from = json!({ "migrate_from_chat_id": group.0 });
            state.happens(supergroup, Sender::Anonymous, from, false);
            state.chat_mut(group).migrated_to = Some(supergroup);
        });
        supergroup
    }
}
