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
    /// A tag stands twice.
    Repeated(Place),
    /// A brace is not closed.
    Brace(Place),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Empty => f.write_str("the record is empty"),
            RecordError::Tag(place) => write!(f, "{place}: a tag is written [Name \"value\"]"),
            RecordError::Repeated(place) => write!(f, "{place}: this tag stands twice"),
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
        // Tags behind an empty line or a step are the next record's.
        let mut in_tags = false;
        for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            if line.trim_start().starts_with('[') {
                let column = 1 + (line.len() - line.trim_start().len()) as u32;
                let place = Place { line: number, column };
                let tag = read_tag(line.trim()).ok_or(RecordError::Tag(place))?;
                if !in_tags {
                    records.push(Record::default());
                }
                in_tags = true;
                if let Some(record) = records.last_mut() {
                    if record.tag(&tag.0).is_some() {
                        return Err(RecordError::Repeated(place));
                    }
                    record.tags.push(tag);
                }
                continue;
            }
            in_tags = false;
            read_steps(line, number, &mut records)?;
        }
        if records.is_empty() { Err(RecordError::Empty) } else { Ok(records) }
    }

    /// Every tag, name and value, in its order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Reads a line of steps into the last record.
fn read_steps(line: &str, number: u32, records: &mut Vec<Record>) -> Result<(), RecordError> {
    let mut rest = line;
    let mut column = 1;
    loop {
        let spaces = rest.len() - rest.trim_start().len();
        column += rest[..spaces].chars().count() as u32;
        rest = &rest[spaces..];
        if rest.is_empty() {
            return Ok(());
        }
        let place = Place { line: number, column };
        let used;
        if let Some(inside) = rest.strip_prefix('{') {
            let end = inside.find('}').ok_or(RecordError::Brace(place))?;
            let words: Vec<&str> = inside[..end].split_whitespace().collect();
            push(records, place, Token::Chance(words.join(" ")));
            used = end + 2;
        } else {
            used = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            let mut word = &rest[..used];
            if let Some(after) = strip_number(word) {
                push(records, place, Token::Number);
                word = after;
            }
            match word.strip_suffix(':') {
                _ if word.is_empty() => {}
                Some(roll) => push(records, place, Token::Chance(roll.to_owned())),
                None => push(records, place, Token::Word(word.to_owned())),
            }
        }
        column += rest[..used].chars().count() as u32;
        rest = &rest[used..];
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
    if !words.is_empty() {
        text.push('\n');
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

/// The position that a record begins from.
///
/// # Errors
/// When its tags cannot be read.
pub fn start_of<P: Notation>(record: &Record, options: &P::Options) -> Result<P, FailureKind> {
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
    let said = record.tag("Result").filter(|said| *said != "*")?;
    let ruled = position.outcome();
    let text = |outcome: Option<Outcome>| {
        outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.text(P::FACTS.seats))
    };
    if said == text(ruled) {
        return None;
    }
    let Ok(stated) = Outcome::parse(said, P::FACTS.seats, P::FACTS.reasons) else {
        return fail(match said {
            "none" => FailureKind::Result { said: said.to_owned(), found: text(ruled) },
            _ => FailureKind::ResultText(said.to_owned()),
        });
    };
    if ruled.is_none() && fits_outside(position, &stated) {
        replay.outcome = Some(stated);
        return None;
    }
    fail(FailureKind::Result { said: said.to_owned(), found: text(ruled) })
}

/// Whether a game that its rules have not ended can have ended so: "the points are what
/// the rules would give had the other side won in this position".
fn fits_outside<P: Notation>(position: &P, stated: &Outcome) -> bool {
    match (stated.reason, stated.winner) {
        (Reason::RESIGN | Reason::TIME, Some(winner)) => {
            stated.points == position.concede(winner.opponent()).points
        }
        (Reason::AGREED, None) => P::FACTS.draws && stated.points == 0,
        (Reason::VOID, None) => stated.points == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_without_steps_keep_their_tags_to_themselves() {
        let deals = ["1", "2", "3"].map(|deal| {
            let steps = [Written { by: Some(Seat::First), text: format!("step{deal}") }];
            let steps = if deal == "2" { &[][..] } else { &steps[..] };
            write_record(&[("Game", "x"), ("Deal", deal)], steps)
        });
        let text = deals.join("\n");
        assert!(!text.contains("\n\n\n"), "{text}");
        let records = Record::parse_all(&text).unwrap();
        let found: Vec<_> =
            records.iter().map(|record| (record.tag("Deal"), record.tokens.len())).collect();
        assert_eq!(found, [(Some("1"), 2), (Some("2"), 0), (Some("3"), 2)]);
    }

    #[test]
    fn places_are_counted_in_characters() {
        let records = Record::parse_all("[White \"я\"]\n\n1. ёё {deal a b}  2.x 6-5:\n y").unwrap();
        let found: Vec<(u32, u32, &Token)> = records[0]
            .tokens
            .iter()
            .map(|(place, token)| (place.line, place.column, token))
            .collect();
        assert_eq!(
            found,
            [
                (3, 1, &Token::Number),
                (3, 4, &Token::Word("ёё".into())),
                (3, 7, &Token::Chance("deal a b".into())),
                (3, 19, &Token::Number),
                (3, 19, &Token::Word("x".into())),
                (3, 23, &Token::Chance("6-5".into())),
                (4, 2, &Token::Word("y".into())),
            ]
        );
    }

    #[test]
    fn faulty_texts_are_refused_with_their_place() {
        let place = |line, column| Place { line, column };
        for (text, error) in [
            ("", RecordError::Empty),
            ("\n \n", RecordError::Empty),
            ("[Game senegal]", RecordError::Tag(place(1, 1))),
            ("\n  [Game \"a\"b\"]", RecordError::Tag(place(2, 3))),
            ("[Game \"a\\\"]", RecordError::Tag(place(1, 1))),
            ("[A \"a\"]\n[A \"b\"]", RecordError::Repeated(place(2, 1))),
            ("1. x {deal", RecordError::Brace(place(1, 6))),
        ] {
            assert_eq!(Record::parse_all(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn values_of_tags_round_trip() {
        let value = "a \"b\" \\ [c] {$d} ё";
        let text = write_record(&[("White", value), ("Black", "a\nb")], &[]);
        let records = Record::parse_all(&text).unwrap();
        assert_eq!(records[0].tag("White"), Some(value));
        assert_eq!(records[0].tag("Black"), Some("a b"));
    }

    #[test]
    fn numbers_rolls_and_deals_stand_where_they_belong() {
        let step = |by: Option<Seat>, text: &str| Written { by, text: text.into() };
        let (a, b) = (Some(Seat::First), Some(Seat::Second));
        let steps = [
            step(None, "void a 1 / b 2"),
            step(None, "deal a 1 / b 2"),
            step(None, "6-5"),
            step(b, "roll"),
            step(b, "x y"),
            step(None, "4-4"),
            step(a, "pass"),
            step(None, "2-1"),
            step(b, "z"),
        ];
        let text = write_record(&[], &steps);
        assert_eq!(
            text,
            "\n{void a 1 / b 2} {deal a 1 / b 2} 1. 6-5: roll x y 4-4: pass 2. 2-1: z\n"
        );
    }
}
