//! Messages of channels.

use super::{Answer, State};
use crate::support::fake_discord::{
    ask::Ask, channels::Kind, draft::Draft, refusal::Refusal, state::BOT,
};
use serenity::model::id::{ChannelId, MessageId, UserId};

pub fn create(state: &mut State, ask: &Ask) -> Answer {
    let channel = state.visible(ask.id(0)?)?;
    state.may_write(channel)?;
    let draft = Draft::new(state, "createMessage", channel, &ask.body, &ask.files)?;
    if let Some(sent) = state.sent_before(channel, &draft) {
        return Ok(Some(state.message_json(sent)));
    }
    state.may_enclose(channel, &draft)?;
    if draft.reply.is_some() && !state.rights(channel).history {
        return Err(Refusal::code(160_002));
    }
    let message = state.compose(channel, &draft)?;
    let id = state.post(message);
    Ok(Some(state.message_json(id)))
}

pub fn get(state: &mut State, ask: &Ask) -> Answer {
    let channel = state.visible(ask.id(0)?)?;
    let id = state.standing_there(channel, ask.id(1)?)?;
    Ok(Some(state.message_json(id)))
}

pub fn edit(state: &mut State, ask: &Ask) -> Answer {
    let channel = state.visible(ask.id(0)?)?;
    let id = state.standing_there(channel, ask.id(1)?)?;
    if state.message(id).author != BOT {
        return Err(Refusal::code(50005));
    }
    if state.channel(channel).archived {
        return Err(Refusal::code(50083));
    }
    let draft = Draft::edit(state, "editMessage", channel, &ask.body, &ask.files)?;
    state.may_enclose(channel, &draft)?;
    state.count_old_edit(id)?;
    state.edit(id, &draft)?;
    Ok(Some(state.message_json(id)))
}

pub fn delete(state: &mut State, ask: &Ask) -> Answer {
    let channel = state.visible(ask.id(0)?)?;
    let id = state.standing_there(channel, ask.id(1)?)?;
    if state.message(id).author != BOT && !state.rights(channel).manage_messages {
        return Err(Refusal::code(50013));
    }
    if state.channel(channel).archived {
        return Err(Refusal::code(50083));
    }
    state.delete(id);
    Ok(None)
}

impl State {
    /// Whether the bot may write there.
    fn may_write(&self, id: ChannelId) -> Result<(), Refusal> {
        let channel = self.channel(id);
        let closed = |user: &UserId| self.user(*user).closed;
        if channel.kind == Kind::Dm && channel.recipients.iter().any(closed) {
            return Err(Refusal::code(50007));
        }
        if channel.kind == Kind::Forum {
            return Err(Refusal::code(50008));
        }
        if !self.rights(id).writes(channel.kind.is_thread()) {
            return Err(Refusal::code(50013));
        }
        if channel.locked {
            return Err(Refusal::code(160_005));
        }
        Ok(())
    }

    /// Whether the bot may put there what a message is to have besides its text.
    pub(super) fn may_enclose(&self, channel: ChannelId, draft: &Draft) -> Result<(), Refusal> {
        let rights = self.rights(channel);
        if draft.has_files() && !rights.attach || draft.has_embeds() && !rights.embed {
            return Err(Refusal::code(50013));
        }
        Ok(())
    }

    /// A message that everybody sees there.
    fn standing_there(&self, channel: ChannelId, id: MessageId) -> Result<MessageId, Refusal> {
        let there = self.messages.get(&id).is_some_and(|message| {
            message.channel == channel && !message.deleted && !message.is_ephemeral()
        });
        if there { Ok(id) } else { Err(Refusal::code(10008)) }
    }

    /// The message that was sent with the same nonce, if that is not to be sent twice.
    fn sent_before(&self, channel: ChannelId, draft: &Draft) -> Option<MessageId> {
        let nonce = draft.nonce.as_ref().filter(|_| draft.enforces_nonce)?;
        let is = |message: &&super::super::messages::Message| {
            message.author == BOT
                && message.channel == channel
                && message.nonce.as_ref() == Some(nonce)
        };
        self.messages.values().rev().find(is).map(|message| message.id)
    }
}
