//! Making a backup.

use super::{
    error::BackupError,
    header::{FORMAT, Header, SIZE},
    lines::LONGEST,
};
use crate::store::{Database, ScopeId, archive, archive::Table, chats, schema, scopes};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Seek, SeekFrom, Write},
};

/// Writes a backup of a scope, or of everything, as it stands at one moment, while others go on.
/// Rows go from the database to the file one by one. The file is to be empty.
///
/// # Errors
/// See [`BackupError`]. What has been written then is no backup.
pub async fn export(
    database: &Database,
    scope: Option<ScopeId>,
    file: &mut (impl Write + Seek),
) -> Result<Header, BackupError> {
    let mut db = database.snapshot().await?;
    let schema = schema::version(&mut db).await?;
    if schema > schema::newest() {
        return Err(BackupError::NewerDatabase(schema));
    }
    if let Some(scope) = scope {
        check(&mut db, scope).await?;
    }
    let (rows, hash) = write_rows(&mut db, scope, file).await?;
    let mut header = Header {
        format: FORMAT,
        schema,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        scope: scope.map(|scope| scope.0),
        rows,
        sha256: String::new(),
    };
    header.seal(hash)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.line()?)?;
    file.flush()?;
    Ok(header)
}

/// Leaves room for the header and writes all other lines; gives how many rows there are of each
/// table.
async fn write_rows(
    db: &mut PgConnection,
    scope: Option<ScopeId>,
    file: &mut impl Write,
) -> Result<(BTreeMap<String, u64>, Sha256), BackupError> {
    let mut body = Body { file: BufWriter::new(file), hash: Sha256::new() };
    body.file.write_all(&[b' '; SIZE])?;
    let mut rows = BTreeMap::new();
    for &table in Table::ALL {
        let mut count = 0;
        archive::read(db, table, scope, |row| {
            if count == 0 {
                body.write(&serde_json::to_string(table.as_str()).map_err(io::Error::from)?)?;
            }
            count += 1;
            body.write(row)
        })
        .await?;
        if count > 0 {
            rows.insert(table.as_str().to_owned(), count);
        }
    }
    body.file.flush()?;
    Ok((rows, body.hash))
}

/// Checks that a scope is there, and not within another one.
async fn check(db: &mut PgConnection, scope: ScopeId) -> Result<(), BackupError> {
    if let Some((into, _)) = chats::merged_into(db, scope).await? {
        return Err(BackupError::Merged(scope.0, into.0));
    }
    match scopes::settings(db, scope).await? {
        Some(_) => Ok(()),
        None => Err(BackupError::NoScope(scope.0)),
    }
}

/// All lines behind the first.
struct Body<W: Write> {
    file: BufWriter<W>,
    hash: Sha256,
}

impl<W: Write> Body<W> {
    fn write(&mut self, line: &str) -> Result<(), BackupError> {
        if line.len() >= LONGEST {
            // Nobody could read it back.
            return Err(io::Error::from(io::ErrorKind::FileTooLarge).into());
        }
        for part in [line, "\n"] {
            self.hash.update(part);
            self.file.write_all(part.as_bytes())?;
        }
        Ok(())
    }
}
