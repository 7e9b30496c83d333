//! Squares and sets of squares of rectangular boards of up to 64 squares.

use std::fmt;

/// A square of a board of so many files and ranks, ordered as its name is: by file, then by
/// rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<const FILES: u8, const RANKS: u8>(u8);

impl<const FILES: u8, const RANKS: u8> Square<FILES, RANKS> {
    /// The square of a file and a rank, both from 0; `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS { Some(Square(file * RANKS + rank)) } else { None }
    }

    /// The square of that name, a small file letter and a rank digit; `None` for others.
    pub(super) fn named(file: char, rank: char) -> Option<Self> {
        let file = u8::try_from(file).ok()?.checked_sub(b'a')?;
        let rank = u8::try_from(rank).ok()?.checked_sub(b'1')?;
        Square::new(file, rank)
    }

    /// The file, `a` is 0.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / RANKS
    }

    /// The letter of the file.
    pub(super) const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
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
    pub(super) const fn midway(self, other: Self) -> Self {
        Square((self.0 + other.0) / 2)
    }

    /// Files and ranks from here to another square.
    pub(super) const fn distance(self, other: Self) -> (i8, i8) {
        (other.file() as i8 - self.file() as i8, other.rank() as i8 - self.rank() as i8)
    }
}

impl<const FILES: u8, const RANKS: u8> fmt::Display for Square<FILES, RANKS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl<const FILES: u8, const RANKS: u8> fmt::Debug for Square<FILES, RANKS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Squares<const FILES: u8, const RANKS: u8>(u64);

impl<const FILES: u8, const RANKS: u8> Squares<FILES, RANKS> {
    pub(super) const EMPTY: Self = Squares(0);
    pub(super) const ALL: Self = Squares(u64::MAX >> (64 - FILES * RANKS));

    const FIRST_RANK: u64 = Self::rank(0).0;

    /// Every square of a rank.
    pub(super) const fn rank(rank: u8) -> Self {
        let mut bits = 0;
        let mut file = 0;
        while file < FILES {
            bits |= 1 << (file * RANKS + rank);
            file += 1;
        }
        Squares(bits)
    }

    pub(super) const fn contains(self, square: Square<FILES, RANKS>) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    #[must_use]
    pub(super) const fn with(self, square: Square<FILES, RANKS>) -> Self {
        Squares(self.0 | 1 << square.0)
    }

    #[must_use]
    pub(super) const fn without(self, square: Square<FILES, RANKS>) -> Self {
        Squares(self.0 & !(1 << square.0))
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Squares(self.0 | other.0)
    }

    pub(super) const fn intersection(self, other: Self) -> Self {
        Squares(self.0 & other.0)
    }

    /// The squares of this set that are not in the other one.
    pub(super) const fn minus(self, other: Self) -> Self {
        Squares(self.0 & !other.0)
    }

    pub(super) const fn complement(self) -> Self {
        Self::ALL.minus(self)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares from which a walk of so many files and ranks ends in this set.
    #[inline]
    pub(super) const fn origins(self, files: i8, ranks: i8) -> Self {
        let shift = files * RANKS as i8 + ranks;
        let moved = if shift >= 0 { self.0 >> shift } else { self.0 << -shift };
        // A walk along a file may not leave at one end and return at the other: it begins so many
        // ranks away from the end to which it goes.
        let reach = ranks.unsigned_abs();
        let below = Self::FIRST_RANK * ((1 << RANKS.saturating_sub(reach)) - 1);
        let allowed = if ranks >= 0 { below } else { below << reach };
        Squares(moved & allowed)
    }
}

impl<const FILES: u8, const RANKS: u8> Iterator for Squares<FILES, RANKS> {
    type Item = Square<FILES, RANKS>;

    /// Takes the first square of the set out of it.
    fn next(&mut self) -> Option<Self::Item> {
        (self.0 != 0).then(|| {
            let square = Square(self.0.trailing_zeros() as u8);
            self.0 &= self.0 - 1;
            square
        })
    }
}

impl<const FILES: u8, const RANKS: u8> FromIterator<Square<FILES, RANKS>>
    for Squares<FILES, RANKS>
{
    fn from_iter<T: IntoIterator<Item = Square<FILES, RANKS>>>(squares: T) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}
