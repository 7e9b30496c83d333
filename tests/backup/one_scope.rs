//! A backup of one scope, into a database that has others.

use super::{
    elsewhere, export, import, is_proved, kept, later, play, says, scope, texts, turn, world,
};
use crate::support::{chat::Chat, database, toy_game::toys_and_registered};
use kosti::{
    app::backup::{self, BackupError},
    game::SplitMix,
    store::ScopeId,
};
use pretty_assertions::assert_eq;
use std::io::Cursor;

/// Whose result is whose, by name.
async fn results(chat: &Chat) -> Vec<String> {
    let sql = format!(
        "select concat_ws(' ', match, members.name, verdict, results.points, game)
         from results join members using (scope_id, person_id)
         where scope_id = {} order by 1",
        scope(chat).await.0
    );
    texts(&chat.pool, sql).await
}

async fn rows_of(chat: &Chat, scope: i64) -> Vec<String> {
    let mut rows = kept(&chat.pool).await;
    rows.retain(|row| row.contains(&format!("\"scope_id\": {scope},")));
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scope_comes_beside_others() {
    let mut from = world().await;
    from.incoming.chat.chat_id = "toyroll room".into();
    let old = scope(&from).await;
    let file = export(&from, Some(old)).await;
    assert_eq!(export(&from, Some(old)).await, file);

    // There the ids are taken, and people have others.
    let mut into = Chat::on(database::pool().await, toys_and_registered());
    into.incoming.at = from.passes(time::Duration::hours(1));
    for room in 0..old.0 {
        into.incoming.chat.chat_id = format!("other room {room}");
        for (name, line) in [("zoe", "/games"), ("boris", "/games"), ("anna", "/play toy @boris")] {
            says(&into, &into.line(name, line)).await;
        }
    }
    says(&into, &into.line("boris", "/accept")).await;
    let others = rows_of(&into, old.0).await;
    let imported = import(&into, &file).await.unwrap();
    let new = imported.scope.unwrap();
    assert!(new != old && imported.report.matches == 2, "{imported:?}");
    assert_eq!(rows_of(&into, old.0).await, others);

    into.incoming.chat.chat_id = "toyroll room".into();
    assert_eq!(scope(&into).await, new);
    assert_eq!(results(&into).await, results(&from).await);
    assert!(!results(&into).await.is_empty());
    let known = "select account_id || person_id::text from accounts
                 where account_id in ('anna', 'boris') order by 1";
    let persons = texts(&into.pool, known.to_owned()).await;
    assert_eq!(persons.len(), 2);
    let named = "select distinct named from matches where named is not null";
    let named = texts(&into.pool, named.to_owned()).await;
    assert!(named.contains(&format!("{}.2", old.0)), "{named:?}");
    // The dice go on to fall as they would have.
    let mut choice = SplitMix::new(5);
    let (mut here, mut there) = (Vec::new(), Vec::new());
    for at in 0..6 {
        let Some((mover, action)) = turn(&from, 2, &mut choice).await else { break };
        for chat in [&from, &into] {
            says(chat, &later(chat, &format!("later {at}"), mover, &action)).await;
        }
        let sql = "select text from steps join chat_keys using (scope_id)
                   where chat_id = 'toyroll room' and match = 2 order by seq";
        here = texts(&from.pool, sql.to_owned()).await;
        there = texts(&into.pool, sql.to_owned()).await;
    }
    assert_eq!(here, there);
    is_proved(&into).await;

    // A second time it is refused.
    let before = kept(&into.pool).await;
    let error = import(&into, &file).await.unwrap_err();
    assert!(matches!(&error, BackupError::Known { chat, .. } if chat == "toyroll room"), "{error}");
    assert_eq!(kept(&into.pool).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_is_free_is_kept() {
    let mut from = Chat::on(database::pool().await, toys_and_registered());
    for room in ["one", "two"] {
        from.incoming.chat.chat_id = room.into();
        says(&from, &from.line("anna", "/play toy @boris")).await;
        says(&from, &from.line("boris", "/accept")).await;
        play(&from, 1, &mut SplitMix::new(3), 4).await;
    }
    let file = export(&from, Some(ScopeId(2))).await;
    let mut into = elsewhere(&from).await;
    assert_eq!(import(&into, &file).await.unwrap().scope, Some(ScopeId(2)));
    is_proved(&into).await;
    into.incoming.chat.chat_id = "new".into();
    says(&into, &later(&into, "new", "anna", "/games")).await;
    assert_eq!(scope(&into).await, ScopeId(3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scope_that_is_not_there_is_refused() {
    let chat = Chat::new().await;
    says(&chat, &chat.line("anna", "/games")).await;
    let refused = async |scope| {
        let mut file = Cursor::new(Vec::new());
        backup::export(&chat.app.database, Some(scope), &mut file).await.unwrap_err()
    };
    let error = refused(ScopeId(7)).await;
    assert!(matches!(error, BackupError::NoScope(7)), "{error}");
    sqlx::query(
        "insert into scopes (platform, language, created_at, merged_into, shift)
         values ('test', 'en', now(), 1, 0)",
    )
    .execute(&chat.pool)
    .await
    .unwrap();
    let error = refused(ScopeId(2)).await;
    assert!(matches!(error, BackupError::Merged(2, 1)), "{error}");
}
