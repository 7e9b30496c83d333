//! Commands, as people give them.

use super::{APP_ID, callback, done, later, place, refused, register};
use crate::support::fake_discord::{
    Answer, BOT, Choice, Command, FakeDiscord, Given, Leftover, User,
};
use pretty_assertions::assert_eq;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn russian(user: &mut User) {
    user.locale = "ru".to_owned();
}

fn shown(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.name.as_str()).collect()
}

#[tokio::test]
async fn a_command_is_answered_at_once() {
    let fake = FakeDiscord::start();
    tokio::join!(register(&fake), fake.registered());
    let (anna, _, channel) = place(&fake);
    let boris = fake.user("Boris");
    let asked = fake.slash(anna, channel, &format!("/play game:senegal opponent:@{boris}"));
    let told = fake.interaction(asked).told;
    assert_eq!(told["data"]["options"][1]["value"], json!(boris));
    assert_eq!(told["data"]["resolved"]["users"][boris.to_string()]["global_name"], json!("Boris"));
    let answer = json!({ "type": 4, "data": { "content": format!("<@{boris}>, play?") } });
    done(&fake, "POST", &callback(&fake, asked), answer.clone()).await;
    assert_eq!(fake.acknowledged(asked).await, Answer::Message);
    assert_eq!(fake.next(channel).await.plain(), "@Boris, play?");
    assert_eq!(refused(&fake, "POST", &callback(&fake, asked), answer).await, 40060);
    fake.excuse(Leftover::Refused(40060));
    fake.finish();
}

#[tokio::test]
async fn who_thinks_answers_later() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, _, channel) = place(&fake);
    let asked = fake.slash(anna, channel, "/play game:emir days:3 rated:true");
    let think = json!({ "type": 5, "data": { "flags": 64 } });
    done(&fake, "POST", &callback(&fake, asked), think).await;
    assert_eq!(fake.acknowledged(asked).await, Answer::Deferred { ephemeral: true });
    assert_eq!(fake.faults().len(), 1);
    let original = later(&fake, asked, "/messages/@original");
    done(&fake, "PATCH", &original, json!({ "content": "not your turn" })).await;
    assert_eq!(fake.answered(asked).await.unwrap().plain(), "not your turn");
    assert_eq!(fake.ephemerals(asked)[0].content, "not your turn");
    assert_eq!(fake.ephemerals_of(anna, channel).len(), 1);
    assert!(fake.messages(channel).is_empty());
    // Nobody reaches it by the channel.
    let id = fake.ephemerals(asked)[0].id;
    let path = format!("/channels/{channel}/messages/{id}");
    assert_eq!(refused(&fake, "PATCH", &path, json!({ "content": "a" })).await, 10008);
    done(&fake, "DELETE", &original, json!(null)).await;
    assert!(fake.answered(asked).await.is_none());
    assert_eq!(refused(&fake, "DELETE", &original, json!(null)).await, 10008);
    fake.excuse(Leftover::Refused(10008));
    fake.finish();
}

#[tokio::test]
async fn only_what_there_is_can_be_given() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, guild, channel) = place(&fake);
    let given =
        |line: &str| catch_unwind(AssertUnwindSafe(|| fake.slash(anna, channel, line))).is_ok();
    for wrong in [
        "/games",
        "/play",
        "/play game:chess",
        "/play opponent:@1 game:senegal",
        "/play game:senegal days:many",
        "/play game:senegal days:0",
        "/play senegal",
        "/settings",
        "/settings board",
    ] {
        assert!(!given(wrong), "{wrong}");
    }
    assert!(given("/settings clock hours:3"));
    fake.changes_guild(guild, |guild| guild.owner = BOT);
    assert!(!given("/settings clock hours:3"));
    fake.admin(guild, anna, true);
    assert!(given("/settings clock"));
    fake.excuse(Leftover::Unanswered);
    fake.finish();
}

#[tokio::test]
async fn what_may_be_typed_is_offered() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, _, channel) = place(&fake);
    fake.changes_user(anna, russian);
    let asked = fake.types(anna, channel, "move", &[("text", "d".into())], "text");
    let choices = json!([
        { "name": "d2-d3", "name_localizations": { "ru": "д2-д3" }, "value": "d2-d3" },
        { "name": "d2-e3", "value": "d2-e3" },
    ]);
    let answer = json!({ "type": 8, "data": { "choices": choices } });
    let late = json!({ "type": 4, "data": { "content": "a" } });
    assert_eq!(refused(&fake, "POST", &callback(&fake, asked), late).await, 50035);
    done(&fake, "POST", &callback(&fake, asked), answer).await;
    let offered = fake.offered(asked).await;
    assert_eq!(shown(&offered), ["д2-д3", "d2-e3"]);
    let nothing = json!({ "type": 8, "data": { "choices": [] } });
    let given = [("text", "x".into())];
    let typing = fake.completes(anna, channel, "move", &given, "text");
    let answers = async {
        let asked = fake.until("what is typed", |state| state.open_interaction()).await;
        done(&fake, "POST", &callback(&fake, asked), nothing).await;
    };
    assert!(tokio::join!(typing, answers).0.is_empty());
    let described = |command: &Command| command.description("ru").to_owned();
    let descriptions: Vec<_> = fake.commands().iter().map(described).collect();
    assert_eq!(descriptions[..2], ["Вызвать кого-нибудь", "Move"]);
    fake.excuse(Leftover::Refused(50035));
    fake.finish();
}

#[tokio::test]
async fn commands_are_checked_when_they_are_brought() {
    let fake = FakeDiscord::start();
    let path = format!("/applications/{APP_ID}/commands");
    let option = |name: &str, required: bool| json!({ "type": 3, "name": name, "description": "a", "required": required });
    let many = |count: usize| (0..count).map(|n| option(&format!("o{n}"), false)).collect();
    let options = |options: serde_json::Value| json!([{ "name": "a", "description": "b", "options": options }]);
    for wrong in [
        json!([{ "name": "Play", "description": "a" }]),
        json!([{ "name": "play game", "description": "a" }]),
        json!([{ "name": "play" }]),
        json!([{ "name": "a".repeat(33), "description": "a" }]),
        json!([{ "name": "play", "description": "a".repeat(101) }]),
        json!([{ "name": "a", "description": "b" }, { "name": "a", "description": "b" }]),
        json!([{ "name": "a", "description": "b", "description_localizations": { "xx": "a" } }]),
        options(many(26)),
        options(json!([option("a", false), option("b", true)])),
        options(json!([option("a", false), option("a", false)])),
    ] {
        assert_eq!(refused(&fake, "PUT", &path, wrong.clone()).await, 50035, "{wrong}");
    }
    // 25 options with descriptions of 100 letters in the longer language, 24 of them with 3
    // choices of 100 letters: more than 8000 letters.
    let mut large = options(many(25));
    for option in large[0]["options"].as_array_mut().unwrap() {
        option["description_localizations"] = json!({ "ru": "я".repeat(100) });
    }
    done(&fake, "PUT", &path, large.clone()).await;
    for option in large[0]["options"].as_array_mut().unwrap() {
        let choice = |n: usize| json!({ "name": format!("{n}{}", "a".repeat(99)), "value": n });
        option["choices"] = (0..3).map(choice).collect();
    }
    assert_eq!(refused(&fake, "PUT", &path, large).await, 50035);
    assert_eq!(fake.commands().len(), 1);
    fake.excuse(Leftover::Refused(50035));
    fake.finish();
}

#[tokio::test]
async fn values_may_have_spaces_and_colons() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, _, channel) = place(&fake);
    let options = |asked| fake.interaction(asked).told["data"]["options"].clone();
    let typed = fake.slash(anna, channel, "/move text:a1:b2 c3 : d4 match:7");
    let expected = json!([
        { "name": "text", "type": 3, "value": "a1:b2 c3 : d4" },
        { "name": "match", "type": 4, "value": 7 },
    ]);
    assert_eq!(options(typed), expected);
    let given = [("text", Given::from("a1:b2 c3 : d4")), ("match", Given::Integer(7))];
    assert_eq!(options(fake.slash_with(anna, channel, "move", &given)), expected);
    let forged = json!({ "id": "1", "name": "move", "type": 1 });
    assert_eq!(options(fake.forges(anna, channel, "move", forged)), json!(null));
    let inner = options(fake.slash(anna, channel, "/settings clock hours:3"));
    let hours = json!([{ "name": "hours", "type": 4, "value": 3 }]);
    assert_eq!(inner, json!([{ "name": "clock", "type": 1, "options": hours }]));
    fake.excuse(Leftover::Unanswered);
    fake.finish();
}
