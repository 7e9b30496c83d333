//! The schema: up, down, up again.

use crate::support::{chat::Chat, database};
use kosti::{app::jobs::do_all, store::MIGRATOR};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, PgPool, Row as _};

/// Tables, columns, indexes and constraints, a line each.
async fn schema(pool: &PgPool) -> Vec<String> {
    let sql = "
        select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
            || ' ' || coalesce(column_default, '')
        from information_schema.columns where table_schema = 'public'
        union all
        select indexdef from pg_indexes where schemaname = 'public'
        union all
        select conrelid::regclass || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
        order by 1";
    let rows = sqlx::query(sql).fetch_all(pool).await.unwrap();
    let lines = rows.iter().map(|row| row.get::<String, _>(0));
    lines.filter(|line| !line.contains("_sqlx_migrations")).collect()
}

#[tokio::test]
async fn migrations_go_up_and_down_and_up() {
    let pool = database::empty_pool().await;
    let empty = schema(&pool).await;
    assert!(empty.is_empty());
    MIGRATOR.run(&pool).await.unwrap();
    let first = schema(&pool).await;
    assert!(first.iter().any(|line| line.starts_with("matches.position text NO")));
    MIGRATOR.undo(&pool, 0).await.unwrap();
    assert_eq!(schema(&pool).await, empty);
    MIGRATOR.run(&pool).await.unwrap();
    assert_eq!(schema(&pool).await, first);
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_go_down_and_up_with_data_too() {
    let chat = Chat::new().await;
    for (name, line) in [
        ("anna", "/play senegal @boris to 2"),
        ("boris", "/accept"),
        ("anna", "d2-d3"),
        ("boris", "d4:d2"),
        ("boris", "/draw"),
        ("anna", "/lang ru"),
        ("anna", "/resign yes"),
        ("boris", "d2-d3"),
        ("anna", "/resign yes"),
        ("carol", "/play senegal"),
    ] {
        chat.say(name, line).await;
    }
    let pool = &chat.pool;
    for table in ["results", "offers", "messages", "challenges", "steps", "deals"] {
        let sql = AssertSqlSafe(format!("select count(*) from {table}"));
        let rows: i64 = sqlx::query(sql).fetch_one(pool).await.unwrap().get(0);
        assert!(rows > 0, "{table} has rows");
    }
    let full = schema(pool).await;
    MIGRATOR.undo(pool, 0).await.unwrap();
    assert!(schema(pool).await.is_empty());
    MIGRATOR.run(pool).await.unwrap();
    assert_eq!(schema(pool).await, full);
    let games = chat.say("anna", "/games").await;
    assert_eq!(games.verdict, kosti::app::service::Verdict::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_played_before_boards_is_counted_and_rated() {
    let chat = Chat::new().await;
    for (one, two) in [("anna", "boris"), ("carol", "dora")] {
        for (name, line) in [
            (one, format!("/play senegal @{two} to 2")),
            (two, "/accept".to_owned()),
            (one, "d2-d3".to_owned()),
            (two, "d4:d2".to_owned()),
            (two, "/resign yes".to_owned()),
            (one, "/resign yes".to_owned()),
            (two, "/resign yes".to_owned()),
        ] {
            chat.say(name, &line).await;
        }
    }
    let pool = &chat.pool;
    let content = async |tables: &[&str]| {
        let mut found = Vec::new();
        for table in tables {
            let sql =
                AssertSqlSafe(format!("select '{table} ' || t::text from {table} t order by 1"));
            let rows = sqlx::query(sql).fetch_all(pool).await.unwrap();
            assert!(!rows.is_empty(), "{table}");
            found.extend(rows.iter().map(|row| row.get::<String, _>(0)));
        }
        found
    };
    let boards = ["standings", "standing_counts"];
    let ratings = ["ratings", "rating_log"];
    let (summed, rated) = (content(&boards).await, content(&ratings).await);
    MIGRATOR.undo(pool, 20_261_129_000_002).await.unwrap();
    MIGRATOR.run(pool).await.unwrap();
    assert_eq!(content(&boards).await, summed);
    do_all(&chat.app, chat.incoming.at + time::Duration::days(1)).await.unwrap();
    assert_eq!(content(&ratings).await, rated);
}

#[test]
fn every_migration_can_be_undone() {
    let mut up = 0;
    let mut down = 0;
    for migration in MIGRATOR.iter() {
        if migration.migration_type.is_down_migration() {
            down += 1;
        } else {
            up += 1;
        }
    }
    assert!(up > 0);
    assert_eq!(up, down);
}

#[tokio::test]
async fn unique_indexes_begin_with_the_key_of_their_class() {
    let pool = database::pool().await;
    let sql = "
        select relation.relname::text, array_agg(attribute.attname::text)
        from pg_index
        join pg_class relation on relation.oid = pg_index.indrelid
        join pg_namespace space on space.oid = relation.relnamespace and space.nspname = 'public'
        join pg_attribute attribute on attribute.attrelid = relation.oid
            and attribute.attnum = any (pg_index.indkey)
        where pg_index.indisunique group by pg_index.indexrelid, relation.relname";
    let rows = sqlx::query(sql).fetch_all(&pool).await.unwrap();
    assert!(rows.len() >= 14);
    for row in rows {
        let (table, columns): (String, Vec<String>) = (row.get(0), row.get(1));
        let key = match table.as_str() {
            "_sqlx_migrations" | "chat_keys" | "accounts" | "leases" | "heartbeats"
            | "rating_counts" | "files" | "failed_events" | "rooms" => continue,
            "persons" | "blocks" | "ratings" | "rating_log" | "rated_pairs" => "person_id",
            _ => "scope_id",
        };
        assert!(columns.iter().any(|column| column == key), "{table} {columns:?}");
    }
    let foreign = "select count(*) from pg_constraint where contype = 'f'";
    let count: i64 = sqlx::query(foreign).fetch_one(&pool).await.unwrap().get(0);
    assert_eq!(count, 0);
}
