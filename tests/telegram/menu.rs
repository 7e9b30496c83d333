//! The commands that are listed to whoever types a slash.

use crate::support::{fake_telegram::Status, served::Served};
use kosti::app::command::WORDS;
use pretty_assertions::assert_eq;
use teloxide::types::ChatId;

/// What Discord takes at the most, so that one text serves both.
const LONGEST: usize = 100;

#[tokio::test]
async fn commands_are_listed_in_every_language() {
    let served = Served::new().await;
    let (fake, group) = (&served.fake, served.group);
    served.list_commands().await;
    let mut menus = Vec::new();
    for (language, first) in [
        (Some("ru"), "Вызвать друга на игру или найти соперника"),
        (Some("en"), "Challenge a friend to a game, or whoever wants to play"),
        (Some("de"), "Challenge a friend to a game, or whoever wants to play"),
        (None, "Challenge a friend to a game, or whoever wants to play"),
    ] {
        let user = fake.user_with("User", |user| user.language = language.map(str::to_owned));
        for status in [Status::Member, Status::Administrator] {
            fake.becomes(group, user, status);
            let menu = fake.menu(group, user);
            assert_eq!(menu[0], ("play".to_owned(), first.to_owned()), "{language:?}");
            let words: Vec<&str> = menu.iter().map(|(word, _)| word.as_str()).collect();
            assert_eq!(words, WORDS);
            menus.push(menu);
        }
        // Alone with the bot nobody can play.
        let alone = fake.menu(ChatId::from(user), user);
        let words: Vec<&str> = alone.iter().map(|(word, _)| word.as_str()).collect();
        assert_eq!(words, ["help", "rules", "rank", "lang", "theme", "notify", "forget"]);
        assert!(alone.iter().all(|command| menus.last().unwrap().contains(command)));
        menus.push(alone);
    }
    for (word, text) in menus.iter().flatten() {
        assert!((1..=LONGEST).contains(&text.chars().count()), "{word}: {text}");
        assert!(!text.contains(['\n', '{', '\u{2060}']), "{word}: {text}");
        // None of what is not there yet, and none twice by another word.
        for other in ["bot", "hint", "etude", "link", "challenge", "m", "start"] {
            assert_ne!(word, other);
        }
    }
    // For everybody, in groups, alone; in two languages and for all others.
    assert_eq!(fake.calls("setMyCommands").len(), 9);
    served.settle().await;
    served.fake.finish();
}

/// The list of commands is not what people wait for: without it everything else goes on.
#[tokio::test]
async fn what_is_listed_can_be_said() {
    let served = Served::new().await;
    let anna = served.person("anna");
    for word in WORDS.into_iter().filter(|word| *word != "move") {
        let news = served.tell(anna, &format!("/{word}")).await;
        served.pass(time::Duration::seconds(11)).await;
        assert!(news.len() == 1, "/{word}");
        assert!(!news[0].plain().contains("There is no command"), "/{word}");
    }
    served.fake.finish();
}
