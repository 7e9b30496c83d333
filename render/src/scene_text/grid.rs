//! Lines of a grid.

use std::fmt;

use super::{
    SceneTextProblem,
    fields::{self, Written, read_field},
    words::{self, Words},
};
use crate::scene::{Grid, Stone};

pub(super) fn read(
    key: &str,
    words: &mut Words<'_>,
    grid: &mut Grid,
) -> Result<(), SceneTextProblem> {
    match key {
        "stones" => {
            let side = words.side()?;
            grid.stones.extend(words.all(read_field)?.into_iter().map(|at| Stone { at, side }));
        }
        "trail" => grid.trail.extend(words.all(read_field)?),
        "marks" => fields::read_marks(words, &mut grid.marks)?,
        _ => return Err(SceneTextProblem::UnknownLine(key.to_owned())),
    }
    Ok(())
}

pub(super) fn write(grid: &Grid, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Runs of a side, so that the order is kept.
    for run in grid.stones.chunk_by(|one, other| one.side == other.side) {
        let Some(Stone { side, .. }) = run.first() else { continue };
        let key = format_args!("stones {}", words::side(*side));
        words::line(f, key, run.iter().map(|stone| Written(stone.at)))?;
    }
    fields::write_action(f, &grid.trail, &grid.marks)
}
