//! Why there is no backup, or why it is not taken.

use super::header::FORMAT;
use crate::{app::audit::Fault, store::schema};
use std::io;

/// Why there is no backup, or why it is not taken.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The scope is not there.
    #[error("there is no scope {0}")]
    NoScope(i64),
    /// The scope is an empty one that says where everything is.
    #[error("everything of scope {0} is in scope {1} now")]
    Merged(i64, i64),
    /// The program does not know all tables.
    #[error(
        "the schema of the database has version {0}, and this program knows {known} as the newest: export it with the newer program",
        known = schema::newest()
    )]
    NewerDatabase(i64),
    /// It is another file.
    #[error("this is no backup of Kosti")]
    NoBackup,
    /// It was made by a later release that writes them otherwise.
    #[error(
        "the backup has format {0}, and this program reads {FORMAT} at the newest: import it with a newer program"
    )]
    NewerFormat(u32),
    /// It was made by a later release that knows other tables.
    #[error(
        "the backup is of schema version {0}, and this program knows {known} as the newest: import it with a newer program",
        known = schema::newest()
    )]
    NewerSchema(i64),
    /// A line cannot be taken.
    #[error("line {line} of the backup: {wrong}")]
    Broken {
        /// Which, from 1.
        line: u64,
        /// Why not.
        wrong: Wrong,
    },
    /// It has been changed since it was made, or is not whole.
    #[error("the backup is damaged: its content does not fit its header")]
    Damaged,
    /// Ids stay as they are, so nothing may have any.
    #[error("the database is not empty, there is something in {0}: import into a new one")]
    NotEmpty(&'static str),
    /// The chat of the backup has another scope.
    #[error("the chat {chat:?} on {platform} is here already, as scope {scope}")]
    Known {
        /// The platform.
        platform: String,
        /// What it calls the chat.
        chat: String,
        /// The scope here.
        scope: i64,
    },
    /// What the backup has does not hold.
    #[error("{} faults in what was played, the first one: {}", .0.len(), first(.0))]
    Faulty(Vec<Fault>),
    /// The file fails.
    #[error("the file cannot be read or written")]
    File(#[from] io::Error),
    /// The database fails.
    #[error("the database fails")]
    Database(#[from] sqlx::Error),
}

fn first(faults: &[Fault]) -> String {
    faults.first().map_or_else(String::new, Fault::to_string)
}

/// Why a line cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// It has more bytes than any row.
    #[error("it is too long")]
    TooLong,
    /// The file ends within it.
    #[error("the file ends there")]
    CutOff,
    /// It is neither a row nor the name of a table.
    #[error("it is neither a row nor a table")]
    Unreadable,
    /// The table stands there a second time, or behind a later one.
    #[error("the table {0} does not belong there")]
    Order(&'static str),
    /// The row has a value of which nothing is known.
    #[error("{0} has no column {1:?}")]
    Column(&'static str, String),
    /// The value is not what it has to be.
    #[error("{0} cannot be that")]
    Value(&'static str),
    /// The row is not of the scope that the backup is of.
    #[error("it is of another scope")]
    Scope,
    /// The database does not take it.
    #[error("{0}")]
    Refused(String),
}
