//! What Kosti says, as data that each front end shows in its own way.

use super::{animation::Animation, composer::MOST_ROWS};
use crate::games::{Games, LONGEST_FORETOLD};
use serde::{Deserialize, Serialize};

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Segment {
    /// Text of our own, as it is; nothing in it is markup.
    Text(String),
    /// Text that may come from people: nothing in it may become a link, a command, a call or
    /// markup.
    Foreign(String),
    /// A person who is called by name and, where the platform can, notified.
    Mention {
        /// The store's id of the person.
        person: i64,
        /// The name as shown.
        name: String,
    },
    /// Somebody who is called by a name alone, for the platform to find.
    Call(String),
    /// Lines in a fixed-width font.
    Code(String),
}

impl Segment {
    /// The text without any form.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Segment::Text(text) | Segment::Foreign(text) | Segment::Code(text) => text.clone(),
            Segment::Mention { name, .. } | Segment::Call(name) => format!("@{name}"),
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
    /// See whether a place is still there, for nobody says so when it goes.
    Look,
    /// See whether a person is still in the chat, for not every platform says so.
    Seek {
        /// The store's id of the person.
        person: i64,
    },
    /// Open a place of its own for the match, a thread or a topic, where the match goes on.
    Open {
        /// What the place is called.
        title: String,
    },
    /// Take an old message away, if there is time for it.
    Delete {
        /// The platform's id of the message.
        message: String,
    },
}

/// The most characters that a caption has on every platform (Telegram's number).
pub const CAPTION: usize = 1024;
/// The most characters that a text has on every platform (Telegram's number; an embed of
/// Discord has as many).
pub const TEXT: usize = 4096;
/// The most characters of movements in the status under a board.
pub(super) const MOVEMENTS: usize = 40;
/// The most characters by which the status under a board grows while an action is chosen: by
/// movements, by what is told of them, and by what joins these.
pub const CHOSEN: usize = MOVEMENTS + LONGEST_FORETOLD + 40;

/// What a platform makes a link of begins with or behind one of these.
const LINKING: [char; 7] = ['@', '/', '#', '$', '\\', '.', ':'];

/// The most that segments take on any platform: where people's words stand, marks that are not
/// seen may come in, by which nothing becomes a link.
fn length(segments: &[Segment]) -> usize {
    let mut behind_foreign = false;
    let most = |segment: &Segment| {
        let plain = segment.plain();
        let meets = std::mem::replace(&mut behind_foreign, !matches!(segment, Segment::Text(_)));
        let marks = match segment {
            Segment::Code(_) => 0,
            Segment::Text(_) => usize::from(meets),
            Segment::Foreign(_) | Segment::Mention { .. } | Segment::Call(_) => {
                plain.chars().filter(|c| LINKING.contains(c)).count() + 3
            }
        };
        plain.encode_utf16().count() + marks
    };
    segments.iter().map(most).sum()
}

/// A message to be shown in a chat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// What is told.
    pub text: Vec<Segment>,
    /// How things stand now, behind it: a newer message makes this out of date. Under a board
    /// with buttons its last line says who is to move.
    #[serde(default)]
    pub status: Vec<Segment>,
    /// A picture of a position.
    pub picture: Option<Picture>,
    /// A file to be kept.
    pub document: Option<Document>,
    /// A match to be shown as an animation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animation: Option<Animation>,
    /// The message that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// What can be pressed under it, in rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Vec<Press>>,
    /// Whether it takes the place of the message whose button was pressed: its buttons become
    /// these, its text this one. Where `text` is empty, the message goes on telling what it
    /// tells, and only its last line becomes this `status`, which is one line then. Only an answer to a
    /// press can be so.
    #[serde(skip)]
    pub in_place: bool,
    /// Whether it makes no sound: it is night in the chat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silent: bool,
}

/// Something that can be pressed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Press {
    /// What stands on it.
    pub label: String,
    /// What comes back when it is pressed: see [`super::button`].
    pub data: String,
}

/// Things to press in as few columns as their rows allow on every platform.
pub(super) fn in_rows(presses: Vec<Press>) -> Vec<Vec<Press>> {
    let columns = presses.len().div_ceil(MOST_ROWS).max(1);
    presses.chunks(columns).map(<[Press]>::to_vec).collect()
}

impl Reply {
    /// The text and what stands behind it, or the caption of the picture.
    #[must_use]
    pub fn whole(&self) -> Vec<Segment> {
        join(self.text.clone(), self.status.clone())
    }

    /// The store's ids of the people who are mentioned.
    #[must_use]
    pub fn mentioned(&self) -> Vec<i64> {
        let person = |segment: &Segment| match segment {
            Segment::Mention { person, .. } => Some(*person),
            _ => None,
        };
        self.text.iter().chain(&self.status).filter_map(person).collect()
    }

    /// Whether the whole text can stand in one message, or under its file, on every platform.
    #[must_use]
    pub fn fits(&self) -> bool {
        let file = self.picture.is_some() || self.document.is_some() || self.animation.is_some();
        let chosen = if self.buttons.is_empty() { 0 } else { CHOSEN };
        length(&self.whole()) + chosen <= if file { CAPTION } else { TEXT }
    }

    /// The same with its middle lines left out, where it is too long.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        if self.fits() {
            return self;
        }
        let mut head = lines(std::mem::take(&mut self.text));
        let mut tail = head.split_off(head.len() / 2);
        while !head.is_empty() || !tail.is_empty() {
            if head.len() > tail.len() {
                head.pop();
            } else {
                tail.remove(0);
            }
            let mark = vec![Segment::Text("…".to_owned())];
            self.text = [head.clone(), vec![mark], tail.clone()].concat().join(&line_break());
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

fn line_break() -> Segment {
    Segment::Text("\n".to_owned())
}

/// The segments between line breaks that stand alone.
fn lines(segments: Vec<Segment>) -> Vec<Vec<Segment>> {
    let end = line_break();
    segments.split(|segment| *segment == end).map(<[Segment]>::to_vec).collect()
}

fn join(mut above: Vec<Segment>, below: Vec<Segment>) -> Vec<Segment> {
    if !above.is_empty() && !below.is_empty() {
        above.push(line_break());
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
    /// Whether what explains the game is shown too.
    #[serde(default)]
    pub legend: bool,
    /// The theme's word.
    pub theme: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(lines: usize) -> Reply {
        let line = |at| {
            let number = Segment::Foreign(format!("{at:03}"));
            let rest = Segment::Text(" of many, not a short one".to_owned());
            [Segment::Text("line ".to_owned()), number, rest, line_break()]
        };
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
            legend: false,
            theme: String::new(),
        };
        Reply {
            text: (1..=lines).flat_map(line).collect(),
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
        assert!(text.lines().all(|line| line.len() < 40), "{text}");
        assert!(text.lines().filter(|line| line.starts_with("line")).all(|line| line.len() == 33));
        // Without a picture it is no caption.
        let text = Reply { picture: None, ..reply(100) };
        assert_eq!(text.clone().shortened(), text);
        let text = Reply { picture: None, ..reply(200) };
        assert!(!text.fits() && text.shortened().fits());
    }
}
