//! Changes of messages. What an edit does not say about the keyboard takes it away.

use super::send::{LONGEST_CAPTION, LONGEST_TEXT, read_caption, read_text};
use crate::support::fake_telegram::{
    files::{File, FileKind},
    keyboard::Markup,
    messages::{Message, Sender},
    params::Params,
    refusal::Refusal,
    state::State,
    text::Text,
    utf16,
};
use serde_json::{Value, json};

pub const TEXT: &[&str] =
    &["chat_id", "message_id", "text", "entities", "link_preview_options", "reply_markup"];
pub const CAPTION: &[&str] =
    &["chat_id", "message_id", "caption", "caption_entities", "reply_markup"];
pub const MEDIA: &[&str] = &["chat_id", "message_id", "media", "reply_markup"];
pub const MARKUP: &[&str] = &["chat_id", "message_id", "reply_markup"];

pub fn text(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let text = read_text(state, params)?;
    if utf16::len(&text.plain) > LONGEST_TEXT {
        return Err(Refusal::bad("MESSAGE_TOO_LONG"));
    }
    edit(state, params, |message, markup| {
        if message.file.is_some() {
            return Err(Refusal::bad("there is no text in the message to edit"));
        }
        Ok((text, None, markup))
    })
}

pub fn caption(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let caption = read_caption(state, params)?;
    if utf16::len(&caption.plain) > LONGEST_CAPTION {
        return Err(Refusal::bad("MEDIA_CAPTION_TOO_LONG"));
    }
    edit(state, params, |message, markup| {
        if message.file.is_none() {
            return Err(Refusal::bad("there is no caption in the message to edit"));
        }
        Ok((caption, message.file.clone(), markup))
    })
}

pub fn media(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    let media = params.json("media").cloned().unwrap_or_default();
    let kind = [FileKind::Photo, FileKind::Document, FileKind::Animation];
    let kind = kind.into_iter().find(|kind| media["type"] == json!(kind.key()));
    let Some(kind) = kind else {
        state.violation(format!("media that are not modelled: {media}"));
        return Err(Refusal::bad("media not found"));
    };
    let mut inner = Params { parts: params.parts.clone(), ..Params::default() };
    for (key, value) in media.as_object().into_iter().flatten() {
        match key.as_str() {
            "type" | "media" => {}
            "caption" | "caption_entities" => inner.insert(key, value.clone()),
            "disable_content_type_detection" | "width" | "height" | "duration" => {}
            _ => state.violation(format!("media have no {key}")),
        }
    }
    let caption = read_caption(state, &inner)?;
    if utf16::len(&caption.plain) > LONGEST_CAPTION {
        return Err(Refusal::bad("MEDIA_CAPTION_TOO_LONG"));
    }
    let file = state.read_file(&inner, kind, media["media"].as_str())?;
    let rights = state.check_write_access(params.chat()?)?.rights(state.bot);
    if !rights.photos && kind == FileKind::Photo {
        return Err(Refusal::bad("not enough rights to send photos to the chat"));
    }
    edit(state, params, |_, markup| Ok((caption, Some(file), markup)))
}

pub fn markup(state: &mut State, params: &Params) -> Result<Value, Refusal> {
    edit(state, params, |message, markup| Ok((message.text.clone(), message.file.clone(), markup)))
}

/// What a message shows.
type Content = (Text, Option<File>, Markup);

fn edit(
    state: &mut State,
    params: &Params,
    change: impl FnOnce(&Message, Markup) -> Result<Content, Refusal>,
) -> Result<Value, Refusal> {
    let (chat, id) = (params.chat()?, params.message()?);
    let markup = state.read_markup(params)?;
    state.check_write_access(chat)?;
    let (now, bot) = (state.clock.unix(), state.bot);
    let found = state.message_mut(chat, id).filter(|message| !message.deleted);
    let message = found.ok_or_else(|| Refusal::bad("message to edit not found"))?;
    if message.sender != Sender::User(bot) || message.service.is_some() || message.frozen {
        return Err(Refusal::bad("message can't be edited"));
    }
    let (text, file, markup) = change(message, markup)?;
    let file_id = file.as_ref().map(|file| file.id.as_str());
    // The same bytes anew are a new photo, the same file is not.
    if message.shown() == (&text, file_id, &markup) && !is_upload(params) {
        return Err(Refusal::not_modified());
    }
    message.text = text;
    message.file = file;
    message.markup = markup;
    message.edits += 1;
    message.edit_date = Some(now);
    let message = message.clone();
    Ok(state.message_json(&message))
}

fn is_upload(params: &Params) -> bool {
    !params.parts.is_empty()
}
