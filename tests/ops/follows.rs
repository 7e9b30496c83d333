//! One event, followed through the log from its coming in to what was sent.

use super::{World, until_ready};
use crate::support::daemon::Daemon;
use pretty_assertions::assert_eq;
use serde_json::Value;
use sqlx::Row as _;
use std::collections::BTreeSet;

/// What a process has logged, an object a line.
fn logged(daemon: &Daemon) -> Vec<Value> {
    daemon.said().iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn trace(line: &Value) -> Option<&str> {
    line["span"]["trace"].as_str()
}

/// The messages of the lines with a trace.
fn under<'a>(lines: &'a [Value], wanted: &str) -> BTreeSet<&'a str> {
    let same = lines.iter().filter(|line| trace(line) == Some(wanted));
    same.map(|line| line["message"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_trace_leads_from_an_update_to_what_is_sent() {
    let world = World::new().await;
    let (fake, players) = (&world.fake, &world.players);
    let json = [("KOSTI_LOG", "warn,kosti=debug"), ("KOSTI_LOG_FORMAT", "json")];
    let daemon = world.start(&json);
    until_ready(world.at).await;
    players.begin(fake).await;
    players.play(fake, 0..1);
    fake.confirmed().await;
    world.quiet().await;
    players.play(fake, 1..2);
    fake.confirmed().await;
    world.quiet().await;
    fake.says(players.group, players.people[0], "/resign yes");
    fake.confirmed().await;
    world.quiet().await;
    daemon.says("a job was tried", 2).await;

    let lines = logged(&daemon);
    let handled = |kind: &str| -> Vec<&str> {
        let of =
            |line: &&Value| line["message"] == "a command was handled" && line["command"] == kind;
        lines.iter().filter(of).map(|line| trace(line).unwrap()).collect()
    };
    let moves = handled("move");
    assert_eq!(moves.len(), 2, "{lines:#?}");
    assert_ne!(moves[0], moves[1]);
    for trace in &moves {
        let told = under(&lines, trace);
        for message in [
            "an update came in",
            "a command was handled",
            "a message goes out",
            "a picture was drawn",
            "a message was sent",
        ] {
            assert!(told.contains(message), "{message} of {trace} in {told:#?}");
        }
        let rows = sqlx::query("select count(*) from outbox where trace = $1 and state = 'sent'");
        let rows: i64 = rows.bind(trace).fetch_one(&world.pool).await.unwrap().get(0);
        assert!(rows > 0, "{trace}");
    }
    // What is done later belongs to what wanted it.
    let [resigned] = handled("resign")[..] else { panic!("{lines:#?}") };
    assert!(under(&lines, resigned).contains("a job was tried"), "{lines:#?}");
    // And no line of another command does.
    let one = |message: &str, of: &str| {
        let is = |line: &&Value| trace(line) == Some(of) && line["message"] == message;
        lines.iter().filter(is).count()
    };
    assert_eq!(one("an update came in", moves[0]), 1);
    assert_eq!(one("a command was handled", moves[0]), 1);
    daemon.stop().await;
    world.finish();
}
