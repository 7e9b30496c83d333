//! The menu of commands and what the bot says of itself.

use super::refused;
use crate::support::fake_telegram::FakeTelegram;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use teloxide::{payloads::*, prelude::Requester, types::*};

#[tokio::test]
async fn a_menu_is_the_nearest_list() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let boris = fake.user_with("Boris", |user| user.language = Some("ru".to_owned()));
    let group = fake.group("Friends", &[anna, boris]);
    let list = |name: &str| vec![BotCommand::new(name, "does")];
    let first = async |chat, user| fake.menu(chat, user)[0].0.clone();
    bot.set_my_commands(list("play")).await.unwrap();
    bot.set_my_commands(list("igra")).language_code("ru").await.unwrap();
    assert_eq!(first(group, anna).await, "play");
    assert_eq!(first(group, boris).await, "igra");
    let admins = BotCommandScope::AllChatAdministrators;
    bot.set_my_commands(list("settings")).scope(admins).await.unwrap();
    assert_eq!(first(group, anna).await, "settings");
    let here = BotCommandScope::Chat { chat_id: group.into() };
    bot.set_my_commands(list("here")).scope(here.clone()).await.unwrap();
    assert_eq!(first(group, anna).await, "here");
    assert_eq!(bot.get_my_commands().scope(here.clone()).await.unwrap(), list("here"));
    bot.delete_my_commands().scope(here).await.unwrap();
    assert_eq!(first(group, boris).await, "igra");
    assert_eq!(first(ChatId::from(anna), anna).await, "play");
    fake.finish();
}

#[tokio::test]
async fn commands_have_bounds() {
    let fake = FakeTelegram::start();
    let command = |name: &str, text: &str| json!({ "command": name, "description": text });
    let good = || vec![command(&"a_1".repeat(10), &"d".repeat(256))];
    let invalid = "Bad Request: BOT_COMMAND_INVALID";
    let cases: [(Value, &str); 6] = [
        (json!([command("Play", "x")]), invalid),
        (json!([command("", "x")]), invalid),
        (json!([command(&"a".repeat(33), "x")]), invalid),
        (json!([command("play", "")]), "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID"),
        (
            json!([command("play", &"x".repeat(257))]),
            "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID",
        ),
        (json!(vec![good(); 101].concat()), "Bad Request: BOT_COMMANDS_TOO_MUCH"),
    ];
    for (commands, refusal) in cases {
        let params = json!({ "commands": commands });
        assert_eq!(refused(&fake, "setMyCommands", params).await, refusal);
    }
    let params = json!({ "commands": good(), "language_code": "rus" });
    let refusal = refused(&fake, "setMyCommands", params).await;
    assert_eq!(refusal, "Bad Request: invalid language code specified");
    fake.bot().set_my_commands(vec![BotCommand::new("play", "x")]).await.unwrap();
    fake.finish();
}

#[tokio::test]
async fn a_bot_describes_itself() {
    let fake = FakeTelegram::start();
    let bot = fake.bot();
    bot.set_my_description().description("Board games").await.unwrap();
    bot.set_my_short_description().short_description("Кости").language_code("ru").await.unwrap();
    assert_eq!(fake.description("description", "").as_deref(), Some("Board games"));
    assert_eq!(fake.description("short_description", "ru").as_deref(), Some("Кости"));
    assert_eq!(fake.description("short_description", ""), None);
    let long = json!({ "short_description": "x".repeat(121) });
    assert_eq!(
        refused(&fake, "setMyShortDescription", long).await,
        "Bad Request: text is too long"
    );
    fake.finish();
}
