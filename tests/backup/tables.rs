//! No table and no column is forgotten.

use super::texts;
use crate::support::database;
use kosti::store::archive::{DERIVED, LEFT_OUT, Table};
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;

async fn columns(table: &str, which: &str) -> BTreeSet<String> {
    let pool = database::pool().await;
    let sql = format!(
        "select column_name::text from information_schema.columns
         where table_schema = 'public' and table_name = '{table}' and {which}"
    );
    texts(&pool, sql).await.into_iter().collect()
}

/// Whoever adds a table decides whether backups keep it.
#[tokio::test]
async fn every_table_is_kept_derived_or_left_out() {
    let pool = database::pool().await;
    let there = texts(
        &pool,
        "select table_name::text from information_schema.tables
         where table_schema = 'public' and table_name not like '\\_%'"
            .to_owned(),
    )
    .await;
    let kept = Table::ALL.iter().map(|table| table.as_str());
    let known: BTreeSet<String> = kept.chain(DERIVED).chain(LEFT_OUT).map(str::to_owned).collect();
    assert_eq!(there.into_iter().collect::<BTreeSet<_>>(), known);
    assert_eq!(known.len(), Table::ALL.len() + DERIVED.len() + LEFT_OUT.len());
}

#[tokio::test]
async fn every_column_is_written() {
    for table in Table::ALL {
        let known: BTreeSet<String> = table.columns().map(str::to_owned).collect();
        assert_eq!(columns(table.as_str(), "true").await, known, "{table:?}");
    }
}

/// What looks like the id of a person is one, or something else that is known here.
#[tokio::test]
async fn every_person_is_translated() {
    for table in Table::ALL {
        let known = columns(table.as_str(), "data_type = 'bigint'").await;
        let others = ["scope_id", "merged_into", "id", "points"];
        let persons: BTreeSet<String> =
            known.into_iter().filter(|column| !others.contains(&column.as_str())).collect();
        let named: BTreeSet<String> =
            table.persons().iter().map(|column| (*column).to_owned()).collect();
        assert_eq!(persons, named, "{table:?}");
    }
}
