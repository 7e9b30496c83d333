//! Guilds.

use super::{Answer, State};
use crate::support::fake_discord::{ask::Ask, refusal::Refusal};
use serenity::model::id::{ChannelId, GuildId, UserId};

impl State {
    /// A guild that the bot is in.
    fn entered(&self, id: GuildId) -> Result<GuildId, Refusal> {
        if self.is_in(id) { Ok(id) } else { Err(Refusal::code(10004)) }
    }
}

pub fn channels(state: &mut State, ask: &Ask) -> Answer {
    let guild = state.entered(ask.id(0)?)?;
    let ids: Vec<ChannelId> = state.channels_of(guild).collect();
    Ok(Some(ids.into_iter().map(|id| state.channel_json(id)).collect()))
}

pub fn member(state: &mut State, ask: &Ask) -> Answer {
    let guild = state.entered(ask.id(0)?)?;
    let user: UserId = ask.id(1)?;
    if !state.users.contains_key(&user) {
        return Err(Refusal::code(10013));
    }
    let mut member = state.member(guild, user).ok_or_else(|| Refusal::code(10007))?;
    member["deaf"] = false.into();
    member["mute"] = false.into();
    Ok(Some(member))
}
