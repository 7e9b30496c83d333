//! Commands, presses and what is asked while somebody types.

use super::{
    channels::Kind as ChannelKind,
    messages::Message,
    refusal::Refusal,
    state::{BOT, State},
};
use serde_json::Value;
use serenity::model::id::{ChannelId, GuildId, InteractionId, MessageId, UserId};
use time::{Duration, OffsetDateTime};

/// How long the first answer may take.
const PATIENCE: Duration = Duration::seconds(3);
/// How long there may be more.
const LIFE: Duration = Duration::minutes(15);
/// Follow-ups where the app is only installed for somebody.
pub const FEW: usize = 5;

/// Something that somebody asked of the bot.
#[derive(Clone, Debug)]
pub struct Interaction {
    pub id: InteractionId,
    pub token: String,
    pub kind: Kind,
    pub user: UserId,
    pub channel: ChannelId,
    pub guild: Option<GuildId>,
    pub at: OffsetDateTime,
    /// Whether the app is there only because the user has installed it.
    pub only_installed: bool,
    pub answer: Option<Answer>,
    /// What `@original` means: the first answer, or the message with the button.
    pub original: Option<MessageId>,
    pub followups: Vec<MessageId>,
    pub choices: Vec<Choice>,
    /// Whether it is too late, whatever the clock says.
    pub expired: bool,
    /// What the bot was told.
    pub told: Value,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Command(String),
    Press { message: MessageId, custom_id: String },
    Autocomplete(String),
}

/// How it was answered first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// By a message.
    Message,
    /// "Kosti is thinking…".
    Deferred { ephemeral: bool },
    /// The button only stops turning.
    DeferredUpdate,
    /// The message with the button was changed.
    Update,
    /// By what may be typed.
    Choices,
}

/// Something that may be typed.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// In the language of who types.
    pub name: String,
    pub value: Value,
}

impl State {
    /// # Panics
    /// When there is no such interaction: the test is wrong.
    pub fn interaction(&self, id: InteractionId) -> &Interaction {
        self.interactions.get(&id).unwrap_or_else(|| panic!("no interaction has the id {id}"))
    }

    pub fn interaction_mut(&mut self, id: InteractionId) -> &mut Interaction {
        self.interactions.get_mut(&id).unwrap_or_else(|| panic!("no interaction has the id {id}"))
    }

    /// Somebody does something; the bot is told.
    pub fn interact(
        &mut self,
        user: UserId,
        channel: ChannelId,
        kind: Kind,
        data: Value,
    ) -> InteractionId {
        let id = InteractionId::new(self.next_id());
        let guild = self.channel(channel).guild;
        let interaction = Interaction {
            id,
            token: format!("aW50ZXJhY3Rpb246-{id}"),
            kind,
            user,
            channel,
            guild,
            at: self.clock.now(),
            only_installed: self.is_only_installed(channel),
            answer: None,
            original: None,
            followups: Vec::new(),
            choices: Vec::new(),
            expired: false,
            told: Value::Null,
        };
        let told = self.interaction_json(&interaction, data);
        self.interactions.insert(id, Interaction { told: told.clone(), ..interaction });
        self.tell_interaction(guild, told);
        id
    }

    /// Whether nobody but users has the app there.
    pub fn is_only_installed(&self, channel: ChannelId) -> bool {
        let channel = self.channel(channel);
        match channel.guild {
            Some(guild) => !self.is_in(guild),
            None => channel.kind == ChannelKind::GroupDm,
        }
    }

    /// The interaction that waits for its first answer.
    pub fn waiting(&self, id: InteractionId, token: &str) -> Result<&Interaction, Refusal> {
        let found = self.interactions.get(&id).filter(|asked| asked.token == token);
        let asked = found.ok_or_else(|| Refusal::code(10062))?;
        if asked.answer.is_some() {
            return Err(Refusal::code(40060));
        }
        // Only a clock that a test has set lets anything be late.
        let late = self.clock.is_set() && self.clock.now() > asked.at + PATIENCE;
        if asked.expired || late {
            return Err(Refusal::code(10062));
        }
        Ok(asked)
    }

    /// The first interaction that waits for its first answer.
    pub fn open_interaction(&self) -> Option<InteractionId> {
        self.interactions.values().find(|asked| asked.answer.is_none()).map(|asked| asked.id)
    }

    /// The interaction whose answers may be changed, by its token.
    pub fn answered(&self, token: &str) -> Result<&Interaction, Refusal> {
        let found = self.interactions.values().find(|asked| asked.token == token);
        let asked = found.ok_or_else(|| Refusal::code(10015))?;
        let late = self.clock.is_set() && self.clock.now() > asked.at + LIFE;
        if late || asked.expired {
            return Err(Refusal::code(50027));
        }
        if asked.answer.is_none() {
            return Err(Refusal::code(10015));
        }
        Ok(asked)
    }

    /// A message that answers an interaction, ready to be posted.
    pub fn dedicate(&self, id: InteractionId, ephemeral: bool, mut message: Message) -> Message {
        let asked = self.interaction(id);
        message.interaction = Some(id);
        message.only_for = ephemeral.then_some(asked.user);
        if ephemeral {
            message.notified.clear();
        }
        message
    }

    /// "Kosti is thinking…"
    pub fn think(&mut self, id: InteractionId, ephemeral: bool) -> MessageId {
        let channel = self.interaction(id).channel;
        let blank = self.blank(channel, BOT);
        let mut message = self.dedicate(id, ephemeral, blank);
        message.loading = true;
        self.post(message)
    }
}
