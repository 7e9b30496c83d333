//! Words of a line.

use std::{fmt, str::FromStr};

use super::SceneTextProblem;
use crate::scene::Side;

/// The words of a line that are still to be read.
pub(super) struct Words<'t> {
    rest: &'t str,
}

impl<'t> Words<'t> {
    pub(super) fn of(line: &'t str) -> Words<'t> {
        Words { rest: line }
    }

    /// The next word, if there is one.
    pub(super) fn next(&mut self) -> Option<&'t str> {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// The next word, which must be there.
    pub(super) fn expect(&mut self, what: &'static str) -> Result<&'t str, SceneTextProblem> {
        self.next().ok_or(SceneTextProblem::Missing(what))
    }

    pub(super) fn number<N: FromStr>(&mut self, what: &'static str) -> Result<N, SceneTextProblem> {
        number(self.expect(what)?, what)
    }

    pub(super) fn side(&mut self) -> Result<Side, SceneTextProblem> {
        let word = self.expect("side")?;
        Side::ALL.into_iter().find(|s| side(*s) == word).ok_or_else(|| unreadable("side", word))
    }

    /// All words that are left, each read by the function.
    pub(super) fn all<T>(
        &mut self,
        read: impl Fn(&str) -> Result<T, SceneTextProblem>,
    ) -> Result<Vec<T>, SceneTextProblem> {
        std::iter::from_fn(|| self.next()).map(read).collect()
    }

    /// A text in quotes, as [`Quoted`] writes it.
    pub(super) fn quoted(&mut self, what: &'static str) -> Result<String, SceneTextProblem> {
        let rest = self.rest.trim_start();
        if rest.is_empty() {
            return Err(SceneTextProblem::Missing(what));
        }
        let bad = || unreadable(what, rest);
        let mut text = String::new();
        let mut characters = rest.strip_prefix('"').ok_or_else(bad)?.chars();
        loop {
            match characters.next().ok_or_else(bad)? {
                '"' => break,
                '\\' => text.push(match characters.next().ok_or_else(bad)? {
                    'n' => '\n',
                    'r' => '\r',
                    sign @ ('"' | '\\') => sign,
                    _ => return Err(bad()),
                }),
                character => text.push(character),
            }
        }
        self.rest = characters.as_str();
        Ok(text)
    }

    /// Makes sure that nothing is left.
    pub(super) fn finish(&mut self) -> Result<(), SceneTextProblem> {
        match self.rest.trim() {
            "" => Ok(()),
            rest => Err(SceneTextProblem::Surplus(rest.to_owned())),
        }
    }
}

pub(super) fn number<N: FromStr>(word: &str, what: &'static str) -> Result<N, SceneTextProblem> {
    word.parse().map_err(|_| unreadable(what, word))
}

pub(super) fn unreadable(expected: &'static str, found: &str) -> SceneTextProblem {
    SceneTextProblem::Unreadable { expected, found: found.to_owned() }
}

pub(super) fn side(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// A text in quotes, its quotes, backslashes and line ends escaped.
pub(super) struct Quoted<'t>(pub(super) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"");
        write!(f, "\"{}\"", escaped.replace('\n', "\\n").replace('\r', "\\r"))
    }
}

/// A line of a key and words; no line for no words.
pub(super) fn line<W: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    key: impl fmt::Display,
    words: impl IntoIterator<Item = W>,
) -> fmt::Result {
    let mut words = words.into_iter().peekable();
    if words.peek().is_none() {
        return Ok(());
    }
    write!(f, "{key}")?;
    words.try_for_each(|word| write!(f, " {word}"))?;
    writeln!(f)
}
