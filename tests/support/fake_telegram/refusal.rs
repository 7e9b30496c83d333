//! What the Bot API answers when it does not do what it is asked.
//!
//! The wording is that of the real server (`telegram-bot-api/Client.cpp` and tdlib), also
//! where the enum of teloxide expects another one: such an error comes out as `Unknown` there
//! as it does with the real server.

use serde_json::{Value, json};
use teloxide::types::ChatId;

/// An answer that is not a result.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// Also the status of HTTP.
    pub code: u16,
    pub description: String,
    /// Where the chat has gone, or how long to wait.
    pub parameters: Option<Value>,
}

impl Refusal {
    pub fn new(code: u16, description: impl Into<String>) -> Self {
        Refusal { code, description: description.into(), parameters: None }
    }

    pub fn bad(what: &str) -> Self {
        Refusal::new(400, format!("Bad Request: {what}"))
    }

    pub fn forbidden(what: &str) -> Self {
        Refusal::new(403, format!("Forbidden: {what}"))
    }

    pub fn conflict(what: &str) -> Self {
        Refusal::new(409, format!("Conflict: {what}"))
    }

    pub fn not_modified() -> Self {
        Refusal::bad(
            "message is not modified: specified new message content and reply markup are exactly \
             the same as a current content and reply markup of the message",
        )
    }

    pub fn migrated(to: ChatId) -> Self {
        Refusal {
            parameters: Some(json!({ "migrate_to_chat_id": to.0 })),
            ..Refusal::bad("group chat was upgraded to a supergroup chat")
        }
    }

    pub fn too_many(seconds: u32) -> Self {
        Refusal {
            parameters: Some(json!({ "retry_after": seconds })),
            ..Refusal::new(429, format!("Too Many Requests: retry after {seconds}"))
        }
    }

    pub fn to_json(&self) -> Value {
        let mut json =
            json!({ "ok": false, "error_code": self.code, "description": self.description });
        if let Some(parameters) = &self.parameters {
            json["parameters"] = parameters.clone();
        }
        json
    }
}
