//! What the bot is told of.

use super::{
    super::{
        channels::Kind,
        state::{APP_ID, BOT, State},
    },
    Session,
};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId, MessageId};

/// What a bot says it wants to be told of.
const GUILDS: u64 = 1 << 0;
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;

impl State {
    /// Begins a session: who the bot is, and the guilds of its shard.
    pub(super) fn begin(&mut self, id: &str, mut session: Session) {
        let theirs = self.guilds.keys().copied();
        let ours: Vec<GuildId> =
            theirs.filter(|guild| self.is_in(*guild) && session.has(Some(*guild))).collect();
        let guilds: Vec<_> =
            ours.iter().map(|guild| json!({ "id": guild, "unavailable": true })).collect();
        let ready = json!({
            "v": 10,
            "user_settings": {},
            "user": self.user(BOT).to_json(),
            "session_type": "normal",
            "session_id": id,
            "resume_gateway_url": self.gateway.url,
            "relationships": [],
            "private_channels": [],
            "presences": [],
            "guilds": guilds,
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "application": { "id": APP_ID, "flags": 0 },
            "shard": [session.shard.0, session.shard.1],
            "_trace": ["fake"],
        });
        session.push("READY", ready);
        if session.intents & GUILDS != 0 {
            for guild in ours.into_iter().filter(|guild| !self.guild(*guild).unavailable) {
                session.push("GUILD_CREATE", self.guild_json(guild));
            }
        }
        self.gateway.sessions.insert(id.to_owned(), session);
    }

    /// Tells those who want to hear of it.
    pub fn tell(&mut self, event: &str, guild: Option<GuildId>, intent: u64, data: &Value) {
        for session in self.gateway.sessions.values_mut() {
            let wants = intent == 0 || session.intents & intent != 0;
            if wants && session.has(guild) {
                session.push(event, data.clone());
            }
        }
    }

    /// Everybody hears of what is asked of the bot.
    pub fn tell_interaction(&mut self, guild: Option<GuildId>, data: Value) {
        self.tell("INTERACTION_CREATE", guild, 0, &data);
    }

    pub fn tell_message(&mut self, event: &str, id: MessageId) {
        let Some((guild, intent)) = self.audience(id) else { return };
        let data = self.told_message(id);
        self.tell(event, guild, intent, &data);
    }

    pub fn tell_deleted(&mut self, id: MessageId) {
        let Some((guild, intent)) = self.audience(id) else { return };
        let mut data = json!({ "id": id, "channel_id": self.message(id).channel });
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild);
        }
        self.tell("MESSAGE_DELETE", guild, intent, &data);
    }

    /// Who hears of a message; `None`: the bot does not see it.
    fn audience(&self, id: MessageId) -> Option<(Option<GuildId>, u64)> {
        let channel = self.channel(self.message(id).channel);
        if !self.rights(channel.id).view {
            return None;
        }
        let intent = if channel.kind == Kind::Dm { DIRECT_MESSAGES } else { GUILD_MESSAGES };
        Some((channel.guild, intent))
    }

    /// Something about a channel or a thread.
    pub fn tell_channel(&mut self, event: &str, id: ChannelId) {
        let guild = self.channel(id).guild;
        if !guild.is_some_and(|guild| self.is_in(guild)) {
            return;
        }
        let data = match event {
            "THREAD_DELETE" => {
                let channel = self.channel(id);
                json!({
                    "id": id,
                    "guild_id": guild,
                    "parent_id": channel.parent,
                    "type": channel.kind.number(),
                })
            }
            _ => self.channel_json(id),
        };
        self.tell(event, guild, GUILDS, &data);
    }

    /// The bot comes into a guild, or can see it again.
    pub fn tell_guild(&mut self, id: GuildId) {
        let data = self.guild_json(id);
        self.tell("GUILD_CREATE", Some(id), GUILDS, &data);
    }

    /// The bot has to leave a guild, or cannot see it now.
    pub fn tell_guild_gone(&mut self, id: GuildId, outage: bool) {
        let data =
            if outage { json!({ "id": id, "unavailable": true }) } else { json!({ "id": id }) };
        self.tell("GUILD_DELETE", Some(id), GUILDS, &data);
    }

    /// Whoever writes into an archived thread opens it again.
    pub fn reopen(&mut self, id: ChannelId) {
        let channel = self.channel_mut(id);
        if channel.archived && !channel.locked {
            channel.archived = false;
            self.tell_channel("THREAD_UPDATE", id);
        }
    }
}
