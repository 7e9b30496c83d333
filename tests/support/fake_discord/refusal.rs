//! What Discord answers when it does not do what it is asked.

use serde_json::{Value, json};

/// An answer that is no result.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// Of HTTP.
    pub status: u16,
    /// Discord's own number; 0 if there is none.
    pub code: u32,
    pub message: String,
    /// What is wrong with which field of a form.
    pub errors: Option<Value>,
    pub wait: Option<Wait>,
}

/// How long nothing more is wanted.
#[derive(Clone, PartialEq, Debug)]
pub struct Wait {
    pub seconds: f64,
    /// `user`, `global` or `shared`.
    pub scope: &'static str,
}

/// Discord's refusals by their numbers, with the status that they come with.
const KNOWN: [(u32, u16, &str); 28] = [
    (10003, 404, "Unknown Channel"),
    (10004, 404, "Unknown Guild"),
    (10007, 404, "Unknown Member"),
    (10008, 404, "Unknown Message"),
    (10013, 404, "Unknown User"),
    (10015, 404, "Unknown Webhook"),
    (10062, 404, "Unknown interaction"),
    (20028, 429, "The write action you are performing on the channel has hit the write rate limit"),
    (30046, 429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    (40005, 413, "Request entity too large"),
    (40060, 400, "Interaction has already been acknowledged."),
    (40094, 400, "This interaction has reached the maximum number of follow up messages"),
    (50001, 403, "Missing Access"),
    (50005, 403, "Cannot edit a message authored by another user"),
    (50006, 400, "Cannot send an empty message"),
    (50007, 403, "Cannot send messages to this user"),
    (50008, 400, "Cannot send messages in a non-text channel"),
    (50013, 403, "Missing Permissions"),
    (50021, 403, "Cannot execute action on a system message"),
    (50024, 400, "Cannot execute action on this channel type"),
    (50027, 401, "Invalid Webhook Token"),
    (50033, 400, "Invalid Recipient(s)"),
    (50035, 400, "Invalid Form Body"),
    (50083, 400, "Thread is archived"),
    (50109, 400, "The request body contains invalid JSON."),
    (160_002, 400, "Cannot reply without permission to read message history"),
    (160_004, 400, "A thread has already been created for this message"),
    (160_005, 400, "Thread is locked"),
];

impl Refusal {
    pub fn new(status: u16, code: u32, message: impl Into<String>) -> Self {
        Refusal { status, code, message: message.into(), errors: None, wait: None }
    }

    /// Discord's refusal of that number.
    ///
    /// # Panics
    /// When it is not known here.
    pub fn code(code: u32) -> Self {
        let known = KNOWN.iter().find(|known| known.0 == code);
        let (code, status, message) = known.unwrap_or_else(|| panic!("no refusal {code}"));
        let wait = (*status == 429).then_some(Wait { seconds: 20.0, scope: "user" });
        Refusal { wait, ..Refusal::new(*status, *code, *message) }
    }

    pub fn unauthorized() -> Self {
        Refusal::new(401, 0, "401: Unauthorized")
    }

    pub fn not_found() -> Self {
        Refusal::new(404, 0, "404: Not Found")
    }

    /// A field, named by its path with dots, is not as it must be.
    pub fn form(field: &str, code: &str, message: &str) -> Self {
        let mut errors = json!({ "_errors": [{ "code": code, "message": message }] });
        for part in field.split('.').rev() {
            errors = json!({ part: errors });
        }
        Refusal { errors: Some(errors), ..Refusal::code(50035) }
    }

    /// A text is too long, or too short.
    pub fn length(field: &str, least: usize, most: usize) -> Self {
        let message = format!("Must be between {least} and {most} in length.");
        Refusal::form(field, "BASE_TYPE_BAD_LENGTH", &message)
    }

    /// A field that must be there is not.
    pub fn required(field: &str) -> Self {
        Refusal::form(field, "BASE_TYPE_REQUIRED", "This field is required")
    }

    pub fn too_many(seconds: f64, scope: &'static str) -> Self {
        Refusal {
            wait: Some(Wait { seconds, scope }),
            ..Refusal::new(429, 0, "You are being rate limited.")
        }
    }

    pub fn to_json(&self) -> Value {
        let mut json = json!({ "message": self.message, "code": self.code });
        if let Some(errors) = &self.errors {
            json["errors"] = errors.clone();
        }
        if let Some(wait) = &self.wait {
            json["retry_after"] = json!(wait.seconds);
            json["global"] = json!(wait.scope == "global");
        }
        json
    }
}
