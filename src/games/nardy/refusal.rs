//! Why a turn is refused, as far as all games of the family forbid it.

use super::{due::Due, movement::Movement};
use crate::game::{Message, Notation};

/// The most actions that are told as what could be played instead.
const FEW: usize = 6;

/// A rule that forbids a turn; `R` are those of the single game about single movements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule<R> {
    /// The game has ended.
    Over,
    /// The dice have not been rolled.
    RollDue,
    /// The board has no such point.
    NoSuchPoint(String),
    /// No die that is left makes this movement.
    NoDie(Movement),
    /// There are no more dice.
    TooMany {
        /// How many there were.
        dice: u8,
    },
    /// The movement before has ended the game.
    Ended,
    /// "As many dice as possible must be used"
    MustUse {
        /// How many can be.
        most: u8,
    },
    /// "if only one of two different dice can be, it must be the higher if that can be"
    Higher {
        /// The higher die.
        die: u8,
    },
    /// "Who can move nothing passes.": who can does not.
    CannotPass,
    /// A movement is forbidden by itself.
    Movement(R),
}

impl<R> Rule<R> {
    /// Why nothing is played while no dice lie on the board.
    pub(super) const fn without_dice(due: Due) -> Self {
        if due.outcome().is_some() { Rule::Over } else { Rule::RollDue }
    }

    /// The sentence: keys begin with the game's, movements are forbidden by `movement`.
    pub(super) fn message(&self, game: &str, movement: impl Fn(&R) -> Message) -> Message {
        let of = |key: &str| Message::new(format!("{game}-{key}"));
        match self {
            Rule::Over => of("over"),
            Rule::RollDue => of("roll-due"),
            Rule::NoSuchPoint(text) => of("no-such-point").with("point", text.as_str()),
            Rule::NoDie(movement) => of("no-die").with("movement", movement.to_string()),
            Rule::TooMany { dice } => of("too-many").with("dice", u32::from(*dice)),
            Rule::Ended => of("ended"),
            Rule::MustUse { most } => of("must-use").with("most", u32::from(*most)),
            Rule::Higher { die } => of("higher").with("die", u32::from(*die)),
            Rule::CannotPass => of("cannot-pass"),
            Rule::Movement(rule) => movement(rule),
        }
    }
}

/// All that can be played in a position, if it is little.
pub(super) fn playable<P: Notation>(position: &P) -> Vec<String> {
    let mut legal = Vec::new();
    position.legal(&mut legal);
    let few = legal.iter().filter(|_| legal.len() <= FEW);
    few.map(|action| position.action_text(action)).collect()
}

/// A refusal of the game, with what can be played instead.
pub(super) fn and_playable(refusal: Message, game: &str, playable: &[String]) -> Message {
    if playable.is_empty() {
        return refusal;
    }
    Message::new(format!("{game}-and-playable"))
        .with("refusal", refusal)
        .with("turns", playable.to_vec())
}
