//! The texts of positions, actions and chances.

use super::{Message, Position};

/// Reads and writes a game's texts as its page of the rulebook defines them.
pub trait Notation: Position {
    /// Why an action is refused, with its data.
    type Refusal: Refusal;
    /// Why a position text is refused.
    type PositionError: std::error::Error + Send + Sync + 'static;

    /// The position text. What [`Position::hide`] hid is written as hidden.
    fn to_text(&self) -> String;

    /// Reads a position text; writing it again gives the same text.
    ///
    /// # Errors
    /// Other spellings, and positions that cannot be, with the reason.
    fn from_text(text: &str, options: &Self::Options) -> Result<Self, Self::PositionError>;

    /// The canonical text of a legal action.
    fn action_text(&self, action: &Self::Action) -> String;

    /// Reads an action against the position, generously: an exact canonical text
    /// always means its action, other input is never guessed.
    ///
    /// # Errors
    /// See [`ReadError`].
    fn read_action(&self, text: &str) -> Result<Self::Action, ReadError<Self>>;

    /// The text of a movement that follows `prefix`.
    fn movement_text(&self, prefix: &[Self::Movement], movement: &Self::Movement) -> String;

    /// The text of a chance: a roll is one word, a deal several.
    fn chance_text(&self, chance: &Self::Chance) -> String;

    /// Reads [`Self::chance_text`]; `None` for other texts and chances that
    /// cannot happen here.
    fn read_chance(&self, text: &str) -> Option<Self::Chance>;
}

/// Why a text is no action of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError<P: Notation> {
    /// It is not written as an action at all.
    Syntax,
    /// It names something that the rules forbid here.
    Illegal(P::Refusal),
    /// It fits several legal actions: these, in their order.
    Ambiguous(Vec<P::Action>),
}

/// A reason of refusal: an enum with data, worded in the locales.
pub trait Refusal: Clone + Eq + std::fmt::Debug + Send + Sync {
    /// The keys of all sentences that [`Self::message`] can name.
    const IDS: &'static [&'static str];

    /// The sentence that names the rule.
    fn message(&self) -> Message;
}
