//! Somebody alone with the bot.

use super::{lines, seen};
use crate::support::{
    fake_telegram::{Leftover, Line, Message, USERNAME},
    served::Served,
};
use pretty_assertions::assert_eq;
use teloxide::types::{ChatId, UserId};

/// What the bot answers to somebody in the private chat.
async fn answers(served: &Served, user: UserId, text: &str) -> Vec<Message> {
    let chat = ChatId::from(user);
    let said = served.fake.says(chat, user, text);
    served.settle().await;
    let mut all = served.fake.messages(chat);
    all.retain(|message| message.id.0 > said.0);
    all
}

async fn first_line(served: &Served, user: UserId, text: &str) -> String {
    let news = answers(served, user, text).await;
    assert_eq!(news.len(), 1, "{text}");
    lines(&news[0]).remove(0)
}

#[tokio::test]
async fn whoever_starts_is_told_what_it_is_for() {
    let served = Served::new().await;
    let anna = served.person("anna");
    for text in ["/start", "/start hello", "/START@kosti_bot"] {
        let greeting = answers(&served, anna, text).await.remove(0);
        assert!(greeting.plain().starts_with("Hello! I am Kosti."), "{}", greeting.plain());
        assert_eq!(greeting.labels(), [["Add me to a group"]]);
        let url = greeting.button("Add me to a group").unwrap().url.clone();
        assert_eq!(url.unwrap(), format!("https://t.me/{USERNAME}?startgroup=true"));
    }
    served.fake.finish();
}

/// There is nobody to play with; what to do about that is told in a sentence.
#[tokio::test]
async fn nobody_plays_with_the_bot_alone() {
    let served = Served::new().await;
    let anna = served.person("anna");
    for text in ["/play", "/play senegal", "/challenge senegal @boris", "/m d2-d3", "d2-d3", "hi"] {
        let news = answers(&served, anna, text).await;
        assert_eq!(news.len(), 1, "{text}");
        assert_eq!(
            lines(&news[0]),
            ["There are only the two of us here, and I do not play myself. Add me to a group and \
              say /play there."],
            "{text}"
        );
        assert_eq!(news[0].labels(), [["Add me to a group"]]);
    }
    let open = sqlx::query("select from challenges").fetch_all(&served.pool).await.unwrap();
    assert_eq!(open.len(), 0);
    served.fake.finish();
}

/// Alone nobody is disturbed: everything is answered, and all rights are one's own.
#[tokio::test]
async fn everything_is_answered_alone() {
    let served = Served::new().await;
    let anna = served.person("anna");
    for (text, answer) in [
        ("/accept", "There is nothing here for you to accept."),
        ("/decline", "There is nothing here for you to decline."),
        ("/frobnicate", "There is no command /frobnicate. /help lists what there is."),
        ("/move", "Like this: /move d2-d3, or /move #2 d2-d3 in game 2."),
        ("/settings theme night", "theme, colours of pictures: night"),
        ("/lang en chat", "I speak English here now."),
        ("/rank", "anna has no rated result in this chat yet."),
        ("/theme clear", "I draw in clear for you now. For everybody here: /theme clear chat."),
        (
            "/help",
            "Board games in this chat. A command is a move, every position comes back as a picture.",
        ),
    ] {
        assert_eq!(first_line(&served, anna, text).await, answer, "{text}");
    }
    let rules = answers(&served, anna, "/rules senegal").await.remove(0);
    assert!(rules.file.is_some() && rules.plain().starts_with("Senegalese draughts"));
    let question = answers(&served, anna, "/forget").await.remove(0);
    let query = served.fake.presses(anna, question.chat, question.id, "Yes, forget me");
    served.settle().await;
    assert_eq!(served.fake.toast(&query).await.text, "You are forgotten.");
    assert!(served.fake.calls("getChatMember").is_empty());
    served.fake.finish();
}

/// The language of whoever is alone with the bot is that of the app, until another is chosen.
#[tokio::test]
async fn the_language_alone_is_ones_own() {
    let served = Served::new().await;
    let (fake, anna) = (&served.fake, served.person("anna"));
    fake.renames(anna, |user| user.language = Some("ru".to_owned()));
    let greeting = answers(&served, anna, "/start").await.remove(0);
    assert!(greeting.plain().starts_with("Здравствуйте! Я Kosti."), "{}", greeting.plain());
    assert_eq!(greeting.labels(), [["Добавить меня в группу"]]);
    assert_eq!(first_line(&served, anna, "/top").await, "Здесь ещё не доиграли ни одной партии.");
    fake.renames(anna, |user| user.language = Some("en-GB".to_owned()));
    assert_eq!(first_line(&served, anna, "/top").await, "No game has been finished here yet.");
    // A choice wins over the app, in what is told to everybody who is here, too.
    first_line(&served, anna, "/lang ru").await;
    for (text, answer) in [
        ("/start", "Здравствуйте! Я Kosti."),
        ("/play", "Здесь только вы и я, а сам я не играю."),
        ("/top", "Здесь ещё не доиграли ни одной партии."),
        ("/rules senegal", "Сенегальские шашки"),
    ] {
        let line = first_line(&served, anna, text).await;
        assert!(line.starts_with(answer), "{text}: {line}");
    }
    served.fake.finish();
}

/// In a group what everybody reads is in the language of who spoke there first; what is for
/// one person alone is in that person's.
#[tokio::test]
async fn the_language_of_a_group_is_that_of_the_first() {
    let (served, people) = Served::among(&["ira", "john", "olga"]).await;
    let [ira, john, olga] = people[..] else { panic!("{people:?}") };
    for (user, language) in [(ira, "ru"), (john, "en"), (olga, "uk")] {
        served.fake.renames(user, |user| user.language = Some(language.to_owned()));
    }
    let none = "Здесь ещё не доиграли ни одной партии.";
    for user in [ira, john, olga] {
        assert_eq!(lines(&served.tell(user, "/top").await[0]), [none]);
    }
    for (user, answer) in [
        (john, "Which language: ru or en?"),
        (ira, "Какой язык: ru или en?"),
        // Of a language that Kosti does not speak, the chat's is the better guess.
        (olga, "Какой язык: ru или en?"),
    ] {
        assert_eq!(lines(&served.tell(user, "/lang").await[0]), [answer]);
    }
    let challenge = served.hear(served.challenge(ira, john)).await.remove(0);
    assert_eq!(lines(&challenge)[0], "ira вызывает @john: Сенегальские шашки.");
    let (toast, _) = served.tap(olga, &challenge, "Принять").await;
    assert_eq!(toast.text, "На вызов #1 так ответить можете не вы.");
    let (toast, _) = served.tap(ira, &challenge, "Принять").await;
    assert_eq!(toast.text, "На вызов #1 так ответить можете не вы.");
    served.tap(john, &challenge, "Принять").await;
    assert_eq!(
        lines(&served.tell(john, "/move d2-d3").await[0]),
        ["It is not your turn: ira is to move."]
    );
    served.fake.excuse(Leftover::Unread);
    served.fake.finish();
}

/// A command to another bot, or one that nobody knows, is not ours to answer in a group.
#[tokio::test]
async fn in_a_group_others_are_left_their_commands() {
    let served = Served::new().await;
    let anna = served.person("anna");
    for text in ["/help@other_bot", "/frobnicate", "/weather tomorrow", "hello", "@kosti_bot hi"] {
        let news = served.hear(Line::new(served.group, anna, text)).await;
        assert!(news.is_empty(), "{text}: {}", seen(news[0].plain()));
    }
    let news = served.tell(anna, "/frobnicate@KOSTI_bot").await;
    assert_eq!(lines(&news[0]), ["There is no command /frobnicate. /help lists what there is."]);
    served.fake.finish();
}
