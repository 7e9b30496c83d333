//! What is to be said, by its key in the locales.

use std::borrow::Cow;

/// A sentence for players, in no language yet: a key of the locale files and its
/// arguments. The texts themselves stand only in `config/locales`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The key of the sentence in the locale files.
    pub id: Cow<'static, str>,
    /// Named arguments.
    pub args: Vec<(&'static str, Arg)>,
}

impl Message {
    /// A sentence without arguments.
    #[must_use]
    pub fn new(id: impl Into<Cow<'static, str>>) -> Self {
        Message { id: id.into(), args: Vec::new() }
    }

    /// The same with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.push((name, arg.into()));
        self
    }
}

/// An argument of a [`Message`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// Text that is the same in every language: a move, a name. It may come from people:
    /// nothing in it is ever a link, a command or a call.
    Text(String),
    /// A number, which chooses plural forms.
    Number(i64),
    /// Alternatives, which each language joins its own way ("a, b or c").
    OneOf(Vec<String>),
    /// A person to be mentioned: account-independent id and shown name.
    Mention {
        /// The store's id of the person.
        person: i64,
        /// The name as shown.
        name: String,
    },
    /// Somebody who is called by a name alone, for the platform to find.
    Call(String),
    /// A sentence or word that is itself in the locales.
    Said(Box<Message>),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Arg::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Text(text)
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Self {
        Arg::Number(i64::from(number))
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Arg::Number(number)
    }
}

impl From<Vec<String>> for Arg {
    fn from(alternatives: Vec<String>) -> Self {
        Arg::OneOf(alternatives)
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Arg::Said(Box::new(message))
    }
}
