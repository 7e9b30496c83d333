//! Channels, threads, private chats.

use super::{
    rights::Rights,
    stamp::stamp,
    state::{BOT, State},
};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId, MessageId, UserId};
use time::OffsetDateTime;

/// What a channel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Text,
    /// Somebody and the bot.
    Dm,
    /// Several people without the bot.
    GroupDm,
    Thread,
    /// A channel that has only threads.
    Forum,
}

impl Kind {
    pub fn number(self) -> u8 {
        match self {
            Kind::Text => 0,
            Kind::Dm => 1,
            Kind::GroupDm => 3,
            Kind::Thread => 11,
            Kind::Forum => 15,
        }
    }

    pub fn is_thread(self) -> bool {
        self == Kind::Thread
    }
}

/// A channel.
#[derive(Clone, Debug)]
pub struct Channel {
    pub id: ChannelId,
    pub kind: Kind,
    pub guild: Option<GuildId>,
    /// What a thread belongs to.
    pub parent: Option<ChannelId>,
    pub name: String,
    /// Who is in it, besides the bot, if it is private.
    pub recipients: Vec<UserId>,
    /// What the bot may do.
    pub rights: Rights,
    pub archived: bool,
    pub locked: bool,
    pub deleted: bool,
    pub made: OffsetDateTime,
    pub last: Option<MessageId>,
}

impl Channel {
    pub fn is_private(&self) -> bool {
        matches!(self.kind, Kind::Dm | Kind::GroupDm)
    }
}

impl State {
    /// # Panics
    /// When there is no such channel: the test is wrong.
    pub fn channel(&self, id: ChannelId) -> &Channel {
        self.channels.get(&id).unwrap_or_else(|| panic!("no channel has the id {id}"))
    }

    pub fn channel_mut(&mut self, id: ChannelId) -> &mut Channel {
        self.channels.get_mut(&id).unwrap_or_else(|| panic!("no channel has the id {id}"))
    }

    /// Makes a channel. Nobody is told.
    pub fn make_channel(
        &mut self,
        kind: Kind,
        guild: Option<GuildId>,
        parent: Option<ChannelId>,
        name: &str,
    ) -> ChannelId {
        let id = ChannelId::new(self.ids.channel());
        self.make_channel_as(id, kind, (guild, parent), name)
    }

    /// The same under an id that is given already.
    pub fn make_channel_as(
        &mut self,
        id: ChannelId,
        kind: Kind,
        (guild, parent): (Option<GuildId>, Option<ChannelId>),
        name: &str,
    ) -> ChannelId {
        let channel = Channel {
            id,
            kind,
            guild,
            parent,
            name: name.to_owned(),
            recipients: Vec::new(),
            rights: Rights::default(),
            archived: false,
            locked: false,
            deleted: false,
            made: self.clock.now(),
            last: None,
        };
        self.channels.insert(id, channel);
        id
    }

    /// What the bot may do there. A thread has the rights of its channel.
    pub fn rights(&self, channel: ChannelId) -> Rights {
        let channel = self.channel(channel);
        let none = Rights { view: false, ..Rights::default() };
        match (channel.guild, channel.parent) {
            (Some(guild), _) if !self.is_in(guild) => none,
            (_, Some(parent)) => self.channel(parent).rights,
            _ if channel.kind == Kind::GroupDm => none,
            _ => channel.rights,
        }
    }

    /// Who reads what is written there, besides the bot.
    pub fn readers(&self, channel: ChannelId) -> Vec<UserId> {
        let channel = self.channel(channel);
        match channel.guild {
            Some(guild) => {
                let members = self.guild(guild).members.keys().copied();
                members.filter(|user| *user != BOT).collect()
            }
            None => channel.recipients.clone(),
        }
    }

    pub fn is_reader(&self, channel: ChannelId, user: UserId) -> bool {
        self.readers(channel).contains(&user)
    }

    /// The chat of somebody with the bot, if there is one.
    pub fn dm_of(&self, user: UserId) -> Option<ChannelId> {
        let is = |c: &&Channel| c.kind == Kind::Dm && c.recipients == [user];
        self.channels.values().find(is).map(|channel| channel.id)
    }

    pub fn channel_json(&self, id: ChannelId) -> Value {
        let channel = self.channel(id);
        let mut json = json!({
            "id": id,
            "type": channel.kind.number(),
            "last_message_id": channel.last,
            "flags": 0,
        });
        if channel.is_private() {
            let users = channel.recipients.iter().map(|user| self.user(*user).to_json());
            json["recipients"] = users.collect();
            if channel.kind == Kind::GroupDm {
                json["name"] = json!(channel.name);
                json["owner_id"] = json!(channel.recipients.first());
            }
            return json;
        }
        let guild = channel.guild.unwrap();
        let public = json!({
            "guild_id": guild,
            "name": channel.name,
            "parent_id": channel.parent,
            "rate_limit_per_user": 0,
            "position": 0,
            "permission_overwrites": self.overwrites(channel),
            "topic": null,
            "nsfw": false,
        });
        json.as_object_mut().unwrap().extend(public.as_object().unwrap().clone());
        if channel.kind.is_thread() {
            json["owner_id"] = json!(BOT);
            json["message_count"] = json!(0);
            json["member_count"] = json!(1);
            json["thread_metadata"] = thread_metadata(channel);
        }
        if channel.kind == Kind::Forum {
            json["available_tags"] = json!([]);
            json["default_reaction_emoji"] = json!(null);
            json["default_sort_order"] = json!(null);
            json["default_forum_layout"] = json!(0);
        }
        json
    }

    /// The channel in which an interaction happened, with what the presser may do there.
    pub fn partial_channel(&self, id: ChannelId, user: UserId) -> Value {
        let channel = self.channel(id);
        let mut json = self.channel_json(id);
        if let Some(guild) = channel.guild {
            json["permissions"] = json!(self.permissions(guild, user).to_string());
        }
        json
    }

    fn overwrites(&self, channel: &Channel) -> Value {
        let usual = Rights::default().bits();
        let here = channel.rights.bits();
        if here == usual {
            return json!([]);
        }
        let (allow, deny) = (here & !usual, usual & !here);
        json!([{
            "id": BOT, "type": 1, "allow": allow.to_string(), "deny": deny.to_string(),
        }])
    }
}

fn thread_metadata(channel: &Channel) -> Value {
    json!({
        "archived": channel.archived,
        "auto_archive_duration": 1440,
        "archive_timestamp": stamp(channel.made),
        "locked": channel.locked,
        "create_timestamp": stamp(channel.made),
    })
}
