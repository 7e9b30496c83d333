//! Reading a backup line by line.

use super::{
    error::{BackupError, Wrong},
    header::{Header, SIZE},
};
use crate::store::archive::Table;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};
use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, ErrorKind, Read},
};

/// Most bytes of a line: far more than any row has.
pub(super) const LONGEST: usize = 1 << 22;

/// A row of a table. Values are texts of JSON, so that numbers stay as they are.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The line, from 1.
    pub(super) line: u64,
    /// The table.
    pub(super) table: Table,
    /// What it has, by column.
    pub(super) values: BTreeMap<String, Box<RawValue>>,
}

impl Row {
    pub(super) fn wrong(&self, wrong: Wrong) -> BackupError {
        BackupError::Broken { line: self.line, wrong }
    }

    /// A value of a kind; what is not there is `null`.
    pub(super) fn get<'a, T: serde::Deserialize<'a>>(
        &'a self,
        column: &'static str,
    ) -> Result<T, BackupError> {
        let value = self.values.get(column).map_or("null", |value| value.get());
        serde_json::from_str(value).map_err(|_| self.wrong(Wrong::Value(column)))
    }

    /// Puts a value in the place of another.
    pub(super) fn set(
        &mut self,
        column: &'static str,
        value: &impl serde::Serialize,
    ) -> Result<(), BackupError> {
        let value =
            serde_json::value::to_raw_value(value).map_err(|_| self.wrong(Wrong::Value(column)))?;
        self.values.insert(column.to_owned(), value);
        Ok(())
    }
}

/// The rows of a backup.
pub(super) struct Lines<F> {
    file: BufReader<F>,
    header: Header,
    line: Vec<u8>,
    number: u64,
    hash: Sha256,
    table: Option<Table>,
    rows: BTreeMap<String, u64>,
}

impl<F: Read> Lines<F> {
    /// Reads the header.
    pub(super) fn open(file: F) -> Result<Self, BackupError> {
        let mut file = BufReader::new(file);
        let mut line = vec![0; SIZE];
        file.read_exact(&mut line).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => BackupError::NoBackup,
            _ => error.into(),
        })?;
        let header = Header::read(&line)?;
        let rows = BTreeMap::new();
        Ok(Lines { file, header, line, number: 1, hash: Sha256::new(), table: None, rows })
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// The next row; `None` at the end of a backup that is whole and has not been changed.
    pub(super) fn next(&mut self) -> Result<Option<Row>, BackupError> {
        loop {
            if !self.read()? {
                return if self.is_whole()? { Ok(None) } else { Err(BackupError::Damaged) };
            }
            if self.line.starts_with(b"\"") {
                self.turn_to_table()?;
                continue;
            }
            let table = self.table.ok_or_else(|| self.wrong(Wrong::Unreadable))?;
            let values: BTreeMap<String, Box<RawValue>> =
                serde_json::from_slice(&self.line).map_err(|_| self.wrong(Wrong::Unreadable))?;
            let unknown = values.keys().find(|key| table.columns().all(|column| column != **key));
            if let Some(column) = unknown {
                return Err(self.wrong(Wrong::Column(table.as_str(), column.clone())));
            }
            *self.rows.entry(table.as_str().to_owned()).or_default() += 1;
            return Ok(Some(Row { line: self.number, table, values }));
        }
    }

    /// Reads to the end, and gives the header.
    pub(super) fn finish(mut self) -> Result<Header, BackupError> {
        while self.next()?.is_some() {}
        Ok(self.header)
    }

    /// Reads the next line; false at the end.
    fn read(&mut self) -> Result<bool, BackupError> {
        self.line.clear();
        self.number += 1;
        let most = u64::try_from(LONGEST).unwrap_or(u64::MAX);
        self.file.by_ref().take(most).read_until(b'\n', &mut self.line)?;
        self.hash.update(&self.line);
        match self.line.pop() {
            None => Ok(false),
            Some(b'\n') => Ok(true),
            Some(_) if self.line.len() + 1 >= LONGEST => Err(self.wrong(Wrong::TooLong)),
            Some(_) => Err(self.wrong(Wrong::CutOff)),
        }
    }

    fn turn_to_table(&mut self) -> Result<(), BackupError> {
        let name: String =
            serde_json::from_slice(&self.line).map_err(|_| self.wrong(Wrong::Unreadable))?;
        let table = Table::ALL.iter().find(|table| table.as_str() == name);
        let table = *table.ok_or_else(|| self.wrong(Wrong::Unreadable))?;
        if self.table.is_some_and(|last| last >= table) {
            return Err(self.wrong(Wrong::Order(table.as_str())));
        }
        self.table = Some(table);
        Ok(())
    }

    fn is_whole(&self) -> Result<bool, BackupError> {
        let mut found = Header { rows: self.rows.clone(), ..self.header.clone() };
        found.seal(self.hash.clone())?;
        Ok(found == self.header)
    }

    fn wrong(&self, wrong: Wrong) -> BackupError {
        BackupError::Broken { line: self.number, wrong }
    }
}
