//! Files that were sent: what they are and the ids by which they are sent again.

use super::{
    params::{Params, Part},
    refusal::Refusal,
    state::State,
};
use axum::body::Bytes;
use serde_json::{Value, json};

/// The largest photo.
const LARGEST_PHOTO: usize = 10 << 20;
/// Width and height of a photo together.
const LONGEST_SIDES: u32 = 10_000;
/// How many times longer than the other a side of a photo may be.
const STEEPEST: u32 = 20;
/// The longer side of the picture that stands for a photo in lists.
const THUMBNAIL: u32 = 90;

/// What a message shows besides its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    Photo,
    Document,
    Animation,
}

/// A file as it was sent.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    pub kind: FileKind,
    /// By which it is sent again.
    pub id: String,
    pub unique_id: String,
    pub name: String,
    pub bytes: Bytes,
    pub width: u32,
    pub height: u32,
}

impl FileKind {
    /// The parameter that holds it and the key of a message.
    pub fn key(self) -> &'static str {
        match self {
            FileKind::Photo => "photo",
            FileKind::Document => "document",
            FileKind::Animation => "animation",
        }
    }
}

impl File {
    /// Where it is downloaded.
    pub fn path(&self) -> String {
        let folder = match self.kind {
            FileKind::Photo => "photos",
            FileKind::Document => "documents",
            FileKind::Animation => "animations",
        };
        format!("{folder}/{}", self.unique_id)
    }

    fn thumbnail_id(&self) -> String {
        format!("{}-thumbnail", self.id)
    }

    /// Whether it was sent by this id.
    pub fn has_id(&self, id: &str) -> bool {
        self.id == id
    }

    fn base(&self) -> Value {
        json!({
            "file_id": self.id, "file_unique_id": self.unique_id, "file_size": self.bytes.len(),
        })
    }

    /// As part of a message.
    pub fn to_json(&self) -> Value {
        let mut json = self.base();
        match self.kind {
            FileKind::Photo => {
                json["width"] = json!(self.width);
                json["height"] = json!(self.height);
                let longer = self.width.max(self.height).max(1);
                let small = |side: u32| (side * THUMBNAIL / longer).max(1);
                json!([
                    {
                        "file_id": self.thumbnail_id(),
                        "file_unique_id": format!("{}t", self.unique_id),
                        "file_size": 1,
                        "width": small(self.width),
                        "height": small(self.height),
                    },
                    json,
                ])
            }
            FileKind::Document => {
                json["file_name"] = json!(self.name);
                json["mime_type"] = json!(mime(&self.name));
                json
            }
            FileKind::Animation => {
                json["file_name"] = json!(self.name);
                json["mime_type"] = json!("video/mp4");
                json["width"] = json!(self.width);
                json["height"] = json!(self.height);
                json["duration"] = json!(1);
                json
            }
        }
    }

    /// What `getFile` tells.
    pub fn described(&self) -> Value {
        let mut json = self.base();
        json["file_path"] = json!(self.path());
        json
    }
}

impl State {
    /// The file that a parameter stands for: new or sent before.
    pub fn read_file(
        &mut self,
        params: &Params,
        kind: FileKind,
        value: Option<&str>,
    ) -> Result<File, Refusal> {
        if let Some(part) = params.attached(kind.key(), value.unwrap_or_default()) {
            return self.upload(kind, part);
        }
        let Some(id) = value else {
            return Err(Refusal::bad(&format!("there is no {} in the request", kind.key())));
        };
        if self.files.iter().any(|file| file.thumbnail_id() == id) {
            self.violation(format!("{id} is only a thumbnail"));
        }
        let known = self.files.iter().find(|file| file.has_id(id));
        match known {
            Some(file) if file.kind == kind => Ok(file.clone()),
            Some(file) => Err(Refusal::bad(&format!(
                "can't use file of type {} as {}",
                file.kind.key(),
                kind.key()
            ))),
            None => Err(Refusal::bad("wrong file identifier/HTTP URL specified")),
        }
    }

    fn upload(&mut self, kind: FileKind, part: &Part) -> Result<File, Refusal> {
        let (width, height) = dimensions(&part.bytes).unwrap_or((0, 0));
        if kind == FileKind::Photo {
            check_photo(part.bytes.len(), width, height)?;
        }
        if part.bytes.is_empty() {
            return Err(Refusal::bad("file must be non-empty"));
        }
        let same = |file: &&File| file.kind == kind && file.bytes == part.bytes;
        if let Some(file) = self.files.iter().find(same) {
            // The name is that of the message, the ids are those of the content.
            return Ok(File { name: part.file_name.clone(), ..file.clone() });
        }
        let number = self.files.len() + 1;
        let file = File {
            kind,
            id: format!("AgACAgIAAx{}-{number}", kind.key()),
            unique_id: format!("AQAD{}{number}", kind.key()),
            name: part.file_name.clone(),
            bytes: part.bytes.clone(),
            width,
            height,
        };
        self.files.push(file.clone());
        Ok(file)
    }
}

fn check_photo(size: usize, width: u32, height: u32) -> Result<(), Refusal> {
    if size > LARGEST_PHOTO {
        return Err(Refusal::bad(&format!(
            "file of size {size} bytes is too big for a photo; the maximum size is \
             {LARGEST_PHOTO} bytes"
        )));
    }
    if width == 0 || height == 0 {
        return Err(Refusal::bad("IMAGE_PROCESS_FAILED"));
    }
    let steep = width.max(height) > width.min(height).saturating_mul(STEEPEST);
    if width.saturating_add(height) > LONGEST_SIDES || steep {
        return Err(Refusal::bad("PHOTO_INVALID_DIMENSIONS"));
    }
    Ok(())
}

/// Width and height of a PNG or a GIF.
fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR") {
        let side = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        return Some((side(16)?, side(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let side = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        return Some((side(6)?.into(), side(8)?.into()));
    }
    None
}

fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("png") => "image/png",
        Some("gif") => "image/gif",
        Some("txt") => "text/plain",
        _ => "application/octet-stream",
    }
}
