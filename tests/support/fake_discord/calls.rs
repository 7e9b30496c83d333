//! What the bot has asked for.

use super::refusal::Refusal;
use axum::body::Bytes;
use serde_json::Value;
use serenity::model::id::ChannelId;
use time::OffsetDateTime;

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    pub at: OffsetDateTime,
    /// What it does, in the words of `routes`: `createMessage`.
    pub name: &'static str,
    pub method: &'static str,
    pub path: String,
    /// The channel that its path names.
    pub channel: Option<ChannelId>,
    pub body: Value,
    /// The files that came along, with their names.
    pub files: Vec<(String, Bytes)>,
    /// `None` while it is not answered; 0 if the connection ended instead.
    pub status: Option<u16>,
    pub refusal: Option<Refusal>,
    /// Whether a test wanted it to go wrong.
    pub injected: bool,
}
