//! Guilds and who is in them.

use super::{
    channels::Kind,
    rights::{ADMINISTRATOR, Rights},
    stamp::stamp,
    state::{BOT, State},
};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId, UserId};
use std::collections::BTreeMap;
use time::OffsetDateTime;

/// A server, as people call it.
#[derive(Clone, Debug)]
pub struct Guild {
    pub name: String,
    pub owner: UserId,
    pub members: BTreeMap<UserId, Member>,
    /// A code like `ru` or `en-US`.
    pub locale: String,
    /// How large a file may be.
    pub file_limit: u64,
    /// Whether an outage hides it.
    pub unavailable: bool,
}

/// Somebody in a guild.
#[derive(Clone, Debug)]
pub struct Member {
    pub nick: Option<String>,
    pub is_admin: bool,
    pub joined: OffsetDateTime,
}

impl Member {
    pub fn new(joined: OffsetDateTime) -> Self {
        Member { nick: None, is_admin: false, joined }
    }

    fn to_json(&self) -> Value {
        json!({
            "nick": self.nick,
            "avatar": null,
            "banner": null,
            "roles": [],
            "joined_at": stamp(self.joined),
            "premium_since": null,
            "flags": 0,
            "pending": false,
            "communication_disabled_until": null,
        })
    }
}

impl State {
    /// # Panics
    /// When there is no such guild: the test is wrong.
    pub fn guild(&self, id: GuildId) -> &Guild {
        self.guilds.get(&id).unwrap_or_else(|| panic!("no guild has the id {id}"))
    }

    pub fn guild_mut(&mut self, id: GuildId) -> &mut Guild {
        self.guilds.get_mut(&id).unwrap_or_else(|| panic!("no guild has the id {id}"))
    }

    /// Whether the bot is in a guild.
    pub fn is_in(&self, guild: GuildId) -> bool {
        self.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&BOT))
    }

    /// What somebody is called where he is seen.
    pub fn name_in(&self, guild: Option<GuildId>, user: UserId) -> &str {
        let member = guild.and_then(|guild| self.guild(guild).members.get(&user));
        let nick = member.and_then(|member| member.nick.as_deref());
        nick.unwrap_or_else(|| self.user(user).shown())
    }

    /// A member without the user, as messages and resolved options have it.
    pub fn partial_member(&self, guild: GuildId, user: UserId) -> Option<Value> {
        let member = self.guild(guild).members.get(&user)?;
        let mut json = member.to_json();
        json["deaf"] = json!(false);
        json["mute"] = json!(false);
        Some(json)
    }

    /// A member as REST and events have it.
    pub fn member(&self, guild: GuildId, user: UserId) -> Option<Value> {
        let mut json = self.partial_member(guild, user)?;
        json["user"] = self.user(user).to_json();
        Some(json)
    }

    /// A member of a resolved option: with rights, without ears.
    pub fn resolved_member(&self, guild: GuildId, user: UserId) -> Option<Value> {
        let mut json = self.guild(guild).members.get(&user)?.to_json();
        json["permissions"] = json!(self.permissions(guild, user).to_string());
        Some(json)
    }

    /// What somebody may do in a guild, as bits.
    pub fn permissions(&self, guild: GuildId, user: UserId) -> u64 {
        let guild = self.guild(guild);
        let admin = guild.members.get(&user).is_some_and(|member| member.is_admin);
        let all = admin || guild.owner == user;
        Rights::default().bits() | if all { ADMINISTRATOR } else { 0 }
    }

    /// The channels of a guild that are no threads.
    pub fn channels_of(&self, guild: GuildId) -> impl Iterator<Item = ChannelId> {
        let is = move |c: &&super::channels::Channel| {
            c.guild == Some(guild) && !c.kind.is_thread() && !c.deleted && c.kind != Kind::Dm
        };
        self.channels.values().filter(is).map(|channel| channel.id)
    }
}
