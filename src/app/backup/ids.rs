//! What the ids of a backup become.

use super::{
    error::{BackupError, Wrong},
    lines::Row,
};
use crate::store::{PersonId, ScopeId, archive, archive::Table, chats, members, scopes::ChatKey};
use sqlx::PgConnection;
use std::collections::HashMap;

/// The largest id that is taken: those behind it would run out.
const LARGEST: i64 = 1 << 53;

/// A person of a backup.
#[derive(Clone, Copy)]
struct Known {
    id: PersonId,
    /// Whether the person has been here before the backup.
    is_here: bool,
}

/// What the ids of a backup become.
pub(super) enum Ids {
    /// Themselves: the backup is of everything.
    Kept,
    /// Others, where they are taken: the backup is of one scope.
    Found(Found),
}

/// What the ids of a backup of one scope become.
pub(super) struct Found {
    from: ScopeId,
    into: ScopeId,
    persons: HashMap<i64, Known>,
}

impl Ids {
    /// The ids of everything, or of a scope, which keeps its own if nobody has it.
    pub(super) async fn of(db: &mut PgConnection, scope: Option<i64>) -> sqlx::Result<Self> {
        let Some(from) = scope.map(ScopeId) else { return Ok(Ids::Kept) };
        let into = archive::free_scope(db, from).await?;
        Ok(Ids::Found(Found { from, into, persons: HashMap::new() }))
    }

    /// The scope that a backup of one scope comes into.
    pub(super) fn scope(&self) -> Option<ScopeId> {
        match self {
            Ids::Kept => None,
            Ids::Found(found) => Some(found.into),
        }
    }

    /// Gives a row the ids that it has here; false when it does not belong here.
    pub(super) async fn translate(
        &mut self,
        db: &mut PgConnection,
        row: &mut Row,
    ) -> Result<bool, BackupError> {
        for column in ["scope_id", "id"].into_iter().chain(row.table.persons().iter().copied()) {
            if row.table.columns().any(|known| known == column) {
                check(row, column)?;
            }
        }
        match self {
            Ids::Kept => Ok(true),
            Ids::Found(found) => found.translate(db, row).await,
        }
    }
}

impl Found {
    async fn translate(
        &mut self,
        db: &mut PgConnection,
        row: &mut Row,
    ) -> Result<bool, BackupError> {
        match row.table {
            // Those of the bots that serve here count.
            Table::Heartbeats => return Ok(false),
            // A backup of one scope has none of these.
            Table::Outbox
            | Table::Blocks
            | Table::Ratings
            | Table::RatingLog
            | Table::RatedPairs => return Err(row.wrong(Wrong::Scope)),
            Table::ChatKeys => self.check_chat(db, row).await?,
            Table::Accounts if self.recognize(db, row).await? => return Ok(false),
            Table::Persons => {
                let person = row.get("person_id")?;
                if self.person(db, person).await?.is_here {
                    return Ok(false);
                }
            }
            Table::Matches if self.from != self.into => {
                // Its chance goes on to be drawn by the name under which it began.
                let named: Option<String> = row.get("named")?;
                let number: i32 = row.get("number")?;
                let named = named.unwrap_or_else(|| format!("{}.{number}", self.from.0));
                row.set("named", &named)?;
            }
            _ => {}
        }
        if row.table.columns().any(|column| column == "scope_id") {
            if row.get::<i64>("scope_id")? != self.from.0 {
                return Err(row.wrong(Wrong::Scope));
            }
            row.set("scope_id", &self.into.0)?;
        }
        for &column in row.table.persons() {
            let person: Option<i64> = row.get(column)?;
            if let Some(person) = person {
                let known = self.person(db, person).await?;
                row.set(column, &known.id.0)?;
            }
        }
        Ok(true)
    }

    /// Checks that no scope here has the chat.
    async fn check_chat(&self, db: &mut PgConnection, row: &Row) -> Result<(), BackupError> {
        let (platform, bot_id) = (row.get("platform")?, row.get("bot_id")?);
        let chat = ChatKey { platform, bot_id, chat_id: row.get("chat_id")? };
        match chats::scope(db, &chat).await? {
            None => Ok(()),
            Some(ScopeId(scope)) => {
                let ChatKey { platform, chat_id: chat, .. } = chat;
                Err(BackupError::Known { platform, chat, scope })
            }
        }
    }

    /// Finds who is here already by the account; false when nobody is.
    async fn recognize(&mut self, db: &mut PgConnection, row: &Row) -> Result<bool, BackupError> {
        let (platform, account): (String, String) = (row.get("platform")?, row.get("account_id")?);
        let Some(id) = members::hold_account(db, &platform, &account).await? else {
            return Ok(false);
        };
        self.persons.entry(row.get("person_id")?).or_insert(Known { id, is_here: true });
        Ok(true)
    }

    /// Who a person is here. Whoever has no account any more is somebody new.
    async fn person(&mut self, db: &mut PgConnection, person: i64) -> sqlx::Result<Known> {
        if let Some(known) = self.persons.get(&person) {
            return Ok(*known);
        }
        let known = Known { id: archive::new_person(db).await?, is_here: false };
        self.persons.insert(person, known);
        Ok(known)
    }
}

/// Checks that an id is one.
fn check(row: &Row, column: &'static str) -> Result<(), BackupError> {
    match row.get::<Option<i64>>(column)? {
        Some(id) if !(1..=LARGEST).contains(&id) => Err(row.wrong(Wrong::Value(column))),
        _ => Ok(()),
    }
}
