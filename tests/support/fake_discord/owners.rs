//! What those do who run a guild, and what happens to it.

use super::{FakeDiscord, guilds::Guild, rights::Rights, state::BOT};
use serenity::model::id::{ChannelId, GuildId, UserId};

impl FakeDiscord {
    /// Changes what is known of a guild. Nobody is told.
    pub fn changes_guild(&self, guild: GuildId, change: impl FnOnce(&mut Guild)) {
        self.shared.change(|state| change(state.guild_mut(guild)));
    }

    /// Whether somebody may do everything in a guild.
    pub fn admin(&self, guild: GuildId, user: UserId, is_admin: bool) {
        self.changes_member(guild, user, |member| member.is_admin = is_admin);
    }

    /// What the bot may do in a channel from now on.
    pub fn permits(&self, channel: ChannelId, change: impl FnOnce(&mut Rights)) {
        self.shared.change(|state| {
            change(&mut state.channel_mut(channel).rights);
            state.tell_channel("CHANNEL_UPDATE", channel);
        });
    }

    /// The bot comes into a guild.
    pub fn invites_bot(&self, guild: GuildId) {
        self.shared.change(|state| {
            state.enter(guild, BOT);
            state.tell_guild(guild);
        });
    }

    /// The bot is thrown out of a guild.
    pub fn removes_bot(&self, guild: GuildId) {
        self.shared.change(|state| {
            state.tell_guild_gone(guild, false);
            state.guild_mut(guild).members.remove(&BOT);
        });
    }

    /// An outage hides a guild, or is over.
    pub fn outage(&self, guild: GuildId, unavailable: bool) {
        self.shared.change(|state| {
            state.guild_mut(guild).unavailable = unavailable;
            if unavailable {
                state.tell_guild_gone(guild, true);
            } else {
                state.tell_guild(guild);
            }
        });
    }

    /// A channel or a thread is deleted, with its threads.
    pub fn deletes_channel(&self, channel: ChannelId) {
        self.shared.change(|state| {
            let inner = state.channels.values().filter(|c| c.parent == Some(channel));
            let inner: Vec<ChannelId> = inner.map(|channel| channel.id).collect();
            for id in inner.into_iter().chain([channel]) {
                state.channel_mut(id).deleted = true;
            }
            let is_thread = state.channel(channel).kind.is_thread();
            let event = if is_thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
            state.tell_channel(event, channel);
        });
    }

    /// A thread is archived: whoever writes opens it again, unless it is locked.
    pub fn archives(&self, thread: ChannelId, locked: bool) {
        self.shared.change(|state| {
            let channel = state.channel_mut(thread);
            channel.archived = true;
            channel.locked = locked;
            state.tell_channel("THREAD_UPDATE", thread);
        });
    }
}
