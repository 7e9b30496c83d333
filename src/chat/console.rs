//! A chat in the terminal.

use crate::{
    app::{
        command::Command,
        delivery::{self, Outbound},
        housekeeping, jobs, names,
        reply::{Reply, Segment},
        service::{self, Answer, App, ChatKey, Handled, Incoming, ScopeId, Verdict},
        texts::Lang,
    },
    game::Message,
};
use anyhow::{Context as _, Result};
use std::{
    cell::Cell,
    fs,
    io::{self, BufRead, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};
use time::OffsetDateTime;
use tokio::sync::mpsc;
use uuid::Uuid;

/// The platform's word in the store.
const PLATFORM: &str = "console";
/// The one room of a console.
const ROOM: &str = "room";
/// How often it is looked for what others in the room have said.
const POLL: Duration = Duration::from_millis(250);
/// Longest line that is looked at, in bytes.
const LONGEST: usize = 4096;

/// How the console runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Where pictures and records go.
    pub data: PathBuf,
    /// Lines to run instead of those that are typed.
    pub script: Option<PathBuf>,
    /// Who speaks first.
    pub speaker: String,
    /// The language of a room that is new.
    pub lang: Lang,
    /// Whether somebody sits at a terminal.
    pub interactive: bool,
}

/// How the console ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Nothing more to read, or `/quit`.
    Quiet,
    /// A line of a script was not understood.
    NotUnderstood {
        /// Its number, from 1.
        line: u32,
    },
}

/// Runs the console until its input ends.
///
/// # Errors
/// When the input cannot be read, the output is closed or the database fails.
pub async fn run(app: &App, settings: &Settings) -> Result<End> {
    let chat = ChatKey { platform: PLATFORM.into(), bot_id: PLATFORM.into(), chat_id: ROOM.into() };
    let (scope, lang) =
        service::scope_of(app, &chat, settings.lang, OffsetDateTime::now_utc()).await?;
    let screen =
        Screen { app, folder: &settings.data, lang: Cell::new(lang), prompted: Cell::new(false) };
    housekeeping::sweep(app, OffsetDateTime::now_utc()).await?;
    let last = delivery::log_end(app, scope).await?;
    let speaker = names::shown(&settings.speaker);
    let mut console = Console { app, last, settings, chat, scope, screen, speaker };
    // What an earlier run had accepted but not shown.
    console.deliver().await?;
    if settings.interactive {
        console.say(&Message::new("console-welcome"))?;
    }
    let mut lines = read_lines(settings.script.as_deref())?;
    let mut number = 0;
    let mut ticks = tokio::time::interval(POLL);
    let mut ask = settings.interactive;
    loop {
        if ask {
            print(&format!("{}> ", console.speaker))?;
        }
        let line = tokio::select! {
            line = lines.recv() => line,
            _ = ticks.tick(), if settings.interactive => {
                // Others may be in the same room.
                console.screen.prompted.set(true);
                jobs::do_all(app, OffsetDateTime::now_utc()).await?;
                ask = console.deliver().await? > 0;
                console.screen.prompted.set(false);
                continue;
            }
        };
        ask = settings.interactive;
        let Some(line) = line else { break };
        let line = line.context("cannot read the input")?;
        number += 1;
        match console.line(&line).await? {
            Went::On => {}
            Went::Out => break,
            Went::Astray if settings.script.is_some() => {
                return Ok(End::NotUnderstood { line: number });
            }
            Went::Astray => {}
        }
    }
    if settings.interactive {
        print("\n")?;
    }
    Ok(End::Quiet)
}

/// Reads lines on a thread of its own: reading a terminal cannot be interrupted.
fn read_lines(script: Option<&Path>) -> Result<mpsc::Receiver<io::Result<String>>> {
    let mut input: Box<dyn BufRead + Send> = match script {
        None => Box::new(io::BufReader::new(io::stdin())),
        Some(path) => {
            let file =
                fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            Box::new(io::BufReader::new(file))
        }
    };
    let (sender, receiver) = mpsc::channel(1);
    std::thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            let read = match input.read_until(b'\n', &mut line) {
                Ok(0) => return,
                Ok(_) => Ok(String::from_utf8_lossy(&line).into_owned()),
                Err(error) => Err(error),
            };
            let failed = read.is_err();
            if sender.blocking_send(read).is_err() || failed {
                return;
            }
        }
    });
    Ok(receiver)
}

/// Where a line led.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Went {
    On,
    /// Not understood.
    Astray,
    Out,
}

struct Console<'a> {
    app: &'a App,
    /// The newest message of the room that was shown.
    last: i64,
    settings: &'a Settings,
    chat: ChatKey,
    scope: ScopeId,
    screen: Screen<'a>,
    speaker: String,
}

impl Console<'_> {
    async fn line(&mut self, line: &str) -> Result<Went> {
        let line = line.trim_start_matches('\u{feff}').trim();
        let comment = line.starts_with('#') && !line[1..].starts_with(|c: char| c.is_ascii_digit());
        if line.is_empty() || comment {
            return Ok(Went::On);
        }
        if line.len() > LONGEST {
            self.say(&Message::new("console-long"))?;
            return Ok(Went::Astray);
        }
        if let Some(rest) = line.strip_prefix('@') {
            let (name, said) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if name.is_empty() || said.trim().is_empty() {
                self.say(&Message::new("console-name"))?;
                return Ok(Went::Astray);
            }
            return self.speak(&names::shown(name), said).await;
        }
        let mut words = line.split_whitespace();
        match (words.next().unwrap_or_default(), words.next(), words.next()) {
            (word, None, None) if matches!(word.to_lowercase().as_str(), "/quit" | "/exit") => {
                Ok(Went::Out)
            }
            ("/as", Some(name), None)
                if names::shown(name.trim_start_matches('@')) != names::NOTHING =>
            {
                self.speaker = names::shown(name.trim_start_matches('@'));
                self.say(&Message::new("console-now").with("name", self.speaker.as_str()))?;
                Ok(Went::On)
            }
            ("/as", _, _) => {
                self.say(&Message::new("console-as"))?;
                Ok(Went::Astray)
            }
            _ => {
                let speaker = self.speaker.clone();
                self.speak(&speaker, line).await
            }
        }
    }

    async fn speak(&mut self, name: &str, text: &str) -> Result<Went> {
        let incoming = Incoming {
            chat: self.chat.clone(),
            place: ROOM.to_owned(),
            account: name.to_lowercase(),
            name: name.to_owned(),
            // A terminal is its owner's.
            admin: true,
            event: Uuid::now_v7().to_string(),
            at: OffsetDateTime::now_utc(),
            reply_to: None,
            locale: self.settings.lang,
            command: Command::parse(text),
        };
        let Handled::Done(Answer { verdict, private, chat_lang, .. }) =
            service::handle(self.app, &incoming).await?
        else {
            return Ok(Went::On);
        };
        jobs::do_all(self.app, OffsetDateTime::now_utc()).await?;
        self.screen.lang.set(chat_lang);
        if let Some(reply) = private {
            let png = delivery::draw(self.app, &reply).await;
            self.screen.show(&reply, png.as_deref())?;
        }
        if incoming.command == Command::Help {
            print("\n")?;
            self.say(&Message::new("console-welcome"))?;
        }
        self.deliver().await?;
        Ok(match verdict {
            Verdict::Done | Verdict::Refused => Went::On,
            Verdict::NotUnderstood => Went::Astray,
        })
    }

    /// Shows what is new in the room, from this process or another one.
    async fn deliver(&mut self) -> Result<usize> {
        let screen = &self.screen;
        let show = async |message: &Outbound| {
            screen.show(&message.reply, message.png.as_deref())?;
            Ok(Uuid::now_v7().to_string())
        };
        delivery::follow(self.app, &self.chat.bot(), self.scope, &mut self.last, show).await
    }

    fn say(&self, message: &Message) -> Result<()> {
        print(&format!("{}\n", self.app.texts.plain(self.screen.lang.get(), message)))?;
        Ok(())
    }
}

/// The terminal as a platform.
struct Screen<'a> {
    app: &'a App,
    folder: &'a Path,
    /// The language of the room.
    lang: Cell<Lang>,
    /// Whether a prompt stands in the last line: a message takes its place.
    prompted: Cell<bool>,
}

impl Screen<'_> {
    /// Prints a message. A file that cannot be written is told in the log: what is said
    /// must not be lost for it.
    fn show(&self, reply: &Reply, png: Option<&[u8]>) -> io::Result<()> {
        if self.prompted.take() {
            print("\r\u{1b}[K")?;
        }
        let mut text: String = reply.whole().iter().map(Segment::plain).collect();
        text.push('\n');
        if let Some(picture) = &reply.picture {
            match picture.diagram(self.app.games) {
                Ok(diagram) => text.push_str(&format!("\n{diagram}\n\n")),
                Err(error) => tracing::error!(%error, "no board"),
            }
            if let Some(png) = png {
                let name = format!("{}.png", picture.name);
                self.keep("pictures", &name, png, &mut text, "console-picture");
            }
        }
        if let Some(document) = &reply.document {
            text.push_str(&document.text);
            let bytes = document.text.as_bytes();
            self.keep("records", &document.name, bytes, &mut text, "console-file");
        }
        print(&text)
    }

    fn add_path(&self, text: &mut String, id: &'static str, path: &Path) {
        let line = Message::new(id).with("path", path.display().to_string());
        text.push_str(&self.app.texts.plain(self.lang.get(), &line));
        text.push('\n');
    }

    fn keep(&self, kind: &str, name: &str, bytes: &[u8], text: &mut String, id: &'static str) {
        let folder = self.folder.join(kind);
        let path = folder.join(name);
        match fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes)) {
            Ok(()) => self.add_path(text, id, &path),
            Err(error) => tracing::error!(%error, path = %path.display(), "cannot write"),
        }
    }
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
