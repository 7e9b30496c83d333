//! What an event of Discord's gateway means.
//!
//! Nothing here asks anybody: an event goes in, what happened comes out.

use super::{commands, places::Kind};
use crate::app::{
    command::Command,
    service::{Answers, BotKey, ChatKey, Incoming, Pointed},
    suggest::MatchNo,
    texts::Lang,
};
use serenity::all::{
    AuthorizingIntegrationOwner, ChannelId, ChannelType, CommandInteraction, ComponentInteraction,
    Event as Gateway, Guild, GuildId, Interaction, InteractionContext, Member, Message,
    MessageFlags, Permissions, User, UserId,
};
use std::fmt;
use time::OffsetDateTime;

/// The platform's word in the store.
pub const PLATFORM: &str = "discord";

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// Somebody asks for something.
    Asked(Box<Asked>),
    /// Somebody types an action.
    Completes(Box<Completes>),
    /// Something that needs an answer cannot be read.
    Unread(Ticket),
    /// The bot is not in the server any more.
    Gone(ChatKey),
    /// The bot is in the server.
    Here {
        /// The server.
        chat: ChatKey,
        /// Where it is told that the bot has come, when it has come just now.
        welcome: Option<String>,
        /// The server's language.
        lang: Lang,
        /// A name for this event.
        event: String,
    },
    /// A channel or thread is not there any more.
    PlaceGone {
        /// The server.
        chat: ChatKey,
        /// The channel.
        place: String,
        /// The channel in which the thread was.
        above: Option<String>,
    },
}

/// What an answer to an interaction needs.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Ticket {
    /// The id of the interaction.
    pub(super) id: String,
    /// What lets us answer it, for 15 minutes.
    pub(super) token: String,
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket").field("id", &self.id).finish_non_exhaustive()
    }
}

/// What somebody asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) incoming: Incoming,
    pub(super) way: Way,
    /// What may be done where it was asked, if that is told.
    pub(super) rights: Option<Rights>,
}

/// How it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// By a message.
    Said,
    /// By a command.
    Typed(Ticket),
    /// By a button.
    Pressed(Ticket, Box<Pressed>),
}

/// The message whose button was pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pressed {
    pub(super) id: String,
    /// Its text, with its markup.
    pub(super) markup: String,
    /// The ids of its files, which an edit has to name to keep them.
    pub(super) files: Vec<String>,
    /// Whether only the presser sees it.
    pub(super) alone: bool,
}

/// What the bot may do in a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rights {
    /// Write there without having been asked.
    pub(super) write: bool,
    /// Show pictures there.
    pub(super) attach: bool,
}

/// Somebody types an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Completes {
    pub(super) ticket: Ticket,
    pub(super) chat: ChatKey,
    pub(super) place: String,
    pub(super) account: String,
    pub(super) number: Option<MatchNo>,
    pub(super) typed: String,
}

/// The least that a file may have: a long animation.
const FILE: u32 = 5 << 20;
/// How long ago the bot may have come for it to be told.
const JUST_NOW: time::Duration = time::Duration::hours(1);

/// Reads events for a bot.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    pub(super) me: UserId,
    pub(super) key: BotKey,
}

/// Where and by whom an interaction was made.
struct Scene<'a> {
    guild: Option<GuildId>,
    channel: ChannelId,
    context: Option<InteractionContext>,
    owners: &'a [AuthorizingIntegrationOwner],
    user: &'a User,
    member: Option<&'a Member>,
    rights: Option<Permissions>,
    thread: bool,
    file_limit: u32,
    locale: &'a str,
    guild_locale: Option<&'a str>,
}

macro_rules! scene {
    ($it:expr) => {
        Scene {
            guild: $it.guild_id,
            channel: $it.channel_id,
            context: $it.context,
            owners: &$it.authorizing_integration_owners.0,
            user: &$it.user,
            member: $it.member.as_deref_member(),
            rights: $it.app_permissions,
            thread: $it.channel.as_ref().is_some_and(|channel| is_thread(channel.kind)),
            file_limit: $it.attachment_size_limit,
            locale: &$it.locale,
            guild_locale: $it.guild_locale.as_deref(),
        }
    };
}

/// A member as different interactions hold it.
trait AsMember {
    fn as_deref_member(&self) -> Option<&Member>;
}

impl AsMember for Option<Box<Member>> {
    fn as_deref_member(&self) -> Option<&Member> {
        self.as_deref()
    }
}

impl AsMember for Option<Member> {
    fn as_deref_member(&self) -> Option<&Member> {
        self.as_ref()
    }
}

const fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::NewsThread | ChannelType::PublicThread | ChannelType::PrivateThread)
}

impl Reader {
    /// What an event means, as it came in at `now`.
    pub(super) fn read(&self, event: &Gateway, now: OffsetDateTime) -> Option<Event> {
        match event {
            Gateway::InteractionCreate(event) => self.interaction(&event.interaction, now),
            Gateway::MessageCreate(event) => self.said(&event.message),
            Gateway::GuildCreate(event) => Some(self.here(&event.guild, now)),
            // Unavailable is out of order, not left.
            Gateway::GuildDelete(event) if !event.guild.unavailable => {
                Some(Event::Gone(self.key_of(Kind::Guild, event.guild.id.get())))
            }
            Gateway::ChannelDelete(event) => {
                let channel = &event.channel;
                let chat = self.key_of(Kind::Guild, channel.guild_id.get());
                Some(Event::PlaceGone { chat, place: channel.id.to_string(), above: None })
            }
            Gateway::ThreadDelete(event) => {
                let thread = &event.thread;
                let chat = self.key_of(Kind::Guild, thread.guild_id.get());
                let above = Some(thread.parent_id.to_string());
                Some(Event::PlaceGone { chat, place: thread.id.to_string(), above })
            }
            Gateway::Unknown(event) if event.kind == "INTERACTION_CREATE" => {
                let text = |key| event.value.get(key).and_then(|value| value.as_str());
                let (id, token) = (text("id")?.to_owned(), text("token")?.to_owned());
                Some(Event::Unread(Ticket { id, token }))
            }
            _ => None,
        }
    }

    fn key_of(&self, kind: Kind, id: u64) -> ChatKey {
        let BotKey { platform, bot_id } = self.key.clone();
        ChatKey { platform, bot_id, chat_id: kind.chat_id(id) }
    }

    fn here(&self, guild: &Guild, now: OffsetDateTime) -> Event {
        let joined = guild.joined_at.unix_timestamp();
        let new = now.unix_timestamp() - joined < JUST_NOW.whole_seconds();
        let first = || {
            let texts = guild.channels.values().filter(|one| one.kind == ChannelType::Text);
            texts.min_by_key(|channel| (channel.position, channel.id)).map(|one| one.id)
        };
        let place = new.then(|| guild.system_channel_id.or_else(first)).flatten();
        Event::Here {
            chat: self.key_of(Kind::Guild, guild.id.get()),
            welcome: place.map(|place| place.to_string()),
            lang: Lang::of_locale(&guild.preferred_locale),
            event: format!("j{joined}"),
        }
    }

    fn interaction(&self, interaction: &Interaction, now: OffsetDateTime) -> Option<Event> {
        match interaction {
            Interaction::Command(it) => Some(self.typed(it, now)),
            Interaction::Component(it) => Some(self.press(it, now)),
            Interaction::Autocomplete(it) => {
                let scene = scene!(it);
                let text = it.data.autocomplete().filter(|option| option.name == commands::ACTION);
                let typed = text.map(|option| option.value.to_owned()).unwrap_or_default();
                let number = it.data.options.iter().find(|one| one.name == commands::NUMBER);
                let number = number.and_then(|one| one.value.as_i64()?.try_into().ok());
                Some(Event::Completes(Box::new(Completes {
                    ticket: Ticket { id: it.id.to_string(), token: it.token.clone() },
                    chat: self.chat_of(&scene).0,
                    place: it.channel_id.to_string(),
                    account: it.user.id.to_string(),
                    number: number.map(MatchNo),
                    typed,
                })))
            }
            _ => None,
        }
    }

    /// The chat of an interaction, and what it is.
    fn chat_of(&self, scene: &Scene<'_>) -> (ChatKey, Kind) {
        let installed = scene
            .owners
            .iter()
            .any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(Some(_))));
        let channel = scene.channel.get();
        match (scene.guild, scene.context) {
            (Some(guild), _) if installed || scene.owners.is_empty() => {
                (self.key_of(Kind::Guild, guild.get()), Kind::Guild)
            }
            (None, None | Some(InteractionContext::BotDm)) => {
                (self.key_of(Kind::Direct, channel), Kind::Direct)
            }
            _ => (self.key_of(Kind::Guest, channel), Kind::Guest),
        }
    }

    /// What comes in by an interaction.
    fn incoming(
        &self,
        scene: &Scene<'_>,
        (event, at): (String, OffsetDateTime),
        command: Command,
        pointed: Option<Pointed>,
    ) -> (Incoming, Option<Rights>) {
        let (chat, kind) = self.chat_of(scene);
        let rules = Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD;
        let rights = scene.member.and_then(|member| member.permissions);
        let nick = scene.member.and_then(|member| member.nick.clone());
        let alone = kind == Kind::Direct;
        let incoming = Incoming {
            chat,
            place: scene.channel.to_string(),
            account: scene.user.id.to_string(),
            name: nick.unwrap_or_else(|| scene.user.display_name().to_owned()),
            handle: Some(scene.user.name.clone()),
            admin: alone || rights.is_some_and(|rights| rights.intersects(rules)),
            masked: false,
            pointed,
            answers: Answers::Returned,
            event: format!("i{event}"),
            at,
            reply_to: None,
            alone,
            guest: kind == Kind::Guest,
            locale: Lang::of_locale(scene.guild_locale.unwrap_or(scene.locale)),
            own_locale: Lang::spoken(scene.locale),
            wait: None,
            command,
        };
        (incoming, scene.rights.filter(|_| kind == Kind::Guild).map(|all| rights_of(all, scene)))
    }

    fn typed(&self, it: &CommandInteraction, now: OffsetDateTime) -> Event {
        let (line, pointed) = commands::line(&it.data);
        let command = Command::parse(&line);
        let event = (it.id.to_string(), now);
        let (incoming, rights) = self.incoming(&scene!(it), event, command, pointed);
        let ticket = Ticket { id: it.id.to_string(), token: it.token.clone() };
        Event::Asked(Box::new(Asked { incoming, way: Way::Typed(ticket), rights }))
    }

    fn press(&self, it: &ComponentInteraction, now: OffsetDateTime) -> Event {
        let command = Command::Press(it.data.custom_id.clone());
        let event = (it.id.to_string(), now);
        let (incoming, rights) = self.incoming(&scene!(it), event, command, None);
        let message = &it.message;
        let alone = message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
        // What only the presser sees is not known to the store, and is taken away here.
        let reply_to = (!alone).then(|| message.id.to_string());
        let pressed = Pressed {
            id: message.id.to_string(),
            markup: message.content.clone(),
            files: message.attachments.iter().map(|file| file.id.to_string()).collect(),
            alone,
        };
        let ticket = Ticket { id: it.id.to_string(), token: it.token.clone() };
        let way = Way::Pressed(ticket, Box::new(pressed));
        let incoming = Incoming { reply_to, ..incoming };
        Event::Asked(Box::new(Asked { incoming, way, rights }))
    }

    /// A message that is for the bot: said to it alone, calling it, or answering it. Discord
    /// lets us read no other.
    fn said(&self, message: &Message) -> Option<Event> {
        if message.author.bot || message.webhook_id.is_some() {
            return None;
        }
        let answered = message.referenced_message.as_deref();
        let own = answered.filter(|answered| answered.author.id == self.me);
        let called = [format!("<@{}>", self.me), format!("<@!{}>", self.me)];
        let calls = called.iter().any(|called| message.content.contains(called.as_str()));
        let alone = message.guild_id.is_none();
        if message.content.is_empty() || !(alone || calls || own.is_some()) {
            return None;
        }
        let mut said = message.content.clone();
        for called in &called {
            said = said.replace(called.as_str(), "");
        }
        let other = message.mentions.iter().find(|user| user.id != self.me);
        if let Some(other) = other {
            for called in [format!("<@{}>", other.id), format!("<@!{}>", other.id)] {
                said = said.replace(&called, "");
            }
        }
        let of_other = answered.filter(|_| own.is_none()).map(|answered| &answered.author);
        let pointed = other.or(of_other).map(|user| commands::point(user, None));
        // A message that only calls the bot asks what there is to say.
        let said = Some(said.trim()).filter(|said| !said.is_empty()).unwrap_or("/help");
        let command = Command::parse(said);
        let (kind, id) = match message.guild_id {
            Some(guild) => (Kind::Guild, guild.get()),
            None => (Kind::Direct, message.channel_id.get()),
        };
        let nick = message.member.as_ref().and_then(|member| member.nick.clone());
        let incoming = Incoming {
            chat: self.key_of(kind, id),
            place: message.channel_id.to_string(),
            account: message.author.id.to_string(),
            name: nick.unwrap_or_else(|| message.author.display_name().to_owned()),
            handle: Some(message.author.name.clone()),
            admin: alone,
            masked: false,
            pointed,
            answers: Answers::Posted(message.id.to_string()),
            event: format!("m{}", message.id),
            at: *message.timestamp,
            reply_to: own.map(|own| own.id.to_string()),
            alone,
            guest: false,
            locale: Lang::En,
            own_locale: None,
            wait: None,
            command,
        };
        Some(Event::Asked(Box::new(Asked { incoming, way: Way::Said, rights: None })))
    }
}

fn rights_of(all: Permissions, scene: &Scene<'_>) -> Rights {
    let send = if scene.thread {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    };
    let can = |wanted| all.administrator() || all.contains(wanted);
    Rights {
        write: can(Permissions::VIEW_CHANNEL | send),
        attach: can(Permissions::ATTACH_FILES) && scene.file_limit >= FILE,
    }
}
