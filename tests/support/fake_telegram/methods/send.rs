//! New messages.

use crate::support::fake_telegram::{
    chats::{Chat, Kind},
    files::{File, FileKind},
    messages::Sender,
    params::Params,
    refusal::Refusal,
    state::State,
    status::Rights,
    text::Text,
    utf16,
};
use serde_json::{Value, json};
use teloxide::types::{ChatId, MessageId};

pub const MESSAGE: &[&str] = &[
    "chat_id",
    "message_thread_id",
    "text",
    "entities",
    "link_preview_options",
    "disable_notification",
    "protect_content",
    "reply_parameters",
    "reply_markup",
];
pub const PHOTO: &[&str] = &[
    "chat_id",
    "message_thread_id",
    "photo",
    "caption",
    "caption_entities",
    "disable_notification",
    "protect_content",
    "reply_parameters",
    "reply_markup",
];
pub const DOCUMENT: &[&str] = &[
    "chat_id",
    "message_thread_id",
    "document",
    "caption",
    "caption_entities",
    "disable_content_type_detection",
    "disable_notification",
    "protect_content",
    "reply_parameters",
    "reply_markup",
];
pub const ANIMATION: &[&str] = &[
    "chat_id",
    "message_thread_id",
    "animation",
    "duration",
    "width",
    "height",
    "caption",
    "caption_entities",
    "disable_notification",
    "protect_content",
    "reply_parameters",
    "reply_markup",
];
pub const ACTION: &[&str] = &["chat_id", "message_thread_id", "action"];

/// The longest text and the longest caption, in units of UTF-16.
pub const LONGEST_TEXT: usize = 4096;
pub const LONGEST_CAPTION: usize = 1024;

pub fn message(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let text = read_text(state, params)?;
    if utf16::len(&text.plain) > LONGEST_TEXT {
        return Err(Refusal::bad("message is too long"));
    }
    send(state, params, text, None, |rights| rights.messages, "text messages")
}

pub fn photo(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    file(state, params, FileKind::Photo, |rights| rights.photos, "photos")
}

pub fn document(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    file(state, params, FileKind::Document, |rights| rights.documents, "documents")
}

pub fn animation(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    file(state, params, FileKind::Animation, |rights| rights.other, "animations")
}

pub fn action(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let chat = params.chat()?;
    state.check_write_access(chat)?;
    find_topic(state, params, chat, None)?;
    if !["typing", "upload_photo", "upload_document", "upload_video"]
        .contains(&params.text("action").unwrap_or_default())
    {
        return Err(Refusal::bad("wrong parameter action in request"));
    }
    Ok(json!(true))
}

/// Reads `text` with its entities.
pub fn read_text(state: &mut State, params: &Params) -> Result<Text, Refusal> {
    let raw = params.text("text").unwrap_or_default();
    if raw.is_empty() {
        return Err(Refusal::bad("message text is empty"));
    }
    let text = Text::new(raw, state.read_entities(params, "entities", raw)?);
    if text.plain.is_empty() {
        return Err(Refusal::bad("text must be non-empty"));
    }
    Ok(text)
}

/// Reads `caption` with its entities.
pub fn read_caption(state: &mut State, params: &Params) -> Result<Text, Refusal> {
    let raw = params.text("caption").unwrap_or_default();
    Ok(Text::new(raw, state.read_entities(params, "caption_entities", raw)?))
}

fn file(
    state: &mut State,
    params: &Params,
    kind: FileKind,
    may: fn(Rights) -> bool,
    what: &str,
) -> Result<Value, Refusal> {
    let caption = read_caption(state, params)?;
    if utf16::len(&caption.plain) > LONGEST_CAPTION {
        return Err(Refusal::bad("message caption is too long"));
    }
    let file = state.read_file(params, kind, params.text(kind.key()))?;
    send(state, params, caption, Some(file), may, what)
}

fn send(
    state: &mut State,
    params: &Params,
    text: Text,
    file: Option<File>,
    may: fn(Rights) -> bool,
    what: &str,
) -> Result<Value, Refusal> {
    let id = params.chat()?;
    let markup = state.read_markup(params)?;
    let rights = state.check_write_access(id)?.rights(state.bot);
    if !may(rights) {
        return Err(Refusal::bad(&format!("not enough rights to send {what} to the chat")));
    }
    let reply_to = find_answered(state, params, id)?;
    let topic = find_topic(state, params, id, reply_to)?;
    let bot = state.bot;
    let mut message = state.draft(id, Sender::User(bot));
    message.topic = topic;
    message.reply_to = reply_to;
    message.notified = state.called(id, &text);
    message.text = text;
    message.file = file;
    message.markup = markup;
    message.silent = params.flag("disable_notification");
    let json = state.message_json(&message);
    state.chat_mut(id).last_bot = Some(bot);
    state.messages.insert((id, message.id.0), message);
    Ok(json)
}

/// The message that is answered, if it is there or must be.
fn find_answered(
    state: &mut State,
    params: &Params,
    chat: ChatId,
) -> Result<Option<MessageId>, Refusal> {
    let Some(reply) = params.json("reply_parameters") else { return Ok(None) };
    if reply.get("chat_id").is_some() || reply.get("quote").is_some() {
        state.violation(format!("an answer that is not modelled: {reply}"));
    }
    let id = reply["message_id"].as_i64().and_then(|id| i32::try_from(id).ok()).map(MessageId);
    let found = id.and_then(|id| state.message(chat, id)).filter(|message| !message.deleted);
    match found {
        Some(message) => Ok(Some(message.id)),
        None if reply["allow_sending_without_reply"] == json!(true) => Ok(None),
        None => Err(Refusal::bad("message to be replied not found")),
    }
}

/// The topic that a message goes to: the one that is named, else that of the message that is
/// answered. General has no number.
fn find_topic(
    state: &State,
    params: &Params,
    id: ChatId,
    reply_to: Option<MessageId>,
) -> Result<Option<MessageId>, Refusal> {
    let chat = state.chat(id);
    let named = params.number("message_thread_id").filter(|id| *id != 0);
    let topic = match named {
        Some(named) => {
            let topic = i32::try_from(named).ok().map(MessageId);
            let topic = topic.filter(|topic| chat.topics.contains_key(&topic.0));
            Some(topic.ok_or_else(|| Refusal::bad("message thread not found"))?)
        }
        None => reply_to.and_then(|id| state.message(chat.id, id)).and_then(|m| m.topic),
    };
    check_topic(chat, topic, chat.member(state.bot).is_admin())?;
    Ok(topic)
}

fn check_topic(chat: &Chat, topic: Option<MessageId>, is_admin: bool) -> Result<(), Refusal> {
    let topic = topic.and_then(|topic| chat.topics.get(&topic.0));
    if topic.is_some_and(|topic| topic.deleted) {
        return Err(Refusal::bad("message thread not found"));
    }
    let closed = match topic {
        Some(topic) => topic.closed,
        None => chat.kind == Kind::Forum && chat.general_closed,
    };
    if closed && !is_admin {
        return Err(Refusal::bad("TOPIC_CLOSED"));
    }
    Ok(())
}
