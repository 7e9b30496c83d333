//! What the line editor asks for while a line is typed.

use super::{
    completer::{Completion, Room, Vocabulary, complete},
    style::Tone,
};
use crate::app::suggest::MatchNo;
use rustyline::{
    Context, Helper, completion::Completer, completion::Pair, highlight::Highlighter, hint::Hinter,
    validate::Validator,
};
use std::{
    borrow::Cow,
    cell::RefCell,
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::{mpsc, oneshot};

/// Something that only the application knows.
#[derive(Debug)]
pub(super) enum Question {
    /// Who is here?
    People(oneshot::Sender<Vec<String>>),
    /// Which buttons can be pressed?
    Buttons(oneshot::Sender<Vec<String>>),
    /// What may a person play?
    Actions {
        /// The name of the person.
        speaker: String,
        /// In which match, if one was named.
        number: Option<MatchNo>,
        /// Where the answer goes.
        answer: oneshot::Sender<Vec<String>>,
    },
}

/// Counts what has happened in the room.
#[derive(Clone, Debug, Default)]
pub(super) struct News(Arc<AtomicU64>);

impl News {
    /// Something has happened: what was known before may be wrong now.
    pub(super) fn happen(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The room as the application knows it. Answers are kept until something happens, for the
/// editor asks at each key.
#[derive(Debug)]
pub(super) struct Asking {
    questions: mpsc::UnboundedSender<Question>,
    news: News,
    kept: RefCell<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    news: u64,
    people: Option<Vec<String>>,
    buttons: Option<Vec<String>>,
    actions: HashMap<(String, Option<MatchNo>), Vec<String>>,
}

impl Asking {
    pub(super) fn new(questions: mpsc::UnboundedSender<Question>, news: News) -> Self {
        Asking { questions, news, kept: RefCell::default() }
    }

    /// Waits for an answer; there is none any more once the console ends.
    fn ask(&self, question: impl FnOnce(oneshot::Sender<Vec<String>>) -> Question) -> Vec<String> {
        let (answer, answered) = oneshot::channel();
        if self.questions.send(question(answer)).is_err() {
            return Vec::new();
        }
        answered.blocking_recv().unwrap_or_default()
    }

    /// What is kept, without what is out of date.
    fn fresh(&self) -> std::cell::RefMut<'_, Kept> {
        let mut kept = self.kept.borrow_mut();
        let news = self.news.0.load(Ordering::Relaxed);
        if kept.news != news {
            *kept = Kept { news, ..Kept::default() };
        }
        kept
    }
}

impl Room for Asking {
    fn people(&self) -> Vec<String> {
        self.fresh().people.get_or_insert_with(|| self.ask(Question::People)).clone()
    }

    fn actions(&self, speaker: &str, number: Option<MatchNo>) -> Vec<String> {
        let speaker = speaker.to_owned();
        let ask = |speaker| self.ask(|answer| Question::Actions { speaker, number, answer });
        let mut kept = self.fresh();
        let of = (speaker.clone(), number);
        kept.actions.entry(of).or_insert_with(|| ask(speaker)).clone()
    }

    fn buttons(&self) -> Vec<String> {
        self.fresh().buttons.get_or_insert_with(|| self.ask(Question::Buttons)).clone()
    }
}

/// Completes and hints the line of whoever speaks.
#[derive(Debug)]
pub(super) struct LineHelper {
    /// Who speaks.
    pub(super) speaker: String,
    vocabulary: Vocabulary,
    room: Asking,
}

impl LineHelper {
    pub(super) fn new(vocabulary: Vocabulary, room: Asking) -> Self {
        LineHelper { speaker: String::new(), vocabulary, room }
    }

    fn complete(&self, typed: &str) -> Completion {
        complete(typed, &self.speaker, &self.vocabulary, &self.room)
    }
}

impl Helper for LineHelper {}

impl Validator for LineHelper {}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let found = self.complete(line.get(..pos).unwrap_or_default());
        let pair = |text: String| Pair { display: text.trim_end().to_owned(), replacement: text };
        Ok((found.start, found.candidates.into_iter().map(pair).collect()))
    }
}

impl Hinter for LineHelper {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<String> {
        let end = pos == line.len() && !line.is_empty();
        end.then(|| self.complete(line).rest(line).map(str::to_owned)).flatten()
    }
}

impl Highlighter for LineHelper {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(Tone::Aside.paint(hint))
    }
}
