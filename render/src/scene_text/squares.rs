//! Lines of a board of squares.

use std::fmt;

use super::{
    SceneTextProblem,
    fields::{self, Written, read_field},
    words::{self, Words, unreadable},
};
use crate::scene::{Man, Side, Squares, Standing};

pub(super) fn read(
    key: &str,
    words: &mut Words<'_>,
    squares: &mut Squares,
) -> Result<(), SceneTextProblem> {
    match key {
        "men" => {
            let side = words.side()?;
            squares.men.extend(words.all(|word| read_man(word, side))?);
        }
        "trail" => squares.trail.extend(words.all(read_field)?),
        "marks" => fields::read_marks(words, &mut squares.marks)?,
        "ring" => squares.ring.extend(words.all(|word| words::number::<u8>(word, "number"))?),
        _ => return Err(SceneTextProblem::UnknownLine(key.to_owned())),
    }
    Ok(())
}

fn read_man(word: &str, side: Side) -> Result<Man, SceneTextProblem> {
    let bad = || unreadable("man", word);
    let number = |text| words::number::<u8>(text, "number of a man");
    // The field begins with the first small letter.
    let (kind, at) = word.split_at(word.find(|c: char| c.is_ascii_lowercase()).ok_or_else(bad)?);
    let standing = match kind {
        "W" => Standing::Covered,
        "F" => Standing::Finished,
        _ => match (kind.strip_prefix('M'), kind.strip_prefix('V')) {
            (Some(digits), _) => Standing::Full(number(digits)?),
            (_, Some(digits)) => Standing::Turned(number(digits)?),
            _ => return Err(bad()),
        },
    };
    Ok(Man { at: read_field(at)?, side, standing })
}

struct WrittenMan<'m>(&'m Man);

impl fmt::Display for WrittenMan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.standing {
            Standing::Full(number) => write!(f, "M{number}"),
            Standing::Turned(number) => write!(f, "V{number}"),
            Standing::Covered => f.write_str("W"),
            Standing::Finished => f.write_str("F"),
        }?;
        Written(self.0.at).fmt(f)
    }
}

pub(super) fn write(squares: &Squares, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Runs of a side, so that the order is kept.
    for run in squares.men.chunk_by(|one, other| one.side == other.side) {
        let Some(Man { side, .. }) = run.first() else { continue };
        let key = format_args!("men {}", words::side(*side));
        words::line(f, key, run.iter().map(WrittenMan))?;
    }
    fields::write_action(f, &squares.trail, &squares.marks)?;
    words::line(f, "ring", &squares.ring)
}
