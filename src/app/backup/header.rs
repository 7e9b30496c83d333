//! The first line of a backup.

use super::error::BackupError;
use crate::app::dice::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, io};

/// The newest way in which backups are written; it changes when programs that know an older one
/// cannot read them.
pub const FORMAT: u32 = 1;

/// Bytes of the first line: it is written last, into room that was left for it.
pub(super) const SIZE: usize = 2048;

/// What a backup says of itself. Nothing in it changes while nothing is played, so that backups
/// of the same are the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// How it is written.
    pub format: u32,
    /// The version of the schema that it was taken from.
    pub schema: i64,
    /// The version of the program that made it.
    pub program: String,
    /// The scope that it is of; none: all of them, and what persons have.
    pub scope: Option<i64>,
    /// How many rows it has of each table.
    pub rows: BTreeMap<String, u64>,
    /// The SHA-256 of all other lines and of this header without it.
    pub sha256: String,
}

/// What is the same in every format.
#[derive(Deserialize)]
struct AnyFormat {
    format: u32,
}

impl Header {
    /// Rows of all tables.
    #[must_use]
    pub fn all_rows(&self) -> u64 {
        self.rows.values().fold(0, |all, rows| all.saturating_add(*rows))
    }

    /// Sets the checksum, of lines that have been hashed.
    pub(super) fn seal(&mut self, mut lines: Sha256) -> io::Result<()> {
        self.sha256.clear();
        lines.update(serde_json::to_vec(self)?);
        self.sha256 = hex(&lines.finalize());
        Ok(())
    }

    /// The line.
    pub(super) fn line(&self) -> io::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        if line.len() >= SIZE {
            return Err(io::ErrorKind::InvalidData.into());
        }
        line.resize(SIZE - 1, b' ');
        line.push(b'\n');
        Ok(line)
    }

    /// Reads the line.
    pub(super) fn read(line: &[u8]) -> Result<Self, BackupError> {
        let any: AnyFormat = serde_json::from_slice(line).map_err(|_| BackupError::NoBackup)?;
        if any.format > FORMAT {
            return Err(BackupError::NewerFormat(any.format));
        }
        let header: Header = serde_json::from_slice(line).map_err(|_| BackupError::NoBackup)?;
        // The checksum is of what it says; so it has to say that in the one way.
        if header.line()? == line { Ok(header) } else { Err(BackupError::Damaged) }
    }
}
