//! What never stands in the log, however much is logged.

use crate::support::{
    daemon::{Daemon, lines},
    database,
    fake_discord::{self, FakeDiscord},
    fake_telegram::{self, FakeTelegram, Fault, Leftover},
    players::Players,
};
use pretty_assertions::assert_eq;

/// Names and texts that nothing else says.
const NAMES: [&str; 4] = ["Wilhelmina", "Bartholomew", "Philippa", "Ferdinand"];
const TEXT: &str = "zanzibar";

#[tokio::test(flavor = "multi_thread")]
async fn no_name_no_text_and_no_token_is_logged() {
    for format in ["text", "json"] {
        played(format).await;
    }
}

async fn played(format: &str) {
    let database = database::url().await;
    let (telegram, discord) = (FakeTelegram::start(), FakeDiscord::start());
    let people = [NAMES[0], NAMES[1]].map(|name| telegram.user(name));
    let players = Players { group: telegram.supergroup("Quixotic club", &people), people };
    let others = [NAMES[2], NAMES[3]].map(|name| discord.user(name));
    let guild = discord.guild("Quixotic guild", &others);
    let channel = discord.general(guild);
    let (there, here) = (telegram.url(), discord.url());
    let daemon = Daemon::start(&[
        ("KOSTI_DATABASE_URL", database.as_str()),
        ("KOSTI_TELEGRAM_API_URL", &there),
        ("KOSTI_DISCORD_API_URL", &here),
        ("KOSTI_DISCORD_TOKEN", fake_discord::TOKEN),
        ("KOSTI_LOG", "trace,tungstenite=trace,serenity=trace"),
        ("KOSTI_LOG_FORMAT", format),
    ]);
    let board = players.begin(&telegram).await;
    telegram.says(players.group, people[0], &format!("/move {TEXT}"));
    telegram.says(players.group, people[1], &format!("/play senegal @{TEXT}"));
    assert!(board.id.0 > 0);
    for fault in [Fault::Refuse(400, "Bad Request: something"), Fault::CutBefore] {
        telegram.fail("sendPhoto", fault, 1);
        telegram.fail("getUpdates", fault, 1);
        players.play(&telegram, 0..2);
        telegram.confirmed().await;
    }
    discord.registered().await;
    discord.next(channel).await;
    discord.slash(others[0], channel, &format!("/play game:senegal opponent:@{}", others[1]));
    let challenge = discord.next(channel).await;
    discord.presses(others[1], challenge.id, "Accept");
    discord.next(channel).await;
    let asked = discord.slash(others[0], channel, &format!("/move action:{TEXT}"));
    assert!(discord.answered(asked).await.is_some());
    let said = daemon.stop().await;
    assert!(said.len() > 200, "it says much: {}", said.len());
    assert!(!lines(&said, "a command was handled").is_empty());
    let secrets = [fake_telegram::TOKEN, fake_discord::TOKEN]
        .map(|token| token.rsplit([':', '.']).next().unwrap());
    for hidden in NAMES.into_iter().chain([TEXT, "Quixotic"]).chain(secrets) {
        assert_eq!(lines(&said, hidden), [""; 0], "{hidden}");
    }
    telegram.excuse(Leftover::Unread);
    telegram.finish();
    discord.finish();
}

/// A panic tells where it was, but not what it says: that may be what people have written.
#[tokio::test(flavor = "multi_thread")]
async fn a_panic_tells_its_place() {
    for format in ["text", "json"] {
        let database = database::url().await;
        let telegram = FakeTelegram::start();
        let players = Players::new(&telegram);
        let secret = fake_telegram::TOKEN.rsplit(':').next().unwrap();
        let daemon = Daemon::start(&[
            ("KOSTI_DATABASE_URL", database.as_str()),
            ("KOSTI_TELEGRAM_API_URL", &telegram.url()),
            ("KOSTI_PANIC_AT", &format!("remembered:{TEXT} {secret}")),
            ("KOSTI_LOG", "trace"),
            ("KOSTI_LOG_FORMAT", format),
            ("RUST_BACKTRACE", "1"),
        ]);
        telegram.says(players.group, players.people[0], "/games");
        daemon.says("a panic", 1).await;
        telegram.confirmed().await;
        // Whatever ends a handling does not end the process.
        let said = daemon.stop().await;
        let panics = lines(&said, "a panic");
        assert_eq!(panics.len(), 3, "{said:#?}");
        for panic in panics {
            assert!(panic.contains("src/app/fault.rs:"), "{panic}");
            assert!(panic.contains("src/app/service.rs:"), "{panic}");
        }
        assert_eq!(lines(&said, "panicked").len(), 3);
        for hidden in [TEXT, secret] {
            assert_eq!(lines(&said, hidden), [""; 0], "{hidden}");
        }
        if format == "json" {
            for line in &said {
                serde_json::from_str::<serde_json::Value>(line).unwrap();
            }
        }
        telegram.excuse(Leftover::Unread);
        telegram.finish();
    }
}
