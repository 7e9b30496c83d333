//! What Kosti says, as data that each front end shows in its own way.

use serde::{Deserialize, Serialize};

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Segment {
    /// Text as it is; nothing in it is markup.
    Text(String),
    /// A person who is called by name and, where the platform can, notified.
    Mention {
        /// The store's id of the person.
        person: i64,
        /// The name as shown.
        name: String,
    },
    /// Lines in a fixed-width font.
    Code(String),
}

impl Segment {
    /// The text without any form.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Segment::Text(text) | Segment::Code(text) => text.clone(),
            Segment::Mention { name, .. } => format!("@{name}"),
        }
    }
}

/// A message to be shown in a chat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// The text, or the caption of the picture.
    pub text: Vec<Segment>,
    /// A picture of a position.
    pub picture: Option<Picture>,
    /// A file to be kept.
    pub document: Option<Document>,
}

/// A file that comes with a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Document {
    /// The name of the file.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// What is needed to draw a position: enough to do so later, in another process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Picture {
    /// A name for files: unique for each match and revision.
    pub name: String,
    /// The key of the game.
    pub game: String,
    /// Options that differ from their defaults.
    pub options: String,
    /// A position.
    pub from: String,
    /// The steps that were made from it; the last one is marked.
    pub steps: Vec<String>,
    /// Who looks: 1 or 2; `None` is a spectator.
    pub viewer: Option<u8>,
    /// The seat at the bottom: 1 or 2.
    pub below: u8,
    /// Names for the strips, by seat.
    pub names: [Option<String>; 2],
    /// The score of the match by seat, for matches of several deals.
    pub score: Option<[u32; 2]>,
    /// Whether the game has ended.
    pub over: bool,
    /// The theme's word.
    pub theme: String,
}
