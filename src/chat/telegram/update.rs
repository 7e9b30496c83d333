//! What an update of Telegram means.
//!
//! Nothing here asks anybody: an update goes in, events come out.

use super::transport::GENERAL;
use crate::app::{
    command::Command,
    service::{Answers, BotKey, ChatKey, Incoming, Pointed},
    texts::Lang,
};
use teloxide::types::{
    CallbackQuery, CallbackQueryId, Chat, ChatId, ChatKind, ChatMemberUpdated, Me, Message,
    MessageEntity, MessageEntityKind, MessageId, PublicChatKind, Update, UpdateKind, User,
};
use time::OffsetDateTime;

/// The platform's word in the store.
pub const PLATFORM: &str = "telegram";

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// Somebody asks for something.
    Asked(Box<Asked>),
    /// Somebody has pressed what is no button of ours.
    Idle(CallbackQueryId),
    /// The chat has another id.
    Moved {
        /// The id that it had.
        old: ChatId,
        /// The id that it has.
        new: ChatId,
    },
    /// The bot is not in the chat any more.
    Gone(ChatKey),
    /// The bot is in the chat.
    Here {
        /// The chat.
        chat: ChatKey,
        /// The language of whoever let the bot in, if it was not there before.
        welcome: Option<Lang>,
        /// A name for this event.
        event: String,
    },
}

/// What somebody asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) incoming: Incoming,
    /// The chat.
    pub(super) chat: ChatId,
    /// Whether only the asker and the bot are in it.
    pub(super) private: bool,
    /// Who asks, if that is told.
    pub(super) person: Option<ChatId>,
    pub(super) way: Way,
}

/// How it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// By a message.
    Said,
    /// By a button.
    Pressed {
        /// The press, which waits for an answer.
        query: CallbackQueryId,
        /// The message of the button.
        message: Box<Pressed>,
    },
    /// Not at all: it is told of the person.
    Told,
}

/// The message whose button was pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pressed {
    pub(super) id: MessageId,
    /// Its text or caption.
    pub(super) text: String,
    pub(super) entities: Vec<MessageEntity>,
    /// Whether it is a caption.
    pub(super) caption: bool,
    /// Whether it is told where it stands: not of a message that is gone from a chat with
    /// topics.
    pub(super) placed: bool,
}

/// What an update is called as an event.
pub(super) fn name(update: &Update) -> String {
    format!("u{}", update.id.0)
}

/// Reads updates for a bot.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    pub(super) me: Me,
    pub(super) key: BotKey,
}

impl Reader {
    /// What an update means, as it came in at `now`.
    pub(super) fn read(&self, update: &Update, now: OffsetDateTime) -> Vec<Event> {
        let event = name(update);
        match &update.kind {
            UpdateKind::Message(message) => self.message(message, &event),
            UpdateKind::CallbackQuery(query) => vec![self.press(query, event, now)],
            UpdateKind::MyChatMember(change) => {
                self.own_change(change, event).into_iter().collect()
            }
            UpdateKind::ChatMember(change) => self.change(change, event).into_iter().collect(),
            // Edits of messages run nothing again; channels and whatever else there is do
            // not concern us.
            _ => Vec::new(),
        }
    }

    fn key_of(&self, chat: &Chat) -> ChatKey {
        ChatKey {
            platform: self.key.platform.clone(),
            bot_id: self.key.bot_id.clone(),
            chat_id: chat.id.0.to_string(),
        }
    }

    fn message(&self, message: &Message, event: &str) -> Vec<Event> {
        if let Some(new) = message.migrate_to_chat_id() {
            return vec![Event::Moved { old: message.chat.id, new: *new }];
        }
        if let Some(old) = message.migrate_from_chat_id() {
            return vec![Event::Moved { old: *old, new: message.chat.id }];
        }
        if message.chat.is_channel() {
            return Vec::new();
        }
        let told = |(at, user): (usize, &User), command| {
            let event = format!("{event}.{at}");
            self.told(&message.chat, user, command, event, instant(message.date.timestamp()))
        };
        if let Some(members) = message.new_chat_members() {
            let others = members.iter().enumerate().filter(|(_, user)| !user.is_bot);
            return others.map(|one| told(one, Command::Returned)).collect();
        }
        if let Some(user) = message.left_chat_member() {
            let gone = Some((0, user)).filter(|(_, user)| !user.is_bot);
            return gone.map(|one| told(one, Command::Left)).into_iter().collect();
        }
        self.said(message, event.to_owned()).into_iter().collect()
    }

    /// Somebody has come or gone.
    fn told(
        &self,
        chat: &Chat,
        user: &User,
        command: Command,
        event: String,
        at: OffsetDateTime,
    ) -> Event {
        let incoming = Incoming {
            at,
            reply_to: None,
            place: GENERAL.to_owned(),
            ..self.incoming(chat, Some(user), event, command)
        };
        let (chat, person) = (chat.id, Some(ChatId::from(user.id)));
        Event::Asked(Box::new(Asked { incoming, chat, private: false, person, way: Way::Told }))
    }

    /// What comes in from a user, without what a message says more.
    fn incoming(
        &self,
        chat: &Chat,
        user: Option<&User>,
        event: String,
        command: Command,
    ) -> Incoming {
        let tag = user.and_then(|user| user.language_code.as_deref());
        Incoming {
            chat: self.key_of(chat),
            place: GENERAL.to_owned(),
            account: user.map(|user| user.id.0.to_string()).unwrap_or_default(),
            name: user.map(User::full_name).unwrap_or_default(),
            handle: user.and_then(|user| user.username.clone()),
            admin: chat.is_private(),
            masked: user.is_none(),
            pointed: None,
            answers: Answers::Returned,
            event,
            at: OffsetDateTime::UNIX_EPOCH,
            reply_to: None,
            alone: chat.is_private(),
            guest: false,
            locale: tag.map_or(Lang::En, Lang::of_locale),
            own_locale: tag.and_then(Lang::spoken),
            wait: None,
            command,
        }
    }

    fn said(&self, message: &Message, event: String) -> Option<Event> {
        let text = message.text()?;
        // What is passed on from elsewhere was not said here.
        if message.forward_origin().is_some() || message.is_automatic_forward() {
            return None;
        }
        let private = message.chat.is_private();
        let masked = message.sender_chat.is_some();
        let user = message.from.as_ref().filter(|_| !masked);
        if user.is_some_and(|user| user.is_bot) {
            return None;
        }
        let answered = message.reply_to_message().filter(|answered| {
            // In a topic every message answers the one that began it.
            !message.thread_id.is_some_and(|thread| thread.0 == answered.id)
                || answered.forum_topic_created().is_none()
        });
        let own = answered.filter(|answered| self.is_own(answered));
        let (said, mentioned) = self.without_mentions(text, message.entities().unwrap_or(&[]));
        let (said, addressed) = self.addressed(said.trim())?;
        let bare = !said.starts_with('/');
        if bare && !private && own.is_none() {
            return None;
        }
        let command = Command::parse(&said);
        if !private && !addressed && matches!(command, Command::Unknown(_)) {
            return None;
        }
        let of_other = answered.filter(|_| own.is_none()).and_then(author);
        let pointed = mentioned.or(of_other);
        let place = message.thread_id.filter(|_| message.is_topic_message);
        let incoming = Incoming {
            place: place.map_or_else(|| GENERAL.to_owned(), |thread| thread.0.0.to_string()),
            admin: private || masked && is_chat_itself(message),
            pointed,
            answers: Answers::Posted(message.id.0.to_string()),
            at: instant(message.date.timestamp()),
            reply_to: own.map(|own| own.id.0.to_string()),
            ..self.incoming(&message.chat, user, event, command)
        };
        let person = user.map(|user| ChatId::from(user.id));
        let (chat, way) = (message.chat.id, Way::Said);
        Some(Event::Asked(Box::new(Asked { incoming, chat, private, person, way })))
    }

    /// A text without the people who are mentioned in it by other than their names, and the
    /// first of them. A mention of the bot itself is one, too, unless it is addressed by that:
    /// its name stands in front of everything.
    fn without_mentions(
        &self,
        text: &str,
        entities: &[MessageEntity],
    ) -> (String, Option<Pointed>) {
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut kept = Vec::with_capacity(units.len());
        let (mut from, mut mentioned) = (0, None);
        for entity in entities {
            let end = entity.offset.saturating_add(entity.length);
            let part = entity.offset..end.min(units.len());
            let user = match &entity.kind {
                MessageEntityKind::TextMention { user } => user,
                MessageEntityKind::Mention if self.is_called(units.get(part.clone())) => {
                    &self.me.user
                }
                _ => continue,
            };
            kept.extend(units.get(from..part.start).unwrap_or_default());
            from = part.end;
            let addressed = user.id == self.me.user.id && is_blank(&kept);
            if !addressed {
                mentioned.get_or_insert_with(|| point(user));
            }
        }
        kept.extend(&units[from.min(units.len())..]);
        (String::from_utf16_lossy(&kept), mentioned)
    }

    /// Whether a part of a text is the bot's name.
    fn is_called(&self, part: Option<&[u16]>) -> bool {
        let called = String::from_utf16_lossy(part.unwrap_or_default());
        let own = self.me.user.username.as_deref();
        own.is_some_and(|own| called.trim_start_matches('@').eq_ignore_ascii_case(own))
    }

    fn is_own(&self, message: &Message) -> bool {
        message.from.as_ref().is_some_and(|from| from.id == self.me.user.id)
    }

    /// A command without the name of the bot that it is for, and whether one was named;
    /// `None` when it is for another bot.
    fn addressed(&self, said: &str) -> Option<(String, bool)> {
        let word_end = said.find(char::is_whitespace).unwrap_or(said.len());
        let (word, rest) = said.split_at(word_end);
        match word.split_once('@').filter(|_| word.starts_with('/')) {
            None => Some((said.to_owned(), false)),
            Some((command, bot)) => {
                let own = self.me.user.username.as_deref();
                let meant = own.is_some_and(|own| own.eq_ignore_ascii_case(bot));
                meant.then(|| (format!("{command}{rest}"), true))
            }
        }
    }

    fn press(&self, query: &CallbackQuery, event: String, now: OffsetDateTime) -> Event {
        let (Some(data), Some(message)) = (query.data.clone(), query.message.as_ref()) else {
            return Event::Idle(query.id.clone());
        };
        let chat = message.chat();
        let known = message.regular_message();
        let thread = known.and_then(|known| known.thread_id.filter(|_| known.is_topic_message));
        let incoming = Incoming {
            place: thread.map_or_else(|| GENERAL.to_owned(), |thread| thread.0.0.to_string()),
            at: now,
            reply_to: Some(message.id().0.to_string()),
            ..self.incoming(chat, Some(&query.from), event, Command::Press(data))
        };
        let text = known.and_then(|known| known.text().or_else(|| known.caption()));
        let entities =
            known.and_then(|known| known.entities().or_else(|| known.caption_entities()));
        let pressed = Pressed {
            id: message.id(),
            text: text.unwrap_or_default().to_owned(),
            entities: entities.unwrap_or_default().to_vec(),
            caption: known.is_some_and(|known| known.text().is_none()),
            placed: known.is_some() || !has_topics(chat),
        };
        let (private, person) = (chat.is_private(), Some(ChatId::from(query.from.id)));
        let way = Way::Pressed { query: query.id.clone(), message: Box::new(pressed) };
        Event::Asked(Box::new(Asked { incoming, chat: chat.id, private, person, way }))
    }

    /// The bot was let in, thrown out, blocked.
    fn own_change(&self, change: &ChatMemberUpdated, event: String) -> Option<Event> {
        if change.chat.is_channel() {
            return None;
        }
        let chat = self.key_of(&change.chat);
        if !change.new_chat_member.is_present() {
            return Some(Event::Gone(chat));
        }
        let new = !change.old_chat_member.is_present() && !change.chat.is_private();
        let tag = change.from.language_code.as_deref();
        let welcome = new.then(|| tag.map_or(Lang::En, Lang::of_locale));
        Some(Event::Here { chat, welcome, event })
    }

    /// Somebody has come or gone, as a bot hears that is an admin.
    fn change(&self, change: &ChatMemberUpdated, event: String) -> Option<Event> {
        let user = &change.new_chat_member.user;
        let is = change.new_chat_member.is_present();
        if user.is_bot || change.chat.is_channel() || is == change.old_chat_member.is_present() {
            return None;
        }
        let command = if is { Command::Returned } else { Command::Left };
        Some(self.told(&change.chat, user, command, event, instant(change.date.timestamp())))
    }
}

/// Whether a message is from an admin who does not show who it is.
fn is_chat_itself(message: &Message) -> bool {
    message.sender_chat.as_ref().is_some_and(|sender| sender.id == message.chat.id)
}

/// Whether messages of a chat may stand in topics.
fn has_topics(chat: &Chat) -> bool {
    match &chat.kind {
        ChatKind::Public(public) => {
            matches!(&public.kind, PublicChatKind::Supergroup(group) if group.is_forum)
        }
        ChatKind::Private(_) => false,
    }
}

fn point(user: &User) -> Pointed {
    Pointed {
        account: user.id.0.to_string(),
        name: user.full_name(),
        handle: user.username.clone(),
        bot: user.is_bot,
        masked: false,
    }
}

/// Who wrote a message; nobody did what a channel passes on to its group.
fn author(message: &Message) -> Option<Pointed> {
    if message.is_automatic_forward() {
        return None;
    }
    let masked = message.sender_chat.is_some();
    message.from.as_ref().map(|user| Pointed { masked, ..point(user) })
}

fn is_blank(units: &[u16]) -> bool {
    String::from_utf16_lossy(units).trim().is_empty()
}

fn instant(seconds: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}
