//! Threads that the bot begins.

use super::{Answer, State};
use crate::support::fake_discord::{
    ask::Ask, channels::Kind, draft::Draft, fields, refusal::Refusal,
};
use serde_json::json;
use serenity::model::id::{ChannelId, MessageId};

/// Minutes without a word after which a thread may be archived.
const PERIODS: [u64; 4] = [60, 1440, 4320, 10080];

/// A thread of its own; in a forum, a post with its message.
pub fn start(state: &mut State, ask: &Ask) -> Answer {
    let parent = state.visible(ask.id(0)?)?;
    let known = "name auto_archive_duration type invitable rate_limit_per_user message \
            applied_tags";
    fields::check(&mut state.violations, "startThread", &ask.body, known);
    let is_forum = state.channel(parent).kind == Kind::Forum;
    if !is_forum && ask.body["type"] != json!(11) {
        // Without a type it would be a private thread.
        state.violation(format!("startThread: the type {}", ask.body["type"]));
    }
    if is_forum {
        let body = &ask.body["message"];
        let draft = Draft::new(state, "startThread", parent, body, &ask.files)?;
        state.may_enclose(parent, &draft)?;
        let thread = state.open_thread(parent, None, ask)?;
        let message = state.compose(thread, &draft)?;
        let mut json = state.channel_json(thread);
        let id = state.post(message);
        json["message"] = state.message_json(id);
        return Ok(Some(json));
    }
    let thread = state.open_thread(parent, None, ask)?;
    Ok(Some(state.channel_json(thread)))
}

/// A thread that begins with a message.
pub fn start_from(state: &mut State, ask: &Ask) -> Answer {
    let parent = state.visible(ask.id(0)?)?;
    let known = "name auto_archive_duration rate_limit_per_user";
    fields::check(&mut state.violations, "startThreadFrom", &ask.body, known);
    let from: MessageId = ask.id(1)?;
    let there = state.messages.get(&from).is_some_and(|m| m.channel == parent && !m.deleted);
    if !there {
        return Err(Refusal::code(10008));
    }
    if state.channels.contains_key(&ChannelId::new(from.get())) {
        return Err(Refusal::code(160_004));
    }
    let thread = state.open_thread(parent, Some(from), ask)?;
    Ok(Some(state.channel_json(thread)))
}

impl State {
    /// Opens a thread; one that begins with a message has its id.
    fn open_thread(
        &mut self,
        parent: ChannelId,
        from: Option<MessageId>,
        ask: &Ask,
    ) -> Result<ChannelId, Refusal> {
        let (kind, guild) = (self.channel(parent).kind, self.channel(parent).guild);
        if !matches!(kind, Kind::Text | Kind::Forum) {
            return Err(Refusal::code(50024));
        }
        if !self.rights(parent).create_threads {
            return Err(Refusal::code(50013));
        }
        let name = ask.body["name"].as_str().unwrap_or_default();
        if !(1..=100).contains(&name.chars().count()) {
            return Err(Refusal::length("name", 1, 100));
        }
        let period = ask.body["auto_archive_duration"].as_u64();
        if period.is_some_and(|period| !PERIODS.contains(&period)) {
            let message = "Value must be one of (60, 1440, 4320, 10080).";
            return Err(Refusal::form("auto_archive_duration", "BASE_TYPE_CHOICES", message));
        }
        let id = ChannelId::new(from.map_or_else(|| self.ids.channel(), MessageId::get));
        let thread = self.make_channel_as(id, Kind::Thread, (guild, Some(parent)), name);
        self.tell_channel("THREAD_CREATE", thread);
        Ok(thread)
    }
}
