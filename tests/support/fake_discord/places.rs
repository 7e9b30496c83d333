//! Where people meet: guilds, channels, threads, private chats.

use super::{
    FakeDiscord,
    channels::Kind,
    files::FILE_LIMIT,
    guilds::{Guild, Member},
    state::{BOT, State},
    users::User,
};
use serenity::model::id::{ChannelId, GuildId, UserId};

impl FakeDiscord {
    /// Somebody with that name.
    pub fn user(&self, name: &str) -> UserId {
        self.user_with(name, |_| {})
    }

    /// Somebody as the closure completes it.
    pub fn user_with(&self, name: &str, complete: impl FnOnce(&mut User)) -> UserId {
        self.shared.change(|state| {
            let mut user = User::new(UserId::new(state.ids.user()), name);
            complete(&mut user);
            let id = user.id;
            state.users.insert(id, user);
            id
        })
    }

    /// A guild with the bot in it and a channel `general`; the first of the people has made
    /// it.
    pub fn guild(&self, name: &str, people: &[UserId]) -> GuildId {
        let guild = self.guild_without_bot(name, people);
        self.shared.change(|state| state.enter(guild, BOT));
        guild
    }

    /// A guild that the bot is not in: who has installed the app may use it there.
    pub fn guild_without_bot(&self, name: &str, people: &[UserId]) -> GuildId {
        self.shared.change(|state| {
            let id = GuildId::new(state.ids.guild());
            let now = state.clock.now();
            let guild = Guild {
                name: name.to_owned(),
                owner: *people.first().unwrap_or_else(|| panic!("nobody makes {name}")),
                members: people.iter().map(|user| (*user, Member::new(now))).collect(),
                locale: "en-US".to_owned(),
                file_limit: FILE_LIMIT,
                unavailable: false,
            };
            state.guilds.insert(id, guild);
            state.make_channel(Kind::Text, Some(id), None, "general");
            id
        })
    }

    /// The first channel of a guild.
    pub fn general(&self, guild: GuildId) -> ChannelId {
        self.shared.look(|state| state.channels_of(guild).next().unwrap())
    }

    /// A new text channel.
    pub fn channel(&self, guild: GuildId, name: &str) -> ChannelId {
        self.new_channel(Kind::Text, guild, name)
    }

    /// A new forum: a channel that has only posts.
    pub fn forum(&self, guild: GuildId, name: &str) -> ChannelId {
        self.new_channel(Kind::Forum, guild, name)
    }

    fn new_channel(&self, kind: Kind, guild: GuildId, name: &str) -> ChannelId {
        self.shared.change(|state| {
            let id = state.make_channel(kind, Some(guild), None, name);
            state.tell_channel("CHANNEL_CREATE", id);
            id
        })
    }

    /// A new thread of a channel.
    pub fn thread(&self, channel: ChannelId, name: &str) -> ChannelId {
        self.shared.change(|state| {
            let guild = state.channel(channel).guild;
            let id = state.make_channel(Kind::Thread, guild, Some(channel), name);
            state.tell_channel("THREAD_CREATE", id);
            id
        })
    }

    /// A new post of a forum: a thread that begins with a message.
    pub fn forum_post(&self, forum: ChannelId, by: UserId, name: &str) -> ChannelId {
        let post = self.thread(forum, name);
        self.says(by, post, name);
        post
    }

    /// The chat of somebody with the bot.
    pub fn dm(&self, user: UserId) -> ChannelId {
        self.shared.change(|state| state.open_dm(user))
    }

    /// A chat of several people. The bot is not in it; who has installed the app may use it.
    pub fn group_dm(&self, people: &[UserId]) -> ChannelId {
        self.shared.change(|state| {
            let id = state.make_channel(Kind::GroupDm, None, None, "Group");
            state.channel_mut(id).recipients = people.to_vec();
            id
        })
    }
}

impl State {
    /// Somebody comes into a guild.
    pub fn enter(&mut self, guild: GuildId, user: UserId) {
        let member = Member::new(self.clock.now());
        self.guild_mut(guild).members.insert(user, member);
    }

    /// The chat of somebody with the bot; it is made if there is none.
    pub fn open_dm(&mut self, user: UserId) -> ChannelId {
        if let Some(channel) = self.dm_of(user) {
            return channel;
        }
        let id = self.make_channel(Kind::Dm, None, None, "");
        self.channel_mut(id).recipients = vec![user];
        id
    }
}
