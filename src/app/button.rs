//! What a button carries: enough to judge its press in any process, years later.
//!
//! A button is `version verb scope.match.revision.tail`, numbers in base64url without
//! padding, most significant digit first; at most 64 ASCII bytes, for that is what Telegram
//! lets a button carry. Who presses, the scope and the revision are checked again by whoever
//! handles the press: a button of an older revision is stale.

use crate::store::{MatchNo, PersonId, ScopeId};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The most bytes that a button carries.
pub const LONGEST: usize = 64;
/// The most movements that a button carries.
pub const LONGEST_PREFIX: usize = 24;
/// The digits of a person's number that stands before others.
const OWNER: usize = 11;
/// The version of the encoding.
const VERSION: char = '1';
/// The digits of base64url.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// What a button does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    /// Accept a challenge.
    Join,
    /// Decline a challenge.
    Decline,
    /// Accept the offer whose number is in the tail.
    Agree,
    /// Turn the offer whose number is in the tail down.
    Refuse,
    /// Play the action that the tail names.
    Play,
    /// Tell what the action that the tail names will do.
    Foretell,
    /// Go on with an action from the movements in the tail.
    Compose,
    /// Give up the deal, for good.
    Resign,
    /// Give up the whole match, for good.
    ResignMatch,
    /// Show the board.
    Board,
    /// Show the presser what the presser alone may see.
    Hand,
    /// Play again, sides changed.
    Rematch,
    /// Win by the clock.
    Claim,
    /// Drop a match.
    Drop,
    /// Be forgotten, for good.
    Forget,
    /// Choose what to play; the tail holds what has been chosen.
    Pick,
    /// Explain the game that the tail names.
    Rules,
}

impl Verb {
    /// Every verb.
    pub const ALL: [Verb; 17] = [
        Verb::Join,
        Verb::Decline,
        Verb::Agree,
        Verb::Refuse,
        Verb::Play,
        Verb::Foretell,
        Verb::Compose,
        Verb::Resign,
        Verb::ResignMatch,
        Verb::Board,
        Verb::Hand,
        Verb::Rematch,
        Verb::Claim,
        Verb::Drop,
        Verb::Forget,
        Verb::Pick,
        Verb::Rules,
    ];

    /// The letter that stands for it.
    pub(super) const fn letter(self) -> char {
        match self {
            Verb::Join => 'j',
            Verb::Decline => 'd',
            Verb::Agree => 'a',
            Verb::Refuse => 'r',
            Verb::Play => 'p',
            Verb::Foretell => 'w',
            Verb::Compose => 'c',
            Verb::Resign => 'x',
            Verb::ResignMatch => 'y',
            Verb::Board => 'b',
            Verb::Hand => 'h',
            Verb::Rematch => 'm',
            Verb::Claim => 't',
            Verb::Drop => 'o',
            Verb::Forget => 'f',
            Verb::Pick => 'k',
            Verb::Rules => 'u',
        }
    }
}

/// What stands behind the revision.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tail {
    /// Nothing more.
    Nothing,
    /// The number of an offer.
    Offer(u32),
    /// An action, or a game: its place in the list of legal ones or of all, and a check of its
    /// text, so that a list that has become another one is noticed.
    Action {
        /// The place, from 0.
        index: u32,
        /// See [`check`].
        check: u16,
    },
    /// The movements chosen so far, at most [`LONGEST_PREFIX`].
    Prefix {
        /// Each as its place in the list of continuations, less than 64.
        places: Vec<u8>,
        /// See [`check`]; of the movements' texts with spaces between them.
        check: u16,
    },
    /// The only person who may press it.
    Owner(PersonId),
    /// What is to be played and against whom.
    Pick {
        /// The only person who may press it.
        owner: PersonId,
        /// The choices, each as its place in a list; less than 64 of them.
        choices: Vec<u8>,
        /// The opponent; `None`: anyone.
        opponent: Option<PersonId>,
    },
}

/// A button.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Button {
    /// What it does.
    pub verb: Verb,
    /// In which scope.
    pub scope: ScopeId,
    /// In which match or challenge.
    pub number: MatchNo,
    /// The revision that it was made for.
    pub revision: u32,
    /// What it does it with.
    pub tail: Tail,
}

/// Twelve bits of the SHA-256 of what is played: enough to notice that a list has become
/// another one at the same revision, by the rules of another release.
#[must_use]
pub fn check(text: &str) -> u16 {
    let digest = Sha256::digest(text.as_bytes());
    u16::from_be_bytes([digest[0], digest[1]]) >> 4
}

impl Tail {
    /// The tail of an action of a list of legal ones; `None` when it is not in it.
    #[must_use]
    pub fn action(legal: &[String], action: &str) -> Option<Tail> {
        let index = legal.iter().position(|known| known == action)?;
        Some(Tail::Action { index: u32::try_from(index).ok()?, check: check(action) })
    }

    /// The action that a tail names in a list of legal ones; `None` when the list is
    /// another one.
    #[must_use]
    pub fn find<'a>(&self, legal: &'a [String]) -> Option<&'a str> {
        let Tail::Action { index, check: wanted } = self else { return None };
        let action = legal.get(usize::try_from(*index).ok()?)?;
        (check(action) == *wanted).then_some(action)
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u64::from(self.number.0.unsigned_abs());
        write!(f, "{VERSION}{}", self.verb.letter())?;
        write!(f, "{}.{}", digits(self.scope.0.unsigned_abs()), digits(number))?;
        write!(f, ".{}.", digits(self.revision.into()))?;
        match &self.tail {
            Tail::Nothing => Ok(()),
            Tail::Offer(offer) => f.write_str(&digits((*offer).into())),
            Tail::Owner(person) => f.write_str(&digits(person.0.unsigned_abs())),
            Tail::Action { index, check } => {
                write!(f, "{}{}", digits((*index).into()), two_digits(*check))
            }
            Tail::Prefix { places, check } => {
                places.iter().try_for_each(|place| write!(f, "{}", digit((*place).into())))?;
                f.write_str(&two_digits(*check))
            }
            Tail::Pick { owner, choices, opponent } => {
                let count = u16::try_from(choices.len()).unwrap_or(63);
                let owner = digits(owner.0.unsigned_abs());
                write!(f, "{owner:A>OWNER$}{}", digit(count))?;
                choices.iter().try_for_each(|place| write!(f, "{}", digit((*place).into())))?;
                opponent.map_or(Ok(()), |person| f.write_str(&digits(person.0.unsigned_abs())))
            }
        }
    }
}

/// The text is no button of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no button")]
pub struct NoButton;

impl std::str::FromStr for Button {
    type Err = NoButton;

    fn from_str(text: &str) -> Result<Self, NoButton> {
        if text.len() > LONGEST {
            return Err(NoButton);
        }
        let rest = text.strip_prefix(VERSION).ok_or(NoButton)?;
        let letter = rest.chars().next().ok_or(NoButton)?;
        let verb = Verb::ALL.into_iter().find(|verb| verb.letter() == letter).ok_or(NoButton)?;
        let mut parts = rest.strip_prefix(letter).unwrap_or_default().split('.');
        let (Some(scope), Some(number), Some(revision), Some(tail), None) =
            (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NoButton);
        };
        let read = |text| value(text).ok_or(NoButton);
        let button = Button {
            verb,
            scope: ScopeId(read(scope)?.try_into().map_err(|_| NoButton)?),
            number: MatchNo(read(number)?.try_into().map_err(|_| NoButton)?),
            revision: read(revision)?.try_into().map_err(|_| NoButton)?,
            tail: read_tail(verb, tail).ok_or(NoButton)?,
        };
        // Only what we would write ourselves.
        if button.to_string() == text { Ok(button) } else { Err(NoButton) }
    }
}

fn read_tail(verb: Verb, text: &str) -> Option<Tail> {
    match verb {
        Verb::Join | Verb::Decline | Verb::Board | Verb::Hand | Verb::Rematch | Verb::Claim => {
            text.is_empty().then_some(Tail::Nothing)
        }
        Verb::Resign | Verb::ResignMatch | Verb::Drop | Verb::Forget => {
            Some(Tail::Owner(PersonId(value(text)?.try_into().ok()?)))
        }
        Verb::Agree | Verb::Refuse => Some(Tail::Offer(value(text)?.try_into().ok()?)),
        Verb::Play | Verb::Foretell | Verb::Rules => {
            let (index, check) = checked(text)?;
            Some(Tail::Action { index: value(index)?.try_into().ok()?, check })
        }
        Verb::Compose => {
            let (places, check) = checked(text)?;
            let places = places.bytes().map(place).collect::<Option<Vec<u8>>>()?;
            (places.len() <= LONGEST_PREFIX).then_some(Tail::Prefix { places, check })
        }
        Verb::Pick => {
            let person = |text| Some(PersonId(value(text)?.try_into().ok()?));
            let (owner, text) = text.split_at_checked(OWNER)?;
            let count = usize::from(place(*text.as_bytes().first()?)?);
            let choices = text.get(1..=count)?.bytes().map(place).collect::<Option<Vec<u8>>>()?;
            let rest = text.get(1 + count..)?;
            let opponent = if rest.is_empty() { None } else { Some(person(rest)?) };
            Some(Tail::Pick { owner: person(owner)?, choices, opponent })
        }
    }
}

/// What stands before the two digits of a check, and the check.
fn checked(text: &str) -> Option<(&str, u16)> {
    let (text, check) = text.split_at_checked(text.len().checked_sub(2)?)?;
    Some((text, value(check)?.try_into().ok()?))
}

fn two_digits(check: u16) -> String {
    [digit(check >> 6), digit(check)].iter().collect()
}

fn digit(value: u16) -> char {
    char::from(DIGITS[usize::from(value % 64)])
}

fn digits(mut value: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(digit(u16::try_from(value % 64).unwrap_or_default()));
        value /= 64;
        if value == 0 {
            return digits.iter().rev().collect();
        }
    }
}

fn place(digit: u8) -> Option<u8> {
    DIGITS.iter().position(|known| *known == digit).and_then(|place| place.try_into().ok())
}

fn value(text: &str) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    text.bytes().try_fold(0_u64, |value, digit| {
        value.checked_mul(64)?.checked_add(u64::from(place(digit)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tail(verb: Verb) -> BoxedStrategy<Tail> {
        match verb {
            Verb::Agree | Verb::Refuse => any::<u32>().prop_map(Tail::Offer).boxed(),
            Verb::Play | Verb::Foretell | Verb::Rules => (any::<u32>(), 0_u16..4096)
                .prop_map(|(index, check)| Tail::Action { index, check })
                .boxed(),
            Verb::Compose => (prop::collection::vec(0_u8..64, 0..=LONGEST_PREFIX), 0_u16..4096)
                .prop_map(|(places, check)| Tail::Prefix { places, check })
                .boxed(),
            Verb::Pick => {
                let person = || (1..=i64::MAX).prop_map(PersonId);
                let choices = prop::collection::vec(0_u8..64, 0..=8);
                (person(), choices, prop::option::of(person()))
                    .prop_map(|(owner, choices, opponent)| Tail::Pick { owner, choices, opponent })
                    .boxed()
            }
            Verb::Resign | Verb::ResignMatch | Verb::Drop | Verb::Forget => {
                (0..=i64::MAX).prop_map(|person| Tail::Owner(PersonId(person))).boxed()
            }
            Verb::Join | Verb::Decline | Verb::Board | Verb::Hand | Verb::Rematch | Verb::Claim => {
                Just(Tail::Nothing).boxed()
            }
        }
    }

    fn button() -> impl Strategy<Value = Button> {
        (prop::sample::select(&Verb::ALL[..]), 0..=i64::MAX, 0..=i32::MAX, any::<u32>())
            .prop_flat_map(|(verb, scope, number, revision)| {
                tail(verb).prop_map(move |tail| Button {
                    verb,
                    scope: ScopeId(scope),
                    number: MatchNo(number),
                    revision,
                    tail,
                })
            })
    }

    proptest! {
        #[test]
        fn buttons_are_read_back_and_fit(button in button()) {
            let text = button.to_string();
            prop_assert!(text.is_ascii() && text.len() <= LONGEST, "{}", text);
            prop_assert_eq!(text.parse(), Ok(button));
        }

        #[test]
        fn other_texts_are_no_buttons(text in "\\PC{0,80}") {
            if let Ok(button) = text.parse::<Button>() {
                prop_assert_eq!(button.to_string(), text);
            }
        }

        #[test]
        fn a_slip_is_another_button_or_none(button in button(), at in 0_usize..40) {
            let text = button.to_string();
            let slip: String =
                text.chars().enumerate().map(|(n, c)| if n == at { '!' } else { c }).collect();
            if at < text.len() {
                prop_assert_eq!(slip.parse::<Button>(), Err(NoButton));
            }
        }
    }

    #[test]
    fn an_action_is_found_only_in_its_list() {
        let legal = ["c2-c3", "d2-d3", "e3-d3"].map(str::to_owned);
        let tail = Tail::action(&legal, "d2-d3").unwrap();
        assert_eq!(tail.find(&legal), Some("d2-d3"));
        let other = ["c2-c3", "d3-d4", "e3-d3"].map(str::to_owned);
        assert_eq!(tail.find(&other), None);
        assert_eq!(tail.find(&legal[..1]), None);
        assert_eq!(Tail::action(&legal, "a1-a2"), None);
    }

    #[test]
    fn a_button_is_written_as_documented() {
        let button = Button {
            verb: Verb::Agree,
            scope: ScopeId(7),
            number: MatchNo(64),
            revision: 12,
            tail: Tail::Offer(1),
        };
        // H is 7, BA is 64, M is 12, B is 1.
        assert_eq!(button.to_string(), "1aH.BA.M.B");
        let tail = Tail::Prefix { places: vec![0, 63], check: 65 };
        let composed = Button { verb: Verb::Compose, tail, ..button };
        assert_eq!(composed.to_string(), "1cH.BA.M.A_BB");
        for faulty in
            ["", "1", "2aH.BA.M.B", "1aH.BA.M", "1aH.BA.M.B.B", "1aAH.BA.M.B", "1zH.BA.M."]
        {
            assert_eq!(faulty.parse::<Button>(), Err(NoButton), "{faulty}");
        }
    }
}
