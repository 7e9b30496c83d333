//! Where updates are brought to.

use crate::support::fake_telegram::{
    params::Params, refusal::Refusal, state::State, webhook::Webhook,
};
use serde_json::{Value, json};

pub const SET: &[&str] =
    &["url", "max_connections", "allowed_updates", "drop_pending_updates", "secret_token"];
pub const DELETE: &[&str] = &["drop_pending_updates"];

/// Letters of a secret.
const LONGEST_SECRET: usize = 256;
/// Connections at a time when the bot does not say.
const CONNECTIONS: i64 = 40;

pub fn set(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let url = params.text("url").unwrap_or_default();
    if url.is_empty() {
        return delete(state, params);
    }
    Webhook::check(url)?;
    let secret = params.text("secret_token");
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    if secret.is_some_and(|secret| !secret.chars().all(fits)) {
        return Err(Refusal::bad("secret token contains unallowed characters"));
    }
    if secret.is_some_and(|secret| secret.len() > LONGEST_SECRET) {
        return Err(Refusal::bad("secret token is too long"));
    }
    drop_pending(state, params);
    if let Some(kinds) = params.json("allowed_updates") {
        state.updates.allow(kinds);
    }
    let most = params.number("max_connections").unwrap_or(CONNECTIONS).clamp(1, 100);
    state.webhook = Webhook {
        url: url.to_owned(),
        secret: secret.map(str::to_owned),
        max_connections: usize::try_from(most).unwrap_or(1),
        last_error: None,
        proxy: state.webhook.proxy.take(),
    };
    Ok(json!(true))
}

pub fn delete(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    drop_pending(state, params);
    state.webhook = Webhook { proxy: state.webhook.proxy.take(), ..Webhook::default() };
    Ok(json!(true))
}

pub fn info(state: &mut State, _: &Params) -> Result<Value, Refusal> {
    Ok(state.webhook_json())
}

fn drop_pending(state: &mut State, params: &Params) {
    if params.flag("drop_pending_updates") {
        state.updates.waiting.clear();
    }
}
