//! An app that somebody has installed for himself.

use super::{callback, done, into, later, place, refused, register};
use crate::support::fake_discord::{FakeDiscord, Leftover};
use pretty_assertions::assert_eq;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[tokio::test]
async fn it_is_there_wherever_its_owner_is() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let anna = fake.user_with("Anna", |anna| anna.installed = true);
    let boris = fake.user("Boris");
    let group = fake.group_dm(&[anna, boris]);
    let other = fake.general(fake.guild_without_bot("Others", &[anna, boris]));
    for (channel, context) in [(group, 2), (other, 0)] {
        let line = "/play game:emir";
        assert!(catch_unwind(AssertUnwindSafe(|| fake.slash(boris, channel, line))).is_err());
        let asked = fake.slash(anna, channel, line);
        let told = fake.interaction(asked).told;
        assert_eq!(told["authorizing_integration_owners"], json!({ "1": anna }));
        assert_eq!(told["context"], json!(context));
        done(&fake, "POST", &callback(&fake, asked), json!({ "type": 5 })).await;
        let answer = json!({ "content": "Begin" });
        done(&fake, "PATCH", &later(&fake, asked, "/messages/@original"), answer.clone()).await;
        assert_eq!(fake.next(channel).await.content, "Begin");
        // Nothing else reaches the channel, and only a few more answers.
        assert_eq!(refused(&fake, "POST", &into(channel), answer.clone()).await, 50001);
        for _ in 0..5 {
            done(&fake, "POST", &later(&fake, asked, ""), answer.clone()).await;
        }
        assert_eq!(refused(&fake, "POST", &later(&fake, asked, ""), answer).await, 40094);
    }
    for code in [50001, 40094] {
        fake.excuse(Leftover::Refused(code));
    }
    fake.finish();
}

#[tokio::test]
async fn who_brought_it_is_told() {
    let fake = FakeDiscord::start();
    register(&fake).await;
    let (anna, guild, channel) = place(&fake);
    fake.changes_user(anna, |anna| anna.installed = true);
    for (channel, owners, context) in [
        (channel, json!({ "0": guild, "1": anna }), 0),
        (fake.dm(anna), json!({ "0": "0", "1": anna }), 1),
    ] {
        let asked = fake.slash(anna, channel, "/play game:emir");
        let told = fake.interaction(asked).told;
        assert_eq!(told["authorizing_integration_owners"], owners);
        assert_eq!(
            (&told["context"], told.get("member").is_some()),
            (&json!(context), context == 0)
        );
        for _ in 0..2 {
            // While the bot thinks, more is the answer itself.
            let body = json!({ "type": 5 });
            if !fake.is_acknowledged(asked) {
                done(&fake, "POST", &callback(&fake, asked), body).await;
            }
            done(&fake, "POST", &later(&fake, asked, ""), json!({ "content": "a" })).await;
        }
        assert_eq!(fake.messages(channel).len(), 2);
    }
    fake.finish();
}
