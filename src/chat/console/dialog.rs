//! Where lines come from, and where texts go to meanwhile.

use super::editor::Editor;
use anyhow::{Context as _, Result};
use std::{
    cell::Cell,
    fs,
    io::{self, BufRead, Write as _},
    path::Path,
};
use tokio::sync::mpsc;

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// Nothing more will come.
    End,
    /// Whoever types wants to stop at once.
    Interrupted,
    /// Something that is no text.
    Garbled,
}

/// Both sides of the console.
#[derive(Debug)]
pub(super) enum Dialog {
    /// Lines as they come: those of a file, of another program, of a terminal that can do
    /// no more.
    Plain {
        lines: mpsc::Receiver<io::Result<String>>,
        /// Whether it is asked for each line.
        asks: bool,
        /// Whether the question stands at the end of what was printed.
        asked: Cell<bool>,
    },
    /// Lines that are edited.
    Edited(Box<Editor>),
}

impl Dialog {
    /// The lines of a file, or of the standard input.
    pub(super) fn plain(script: Option<&Path>, asks: bool) -> Result<Self> {
        Ok(Dialog::Plain { lines: read_lines(script)?, asks, asked: Cell::new(false) })
    }

    /// Waits for a line of that speaker; it can be stopped and begun again.
    pub(super) async fn next(&mut self, speaker: &str) -> Result<Typed> {
        match self {
            Dialog::Edited(editor) => editor.next(speaker).await,
            Dialog::Plain { lines, asks, asked } => {
                if *asks && !asked.replace(true) {
                    out(&format!("{speaker}> "))?;
                }
                let line = lines.recv().await;
                asked.set(false);
                match line {
                    Some(line) => Ok(Typed::Line(line.context("cannot read the input")?)),
                    None => {
                        if *asks {
                            out("\n")?;
                        }
                        Ok(Typed::End)
                    }
                }
            }
        }
    }

    /// Shows a text of whole lines, whatever is being typed.
    pub(super) fn print(&self, text: String) -> io::Result<()> {
        let text = match self {
            Dialog::Edited(editor) => editor.print(text),
            Dialog::Plain { asked, .. } => {
                if asked.take() {
                    out("\n")?;
                }
                Some(text)
            }
        };
        text.map_or(Ok(()), |text| out(&text))
    }
}

fn out(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
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
