//! What a message is to be, as the bot says it.

use super::{
    ask::{Parts, snowflake},
    buttons::{self, Rows},
    channels::Channel,
    embeds::Embed,
    fields,
    files::{FILE_LIMIT, Files},
    mentions::{Allowed, named},
    messages::{EPHEMERAL, Message, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS},
    refusal::Refusal,
    state::{BOT, State},
};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, MessageId, UserId};

const CONTENT: usize = 2000;
const NONCE: usize = 25;

/// What a message is to be; `None`: as it is.
#[derive(Clone, Debug)]
pub struct Draft {
    content: Option<String>,
    embeds: Option<Vec<Embed>>,
    rows: Option<Rows>,
    files: Files,
    allowed: Allowed,
    flags: Option<u64>,
    pub nonce: Option<String>,
    pub enforces_nonce: bool,
    pub reply: Option<Reply>,
}

/// What it answers.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    pub to: MessageId,
    pub or_fail: bool,
}

/// What a new message may say.
const NEW: &str = "content embeds components attachments allowed_mentions flags tts nonce enforce_nonce \
    message_reference sticker_ids poll username avatar_url";
/// What may be said when a message is changed.
const EDIT: &str = "content embeds components attachments allowed_mentions flags tts";

impl Draft {
    /// A new message.
    pub fn new(
        state: &mut State,
        at: &str,
        channel: ChannelId,
        body: &Value,
        files: &Parts,
    ) -> Result<Self, Refusal> {
        Draft::read(state, at, channel, body, files, NEW)
    }

    /// A change of a message.
    pub fn edit(
        state: &mut State,
        at: &str,
        channel: ChannelId,
        body: &Value,
        files: &Parts,
    ) -> Result<Self, Refusal> {
        let draft = Draft::read(state, at, channel, body, files, EDIT)?;
        if draft.files.has_new() && draft.files.kept.is_none() {
            state.violation(format!("{at}: files, but no list of those that stay"));
        }
        Ok(draft)
    }

    fn read(
        state: &mut State,
        at: &str,
        channel: ChannelId,
        body: &Value,
        parts: &Parts,
        known: &str,
    ) -> Result<Self, Refusal> {
        fields::check(&mut state.violations, at, body, known);
        for unused in ["sticker_ids", "poll", "username", "avatar_url"] {
            let empty = body[unused].is_null() || body[unused] == json!([]);
            if !empty {
                state.violation(format!("{at}: {unused} is not known here"));
            }
        }
        let has = |key: &str| body.get(key).is_some();
        let content = body["content"].as_str().unwrap_or_default();
        if content.chars().count() > CONTENT {
            let message = "Must be 2000 or fewer in length.";
            return Err(Refusal::form("content", "BASE_TYPE_MAX_LENGTH", message));
        }
        let nonce = match &body["nonce"] {
            Value::Null => None,
            Value::String(nonce) => Some(nonce.clone()),
            number => Some(number.to_string()),
        };
        if nonce.as_ref().is_some_and(|nonce| nonce.chars().count() > NONCE) {
            let message = "Must be 25 or fewer in length.";
            return Err(Refusal::form("nonce", "BASE_TYPE_MAX_LENGTH", message));
        }
        let embeds = Embed::read_all(&mut state.violations, body)?;
        let rows = buttons::read_all(&mut state.violations, body)?;
        let limit = state.file_limit(channel);
        let files = Files::read(&mut state.violations, body, parts, limit)?;
        Ok(Draft {
            content: has("content").then(|| content.to_owned()),
            embeds: has("embeds").then_some(embeds),
            rows: has("components").then_some(rows),
            files,
            allowed: Allowed::read(state, body)?,
            flags: body["flags"].as_u64(),
            nonce,
            enforces_nonce: body["enforce_nonce"].as_bool().unwrap_or(false),
            reply: Reply::read(state, at, body)?,
        })
    }

    /// Whether only the one who is answered is to see it.
    pub fn is_ephemeral(&self) -> bool {
        self.flags.unwrap_or(0) & EPHEMERAL != 0
    }

    /// Whether it says something that the right to attach or to embed is needed for.
    pub fn has_files(&self) -> bool {
        self.files.has_new()
    }

    pub fn has_embeds(&self) -> bool {
        self.embeds.as_ref().is_some_and(|embeds| !embeds.is_empty())
    }
}

impl Reply {
    fn read(state: &mut State, at: &str, body: &Value) -> Result<Option<Reply>, Refusal> {
        let json = &body["message_reference"];
        if json.is_null() {
            return Ok(None);
        }
        let known = "type message_id channel_id guild_id fail_if_not_exists";
        fields::check(&mut state.violations, at, json, known);
        let to = snowflake(&json["message_id"]);
        let to = to.ok_or_else(|| Refusal::required("message_reference.message_id"))?;
        let or_fail = json["fail_if_not_exists"].as_bool().unwrap_or(true);
        Ok(Some(Reply { to: MessageId::new(to), or_fail }))
    }
}

impl State {
    /// Gives a message what a draft says; whom it names is counted anew.
    pub fn fill(&mut self, message: &mut Message, draft: &Draft) -> Result<(), Refusal> {
        let files = self.settle_files(message.channel, &message.files, &draft.files)?;
        message.files = files;
        if let Some(content) = &draft.content {
            message.content = content.trim().to_owned();
        }
        if let Some(embeds) = &draft.embeds {
            message.embeds = embeds.clone();
        }
        if let Some(rows) = &draft.rows {
            message.rows = rows.clone();
        }
        if let Some(flags) = draft.flags {
            message.suppresses_embeds = flags & SUPPRESS_EMBEDS != 0;
        }
        let named = named(&message.content).into_iter();
        message.mentions = named.filter(|user| self.users.contains_key(user)).collect();
        if message.is_empty() {
            return Err(Refusal::code(50006));
        }
        for embed in &message.embeds {
            self.find_picture(message, embed.image.as_deref());
        }
        Ok(())
    }

    /// A picture of an embed that shows a file which is not there shows nothing.
    fn find_picture(&mut self, message: &Message, image: Option<&str>) {
        let name = image.and_then(|image| image.strip_prefix("attachment://"));
        if let Some(name) = name
            && !message.files.iter().any(|file| file.name == name)
        {
            self.violation(format!("an embed shows {name}, which the message does not have"));
        }
    }

    /// A new message of the bot, ready to be posted.
    pub fn compose(&mut self, channel: ChannelId, draft: &Draft) -> Result<Message, Refusal> {
        let mut message = self.blank(channel, BOT);
        message.silent = draft.flags.unwrap_or(0) & SUPPRESS_NOTIFICATIONS != 0;
        message.nonce.clone_from(&draft.nonce);
        let original = draft.reply.map(|reply| (reply, self.find_original(channel, reply.to)));
        if let Some((reply, found)) = original {
            if !found && reply.or_fail {
                let code = "MESSAGE_REFERENCE_UNKNOWN_MESSAGE";
                return Err(Refusal::form("message_reference", code, "Unknown message"));
            }
            message.reply_to = found.then_some(reply.to);
        }
        self.fill(&mut message, draft)?;
        message.notified = self.called(&message, draft);
        Ok(message)
    }

    fn find_original(&self, channel: ChannelId, id: MessageId) -> bool {
        let is = |m: &Message| m.channel == channel && !m.deleted && !m.is_ephemeral();
        self.messages.get(&id).is_some_and(is)
    }

    /// Who hears of a new message because it calls them.
    fn called(&self, message: &Message, draft: &Draft) -> Vec<UserId> {
        if message.silent {
            return Vec::new();
        }
        let readers = self.readers(message.channel);
        let everyone = draft.allowed.calls_everyone(&message.content)
            && self.rights(message.channel).mention_everyone;
        if everyone {
            return readers;
        }
        let original = message.reply_to.filter(|_| draft.allowed.replied);
        let answered = original.map(|original| self.message(original).author);
        let named = message.mentions.iter().copied();
        let mut called: Vec<UserId> = named.filter(|user| draft.allowed.allows(*user)).collect();
        called.extend(answered.filter(|user| !called.contains(user)));
        called.retain(|user| readers.contains(user) && !self.user(*user).is_bot);
        called
    }

    /// How large a file may be in a channel.
    pub fn file_limit(&self, channel: ChannelId) -> u64 {
        let of = |channel: &Channel| channel.guild.map(|guild| self.guild(guild).file_limit);
        of(self.channel(channel)).unwrap_or(FILE_LIMIT)
    }
}
