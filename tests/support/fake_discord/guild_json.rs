//! Guilds as the gateway tells of them.

use super::{
    rights::Rights,
    stamp::stamp,
    state::{BOT, State},
};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, GuildId};

impl State {
    /// All that a bot without privileged intents is told of a guild.
    pub fn guild_json(&self, id: GuildId) -> Value {
        let guild = self.guild(id);
        let of_guild = self.channels.values().filter(|c| c.guild == Some(id) && !c.deleted);
        let json = |channel: &ChannelId| self.channel_json(*channel);
        let (threads, channels): (Vec<_>, Vec<_>) = of_guild.partition(|c| c.kind.is_thread());
        let active = threads.iter().filter(|thread| !thread.archived);
        let mut everything = self.guild_outline(id);
        let more = json!({
            "joined_at": stamp(guild.members.get(&BOT).map_or(self.clock.now(), |bot| bot.joined)),
            "large": false,
            "unavailable": false,
            "member_count": guild.members.len(),
            "voice_states": [],
            "members": self.member(id, BOT).into_iter().collect::<Vec<_>>(),
            "channels": channels.iter().map(|c| json(&c.id)).collect::<Vec<_>>(),
            "threads": active.map(|c| json(&c.id)).collect::<Vec<_>>(),
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        });
        if let (Some(everything), Value::Object(more)) = (everything.as_object_mut(), more) {
            everything.extend(more);
        }
        everything
    }

    fn guild_outline(&self, id: GuildId) -> Value {
        let guild = self.guild(id);
        json!({
            "id": id,
            "name": guild.name,
            "icon": null,
            "splash": null,
            "discovery_splash": null,
            "owner_id": guild.owner,
            "afk_channel_id": null,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": [{
                "id": id,
                "name": "@everyone",
                "color": 0,
                "colors": {
                    "primary_color": 0, "secondary_color": null, "tertiary_color": null,
                },
                "hoist": false,
                "icon": null,
                "unicode_emoji": null,
                "position": 0,
                "permissions": Rights::default().bits().to_string(),
                "managed": false,
                "mentionable": false,
                "flags": 0,
            }],
            "emojis": [],
            "features": [],
            "mfa_level": 0,
            "application_id": null,
            "system_channel_id": null,
            "system_channel_flags": 0,
            "rules_channel_id": null,
            "max_members": 500_000,
            "vanity_url_code": null,
            "description": null,
            "banner": null,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": guild.locale,
            "public_updates_channel_id": null,
            "nsfw_level": 0,
            "nsfw": false,
            "stickers": [],
            "premium_progress_bar_enabled": false,
            "safety_alerts_channel_id": null,
        })
    }
}
