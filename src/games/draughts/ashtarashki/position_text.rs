//! Texts of positions.

use super::{
    board::{GOALS, Square, Squares, is_dark},
    rules::{Army, Ashtarashki, STONES, STONES_OF_GROUP},
    stone::Stone,
};
use crate::game::{BySeat, Position, Seat};
use std::fmt::Write as _;

/// Why a text is no position of Ashtarashki.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AshtarashkiPositionError {
    /// The parts are not those of a position.
    #[error("a position is written as White's stones, \" | \", Black's, a space, w or b")]
    Shape,
    /// Something else than a kind of stone with its squares.
    #[error("{0:?} is no list of stones: kinds are M1 M2 M3 V1 V2 V3 W F, each with its squares")]
    Stones(String),
    /// Something else than a square.
    #[error("{0:?} is no square")]
    Square(String),
    /// A stone on a light square.
    #[error("{0} is a light square: stones stand on dark ones only")]
    Light(Square),
    /// Two stones on one square.
    #[error("two stones stand on {0}")]
    Twice(Square),
    /// More stones than there are.
    #[error("{side} has {found} stones: there are only 12")]
    TooMany {
        /// `white` or `black`.
        side: &'static str,
        /// How many were found.
        found: u32,
    },
    /// More stones of a group than there are.
    #[error("{side} has {found} stones of group {group}: there are only 4")]
    TooManyOfGroup {
        /// `white` or `black`.
        side: &'static str,
        /// The group, 1 to 3.
        group: u8,
        /// How many were found.
        found: u32,
    },
    /// A finished stone that is not on its last rank.
    #[error("the {side} F on {square} does not stand on its last rank")]
    NotFinished {
        /// `white` or `black`.
        side: &'static str,
        /// The square.
        square: Square,
    },
    /// A stone on its last rank that is not finished.
    #[error("the {side} stone on {square} stands on its last rank: it would be an F")]
    Finished {
        /// `white` or `black`.
        side: &'static str,
        /// The square.
        square: Square,
    },
    /// No stone of either side.
    #[error("no stone is left on either side")]
    Empty,
    /// Both sides have finished.
    #[error("both sides hold their last rank: the game ends with the first")]
    BothFinished,
    /// The same position is written another way.
    #[error("this position is written {canonical:?}")]
    Spelling {
        /// The right way.
        canonical: String,
    },
}

impl Ashtarashki {
    pub(super) fn position_text(&self) -> String {
        let [white, black] = self.armies.0.map(|army| army_text(&army));
        format!("{white} | {black} {}", letter(self.to_move))
    }

    pub(super) fn read_position(text: &str) -> Result<Self, AshtarashkiPositionError> {
        let (stones, side) = text.rsplit_once(' ').ok_or(AshtarashkiPositionError::Shape)?;
        let to_move = Seat::ALL
            .into_iter()
            .find(|seat| side == letter(*seat))
            .ok_or(AshtarashkiPositionError::Shape)?;
        let (white, black) = stones.split_once(" | ").ok_or(AshtarashkiPositionError::Shape)?;
        let mut taken = Squares::EMPTY;
        let armies = BySeat::new(read_army(white, &mut taken)?, read_army(black, &mut taken)?);
        let position = Ashtarashki { armies, to_move };
        position.check()?;
        let canonical = position.position_text();
        if canonical == text {
            Ok(position)
        } else {
            Err(AshtarashkiPositionError::Spelling { canonical })
        }
    }

    /// "Positions that cannot be ... are refused with the reason."
    fn check(&self) -> Result<(), AshtarashkiPositionError> {
        for seat in Seat::ALL {
            let (army, side) = (self.army(seat), Self::FACTS.seats[seat]);
            let found = self.stones_of(seat).len();
            if found > STONES {
                return Err(AshtarashkiPositionError::TooMany { side, found });
            }
            for group in 1..=3 {
                let shown = Stone::ALL.into_iter().filter(|stone| stone.group() == Some(group));
                let found = shown.map(|stone| army[stone.index()].len()).sum();
                if found > STONES_OF_GROUP {
                    return Err(AshtarashkiPositionError::TooManyOfGroup { side, group, found });
                }
            }
            let finished = army[Stone::F.index()];
            if let Some(square) = finished.minus(GOALS[seat]).next() {
                return Err(AshtarashkiPositionError::NotFinished { side, square });
            }
            let unfinished = self.stones_of(seat).minus(finished);
            if let Some(square) = unfinished.intersection(GOALS[seat]).next() {
                return Err(AshtarashkiPositionError::Finished { side, square });
            }
        }
        if self.stones().is_empty() {
            return Err(AshtarashkiPositionError::Empty);
        }
        if Seat::ALL.into_iter().all(|seat| self.army(seat)[Stone::F.index()] == GOALS[seat]) {
            return Err(AshtarashkiPositionError::BothFinished);
        }
        Ok(())
    }
}

fn army_text(army: &Army) -> String {
    let mut text = String::with_capacity(64);
    for stone in Stone::ALL {
        for (at, square) in army[stone.index()].enumerate() {
            let sign = match (at, text.is_empty()) {
                (0, true) => "",
                (0, false) => ";",
                _ => ",",
            };
            let kind = if at == 0 { stone.text() } else { "" };
            let _ = write!(text, "{sign}{kind}{square}");
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Reads the stones of a side; `taken` are the squares on which others stand.
fn read_army(text: &str, taken: &mut Squares) -> Result<Army, AshtarashkiPositionError> {
    let mut army = [Squares::EMPTY; Stone::ALL.len()];
    if text == "-" {
        return Ok(army);
    }
    for kind in text.split(';') {
        let unknown = || AshtarashkiPositionError::Stones(kind.to_owned());
        // The squares begin with the first small letter.
        let begin = kind.find(|c: char| c.is_ascii_lowercase()).ok_or_else(unknown)?;
        let (stone, squares) = kind.split_at(begin);
        let stone = Stone::read(stone).ok_or_else(unknown)?;
        for name in squares.split(',') {
            let square = read_square(name)?;
            if taken.contains(square) {
                return Err(AshtarashkiPositionError::Twice(square));
            }
            *taken = taken.with(square);
            army[stone.index()] = army[stone.index()].with(square);
        }
    }
    Ok(army)
}

fn read_square(name: &str) -> Result<Square, AshtarashkiPositionError> {
    let mut letters = name.chars();
    let (Some(file), Some(rank), None) = (letters.next(), letters.next(), letters.next()) else {
        return Err(AshtarashkiPositionError::Square(name.to_owned()));
    };
    let square = Square::named(file, rank)
        .ok_or_else(|| AshtarashkiPositionError::Square(name.to_owned()))?;
    if is_dark(square) { Ok(square) } else { Err(AshtarashkiPositionError::Light(square)) }
}

fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "w",
        Seat::Second => "b",
    }
}
