//! The bot itself.

use crate::support::fake_telegram::{params::Params, refusal::Refusal, state::State};
use serde_json::{Value, json};

pub fn me(state: &mut State, _: &Params) -> Result<Value, Refusal> {
    let mut me = state.user(state.bot).to_json();
    for (key, value) in [
        ("can_join_groups", true),
        ("can_read_all_group_messages", state.privacy_off),
        ("supports_inline_queries", false),
        ("can_connect_to_business", false),
        ("has_main_web_app", false),
        ("has_topics_enabled", false),
        ("allows_users_to_create_topics", false),
    ] {
        me[key] = json!(value);
    }
    Ok(me)
}
