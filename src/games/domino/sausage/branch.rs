//! Branches, and the tiles that lie in them.

use super::tile::{Tile, Tiles};
use arrayvec::ArrayVec;

/// What a branch can hold: 27 tiles beside the soap, three more in one than in the other.
const LONGEST: usize = 15;

/// "the branches may differ by at most three tiles"
pub(super) const MOST_AHEAD: usize = 3;

/// "two **branches** grow, the upper `u` and the lower `l`"
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Branch {
    /// The upper branch.
    Upper,
    /// The lower branch.
    Lower,
}

impl Branch {
    /// Both branches, the upper one first.
    pub const ALL: [Branch; 2] = [Branch::Upper, Branch::Lower];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Branch::Upper => Branch::Lower,
            Branch::Lower => Branch::Upper,
        }
    }

    /// The letter in texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Branch::Upper => 'u',
            Branch::Lower => 'l',
        }
    }
}

/// The tiles of a branch, as the values of its joints: "the k-th joint of a branch is the outer
/// value of its k-th tile", and what a tile's inner half must match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Chain(ArrayVec<u8, LONGEST>);

impl Chain {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// "both start with the value 0"
    pub(super) fn end(&self) -> u8 {
        self.0.last().copied().unwrap_or(0)
    }

    /// The value of a joint, counted from 1; the end is the last one.
    pub(super) fn joint(&self, joint: usize) -> Option<u8> {
        joint.checked_sub(1).and_then(|at| self.0.get(at).copied())
    }

    /// Joints "between two tiles": number and value.
    pub(super) fn inner_joints(&self) -> impl Iterator<Item = (u8, u8)> {
        let inner = self.len().saturating_sub(1);
        (1..).zip(self.0.iter().copied().take(inner))
    }

    /// Each tile from the soap outward: its inner and its outer half.
    pub(super) fn halves(&self) -> impl Iterator<Item = (u8, u8)> {
        [0].into_iter().chain(self.0.iter().copied()).zip(self.0.iter().copied())
    }

    /// Every tile that matches its end or, a double, an inner joint.
    pub(super) fn matching(&self) -> Tiles {
        self.inner_joints().fold(Tiles::with_half(self.end()), |tiles, (_, value)| {
            tiles.with(Tile::of(value, value))
        })
    }

    pub(super) fn tiles(&self) -> Tiles {
        self.halves().map(|(inner, outer)| Tile::of(inner, outer)).collect()
    }

    /// Lays a tile with this outer half at the end; `false` where no such branch can be.
    #[must_use]
    pub(super) fn grow(&mut self, outer: u8) -> bool {
        self.0.try_push(outer).is_ok()
    }

    /// Lays the double of its value into a joint; "the tiles beyond move outward by one place".
    #[must_use]
    pub(super) fn insert(&mut self, joint: u8) -> bool {
        let at = usize::from(joint);
        let value = self.joint(at);
        value.is_some_and(|value| self.0.try_insert(at, value).is_ok())
    }
}

/// Both branches.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Branches([Chain; 2]);

impl Branches {
    pub(super) const fn new(upper: Chain, lower: Chain) -> Self {
        Branches([upper, lower])
    }

    pub(super) const fn of(&self, branch: Branch) -> &Chain {
        &self.0[branch as usize]
    }

    pub(super) const fn of_mut(&mut self, branch: Branch) -> &mut Chain {
        &mut self.0[branch as usize]
    }

    pub(super) fn are_empty(&self) -> bool {
        self.0.iter().all(Chain::is_empty)
    }

    /// Both without the soap.
    pub(super) fn tiles(&self) -> Tiles {
        self.0.iter().fold(Tiles::EMPTY, |tiles, chain| tiles.union(chain.tiles()))
    }

    /// How many tiles a branch has more than the other one.
    pub(super) fn lead(&self, branch: Branch) -> usize {
        self.of(branch).len().saturating_sub(self.of(branch.other()).len())
    }

    /// "After the placement, inner ones too, the branches may differ by at most three tiles."
    pub(super) fn may_grow(&self, branch: Branch) -> bool {
        self.lead(branch) < MOST_AHEAD
    }

    /// "A tile whose halves are the values of the k-th joint of the upper and the k-th joint of
    /// the lower branch (same k)": each k with that tile.
    pub(super) fn bridges(&self) -> impl Iterator<Item = (u8, Tile)> {
        let [upper, lower] = &self.0;
        (1..).zip(upper.0.iter().zip(&lower.0)).map(|(k, (one, other))| (k, Tile::of(*one, *other)))
    }
}
