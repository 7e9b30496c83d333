//! Answers to presses.

use crate::support::fake_telegram::{
    params::Params, queries::Toast, refusal::Refusal, state::State,
};
use serde_json::{Value, json};

pub const ANSWER: &[&str] = &["callback_query_id", "text", "show_alert", "url", "cache_time"];

pub fn answer(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let toast = Toast {
        text: params.text("text").unwrap_or_default().to_owned(),
        alert: params.flag("show_alert"),
        url: params.text("url").map(str::to_owned),
    };
    let own = |url: &String| {
        let username = state.user(state.bot).username.clone().unwrap_or_default();
        url.starts_with(&format!("https://t.me/{username}?start="))
            || url.starts_with(&format!("t.me/{username}?start="))
    };
    if toast.url.as_ref().is_some_and(|url| !own(url)) {
        return Err(Refusal::bad("URL_INVALID"));
    }
    let id = params.text("callback_query_id").unwrap_or_default();
    state.answer(id, toast)?;
    Ok(json!(true))
}
