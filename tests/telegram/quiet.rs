//! Who is notified, and who is not.

use super::{lines, linked, told};
use crate::support::{
    fake_telegram::{Line, Status},
    served::Served,
};
use pretty_assertions::assert_eq;
use time::macros::datetime;

/// A board notifies the player who is to move, whoever else bears such a name.
#[tokio::test]
async fn a_board_calls_the_player_to_move_alone() {
    let served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    for name in ["anna", "boris"] {
        let bystander = served.fake.user_with("Bystander", |user| {
            user.username = Some(name.to_owned());
        });
        served.fake.becomes(served.group, bystander, Status::Member);
    }
    let board = served.begin(anna, boris).await;
    assert_eq!(board.notified, [anna]);
    for (mover, text, next) in
        [(anna, "/move d2-d3", boris), (boris, "/move d4:d2", anna), (anna, "/move d1:d3", boris)]
    {
        let board = served.tell(mover, text).await.remove(0);
        assert_eq!(board.notified, [next], "{text}");
    }
    // Lists call nobody.
    for text in ["/moves", "/games", "/top", "/history", "/rank", "/record", "/replay", "/settings"]
    {
        let news = served.tell(anna, text).await;
        assert_eq!((news.len(), &news[0].notified[..]), (1, &[][..]), "{text}");
    }
    served.fake.finish();
}

/// Who does not want to be notified is named like everybody else, and is not.
#[tokio::test]
async fn who_wants_no_notifications_gets_none() {
    let served = Served::new().await;
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let answer = served.tell(boris, "/notify off").await;
    assert_eq!(lines(&answer[0]), ["Mentions do not notify you. /notify on begins that again."]);
    let challenge = served.hear(served.challenge(anna, boris)).await.remove(0);
    assert_eq!(lines(&challenge)[0], "anna challenges boris: Senegalese draughts.");
    served.tap(boris, &challenge, "Accept").await;
    let board = served.tell(anna, "/move d2-d3").await.remove(0);
    assert_eq!(lines(&board)[1], "#1: boris (Black) to move.");
    for message in [challenge, board] {
        assert!(message.notified.is_empty());
        assert!(linked(&message).iter().all(|(kind, _)| *kind == "bot_command"));
    }
    served.tell(boris, "/notify on").await;
    let board = served.tell(anna, "/board").await.remove(0);
    assert_eq!(board.notified, [boris]);
    served.fake.finish();
}

/// In the quiet hours of a chat nobody is called, and nothing makes a sound.
#[tokio::test]
async fn at_night_nobody_is_woken() {
    let served = Served::new().await;
    let (group, fake) = (served.group, &served.fake);
    let [anna, boris] = ["anna", "boris"].map(|name| served.person(name));
    let admin = served.person("admin");
    let stranger = served.person("dan");
    fake.renames(stranger, |user| user.username = Some("never_seen".to_owned()));
    served.tell(admin, "/settings quiet 23-8").await;
    served.tell(admin, "/settings zone +3").await;
    served.begin(anna, boris).await;
    // It is 22:59 there, then 23:00, and 8:00 in the morning.
    for (now, wakes) in [
        (datetime!(2026-11-29 19:59 UTC), true),
        (datetime!(2026-11-29 20:00 UTC), false),
        (datetime!(2026-11-30 04:59:59 UTC), false),
        (datetime!(2026-11-30 05:00 UTC), true),
    ] {
        served.at(now);
        let mut news = served.tell(boris, "/board").await;
        news.extend(served.hear(Line::new(group, boris, "/play senegal @never_seen")).await);
        news.extend(served.tell(boris, "/lang").await);
        assert_eq!(told(&news).len(), 5, "{:?}", told(&news));
        assert_eq!(lines(&news[1])[0], "boris challenges @never_seen: Senegalese draughts.");
        let called = news.iter().flat_map(|message| message.notified.clone()).collect::<Vec<_>>();
        assert_eq!(called, if wakes { vec![anna, stranger] } else { vec![] }, "{now}");
        assert!(news.iter().all(|message| message.silent != wakes), "{now}");
        served.tell(boris, "/cancel").await;
    }
    served.fake.finish();
}
