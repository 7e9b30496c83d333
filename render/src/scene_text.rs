//! Scenes as texts that people can read and write.
//!
//! A text has one line for each thing, its first word says which. Lines that begin with `#` and
//! empty lines say nothing. `board` stands before everything that lies on it.
//!
//! ```text
//! board squares 8 8               grid FILES RANKS, squares FILES RANKS, nardy or table
//! below second                    the side at the bottom; first where the line is missing
//! first score 3 stock 12 move name "Anna"
//! second                          strips: any of these parts
//! ```
//!
//! On a grid and on squares, whose fields are letters and a number (`a1`, `ab12`):
//!
//! ```text
//! stones first a1 b1              grid: the stones of a side
//! men second M1a7 V2b6 Wd4 Fh1    squares: full, turned (V), covered (W), finished men
//! trail a1 b2                     the last action's fields in order
//! marks captured b2 c3            captured, left or removed
//! ring 3 2 1                      squares: numbers that beat the next one
//! ```
//!
//! On a nardy board, whose places are a point's number or `barw`, `resw`, `offw` (`b` for the
//! second side):
//!
//! ```text
//! point 1 b_ w W wx12             from bottom to top; capitals wear a crown, * frozen, + dead,
//!                                 _ captive, xN several
//! bar first w W                   the checkers that wait, in order
//! reserve 3 2                     each side's checkers in reserve
//! off 0 15                        each side's checkers borne off
//! dice w6 b1-                     whose, pips, - played
//! hops 1-7 barw-1 20-offw         the last action's movements
//! events frozen 7 9               frozen, freed, captured, hit or entered
//! ```
//!
//! On a table:
//!
//! ```text
//! soap                            the soap has been laid
//! upper 0-3 3-3                   the branches from the soap outward
//! lower 0-6
//! hand first 5-5 4-3              the tiles of a hand
//! hand second closed 14           a hand face down
//! threats 4 5                     joints at which a cut is threatened
//! cut 4 4-3                       the joint and the tile of the cut, the upper branch's half first
//! last upper 2                    the tile laid last; or soap, or lower 1
//! ```

mod fields;
mod grid;
mod nardy;
mod squares;
mod table;
mod words;

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{
    scene::{Board, Grid, Orientation, Scene, Side, Squares, Strip, Table},
    scene_text::words::{Quoted, Words},
};

/// Where and why a text is no scene.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct SceneTextError {
    /// The line, counted from 1; for a missing line, the one after the last.
    pub line: usize,
    /// What is wrong there.
    pub problem: SceneTextProblem,
}

/// What is wrong in a line of a scene's text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SceneTextProblem {
    /// No `board` line stands before the line, or none at all.
    #[error("no board yet")]
    NoBoard,
    /// A second `board` line.
    #[error("a second board")]
    SecondBoard,
    /// No line begins with this word on this board.
    #[error("no line begins with {0:?} on this board")]
    UnknownLine(String),
    /// A word is not what must stand in its place.
    #[error("{found:?} is no {expected}")]
    Unreadable {
        /// What must stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// The line ends too early.
    #[error("the {0} is missing")]
    Missing(&'static str),
    /// The line goes on after its end.
    #[error("nothing may follow: {0:?}")]
    Surplus(String),
}

impl FromStr for Scene {
    type Err = SceneTextError;

    fn from_str(text: &str) -> Result<Scene, SceneTextError> {
        let mut board = None;
        let mut orientation = Orientation::default();
        let mut strips = <[Strip; 2]>::default();
        let mut count = 0;
        for line in text.lines() {
            count += 1;
            let mut words = Words::of(line);
            let Some(key) = words.next().filter(|key| !key.starts_with('#')) else { continue };
            read(key, &mut words, &mut board, &mut orientation, &mut strips)
                .map_err(|problem| SceneTextError { line: count, problem })?;
        }
        let missing = SceneTextError { line: count + 1, problem: SceneTextProblem::NoBoard };
        Ok(Scene { board: board.ok_or(missing)?, orientation, strips })
    }
}

fn read(
    key: &str,
    words: &mut Words<'_>,
    board: &mut Option<Board>,
    orientation: &mut Orientation,
    strips: &mut [Strip; 2],
) -> Result<(), SceneTextProblem> {
    match (key, board) {
        ("board", Some(_)) => return Err(SceneTextProblem::SecondBoard),
        ("board", board) => *board = Some(read_board(words)?),
        ("below", _) => {
            *orientation = match words.side()? {
                Side::First => Orientation::FirstBelow,
                Side::Second => Orientation::SecondBelow,
            };
        }
        ("first", _) => read_strip(words, &mut strips[Side::First.index()])?,
        ("second", _) => read_strip(words, &mut strips[Side::Second.index()])?,
        (_, None) => return Err(SceneTextProblem::NoBoard),
        (_, Some(Board::Grid(board))) => grid::read(key, words, board)?,
        (_, Some(Board::Squares(board))) => squares::read(key, words, board)?,
        (_, Some(Board::Nardy(board))) => nardy::read(key, words, board)?,
        (_, Some(Board::Table(board))) => table::read(key, words, board)?,
    }
    words.finish()
}

fn read_board(words: &mut Words<'_>) -> Result<Board, SceneTextProblem> {
    let kind = words.expect("board")?;
    Ok(match kind {
        "grid" => {
            let (files, ranks) = (words.number("count of files")?, words.number("count of ranks")?);
            Board::Grid(Grid { files, ranks, ..Grid::default() })
        }
        "squares" => {
            let (files, ranks) = (words.number("count of files")?, words.number("count of ranks")?);
            Board::Squares(Squares { files, ranks, ..Squares::default() })
        }
        "nardy" => Board::Nardy(Box::default()),
        "table" => Board::Table(Table::default()),
        _ => return Err(words::unreadable("board", kind)),
    })
}

fn read_strip(words: &mut Words<'_>, strip: &mut Strip) -> Result<(), SceneTextProblem> {
    while let Some(part) = words.next() {
        match part {
            "score" => strip.score = Some(words.number("score")?),
            "stock" => strip.stock = Some(words.number("stock")?),
            "move" => strip.to_move = true,
            "name" => strip.name = Some(words.quoted("name")?),
            _ => return Err(words::unreadable("part of a strip", part)),
        }
    }
    Ok(())
}

/// Writes the text that reads back as the same scene.
impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.board {
            Board::Grid(board) => writeln!(f, "board grid {} {}", board.files, board.ranks)?,
            Board::Squares(board) => writeln!(f, "board squares {} {}", board.files, board.ranks)?,
            Board::Nardy(_) => writeln!(f, "board nardy")?,
            Board::Table(_) => writeln!(f, "board table")?,
        }
        writeln!(f, "below {}", words::side(self.orientation.below()))?;
        for side in Side::ALL {
            let strip = &self.strips[side.index()];
            f.write_str(words::side(side))?;
            if let Some(score) = strip.score {
                write!(f, " score {score}")?;
            }
            if let Some(stock) = strip.stock {
                write!(f, " stock {stock}")?;
            }
            if strip.to_move {
                f.write_str(" move")?;
            }
            if let Some(name) = &strip.name {
                write!(f, " name {}", Quoted(name))?;
            }
            writeln!(f)?;
        }
        match &self.board {
            Board::Grid(board) => grid::write(board, f),
            Board::Squares(board) => squares::write(board, f),
            Board::Nardy(board) => nardy::write(board, f),
            Board::Table(board) => table::write(board, f),
        }
    }
}
