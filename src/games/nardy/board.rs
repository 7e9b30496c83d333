//! Checkers on the path of a side, and sets of its points.

use super::point::{HOME, POINTS};

/// Bits of a count: it is 15 at the most.
const BITS: u32 = 4;

/// How many checkers stand on each point of a path, by the steps from the head, and how many
/// have left the board behind its last point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Checkers(u128);

impl Checkers {
    /// Where those are counted that have left the board.
    pub(super) const OFF: u8 = POINTS;
    pub(super) const NONE: Checkers = Checkers(0);

    pub(super) const fn on(self, steps: u8) -> u8 {
        (self.0 >> (BITS * steps as u32)) as u8 & 0b1111
    }

    /// With so many more there; there are 15 at the most.
    pub(super) const fn with(self, steps: u8, count: u8) -> Self {
        Checkers(self.0 + ((count as u128) << (BITS * steps as u32)))
    }

    /// With one fewer of those that stand there.
    pub(super) const fn less(self, steps: u8) -> Self {
        Checkers(self.0 - (1 << (BITS * steps as u32)))
    }

    /// With one of those that stand there somewhere else.
    pub(super) const fn moved(self, from: u8, to: u8) -> Self {
        self.less(from).with(to, 1)
    }

    /// The points on which any stand.
    pub(super) fn points(self) -> Points {
        (0..POINTS).filter(|steps| self.on(*steps) > 0).fold(Points::NONE, Points::with)
    }

    /// The points on which exactly one stands.
    pub(super) fn singles(self) -> Points {
        (0..POINTS).filter(|steps| self.on(*steps) == 1).fold(Points::NONE, Points::with)
    }

    /// Whether these can come to stand like the others by going forward.
    pub(super) fn are_behind(self, others: Checkers) -> bool {
        let mut ahead: i8 = 0;
        (0..POINTS).all(|steps| {
            ahead += self.on(steps) as i8 - others.on(steps) as i8;
            ahead >= 0
        })
    }
}

/// A set of points of a path, by the steps from the head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Points(pub(super) u32);

impl Points {
    pub(super) const NONE: Points = Points(0);
    const ALL: Points = Points((1 << POINTS) - 1);
    /// The points before the home.
    const OUTSIDE: Points = Points((1 << HOME) - 1);

    pub(super) const fn contains(self, steps: u8) -> bool {
        self.0 >> steps & 1 == 1
    }

    pub(super) const fn with(self, steps: u8) -> Self {
        Points(self.0 | 1 << steps)
    }

    pub(super) const fn without(self, steps: u8) -> Self {
        Points(self.0 & !(1 << steps))
    }

    pub(super) const fn union(self, other: Points) -> Self {
        Points(self.0 | other.0)
    }

    pub(super) const fn intersection(self, other: Points) -> Self {
        Points(self.0 & other.0)
    }

    /// Those that are not in the other set.
    pub(super) const fn minus(self, other: Points) -> Self {
        Points(self.0 & !other.0)
    }

    /// Whether all of them lie in the home.
    pub(super) const fn is_home(self) -> bool {
        self.intersection(Points::OUTSIDE).is_empty()
    }

    /// Whether a checker on one of these points, all in the home, leaves by that die: "with the
    /// exact number, or with a higher one if no checker of its side stands behind it in the home
    /// (each page says which count)"
    pub(super) fn lets_off(self, from: u8, die: u8) -> bool {
        self.is_home() && (from + die == POINTS || self.first() == Some(from))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The one nearest to the head.
    pub(super) fn first(self) -> Option<u8> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() as u8)
    }

    /// The one nearest to the end of the path.
    pub(super) fn last(self) -> Option<u8> {
        self.0.checked_ilog2().map(|steps| steps as u8)
    }

    /// The points from which so many steps lead into this set.
    pub(super) const fn back(self, steps: u8) -> Self {
        Points(self.0 >> steps)
    }

    /// The points from which so many steps stay on the board.
    pub(super) const fn on_board(steps: u8) -> Self {
        Points::ALL.back(steps)
    }

    /// The points behind one and before another, up to the end of the path for
    /// [`Checkers::OFF`].
    pub(super) const fn between(from: u8, to: u8) -> Self {
        Points(((1 << to) - 1) & !((2 << from) - 1))
    }

    /// The same points on the path of the other side, which begins at the middle of this one.
    pub(super) const fn other_side(self) -> Self {
        let half = POINTS / 2;
        Points((self.0 << half | self.0 >> half) & Points::ALL.0)
    }

    /// How many points of the set lie in a row with this one, which is in it.
    pub(super) const fn run(self, steps: u8) -> u32 {
        let up_to = (self.0 << (u32::BITS - 1 - steps as u32)).leading_ones();
        up_to + (self.0 >> steps >> 1).trailing_ones()
    }
}

impl Iterator for Points {
    type Item = u8;

    /// Takes the first point of the set out of it.
    fn next(&mut self) -> Option<u8> {
        let steps = self.first()?;
        self.0 &= self.0 - 1;
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(all: &[u8]) -> Points {
        all.iter().copied().fold(Points::NONE, Points::with)
    }

    #[test]
    fn runs_do_not_wrap() {
        let set = points(&[0, 1, 5, 6, 7, 22, 23]);
        for (at, run) in [(0, 2), (1, 2), (5, 3), (6, 3), (7, 3), (22, 2), (23, 2)] {
            assert_eq!(set.run(at), run, "{at}");
        }
    }

    #[test]
    fn what_is_passed_lies_between() {
        assert_eq!(Points::between(3, 6), points(&[4, 5]));
        assert_eq!(Points::between(3, 4), Points::NONE);
        assert_eq!(Points::between(21, Checkers::OFF), points(&[22, 23]));
        assert_eq!(Points::between(23, Checkers::OFF), Points::NONE);
    }

    #[test]
    fn paths_begin_at_each_others_middle() {
        assert_eq!(points(&[0, 11, 12, 23]).other_side(), points(&[12, 23, 0, 11]));
    }

    #[test]
    fn checkers_go_forward_only() {
        let before = Checkers::NONE.with(0, 14).with(20, 1);
        let after = before.moved(0, 6).moved(20, Checkers::OFF);
        assert_eq!([0, 6, 20, Checkers::OFF].map(|steps| after.on(steps)), [13, 1, 0, 1]);
        assert!(before.are_behind(after) && before.are_behind(before));
        assert!(!after.are_behind(before));
        assert_eq!((after.points(), after.singles()), (points(&[0, 6]), points(&[6])));
    }
}
