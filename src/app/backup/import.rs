//! Taking a backup.

use super::{
    error::{BackupError, Wrong},
    header::Header,
    ids::Ids,
    lines::{Lines, Row},
};
use crate::{
    app::{
        audit::{self, Report},
        jobs::Heart,
        service::App,
    },
    store::{ScopeId, archive, archive::Table, is_away, matches, schema, scopes},
};
use sqlx::{Acquire as _, PgConnection};
use std::io::{Read, Seek, SeekFrom};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Rows that are stored at once, and bytes of them.
const BATCH: usize = 500;
const BATCH_BYTES: usize = 1 << 20;

/// What is done with a backup in which something does not follow from what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Faults {
    /// It is refused.
    Refuse,
    /// It is taken as it is.
    Keep,
}

/// What was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// What the backup says of itself.
    pub header: Header,
    /// The scope that it is now, if it is of one.
    pub scope: Option<ScopeId>,
    /// What the audit of it has found.
    pub report: Report,
}

/// Takes a backup into a migrated database: one of everything into an empty one, one of a scope
/// beside others. All of it or nothing: the file is checked first, then everything comes in one
/// transaction, and every match is replayed by the rules of its game before that is committed.
///
/// # Errors
/// See [`BackupError`]. The database is as it was then.
pub async fn import(
    app: &App,
    file: &mut (impl Read + Seek),
    faults: Faults,
    now: OffsetDateTime,
) -> Result<Imported, BackupError> {
    let header = Lines::open(&mut *file)?.finish()?;
    if header.schema > schema::newest() {
        return Err(BackupError::NewerSchema(header.schema));
    }
    file.seek(SeekFrom::Start(0))?;
    let mut lines = Lines::open(file)?;
    let mut transaction = app.database.begin_long().await?;
    let db = &mut *transaction;
    archive::lock(db).await?;
    if header.scope.is_none() {
        check_empty(db).await?;
    }
    let mut ids = Ids::of(db, header.scope).await?;
    let mut batch = Batch::default();
    let mut served: Option<OffsetDateTime> = None;
    while let Some(mut row) = lines.next()? {
        if row.table == Table::Heartbeats {
            let at = time(&row, "at")?;
            served = Some(served.map_or(at, |served| served.min(at)));
        }
        if ids.translate(db, &mut row).await? {
            batch.add(db, row).await?;
        }
    }
    batch.store(db).await?;
    // The file may be another one by now.
    if *lines.header() != header {
        return Err(BackupError::Damaged);
    }
    let scope = ids.scope();
    archive::derive(db, scope).await?;
    archive::skip_ids(db).await?;
    if let (Some(scope), Some(served)) = (scope, served) {
        stand_still(db, scope, served, now).await?;
    }
    let report = prove(app, db, scope).await?;
    if faults == Faults::Refuse && !report.faults.is_empty() {
        return Err(BackupError::Faulty(report.faults));
    }
    transaction.commit().await?;
    app.wake.notify_waiters();
    Ok(Imported { header, scope, report })
}

async fn check_empty(db: &mut PgConnection) -> Result<(), BackupError> {
    for &table in Table::ALL {
        if !archive::is_empty(db, table).await? {
            return Err(BackupError::NotEmpty(table.as_str()));
        }
    }
    Ok(())
}

/// Puts off the clocks of a scope, which nobody served since the backup was made. (When
/// everything has been taken, the bots find that out by their heartbeats.)
async fn stand_still(
    db: &mut PgConnection,
    scope: ScopeId,
    served: OffsetDateTime,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let gone = scopes::enter(db, scope).await?.is_some_and(|scope| scope.gone);
    if !gone && now - served > Heart::LONGEST {
        matches::thaw(db, scope, served, now).await?;
    }
    Ok(())
}

/// Audits what was taken, and reads what cannot be replayed by the rules as they are now.
async fn prove(
    app: &App,
    db: &mut PgConnection,
    scope: Option<ScopeId>,
) -> Result<Report, BackupError> {
    let mut report = audit::audit_in(app, db, scope).await?;
    if report.other_versions > 0 {
        report.faults.extend(audit::unreadable(app, db, scope).await?);
    }
    Ok(report)
}

/// Rows of one table that are stored together.
#[derive(Default)]
struct Batch {
    table: Option<Table>,
    lines: Vec<u64>,
    rows: Vec<String>,
    bytes: usize,
}

impl Batch {
    async fn add(&mut self, db: &mut PgConnection, row: Row) -> Result<(), BackupError> {
        let full = self.rows.len() == BATCH || self.bytes >= BATCH_BYTES;
        if full || self.table != Some(row.table) {
            self.store(db).await?;
            self.table = Some(row.table);
        }
        let text = serde_json::to_string(&row.values).map_err(|_| row.wrong(Wrong::Unreadable))?;
        self.bytes += text.len();
        self.lines.push(row.line);
        self.rows.push(text);
        Ok(())
    }

    async fn store(&mut self, db: &mut PgConnection) -> Result<(), BackupError> {
        let (lines, rows) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.rows));
        self.bytes = 0;
        let Some(table) = self.table.filter(|_| !rows.is_empty()) else { return Ok(()) };
        if try_to_store(db, table, &rows).await?.is_ok() {
            return Ok(());
        }
        // Which one is it?
        for (line, row) in lines.into_iter().zip(rows) {
            if let Err(refusal) = try_to_store(db, table, &[row]).await? {
                return Err(BackupError::Broken { line, wrong: Wrong::Refused(refusal) });
            }
        }
        Ok(())
    }
}

/// Stores rows; or none of them, and why.
async fn try_to_store(
    db: &mut PgConnection,
    table: Table,
    rows: &[String],
) -> sqlx::Result<Result<(), String>> {
    let mut savepoint = db.begin().await?;
    match archive::insert(&mut savepoint, table, rows).await {
        Ok(()) => savepoint.commit().await.map(Ok),
        Err(error) if is_away(&error) => Err(error),
        Err(error) => {
            savepoint.rollback().await?;
            // Only what the database says of itself: its errors name the rest.
            let refusal = error.as_database_error().map(|error| error.message().to_owned());
            Ok(Err(refusal.unwrap_or_else(|| error.to_string())))
        }
    }
}

fn time(row: &Row, column: &'static str) -> Result<OffsetDateTime, BackupError> {
    let text: String = row.get(column)?;
    OffsetDateTime::parse(&text, &Rfc3339).map_err(|_| row.wrong(Wrong::Value(column)))
}
