//! Messages that are taken away.

use crate::support::fake_telegram::{
    messages::Sender, params::Params, refusal::Refusal, state::State,
};
use serde_json::{Value, json};

pub const PARAMS: &[&str] = &["chat_id", "message_id"];

/// How old a message may be, in seconds.
const OLDEST: i64 = 48 * 3600;

pub fn delete(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let (id, message) = (params.chat()?, params.message()?);
    let chat = state.check_write_access(id)?;
    let (private, supergroup) = (chat.is_private(), chat.is_supergroup());
    let is_admin = chat.member(state.bot).is_admin();
    let (now, bot) = (state.clock.unix(), state.bot);
    let found = state.message_mut(id, message).filter(|message| !message.deleted);
    let message = found.ok_or_else(|| Refusal::bad("message to delete not found"))?;
    let own = message.sender == Sender::User(bot);
    if !own && !private && !is_admin {
        return Err(Refusal::bad("message can't be deleted"));
    }
    if now - message.date > OLDEST {
        return Err(Refusal::bad(if supergroup {
            "message can't be deleted"
        } else {
            "message can't be deleted for everyone"
        }));
    }
    message.deleted = true;
    Ok(json!(true))
}
