//! The chance of the game: a deal.

use super::{
    hand::{HAND, read_tiles, tiles_text},
    tile::{Tile, Tiles},
};
use crate::game::{BySeat, DealNo, Entropy, Seat};
use std::fmt;

/// "1-1 2-2 3-3"
const LOW: Tiles = Tiles::doubles(1, 3);
/// "4-4 5-5 6-6"
const HIGH: Tiles = Tiles::doubles(4, 6);
/// "the seven tiles with a blank"
const BLANKS: Tiles = Tiles::with_half(0);
/// "five or more"
const VOID: u32 = 5;

/// Who holds what after a deal, which can be void.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    hands: BySeat<Tiles>,
}

impl Deal {
    /// The tiles dealt to each seat.
    #[must_use]
    pub const fn hands(&self) -> BySeat<Tiles> {
        self.hands
    }

    /// "If a hand holds five or more of the seven tiles with a blank, the deal is void"
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.hands.0.iter().any(|hand| has_void_blanks(*hand))
    }

    /// "The other 22 tiles ... are mixed, 11 to each": eleven for A, one after another, each as
    /// likely as any other of those that are left.
    pub(super) fn sample(number: DealNo, entropy: &mut dyn Entropy) -> Self {
        let mut rest = Tiles::ALL.minus(LOW).minus(HIGH);
        let fixed = fixed(number);
        let drawn = draw(&mut rest, HAND - fixed[Seat::First].len(), entropy);
        let hands = BySeat::new(drawn.union(fixed[Seat::First]), rest.union(fixed[Seat::Second]));
        Deal { hands }
    }

    /// Whether these can be the hands of that deal.
    pub(super) fn fits(&self, number: DealNo) -> bool {
        let [a, b] = self.hands.0;
        let fixed = fixed(number);
        a.len() == HAND
            && b == Tiles::ALL.minus(a)
            && Seat::ALL.into_iter().all(|seat| fixed[seat].minus(self.hands[seat]).is_empty())
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let (_, hands) = text.split_once(" a ")?;
        let (a, b) = hands.split_once(" / b ")?;
        let deal = Deal { hands: BySeat::new(read_tiles(a)?, read_tiles(b)?) };
        (deal.to_string() == text).then_some(deal)
    }
}

/// `deal a 5-5 4-3 … / b 6-6 5-4 …`, or `void a …`
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.hands.0.map(tiles_text);
        let word = if self.is_void() { "void" } else { "deal" };
        write!(f, "{word} a {a} / b {b}")
    }
}

/// "A has the low ones in odd deals, B in even ones."
fn fixed(number: DealNo) -> BySeat<Tiles> {
    doubles(number.get() % 2 == 1)
}

/// The doubles that each seat takes, if A has the low ones and if not.
pub(super) const fn doubles(low_to_a: bool) -> BySeat<Tiles> {
    if low_to_a { BySeat::new(LOW, HIGH) } else { BySeat::new(HIGH, LOW) }
}

fn has_void_blanks(hand: Tiles) -> bool {
    hand.intersection(BLANKS).len() >= VOID
}

/// Whether a seat can have come to these tiles: no void deal, and not doubles of both kinds.
pub(super) fn can_be_held(hand: Tiles) -> bool {
    let holds = |doubles| !hand.intersection(doubles).is_empty();
    !(has_void_blanks(hand) || holds(LOW) && holds(HIGH))
}

/// Takes tiles out of `rest`, each as likely as any other.
pub(super) fn draw(rest: &mut Tiles, count: u32, entropy: &mut dyn Entropy) -> Tiles {
    let mut drawn = Tiles::EMPTY;
    for _ in 0..count.min(rest.len()) {
        let at = entropy.below(rest.len()) as usize;
        if let Some(tile) = rest.iter().nth(at) {
            drawn = drawn.with(tile);
            *rest = rest.without(tile);
        }
    }
    drawn
}

/// The seat that holds the soap, if any does in sight.
pub(super) fn holds_soap(hands: BySeat<Tiles>) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| hands[*seat].contains(Tile::SOAP))
}
