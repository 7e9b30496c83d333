//! The language of a server, and that of whoever asks.

use super::seen::{lines, told};
use crate::support::served_discord::ServedDiscord;
use pretty_assertions::assert_eq;

/// Everybody reads the server's language, each alone one's own.
#[tokio::test]
async fn a_server_has_a_language_and_so_has_everybody() {
    let served = ServedDiscord::new().await;
    let fake = &served.fake;
    let [ira, john, olga] = ["Ira", "John", "Olga"].map(|name| served.person(name));
    for (user, locale) in [(ira, "ru"), (john, "en-GB"), (olga, "uk")] {
        fake.changes_user(user, |user| user.locale = locale.to_owned());
    }
    let guild = fake.guild_without_bot("Others", &[ira, john, olga]);
    fake.changes_guild(guild, |guild| guild.locale = "ru".to_owned());
    fake.invites_bot(guild);
    served.settle().await;
    let main = fake.general(guild);
    let line = format!("/play game:senegal opponent:@{john}");
    let challenge = served.asks(ira, main, &line).await.only();
    assert_eq!(lines(&challenge)[0], "Ira вызывает @John: Сенегальские шашки.");
    for (user, refusal) in [
        (olga, "На вызов #1 так ответить можете не вы."),
        (ira, "На вызов #1 так ответить можете не вы."),
    ] {
        assert_eq!(served.taps(user, &challenge, "Принять").await.refusal(), refusal);
    }
    served.taps(john, &challenge, "Принять").await.only();
    let refusal = served.asks(john, main, "/move action:d2-d3").await.refusal();
    assert_eq!(refusal, "It is not your turn: Ira is to move.");
    // A choice wins over the client.
    served.asks(john, main, "/lang language:ru").await;
    let refusal = served.asks(john, main, "/move action:d2-d3").await.refusal();
    assert!(refusal.starts_with("Сейчас"), "{refusal}");
    served.asks(ira, main, "/lang language:en").await;
    let refusal = served.asks(ira, main, "/move action:x").await.refusal();
    assert!(refusal.starts_with("I do not read this as a move."), "{refusal}");
    // And one of an admin over the server.
    served.asks(ira, main, "/lang language:en chat:true").await;
    let board = served.asks(ira, main, "/move action:d2-d3").await.only();
    assert_eq!(lines(&board)[1], "#1: @John (Black) to move.");
    fake.finish();
}

/// The bot says hello in the language of the server into which it comes.
#[tokio::test]
async fn a_server_is_greeted_in_its_language() {
    let served = ServedDiscord::new().await;
    let anna = served.person("Anna");
    for (locale, hello) in [("ru", "Здравствуйте! Я Kosti"), ("fr", "Hello! I am Kosti")]
    {
        let guild = served.fake.guild_without_bot("Others", &[anna]);
        served.fake.changes_guild(guild, |guild| guild.locale = locale.to_owned());
        served.fake.invites_bot(guild);
        served.settle().await;
        let said = told(&served.fake.messages(served.fake.general(guild)));
        assert!(said.len() == 1 && said[0].starts_with(hello), "{said:?}");
    }
    served.fake.finish();
}

/// Alone with the bot there is only one language.
#[tokio::test]
async fn alone_it_is_ones_own() {
    let served = ServedDiscord::new().await;
    let anna = served.person("Anna");
    served.fake.changes_user(anna, |user| user.locale = "ru".to_owned());
    let alone = served.fake.dm(anna);
    let answer = served.asks(anna, alone, "/rank").await;
    let answer = told(&[answer.news, answer.alone].concat());
    assert_eq!(answer, ["Anna: рейтинговых результатов в этом чате пока нет."]);
    served.fake.finish();
}

/// Commands are described in both languages, by the words of Telegram's list.
#[tokio::test]
async fn commands_are_listed_in_both_languages() {
    let served = ServedDiscord::new().await;
    let commands = served.fake.commands();
    let names: Vec<&str> = commands.iter().map(|command| command.name.as_str()).collect();
    assert_eq!(names, kosti::app::command::WORDS);
    for command in &commands {
        let json = &command.json;
        assert_eq!(json["contexts"], serde_json::json!([0, 1, 2]));
        assert_eq!(json["integration_types"], serde_json::json!([0, 1]));
        let options = json["options"].as_array().cloned().unwrap_or_default();
        for described in options.iter().chain([json]) {
            let russian = described["description_localizations"]["ru"].as_str().unwrap();
            assert!(russian.chars().any(|c| ('а'..='я').contains(&c)), "{described}");
            assert!(described["name_localizations"].is_null(), "{described}");
            let english = described["description"].as_str().unwrap();
            assert!(english.is_ascii() && !english.contains('\n'), "{english}");
        }
    }
    // Listing them again changes nothing.
    served.list_commands().await;
    assert_eq!(served.fake.commands().len(), commands.len());
    served.fake.finish();
}
