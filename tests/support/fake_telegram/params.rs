//! What a request says, whatever form it came in.

use super::refusal::Refusal;
use axum::body::Bytes;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use teloxide::types::{ChatId, MessageId, UserId};

/// Parameters whose values are texts even if they look like something else.
const TEXTS: [&str; 16] = [
    "text",
    "caption",
    "url",
    "secret_token",
    "photo",
    "document",
    "animation",
    "thumbnail",
    "description",
    "short_description",
    "language_code",
    "callback_query_id",
    "file_id",
    "ip_address",
    "action",
    "parse_mode",
];

/// The start of the name of a part that a parameter refers to.
const ATTACHED: &str = "attach://";

/// The parameters of a request.
#[derive(Clone, Default, Debug)]
pub struct Params {
    pub values: Map<String, Value>,
    /// Files that came along, by the names of their parts.
    pub parts: BTreeMap<String, Part>,
}

/// A file that came along.
#[derive(Clone, Debug)]
pub struct Part {
    pub file_name: String,
    pub bytes: Bytes,
}

impl Params {
    /// Takes a value in; what is JSON in a text is read as such.
    pub fn insert(&mut self, key: &str, value: Value) {
        let value = match value {
            Value::String(text) if !TEXTS.contains(&key) => {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }
            value => value,
        };
        if !value.is_null() {
            self.values.insert(key.to_owned(), value);
        }
    }

    pub fn json(&self, key: &str) -> Option<&Value> {
        self.values.get(key)
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        self.values.get(key)?.as_str()
    }

    pub fn number(&self, key: &str) -> Option<i64> {
        self.values.get(key)?.as_i64()
    }

    pub fn flag(&self, key: &str) -> bool {
        self.values.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    pub fn chat(&self) -> Result<ChatId, Refusal> {
        match self.json("chat_id") {
            None => Err(Refusal::bad("chat_id is empty")),
            Some(id) => id.as_i64().map(ChatId).ok_or_else(|| Refusal::bad("chat not found")),
        }
    }

    pub fn message(&self) -> Result<MessageId, Refusal> {
        let id = self.number("message_id").and_then(|id| i32::try_from(id).ok());
        id.map(MessageId).ok_or_else(|| Refusal::bad("message identifier is not specified"))
    }

    pub fn user(&self) -> Result<UserId, Refusal> {
        let id = self.number("user_id").and_then(|id| u64::try_from(id).ok());
        id.map(UserId).ok_or_else(|| Refusal::bad("invalid user_id specified"))
    }

    /// The file that a value of the parameter stands for, if it came along.
    pub fn attached(&self, key: &str, value: &str) -> Option<&Part> {
        let name = value.strip_prefix(ATTACHED);
        name.map_or_else(|| self.parts.get(key), |name| self.parts.get(name))
    }

    /// The parameters that stand for files, for the record.
    pub fn files(&self) -> Map<String, Value> {
        let mut files = Map::new();
        let mut add = |key: &str, value: &Value| {
            if value.as_str().is_some_and(|value| value.starts_with(ATTACHED)) {
                files.insert(key.to_owned(), Value::from("attach"));
            }
        };
        for (key, value) in &self.values {
            add(key, value);
            for (inner, value) in value.as_object().into_iter().flatten() {
                add(inner, value);
            }
        }
        files
    }
}
