//! The log: how much of it, in what form, and what never stands in it.
//!
//! Lines go to the standard error. Where Kosti works at an event each tells its trace
//! ([`crate::app::trace`]).

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    env,
    io::{self, IsTerminal as _, Write},
    panic,
    str::FromStr,
    sync::Arc,
};
use tracing::{Level, Metadata};
use tracing_subscriber::{
    EnvFilter, Layer as _, Registry,
    filter::filter_fn,
    fmt::{self, MakeWriter},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

/// The variable that says what is logged.
pub const LEVEL: &str = "KOSTI_LOG";
/// In which form.
const FORMAT: &str = "KOSTI_LOG_FORMAT";

/// Libraries that log what people write and what we show to platforms to be let in: only what
/// is wrong is heard of them, whatever is asked for.
const TALKATIVE: [&str; 3] = ["serenity", "tungstenite", "tokio_tungstenite"];

/// What stands in the place of a secret.
const HIDDEN: &str = "[secret]";

/// What is logged.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Log {
    /// Of what, from which level on; `None`: as usual.
    pub level: Option<Levels>,
    /// In which form.
    pub format: Format,
}

impl Log {
    /// As the environment says alone; what it says wrongly is passed over. For commands that
    /// may need no configuration.
    #[must_use]
    pub fn of_environment() -> Self {
        let said = |name| env::var(name).unwrap_or_default();
        Log { level: said(LEVEL).parse().ok(), format: said(FORMAT).parse().unwrap_or_default() }
    }
}

/// Of what is logged, from which level on: `info`, or `warn,kosti=debug`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels(String);

impl Levels {
    /// As they are written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text names no levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("has to be error, warn, info, debug, trace or levels of parts, like warn,kosti=info")]
pub struct NoLevels;

impl FromStr for Levels {
    type Err = NoLevels;

    fn from_str(text: &str) -> Result<Self, NoLevels> {
        let fits = EnvFilter::builder().parse(text).is_ok() && !text.trim().is_empty();
        // A word that is no level would be the name of a part, all of which is logged.
        let parts = text.split(',').map(str::trim);
        let meant = |part: &str| part.contains(['=', '[']) || part.parse::<Level>().is_ok();
        let meant = parts.into_iter().all(|part| meant(part) || part == "off");
        if fits && meant { Ok(Levels(text.to_owned())) } else { Err(NoLevels) }
    }
}

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// Lines for people.
    #[default]
    Text,
    /// Lines for programs, an object each.
    Json,
}

impl Format {
    /// Its name in the configuration.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
        }
    }
}

impl FromStr for Format {
    type Err = NoFormat;

    fn from_str(text: &str) -> Result<Self, NoFormat> {
        match text.trim() {
            "text" => Ok(Format::Text),
            "json" => Ok(Format::Json),
            _ => Err(NoFormat),
        }
    }
}

/// The text names no form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("has to be text or json")]
pub struct NoFormat;

/// Begins to log. Nothing else is said of the levels: then these are `usual`. The secrets
/// stand in no line, whoever writes it.
pub fn start(log: &Log, usual: &str, secrets: Vec<String>) {
    let filter = EnvFilter::new(log.level.as_ref().map_or(usual, Levels::as_str));
    let errors = Errors { secrets: secrets.into_iter().filter(|one| !one.is_empty()).collect() };
    let lines = fmt::layer::<Registry>().with_writer(errors).log_internal_errors(false);
    let lines = match log.format {
        Format::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        Format::Json => {
            lines.json().flatten_event(true).with_current_span(true).with_span_list(false).boxed()
        }
    };
    tracing_subscriber::registry().with(lines).with(filter).with(filter_fn(may_be_heard)).init();
}

/// Lets the log tell of panics from now on: where it was, and what was said if that is a text of
/// ours. One that was put together may hold what people write. Frames are told where
/// `RUST_BACKTRACE` asks for them.
pub fn tell_panics() {
    panic::set_hook(Box::new(|panic| {
        let said = panic.payload().downcast_ref::<&'static str>().copied();
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let frames = Backtrace::capture();
        let frames = (frames.status() == BacktraceStatus::Captured).then(|| frames.to_string());
        tracing::error!(place, said, frames, "a panic");
    }));
}

/// Whether something may be logged, if it is asked for.
#[must_use]
pub fn may_be_heard(what: &Metadata<'_>) -> bool {
    let library = what.target().split("::").next().unwrap_or_default();
    *what.level() <= Level::WARN || !TALKATIVE.contains(&library)
}

/// The standard error, without secrets.
struct Errors {
    secrets: Arc<[String]>,
}

impl<'a> MakeWriter<'a> for Errors {
    type Writer = Without<io::Stderr>;

    fn make_writer(&'a self) -> Self::Writer {
        Without { secrets: self.secrets.clone(), to: io::stderr() }
    }
}

/// Writes without secrets. Each write is a whole line.
struct Without<W> {
    secrets: Arc<[String]>,
    to: W,
}

impl<W: Write> Write for Without<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        if !self.secrets.iter().any(|secret| text.contains(secret.as_str())) {
            self.to.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let hide = |text: String, secret: &String| text.replace(secret.as_str(), HIDDEN);
        let hidden = self.secrets.iter().fold(text.into_owned(), hide);
        self.to.write_all(hidden.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn levels_are_told_from_other_texts() {
        for text in ["info", "warn,kosti=debug", "kosti::app=trace", "off", "info,sqlx=error"] {
            assert!(text.parse::<Levels>().is_ok(), "{text}");
        }
        for text in ["", " ", "loud", "kosti", "kosti=loud", "info;debug", "info, sqlx=error"] {
            assert_eq!(text.parse::<Levels>(), Err(NoLevels), "{text}");
        }
    }

    #[test]
    fn a_secret_is_hidden_wherever_it_stands() {
        let secrets: Arc<[String]> = ["abc123".to_owned(), "t0k.en".to_owned()].into();
        let mut writer = Without { secrets, to: Vec::new() };
        writer.write_all("a line\n".as_bytes()).unwrap();
        writer.write_all("/bot1:abc123/x t0k.en abc123\n".as_bytes()).unwrap();
        let written = String::from_utf8(writer.to).unwrap();
        assert_eq!(written, "a line\n/bot1:[secret]/x [secret] [secret]\n");
    }
}
