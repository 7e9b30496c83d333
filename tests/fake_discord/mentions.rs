//! Who is called.

use super::{callback, done, into, later, place, register};
use crate::support::fake_discord::{BOT, FakeDiscord};
use pretty_assertions::assert_eq;
use serde_json::json;

#[tokio::test]
async fn only_those_who_may_be_called_are() {
    let fake = FakeDiscord::start();
    let (anna, guild, channel) = place(&fake);
    let boris = fake.user("Boris");
    fake.joins(guild, boris);
    let vera = fake.user("Vera");
    let text = format!("<@{anna}> <@!{boris}> <@{vera}> <@{BOT}> @everyone");
    for (allowed, flags, called) in [
        (json!(null), 0, vec![anna, boris]),
        (json!({ "parse": [] }), 0, vec![]),
        (json!({ "parse": ["users"] }), 0, vec![anna, boris]),
        (json!({ "users": [boris] }), 0, vec![boris]),
        (json!({ "users": [boris] }), 1 << 12, vec![]),
        (json!({ "parse": ["everyone"], "users": [anna] }), 0, vec![anna]),
    ] {
        let body = json!({ "content": text, "allowed_mentions": allowed, "flags": flags });
        done(&fake, "POST", &into(channel), body).await;
        assert_eq!(fake.next(channel).await.notified, called, "{allowed}");
    }
    fake.permits(channel, |rights| rights.mention_everyone = true);
    let everyone = json!({ "content": "@here", "allowed_mentions": { "parse": ["everyone"] } });
    done(&fake, "POST", &into(channel), everyone).await;
    assert_eq!(fake.next(channel).await.notified, [anna, boris]);
    let nobody = json!({ "content": "@everyone", "allowed_mentions": { "parse": [] } });
    done(&fake, "POST", &into(channel), nobody).await;
    assert!(fake.next(channel).await.notified.is_empty());
    let robot = fake.user_with("Robot", |robot| robot.is_bot = true);
    fake.joins(guild, robot);
    super::post(&fake, channel, &format!("<@{robot}>")).await;
    assert!(fake.next(channel).await.notified.is_empty());
    super::post(&fake, channel, &format!("`<@{anna}>`")).await;
    assert!(fake.next(channel).await.notified.is_empty());
    fake.finish();
}

#[tokio::test]
async fn whoever_is_answered_is_called_if_that_is_said() {
    let fake = FakeDiscord::start();
    let (anna, _, channel) = place(&fake);
    let said = fake.says(anna, channel, "d2-d3");
    for (allowed, called) in [
        (json!(null), vec![anna]),
        (json!({ "parse": [] }), vec![]),
        (json!({ "parse": [], "replied_user": true }), vec![anna]),
    ] {
        let body = json!({
            "content": "no",
            "allowed_mentions": allowed,
            "message_reference": { "message_id": said },
        });
        done(&fake, "POST", &into(channel), body).await;
        let answer = fake.next(channel).await;
        assert_eq!((answer.notified, answer.reply_to), (called, Some(said)));
    }
    fake.finish();
}

#[tokio::test]
async fn changes_and_private_messages_call_nobody() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, _, channel) = place(&fake);
    let text = json!({ "content": format!("<@{anna}>") });
    let sent = super::post(&fake, channel, "a").await;
    done(&fake, "PATCH", &format!("{}/{sent}", into(channel)), text.clone()).await;
    let message = fake.message(sent);
    assert_eq!((message.mentions, message.notified.len()), (vec![anna], 0));
    let asked = fake.slash(anna, channel, "/play game:emir");
    done(&fake, "POST", &callback(&fake, asked), json!({ "type": 5 })).await;
    done(&fake, "PATCH", &later(&fake, asked, "/messages/@original"), text.clone()).await;
    assert!(fake.answered(asked).await.unwrap().notified.is_empty());
    let mut private = text.clone();
    private["flags"] = json!(64);
    done(&fake, "POST", &later(&fake, asked, ""), private).await;
    assert!(fake.next_ephemeral(asked).await.notified.is_empty());
    done(&fake, "POST", &later(&fake, asked, ""), text).await;
    assert_eq!(fake.messages(channel).last().unwrap().notified, [anna]);
    fake.finish();
}

#[tokio::test]
async fn nobody_can_be_called_who_is_not_there() {
    let fake = FakeDiscord::start();
    let (_, _, channel) = place(&fake);
    let body = json!({ "content": "a", "allowed_mentions": { "users": ["77"] } });
    done(&fake, "POST", &into(channel), body).await;
    assert_eq!(fake.faults(), ["allowed_mentions: nobody has the id 77"]);
    super::fails(fake);
}
