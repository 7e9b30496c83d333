//! Messages.

use super::{
    ask::number,
    buttons::{Button, Rows},
    embeds::Embed,
    files::File,
    markdown,
    state::{BOT, State},
};
use serenity::model::id::{ChannelId, GuildId, InteractionId, MessageId, UserId};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// The message makes no sound.
pub const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// Nobody sees the message but who is answered.
pub const EPHEMERAL: u64 = 1 << 6;
/// Links get no previews.
pub const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// "Kosti is thinking…".
const LOADING: u64 = 1 << 7;

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    pub id: MessageId,
    pub channel: ChannelId,
    pub guild: Option<GuildId>,
    pub author: UserId,
    pub at: OffsetDateTime,
    pub edited: Option<OffsetDateTime>,
    /// As it was sent.
    pub content: String,
    pub embeds: Vec<Embed>,
    pub rows: Rows,
    pub files: Vec<File>,
    pub silent: bool,
    pub suppresses_embeds: bool,
    /// Whom nobody else sees it.
    pub only_for: Option<UserId>,
    /// What it answers.
    pub reply_to: Option<MessageId>,
    /// The press or the command that it comes from.
    pub interaction: Option<InteractionId>,
    /// "Kosti is thinking…": there is no answer yet.
    pub loading: bool,
    /// Whom it names, as the message says it.
    pub mentions: Vec<UserId>,
    /// Who was called by name when it was sent. Edits call nobody.
    pub notified: Vec<UserId>,
    pub nonce: Option<String>,
    /// How often it was edited.
    pub edits: usize,
    pub deleted: bool,
    /// Whether the test has looked at it, if the bot sent it.
    pub read: bool,
    /// What stands for mentions where it is read.
    pub names: BTreeMap<(String, u64), String>,
}

impl Message {
    /// The text as it is read.
    pub fn plain(&self) -> String {
        self.shown().plain
    }

    /// Addresses that can be followed.
    pub fn links(&self) -> Vec<String> {
        self.shown().links
    }

    fn shown(&self) -> markdown::Shown {
        let name = |sign: &str, id| self.names.get(&(sign.to_owned(), id)).cloned();
        markdown::show(&self.content, &name)
    }

    pub fn is_ephemeral(&self) -> bool {
        self.only_for.is_some()
    }

    /// The labels of its buttons, row by row.
    pub fn labels(&self) -> Vec<Vec<&str>> {
        self.rows.iter().map(|row| row.iter().map(|b| b.label.as_str()).collect()).collect()
    }

    pub fn buttons(&self) -> impl Iterator<Item = &Button> {
        self.rows.iter().flatten()
    }

    /// The button with this label, else with this custom id.
    pub fn button(&self, wanted: &str) -> Option<&Button> {
        let by_label = self.buttons().find(|button| button.label == wanted);
        by_label.or_else(|| self.buttons().find(|b| b.custom_id.as_deref() == Some(wanted)))
    }

    /// The only file.
    ///
    /// # Panics
    /// When there is not one.
    pub fn file(&self) -> &File {
        assert_eq!(self.files.len(), 1, "files of {:?}", self.content);
        &self.files[0]
    }

    pub fn flags(&self) -> u64 {
        let flags = [
            (self.silent, SUPPRESS_NOTIFICATIONS),
            (self.suppresses_embeds, SUPPRESS_EMBEDS),
            (self.is_ephemeral(), EPHEMERAL),
            (self.loading, LOADING),
        ];
        flags.iter().filter(|(has, _)| *has).map(|(_, flag)| flag).sum()
    }

    /// Whether there is nothing to be seen in it.
    pub fn is_empty(&self) -> bool {
        self.content.trim().is_empty() && self.embeds.is_empty() && self.files.is_empty()
    }
}

impl State {
    /// The next message of a channel, with nothing in it yet.
    pub fn blank(&mut self, channel: ChannelId, author: UserId) -> Message {
        let guild = self.channel(channel).guild;
        Message {
            id: MessageId::new(self.next_id()),
            channel,
            guild,
            author,
            at: self.clock.now(),
            edited: None,
            content: String::new(),
            embeds: Vec::new(),
            rows: Vec::new(),
            files: Vec::new(),
            silent: false,
            suppresses_embeds: false,
            only_for: None,
            reply_to: None,
            interaction: None,
            loading: false,
            mentions: Vec::new(),
            notified: Vec::new(),
            nonce: None,
            edits: 0,
            deleted: false,
            read: author != BOT,
            names: BTreeMap::new(),
        }
    }

    /// Puts a message into its channel and tells the bot.
    pub fn post(&mut self, message: Message) -> MessageId {
        let (id, channel) = (message.id, message.channel);
        let ephemeral = message.is_ephemeral();
        self.messages.insert(id, message);
        if !ephemeral {
            self.channel_mut(channel).last = Some(id);
            self.reopen(channel);
            self.tell_message("MESSAGE_CREATE", id);
        }
        id
    }

    /// Takes a message away and tells the bot.
    pub fn delete(&mut self, id: MessageId) {
        let message = self.message_mut(id);
        message.deleted = true;
        let ephemeral = message.is_ephemeral();
        if !ephemeral {
            self.tell_deleted(id);
        }
    }

    /// # Panics
    /// When there is no such message: the test is wrong.
    pub fn message(&self, id: MessageId) -> &Message {
        self.messages.get(&id).unwrap_or_else(|| panic!("no message has the id {id}"))
    }

    pub fn message_mut(&mut self, id: MessageId) -> &mut Message {
        self.messages.get_mut(&id).unwrap_or_else(|| panic!("no message has the id {id}"))
    }

    /// A message as it is seen now.
    pub fn seen(&self, id: MessageId) -> Message {
        let mut message = self.message(id).clone();
        for (at, _) in message.content.match_indices('<') {
            let rest = &message.content[at + 1..];
            let id = rest.trim_start_matches(['@', '!', '#', '&']).split('>').next();
            let Some(id) = id.and_then(number) else { continue };
            let name = match rest.chars().next() {
                Some('@') if self.users.contains_key(&UserId::new(id)) => {
                    format!("@{}", self.name_in(message.guild, UserId::new(id)))
                }
                Some('#') if self.channels.contains_key(&ChannelId::new(id)) => {
                    format!("#{}", self.channel(ChannelId::new(id)).name)
                }
                _ => continue,
            };
            message.names.insert((rest[..1].to_owned(), id), name);
        }
        message
    }

    /// What the bot has sent to a channel for everybody and what still stands there.
    pub fn standing(&self, channel: ChannelId) -> Vec<MessageId> {
        let is = |message: &&Message| {
            message.channel == channel
                && message.author == BOT
                && !message.deleted
                && !message.is_ephemeral()
                && !message.loading
        };
        self.messages.values().filter(is).map(|message| message.id).collect()
    }
}
