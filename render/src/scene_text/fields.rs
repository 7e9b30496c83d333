//! What grids and squares have in common: fields and the last action.

use std::fmt;

use super::{
    SceneTextProblem,
    words::{self, Words, unreadable},
};
use crate::scene::{Field, Mark};

/// Letters count like those of spreadsheets: `a` to `z`, then `aa`.
pub(super) fn read_field(word: &str) -> Result<Field, SceneTextProblem> {
    let bad = || unreadable("field", word);
    let (letters, rank) = word.split_at(word.find(|c: char| c.is_ascii_digit()).ok_or_else(bad)?);
    if letters.is_empty() || !letters.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return Err(bad());
    }
    let file = letters.bytes().try_fold(0_u16, |file, letter| {
        file.checked_mul(26)?.checked_add(u16::from(letter - b'a') + 1)
    });
    let rank = words::number(rank, "rank of a field")?;
    let index = |count: u16| count.checked_sub(1).and_then(|index| u8::try_from(index).ok());
    Ok(Field { file: file.and_then(index).ok_or_else(bad)?, rank: index(rank).ok_or_else(bad)? })
}

/// A field as it is written.
pub(super) struct Written(pub(super) Field);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(Field { file, rank }) = self;
        if let Some(first) = (file / 26).checked_sub(1) {
            write!(f, "{}", char::from(b'a' + first))?;
        }
        write!(f, "{}{}", char::from(b'a' + file % 26), u16::from(*rank) + 1)
    }
}

const MARKS: [(Mark, &str); 4] = [
    (Mark::Captured, "captured"),
    (Mark::Left, "left"),
    (Mark::Removed, "removed"),
    (Mark::Retreated, "retreated"),
];

pub(super) fn read_marks(
    words: &mut Words<'_>,
    marks: &mut Vec<(Field, Mark)>,
) -> Result<(), SceneTextProblem> {
    let word = words.expect("mark")?;
    let named = MARKS.iter().find(|(_, name)| *name == word);
    let (mark, _) = named.ok_or_else(|| unreadable("mark", word))?;
    marks.extend(words.all(read_field)?.into_iter().map(|at| (at, *mark)));
    Ok(())
}

pub(super) fn write_action(
    f: &mut fmt::Formatter<'_>,
    trail: &[Field],
    marks: &[(Field, Mark)],
) -> fmt::Result {
    words::line(f, "trail", trail.iter().map(|at| Written(*at)))?;
    marks.chunk_by(|(_, one), (_, other)| one == other).try_for_each(|run| {
        let named = MARKS.iter().find(|(mark, _)| run.iter().all(|(_, other)| other == mark));
        let name = named.map_or("", |(_, name)| name);
        words::line(f, format_args!("marks {name}"), run.iter().map(|(at, _)| Written(*at)))
    })
}
