//! The queue of what happened.

use super::state::State;
use serde_json::{Value, json};
use std::collections::VecDeque;
use teloxide::types::ChatId;

/// How long Telegram keeps an update for a bot that does not ask.
const KEPT: i64 = 24 * 3600;
/// What a bot gets that has not said what it wants: all but these.
const NOT_BY_DEFAULT: [&str; 3] = ["chat_member", "message_reaction", "message_reaction_count"];

/// What waits for the bot.
#[derive(Default)]
pub struct Updates {
    pub waiting: VecDeque<Update>,
    /// The id of the newest.
    last: i64,
    /// What the bot wants to hear of; `None`: the default.
    pub allowed: Option<Vec<String>>,
    /// Updates that come once more although the bot has confirmed them.
    again: Vec<Value>,
    /// Those that came last, for tests that let one come again.
    recent: Vec<Value>,
    /// How many polls there have been: the newest one is the one that goes on.
    pub polls: u64,
}

/// What happened in a chat.
#[derive(Clone, Debug)]
pub struct Update {
    pub id: i64,
    /// Updates of a chat come one after another.
    pub chat: Option<ChatId>,
    pub json: Value,
    at: i64,
    /// Whether a webhook is being told of it.
    pub in_flight: bool,
    /// How often a webhook did not take it.
    pub tries: u32,
}

impl Updates {
    fn allows(&self, kind: &str) -> bool {
        match &self.allowed {
            Some(allowed) => allowed.iter().any(|allowed| allowed == kind),
            None => !NOT_BY_DEFAULT.contains(&kind),
        }
    }

    /// Says what the bot wants to hear of; an empty list means the default.
    pub fn allow(&mut self, kinds: &Value) {
        let kinds = kinds.as_array().into_iter().flatten();
        let kinds: Vec<_> = kinds.filter_map(Value::as_str).map(str::to_owned).collect();
        self.allowed = (!kinds.is_empty()).then_some(kinds);
    }

    /// Forgets what the bot has confirmed by asking for what follows. A negative offset
    /// leaves so many at the end.
    pub fn confirm(&mut self, offset: i64) {
        if offset < 0 {
            let left = usize::try_from(-offset).unwrap_or(usize::MAX);
            while self.waiting.len() > left {
                self.waiting.pop_front();
            }
        } else {
            self.waiting.retain(|update| update.id >= offset);
        }
    }

    /// What comes next, at most so many.
    pub fn batch(&mut self, limit: usize) -> Vec<Value> {
        let mut batch = std::mem::take(&mut self.again);
        batch.extend(self.waiting.iter().take(limit).map(|update| update.json.clone()));
        batch.truncate(limit);
        batch
    }

    /// Lets an update come once more, whether it was confirmed or not.
    pub fn repeat(&mut self, id: i64) {
        self.again.push(self.told(id).clone());
    }

    /// An update as it was told.
    pub fn told(&self, id: i64) -> &Value {
        let update = self.recent.iter().find(|update| update["update_id"] == json!(id));
        update.unwrap_or_else(|| panic!("no update {id}"))
    }

    pub fn last(&self) -> i64 {
        self.last
    }

    /// Takes those that are to come once more.
    pub fn take_repeats(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.again)
    }
}

impl State {
    /// Tells the bot, if it wants to hear of such.
    pub fn tell(&mut self, chat: ChatId, kind: &str, content: Value) {
        if self.updates.allows(kind) {
            self.enqueue(Some(chat), json!({ kind: content }));
        }
    }

    /// Puts an update into the queue, whatever it says; gives its id.
    pub fn enqueue(&mut self, chat: Option<ChatId>, mut json: Value) -> i64 {
        let now = self.clock.unix();
        let updates = &mut self.updates;
        updates.waiting.retain(|update| update.at > now - KEPT);
        updates.last = if updates.last == 0 { 100_000_001 } else { updates.last + 1 };
        let id = updates.last;
        json["update_id"] = json!(id);
        self.record.update(&json);
        let updates = &mut self.updates;
        updates.recent.push(json.clone());
        updates.waiting.push_back(Update { id, chat, json, at: now, in_flight: false, tries: 0 });
        id
    }
}
