//! Lines of a table.

use std::fmt;

use super::{
    SceneTextProblem,
    words::{self, Words, unreadable},
};
use crate::scene::{Branch, Cut, Hand, Laid, Side, Table, Tile};

pub(super) fn read(
    key: &str,
    words: &mut Words<'_>,
    table: &mut Table,
) -> Result<(), SceneTextProblem> {
    match key {
        "soap" => table.soap = true,
        "upper" => table.upper.extend(words.all(read_tile)?),
        "lower" => table.lower.extend(words.all(read_tile)?),
        "hand" => {
            let side = words.side()?;
            table.hands[side.index()] = read_hand(words)?;
        }
        "threats" => table.threats.extend(words.all(|word| words::number::<u8>(word, "joint"))?),
        "cut" => {
            let joint = words.number("joint")?;
            table.cut = Some(Cut { joint, tile: read_tile(words.expect("tile")?)? });
        }
        "last" => {
            let word = words.expect("tile's place")?;
            table.last = Some(match word {
                "soap" => Laid::Soap,
                "upper" => Laid::Tile(Branch::Upper, words.number("place in the branch")?),
                "lower" => Laid::Tile(Branch::Lower, words.number("place in the branch")?),
                _ => return Err(unreadable("tile's place", word)),
            });
        }
        _ => return Err(SceneTextProblem::UnknownLine(key.to_owned())),
    }
    Ok(())
}

fn read_hand(words: &mut Words<'_>) -> Result<Hand, SceneTextProblem> {
    let mut tiles = Vec::new();
    while let Some(word) = words.next() {
        if word == "closed" && tiles.is_empty() {
            return Ok(Hand::Closed(words.number("count of tiles")?));
        }
        tiles.push(read_tile(word)?);
    }
    Ok(Hand::Open(tiles))
}

fn read_tile(word: &str) -> Result<Tile, SceneTextProblem> {
    let (inner, outer) = word.split_once('-').ok_or_else(|| unreadable("tile", word))?;
    let pips = |text| words::number(text, "count of pips");
    Ok(Tile { inner: pips(inner)?, outer: pips(outer)? })
}

struct Written(Tile);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0.inner, self.0.outer)
    }
}

pub(super) fn write(table: &Table, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if table.soap {
        writeln!(f, "soap")?;
    }
    words::line(f, "upper", table.upper.iter().copied().map(Written))?;
    words::line(f, "lower", table.lower.iter().copied().map(Written))?;
    for side in Side::ALL {
        let key = words::side(side);
        match &table.hands[side.index()] {
            Hand::Open(tiles) => {
                let key = format_args!("hand {key}");
                words::line(f, key, tiles.iter().copied().map(Written))?;
            }
            Hand::Closed(count) => writeln!(f, "hand {key} closed {count}")?,
        }
    }
    words::line(f, "threats", &table.threats)?;
    if let Some(Cut { joint, tile }) = table.cut {
        writeln!(f, "cut {joint} {}", Written(tile))?;
    }
    match table.last {
        None => Ok(()),
        Some(Laid::Soap) => writeln!(f, "last soap"),
        Some(Laid::Tile(Branch::Upper, place)) => writeln!(f, "last upper {place}"),
        Some(Laid::Tile(Branch::Lower, place)) => writeln!(f, "last lower {place}"),
    }
}
