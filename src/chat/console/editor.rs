//! Lines that are edited: a thread of its own, for reading a terminal cannot be
//! interrupted otherwise.

use super::{
    dialog::Typed,
    helper::LineHelper,
    history::{self, History},
    style::{self, Tone},
};
use anyhow::{Context as _, Result};
use rustix::{
    io::Errno,
    process::{Signal, getpgrp, getpid, kill_process},
    termios::{OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr},
};
use rustyline::{
    CompletionType, Config, ExternalPrinter as _, config::BellStyle, error::ReadlineError,
    history::MemHistory,
};
use std::{collections::VecDeque, io, sync::mpsc, thread, time::Duration};
use tokio::sync::mpsc as channel;

/// How much of a name a prompt shows, in cells.
const PROMPT: usize = 16;
/// After so many milliseconds an escape is the key of that name, not the beginning of
/// another one.
const ESCAPE: u16 = 500;
/// How often, and how long each time, it is waited for the thread to leave the terminal.
const TRIES: usize = 10;
const PATIENCE: Duration = Duration::from_millis(100);

type Lines = rustyline::Editor<LineHelper, MemHistory>;

/// The terminal's line editor.
#[derive(Debug)]
pub(super) struct Editor {
    /// Who speaks the next line; `None` at the end.
    requests: Option<mpsc::Sender<String>>,
    answers: channel::UnboundedReceiver<Result<Typed>>,
    /// Nothing is ever sent: it is closed when the thread ends.
    ended: mpsc::Receiver<()>,
    printer: mpsc::Sender<String>,
    /// Whether a line is being edited.
    editing: bool,
    /// Lines that came with others: several can be pasted at once.
    waiting: VecDeque<String>,
    /// How the terminal was.
    modes: Termios,
}

impl Editor {
    /// Takes over the terminal.
    pub(super) fn open(helper: LineHelper, history: History, colours: bool) -> Result<Self> {
        let modes = tcgetattr(io::stdin())?;
        let config = Config::builder()
            .max_history_size(history::LONGEST)?
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .completion_prompt_limit(usize::MAX)
            .keyseq_timeout(Some(ESCAPE))
            .bell_style(BellStyle::None)
            .color_mode(if colours {
                rustyline::ColorMode::Enabled
            } else {
                rustyline::ColorMode::Disabled
            })
            .build();
        let mut lines = Lines::with_history(config.clone(), MemHistory::with_config(&config))?;
        lines.set_helper(Some(helper));
        let mut external = lines.create_external_printer()?;
        let (printer, texts) = mpsc::channel::<String>();
        // It waits while keys are read that belong together.
        thread::spawn(move || {
            for text in texts {
                if external.print(text).is_err() {
                    return;
                }
            }
        });
        let (requests, speakers) = mpsc::channel();
        let (answer, answers) = channel::unbounded_channel();
        let (end, ended) = mpsc::channel();
        thread::spawn(move || {
            edit(lines, history, colours, &speakers, &answer);
            drop(end);
        });
        let (editing, waiting) = (false, VecDeque::new());
        Ok(Editor { requests: Some(requests), answers, ended, printer, editing, waiting, modes })
    }

    /// Waits for a line of that speaker; it can be stopped and begun again.
    pub(super) async fn next(&mut self, speaker: &str) -> Result<Typed> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Typed::Line(line));
        }
        if !self.editing {
            let asked = self.requests.as_ref().map(|requests| requests.send(speaker.to_owned()));
            asked.context("the terminal was left")?.context("the line editor is gone")?;
            self.editing = true;
        }
        let answer = self.answers.recv().await;
        self.editing = false;
        let typed = answer.context("the line editor is gone")??;
        let Typed::Line(text) = typed else { return Ok(typed) };
        let mut lines = text.split('\n').map(str::to_owned);
        let first = lines.next().unwrap_or_default();
        self.waiting.extend(lines);
        Ok(Typed::Line(first))
    }

    /// Shows a text, above the line if one is being edited; gives it back if it is for the
    /// caller to print.
    pub(super) fn print(&self, text: String) -> Option<String> {
        if self.editing { self.printer.send(text).err().map(|error| error.0) } else { Some(text) }
    }
}

impl Drop for Editor {
    /// Leaves the terminal as it was, though the program ends in the middle of a line.
    fn drop(&mut self) {
        self.requests = None;
        // In the background the terminal is another program's.
        if tcgetpgrp(io::stdin()).is_ok_and(|group| group != getpgrp()) {
            return;
        }
        if !self.editing {
            return;
        }
        for _ in 0..TRIES {
            // The editor takes it for Ctrl-C; whoever else hears of it ends already.
            let _ = kill_process(getpid(), Signal::INT);
            if self.ended.recv_timeout(PATIENCE) != Err(mpsc::RecvTimeoutError::Timeout) {
                return;
            }
        }
        // It hangs, perhaps at a terminal that takes no more.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.modes);
    }
}

fn edit(
    mut lines: Lines,
    mut history: History,
    colours: bool,
    speakers: &mpsc::Receiver<String>,
    answers: &channel::UnboundedSender<Result<Typed>>,
) {
    remember(&mut lines, &history);
    for speaker in speakers {
        let raw = format!("{}> ", style::cut(&speaker, PROMPT));
        let styled = if colours { Tone::Name.paint(&raw) } else { raw.clone() };
        if let Some(helper) = lines.helper_mut() {
            helper.speaker = speaker;
        }
        let typed = match lines.readline(&(raw, styled)) {
            Ok(text) => {
                for line in text.split('\n') {
                    history.add(line);
                }
                remember(&mut lines, &history);
                Ok(Typed::Line(text))
            }
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Typed::Garbled)
            }
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) if is_gone(&error) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(error) => Err(anyhow::Error::new(error).context("cannot read the terminal")),
        };
        let last = !matches!(typed, Ok(Typed::Line(_) | Typed::Garbled));
        if answers.send(typed).is_err() || last {
            return;
        }
    }
}

/// Whether the terminal has been closed.
fn is_gone(error: &ReadlineError) -> bool {
    let code = match error {
        ReadlineError::Io(error) => error.raw_os_error(),
        ReadlineError::Errno(error) => io::Error::from(*error).raw_os_error(),
        _ => None,
    };
    code == Some(Errno::IO.raw_os_error())
}

/// Lets the editor know the history: each line once, which it cannot see to by itself.
fn remember(lines: &mut Lines, history: &History) {
    // In memory nothing fails.
    let _ = lines.clear_history();
    for line in history.lines() {
        let _ = lines.add_history_entry(line.as_str());
    }
}
