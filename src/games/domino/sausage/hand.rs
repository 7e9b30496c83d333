//! What a seat holds.

use super::tile::{Tile, Tiles};
use std::fmt;

/// "14 tiles a hand"
pub(super) const HAND: u32 = 14;

/// A hand, as far as it can be seen. An empty one always can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Hand {
    /// These tiles.
    Seen(Tiles),
    /// So many tiles "that the reader may not see".
    Hidden(u32),
}

impl Hand {
    pub(super) const EMPTY: Hand = Hand::Seen(Tiles::EMPTY);

    pub(super) const fn len(self) -> u32 {
        match self {
            Hand::Seen(tiles) => tiles.len(),
            Hand::Hidden(count) => count,
        }
    }

    /// The tiles in sight.
    pub(super) const fn seen(self) -> Tiles {
        match self {
            Hand::Seen(tiles) => tiles,
            Hand::Hidden(_) => Tiles::EMPTY,
        }
    }

    pub(super) const fn is_hidden(self) -> bool {
        matches!(self, Hand::Hidden(_))
    }

    /// How many tiles are out of sight.
    pub(super) const fn hidden_len(self) -> u32 {
        match self {
            Hand::Seen(_) => 0,
            Hand::Hidden(count) => count,
        }
    }

    pub(super) const fn hidden(self) -> Self {
        match self {
            Hand::Seen(tiles) if !tiles.is_empty() => Hand::Hidden(tiles.len()),
            Hand::Seen(_) | Hand::Hidden(_) => self,
        }
    }

    pub(super) const fn without(self, laid: Tile) -> Self {
        match self {
            Hand::Seen(tiles) => Hand::Seen(tiles.without(laid)),
            Hand::Hidden(0 | 1) => Hand::EMPTY,
            Hand::Hidden(count) => Hand::Hidden(count - 1),
        }
    }

    /// Reads "the larger half first, falling by the larger half, then the smaller", "`-` for an
    /// empty ... hand", `?x14`.
    pub(super) fn read(text: &str) -> Option<Self> {
        if let Some(count) = text.strip_prefix("?x") {
            let read: u32 = count.parse().ok()?;
            return (read > 0 && read.to_string() == count).then_some(Hand::Hidden(read));
        }
        if text == "-" {
            return Some(Hand::EMPTY);
        }
        read_tiles(text).map(Hand::Seen)
    }
}

/// Reads tiles that fall.
pub(super) fn read_tiles(text: &str) -> Option<Tiles> {
    let mut last = None;
    text.split(' ').try_fold(Tiles::EMPTY, |tiles, word| {
        let tile = Tile::read(word).filter(|tile| last.is_none_or(|last| *tile < last))?;
        last = Some(tile);
        Some(tiles.with(tile))
    })
}

/// Tiles as texts write them.
pub(super) fn tiles_text(tiles: Tiles) -> String {
    let words: Vec<String> = tiles.iter().rev().map(|tile| tile.to_string()).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hand::Seen(tiles) => f.write_str(&tiles_text(*tiles)),
            Hand::Hidden(count) => write!(f, "?x{count}"),
        }
    }
}
