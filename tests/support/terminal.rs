//! A terminal that a program is run in, and what somebody who sits there sees.

use rustix::{
    io::{FdFlags, fcntl_setfd},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};
use std::{
    fs::{File, OpenOptions},
    io::{Read as _, Write as _},
    os::fd::OwnedFd,
    os::unix::ffi::OsStrExt as _,
    process::{Child, Command, ExitStatus},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread::JoinHandle,
    time::Duration,
};
use unicode_width::UnicodeWidthChar as _;

/// The program must not hold its own window open, nor that of another test.
#[cfg(not(target_vendor = "apple"))]
const ALONE: OpenptFlags = OpenptFlags::CLOEXEC;
#[cfg(target_vendor = "apple")]
const ALONE: OpenptFlags = OpenptFlags::empty();

/// A test whose program has been silent for so long has failed.
const SILENCE: Duration = Duration::from_secs(120);

/// A terminal with a program in it.
pub struct Terminal {
    child: Child,
    /// `None` once it is closed.
    keyboard: Option<File>,
    output: mpsc::Receiver<Vec<u8>>,
    reader: Option<JoinHandle<()>>,
    closing: Arc<AtomicBool>,
    pub screen: Screen,
    /// Everything that was written.
    pub raw: Vec<u8>,
}

impl Terminal {
    pub fn start(mut command: Command, columns: usize, rows: usize) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | ALONE).unwrap();
        fcntl_setfd(&master, FdFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize {
            ws_col: columns.try_into().unwrap(),
            ws_row: rows.try_into().unwrap(),
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&master, size).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let name = std::ffi::OsStr::from_bytes(name.as_bytes());
        let slave: OwnedFd = OpenOptions::new().read(true).write(true).open(name).unwrap().into();
        let copy = || slave.try_clone().unwrap();
        let child = command.stdin(copy()).stdout(copy()).stderr(copy()).spawn().unwrap();
        // The command and this process must not keep the terminal open.
        drop((command, slave));
        let keyboard = File::from(master);
        let mut printer = keyboard.try_clone().unwrap();
        let (sender, output) = mpsc::channel();
        let closing = Arc::new(AtomicBool::new(false));
        let closed = closing.clone();
        let reader = Some(std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // It fails when nobody has the terminal open any more.
            while let Ok(count @ 1..) = printer.read(&mut bytes) {
                let sent = sender.send(bytes[..count].to_vec());
                if sent.is_err() || closed.load(Ordering::SeqCst) {
                    return;
                }
            }
        }));
        let (keyboard, screen) = (Some(keyboard), Screen::new(columns, rows));
        Terminal { child, keyboard, output, reader, closing, screen, raw: Vec::new() }
    }

    pub fn id(&self) -> String {
        self.child.id().to_string()
    }

    pub fn type_in(&mut self, text: &str) {
        self.type_bytes(text.as_bytes());
    }

    pub fn type_bytes(&mut self, bytes: &[u8]) {
        self.keyboard.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Waits until the screen is as wanted.
    pub fn wait(&mut self, what: &str, seen: impl Fn(&Screen) -> bool) {
        while !seen(&self.screen) {
            match self.output.recv_timeout(SILENCE) {
                Ok(bytes) => self.write(&bytes),
                Err(error) => panic!("no {what} ({error}):\n{}", self.screen.text()),
            }
        }
    }

    /// Waits until the last line is this one and the cursor stands behind it.
    pub fn wait_line(&mut self, line: &str) {
        self.wait(&format!("line {line:?}"), |screen| screen.line() == line);
    }

    /// Waits for a text anywhere.
    pub fn wait_text(&mut self, text: &str) {
        self.wait(&format!("text {text:?}"), |screen| screen.text().contains(text));
    }

    /// Waits for the end of the program.
    pub fn end(&mut self) -> ExitStatus {
        loop {
            match self.output.recv_timeout(SILENCE) {
                Ok(bytes) => self.write(&bytes),
                Err(RecvTimeoutError::Disconnected) => return self.child.wait().unwrap(),
                Err(error) => panic!("no end ({error}):\n{}", self.screen.text()),
            }
        }
    }

    /// Closes the window and waits for the end of the program.
    pub fn close(&mut self) -> ExitStatus {
        self.closing.store(true, Ordering::SeqCst);
        // The thread that reads has the window open too, and leaves when something comes.
        self.type_in("x");
        self.keyboard = None;
        self.reader.take().unwrap().join().unwrap();
        self.child.wait().unwrap()
    }

    /// Whether lines and their echo are left to the system, as a shell wants it.
    pub fn is_as_before(&self) -> bool {
        let modes = tcgetattr(self.keyboard.as_ref().unwrap()).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.raw.extend(bytes);
        self.screen.write(bytes);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a terminal shows: enough of ECMA-48 for what is written to it.
pub struct Screen {
    columns: usize,
    rows: usize,
    /// Every line since the beginning; a cell of `None` is the other half of a wide letter.
    lines: Vec<Vec<Option<char>>>,
    /// Whether each goes on with what had no place in the one before.
    wrapped: Vec<bool>,
    /// The first line that can still be seen.
    top: usize,
    row: usize,
    column: usize,
    state: State,
    /// Bytes of a letter whose end is still to come.
    partial: Vec<u8>,
    /// The contents of strings that are not for the screen, such as pictures.
    pub strings: Vec<String>,
}

enum State {
    Ground,
    Escape,
    Control(String),
    /// With whether an escape has just come.
    String(String, bool),
}

impl Screen {
    fn new(columns: usize, rows: usize) -> Self {
        Screen {
            columns,
            rows,
            lines: vec![Vec::new()],
            wrapped: vec![false],
            top: 0,
            row: 0,
            column: 0,
            state: State::Ground,
            partial: Vec::new(),
            strings: Vec::new(),
        }
    }

    /// Every line, without spaces at the ends.
    pub fn text(&self) -> String {
        let line = |cells: &Vec<Option<char>>| -> String {
            let text: String = cells.iter().flatten().collect();
            text.trim_end().to_owned() + "\n"
        };
        self.lines.iter().map(line).collect()
    }

    /// The line up to the cursor, with what wrapped; nothing if there is more behind it.
    pub fn line(&self) -> String {
        let mut from = self.row;
        while self.wrapped[from] {
            from -= 1;
        }
        let behind = self.lines[self.row].iter().skip(self.column);
        let below = self.lines[self.row + 1..].iter().flatten();
        if behind.chain(below).flatten().any(|c| *c != ' ') {
            return String::new();
        }
        let before = self.lines[from..=self.row].iter().flatten().flatten();
        before.collect::<String>().trim_end().to_owned()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.partial.extend(bytes);
        let whole = match std::str::from_utf8(&self.partial) {
            Ok(text) => text.len(),
            Err(error) => {
                assert!(error.error_len().is_none(), "no text: {:?}", self.partial);
                error.valid_up_to()
            }
        };
        let rest = self.partial.split_off(whole);
        let text = String::from_utf8(std::mem::replace(&mut self.partial, rest)).unwrap();
        text.chars().for_each(|c| self.take(c));
    }

    fn take(&mut self, c: char) {
        self.state = match std::mem::replace(&mut self.state, State::Ground) {
            State::Ground => match c {
                '\u{1b}' => State::Escape,
                _ => {
                    self.show(c);
                    State::Ground
                }
            },
            State::Escape => match c {
                '[' => State::Control(String::new()),
                '_' | ']' | 'P' => State::String(c.to_string(), false),
                _ => panic!("an unknown escape {c:?}"),
            },
            State::Control(mut parameters) => {
                if c.is_ascii_digit() || ";?".contains(c) {
                    parameters.push(c);
                    State::Control(parameters)
                } else {
                    self.control(&parameters, c);
                    State::Ground
                }
            }
            State::String(mut text, escaped) => match (c, escaped) {
                ('\\', true) | ('\u{7}', false) => {
                    self.strings.push(text);
                    State::Ground
                }
                ('\u{1b}', _) => State::String(text, true),
                _ => {
                    text.push(c);
                    State::String(text, false)
                }
            },
        };
    }

    fn show(&mut self, c: char) {
        match c {
            '\r' => self.column = 0,
            '\n' => self.go_down(false),
            _ => {
                let width = c.width().unwrap_or_else(|| panic!("{c:?} reached the terminal"));
                if width == 0 {
                    return;
                }
                if self.column + width > self.columns {
                    self.column = 0;
                    self.go_down(true);
                }
                let line = &mut self.lines[self.row];
                line.resize(line.len().max(self.column + width), Some(' '));
                line[self.column] = Some(c);
                if width == 2 {
                    line[self.column + 1] = None;
                }
                self.column += width;
            }
        }
    }

    fn go_down(&mut self, wrapped: bool) {
        self.row += 1;
        if self.row == self.lines.len() {
            self.lines.push(Vec::new());
            self.wrapped.push(false);
        }
        self.wrapped[self.row] = wrapped;
        self.top = self.top.max((self.row + 1).saturating_sub(self.rows));
    }

    fn control(&mut self, parameters: &str, c: char) {
        let count = parameters.parse().unwrap_or(1).max(1);
        // What would wrap with the next letter is still in this line.
        let column = self.column.min(self.columns - 1);
        match c {
            'A' => self.row = self.row.saturating_sub(count).max(self.top),
            'B' => self.row = (self.row + count).min(self.lines.len() - 1),
            'C' => self.column = (column + count).min(self.columns - 1),
            'D' => self.column = column.saturating_sub(count),
            'K' if parameters.is_empty() => self.lines[self.row].truncate(self.column),
            'm' => {}
            'h' | 'l' if parameters.starts_with('?') => {}
            _ => panic!("an unknown control {parameters:?} {c:?}"),
        }
    }
}
