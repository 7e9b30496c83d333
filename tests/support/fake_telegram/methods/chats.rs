//! Chats and who is in them.

use crate::support::fake_telegram::{
    chats::Kind, params::Params, refusal::Refusal, state::State, status::Status,
};
use serde_json::{Value, json};

pub const CHAT: &[&str] = &["chat_id"];
pub const MEMBER: &[&str] = &["chat_id", "user_id"];

pub fn chat(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let id = params.chat()?;
    let chat = match state.check_access(id) {
        // What a group has become can still be asked.
        Err(refusal) if refusal.parameters.is_none() => return Err(refusal),
        _ => state.chat(id),
    };
    if chat.is_private() && !state.user(id.as_user().unwrap_or(state.bot)).started {
        return Err(Refusal::bad("chat not found"));
    }
    let mut json = state.chat_json(id);
    json["accent_color_id"] = json!(id.0.unsigned_abs() % 7);
    json["max_reaction_count"] = json!(11);
    let gifts = chat.is_private();
    json["accepted_gift_types"] = json!({
        "unlimited_gifts": gifts,
        "limited_gifts": gifts,
        "unique_gifts": gifts,
        "premium_subscription": gifts,
        "gifts_from_channels": gifts,
    });
    if !chat.is_private() {
        json["permissions"] = chat.permissions.to_json();
    }
    if chat.kind == Kind::Supergroup || chat.kind == Kind::Forum {
        json["join_to_send_messages"] = json!(true);
    }
    Ok(json)
}

pub fn member(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let (id, user) = (params.chat()?, params.user()?);
    let chat = state.check_access(id)?;
    if !state.users.contains_key(&user) {
        return Err(Refusal::bad("user not found"));
    }
    let status = if chat.is_private() { Status::Member } else { chat.member(user) };
    Ok(status.to_json(&state.user(user).to_json()))
}

pub fn administrators(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let chat = state.check_access(params.chat()?)?;
    if chat.is_private() {
        return Err(Refusal::bad("there are no administrators in the private chat"));
    }
    let shown = |user| user == state.bot || !state.user(user).is_bot;
    let admins = chat.members.iter().filter(|(user, member)| member.is_admin() && shown(**user));
    let admins = admins.map(|(user, member)| member.to_json(&state.user(*user).to_json()));
    Ok(Value::Array(admins.collect()))
}

pub fn leave(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let id = params.chat()?;
    if state.check_access(id)?.is_private() {
        return Err(Refusal::bad("chat member status can't be changed in private chats"));
    }
    let bot = state.bot;
    state.set_member(id, bot, bot, Status::Left);
    Ok(json!(true))
}
