//! Rolls, and the dice of them that are left in a turn.

use crate::game::Entropy;
use std::fmt;

/// A roll of two dice: `5-6` and `6-5` are the same one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Roll {
    high: u8,
    low: u8,
}

/// "A double is played four times."
pub(super) const DOUBLE: u8 = 4;
/// The faces of a die.
const FACES: u8 = 6;

impl Roll {
    /// The roll of these two dice; `None` when a die has no such face.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Self> {
        let known = |die| (1..=FACES).contains(&die);
        let roll = Roll { high: one.max(other), low: one.min(other) };
        (known(one) && known(other)).then_some(roll)
    }

    /// The 21 kinds of rolls, each with its chances in 36.
    pub(super) fn all() -> impl Iterator<Item = (Roll, u32)> {
        (1..=FACES).flat_map(|high| {
            (1..=high).map(move |low| (Roll { high, low }, if low == high { 1 } else { 2 }))
        })
    }

    /// Two dice, drawn one after the other.
    pub(super) fn draw(entropy: &mut dyn Entropy) -> Option<Self> {
        let mut die = || u8::try_from(entropy.below(u32::from(FACES)) + 1).ok();
        Roll::new(die()?, die()?)
    }

    /// The higher die.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower die.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice show the same.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// Reads the exact text of a roll.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (high, low) = text.split_once('-')?;
        let roll = Roll::new(high.parse().ok()?, low.parse().ok()?)?;
        (roll.to_string() == text).then_some(roll)
    }
}

impl fmt::Display for Roll {
    /// "`6-5`, higher first; a double `4-4`"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

/// How many checkers may leave the head in a turn. "one checker a turn may leave the head. On a
/// player's first turn of the game two may when the roll is 3-3, 4-4 or 6-6."
pub(super) const fn leave_head(roll: Roll, first: bool) -> u8 {
    if first && roll.is_double() && matches!(roll.high, 3 | 4 | 6) { 2 } else { 1 }
}

/// Dice that have not been played yet, in the order of the roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Dice {
    faces: [u8; 2],
    left: [u8; 2],
}

/// One of the (at most two) kinds of dice in a turn: the higher one, or the only one, is 0.
pub(super) type Kind = usize;

impl Dice {
    /// All dice of a roll, a double played so many times.
    pub(super) const fn of(roll: Roll, double: u8) -> Self {
        let left = if roll.is_double() { [double, 0] } else { [1, 1] };
        Dice { faces: [roll.high, roll.low], left }
    }

    /// The kinds that are left, with their faces.
    pub(super) fn kinds(self) -> impl Iterator<Item = (Kind, u8)> {
        (0..2).filter(move |kind| self.left[*kind] > 0).map(move |kind| (kind, self.faces[kind]))
    }

    /// The same, one of a kind played.
    pub(super) const fn without(mut self, kind: Kind) -> Self {
        self.left[kind] -= 1;
        self
    }

    /// How many are left.
    pub(super) const fn len(self) -> u8 {
        self.left[0] + self.left[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SplitMix;

    #[test]
    fn there_are_21_rolls_of_36() {
        let all: Vec<_> = Roll::all().collect();
        assert_eq!((all.len(), all.iter().map(|(_, weight)| weight).sum::<u32>()), (21, 36));
        for (roll, weight) in all {
            assert_eq!(Roll::read(&roll.to_string()), Some(roll));
            assert_eq!(weight, if roll.is_double() { 1 } else { 2 });
        }
        for text in ["5-6", "6-7", "0-0", "6-05", "+6-5", "6", "6-5 ", ""] {
            assert_eq!(Roll::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_first_two_dice_that_are_drawn_are_the_roll() {
        let mut dice = SplitMix::new(7);
        let drawn = [dice.below(6) as u8 + 1, dice.below(6) as u8 + 1];
        assert_eq!(Roll::draw(&mut SplitMix::new(7)), Roll::new(drawn[1], drawn[0]));
    }

    #[test]
    fn dice_are_played_one_by_one() {
        let faces = |dice: Dice| dice.kinds().map(|(_, face)| face).collect::<Vec<_>>();
        let dice = Dice::of(Roll { high: 6, low: 5 }, DOUBLE);
        assert_eq!((faces(dice), dice.len()), (vec![6, 5], 2));
        assert_eq!(faces(dice.without(0)), [5]);
        let dice = Dice::of(Roll { high: 4, low: 4 }, DOUBLE);
        assert_eq!((faces(dice), dice.len()), (vec![4], 4));
        assert_eq!(dice.without(0).len(), 3);
    }
}
