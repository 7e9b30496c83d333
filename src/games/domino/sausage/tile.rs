//! Tiles of a double-six set, and sets of them.

use std::fmt;

/// The highest number of pips on a half.
pub(super) const HIGHEST: u8 = 6;

/// "a double-six set, 28 tiles"
pub(super) const SET: u32 = 28;

/// A tile. They are ordered by the larger half, then the smaller one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile {
    high: u8,
    low: u8,
}

impl Tile {
    /// "0-0, the **soap**"
    pub const SOAP: Tile = Tile { high: 0, low: 0 };

    /// The tile with these halves; `None` for pips that no half has.
    #[must_use]
    pub const fn new(one: u8, other: u8) -> Option<Self> {
        if one > HIGHEST || other > HIGHEST { None } else { Some(Tile::of(one, other)) }
    }

    /// The same for pips that are known to be those of halves.
    pub(super) const fn of(one: u8, other: u8) -> Self {
        let (high, low) = if one < other { (other, one) } else { (one, other) };
        Tile { high, low }
    }

    /// The larger half.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller half.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether its halves are equal.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// Reads `6-4`, "the larger half ... first".
    pub(super) fn read(text: &str) -> Option<Self> {
        let (one, other) = read_halves(text)?;
        Tile::new(one, other).filter(|tile| tile.high == one)
    }

    /// Its place among all tiles.
    const fn index(self) -> u32 {
        let high = self.high as u32;
        high * (high + 1) / 2 + self.low as u32
    }
}

/// Reads two digits with a hyphen between them.
pub(super) fn read_halves(text: &str) -> Option<(u8, u8)> {
    match *text.as_bytes() {
        [one, b'-', other] if one.is_ascii_digit() && other.is_ascii_digit() => {
            Some((one - b'0', other - b'0'))
        }
        _ => None,
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

/// A set of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tiles(u32);

impl Tiles {
    /// No tile.
    pub const EMPTY: Tiles = Tiles(0);

    /// All 28.
    pub const ALL: Tiles = Tiles((1 << SET) - 1);

    /// The doubles of these values.
    pub(super) const fn doubles(from: u8, to: u8) -> Self {
        let mut tiles = Tiles::EMPTY;
        let mut value = from;
        while value <= to {
            tiles = tiles.with(Tile::of(value, value));
            value += 1;
        }
        tiles
    }

    /// The seven tiles that have a half of this value.
    pub(super) const fn with_half(value: u8) -> Self {
        let mut tiles = Tiles::EMPTY;
        let mut other = 0;
        while other <= HIGHEST {
            tiles = tiles.with(Tile::of(value, other));
            other += 1;
        }
        tiles
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, tile: Tile) -> Self {
        Tiles(self.0 | 1 << tile.index())
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, tile: Tile) -> Self {
        Tiles(self.0 & !(1 << tile.index()))
    }

    /// Those of either set.
    #[must_use]
    pub const fn union(self, other: Tiles) -> Self {
        Tiles(self.0 | other.0)
    }

    /// Those of both sets.
    #[must_use]
    pub const fn intersection(self, other: Tiles) -> Self {
        Tiles(self.0 & other.0)
    }

    /// Those that are not in the other set.
    #[must_use]
    pub const fn minus(self, other: Tiles) -> Self {
        Tiles(self.0 & !other.0)
    }

    /// Whether the tile is among them.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & 1 << tile.index() != 0
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each tile, rising.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Tile> {
        (0..=HIGHEST)
            .flat_map(|high| (0..=high).map(move |low| Tile { high, low }))
            .filter(move |tile| self.contains(*tile))
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Tiles::EMPTY, Tiles::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_28_tiles_each_with_its_text() {
        let texts: Vec<String> = Tiles::ALL.iter().map(|tile| tile.to_string()).collect();
        assert_eq!(texts.len(), 28);
        assert_eq!(texts[..4], ["0-0", "1-0", "1-1", "2-0"]);
        assert!(texts.is_sorted_by(|a, b| a < b));
        for (tile, text) in Tiles::ALL.iter().zip(&texts) {
            assert_eq!(Tile::read(text), Some(tile));
            assert_eq!(Tile::new(tile.low(), tile.high()), Some(tile));
        }
        for text in ["", "4-6", "7-0", "6-7", "64", "6-4 ", "+-4", "6–4"] {
            assert_eq!(Tile::read(text), None, "{text}");
        }
    }

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let blanks = Tiles::with_half(0);
        assert_eq!(blanks.len(), 7);
        assert!(blanks.iter().all(|tile| tile.low() == 0));
        assert_eq!(Tiles::doubles(0, 6), Tiles::ALL.iter().filter(|t| t.is_double()).collect());
        assert_eq!(blanks.without(Tile::SOAP).union(Tiles::EMPTY.with(Tile::SOAP)), blanks);
        assert_eq!(Tiles::ALL.minus(blanks).len(), 21);
        assert!(Tiles::ALL.minus(blanks).intersection(blanks).is_empty());
    }
}
