//! What is said in messages: to the bot alone, calling it, answering it, or not to it at all.

use super::seen::{lines, told};
use crate::support::{
    fake_discord::{BOT, Message},
    served_discord::ServedDiscord,
};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, UserId};

async fn two() -> (ServedDiscord, [UserId; 2]) {
    let served = ServedDiscord::new().await;
    let people = ["Anna", "Boris"].map(|name| served.person(name));
    (served, people)
}

/// A message as the gateway tells of it.
fn message(served: &ServedDiscord, user: UserId, channel: ChannelId, text: &str) -> Value {
    let (mut name, mut username) = (String::new(), String::new());
    served.fake.changes_user(user, |user| {
        name = user.shown().to_owned();
        username = user.username.clone();
    });
    // Each has an id of its own.
    let id = served.fake.says(user, channel, ".").get() + 1;
    json!({
        "id": id.to_string(),
        "channel_id": channel,
        "guild_id": served.guild,
        "author": {
            "id": user, "username": username, "discriminator": "0",
            "global_name": name, "avatar": null,
        },
        "content": text,
        "timestamp": "2026-11-29T12:00:00+00:00",
        "edited_timestamp": null,
        "tts": false,
        "mention_everyone": false,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": false,
        "type": 0,
    })
}

/// A message that answers one of the bot; it pings, so that the bot may read it.
fn answer(served: &ServedDiscord, user: UserId, to: &Message, text: &str) -> Value {
    let mut message = message(served, user, to.channel, text);
    let bot = json!({
        "id": BOT, "username": "kosti", "discriminator": "4321", "global_name": null,
        "avatar": null, "bot": true,
    });
    message["type"] = json!(19);
    message["mentions"] = json!([bot]);
    message["message_reference"] =
        json!({ "channel_id": to.channel, "message_id": to.id, "guild_id": served.guild });
    let mut referenced = message.clone();
    referenced["id"] = json!(to.id);
    referenced["author"] = bot;
    referenced["content"] = json!(to.content);
    referenced["type"] = json!(0);
    if let Some(referenced) = referenced.as_object_mut() {
        referenced.remove("message_reference");
    }
    message["referenced_message"] = referenced;
    message
}

/// Lets the gateway tell something; gives what the bot says by that.
async fn tells(
    served: &ServedDiscord,
    event: &str,
    channel: ChannelId,
    data: &Value,
) -> Vec<Message> {
    let before = served.newest(channel);
    served.fake.dispatches(event, Some(served.guild), data);
    served.settle().await;
    served.since(channel, before)
}

/// An answer to a board is a move of its match, whatever else is played there.
#[tokio::test]
async fn an_answer_to_a_board_is_a_move() {
    let (served, [anna, boris]) = two().await;
    let main = served.channel("main");
    let first = served.begin(anna, boris).await;
    let second = served.begin(anna, boris).await;
    let create = "MESSAGE_CREATE";
    let news = tells(&served, create, main, &answer(&served, anna, &second, "e3-d3")).await;
    assert_eq!(told(&news), ["Anna: e3-d3", "#2: @Boris (Black) to move."]);
    let news = tells(&served, create, main, &answer(&served, anna, &first, "D2 d3")).await;
    assert_eq!(told(&news), ["Anna: d2-d3", "#1: @Boris (Black) to move."]);
    // Talk is talk, and a move that is none is answered where it was made.
    for talk in ["well played", "ha"] {
        let news = tells(&served, create, main, &answer(&served, anna, &news[0], talk)).await;
        assert_eq!(told(&news), [""; 0], "{talk}");
    }
    let news = tells(&served, create, main, &answer(&served, anna, &news[0], "d3-d4")).await;
    assert_eq!(told(&news), ["It is not your turn: Boris is to move."]);
    // With what else can be said to it.
    let news = tells(&served, create, main, &answer(&served, boris, &first, "/draw")).await;
    assert!(lines(&news[0])[0].starts_with("Boris offers @Anna a draw"), "{:?}", told(&news));
    served.fake.finish();
}

/// Who calls the bot says a command to it.
#[tokio::test]
async fn a_call_is_a_command() {
    let (served, [anna, boris]) = two().await;
    let main = served.channel("main");
    let challenge = format!("<@{BOT}> /play senegal <@{boris}>");
    let news = served.hears(anna, main, &challenge).await;
    assert_eq!(lines(&news[0])[0], "Anna challenges @Boris: Senegalese draughts.");
    assert_eq!(news[0].notified, [boris]);
    served.taps(boris, &news[0], "Accept").await.only();
    let news = served.hears(anna, main, &format!("d2-d3 <@!{BOT}>")).await;
    assert_eq!(told(&news), ["Anna: d2-d3", "#1: @Boris (Black) to move."]);
    let news = served.hears(boris, main, &format!("<@{BOT}> /move d4:d2")).await;
    assert_eq!(lines(&news[0])[0], "Boris: d4:d2");
    let news = served.hears(boris, main, &format!("<@{BOT}> /frobnicate")).await;
    assert_eq!(told(&news), ["There is no command /frobnicate. /help lists what there is."]);
    // A mere call asks what there is to say.
    let news = served.hears(anna, main, &format!("<@{BOT}>")).await;
    assert!(lines(&news[0])[0].starts_with("Board games in this chat."), "{:?}", told(&news));
    served.fake.finish();
}

/// Alone with the bot everything is said to it.
#[tokio::test]
async fn alone_everything_is_said_to_it() {
    let (served, [anna, _]) = two().await;
    let alone = served.fake.dm(anna);
    for (said, start) in [
        ("/help", "Board games in this chat."),
        ("/rank", "Anna has no rated result in this chat yet."),
        ("/frobnicate", "There is no command /frobnicate."),
        ("/play senegal", "There are only the two of us here"),
        ("d2-d3", "There are only the two of us here"),
        ("hello", "There are only the two of us here"),
        ("/rules senegal", "Senegalese draughts"),
    ] {
        let news = served.hears(anna, alone, said).await;
        assert_eq!(news.len(), 1, "{said}");
        assert!(lines(&news[0])[0].starts_with(start), "{said}: {:?}", told(&news));
        let invites = start.starts_with("There are only");
        assert_eq!(news[0].labels().len(), usize::from(invites), "{said}");
    }
    // By commands, too, for nobody else is there.
    let told = served.asks(anna, alone, "/play game:senegal").await;
    let invitation = told.news.iter().chain(&told.alone).next().unwrap();
    let url = invitation.button("Add me to a server").unwrap().url.clone().unwrap();
    assert_eq!(url, format!("https://discord.com/oauth2/authorize?client_id={BOT}"));
    assert_eq!(served.count("challenges").await, 0);
    // Who closes the chat is not answered, and nothing breaks.
    served.fake.finish();
}

/// What is not said to the bot, or not by a person, does nothing.
#[tokio::test]
async fn what_is_not_meant_does_nothing() {
    let (served, [anna, boris]) = two().await;
    let main = served.channel("main");
    let board = served.begin(anna, boris).await;
    let (create, update) = ("MESSAGE_CREATE", "MESSAGE_UPDATE");
    let of_bot = {
        let mut message = answer(&served, anna, &board, "d2-d3");
        message["author"]["bot"] = json!(true);
        message
    };
    let of_hook = {
        let mut message = answer(&served, anna, &board, "d2-d3");
        message["webhook_id"] = json!("1200000000000000001");
        message
    };
    let edited = {
        let mut message = answer(&served, anna, &board, "d2-d3");
        message["edited_timestamp"] = json!("2026-11-29T12:01:00+00:00");
        message
    };
    let unread = answer(&served, anna, &board, "");
    let talk = message(&served, anna, main, "/move d2-d3");
    let to_other = {
        let mut message = answer(&served, anna, &board, "d2-d3");
        let other = message["author"].clone();
        message["referenced_message"]["author"] = other;
        message["mentions"] = json!([]);
        message
    };
    served.settle().await;
    let events = served.count("events").await;
    let calls = served.fake.all_calls().len();
    for (event, data) in [
        (create, of_bot),
        (create, of_hook),
        (update, edited),
        (create, unread),
        (create, talk),
        (create, to_other),
        ("MESSAGE_DELETE", json!({ "id": board.id, "channel_id": main, "guild_id": served.guild })),
        ("TYPING_START", json!({ "channel_id": main, "user_id": anna, "timestamp": 1 })),
        ("SOMETHING_NEW", json!({ "channel_id": main })),
    ] {
        let news = tells(&served, event, main, &data).await;
        assert_eq!(told(&news), [""; 0], "{event} {data}");
    }
    assert_eq!(served.count("events").await, events);
    assert_eq!(served.fake.all_calls().len(), calls);
    assert_eq!(served.count("steps").await, 0);
    served.fake.finish();
}
