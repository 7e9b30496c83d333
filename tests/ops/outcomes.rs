//! What becomes of commands, counted where no platform is.

use super::Numbers;
use crate::support::{chat::Chat, database};
use kosti::app::{
    meters::Stored,
    service::{Handled, handle},
};
use pretty_assertions::assert_eq;

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_counted_by_what_became_of_it() {
    let chat = Chat::new().await;
    let line = chat.line("anna", "/play senegal");
    chat.handle(&line).await;
    assert_eq!(chat.handle(&line).await, Handled::Repeat);
    chat.say("anna", "/accept").await;
    chat.say("anna", "/frobnicate").await;
    database::run(&chat.pool, "alter table challenges rename to hidden").await;
    handle(&chat.app, &chat.line("boris", "/play senegal")).await.unwrap_err();
    let told = chat.app.meters.told(&Stored::default(), &[]).unwrap();
    let numbers = Numbers::read(&told);
    for (kind, outcome) in [
        ("play", "done"),
        ("play", "repeated"),
        ("accept", "refused"),
        ("unknown", "not_understood"),
        ("play", "failed"),
    ] {
        let labels = [("kind", kind), ("outcome", outcome)];
        assert_eq!(numbers.sum("kosti_commands_total", &labels), 1.0, "{kind} {outcome}");
    }
    assert_eq!(numbers.sum("kosti_commands_total", &[]), 5.0);
}
