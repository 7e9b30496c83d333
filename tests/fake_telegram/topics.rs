//! Forums.

use super::{api_error, deaf, heard};
use crate::support::fake_telegram::{BOT, Line, Status};
use pretty_assertions::assert_eq;
use teloxide::{ApiError, payloads::*, prelude::Requester, types::*};

#[tokio::test]
async fn messages_stay_in_their_topic() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let forum = fake.forum("Friends", &[anna]);
    let topic = fake.topic(forum, anna, "Games");
    fake.say(Line::new(forum, anna, "/play").in_topic(topic));
    fake.says(forum, anna, "/top");
    let heard = heard(&fake).await;
    assert!(heard[0].forum_topic_created().is_some());
    let said = &heard[1];
    assert_eq!((said.thread_id, said.is_topic_message), (Some(ThreadId(topic)), true));
    // In a topic a message answers at least the one that made the topic.
    assert!(said.reply_to_message().unwrap().forum_topic_created().is_some());
    assert_eq!((heard[2].thread_id, heard[2].is_topic_message), (None, false));
    assert!(heard[2].reply_to_message().is_none());
    let sent = bot.send_message(forum, "a").message_thread_id(ThreadId(topic)).await.unwrap();
    assert_eq!(sent.thread_id, Some(ThreadId(topic)));
    // An answer goes where the question stands.
    let reply = bot.send_message(forum, "b").reply_parameters(ReplyParameters::new(said.id));
    assert_eq!(reply.await.unwrap().thread_id, Some(ThreadId(topic)));
    bot.send_chat_action(forum, ChatAction::UploadPhoto).await.unwrap();
    assert_eq!(fake.messages(forum).iter().filter(|m| m.topic == Some(topic)).count(), 2);
    fake.finish();
}

#[tokio::test]
async fn topics_can_be_closed_or_gone() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let forum = fake.forum("Friends", &[anna]);
    let topic = fake.topic(forum, anna, "Games");
    let send = async |thread: Option<i32>| {
        let mut request = bot.send_message(forum, "a");
        request.message_thread_id = thread.map(|id| ThreadId(MessageId(id)));
        request.await
    };
    let not_found = ApiError::Unknown("Bad Request: message thread not found".to_owned());
    let closed = ApiError::Unknown("Bad Request: TOPIC_CLOSED".to_owned());
    // General has no number.
    for wrong in [1, 999] {
        assert_eq!(api_error(send(Some(wrong)).await), not_found);
    }
    fake.closes(forum, anna, Some(topic), true);
    assert_eq!(api_error(send(Some(topic.0)).await), closed);
    send(None).await.unwrap();
    fake.closes(forum, anna, None, true);
    assert_eq!(api_error(send(None).await), closed);
    fake.makes(forum, anna, BOT, Status::Administrator);
    let last = send(Some(topic.0)).await.unwrap();
    fake.makes(forum, anna, BOT, Status::Member);
    fake.closes(forum, anna, Some(topic), false);
    send(Some(topic.0)).await.unwrap();
    fake.deletes_topic(forum, topic);
    assert_eq!(api_error(send(Some(topic.0)).await), not_found);
    let gone = bot.edit_message_text(forum, last.id, "b").await;
    assert_eq!(api_error(gone), ApiError::MessageToEditNotFound);
    assert_eq!(fake.messages(forum).len(), 1);
    fake.finish();
}

#[tokio::test]
async fn other_chats_have_no_topics() {
    let fake = deaf();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let group = fake.supergroup("Friends", &[anna]);
    let first = bot.send_message(group, "a").await.unwrap();
    let thread = bot.send_message(group, "b").message_thread_id(ThreadId(first.id)).await;
    let not_found = "Bad Request: message thread not found".to_owned();
    assert_eq!(api_error(thread), ApiError::Unknown(not_found));
    fake.messages(group);
    fake.finish();
}
