//! A call as it is asked for.

use super::route::Route;
use axum::body::Bytes;
use reqwest::Method;
use serde_json::Value;
use std::{fmt, time::Duration};

/// How long a call waits for its limits if nobody says otherwise.
const PATIENCE: Duration = Duration::from_secs(5);

/// A call to Discord's REST interface.
pub(in crate::chat::discord) struct Call {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) route: Route,
    pub(super) body: Option<Value>,
    pub(super) files: Vec<File>,
    pub(super) priority: Priority,
    pub(super) patience: Duration,
}

/// A file that goes with a call.
pub(super) struct File {
    pub(super) name: String,
    pub(super) bytes: Bytes,
    pub(super) mime: String,
}

/// Which of the calls that wait goes first: the greater one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::chat::discord) enum Priority {
    /// What spoils nothing if it comes late or never: buttons taken from old boards.
    Edit,
    /// What somebody has asked for.
    Answer,
    /// A move, for which somebody waits.
    Turn,
}

impl Call {
    fn new(method: Method, path: impl Into<String>) -> Self {
        let path = path.into();
        let route = Route::of(&method, &path);
        let (priority, patience) = (Priority::Answer, PATIENCE);
        Call { method, path, route, body: None, files: Vec::new(), priority, patience }
    }

    /// Asks for what a path names. Paths start behind the version: `/channels/1`.
    pub(in crate::chat::discord) fn get(path: impl Into<String>) -> Self {
        Call::new(Method::GET, path)
    }

    /// Adds to what a path names.
    pub(in crate::chat::discord) fn post(path: impl Into<String>) -> Self {
        Call::new(Method::POST, path)
    }

    /// Changes what a path names.
    pub(in crate::chat::discord) fn patch(path: impl Into<String>) -> Self {
        Call::new(Method::PATCH, path)
    }

    /// Replaces what a path names.
    pub(in crate::chat::discord) fn put(path: impl Into<String>) -> Self {
        Call::new(Method::PUT, path)
    }

    /// Removes what a path names.
    pub(in crate::chat::discord) fn delete(path: impl Into<String>) -> Self {
        Call::new(Method::DELETE, path)
    }

    /// With a body; beside files it is the part `payload_json`.
    #[must_use]
    pub(in crate::chat::discord) fn json(self, body: Value) -> Self {
        Call { body: Some(body), ..self }
    }

    /// With one more file: `files[0]`, `files[1]` and so on, as `attachments` of the body
    /// count them.
    #[must_use]
    pub(in crate::chat::discord) fn file(
        mut self,
        name: impl Into<String>,
        bytes: impl Into<Bytes>,
        mime: impl Into<String>,
    ) -> Self {
        self.files.push(File { name: name.into(), bytes: bytes.into(), mime: mime.into() });
        self
    }

    /// Before others, or after them; without this an answer.
    #[must_use]
    pub(in crate::chat::discord) fn priority(self, priority: Priority) -> Self {
        Call { priority, ..self }
    }

    /// How long it may wait until it goes, and goes again after Discord put it off. Nobody
    /// waits for what cannot go within that time.
    #[must_use]
    pub(in crate::chat::discord) fn patience(self, patience: Duration) -> Self {
        Call { patience, ..self }
    }
}

/// Without path and body: tokens and what people say stand there.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("route", &self.route)
            .field("files", &self.files.len())
            .field("priority", &self.priority)
            .finish_non_exhaustive()
    }
}
