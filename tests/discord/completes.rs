//! What is offered to whoever types a move.

use crate::support::served_discord::ServedDiscord;
use kosti::games::Games;
use pretty_assertions::assert_eq;
use serenity::model::id::{ChannelId, UserId};

/// The most choices, and the most characters of each.
const MOST: usize = 25;
const LONGEST: usize = 100;

async fn offers(
    served: &ServedDiscord,
    user: UserId,
    channel: ChannelId,
    typed: &str,
    number: Option<i64>,
) -> Vec<String> {
    let mut options = vec![("action", typed.into())];
    options.extend(number.map(|number| ("match", number.into())));
    let asked = served.fake.types(user, channel, "move", &options, "action");
    served.settle().await;
    let offered = served.fake.offered(asked).await;
    assert!(offered.len() <= MOST);
    for choice in &offered {
        assert_eq!(choice.value.as_str(), Some(choice.name.as_str()));
        assert!((1..=LONGEST).contains(&choice.name.chars().count()));
    }
    offered.into_iter().map(|choice| choice.name).collect()
}

#[tokio::test]
async fn legal_moves_are_offered_to_who_is_to_move() {
    let served = ServedDiscord::new().await;
    let [anna, boris, carol] = ["Anna", "Boris", "Carol"].map(|name| served.person(name));
    let main = served.channel("main");
    assert_eq!(offers(&served, anna, main, "", None).await, [""; 0]);
    served.begin(anna, boris).await;
    let before = [served.count("events").await, served.count("members").await];
    for (typed, offered) in [
        ("", &["c2-c3", "d2-d3", "e3-d3"][..]),
        ("d", &["d2-d3", "e3-d3"]),
        ("D2", &["d2-d3"]),
        (" d2 - ", &["d2-d3"]),
        ("3", &["c2-c3", "d2-d3", "e3-d3"]),
        ("x", &[]),
    ] {
        assert_eq!(offers(&served, anna, main, typed, None).await, offered, "{typed:?}");
    }
    // Who is not to move, plays elsewhere or does not play is offered nothing.
    for user in [boris, carol] {
        assert_eq!(offers(&served, user, main, "", None).await, [""; 0]);
        assert_eq!(offers(&served, user, main, "d", Some(1)).await, [""; 0]);
    }
    assert_eq!(offers(&served, anna, served.channel("other"), "", None).await, [""; 0]);
    // Of several matches the number says which.
    served.begin(anna, boris).await;
    served.asks(anna, main, "/move match:1 action:d2-d3").await.only();
    assert_eq!(offers(&served, boris, main, "", None).await, ["d4:d2"]);
    assert_eq!(offers(&served, anna, main, "e", Some(2)).await, ["e3-d3"]);
    assert_eq!(offers(&served, anna, main, "", Some(1)).await, [""; 0]);
    assert_eq!(offers(&served, anna, main, "", Some(7)).await, [""; 0]);
    // Typing is no event, and makes nobody known.
    assert_eq!(served.count("members where name = 'Carol'").await, 0);
    assert_eq!(served.count("members").await, before[1]);
    served.fake.finish();
}

/// What is offered is only help: whatever is typed is judged as everywhere.
#[tokio::test]
async fn what_is_typed_freely_is_judged() {
    let served = ServedDiscord::new().await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    let main = served.channel("main");
    served.begin(anna, boris).await;
    let refusal = served.asks(anna, main, "/move action:d2-d4").await.refusal();
    assert!(!refusal.is_empty());
    let refusal = served.asks(anna, main, "/move action:let us play").await.refusal();
    assert!(refusal.starts_with("I do not read this as a move."), "{refusal}");
    assert_eq!(served.count("steps").await, 0);
    served.asks(anna, main, "/move action:D2 D3").await.only();
    assert_eq!(served.count("steps").await, 1);
    served.fake.finish();
}

/// Of many moves the first are offered, and the rest as more is typed.
#[tokio::test]
async fn of_many_moves_some_are_offered() {
    let served =
        ServedDiscord::on(crate::support::database::pool().await, Games::registered()).await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| served.person(name));
    let main = served.channel("main");
    served.begin(anna, boris).await;
    // Few pieces on an empty board have many ways.
    let position = "5b/1w1w1w/w1w1w1/1w1w1w/w1w1w1 w 0";
    let sql = "update matches set position = $1";
    sqlx::query(sql).bind(position).execute(&served.pool).await.unwrap();
    let all = kosti::games::Games::registered()
        .find("senegal")
        .map(|game| {
            let options = kosti::game::OptionSet::parse(game.facts(), [].into_iter()).unwrap();
            game.read(&options, position).unwrap().legal()
        })
        .unwrap();
    assert!(all.len() > MOST, "{}", all.len());
    let offered = offers(&served, anna, main, "", None).await;
    assert_eq!(offered, all[..MOST]);
    let last = all.last().unwrap();
    assert_eq!(offers(&served, anna, main, last, None).await, [last.as_str()]);
    let _ = boris;
    served.fake.finish();
}
