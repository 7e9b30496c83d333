//! What Kosti says, as data that each front end shows in its own way.

use super::animation::Animation;
use crate::games::Games;
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

/// What a platform is to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outgoing {
    /// Show a message.
    Say(Box<Reply>),
    /// Take the buttons from an old message, if there is time for it.
    Strip {
        /// The platform's id of the message.
        message: String,
    },
    /// Take an old message away, if there is time for it.
    Delete {
        /// The platform's id of the message.
        message: String,
    },
}

/// The most characters that a caption has on every platform (Telegram's number).
pub const CAPTION: usize = 1024;

fn length(segments: &[Segment]) -> usize {
    segments.iter().map(|segment| segment.plain().encode_utf16().count()).sum()
}

/// A message to be shown in a chat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// What is told.
    pub text: Vec<Segment>,
    /// How things stand now, behind it: a newer message makes this out of date.
    #[serde(default)]
    pub status: Vec<Segment>,
    /// A picture of a position.
    pub picture: Option<Picture>,
    /// A file to be kept.
    pub document: Option<Document>,
    /// A match to be shown as an animation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animation: Option<Animation>,
    /// What can be pressed under it, in rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Vec<Press>>,
}

/// Something that can be pressed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Press {
    /// What stands on it.
    pub label: String,
    /// What comes back when it is pressed: see [`super::button`].
    pub data: String,
}

impl Reply {
    /// The text and what stands behind it, or the caption of the picture.
    #[must_use]
    pub fn whole(&self) -> Vec<Segment> {
        join(self.text.clone(), self.status.clone())
    }

    /// Whether the whole text can stand under a picture on every platform.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.picture.is_none() || length(&self.text) + length(&self.status) < CAPTION
    }

    /// The same with its middle lines left out, where it is too long for its picture.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        let mut tail = self.text.split_off(self.text.len() / 2);
        let mut head = std::mem::take(&mut self.text);
        let whole = Reply { text: [head.clone(), tail.clone()].concat(), ..self.clone() };
        if whole.fits() {
            return whole;
        }
        while !head.is_empty() || !tail.is_empty() {
            if head.len() > tail.len() {
                head.pop();
            } else {
                tail.remove(0);
            }
            let mark = Segment::Text("\n…\n".to_owned());
            self.text = [head.clone(), vec![mark], tail.clone()].concat();
            if self.fits() {
                break;
            }
        }
        self
    }

    /// One message that tells what both tell, as it stands after the newer one. The
    /// pictures become one that marks the steps of both where they follow one another.
    #[must_use]
    pub fn fold(self, newer: Reply, games: Games) -> Reply {
        let picture = match (self.picture, newer.picture) {
            (Some(older), Some(newer)) => Some(older.followed_by(newer, games)),
            (_, newer) => newer,
        };
        let text = join(self.text, newer.text);
        Reply { text, picture, ..newer }
    }
}

fn join(mut above: Vec<Segment>, below: Vec<Segment>) -> Vec<Segment> {
    if !above.is_empty() && !below.is_empty() {
        above.push(Segment::Text("\n".to_owned()));
    }
    above.extend(below);
    above
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

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(lines: usize) -> Reply {
        let line = |at| Segment::Text(format!("line {at:03} of many, not a short one\n"));
        let picture = Picture {
            name: String::new(),
            game: String::new(),
            options: String::new(),
            from: String::new(),
            steps: Vec::new(),
            viewer: None,
            below: 1,
            names: [None, None],
            score: None,
            over: false,
            theme: String::new(),
        };
        Reply {
            text: (1..=lines).map(line).collect(),
            status: vec![Segment::Text("who is to move".into())],
            picture: Some(picture),
            ..Reply::default()
        }
    }

    #[test]
    fn a_caption_that_is_too_long_loses_its_middle() {
        let short = reply(20);
        assert!(short.fits());
        assert_eq!(short.clone().shortened(), short);
        let long = reply(100);
        assert!(!long.fits());
        let cut = long.shortened();
        assert!(cut.fits());
        let text: String = cut.whole().iter().map(Segment::plain).collect();
        assert!(text.starts_with("line 001") && text.contains("line 100"), "{text}");
        assert!(text.ends_with("\nwho is to move") && text.matches('…').count() == 1, "{text}");
        // Without a picture it is no caption.
        let text = Reply { picture: None, ..reply(100) };
        assert_eq!(text.clone().shortened(), text);
    }
}
