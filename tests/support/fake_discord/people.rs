//! What people do on the other side.

use super::{FakeDiscord, guilds::Member, mentions::named, users::User};
use serenity::model::id::{ChannelId, GuildId, MessageId, UserId};

impl FakeDiscord {
    /// Changes what is known of somebody. Nobody is told.
    pub fn changes_user(&self, user: UserId, change: impl FnOnce(&mut User)) {
        self.shared.change(|state| change(state.user_mut(user)));
    }

    /// Somebody comes into a guild. Without the intent for it no bot is told.
    pub fn joins(&self, guild: GuildId, user: UserId) {
        self.shared.change(|state| state.enter(guild, user));
    }

    /// Somebody leaves a guild. Without the intent for it no bot is told.
    pub fn leaves(&self, guild: GuildId, user: UserId) {
        self.shared.change(|state| state.guild_mut(guild).members.remove(&user));
    }

    /// What somebody is called in a guild; `None`: as everywhere.
    pub fn nick(&self, guild: GuildId, user: UserId, nick: Option<&str>) {
        self.changes_member(guild, user, |member| member.nick = nick.map(str::to_owned));
    }

    /// Changes what is known of somebody in a guild. Nobody is told.
    ///
    /// # Panics
    /// When he is not in it.
    pub fn changes_member(&self, guild: GuildId, user: UserId, change: impl FnOnce(&mut Member)) {
        self.shared.change(|state| {
            let member = state.guild_mut(guild).members.get_mut(&user);
            change(member.unwrap_or_else(|| panic!("{user} is not in {guild}")));
        });
    }

    /// Somebody lets the bot write to him, or does so no more.
    pub fn closes_dm(&self, user: UserId, closed: bool) {
        self.shared.change(|state| state.user_mut(user).closed = closed);
    }

    /// Somebody writes a text.
    pub fn says(&self, user: UserId, channel: ChannelId, text: &str) -> MessageId {
        self.shared.change(|state| {
            let mut message = state.blank(channel, user);
            message.content = text.to_owned();
            message.mentions = named(text);
            state.post(message)
        })
    }

    /// Somebody deletes a message.
    pub fn deletes(&self, message: MessageId) {
        self.shared.change(|state| state.delete(message));
    }
}
