//! Backups: everything that is played, or one chat of it, as a file; and back.
//!
//! A backup is a text of lines. The first is the [`Header`]; then, table by table in the order
//! of [`Table::ALL`](crate::store::archive::Table::ALL), a line with the name of the table and a
//! line a row, both as JSON. Of a backup of everything all ids stay as they are. One of a single
//! scope can come into a database that has others: what is taken there gets another id, and
//! people are found by their accounts.

mod error;
mod export;
mod header;
mod ids;
mod import;
mod lines;

pub use error::{BackupError, Wrong};
pub use export::export;
pub use header::{FORMAT, Header};
pub use import::{Faults, Imported, import};
