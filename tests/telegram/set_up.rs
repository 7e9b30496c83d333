//! What Kosti tells Telegram of itself.

use crate::support::served::Served;
use kosti::app::command::WORDS;
use teloxide::types::ChatId;

#[tokio::test]
async fn every_command_is_listed_in_every_language() {
    let served = Served::new().await;
    served.list_commands().await;
    served.say("anna", "/games").await;
    let calls = served.fake.calls("setMyCommands");
    let mut scopes = Vec::new();
    for call in &calls {
        let scope = call.params["scope"]["type"].as_str().unwrap();
        let language = call.params.get("language_code").and_then(|code| code.as_str());
        scopes.push((scope, language));
        let listed = call.params["commands"].as_array().unwrap();
        let words: Vec<&str> = listed.iter().map(|one| one["command"].as_str().unwrap()).collect();
        if scope == "all_private_chats" {
            assert!(words.iter().all(|word| WORDS.contains(word)) && words.contains(&"help"));
        } else {
            assert_eq!(words, WORDS);
        }
        for one in listed {
            let length = one["description"].as_str().unwrap().chars().count();
            // Discord takes as many.
            assert!((1..=100).contains(&length), "{one}");
            let cyrillic = one["description"].to_string().chars().any(|c| ('а'..='я').contains(&c));
            assert_eq!(cyrillic, language == Some("ru"), "{one}");
        }
    }
    let all = ["default", "all_group_chats", "all_private_chats"];
    let wanted =
        all.into_iter().flat_map(|scope| [None, Some("ru"), Some("en")].map(|code| (scope, code)));
    assert_eq!(scopes, wanted.collect::<Vec<_>>());
    assert!(calls.iter().all(|call| call.chat.is_none_or(|chat| chat == ChatId(0))));
    served.last();
    served.fake.confirmed().await;
    served.fake.finish();
}
