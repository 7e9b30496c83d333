//! Topics that the bot opens.

use crate::support::fake_telegram::{chats::Kind, params::Params, refusal::Refusal, state::State};
use serde_json::{Value, json};

pub const PARAMS: &[&str] = &["chat_id", "name"];

pub fn create(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let id = params.chat()?;
    let bot = state.bot;
    let chat = state.check_write_access(id)?;
    let (kind, is_admin) = (chat.kind, chat.member(bot).is_admin());
    if kind != Kind::Forum {
        return Err(Refusal::bad("the chat is not a forum"));
    }
    if !is_admin {
        return Err(Refusal::bad("not enough rights to create a topic"));
    }
    let name = params.text("name").unwrap_or_default().to_owned();
    if !(1..=128).contains(&name.chars().count()) {
        return Err(Refusal::bad("TOPIC_TITLE_EMPTY"));
    }
    let topic = state.open_topic(id, bot, &name);
    Ok(json!({ "message_thread_id": topic.0, "name": name, "icon_color": 7_322_096 }))
}
