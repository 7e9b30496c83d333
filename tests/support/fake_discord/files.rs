//! Files of messages.

use super::{ask::Parts, fields, refusal::Refusal, state::State};
use axum::body::Bytes;
use serde_json::{Value, json};
use serenity::model::id::{AttachmentId, ChannelId};
use std::collections::BTreeMap;

/// How large a file may be where nobody pays for more.
pub const FILE_LIMIT: u64 = 10 << 20;
/// How large a request may be.
pub const LARGEST: usize = 25 << 20;
const MOST: usize = 10;
const DESCRIPTION: usize = 1024;

/// A file of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub id: AttachmentId,
    pub name: String,
    /// What those read who do not see it.
    pub description: Option<String>,
    pub bytes: Bytes,
    /// The channel, for its address.
    channel: ChannelId,
}

/// What a message says of its files.
#[derive(Clone, Default, Debug)]
pub struct Files {
    /// Those that stay, of an edit that says which.
    pub kept: Option<Vec<AttachmentId>>,
    new: Vec<(String, Option<String>, Bytes)>,
}

impl Files {
    pub fn read(
        violations: &mut Vec<String>,
        body: &Value,
        parts: &Parts,
        limit: u64,
    ) -> Result<Files, Refusal> {
        let mut files = Files::default();
        let mut described = BTreeMap::new();
        for json in fields::list(body, "attachments") {
            let known = "id filename title description is_spoiler";
            fields::check(violations, "attachment", json, known);
            let text = |key: &str| json[key].as_str().map(str::to_owned);
            if text("description").is_some_and(|text| text.chars().count() > DESCRIPTION) {
                return Err(Refusal::length("attachments.description", 0, DESCRIPTION));
            }
            let number = json["id"].as_u64().or_else(|| json["id"].as_str()?.parse().ok());
            let number = number.ok_or_else(|| Refusal::required("attachments.id"))?;
            if parts.contains_key(&number) {
                described.insert(number, (text("filename"), text("description")));
            } else if number > 1000 {
                files.kept.get_or_insert_default().push(AttachmentId::new(number));
            } else {
                let message = "Attachment data was not found";
                return Err(Refusal::form("attachments", "ATTACHMENT_NOT_FOUND", message));
            }
        }
        if body["attachments"].is_array() {
            files.kept.get_or_insert_default();
        }
        for (number, part) in parts {
            if part.bytes.len() as u64 > limit {
                return Err(Refusal::code(40005));
            }
            let (name, description) = described.remove(number).unwrap_or_default();
            let name = name.unwrap_or_else(|| part.name.clone());
            files.new.push((name, description, part.bytes.clone()));
        }
        if files.new.len() + files.kept.iter().flatten().count() > MOST {
            return Err(Refusal::length("attachments", 0, MOST));
        }
        Ok(files)
    }

    pub fn has_new(&self) -> bool {
        !self.new.is_empty()
    }
}

impl State {
    /// The files that a message has after this.
    pub fn settle_files(
        &mut self,
        channel: ChannelId,
        old: &[File],
        files: &Files,
    ) -> Result<Vec<File>, Refusal> {
        let mut settled: Vec<File> = match &files.kept {
            None => old.to_vec(),
            Some(kept) => {
                let find = |id: &AttachmentId| old.iter().find(|file| file.id == *id).cloned();
                let found: Option<Vec<File>> = kept.iter().map(find).collect();
                let message = "Attachment data was not found";
                found
                    .ok_or_else(|| Refusal::form("attachments", "ATTACHMENT_NOT_FOUND", message))?
            }
        };
        for (name, description, bytes) in files.new.clone() {
            let id = AttachmentId::new(self.next_id());
            settled.push(File { id, name, description, bytes, channel });
        }
        Ok(settled)
    }
}

impl File {
    /// Where it lies, below the address of the server.
    pub fn path(&self) -> String {
        format!("/attachments/{}/{}/{}", self.channel, self.id, self.name)
    }

    pub fn to_json(&self, ephemeral: bool) -> Value {
        let url = format!("https://cdn.discordapp.com{}?ex=0&is=0&hm=0", self.path());
        let mut json = json!({
            "id": self.id,
            "filename": self.name,
            "size": self.bytes.len(),
            "url": url,
            "proxy_url": url,
        });
        if let Some(description) = &self.description {
            json["description"] = json!(description);
        }
        if let Some(kind) = self.kind() {
            json["content_type"] = json!(kind);
            json["width"] = json!(self.side(16));
            json["height"] = json!(self.side(20));
        }
        if ephemeral {
            json["ephemeral"] = json!(true);
        }
        json
    }

    fn kind(&self) -> Option<&'static str> {
        match &self.bytes {
            bytes if bytes.starts_with(b"\x89PNG") => Some("image/png"),
            bytes if bytes.starts_with(b"GIF8") => Some("image/gif"),
            _ => None,
        }
    }

    /// A side of a PNG.
    fn side(&self, at: usize) -> u32 {
        let bytes = self.bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.filter(|_| self.kind() == Some("image/png")).map_or(100, u32::from_be_bytes)
    }
}
