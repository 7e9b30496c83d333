//! Chance that can be checked.
//!
//! A match has a secret seed of 32 bytes from the operating system. Its SHA-256, the
//! commitment, stands in the challenge; the id of the event that accepts it, which
//! nobody knows before, is mixed in; the seed is told when the match is over. The bytes
//! of chance `k` of deal `d` are the blocks, from 0 on, of
//!
//! `HMAC-SHA256(seed ‖ event, "kosti1|match|d|k|block")`.
//!
//! Dice and deals are sampled from them by [`Entropy`]. `k` counts the chances of the
//! line that stands, from 1, so that a takeback meets the same roll again; `k` = 0 is
//! the opening roll that gives the seats. `docs/chance.md` has the scheme with test
//! vectors and a verifier in Python.

use crate::{
    game::{DealNo, Entropy, Player},
    store::{ScopeId, matches::Match},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The secret of a match. It is never logged: its `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; Seed::LENGTH]);

impl Seed {
    /// Bytes of a seed.
    pub const LENGTH: usize = 32;

    /// A new seed from the operating system.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn draw() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; Seed::LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Seed(bytes))
    }

    /// The seed of those bytes; `None` when they are not [`Seed::LENGTH`].
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Seed)
    }

    /// Reads [`Seed::to_hex`].
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.as_bytes().as_chunks::<2>();
        let bytes: Option<Vec<u8>> = digits
            .0
            .iter()
            .map(|pair| {
                let digit = |at: usize| char::from(pair[at]).to_digit(16);
                u8::try_from(digit(0)? << 4 | digit(1)?).ok()
            })
            .collect();
        if digits.1.is_empty() { Seed::from_bytes(&bytes?) } else { None }
    }

    /// The bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes as lower-case hexadecimal digits: to be told only after the match.
    #[must_use]
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// The SHA-256 of the seed, in hexadecimal digits.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The name of a match in the scheme, and in the `Match` tag of its record: that of the scope
/// and the number under which it began, also when it has others since.
#[must_use]
pub fn match_name(scope: ScopeId, of: &Match) -> String {
    of.named.clone().unwrap_or_else(|| format!("{}.{}", scope.0, of.number.0))
}

/// The chance of one match.
#[derive(Clone)]
pub struct Dice {
    mac: Hmac<Sha256>,
    match_name: String,
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dice").field("match_name", &self.match_name).finish_non_exhaustive()
    }
}

impl Dice {
    /// The chance of the match of that name, by its seed and the id of the event that
    /// accepted it. `None` never happens: HMAC takes keys of any length.
    #[must_use]
    pub fn new(seed: &Seed, event: &str, match_name: &str) -> Option<Self> {
        let key = [seed.as_bytes(), event.as_bytes()].concat();
        let mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
        Some(Dice { mac, match_name: match_name.to_owned() })
    }

    /// The bytes of chance `k` of a deal.
    #[must_use]
    pub fn stream(&self, deal: DealNo, k: u32) -> Stream {
        let label = format!("kosti1|{}|{}|{k}|", self.match_name, deal.get());
        Stream { mac: self.mac.clone(), label, block: 0, bytes: Vec::new() }
    }

    /// Who takes the first seat of a deal by its opening roll: whose die is higher.
    #[must_use]
    pub fn first(&self, deal: DealNo) -> Player {
        let one = self.opening(deal).last().is_some_and(|[one, two]| one > two);
        if one { Player::One } else { Player::Two }
    }

    /// [`Dice::opening`] as records write it: `3-3 5-2`, the challenger's die first.
    #[must_use]
    pub fn opening_text(&self, deal: DealNo) -> String {
        let rolls: Vec<String> =
            self.opening(deal).iter().map(|[one, two]| format!("{one}-{two}")).collect();
        rolls.join(" ")
    }

    /// The opening roll of a deal: each player's die, rolled again while they are equal.
    /// Dice are 1 to 6.
    #[must_use]
    pub fn opening(&self, deal: DealNo) -> Vec<[u8; 2]> {
        let mut stream = self.stream(deal, 0);
        let mut rolls = Vec::new();
        loop {
            let mut die = || u8::try_from(stream.below(6)).unwrap_or(0) + 1;
            let roll = [die(), die()];
            rolls.push(roll);
            if roll[0] != roll[1] {
                return rolls;
            }
        }
    }
}

/// The bytes of one chance.
#[derive(Clone)]
pub struct Stream {
    mac: Hmac<Sha256>,
    label: String,
    block: u64,
    /// What is left of the last block, the next byte at the end.
    bytes: Vec<u8>,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("label", &self.label).finish_non_exhaustive()
    }
}

impl Entropy for Stream {
    fn byte(&mut self) -> u8 {
        if self.bytes.is_empty() {
            let mut mac = self.mac.clone();
            mac.update(self.label.as_bytes());
            mac.update(self.block.to_string().as_bytes());
            self.block += 1;
            self.bytes = mac.finalize().into_bytes().iter().rev().copied().collect();
        }
        self.bytes.pop().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> Seed {
        Seed::from_bytes(&std::array::from_fn::<u8, 32, _>(|at| at as u8)).unwrap()
    }

    /// The vectors of `docs/chance.md`, made by the verifier in Python there.
    #[test]
    fn the_vectors_of_the_page_hold() {
        assert_eq!(
            seed().commitment(),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        );
        let dice = Dice::new(&seed(), "event-1", "7.12").unwrap();
        let mut stream = dice.stream(DealNo::FIRST, 1);
        let first: Vec<u8> = (0..36).map(|_| stream.byte()).collect();
        assert_eq!(
            hex(&first),
            "c7102f283b1b1f7ffd6d254ec93cb01cde9bd8a0dd06ee2bf2ef5a4d4838d825b1da8d97"
        );
    }

    #[test]
    fn the_dice_of_the_page_fall() {
        let dice = Dice::new(&seed(), "event-1", "7.12").unwrap();
        for (deal, k, first, second) in [(1, 1, 2, 5), (3, 2, 2, 1)] {
            let mut stream = dice.stream(DealNo::new(deal).unwrap(), k);
            assert_eq!([stream.below(6) + 1, stream.below(6) + 1], [first, second]);
        }
        let openings: Vec<String> =
            (1..=7).map(|deal| dice.opening_text(DealNo::new(deal).unwrap())).collect();
        assert_eq!(openings, ["6-3", "5-4", "2-3", "5-2", "6-3", "4-6", "4-1"]);
    }

    #[test]
    fn seeds_are_read_back_and_not_shown() {
        let seed = seed();
        assert_eq!(Seed::from_hex(&seed.to_hex()), Some(seed.clone()));
        for faulty in ["", "00", &"0".repeat(63), &"g".repeat(64), &"0".repeat(66)] {
            assert_eq!(Seed::from_hex(faulty), None);
        }
        assert_eq!(format!("{seed:?}"), "Seed(…)");
        let dice = Dice::new(&seed, "e", "1.1").unwrap();
        assert!(!format!("{dice:?}{:?}", dice.stream(DealNo::FIRST, 1)).contains("mac"));
        assert_ne!(Seed::draw().unwrap(), Seed::draw().unwrap());
    }

    #[test]
    fn an_opening_roll_ends_with_different_dice() {
        let dice = Dice::new(&seed(), "event-1", "7.12").unwrap();
        let mut ties = 0;
        for number in 1..=200 {
            let rolls = dice.opening(DealNo::new(number).unwrap());
            let (last, before) = rolls.split_last().unwrap();
            assert_ne!(last[0], last[1]);
            assert!(before.iter().all(|roll| roll[0] == roll[1]));
            assert!(rolls.iter().flatten().all(|die| (1..=6).contains(die)));
            ties += before.len();
        }
        assert!((10..80).contains(&ties), "about one in six is a tie: {ties}");
    }
}
