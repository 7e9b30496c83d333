//! Records: tags, an empty line, numbered steps.

use super::{Actor, DealNo, Message, Notation, Outcome, ReadError, Reason, Refusal, Seat, Step};
use std::fmt;

/// The most words that one action is written with (a nardy double: four movements;
/// a few more for generous spacing).
const MOST_WORDS: usize = 8;

/// Where in a record text something stands, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The record of one deal, read but not yet played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    tags: Vec<(String, String)>,
    tokens: Vec<(Place, Token)>,
}

/// A piece of the steps of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    /// A number of a turn, `12.`: it separates and says nothing more.
    Number,
    /// A word of an action.
    Word(String),
    /// A roll, without its colon, or a deal, without its braces.
    Chance(String),
}

/// Why a text is no record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// Nothing stands in it.
    Empty,
    /// A tag is not written as `[Name "value"]`.
    Tag(Place),
    /// A brace is not closed.
    Brace(Place),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Empty => f.write_str("the record is empty"),
            RecordError::Tag(place) => write!(f, "{place}: a tag is written [Name \"value\"]"),
            RecordError::Brace(place) => write!(f, "{place}: this brace is not closed"),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads the records of a match: one a deal, each with its tags.
    ///
    /// # Errors
    /// When the text is not written as records are.
    pub fn parse_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut records: Vec<Record> = Vec::new();
        let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
        for (line, number) in lines {
            if line.trim_start().starts_with('[') {
                let column = 1 + (line.len() - line.trim_start().len()) as u32;
                let place = Place { line: number, column };
                let tag = read_tag(line.trim()).ok_or(RecordError::Tag(place))?;
                match records.last_mut() {
                    Some(record) if record.tokens.is_empty() => record.tags.push(tag),
                    _ => records.push(Record { tags: vec![tag], tokens: Vec::new() }),
                }
                continue;
            }
            let mut rest = line;
            loop {
                rest = rest.trim_start();
                if rest.is_empty() {
                    break;
                }
                let column = 1 + line.chars().count() as u32 - rest.chars().count() as u32;
                let place = Place { line: number, column };
                let token;
                if let Some(inside) = rest.strip_prefix('{') {
                    let end = inside.find('}').ok_or(RecordError::Brace(place))?;
                    let words: Vec<&str> = inside[..end].split_whitespace().collect();
                    token = Token::Chance(words.join(" "));
                    rest = &inside[end + 1..];
                } else {
                    let end =
                        rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
                    let mut word = &rest[..end];
                    rest = &rest[end..];
                    if let Some(after) = strip_number(word) {
                        push(&mut records, place, Token::Number);
                        if after.is_empty() {
                            continue;
                        }
                        word = after;
                    }
                    token = match word.strip_suffix(':') {
                        Some(roll) => Token::Chance(roll.to_owned()),
                        None => Token::Word(word.to_owned()),
                    };
                }
                push(&mut records, place, token);
            }
        }
        if records.is_empty() { Err(RecordError::Empty) } else { Ok(records) }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn push(records: &mut Vec<Record>, place: Place, token: Token) {
    if records.is_empty() {
        records.push(Record::default());
    }
    if let Some(record) = records.last_mut() {
        record.tokens.push((place, token));
    }
}

/// What follows `12.` or `12...` at the start of a word.
fn strip_number(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = digits.trim_start_matches('.');
    (digits.len() < word.len() && after.len() < digits.len()).then_some(after)
}

fn read_tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(char::is_whitespace)?;
    let quoted = rest.trim().strip_suffix(']')?.trim_end();
    let inside = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next()?),
            '"' => return None,
            _ => value.push(c),
        }
    }
    (!name.is_empty()).then(|| (name.to_owned(), value))
}

/// A step as it is written into a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Whose action it is; `None` for chance.
    pub by: Option<Seat>,
    /// Its canonical text.
    pub text: String,
}

/// Writes a record: the tags in the order given, an empty line, the steps.
///
/// Control characters in values become spaces, so that a tag stays one line.
#[must_use]
pub fn write_record(tags: &[(&str, &str)], steps: &[Written]) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        text.push_str(&format!("[{name} \""));
        for c in value.chars() {
            match c {
                '"' | '\\' => text.extend(['\\', c]),
                c if c.is_control() => text.push(' '),
                c => text.push(c),
            }
        }
        text.push_str("\"]\n");
    }
    let begins = steps.iter().find_map(|step| step.by);
    let mut number = 0;
    let mut turn_of = None;
    let mut words: Vec<String> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let deal = step.by.is_none() && step.text.contains(' ');
        // A roll stands behind the number of the turn that it belongs to, a deal
        // before it.
        let seat = steps[at..].iter().find_map(|later| later.by);
        if !deal && seat == begins && turn_of != begins {
            number += 1;
            words.push(format!("{number}."));
        }
        if !deal {
            turn_of = seat;
        }
        words.push(match step.by {
            Some(_) => step.text.clone(),
            None if deal => format!("{{{}}}", step.text),
            None => format!("{}:", step.text),
        });
    }
    text.push('\n');
    if !words.is_empty() {
        text.push_str(&words.join(" "));
        text.push('\n');
    }
    text
}

/// What could be played of a record.
#[derive(Clone, Debug)]
pub struct Replay<P> {
    /// The last position that was reached; `None` when already the start fails.
    pub position: Option<P>,
    /// The steps that were played.
    pub steps: Vec<Written>,
    /// The outcome: by the rules, else as the record states for reasons outside
    /// of them (`resign`, `time`, `agreed`, `void`).
    pub outcome: Option<Outcome>,
    /// The first thing that could not be played.
    pub failure: Option<Failure>,
}

/// Where and why a replay stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Its place in the text; `None` when a tag or the end is at fault.
    pub place: Option<Place>,
    /// How many steps had been played.
    pub played: usize,
    /// What is wrong.
    pub kind: FailureKind,
}

/// What is wrong in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The `Deal` tag is no number from 1.
    Deal(String),
    /// The position of the `Start` tag cannot be, with the reason.
    Start(String),
    /// A text is no step at all.
    Unreadable(String),
    /// A step is not legal, with the sentence that says why.
    Illegal(String, Message),
    /// A step fits several legal actions.
    Ambiguous(String, Vec<String>),
    /// A roll or deal that cannot happen there.
    Chance(String),
    /// An action where a roll or deal is due.
    ChanceDue(String),
    /// A step behind the end of the game.
    AfterEnd(String),
    /// The `Result` tag is no outcome.
    ResultText(String),
    /// The `Result` tag says something else than the replay.
    Result {
        /// What the tag says.
        said: String,
        /// What the replay came to.
        found: String,
    },
}

/// Plays a record from its start, by the options given.
#[must_use]
pub fn replay<P: Notation>(record: &Record, options: &P::Options) -> Replay<P> {
    let mut replay = Replay { position: None, steps: Vec::new(), outcome: None, failure: None };
    match start_of::<P>(record, options) {
        Ok(position) => {
            let mut position = position;
            let played = play_tokens(&mut position, &record.tokens, &mut replay.steps);
            replay.outcome = position.outcome();
            replay.failure = match played {
                Ok(()) => judge_result(record, &position, &mut replay),
                Err((place, kind)) => {
                    Some(Failure { place: Some(place), played: replay.steps.len(), kind })
                }
            };
            replay.position = Some(position);
        }
        Err(kind) => replay.failure = Some(Failure { place: None, played: 0, kind }),
    }
    replay
}

fn start_of<P: Notation>(record: &Record, options: &P::Options) -> Result<P, FailureKind> {
    let deal = match record.tag("Deal") {
        None => DealNo::FIRST,
        Some(text) => text
            .parse()
            .ok()
            .and_then(DealNo::new)
            .ok_or_else(|| FailureKind::Deal(text.to_owned()))?,
    };
    match record.tag("Start") {
        None => Ok(P::start(options, deal)),
        Some(text) => {
            P::from_text(text, options).map_err(|error| FailureKind::Start(error.to_string()))
        }
    }
}

fn play_tokens<P: Notation>(
    position: &mut P,
    tokens: &[(Place, Token)],
    steps: &mut Vec<Written>,
) -> Result<(), (Place, FailureKind)> {
    let mut rest = tokens;
    while let Some(((place, token), after)) = rest.split_first() {
        let (by, text, step, used) = match (token, position.actor()) {
            (Token::Number, _) => {
                rest = after;
                continue;
            }
            (Token::Word(text) | Token::Chance(text), Actor::Over) => {
                return Err((*place, FailureKind::AfterEnd(text.clone())));
            }
            (Token::Chance(text), _) => {
                let chance = position
                    .read_chance(text)
                    .filter(|_| position.actor() == Actor::Chance)
                    .ok_or_else(|| (*place, FailureKind::Chance(text.clone())))?;
                (None, position.chance_text(&chance), Step::Chance(chance), 1)
            }
            (Token::Word(text), Actor::Chance) => {
                return Err((*place, FailureKind::ChanceDue(text.clone())));
            }
            (Token::Word(_), Actor::Player(seat)) => {
                let (action, used) = read_words(position, rest).map_err(|kind| (*place, kind))?;
                (Some(seat), position.action_text(&action), Step::Action(action), used)
            }
        };
        position.apply_unchecked(&step);
        steps.push(Written { by, text });
        rest = &rest[used..];
    }
    Ok(())
}

/// Reads the action at the head of the tokens and says how many it took: the
/// longest run of words that is an exact canonical text, else the longest that can
/// be read at all.
fn read_words<P: Notation>(
    position: &P,
    tokens: &[(Place, Token)],
) -> Result<(P::Action, usize), FailureKind> {
    let words: Vec<&str> = tokens
        .iter()
        .take(MOST_WORDS)
        .map_while(|(_, token)| match token {
            Token::Word(word) => Some(word.as_str()),
            Token::Number | Token::Chance(_) => None,
        })
        .collect();
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let texts: Vec<String> = legal.iter().map(|action| position.action_text(action)).collect();
    let runs = (1..=words.len()).rev().map(|used| (words[..used].join(" "), used));
    for (text, used) in runs.clone() {
        if let Some(at) = texts.iter().position(|known| *known == text) {
            return Ok((legal.swap_remove(at), used));
        }
    }
    let mut failure = FailureKind::Unreadable(words.first().copied().unwrap_or("").to_owned());
    for (text, used) in runs {
        match position.read_action(&text) {
            Ok(action) => return Ok((action, used)),
            Err(ReadError::Syntax) => {}
            Err(ReadError::Illegal(refusal)) => {
                failure = FailureKind::Illegal(text, refusal.message());
            }
            Err(ReadError::Ambiguous(actions)) => {
                let texts = actions.iter().map(|action| position.action_text(action)).collect();
                failure = FailureKind::Ambiguous(text, texts);
            }
        }
    }
    Err(failure)
}

/// Compares the `Result` tag with what was played; an outcome for a reason outside
/// of the rules is taken over where the rules have not ended the game.
fn judge_result<P: Notation>(
    record: &Record,
    position: &P,
    replay: &mut Replay<P>,
) -> Option<Failure> {
    let fail = |kind| Some(Failure { place: None, played: replay.steps.len(), kind });
    let said = record.tag("Result").filter(|said| !matches!(*said, "none" | "*" | ""));
    let text = |outcome: Option<Outcome>| {
        outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.text(P::FACTS.seats))
    };
    let said = said?;
    let Ok(stated) = Outcome::parse(said, P::FACTS.seats, P::FACTS.reasons) else {
        return fail(FailureKind::ResultText(said.to_owned()));
    };
    let ruled = position.outcome();
    let outside = Reason::OF_MATCHES.contains(&stated.reason);
    if ruled == Some(stated) {
        return None;
    }
    if ruled.is_none() && outside {
        replay.outcome = Some(stated);
        return None;
    }
    fail(FailureKind::Result { said: said.to_owned(), found: text(ruled) })
}
