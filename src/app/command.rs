//! What people ask for, in the words of the domain, and how it is typed.

use super::{
    button::{Button, Verb},
    settings::read_clock,
    words,
};
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
    /// Take one's own challenge or offer back, or drop a match.
    Cancel {
        /// The number of the challenge or match, if one was named.
        number: Option<MatchNo>,
        /// Whether the question has been answered.
        sure: bool,
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
    /// Show the asker's own hand.
    Hand {
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
        /// What is given up.
        giving: Giving,
    },
    /// Play again, sides changed.
    Rematch {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// Win by the clock.
    Claim {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// Remind the opponent.
    Nudge {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// List what is being played.
    Games,
    /// Show a board.
    Top {
        /// Which one: a game, a period, `rating`, options; what they mean depends on language.
        words: Vec<String>,
    },
    /// Show what somebody has reached.
    Rank {
        /// The name, without `@`; `None`: the asker.
        name: Option<String>,
    },
    /// List the last results.
    History {
        /// The name of whose, without `@`; `None`: of everybody.
        name: Option<String>,
    },
    /// Show what the asker and somebody have against each other.
    Vs {
        /// The name, without `@`, if one was given.
        name: Option<String>,
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
    /// Begin to talk to the bot.
    Start {
        /// What the link carried that led here.
        payload: String,
    },
    /// Choose a language.
    Lang {
        /// Its code, if one was named.
        code: Option<String>,
        /// For the whole chat.
        chat: bool,
    },
    /// Show what the chat has chosen, or choose something for it.
    Settings {
        /// The name of the setting, if one was named.
        name: Option<String>,
        /// What is to be.
        value: Vec<String>,
    },
    /// Choose the colours of pictures.
    Theme {
        /// Their name, if one was named.
        name: Option<String>,
        /// For the whole chat.
        chat: bool,
    },
    /// Choose whether mentions notify.
    Notify {
        /// What is to be; `None`: tell what is.
        on: Option<bool>,
    },
    /// Be forgotten.
    Forget {
        /// Whether the question has been answered.
        sure: bool,
    },
    /// Show a match as an animation.
    Replay {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// Tell of the chance of a match.
    Dice {
        /// The number of the match, if one was named.
        number: Option<MatchNo>,
    },
    /// A button was pressed: what it carried.
    Press(String),
    /// The person has left the chat. Front ends say so; nobody types it.
    Left,
    /// The person is in the chat again.
    Returned,
    /// Something that will come later: its word.
    Later(&'static str),
    /// Not a command of ours: the word that was typed.
    Unknown(String),
    /// A command of ours with arguments that it does not take: its word.
    Misused(&'static str),
}

/// What is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Giving {
    /// Asks what it would mean.
    Asks,
    /// The game, or the deal where there are several.
    Sure,
    /// The deal.
    Deal,
    /// The whole match.
    Match,
}

/// The clock of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// What the chat has chosen.
    #[default]
    Usual,
    /// None.
    None,
    /// That many seconds for each action.
    Each(u32),
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
    /// Whether there is a clock.
    pub clock: Clock,
    /// Options, `key=value`.
    pub options: Vec<String>,
}

pub use super::words::MEANINGS;

/// Other words for commands.
pub const OTHER_WORDS: [(&str, &str); 2] = [("challenge", "play"), ("m", "move")];

/// Every command word, in the order of the help text. (There is `/start` besides, which
/// platforms say.)
pub const WORDS: [&str; 29] = [
    "play", "accept", "decline", "cancel", "move", "board", "moves", "hand", "takeback", "draw",
    "resign", "rematch", "claim", "nudge", "games", "top", "rank", "history", "vs", "record",
    "replay", "dice", "rules", "help", "settings", "lang", "theme", "notify", "forget",
];

/// The settings of a chat, in the order in which they are listed.
pub const SETTINGS: [&str; 13] = [
    "language",
    "clock",
    "games",
    "place",
    "challengers",
    "matches",
    "quiet",
    "zone",
    "turn",
    "delete",
    "threads",
    "legend",
    "theme",
];

/// Names of settings that are a person's own.
pub const OWN_SETTINGS: [&str; 4] = ["auto", "public", "block", "unblock"];

/// Words of what is not there yet: refused, and in no list of commands.
const LATER: [&str; 4] = ["bot", "hint", "etude", "link"];

/// The most words that say which board is meant.
const MOST_WORDS: usize = 8;
/// The most points that a match can go to.
const MOST_POINTS: u32 = 1000;

impl Command {
    /// What kind of command it is, in a word: for those who count, not for players.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Command::Play(_) => "play",
            Command::Accept { .. } => "accept",
            Command::Decline { .. } => "decline",
            Command::Cancel { .. } => "cancel",
            Command::Move { .. } => "move",
            Command::Board { .. } => "board",
            Command::Moves { .. } => "moves",
            Command::Hand { .. } => "hand",
            Command::Takeback { .. } => "takeback",
            Command::Draw { .. } => "draw",
            Command::Resign { .. } => "resign",
            Command::Rematch { .. } => "rematch",
            Command::Claim { .. } => "claim",
            Command::Nudge { .. } => "nudge",
            Command::Games => "games",
            Command::Top { .. } => "top",
            Command::Rank { .. } => "rank",
            Command::History { .. } => "history",
            Command::Vs { .. } => "vs",
            Command::Record { .. } => "record",
            Command::Rules { .. } => "rules",
            Command::Help => "help",
            Command::Start { .. } => "start",
            Command::Lang { .. } => "lang",
            Command::Settings { .. } => "settings",
            Command::Theme { .. } => "theme",
            Command::Notify { .. } => "notify",
            Command::Forget { .. } => "forget",
            Command::Replay { .. } => "replay",
            Command::Dice { .. } => "dice",
            Command::Press(_) => "press",
            Command::Left => "left",
            Command::Returned => "returned",
            Command::Later(_) => "later",
            Command::Unknown(_) => "unknown",
            Command::Misused(_) => "misused",
        }
    }

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
        let other = OTHER_WORDS.into_iter().find(|(other, _)| *other == word);
        let word = other.map_or(word.as_str(), |(_, word)| word);
        if let Some(later) = LATER.into_iter().find(|later| *later == word) {
            return Command::Later(later);
        }
        if word == "start" {
            return Command::Start { payload: arguments.trim().to_owned() };
        }
        let Some(word) = WORDS.into_iter().find(|known| *known == word) else {
            return Command::Unknown(word.to_owned());
        };
        parse_arguments(word, arguments.trim()).unwrap_or(Command::Misused(word))
    }
}

impl Command {
    /// Whether somebody can say it without telling who it is: it concerns nobody, or the
    /// chat as a whole.
    #[must_use]
    pub const fn needs_nobody(&self) -> bool {
        match self {
            Command::Board { .. }
            | Command::Moves { .. }
            | Command::Games
            | Command::Top { .. }
            | Command::History { .. }
            | Command::Record { .. }
            | Command::Replay { .. }
            | Command::Dice { .. }
            | Command::Rules { .. }
            | Command::Help
            | Command::Start { .. }
            | Command::Settings { .. }
            | Command::Later(_)
            | Command::Unknown(_)
            | Command::Misused(_) => true,
            Command::Rank { name } => name.is_some(),
            Command::Cancel { number, .. } => number.is_some(),
            Command::Lang { chat, .. } | Command::Theme { chat, .. } => *chat,
            _ => false,
        }
    }

    /// Whether nobody can do it who is alone with the bot.
    #[must_use]
    pub const fn takes_two(&self) -> bool {
        matches!(self, Command::Play(_) | Command::Rematch { .. } | Command::Move { .. })
    }

    /// Whether it may be mere talk: said without a command, and without a number, as hardly
    /// any move is.
    #[must_use]
    pub fn may_be_talk(&self) -> bool {
        match self {
            Command::Move { text, bare, .. } => {
                *bare && !text.contains(|c: char| c.is_ascii_digit())
            }
            _ => false,
        }
    }

    /// Whether it can depend on that whether the asker is an admin of the chat.
    #[must_use]
    pub fn asks_for_rights(&self) -> bool {
        match self {
            Command::Play(_) | Command::Rematch { .. } => true,
            Command::Settings { name, .. } => name.is_some(),
            Command::Cancel { number, .. } => number.is_some(),
            Command::Lang { chat, .. } | Command::Theme { chat, .. } => *chat,
            Command::Press(data) => data
                .parse::<Button>()
                .is_ok_and(|button| matches!(button.verb, Verb::Drop | Verb::Pick | Verb::Rematch)),
            _ => false,
        }
    }
}

/// The arguments of a command; `None` when it does not take them.
fn parse_arguments(word: &str, arguments: &str) -> Option<Command> {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let number = || read_one(&words);
    let one = || match words[..] {
        [] => Some(None),
        [word] => Some(Some(word.to_lowercase())),
        _ => None,
    };
    Some(match word {
        "play" => Command::Play(parse_play(&words)?),
        "accept" => Command::Accept { number: number()? },
        "decline" => Command::Decline { number: number()? },
        "cancel" => match words[..] {
            [ref number @ .., yes] if is_yes(yes) => {
                Command::Cancel { number: read_one(number)?, sure: true }
            }
            _ => Command::Cancel { number: number()?, sure: false },
        },
        "move" => {
            let (number, text) = split_number(arguments);
            if text.is_empty() {
                return None;
            }
            Command::Move { number, text: text.to_owned(), bare: false }
        }
        "board" => Command::Board { number: number()? },
        "moves" => Command::Moves { number: number()? },
        "hand" => Command::Hand { number: number()? },
        "takeback" => Command::Takeback { number: number()? },
        "draw" => Command::Draw { number: number()? },
        "resign" => match words[..] {
            [ref number @ .., what] if read_giving(what).is_some() => {
                Command::Resign { number: read_one(number)?, giving: read_giving(what)? }
            }
            _ => Command::Resign { number: number()?, giving: Giving::Asks },
        },
        "rematch" => Command::Rematch { number: number()? },
        "claim" => Command::Claim { number: number()? },
        "nudge" => Command::Nudge { number: number()? },
        "replay" => Command::Replay { number: number()? },
        "dice" => Command::Dice { number: number()? },
        "settings" => {
            let mut words = words.iter().map(|word| word.to_lowercase());
            Command::Settings { name: words.next(), value: words.collect() }
        }
        "theme" => match words[..] {
            [] => Command::Theme { name: None, chat: false },
            [name] => Command::Theme { name: Some(name.to_lowercase()), chat: false },
            [name, chat] if words::is(chat, &words::CHAT) => {
                Command::Theme { name: Some(name.to_lowercase()), chat: true }
            }
            _ => return None,
        },
        "notify" => match words[..] {
            [] => Command::Notify { on: None },
            [word] => Command::Notify { on: Some(read_switch(word)?) },
            _ => return None,
        },
        "forget" => match words[..] {
            [] => Command::Forget { sure: false },
            [yes] if is_yes(yes) => Command::Forget { sure: true },
            _ => return None,
        },
        "games" if words.is_empty() => Command::Games,
        "top" if words.len() <= MOST_WORDS => {
            Command::Top { words: words.iter().map(|word| word.to_lowercase()).collect() }
        }
        "rank" => Command::Rank { name: read_name(arguments)? },
        "history" => Command::History { name: read_name(arguments)? },
        "vs" => Command::Vs { name: read_name(arguments)? },
        "record" => Command::Record { number: number()? },
        "rules" => Command::Rules { game: one()? },
        "help" => Command::Help,
        "lang" => match words[..] {
            [] => Command::Lang { code: None, chat: false },
            [code] => Command::Lang { code: Some(code.to_lowercase()), chat: false },
            [code, chat] if words::is(chat, &words::CHAT) => {
                Command::Lang { code: Some(code.to_lowercase()), chat: true }
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// No number, or one.
fn read_one(words: &[&str]) -> Option<Option<MatchNo>> {
    match words {
        [] => Some(None),
        [number] => read_number(number).map(Some),
        _ => None,
    }
}

fn read_giving(word: &str) -> Option<Giving> {
    match word {
        _ if words::is(word, &words::YES) => Some(Giving::Sure),
        _ if words::is(word, &words::DEAL) => Some(Giving::Deal),
        _ if words::is(word, &words::MATCH) => Some(Giving::Match),
        _ => None,
    }
}

/// Whether something is to be on or off.
pub(super) fn read_switch(word: &str) -> Option<bool> {
    match word {
        _ if words::is(word, &words::ON) => Some(true),
        _ if words::is(word, &words::OFF) => Some(false),
        _ => None,
    }
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
        } else if words::is(&lower, &words::TO) {
            let points = words.next()?.parse().ok()?;
            if !(1..=MOST_POINTS).contains(&points) || play.target.replace(points).is_some() {
                return None;
            }
        } else if let Some(clock) = read_clock_word(&lower) {
            if play.clock != Clock::Usual {
                return None;
            }
            play.clock = clock?;
        } else if play.game.is_none() {
            play.game = Some(lower);
        } else if play.seat.replace(lower).is_some() {
            return None;
        }
    }
    Some(play)
}

/// `24h`, `3d`; `noclock`.
///
/// `None` for a word that means no clock at all, `Some(None)` for one that cannot be.
fn read_clock_word(word: &str) -> Option<Option<Clock>> {
    match word {
        _ if words::is(word, &words::NO_CLOCK) => Some(Some(Clock::None)),
        _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
            Some(read_clock(word).map(Clock::Each))
        }
        _ => None,
    }
}

/// A name with or without `@`, which may have spaces; `None` when only the `@` is there.
fn read_name(text: &str) -> Option<Option<String>> {
    if text.is_empty() {
        return Some(None);
    }
    let name = text.strip_prefix('@').unwrap_or(text).trim();
    (!name.is_empty()).then(|| Some(name.to_owned()))
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
    words::is(word, &words::YES)
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
            ("/resign", Command::Resign { number: None, giving: Giving::Asks }),
            ("/resign да", Command::Resign { number: None, giving: Giving::Sure }),
            ("/resign 2 yes", Command::Resign { number: two, giving: Giving::Sure }),
            ("/top", Command::Top { words: vec![] }),
            ("/top Week  senegal", Command::Top { words: vec!["week".into(), "senegal".into()] }),
            ("/rank", Command::Rank { name: None }),
            ("/rank @Анна Мария ", Command::Rank { name: Some("Анна Мария".into()) }),
            ("/history boris", Command::History { name: Some("boris".into()) }),
            ("/vs @boris", Command::Vs { name: Some("boris".into()) }),
            ("/vs", Command::Vs { name: None }),
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
            clock: Clock::Each(86_400),
            options: vec!["goal=fewest".into()],
        };
        for text in [
            "/play senegal @Борис white to 5 24h goal=fewest",
            "/challenge goal=fewest 1д to 5 @Борис Senegal White",
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
            ("/vs @", "vs"),
            ("/top a b c d e f g h i", "top"),
            ("/rank @", "rank"),
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
