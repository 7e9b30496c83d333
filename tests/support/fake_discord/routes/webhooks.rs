//! What comes after the first answer to an interaction.

use super::{Answer as Outcome, State};
use crate::support::fake_discord::{
    ask::Ask,
    draft::Draft,
    interactions::{FEW, Interaction},
    refusal::Refusal,
    state::APP_ID,
};
use serenity::model::id::MessageId;

pub fn create(state: &mut State, ask: &Ask) -> Outcome {
    let asked = state.asked(ask)?;
    let draft = Draft::new(state, "createFollowup", asked.channel, &ask.body, &ask.files)?;
    state.may_answer(&asked, &draft)?;
    // While the bot thinks, this is the answer that is waited for.
    if let Some(original) = asked.original.filter(|id| state.thinks(*id)) {
        state.edit(original, &draft)?;
        return Ok(Some(state.message_json(original)));
    }
    if asked.only_installed && asked.followups.len() >= FEW {
        return Err(Refusal::code(40094));
    }
    let message = state.compose(asked.channel, &draft)?;
    let message = state.dedicate(asked.id, draft.is_ephemeral(), message);
    let id = state.post(message);
    state.interaction_mut(asked.id).followups.push(id);
    Ok(Some(state.message_json(id)))
}

pub fn get_original(state: &mut State, ask: &Ask) -> Outcome {
    let (_, id) = state.original(ask)?;
    Ok(Some(state.message_json(id)))
}

pub fn edit_original(state: &mut State, ask: &Ask) -> Outcome {
    let (asked, id) = state.original(ask)?;
    state.change_answer("editOriginal", &asked, id, ask)
}

pub fn delete_original(state: &mut State, ask: &Ask) -> Outcome {
    let (_, id) = state.original(ask)?;
    state.delete(id);
    Ok(None)
}

pub fn get(state: &mut State, ask: &Ask) -> Outcome {
    let (_, id) = state.followup(ask)?;
    Ok(Some(state.message_json(id)))
}

pub fn edit(state: &mut State, ask: &Ask) -> Outcome {
    let (asked, id) = state.followup(ask)?;
    state.change_answer("editFollowup", &asked, id, ask)
}

pub fn delete(state: &mut State, ask: &Ask) -> Outcome {
    let (_, id) = state.followup(ask)?;
    state.delete(id);
    Ok(None)
}

impl State {
    /// The interaction that a path names.
    fn asked(&self, ask: &Ask) -> Result<Interaction, Refusal> {
        if ask.places[0] != APP_ID.to_string() {
            return Err(Refusal::code(10015));
        }
        self.answered(&ask.places[1]).cloned()
    }

    fn original(&self, ask: &Ask) -> Result<(Interaction, MessageId), Refusal> {
        let asked = self.asked(ask)?;
        let id = asked.original.filter(|id| !self.message(*id).deleted);
        Ok((asked, id.ok_or_else(|| Refusal::code(10008))?))
    }

    /// A later answer, or the first one by its id.
    fn followup(&self, ask: &Ask) -> Result<(Interaction, MessageId), Refusal> {
        let asked = self.asked(ask)?;
        let id: MessageId = ask.id(2)?;
        let ours = asked.followups.contains(&id) || asked.original == Some(id);
        let there = ours && !self.message(id).deleted;
        if there { Ok((asked, id)) } else { Err(Refusal::code(10008)) }
    }

    fn thinks(&self, id: MessageId) -> bool {
        let message = self.message(id);
        message.loading && !message.deleted
    }

    fn change_answer(
        &mut self,
        at: &str,
        asked: &Interaction,
        id: MessageId,
        ask: &Ask,
    ) -> Outcome {
        let draft = Draft::edit(self, at, asked.channel, &ask.body, &ask.files)?;
        self.may_answer(asked, &draft)?;
        self.edit(id, &draft)?;
        Ok(Some(self.message_json(id)))
    }
}
