//! What the bot has asked for.

use super::refusal::Refusal;
use axum::body::Bytes;
use serde_json::{Map, Value};
use teloxide::types::ChatId;
use time::OffsetDateTime;

/// All calls, in their order.
#[derive(Default)]
pub struct Calls {
    pub all: Vec<Call>,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    pub at: OffsetDateTime,
    /// As the documentation writes it.
    pub method: &'static str,
    pub chat: Option<ChatId>,
    pub params: Map<String, Value>,
    /// The files that came along, with their names.
    pub files: Vec<(String, Bytes)>,
    /// `None` while it is not answered.
    pub outcome: Option<Result<Value, Refusal>>,
}
