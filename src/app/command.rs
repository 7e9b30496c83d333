//! What people ask for, in the words of the domain, and how it is typed.

use crate::store::MatchNo;

/// Something that a person asked for.
///
/// When adding a variant, also add its word to [`WORDS`] and to the help text in the
/// locales.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Challenge someone.
    Play(Play),
    /// Accept a challenge or an offer.
    Accept {
        /// The number of the challenge or match, if one was named.
        number: Option<MatchNo>,
    },
    /// Turn a challenge or an offer down.
    Decline {
        /// The number of the challenge or match, if one was named.
        number: Option<MatchNo>,
    },
    /// Take one's own challenge or offer back.
    Cancel {
        /// The number of the challenge or match, if one was named.
        number: Option<MatchNo>,
    },
    /// Play an action, in the game's notation.
    Move {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
        /// The action as typed.
        text: String,
        /// Whether it came without a command, as an answer to a board.
        bare: bool,
    },
    /// Show the board.
    Board {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// List the legal actions.
    Moves {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// Offer to take back one's last action, or agree to such an offer.
    Takeback {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// Offer a draw, or agree to one.
    Draw {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// Give up.
    Resign {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
        /// Whether the question has been answered.
        sure: bool,
    },
    /// List what is being played.
    Games,
    /// Show the board of points.
    Top {
        /// The key of a game, to count only that.
        game: Option<String>,
    },
    /// Give the record of a match.
    Record {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// Explain the rules.
    Rules {
        /// The key of the game.
        game: Option<String>,
    },
    /// Explain the commands.
    Help,
    /// Choose a language.
    Lang {
        /// Its code, if one was named.
        code: Option<String>,
        /// For the whole chat.
        chat: bool,
    },
    /// Not a command of ours: the word that was typed.
    Unknown(String),
    /// A command of ours with arguments that it does not take: its word.
    Misused(&'static str),
}

/// A challenge as asked for; what the words mean depends on the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Play {
    /// The key of the game.
    pub game: Option<String>,
    /// The name of the opponent, without `@`; `None`: anyone.
    pub opponent: Option<String>,
    /// The word of the seat that the challenger wants.
    pub seat: Option<String>,
    /// Points to play to.
    pub target: Option<u32>,
    /// Options, `key=value`.
    pub options: Vec<String>,
}

/// Every command word, in the order of the help text. (`/challenge` and `/m` are
/// short or long forms.)
pub const WORDS: [&str; 16] = [
    "play", "accept", "decline", "cancel", "move", "board", "moves", "takeback", "draw", "resign",
    "games", "top", "record", "rules", "help", "lang",
];

/// The most points that a match can go to.
const MOST_POINTS: u32 = 1000;

impl Command {
    /// Reads what a person typed: a command after `/`, or the text of an action.
    #[must_use]
    pub fn parse(text: &str) -> Command {
        let text = text.trim();
        let Some(rest) = text.strip_prefix('/') else {
            let (number, text) = split_number(text);
            return Command::Move { number, text: text.to_owned(), bare: true };
        };
        let (word, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let word = word.to_lowercase();
        let word = match word.as_str() {
            "challenge" => "play",
            "m" => "move",
            other => other,
        };
        let Some(word) = WORDS.into_iter().find(|known| *known == word) else {
            return Command::Unknown(word.to_owned());
        };
        parse_arguments(word, arguments.trim()).unwrap_or(Command::Misused(word))
    }
}

/// The arguments of a command; `None` when it does not take them.
fn parse_arguments(word: &str, arguments: &str) -> Option<Command> {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let number = || match words[..] {
        [] => Some(None),
        [number] => read_number(number).map(Some),
        _ => None,
    };
    let one = || match words[..] {
        [] => Some(None),
        [word] => Some(Some(word.to_lowercase())),
        _ => None,
    };
    Some(match word {
        "play" => Command::Play(parse_play(&words)?),
        "accept" => Command::Accept { number: number()? },
        "decline" => Command::Decline { number: number()? },
        "cancel" => Command::Cancel { number: number()? },
        "move" => {
            let (number, text) = split_number(arguments);
            if text.is_empty() {
                return None;
            }
            Command::Move { number, text: text.to_owned(), bare: false }
        }
        "board" => Command::Board { number: number()? },
        "moves" => Command::Moves { number: number()? },
        "takeback" => Command::Takeback { number: number()? },
        "draw" => Command::Draw { number: number()? },
        "resign" => match words[..] {
            [] => Command::Resign { number: None, sure: false },
            [only] if is_yes(only) => Command::Resign { number: None, sure: true },
            [only] => Command::Resign { number: Some(read_number(only)?), sure: false },
            [number, yes] if is_yes(yes) => {
                Command::Resign { number: Some(read_number(number)?), sure: true }
            }
            _ => return None,
        },
        "games" if words.is_empty() => Command::Games,
        "top" => Command::Top { game: one()? },
        "record" => Command::Record { number: number()? },
        "rules" => Command::Rules { game: one()? },
        "help" => Command::Help,
        "lang" => match words[..] {
            [] => Command::Lang { code: None, chat: false },
            [code] => Command::Lang { code: Some(code.to_lowercase()), chat: false },
            [code, "chat"] => Command::Lang { code: Some(code.to_lowercase()), chat: true },
            _ => return None,
        },
        _ => return None,
    })
}

fn parse_play(words: &[&str]) -> Option<Play> {
    let mut play = Play::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let lower = word.to_lowercase();
        if let Some(name) = word.strip_prefix('@') {
            if play.opponent.replace(name.to_owned()).is_some() || name.is_empty() {
                return None;
            }
        } else if lower.contains('=') {
            play.options.push(lower);
        } else if matches!(lower.as_str(), "to" | "до") {
            let points = words.next()?.parse().ok()?;
            if !(1..=MOST_POINTS).contains(&points) || play.target.replace(points).is_some() {
                return None;
            }
        } else if play.game.is_none() {
            play.game = Some(lower);
        } else if play.seat.replace(lower).is_some() {
            return None;
        }
    }
    Some(play)
}

/// `#12` or `12`.
fn read_number(text: &str) -> Option<MatchNo> {
    let number = text.strip_prefix('#').unwrap_or(text).parse().ok()?;
    (number > 0).then_some(MatchNo(number))
}

/// A number of a match in front of an action: `#12 d2-d3`, and without `#` in front of
/// letters only, for notations may begin with numbers too.
fn split_number(text: &str) -> (Option<MatchNo>, &str) {
    let split = text.split_once(char::is_whitespace).and_then(|(first, rest)| {
        let rest = rest.trim_start();
        let meant = first.starts_with('#') || rest.starts_with(char::is_alphabetic);
        Some((read_number(first).filter(|_| meant)?, rest))
    });
    match split {
        Some((number, rest)) => (Some(number), rest),
        None => (None, text),
    }
}

fn is_yes(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "yes" | "да")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let two = Some(MatchNo(2));
        for (text, command) in [
            ("/accept", Command::Accept { number: None }),
            ("/accept #2", Command::Accept { number: two }),
            ("/Decline 2", Command::Decline { number: two }),
            ("/m d2-d3", Command::Move { number: None, text: "d2-d3".into(), bare: false }),
            (
                "/move #2  d2 - d3 ",
                Command::Move { number: two, text: "d2 - d3".into(), bare: false },
            ),
            ("/m 2 d2-d3", Command::Move { number: two, text: "d2-d3".into(), bare: false }),
            ("/m 2. d2-d3", Command::Move { number: None, text: "2. d2-d3".into(), bare: false }),
            ("/m 12 6", Command::Move { number: None, text: "12 6".into(), bare: false }),
            ("1. d2-d3", Command::Move { number: None, text: "1. d2-d3".into(), bare: true }),
            ("2 d2-d3", Command::Move { number: two, text: "d2-d3".into(), bare: true }),
            ("#2 d2-d3", Command::Move { number: two, text: "d2-d3".into(), bare: true }),
            ("/resign", Command::Resign { number: None, sure: false }),
            ("/resign да", Command::Resign { number: None, sure: true }),
            ("/resign 2 yes", Command::Resign { number: two, sure: true }),
            ("/top", Command::Top { game: None }),
            ("/lang RU", Command::Lang { code: Some("ru".into()), chat: false }),
            ("/lang ru chat", Command::Lang { code: Some("ru".into()), chat: true }),
            ("/help me", Command::Help),
            ("/frobnicate x", Command::Unknown("frobnicate".into())),
            ("/", Command::Unknown(String::new())),
        ] {
            assert_eq!(Command::parse(text), command, "{text}");
        }
    }

    #[test]
    fn a_challenge_is_read_in_any_order() {
        let play = Play {
            game: Some("senegal".into()),
            opponent: Some("Борис".into()),
            seat: Some("white".into()),
            target: Some(5),
            options: vec!["goal=fewest".into()],
        };
        for text in [
            "/play senegal @Борис white to 5 goal=fewest",
            "/challenge goal=fewest to 5 @Борис Senegal White",
        ] {
            assert_eq!(Command::parse(text), Command::Play(play.clone()), "{text}");
        }
    }

    #[test]
    fn arguments_that_a_command_does_not_take_are_told() {
        for (text, word) in [
            ("/accept twelve", "accept"),
            ("/accept -3", "accept"),
            ("/accept 1 2", "accept"),
            ("/move", "move"),
            ("/move #2", "move"),
            ("/play senegal @a @b", "play"),
            ("/play senegal to", "play"),
            ("/play senegal to 0", "play"),
            ("/play senegal to 99999999999", "play"),
            ("/play a b c", "play"),
            ("/play @", "play"),
            ("/resign now", "resign"),
            ("/games all", "games"),
        ] {
            let expected = if text == "/move #2" {
                // A number alone is read as text: no notation has it, so it is refused later.
                Command::Move { number: None, text: "#2".into(), bare: false }
            } else {
                Command::Misused(word)
            };
            assert_eq!(Command::parse(text), expected, "{text}");
        }
    }
}
