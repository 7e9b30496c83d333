//! What is suggested to those who type.

use crate::support::{chat::Chat, database, toy_game::toys};
use kosti::app::{
    service::{Answer, Handled, ScopeId},
    suggest::{Asker, MatchNo, actions, people},
};
use sqlx::Row as _;

async fn scope(chat: &Chat) -> ScopeId {
    let Handled::Done(Answer { scope, .. }) = chat.handle(&chat.line("carol", "/help")).await
    else {
        panic!("no repeat")
    };
    scope
}

async fn suggested(chat: &Chat, scope: ScopeId, name: &str, number: Option<i32>) -> Vec<String> {
    let asker = Asker { platform: "test", account: name, scope, place: "main" };
    actions(&chat.app, &asker, number.map(MatchNo)).await.unwrap()
}

async fn rows(chat: &Chat) -> i64 {
    let sql = "select (select count(*) from persons) + (select count(*) from members)
                   + (select count(*) from events) + (select count(*) from outbox)";
    sqlx::query(sql).fetch_one(&chat.pool).await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn actions_are_suggested_to_those_who_are_to_move() {
    let chat = Chat::new().await;
    let scope = scope(&chat).await;
    assert_eq!(suggested(&chat, scope, "anna", None).await, [""; 0]);
    chat.say("anna", "/play senegal @boris").await;
    chat.say("boris", "/accept").await;
    let start = ["c2-c3", "d2-d3", "e3-d3"];
    assert_eq!(suggested(&chat, scope, "anna", None).await, start);
    assert_eq!(suggested(&chat, scope, "anna", Some(1)).await, start);
    for (name, number) in [("anna", Some(2)), ("boris", None), ("carol", Some(1)), ("dora", None)] {
        assert_eq!(suggested(&chat, scope, name, number).await, [""; 0], "{name}");
    }
    let elsewhere = Asker { platform: "test", account: "anna", scope, place: "another topic" };
    assert_eq!(actions(&chat.app, &elsewhere, None).await.unwrap(), [""; 0]);
    let another = Asker { platform: "discord", place: "main", ..elsewhere };
    assert_eq!(actions(&chat.app, &another, None).await.unwrap(), [""; 0]);

    // Of two that wait one has to be named.
    chat.say("boris", "/play senegal @anna black").await;
    chat.say("anna", "/accept 2").await;
    assert_eq!(suggested(&chat, scope, "anna", None).await, [""; 0]);
    assert_eq!(suggested(&chat, scope, "anna", Some(2)).await, start);
    chat.say("anna", "/m #2 d2-d3").await;
    assert_eq!(suggested(&chat, scope, "anna", None).await, start);
    assert_eq!(suggested(&chat, scope, "boris", None).await, ["d4:d2"]);
    chat.say("boris", "/resign 2 yes").await;
    assert_eq!(suggested(&chat, scope, "boris", None).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn suggesting_neither_waits_nor_writes() {
    let chat = Chat::new().await;
    let scope = scope(&chat).await;
    chat.say("anna", "/play senegal @boris").await;
    chat.say("boris", "/accept").await;
    let before = rows(&chat).await;
    let mut holder = chat.pool.begin().await.unwrap();
    for table in ["matches", "members", "challenges"] {
        let sql = sqlx::AssertSqlSafe(format!("select 1 from {table} for update"));
        sqlx::query(sql).execute(&mut *holder).await.unwrap();
    }
    assert_eq!(suggested(&chat, scope, "anna", None).await.len(), 3);
    assert_eq!(suggested(&chat, scope, "nobody", None).await.len(), 0);
    assert_eq!(people(&chat.app, scope, chat.incoming.at).await.unwrap().len(), 3);
    drop(holder);
    assert_eq!(rows(&chat).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_those_who_spoke_or_are_called() {
    let chat = Chat::new().await;
    let scope = scope(&chat).await;
    chat.say("Анна", "/play senegal @Boris").await;
    chat.say("Анна", "/play senegal @Carol").await;
    let now = chat.line("", "").at;
    assert_eq!(people(&chat.app, scope, now).await.unwrap(), ["Анна", "Boris", "carol"]);
    // A challenge that nobody answered is forgotten.
    let later = now + time::Duration::hours(25);
    assert_eq!(people(&chat.app, scope, later).await.unwrap(), ["Анна", "carol"]);
    let nowhere = ScopeId(scope.0 + 1);
    assert_eq!(people(&chat.app, nowhere, now).await.unwrap(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_hands_are_suggested_to_their_owners_alone() {
    let chat = Chat::on(database::pool().await, toys());
    let scope = scope(&chat).await;
    chat.say("anna", "/play toy @boris").await;
    chat.fix_seed(7).await;
    chat.say("boris", "/accept").await;
    let hands =
        [suggested(&chat, scope, "anna", None).await, suggested(&chat, scope, "boris", None).await];
    let listed = chat.say("anna", "/moves").await.private.is_some();
    assert!(listed);
    assert_eq!(hands.iter().filter(|hand| hand.is_empty()).count(), 1, "{hands:?}");
    let mover = if hands[0].is_empty() { "boris" } else { "anna" };
    let own = chat.say(mover, "/moves").await;
    let text = crate::support::chat::text(&own.private.unwrap());
    let hand = hands.concat();
    let several = hand.iter().any(|action| action.contains(' '));
    assert!(text.ends_with(&hand.join(if several { ", " } else { " " })), "{text}: {hand:?}");
}
