//! What players of nardy games type, before any rule looks at it.

use super::point::Point;
use crate::games::input::{LONGEST, is_dash, is_praise};

/// The most digits of a number that is taken for one of a point.
const DIGITS: usize = 3;
/// The most times that a movement is repeated by a number in brackets.
const REPEATS: usize = 4;

/// What a player typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// A pass.
    Pass,
    /// The ways of checkers, in their order; at least one.
    Legs(Vec<Leg>),
}

/// The way of one checker: "`1-7 1-6`", "`1-7-12`", or only where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Leg {
    /// Where it begins.
    pub(super) from: Point,
    /// Where it is seen on the way; `None` is off the board, at the end only. Nothing: only the
    /// origin was typed.
    pub(super) stops: Vec<Option<Point>>,
}

/// Why a text is no turn, whatever the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    Syntax,
    NoSuchPoint(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Number(String),
    Word(String),
    Dash,
    /// `(4)`
    Times(usize),
    Gap,
}

/// Reads "`1-7 1-6`", "`1/7 1/6`, `1-7,1-6`, and just the dice origins", "`7-12(4)`", in upper
/// or lower case, with a move number in front and praise or blame behind.
pub(super) fn read(text: &str) -> Result<Typed, Fault> {
    let tokens = tokens(text).ok_or(Fault::Syntax)?;
    if let [Token::Word(word)] = &tokens[..] {
        return if matches!(word.as_str(), "pass" | "пас") {
            Ok(Typed::Pass)
        } else {
            Err(Fault::Syntax)
        };
    }
    let mut legs: Vec<Leg> = Vec::new();
    let mut rest = &tokens[..];
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first {
            Token::Number(number) => {
                let mut leg = Leg { from: point(number)?, stops: Vec::new() };
                while let [Token::Dash, stop, after @ ..] = rest {
                    if leg.stops.last() == Some(&None) {
                        return Err(Fault::Syntax);
                    }
                    leg.stops.push(match stop {
                        Token::Number(number) => Some(point(number)?),
                        Token::Word(word) if word == "off" => None,
                        _ => return Err(Fault::Syntax),
                    });
                    rest = after;
                }
                let mut times = 1;
                if let [Token::Times(typed), after @ ..] = rest {
                    times = *typed;
                    rest = after;
                }
                legs.extend(std::iter::repeat_n(leg, times));
            }
            Token::Gap => {}
            Token::Word(_) | Token::Dash | Token::Times(_) => return Err(Fault::Syntax),
        }
    }
    if legs.is_empty() { Err(Fault::Syntax) } else { Ok(Typed::Legs(legs)) }
}

/// A text of one word with points behind it, such as `nuker 1 5`: the word in lower case, to be
/// compared by [`is_word`], and the points.
pub(super) fn read_named(text: &str) -> Option<(String, Result<Vec<Point>, Fault>)> {
    let mut tokens = tokens(text)?.into_iter();
    let Some(Token::Word(word)) = tokens.next() else { return None };
    let numbers: Option<Vec<String>> = tokens
        .filter(|token| !matches!(token, Token::Gap | Token::Dash))
        .map(|token| if let Token::Number(number) = token { Some(number) } else { None })
        .collect();
    Some((word, numbers?.iter().map(|number| point(number)).collect()))
}

/// Whether a word that was read is one of these.
pub(super) fn is_word(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.chars().map(latin).eq(word.chars()))
}

fn point(number: &str) -> Result<Point, Fault> {
    if number.len() > DIGITS {
        return Err(Fault::Syntax);
    }
    let found = number.parse().ok().and_then(Point::new);
    found.ok_or_else(|| Fault::NoSuchPoint(number.to_owned()))
}

/// The text in pieces, spaces round dashes and before brackets left out.
fn tokens(text: &str) -> Option<Vec<Token>> {
    if text.chars().count() > LONGEST {
        return None;
    }
    let text = without_number(text.trim()).trim_end_matches(is_praise);
    let mut tokens: Vec<Token> = Vec::new();
    let mut chars = text.chars().flat_map(char::to_lowercase).map(latin).peekable();
    while let Some(c) = chars.next() {
        let mut run = |first: char, goes_on: fn(&char) -> bool| {
            let mut run = String::from(first);
            while let Some(c) = chars.next_if(goes_on) {
                run.push(c);
            }
            run
        };
        let token = match c {
            c if c.is_ascii_digit() => Token::Number(run(c, char::is_ascii_digit)),
            c if is_dash(c) || matches!(c, '>' | '→') => Token::Dash,
            c if c.is_whitespace() || matches!(c, ',' | ';' | '+') => Token::Gap,
            c if c.is_alphabetic() => Token::Word(run(c, |c| c.is_alphabetic())),
            '(' => {
                let inside = run(' ', |c| *c != ')');
                chars.next()?;
                let times = inside.trim().parse().ok();
                Token::Times(times.filter(|times| (1..=REPEATS).contains(times))?)
            }
            _ => return None,
        };
        let spaced = matches!(token, Token::Dash | Token::Times(_));
        if spaced && tokens.last() == Some(&Token::Gap) {
            tokens.pop();
        }
        let behind =
            token == Token::Gap && matches!(tokens.last(), None | Some(Token::Dash | Token::Gap));
        if !behind {
            tokens.push(token);
        }
    }
    Some(tokens)
}

/// The text behind a move number: digits and full stops.
fn without_number(text: &str) -> &str {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = behind.trim_start_matches('.');
    if rest.len() < behind.len() && behind.len() < text.len() { rest } else { text }
}

/// Cyrillic letters that look like those of `off`.
fn latin(c: char) -> char {
    if c == 'о' { 'o' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Result<String, Fault> {
        let stop = |stop: &Option<Point>| stop.map_or("off".to_owned(), |point| point.to_string());
        let leg = |leg: &Leg| {
            let stops = leg.stops.iter().map(|one| format!("-{}", stop(one)));
            stops.fold(leg.from.to_string(), |text, stop| text + &stop)
        };
        match read(text)? {
            Typed::Pass => Ok("pass".to_owned()),
            Typed::Legs(legs) => Ok(legs.iter().map(leg).collect::<Vec<_>>().join(" ")),
        }
    }

    #[test]
    fn spellings_of_one_turn_are_read_alike() {
        for text in [
            "1-7 1-6",
            "1/7 1/6",
            "1-7,1-6",
            " 1 – 7 ,  1→6 ",
            "12. 1-7 1-6",
            "12...1-7; 1/6!?",
            "1-7 + 1-6.",
        ] {
            assert_eq!(said(text).as_deref(), Ok("1-7 1-6"), "{text}");
        }
        for (text, found) in [
            ("1-7-12", "1-7-12"),
            ("7-12(4)", "7-12 7-12 7-12 7-12"),
            ("7-12 (2) 1-6(1)", "7-12 7-12 1-6"),
            ("20-OFF 19/оFF", "20-off 19-off"),
            ("1 8", "1 8"),
            ("1,8", "1 8"),
            ("7(2)", "7 7"),
            ("10 20-22", "10 20-22"),
            ("PASS", "pass"),
            ("Пас!", "pass"),
            ("12.5", "5"),
        ] {
            assert_eq!(said(text).as_deref(), Ok(found), "{text}");
        }
    }

    #[test]
    fn words_are_read_with_their_points() {
        for (text, word, points) in [
            ("roll", "roll", &[][..]),
            (" 3. Nuker 1, 5!", "nuker", &[1, 5]),
            ("NUKER 5-1", "nuker", &[5, 1]),
            ("нукер 7", "нукер", &[7]),
            ("бросить", "бросить", &[]),
        ] {
            let (found, read) = read_named(text).expect(text);
            assert!(is_word(&found, &["x", word]) && !is_word(&found, &["x"]), "{text}");
            let read = read.expect(text).into_iter().map(Point::number).collect::<Vec<_>>();
            assert_eq!(read, points, "{text}");
        }
        for text in ["", "1-7", "5 nuker", "nuker 1 off", "r o l l", "nuker 5(2)"] {
            assert_eq!(read_named(text), None, "{text}");
        }
        let (_, read) = read_named("cover 25").expect("a word");
        assert_eq!(read, Err(Fault::NoSuchPoint("25".to_owned())));
    }

    #[test]
    fn other_texts_are_no_turns() {
        for text in [
            "",
            " ",
            "-",
            "1-",
            "-1",
            "1--2",
            "off",
            "off-1",
            "20-off-22",
            "1-pass",
            "pass 1",
            "7-12(0)",
            "7-12(5)",
            "7-12(",
            "(2)",
            "1-7 x",
            "1:7",
            "1234",
            "1. ",
            "💥",
        ] {
            assert_eq!(said(text), Err(Fault::Syntax), "{text:?}");
        }
        assert_eq!(said(&"1 ".repeat(61)), Err(Fault::Syntax));
        for (text, point) in [("0", "0"), ("1-25", "25"), ("7 100", "100")] {
            assert_eq!(said(text), Err(Fault::NoSuchPoint(point.to_owned())), "{text}");
        }
    }
}
