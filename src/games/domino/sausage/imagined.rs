//! Hands as a reader who does not see them can imagine them.

use super::{
    deal::{doubles, draw},
    hand::Hand,
    rules::Sausage,
    tile::{Tile, Tiles},
};
use crate::game::{BySeat, Entropy};

impl Sausage {
    /// Hands that may be the hidden ones, drawn at random. Not all of them can have been dealt.
    pub(super) fn imagined_hands(&self, entropy: &mut dyn Entropy) -> BySeat<Hand> {
        let count = self.hands.map(Hand::hidden_len);
        let held = self.imagined_pool(count.0.iter().sum(), entropy);
        let a = match count.0 {
            [0, _] => Tiles::EMPTY,
            [_, 0] => held,
            [to_a, to_b] => self.share(held, (to_a, to_b), entropy),
        };
        let drawn = BySeat::new(a, held.minus(a));
        BySeat::from_fn(|seat| match self.hands[seat] {
            Hand::Hidden(_) => Hand::Seen(drawn[seat]),
            seen @ Hand::Seen(_) => seen,
        })
    }

    /// So many tiles that are held out of sight: all that are not in sight, unless some of the 28
    /// are nowhere.
    fn imagined_pool(&self, count: u32, entropy: &mut dyn Entropy) -> Tiles {
        let mut rest = self.unseen();
        // Somebody can lay something: the deal would be drawn otherwise.
        let playable = self.playable();
        let mut sure = Tiles::EMPTY;
        if rest.len() > count && self.seen().intersection(playable).is_empty() {
            sure = draw(&mut rest.intersection(playable), 1, entropy);
        }
        rest = rest.minus(sure);
        sure.union(draw(&mut rest, count - sure.len(), entropy))
    }

    /// What A holds of tiles that are shared out between both seats.
    fn share(&self, held: Tiles, (to_a, to_b): (u32, u32), entropy: &mut dyn Entropy) -> Tiles {
        let mut fixed = doubles(entropy.below(2) == 0);
        if let Some(seat) = self.soap_holder() {
            fixed[seat] = fixed[seat].with(Tile::SOAP);
        }
        let [a, b] = fixed.0.map(|tiles| tiles.intersection(held));
        if a.len() > to_a || b.len() > to_b {
            return draw(&mut { held }, to_a, entropy);
        }
        let mut free = held.minus(a).minus(b);
        a.union(draw(&mut free, to_a - a.len(), entropy))
    }
}
