//! Who the bot is, what it can be asked, where it hears.

use super::{Answer, State};
use crate::support::fake_discord::{
    ask::Ask,
    refusal::Refusal,
    state::{APP_ID, BOT},
};
use serde_json::json;

pub fn me(state: &mut State, _: &Ask) -> Answer {
    let mut json = state.user(BOT).to_json();
    for (key, value) in [
        ("bot", json!(true)),
        ("mfa_enabled", json!(true)),
        ("locale", json!("en-US")),
        ("verified", json!(true)),
        ("email", json!(null)),
        ("flags", json!(0)),
        ("premium_type", json!(0)),
    ] {
        json[key] = value;
    }
    Ok(Some(json))
}

pub fn application(state: &mut State, _: &Ask) -> Answer {
    Ok(Some(json!({
        "id": APP_ID,
        "name": "Kosti",
        "icon": null,
        "description": "",
        "bot_public": true,
        "bot_require_code_grant": false,
        "bot": state.user(BOT).to_json(),
        "verify_key": "00",
        "team": null,
        "flags": 0,
        "approximate_guild_count": state.guilds.len(),
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "integration_types_config": { "0": {}, "1": {} },
    })))
}

pub fn gateway(state: &mut State, _: &Ask) -> Answer {
    Ok(Some(json!({ "url": state.gateway.url })))
}

pub fn gateway_bot(state: &mut State, _: &Ask) -> Answer {
    let (total, left) = state.gateway.identifies_left();
    Ok(Some(json!({
        "url": state.gateway.url,
        "shards": state.gateway.shards,
        "session_start_limit": {
            "total": total,
            "remaining": left,
            "reset_after": 14_400_000,
            "max_concurrency": 1,
        },
    })))
}

pub fn overwrite_commands(state: &mut State, ask: &Ask) -> Answer {
    if ask.places[0] != APP_ID.to_string() {
        return Err(Refusal::new(
            403,
            20012,
            "You are not authorized to perform this action on this application",
        ));
    }
    state.overwrite_commands(&ask.body).map(Some)
}
