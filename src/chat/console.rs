//! A chat in the terminal.

mod completer;
mod dialog;
mod editor;
mod helper;
mod history;
mod pictures;
mod screen;
mod style;
mod terminal;

pub use terminal::{Pictures, Protocol, Terminal};

use crate::{
    app::{
        command::{Command, SETTINGS, WORDS},
        delivery::{self, Outbound},
        housekeeping,
        jobs::{self, Heart},
        names,
        service::{self, Answer, Answers, App, ChatKey, Handled, Incoming, ScopeId, Verdict},
        suggest::{self, Asker},
        texts::Lang,
    },
    game::{FirstSeat, Message},
};
use anyhow::Result;
use completer::{Game, Vocabulary};
use dialog::{Dialog, Typed};
use editor::Editor;
use helper::{Asking, LineHelper, News, Question};
use history::History;
use kosti_render::Theme;
use screen::Screen;
use std::{
    cell::{Cell, RefCell},
    path::PathBuf,
    time::Duration,
};
use style::Tone;
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
    /// The terminal that somebody sits at.
    pub terminal: Option<Terminal>,
}

/// How the console ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Nothing more to read, or `/quit`.
    Quiet,
    /// By Ctrl-C.
    Interrupted,
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
    let screen = Screen {
        app,
        folder: &settings.data,
        terminal: settings.terminal,
        lang: Cell::new(lang),
        presses: RefCell::default(),
    };
    housekeeping::sweep(app, OffsetDateTime::now_utc()).await?;
    let last = delivery::log_end(app, scope).await?;
    let speaker = names::shown(&settings.speaker);
    let news = News::default();
    let (questions, mut asked) = mpsc::unbounded_channel();
    let dialog = open(app, settings, Asking::new(questions, news.clone()))?;
    let heart = Heart::new(app.clone(), chat.bot());
    let mut console =
        Console { app, last, settings, chat, scope, screen, dialog, news, speaker, heart };
    // What an earlier run had accepted but not shown.
    console.deliver().await?;
    if settings.terminal.is_some() {
        console.welcome()?;
    }
    let mut number = 0;
    let mut ticks = tokio::time::interval(POLL);
    loop {
        let typed = tokio::select! {
            typed = console.dialog.next(&console.speaker) => typed?,
            _ = ticks.tick(), if settings.terminal.is_some() => {
                // Others may be in the same room.
                console.deliver().await?;
                continue;
            }
            Some(question) = asked.recv() => {
                console.tell(question).await;
                continue;
            }
        };
        let line = match typed {
            Typed::Line(line) => line,
            Typed::End => break,
            Typed::Interrupted => return Ok(End::Interrupted),
            Typed::Garbled => {
                console.complain("console-garbled")?;
                continue;
            }
        };
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
    Ok(End::Quiet)
}

/// The dialog that the settings and the terminal allow.
fn open(app: &App, settings: &Settings, room: Asking) -> Result<Dialog> {
    let editing = settings.terminal.filter(|terminal| terminal.editing);
    if let Some(terminal) = editing {
        let helper = LineHelper::new(vocabulary(app), room);
        match Editor::open(helper, History::open(&settings.data), terminal.colours) {
            Ok(editor) => return Ok(Dialog::Edited(Box::new(editor))),
            Err(error) => tracing::warn!(error = format!("{error:#}"), "lines are not edited"),
        }
    }
    Dialog::plain(settings.script.as_deref(), settings.terminal.is_some())
}

fn vocabulary(app: &App) -> Vocabulary {
    let games = app.games.all().map(|game| {
        let facts = game.facts();
        let values = facts
            .options
            .iter()
            .flat_map(|option| option.values.iter().map(|value| format!("{}={value}", option.key)));
        let chosen = facts.first_seat != FirstSeat::Rolled;
        let seats = if chosen { facts.seats.0.to_vec() } else { Vec::new() };
        Game { key: facts.key, options: values.collect(), seats }
    });
    Vocabulary {
        commands: WORDS.to_vec(),
        games: games.collect(),
        languages: Lang::ALL.map(Lang::as_str).to_vec(),
        themes: Theme::ALL.map(Theme::as_str).to_vec(),
        settings: SETTINGS.to_vec(),
    }
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
    dialog: Dialog,
    news: News,
    speaker: String,
    heart: Heart,
}

impl Console<'_> {
    async fn line(&mut self, line: &str) -> Result<Went> {
        let line = line.trim_start_matches('\u{feff}').trim();
        let comment = line.starts_with('#') && !line[1..].starts_with(|c: char| c.is_ascii_digit());
        if line.is_empty() || comment {
            return Ok(Went::On);
        }
        if line.len() > LONGEST {
            self.complain("console-long")?;
            return Ok(Went::Astray);
        }
        if let Some(rest) = line.strip_prefix('@') {
            let (name, said) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if name.is_empty() || said.trim().is_empty() {
                self.complain("console-name")?;
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
                let now = Message::new("console-now").with("name", self.speaker.as_str());
                self.screen.say(&self.dialog, &now, None)?;
                Ok(Went::On)
            }
            ("/as", _, _) => {
                self.complain("console-as")?;
                Ok(Went::Astray)
            }
            _ => {
                let speaker = self.speaker.clone();
                self.speak(&speaker, line).await
            }
        }
    }

    async fn speak(&mut self, name: &str, text: &str) -> Result<Went> {
        let Some(command) = self.command(text) else {
            self.complain("console-no-button")?;
            return Ok(Went::Astray);
        };
        let incoming = Incoming {
            chat: self.chat.clone(),
            place: ROOM.to_owned(),
            account: account(name),
            name: name.to_owned(),
            // A terminal is its owner's.
            admin: true,
            handle: None,
            masked: false,
            pointed: None,
            answers: Answers::Returned,
            event: Uuid::now_v7().to_string(),
            at: OffsetDateTime::now_utc(),
            reply_to: None,
            alone: false,
            guest: false,
            locale: self.settings.lang,
            own_locale: None,
            wait: None,
            command,
        };
        let Handled::Done(Answer { verdict, private, chat_lang, .. }) =
            service::handle(self.app, &incoming).await?
        else {
            return Ok(Went::On);
        };
        // Even a word that is not understood makes whoever says it known.
        self.news.happen();
        self.screen.lang.set(chat_lang);
        if let Some(reply) = private {
            let png = delivery::draw(self.app, &reply).await;
            let tone = (verdict != Verdict::Done).then_some(Tone::Refusal);
            self.screen.show(&self.dialog, &reply, (png.as_deref(), None), tone)?;
        }
        if incoming.command == Command::Help {
            self.dialog.print("\n".to_owned())?;
            self.welcome()?;
        }
        self.deliver().await?;
        Ok(match verdict {
            Verdict::Done | Verdict::Refused => Went::On,
            Verdict::NotUnderstood => Went::Astray,
        })
    }

    /// What a line asks for: `(Label)` presses the newest button of that label.
    fn command(&self, text: &str) -> Option<Command> {
        let text = text.trim();
        match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(label) => self.screen.pressed(label).map(Command::Press),
            None => Some(Command::parse(text)),
        }
    }

    /// Shows what is new in the room, from this process or another one.
    async fn deliver(&mut self) -> Result<()> {
        let now = OffsetDateTime::now_utc();
        self.heart.beat(now).await?;
        jobs::do_all(self.app, now).await?;
        let (screen, dialog) = (&self.screen, &self.dialog);
        let show = async |message: &Outbound| {
            let files = (message.png.as_deref(), message.gif.as_deref());
            screen.show(dialog, &message.reply, files, None)?;
            Ok(Uuid::now_v7().to_string())
        };
        if delivery::follow(self.app, &self.chat, self.scope, &mut self.last, show).await? > 0 {
            self.news.happen();
        }
        Ok(())
    }

    /// Answers what the line editor asks. What cannot be told is not suggested.
    async fn tell(&self, question: Question) {
        let (known, answer) = match question {
            Question::People(answer) => {
                let now = OffsetDateTime::now_utc();
                (suggest::people(self.app, self.scope, now).await, answer)
            }
            Question::Buttons(answer) => (Ok(self.screen.labels()), answer),
            Question::Actions { speaker, number, answer } => {
                let asker = Asker {
                    platform: PLATFORM,
                    account: &account(&names::shown(&speaker)),
                    scope: self.scope,
                    place: ROOM,
                };
                (suggest::actions(self.app, &asker, number).await, answer)
            }
        };
        match known {
            // Whoever asked may have gone on.
            Ok(known) => drop(answer.send(known)),
            Err(error) => tracing::debug!(error = format!("{error:#}"), "unanswered"),
        }
    }

    fn welcome(&self) -> Result<()> {
        self.screen.say(&self.dialog, &Message::new("console-welcome"), None)?;
        if matches!(self.dialog, Dialog::Edited(_)) {
            self.screen.say(&self.dialog, &Message::new("console-editing"), None)?;
        }
        Ok(())
    }

    /// Says why a line went to nobody.
    fn complain(&self, id: &'static str) -> Result<()> {
        Ok(self.screen.say(&self.dialog, &Message::new(id), Some(Tone::Refusal))?)
    }
}

/// What a console calls the person of a name.
fn account(name: &str) -> String {
    name.to_lowercase()
}
