//! Who comes and goes without ever having spoken.

use super::{count, everything, key, says};
use crate::support::chat::Chat;
use kosti::app::{
    command::Command,
    service::{Handled, Incoming, Verdict},
};
use pretty_assertions::assert_eq;

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_come_and_go_are_not_stored() {
    let mut chat = Chat::new().await;
    says(&mut chat, "1", "anna", "/games").await;
    // Known elsewhere is not known here.
    says(&mut chat, "2", "boris", "/games").await;
    let before = everything(&chat.pool).await;
    for (id, name) in [("1", "carol"), ("1", "boris"), ("3", "anna"), ("3", "carol")] {
        for command in [Command::Returned, Command::Left, Command::Left] {
            let event = Incoming { chat: key(&chat, id), ..chat.command(name, command) };
            for _ in 0..2 {
                let handled = chat.handle(&event).await;
                let Handled::Done(answer) = handled else { panic!("{handled:?}") };
                assert_eq!((answer.verdict, answer.private), (Verdict::Done, None));
            }
        }
    }
    assert_eq!(everything(&chat.pool).await, before);
    // Who is known is noted.
    for (command, left) in [(Command::Left, 1), (Command::Returned, 0)] {
        let event = Incoming { chat: key(&chat, "1"), ..chat.command("anna", command) };
        assert!(matches!(chat.handle(&event).await, Handled::Done(_)));
        assert_eq!(chat.handle(&event).await, Handled::Repeat);
        assert_eq!(count(&chat.pool, "members where left_at is not null").await, left);
    }
    // Who is forgotten is a stranger.
    says(&mut chat, "1", "anna", "/forget yes").await;
    let before = everything(&chat.pool).await;
    let event = Incoming { chat: key(&chat, "1"), ..chat.command("anna", Command::Left) };
    chat.handle(&event).await;
    assert_eq!(everything(&chat.pool).await, before);
}
