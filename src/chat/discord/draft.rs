//! Messages as Discord takes them.

use super::{
    components::components,
    rest::Call,
    text::{Text, length},
};
use crate::app::reply::{Document, Reply, Segment};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most characters of a message.
pub(super) const CONTENT: usize = 2000;
/// The most characters of what stands in a box below it.
const EMBED: usize = 4096;

/// Marks of messages, as Discord numbers them.
const NO_PREVIEWS: u32 = 1 << 2;
const FOR_ONE: u32 = 1 << 6;
const SILENT: u32 = 1 << 12;

/// A file.
#[derive(Clone, Debug)]
pub(super) struct File {
    name: String,
    bytes: Vec<u8>,
    mime: &'static str,
}

/// A message as Discord takes it.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// What it says, without its files.
    pub(super) body: Value,
    /// Its file.
    pub(super) file: Option<File>,
}

impl Draft {
    /// A message that says `segments`; with the buttons and marks of `reply`.
    pub(super) fn new(
        segments: &[Segment],
        reply: &Reply,
        accounts: &BTreeMap<i64, String>,
        file: Option<File>,
    ) -> Self {
        let mut body = json!({
            "components": components(&reply.buttons),
            "allowed_mentions": { "parse": [] },
            "embeds": [],
        });
        let whole = Text::new(segments, accounts, EMBED);
        let mut flags = if reply.silent { SILENT } else { 0 };
        if length(&whole.markup) <= CONTENT {
            body["content"] = json!(whole.markup);
            flags |= NO_PREVIEWS;
        } else {
            // Mentions call nobody in a box.
            let called: Vec<String> = whole.mentioned.iter().map(|id| format!("<@{id}>")).collect();
            body["content"] = json!(called.join(" "));
            body["embeds"] = json!([{ "description": whole.markup }]);
        }
        let mut users = whole.mentioned;
        users.sort();
        users.dedup();
        if !users.is_empty() {
            body["allowed_mentions"]["users"] = json!(users);
        }
        body["flags"] = json!(flags);
        if let Some(file) = &file {
            body["attachments"] = json!([{ "id": 0, "filename": file.name }]);
        }
        Draft { body, file }
    }

    /// The same for one reader alone.
    pub(super) fn for_one(mut self) -> Self {
        let flags = self.body["flags"].as_u64().unwrap_or(0);
        self.body["flags"] = json!(flags | u64::from(FOR_ONE));
        self
    }

    /// The same as an edit of a message that stays for who sees it; of its files those stay
    /// that are named.
    pub(super) fn edit(mut self, kept: &[String]) -> Self {
        let mut files: Vec<Value> = kept.iter().map(|id| json!({ "id": id })).collect();
        if let Some(file) = &self.file {
            files.push(json!({ "id": 0, "filename": file.name }));
        }
        self.body["attachments"] = Value::Array(files);
        if let Some(body) = self.body.as_object_mut() {
            body.remove("flags");
        }
        self
    }

    /// A call that carries it.
    pub(super) fn on(self, call: Call) -> Call {
        let call = call.json(self.body);
        match self.file {
            Some(File { name, bytes, mime }) => call.file(name, bytes, mime),
            None => call,
        }
    }

    /// The same as an answer to a message, if that is still there.
    pub(super) fn answering(mut self, message: Option<&str>) -> Self {
        if let Some(message) = message {
            self.body["message_reference"] =
                json!({ "message_id": message, "fail_if_not_exists": false });
        }
        self
    }
}

/// The file of a reply, from what was drawn for it.
pub(super) fn file(reply: &Reply, png: Option<&[u8]>, gif: Option<&[u8]>) -> Option<File> {
    let made =
        |name: String, mime: &'static str, bytes: &[u8]| File { name, bytes: bytes.to_vec(), mime };
    if let (Some(picture), Some(bytes)) = (&reply.picture, png) {
        return Some(made(format!("{}.png", picture.name), "image/png", bytes));
    }
    if let (Some(animation), Some(bytes)) = (&reply.animation, gif) {
        return Some(made(format!("{}.gif", animation.name), "image/gif", bytes));
    }
    let Document { name, text } = reply.document.as_ref()?;
    Some(made(name.clone(), "text/plain", text.as_bytes()))
}
