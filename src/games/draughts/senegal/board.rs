//! Squares and sets of squares of the 6×5 board.

use std::fmt;

/// Files `a`–`f`.
pub(super) const FILES: u8 = 6;
/// Ranks 1–5.
pub(super) const RANKS: u8 = 5;

/// A square, ordered as its name is: by file, then by rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of a file and a rank, both from 0; `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS { Some(Square(file * RANKS + rank)) } else { None }
    }

    /// The file, `a` is 0.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / RANKS
    }

    /// The rank, White's first rank is 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % RANKS
    }

    /// The square so many files to the right and ranks up; `None` off the board.
    pub(super) fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file().checked_add_signed(files)?;
        let rank = self.rank().checked_add_signed(ranks)?;
        Square::new(file, rank)
    }

    /// The square halfway to another one in the same file or rank.
    pub(super) const fn midway(self, other: Square) -> Square {
        Square((self.0 + other.0) / 2)
    }

    /// Files and ranks from here to another square.
    pub(super) const fn distance(self, other: Square) -> (i8, i8) {
        (other.file() as i8 - self.file() as i8, other.rank() as i8 - self.rank() as i8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Squares(u32);

impl Squares {
    pub(super) const EMPTY: Squares = Squares(0);
    pub(super) const ALL: Squares = Squares((1 << (FILES * RANKS)) - 1);

    /// Every square of a rank.
    pub(super) const fn rank(rank: u8) -> Squares {
        let mut bits = 0;
        let mut file = 0;
        while file < FILES {
            bits |= 1 << (file * RANKS + rank);
            file += 1;
        }
        Squares(bits)
    }

    pub(super) const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    pub(super) const fn with(self, square: Square) -> Squares {
        Squares(self.0 | 1 << square.0)
    }

    pub(super) const fn without(self, square: Square) -> Squares {
        Squares(self.0 & !(1 << square.0))
    }

    pub(super) const fn union(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    pub(super) const fn intersection(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }

    pub(super) const fn complement(self) -> Squares {
        Squares(!self.0 & Squares::ALL.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares from which a walk of so many files and ranks ends in this set.
    pub(super) const fn origins(self, files: i8, ranks: i8) -> Squares {
        let shift = files * RANKS as i8 + ranks;
        let moved = if shift >= 0 { self.0 >> shift } else { self.0 << -shift };
        // A walk along a file may not leave at one end and return at the other.
        let mut allowed = 0;
        let mut rank = 0;
        while rank < RANKS as i8 {
            if rank + ranks >= 0 && rank + ranks < RANKS as i8 {
                allowed |= Squares::rank(rank as u8).0;
            }
            rank += 1;
        }
        Squares(moved & allowed)
    }
}

impl Iterator for Squares {
    type Item = Square;

    /// Takes the first square of the set out of it.
    fn next(&mut self) -> Option<Square> {
        (self.0 != 0).then(|| {
            let square = Square(self.0.trailing_zeros() as u8);
            self.0 &= self.0 - 1;
            square
        })
    }
}
