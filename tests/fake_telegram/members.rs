//! Who is in a chat, and what the bot is told of it.

use super::{api_error, deaf, updates};
use crate::support::fake_telegram::{BOT, FakeTelegram, Rights, Status};
use pretty_assertions::assert_eq;
use teloxide::{ApiError, prelude::Requester, types::*};

/// The kinds of what waits, in short.
async fn told(fake: &FakeTelegram) -> Vec<String> {
    let status = |member: &ChatMember| format!("{:?}", member.status()).to_lowercase();
    let tell = |update: &Update| match &update.kind {
        UpdateKind::Message(message) => match &message.kind {
            MessageKind::NewChatMembers(new) => {
                format!("{} came", new.new_chat_members[0].first_name)
            }
            MessageKind::LeftChatMember(left) => {
                format!("{} went", left.left_chat_member.first_name)
            }
            other => format!("{other:?}"),
        },
        UpdateKind::MyChatMember(member) => {
            format!(
                "mine: {} to {}",
                status(&member.old_chat_member),
                status(&member.new_chat_member)
            )
        }
        UpdateKind::ChatMember(member) => format!(
            "{} by {}: {} to {}",
            member.new_chat_member.user.first_name,
            member.from.first_name,
            status(&member.old_chat_member),
            status(&member.new_chat_member)
        ),
        other => format!("{other:?}"),
    };
    updates(fake).await.iter().map(tell).collect()
}

#[tokio::test]
async fn coming_and_going_is_told() {
    let fake = FakeTelegram::start();
    let (anna, boris) = (fake.user("Anna"), fake.user("Boris"));
    let group = fake.group("Friends", &[anna]);
    fake.becomes(group, boris, Status::Member);
    fake.becomes(group, boris, Status::Left);
    assert_eq!(told(&fake).await, ["Boris came", "Boris went"]);
    // A basic group tells the bot also that it went, a supergroup does not.
    fake.makes(group, anna, BOT, Status::Kicked);
    assert_eq!(told(&fake).await, ["mine: member to banned", "Kosti went"]);
    fake.becomes(group, boris, Status::Member);
    fake.says(group, boris, "/play");
    assert_eq!(told(&fake).await, [""; 0]);
    fake.makes(group, anna, BOT, Status::Member);
    assert_eq!(told(&fake).await, ["mine: banned to member", "Kosti came"]);
    let supergroup = fake.supergroup("More", &[anna]);
    fake.makes(supergroup, anna, BOT, Status::Left);
    assert_eq!(told(&fake).await, ["mine: member to left"]);
    fake.finish();
}

#[tokio::test]
async fn only_an_administrator_is_told_of_others() {
    let fake = FakeTelegram::start();
    let (anna, boris) = (fake.user("Anna"), fake.user("Boris"));
    let group = fake.supergroup("Friends", &[anna, boris]);
    let bot = fake.bot();
    let kinds = [AllowedUpdate::ChatMember, AllowedUpdate::MyChatMember, AllowedUpdate::Message];
    teloxide::payloads::GetUpdatesSetters::allowed_updates(bot.get_updates(), kinds).await.unwrap();
    fake.makes(group, anna, boris, Status::Restricted(Rights::TEXTS, true));
    assert_eq!(told(&fake).await, [""; 0]);
    fake.makes(group, anna, BOT, Status::Administrator);
    fake.makes(group, anna, boris, Status::Kicked);
    assert_eq!(
        told(&fake).await,
        ["mine: member to administrator", "Boris by Anna: restricted to banned", "Boris went"]
    );
    fake.finish();
}

#[tokio::test]
async fn chats_can_be_asked() {
    let fake = deaf();
    let (bot, anna, boris) = (fake.bot(), fake.user("Anna"), fake.user("Boris"));
    let group = fake.supergroup("Friends", &[anna, boris]);
    let info = bot.get_chat(group).await.unwrap();
    assert!(info.is_supergroup());
    assert_eq!((info.title(), info.permissions().is_some()), (Some("Friends"), true));
    let status = async |user| bot.get_chat_member(group, user).await.unwrap().status();
    assert_eq!(status(anna).await, ChatMemberStatus::Owner);
    assert_eq!(status(boris).await, ChatMemberStatus::Member);
    assert_eq!(status(BOT).await, ChatMemberStatus::Member);
    fake.makes(group, anna, boris, Status::Restricted(Rights::NONE, false));
    let restricted = bot.get_chat_member(group, boris).await.unwrap();
    assert!(restricted.is_restricted() && !restricted.is_present());
    fake.makes(group, anna, boris, Status::Kicked);
    assert_eq!(status(boris).await, ChatMemberStatus::Banned);
    assert_eq!(status(fake.user("Vera")).await, ChatMemberStatus::Left);
    let nobody = bot.get_chat_member(group, UserId(7)).await;
    assert_eq!(api_error(nobody), ApiError::UserNotFound);
    let admins = bot.get_chat_administrators(group).await.unwrap();
    assert_eq!(admins.iter().map(|admin| admin.user.id).collect::<Vec<_>>(), [anna]);

    let chat = ChatId::from(anna);
    assert_eq!(api_error(bot.get_chat(chat).await), ApiError::ChatNotFound);
    fake.private(anna);
    assert!(bot.get_chat(chat).await.unwrap().is_private());
    let none = "Bad Request: there are no administrators in the private chat".to_owned();
    assert_eq!(api_error(bot.get_chat_administrators(chat).await), ApiError::Unknown(none));

    bot.leave_chat(group).await.unwrap();
    assert_eq!(told(&fake).await, ["Boris went", "mine: member to left"]);
    let out = "Forbidden: bot is not a member of the supergroup chat".to_owned();
    assert_eq!(api_error(bot.get_chat(group).await), ApiError::Unknown(out));
    fake.finish();
}

#[tokio::test]
async fn blocking_is_told_in_the_private_chat() {
    let fake = FakeTelegram::start();
    let anna = fake.user("Anna");
    fake.private(anna);
    fake.blocks(anna, true);
    fake.blocks(anna, false);
    assert_eq!(told(&fake).await, ["mine: member to banned", "mine: banned to member"]);
    fake.finish();
}
