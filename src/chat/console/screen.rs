//! How replies look.

use super::{
    dialog::Dialog,
    pictures,
    style::{self, Tone},
    terminal::{Terminal, Window},
};
use crate::{
    app::{
        button::{Button, Verb},
        reply::{Press, Reply, Segment},
        service::App,
        texts::Lang,
    },
    game::Message,
};
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    fs, io,
    path::{Path, PathBuf},
};

/// The terminal, or a file, as a platform.
pub(super) struct Screen<'a> {
    pub(super) app: &'a App,
    /// Where pictures and records are kept.
    pub(super) folder: &'a Path,
    /// The terminal, if it is one.
    pub(super) terminal: Option<Terminal>,
    /// The language of the room.
    pub(super) lang: Cell<Lang>,
    /// What can be pressed: the newest last.
    pub(super) presses: RefCell<VecDeque<Press>>,
}

/// Buttons that are remembered.
const MOST_PRESSES: usize = 200;

impl Screen<'_> {
    /// Shows a message. A file that cannot be written is told in the log: what is said
    /// must not be lost for it.
    pub(super) fn show(
        &self,
        dialog: &Dialog,
        reply: &Reply,
        (png, gif): (Option<&[u8]>, Option<&[u8]>),
        tone: Option<Tone>,
    ) -> io::Result<()> {
        let mut text = self.lines(&reply.whole(), tone);
        text.push('\n');
        if let Some(picture) = &reply.picture {
            let path =
                png.and_then(|png| self.keep("pictures", &format!("{}.png", picture.name), png));
            match png.and_then(|png| self.drawn(png)) {
                // Who sees the picture needs neither its signs nor its file.
                Some(drawn) => text.push_str(&format!("{drawn}\n")),
                None => {
                    match picture.diagram(self.app.games) {
                        Ok(diagram) => {
                            text.push_str(&format!("\n{}\n\n", style::harmless(&diagram)));
                        }
                        Err(error) => tracing::error!(%error, "no board"),
                    }
                    text.push_str(&self.file("console-picture", path));
                }
            }
        }
        if let (Some(animation), Some(gif)) = (&reply.animation, gif) {
            let path = self.keep("replays", &format!("{}.gif", animation.name), gif);
            text.push_str(&self.file("console-file", path));
        }
        for row in &reply.buttons {
            let labels: Vec<String> =
                row.iter().map(|press| format!("({})", style::harmless(&press.label))).collect();
            text.push_str(&(self.wrapped(labels.join(" ")) + "\n"));
        }
        self.remember(&reply.buttons);
        if let Some(document) = &reply.document {
            text.push_str(&style::harmless(&document.text));
            let path = self.keep("records", &document.name, document.text.as_bytes());
            text.push_str(&self.file("console-file", path));
        }
        dialog.print(text)
    }

    /// Lets buttons be pressed. With those of a board come, nobody can play by the older ones
    /// of its match any more.
    fn remember(&self, rows: &[Vec<Press>]) {
        let mut presses = self.presses.borrow_mut();
        let read = |press: &Press| press.data.parse::<Button>().ok();
        let plays =
            |button: &Button| matches!(button.verb, Verb::Play | Verb::Foretell | Verb::Compose);
        let board = rows.iter().flatten().filter_map(read);
        let board = board
            .into_iter()
            .find(|new| plays(new) || matches!(new.verb, Verb::Hand | Verb::Rematch));
        if let Some(board) = board {
            let is_old = |old: &Button| plays(old) && old.number == board.number;
            presses.retain(|press| !read(press).is_some_and(|old| is_old(&old)));
        }
        presses.extend(rows.iter().flatten().cloned());
        while presses.len() > MOST_PRESSES {
            presses.pop_front();
        }
    }

    /// What the newest button of a label carries.
    pub(super) fn pressed(&self, label: &str) -> Option<String> {
        let meant = label.trim().to_lowercase();
        let presses = self.presses.borrow();
        let found = presses.iter().rfind(|press| press.label.to_lowercase() == meant);
        found.map(|press| press.data.clone())
    }

    /// The labels of all buttons that are remembered, the newest first.
    pub(super) fn labels(&self) -> Vec<String> {
        let mut labels = Vec::new();
        for press in self.presses.borrow().iter().rev() {
            if !labels.contains(&press.label) {
                labels.push(press.label.clone());
            }
        }
        labels
    }

    /// Says a sentence of the console's own.
    pub(super) fn say(
        &self,
        dialog: &Dialog,
        message: &Message,
        tone: Option<Tone>,
    ) -> io::Result<()> {
        let said = self.app.texts.say(self.lang.get(), message);
        dialog.print(self.lines(&said, tone) + "\n")
    }

    /// Segments as lines for this terminal.
    fn lines(&self, segments: &[Segment], tone: Option<Tone>) -> String {
        let colours = self.terminal.is_some_and(|terminal| terminal.colours);
        let paint =
            |tone: Tone, text: &str| if colours { tone.paint(text) } else { text.to_owned() };
        let piece = |segment: &Segment| {
            let plain = style::harmless(&segment.plain());
            match segment {
                Segment::Mention { .. } => paint(Tone::Name, &plain),
                _ => plain,
            }
        };
        let text: String = segments.iter().map(piece).collect();
        let fixed = segments.iter().any(|segment| matches!(segment, Segment::Code(_)));
        let text = if fixed { text } else { self.wrapped(text) };
        tone.map_or_else(|| text.clone(), |tone| paint(tone, &text))
    }

    /// A text in lines that fit into the terminal.
    fn wrapped(&self, text: String) -> String {
        match self.terminal {
            Some(_) => style::wrap(&text, Window::now().columns.into()),
            None => text,
        }
    }

    /// The picture in the terminal, if it shows pictures.
    fn drawn(&self, png: &[u8]) -> Option<String> {
        let terminal = self.terminal?;
        let columns = pictures::columns(png, Window::now());
        Some(pictures::escape(png, terminal.pictures?, columns, terminal.tmux))
    }

    /// The line that tells of a file that was kept.
    fn file(&self, id: &'static str, path: Option<PathBuf>) -> String {
        let Some(path) = path else { return String::new() };
        let line = Message::new(id).with("path", path.display().to_string());
        let said = self.app.texts.say(self.lang.get(), &line);
        self.lines(&said, Some(Tone::Aside)) + "\n"
    }

    fn keep(&self, kind: &str, name: &str, bytes: &[u8]) -> Option<PathBuf> {
        let folder = self.folder.join(kind);
        let path = folder.join(name);
        match fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes)) {
            Ok(()) => Some(path),
            Err(error) => {
                tracing::error!(%error, path = %path.display(), "cannot write");
                None
            }
        }
    }
}
