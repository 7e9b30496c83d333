//! Channels.

use super::{Answer, State};
use crate::support::fake_discord::{
    ask::{Ask, snowflake},
    fields,
    refusal::Refusal,
};
use serenity::model::id::{ChannelId, UserId};

impl State {
    /// A channel that the bot sees.
    pub(super) fn visible(&self, id: ChannelId) -> Result<ChannelId, Refusal> {
        let there = self.channels.get(&id).is_some_and(|channel| !channel.deleted);
        if !there {
            return Err(Refusal::code(10003));
        }
        if !self.rights(id).view {
            return Err(Refusal::code(50001));
        }
        Ok(id)
    }
}

pub fn get(state: &mut State, ask: &Ask) -> Answer {
    let id = state.visible(ask.id(0)?)?;
    Ok(Some(state.channel_json(id)))
}

pub fn create_dm(state: &mut State, ask: &Ask) -> Answer {
    fields::check(&mut state.violations, "createDm", &ask.body, "recipient_id");
    let user = snowflake(&ask.body["recipient_id"]).map(UserId::new);
    let user = user.filter(|user| state.users.contains_key(user) && !state.user(*user).is_bot);
    let user = user.ok_or_else(|| Refusal::code(50033))?;
    let id = state.open_dm(user);
    Ok(Some(state.channel_json(id)))
}
