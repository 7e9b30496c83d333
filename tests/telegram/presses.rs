//! Presses: whatever is pressed, by whom and when, it is answered, and what is current is done.

use crate::support::{
    database,
    fake_telegram::{Message, USERNAME},
    served::{ENOUGH, Served},
    toy_game::toys,
};
use kosti::app::button::{Button, Tail, Verb};
use pretty_assertions::assert_eq;
use serde_json::json;
use sqlx::Row as _;
use std::collections::BTreeMap;
use teloxide::types::{ChatId, MessageId, UserId};

/// Asks for a match in a place; gives the message with the button.
async fn asked(served: &Served, place: &str) -> Message {
    served.writes("Anna", place, &format!("/play@{USERNAME} senegal"));
    served.settle().await;
    served.last()
}

#[tokio::test]
async fn a_press_that_is_too_old_for_an_answer_is_done() {
    let served = Served::new().await;
    let asked = asked(&served, "main").await;
    let query = served.fake.presses(served.person("Boris"), served.group, asked.id, "Accept");
    served.fake.expires(&query);
    served.settle().await;
    assert_eq!(served.count("matches").await, 1);
    assert_eq!(served.fake.messages(served.group).len(), 2);
    served.fake.excuse(crate::support::fake_telegram::Leftover::Unanswered);
    served.fake.finish();
}

/// What lets a message not be shown by presses on it.
type Hide = fn(&Served, MessageId);

#[tokio::test]
async fn presses_on_what_is_gone_are_done_in_the_place_of_their_match() {
    let hidden: Hide = |served, message| served.fake.hides(served.group, message);
    let deleted: Hide = |served, message| served.fake.deletes(served.group, message);
    for hide in [hidden, deleted] {
        for place in ["games", "main"] {
            let served = Served::new().await;
            let asked = asked(&served, place).await;
            hide(&served, asked.id);
            let data = asked.button("Accept").unwrap().data.clone().unwrap();
            let boris = served.person("Boris");
            let query = served.fake.presses_data(boris, served.group, asked.id, &data);
            served.settle().await;
            assert_eq!(served.fake.toast(&query).await.text, "");
            assert_eq!(served.count("matches").await, 1);
            let board = served.last();
            assert_eq!(board.topic, served.topic(place));

            // The same for a match.
            let play = play(&served, 0, "d2-d3").await;
            hide(&served, board.id);
            let anna = served.person("Anna");
            let query = served.fake.presses_data(anna, served.group, board.id, &play);
            served.settle().await;
            assert_eq!(served.fake.toast(&query).await.text, "");
            assert_eq!(served.count("steps").await, 1);
            assert_eq!(served.last().topic, served.topic(place));
            served.fake.finish();
        }
    }
}

/// A button that plays an action of the only match.
async fn play(served: &Served, revision: u32, action: &str) -> String {
    let row = sqlx::query("select scope_id, number, game, options, position from matches");
    let row = row.fetch_one(&served.pool).await.unwrap();
    let game = served.app.games.find(row.get("game")).unwrap();
    let options: String = row.get("options");
    let options = kosti::game::OptionSet::parse(game.facts(), options.split_whitespace()).unwrap();
    let legal = game.read(&options, row.get("position")).unwrap().legal();
    let action = if action.is_empty() { &legal[0] } else { action };
    let button = Button {
        verb: Verb::Play,
        scope: kosti::store::ScopeId(row.get("scope_id")),
        number: kosti::store::MatchNo(row.get("number")),
        revision,
        tail: Tail::action(&legal, action).unwrap(),
    };
    button.to_string()
}

#[tokio::test]
async fn presses_that_mean_nothing_are_answered() {
    let served = Served::new().await;
    let asked = asked(&served, "main").await;
    let boris = served.person("Boris");
    let press = |data: &str| served.fake.presses_data(boris, served.group, asked.id, data);
    // A button of a game of Telegram, and one under a message that was sent by way of the bot.
    for (gone, there) in [("data", "game_short_name"), ("message", "inline_message_id")] {
        let query = press("data");
        served.fake.alter(served.fake.last_update(), |update| {
            update["callback_query"].as_object_mut().unwrap().remove(gone);
            update["callback_query"][there] = json!("17");
        });
        served.settle().await;
        assert_eq!(served.fake.toast(&query).await.text, "", "{gone}");
    }
    let unknown = "That button is not one that I know.";
    let own = asked.button("Accept").unwrap().data.clone().unwrap();
    let later = format!("2{}", &own[1..]);
    let long = "я".repeat(32);
    for data in ["", " ", "menu:17", "{}", "1", "1j", &own[..own.len() - 1], &later, &long] {
        let query = press(data);
        served.settle().await;
        assert_eq!(served.fake.toast(&query).await.text, unknown, "{data}");
    }
    assert_eq!(served.count("matches").await, 0);
    served.fake.confirmed().await;
    served.fake.finish();
}

#[tokio::test]
async fn a_button_of_another_chat_does_nothing() {
    let served = Served::new().await;
    let asked = asked(&served, "main").await;
    let own = asked.button("Accept").unwrap().data.clone().unwrap();
    let boris = served.person("Boris");
    let other = served.fake.group("Others", &[boris]);
    served.fake.says(other, boris, "/play senegal");
    served.settle().await;
    let there = served.fake.next(other).await;
    let query = served.fake.presses_data(boris, other, there.id, &own);
    served.settle().await;
    let toast = served.fake.toast(&query).await.text;
    assert_eq!(toast, "That button belongs to another chat.");
    assert_eq!(served.count("matches").await, 0);
    served.fake.finish();
}

/// Lets a crowd press a button at once: the two players among them; gives what each is shown.
async fn crowd(served: &Served, message: MessageId, data: &str) -> BTreeMap<String, Vec<String>> {
    let mut queries = Vec::new();
    for at in 0..100 {
        let name = match at % 5 {
            0 => "Anna".to_owned(),
            1 => "Boris".to_owned(),
            _ => format!("Guest {at}"),
        };
        let user = served.person(&name);
        let query = served.fake.presses_data(user, served.group, message, data);
        queries.push((name, query));
    }
    served.settle().await;
    let mut shown: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, query) in queries {
        let name = if name.starts_with("Guest") { "Guest" } else { &name };
        let toast = served.fake.toast(&query).await.text;
        let shown = shown.entry(name.to_owned()).or_default();
        if !shown.contains(&toast) {
            shown.push(toast);
        }
    }
    shown
}

#[tokio::test]
async fn a_crowd_that_presses_at_once_has_one_effect() {
    let served = Served::new().await;
    served.say("Boris", "/games").await;
    served.say("Anna", &format!("/play@{USERNAME} senegal @Boris")).await;
    let asked = served.last();
    let accept = asked.button("Accept").unwrap().data.clone().unwrap();
    let shown = crowd(&served, asked.id, &accept).await;
    assert_eq!(served.count("matches").await, 1);
    assert_eq!(shown["Boris"][0], "", "the first one is done");
    assert!(shown.values().flatten().filter(|shown| shown.is_empty()).count() == 1, "{shown:?}");

    let play = play(&served, 0, "d2-d3").await;
    let shown = crowd(&served, served.last().id, &play).await;
    assert_eq!(served.count("steps").await, 1);
    assert_eq!(shown["Anna"], ["", "The position has changed since then."]);
    assert_eq!(shown["Boris"], ["The position has changed since then."]);
    assert_eq!(shown["Guest"].len(), 1, "{shown:?}");
    assert!(shown["Guest"][0].contains("You do not play in this game"), "{shown:?}");
    served.fake.confirmed().await;
    served.fake.messages(served.group);
    served.fake.finish();
}

/// Decisions: who had to pass has made none.
const ACTIONS: &str = "steps where kind = 'action' and text <> 'pass'";

/// All that somebody has been shown: what stands in the group, alone with the bot, and toasts.
fn seen(served: &Served, alone: ChatId, toasts: &[String]) -> String {
    let mut seen: Vec<String> = toasts.to_vec();
    for chat in [served.group, alone] {
        let messages = served.fake.messages(chat);
        seen.extend(messages.iter().map(|message| message.plain().to_owned()));
    }
    seen.join("\n")
}

#[tokio::test]
async fn nobody_is_shown_the_hand_of_another() {
    let served = Served::on(database::pool().await, toys(), ENOUGH).await;
    served.say("Anna", &format!("/play@{USERNAME} toy to 9 hands=closed")).await;
    for name in ["Anna", "Boris"] {
        served.fake.private(served.person(name));
    }
    served.press("Boris", "Accept").await;
    let row = sqlx::query("select revision, position from matches");
    let row = row.fetch_one(&served.pool).await.unwrap();
    let (revision, position): (i32, String) = (row.get(0), row.get(1));
    let people: Vec<(String, UserId)> =
        ["Anna", "Boris", "Guest 2"].map(|name| (name.to_owned(), served.person(name))).into();
    for (_, user) in &people {
        served.fake.private(*user);
    }
    let play = play(&served, revision.unsigned_abs(), "").await;
    let shown = crowd(&served, served.last().id, &play).await;
    assert_eq!(served.count(ACTIONS).await, 1, "one action");
    // Each asks for what may be played, in the group.
    for (name, _) in &people {
        served.say(name, "/moves").await;
    }
    // "a c1 c2 c3 + - / b c1 c2 c4 + - / a d2"
    let hands: Vec<&str> =
        position.split(" / ").take(2).map(|hand| hand[2..].split(" + ").next().unwrap()).collect();
    assert!(hands.iter().all(|hand| hand.len() >= 8), "{position}");
    let empty = Vec::new();
    for (name, user) in &people {
        let toasts = shown.get(name.trim_end_matches(" 2")).unwrap_or(&empty);
        let seen = seen(&served, ChatId::from(*user), toasts);
        for (owner, hand) in ["Anna", "Boris"].iter().zip(&hands) {
            if owner != name {
                assert!(!seen.contains(hand), "{name} sees {hand} of {owner}: {seen}");
            }
        }
    }
    served.fake.confirmed().await;
    served.fake.finish();
}
