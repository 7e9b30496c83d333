//! What is fixed about a game, and the options it is played with.

use super::{BySeat, Reason};
use std::fmt;

/// What a game states about itself.
#[derive(Debug)]
pub struct Facts {
    /// The key in commands, records and the store.
    pub key: &'static str,
    /// Raised when a fix changes which actions are legal.
    pub rules_version: i32,
    /// The rulebook's words for the seats: `white`/`black` or `a`/`b`.
    pub seats: BySeat<&'static str>,
    /// The reasons for which its rules end a game.
    pub reasons: &'static [Reason],
    /// Whether players may agree on a draw.
    pub draws: bool,
    /// Whether anything is rolled or dealt.
    pub chance: bool,
    /// Whether a deal begins by dealing tiles (a roll is no deal).
    pub dealt: bool,
    /// Whether a seat may hold what the other does not see.
    pub hidden_hands: bool,
    /// How the seats of the next deal of a match are given.
    pub first_seat: FirstSeat,
    /// The points that a match goes to if nothing is said; `None`: a single game.
    pub target: Option<u32>,
    /// Its options, in the order in which they are written.
    pub options: &'static [OptionFact],
}

/// Who takes the first seat in the deals of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstSeat {
    /// The players change seats each deal (draughts).
    Swaps,
    /// The players keep their seats (dominoes).
    Stays,
    /// The opening roll of each deal decides, the first one's too (nardy).
    Rolled,
}

/// An option of a game and the values it can take.
#[derive(PartialEq, Eq, Debug)]
pub struct OptionFact {
    /// The key, as in `goal=fewest`.
    pub key: &'static str,
    /// Every value, the default among them.
    pub values: &'static [&'static str],
    /// The value if nothing is said.
    pub default: &'static str,
}

/// A value for every option of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSet(Vec<(&'static OptionFact, &'static str)>);

impl OptionSet {
    /// Every option at its default.
    #[must_use]
    pub fn defaults(facts: &Facts) -> Self {
        OptionSet(facts.options.iter().map(|fact| (fact, fact.default)).collect())
    }

    /// Reads `key=value` texts; what is not said takes its default.
    ///
    /// # Errors
    /// Unknown or repeated keys and unknown values, with the list of what there is.
    pub fn parse<'a>(
        facts: &Facts,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, OptionError> {
        let mut set = OptionSet::defaults(facts);
        let mut said: Vec<&str> = Vec::new();
        for text in texts {
            let (key, value) = text.split_once('=').unwrap_or((text, ""));
            let Some(slot) = set.0.iter_mut().find(|(fact, _)| fact.key == key) else {
                return Err(OptionError::UnknownKey {
                    key: key.to_owned(),
                    known: facts.options.iter().map(|fact| fact.key).collect(),
                });
            };
            if said.contains(&key) {
                return Err(OptionError::Repeated { key: slot.0.key });
            }
            said.push(key);
            slot.1 =
                slot.0.values.iter().copied().find(|known| *known == value).ok_or_else(|| {
                    OptionError::UnknownValue {
                        key: slot.0.key,
                        value: value.to_owned(),
                        known: slot.0.values,
                    }
                })?;
        }
        Ok(set)
    }

    /// The value of an option; empty for a key that the game does not have.
    #[must_use]
    pub fn get(&self, key: &str) -> &'static str {
        self.0.iter().find(|(fact, _)| fact.key == key).map_or("", |(_, value)| value)
    }

    /// Every option as `key=value`, separated by spaces.
    #[must_use]
    pub fn full_text(&self) -> String {
        join(self.0.iter())
    }

    /// The options that differ from their defaults as `key=value`, separated by
    /// spaces; empty if none does.
    #[must_use]
    pub fn text(&self) -> String {
        join(self.0.iter().filter(|(fact, value)| fact.default != *value))
    }
}

fn join<'a>(options: impl Iterator<Item = &'a (&'static OptionFact, &'static str)>) -> String {
    options.map(|(fact, value)| format!("{}={value}", fact.key)).collect::<Vec<_>>().join(" ")
}

/// Why options could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// The game has no such option.
    UnknownKey {
        /// What was asked for.
        key: String,
        /// The options there are.
        known: Vec<&'static str>,
    },
    /// The option has no such value.
    UnknownValue {
        /// The option.
        key: &'static str,
        /// What was asked for.
        value: String,
        /// The values there are.
        known: &'static [&'static str],
    },
    /// An option was given twice.
    Repeated {
        /// The option.
        key: &'static str,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::UnknownKey { key, known } if known.is_empty() => {
                write!(f, "unknown option {key:?}: this game has no options")
            }
            OptionError::UnknownKey { key, known } => {
                write!(f, "unknown option {key:?}: there is {}", known.join(", "))
            }
            OptionError::UnknownValue { key, value, known } => {
                write!(f, "unknown value {value:?} of option {key}: there is {}", known.join(", "))
            }
            OptionError::Repeated { key } => write!(f, "option {key} is given twice"),
        }
    }
}

impl std::error::Error for OptionError {}
