//! The menu of commands and the texts of the bot.

use crate::support::fake_telegram::{
    commands::place, params::Params, refusal::Refusal, state::State,
};
use serde_json::{Value, json};

pub const SET: &[&str] = &["commands", "scope", "language_code"];
pub const PLACE: &[&str] = &["scope", "language_code"];
pub const LONG: &[&str] = &["description", "language_code"];
pub const SHORT: &[&str] = &["short_description", "language_code"];

pub fn set(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let commands = params.json("commands").cloned().unwrap_or_default();
    state.menus.set(place(params)?, &commands)?;
    Ok(json!(true))
}

pub fn get(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    Ok(json!(state.menus.get(&place(params)?)))
}

pub fn delete(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    state.menus.delete(&place(params)?);
    Ok(json!(true))
}

pub fn long(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    state.menus.describe("description", params, 512)?;
    Ok(json!(true))
}

pub fn short(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    state.menus.describe("short_description", params, 120)?;
    Ok(json!(true))
}
