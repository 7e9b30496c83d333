//! The bot is let in.

use super::lines;
use crate::support::{
    database,
    fake_telegram::{BOT, FakeTelegram, Line, Status},
    served::{ENOUGH, Served},
};
use kosti::games::Games;
use pretty_assertions::assert_eq;

const WELCOME: &str =
    "Здравствуйте! Я Kosti: здесь вы можете играть друг с другом в настольные игры.";

async fn served(language: Option<&str>) -> (Served, teloxide::types::UserId) {
    let fake = FakeTelegram::start();
    let host = fake.user_with("Host", |user| user.language = language.map(str::to_owned));
    let group = fake.supergroup("Friends", &[host]);
    fake.makes(group, host, BOT, Status::Left);
    let pool = database::pool().await;
    let served = Served::of(fake, group, pool, Games::registered(), ENOUGH).await;
    served.settle().await;
    (served, host)
}

#[tokio::test]
async fn whoever_lets_the_bot_in_is_welcomed_once() {
    let (served, host) = served(Some("ru")).await;
    let (fake, group) = (&served.fake, served.group);
    assert_eq!(served.news().len(), 0);
    fake.makes(group, host, BOT, Status::Member);
    // A link lets it in and says this besides.
    fake.says(group, host, "/start@kosti_bot true");
    served.settle().await;
    let news = served.news();
    assert_eq!(news.len(), 1);
    assert!(news[0].plain().starts_with(WELCOME), "{}", news[0].plain());
    // It comes to be an admin, and the update comes once more: that is nothing new.
    let update = fake.last_update();
    fake.makes(group, host, BOT, Status::Administrator);
    served.settle().await;
    for again in update - 1..=fake.last_update() {
        fake.repeats(again);
    }
    served.settle().await;
    assert_eq!(served.news().len(), 0);
    // The chat speaks that language from now on.
    let anna = served.person("anna");
    fake.renames(anna, |user| user.language = Some("en".to_owned()));
    let news = served.tell(anna, "/top").await;
    assert_eq!(lines(&news[0]), ["Здесь ещё не доиграли ни одной партии."]);
    served.fake.finish();
}

#[tokio::test]
async fn a_welcome_is_in_english_where_no_language_is_told() {
    let (served, host) = served(None).await;
    served.fake.makes(served.group, host, BOT, Status::Member);
    served.settle().await;
    let news = served.news();
    assert!(news[0].plain().starts_with("Hello! I am Kosti:"), "{}", news[0].plain());
    // To begin without a link is to ask for help.
    let news = served.hear(Line::new(served.group, host, "/start@kosti_bot")).await;
    assert!(news[0].plain().starts_with("Board games in this chat."), "{}", news[0].plain());
    served.fake.finish();
}
