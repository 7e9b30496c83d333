//! A backup of everything, into an empty database.

use super::{elsewhere, export, import, is_proved, kept, later, play, says, scope, turn, world};
use crate::support::chat::Chat;
use kosti::{
    app::{
        backup::{self, BackupError},
        service::Handled,
    },
    game::SplitMix,
    store::archive::Table,
};
use pretty_assertions::assert_eq;
use std::{collections::BTreeSet, io::Cursor};
use time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn all_games_come_back_and_go_on() {
    let chat = world().await;
    let first = export(&chat, None).await;
    let mut kinds = BTreeSet::new();
    for row in kept(&chat.pool).await {
        kinds.insert(row.split(' ').next().unwrap().to_owned());
    }
    // Nobody serves here but the test.
    let unused = ["heartbeats"];
    for table in Table::ALL.iter().filter(|table| !unused.contains(&table.as_str())) {
        assert!(kinds.contains(table.as_str()), "{table:?} is tried");
    }
    assert_eq!(export(&chat, None).await, first);

    let mut restored = elsewhere(&chat).await;
    let imported = import(&restored, &first).await.unwrap();
    assert_eq!((imported.scope, imported.report.faults.len()), (None, 0));
    assert_eq!(kept(&restored.pool).await, kept(&chat.pool).await);
    assert_eq!(export(&restored, None).await, first);
    is_proved(&restored).await;

    // What was handled before is not handled again.
    let games: Vec<&str> = chat.app.games.all().map(|game| game.facts().key).collect();
    restored.incoming.chat.chat_id = format!("{} room", games[0]);
    let repeat = restored.handle(&restored.line("anna", "/games")).await;
    assert_eq!(repeat, Handled::Repeat);
    for game in games {
        restored.incoming.chat.chat_id = format!("{game} room");
        let mut choice = SplitMix::new(9);
        for at in 0..5 {
            let Some((mover, action)) = turn(&restored, 2, &mut choice).await else { break };
            says(&restored, &later(&restored, &format!("later {at}"), mover, &action)).await;
        }
        // What waited is shown.
        restored.deliver(scope(&restored).await).await;
    }
    assert!(restored.sent().len() > 50);
    is_proved(&restored).await;
    // New ones get ids that nobody has.
    restored.incoming.chat.chat_id = "new room".into();
    says(&restored, &later(&restored, "new", "eve", "/play toy @anna")).await;
    says(&restored, &later(&restored, "newer", "anna", "/accept")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_an_empty_database_takes_everything() {
    let chat = Chat::new().await;
    chat.say("anna", "/play senegal").await;
    let file = export(&chat, None).await;
    let before = kept(&chat.pool).await;
    let error = import(&chat, &file).await.unwrap_err();
    assert!(matches!(error, BackupError::NotEmpty("scopes")), "{error}");
    assert_eq!(kept(&chat.pool).await, before);
}

/// What somebody wanted to be forgotten is not kept elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_forgotten_is_in_no_backup() {
    let chat = Chat::new().await;
    for (name, line) in [
        ("Zoltan", "/games"),
        ("Zoltan", "/settings public on"),
        ("anna", "/play senegal @zoltan"),
        ("Zoltan", "/accept"),
        ("anna", "d2-d3"),
        ("Zoltan", "d4:d2"),
        ("anna", "/resign yes"),
        ("anna", "/play senegal @zoltan"),
        ("Zoltan", "/lang ru"),
    ] {
        chat.say(name, line).await;
    }
    let named = |file: &[u8]| String::from_utf8_lossy(file).to_lowercase().contains("zoltan");
    assert!(named(&export(&chat, None).await));
    chat.say("Zoltan", "/forget yes").await;
    // What the opponent was told is said, and not said again.
    chat.pass(Duration::hours(1)).await;
    let scope = scope(&chat).await;
    for scope in [None, Some(scope)] {
        let file = export(&chat, scope).await;
        assert!(!named(&file), "{}", String::from_utf8_lossy(&file));
    }
}

/// Others go on meanwhile, and nothing of it comes between.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_of_one_moment() {
    let chat = Chat::new().await;
    chat.say("anna", "/play senegal @boris").await;
    chat.say("boris", "/accept").await;
    // Both wait for the database again and again, so turns come between the tables.
    let mut choice = SplitMix::new(1);
    let playing = async {
        play(&chat, 1, &mut choice, 40).await;
    };
    let exporting = async {
        let mut files = Vec::new();
        for _ in 0..20 {
            let mut file = Cursor::new(Vec::new());
            backup::export(&chat.app.database, None, &mut file).await.unwrap();
            files.push(file.into_inner());
        }
        files
    };
    let ((), files) = tokio::join!(playing, exporting);
    for file in files {
        let restored = elsewhere(&chat).await;
        import(&restored, &file).await.unwrap();
        is_proved(&restored).await;
    }
}
