//! Messages on their way to Telegram.

use super::{errors, keyboard::keyboard, text::Text, update::PLATFORM};
use crate::app::{
    board_lines,
    delivery::{Address, Outbound, SendError, Transport},
    files,
    hands::Reach,
    reply::{CAPTION, Reply, TEXT},
    service::{App, BotKey},
    texts::Lang,
};
use std::time::Duration;
use teloxide::{
    Bot, RequestError,
    payloads::{
        EditMessageReplyMarkupSetters as _, SendAnimationSetters as _, SendChatActionSetters as _,
        SendDocumentSetters as _, SendMessageSetters as _, SendPhotoSetters as _,
    },
    requests::Requester as _,
    types::{
        ChatAction, ChatId, FileId, InlineKeyboardMarkup, InputFile, LinkPreviewOptions, Message,
        MessageId, ReplyMarkup, ReplyParameters, ThreadId, UserId,
    },
};
use time::OffsetDateTime;

/// The longest time that a message may take on its way.
const LONGEST: Duration = Duration::from_secs(60);

/// The word for the place of a chat that has no topics, and for the topic that all have.
pub(super) const GENERAL: &str = "general";

/// Telegram as a transport.
#[derive(Clone, Debug)]
pub(super) struct Telegram {
    pub(super) app: App,
    pub(super) bot: Bot,
    pub(super) key: BotKey,
}

/// A message as Telegram takes it.
struct Draft {
    chat: ChatId,
    thread: Option<ThreadId>,
    text: Text,
    keyboard: Option<InlineKeyboardMarkup>,
    answers: Option<MessageId>,
    silent: bool,
}

impl Draft {
    fn of(message: &Outbound) -> Result<Self, SendError> {
        let reply = &message.reply;
        let keyboard = keyboard(&reply.buttons);
        let answers = reply.answers.as_deref().and_then(message_id);
        let text = Text::new(&reply.whole(), &message.accounts);
        Ok(Draft {
            chat: chat_id(&message.to)?,
            thread: thread_id(&message.to.place),
            text,
            keyboard,
            answers,
            silent: reply.silent,
        })
    }

    /// What makes it an answer.
    fn reply_parameters(&self) -> Option<ReplyParameters> {
        self.answers.map(reply_to)
    }
}

/// A file of a message.
enum File<'a> {
    Photo { name: String, bytes: &'a [u8] },
    Animation { name: String, bytes: &'a [u8] },
    Document { name: String, bytes: &'a [u8] },
}

impl<'a> File<'a> {
    fn of(message: &'a Outbound) -> Option<Self> {
        let reply = &message.reply;
        if let (Some(picture), Some(bytes)) = (&reply.picture, &message.png) {
            return Some(File::Photo { name: format!("{}.png", picture.name), bytes });
        }
        if let (Some(animation), Some(bytes)) = (&reply.animation, &message.gif) {
            return Some(File::Animation { name: format!("{}.gif", animation.name), bytes });
        }
        let document = reply.document.as_ref()?;
        Some(File::Document { name: document.name.clone(), bytes: document.text.as_bytes() })
    }

    /// What it holds, if it is worth while to ask whether Telegram has it already.
    const fn repeated(&self) -> Option<&'a [u8]> {
        match self {
            File::Photo { bytes, .. } | File::Animation { bytes, .. } => Some(bytes),
            File::Document { .. } => None,
        }
    }

    fn upload(&self) -> InputFile {
        let (File::Photo { name, bytes }
        | File::Animation { name, bytes }
        | File::Document { name, bytes }) = self;
        InputFile::memory(bytes.to_vec()).file_name(name.clone())
    }
}

impl Telegram {
    /// Counts what Telegram wants to have later among its answers.
    pub(super) fn heard<T>(&self, answer: Result<T, RequestError>) -> Result<T, RequestError> {
        if answer.as_ref().is_err_and(errors::is_put_off) {
            self.app.meters.limited(PLATFORM);
        }
        answer
    }

    /// Sends a draft with its file, by the id that Telegram knows it by if it does.
    async fn post(&self, draft: &Draft, file: Option<&File<'_>>) -> Result<Message, RequestError> {
        let Some(file) = file else { return self.say(draft).await };
        let now = OffsetDateTime::now_utc();
        let known = match file.repeated() {
            Some(bytes) => files::known(&self.app, &self.key, bytes, now).await.unwrap_or_default(),
            None => None,
        };
        if let Some(id) = known {
            match self.show(draft, file, InputFile::file_id(FileId(id))).await {
                Err(error) if errors::no_such_file(&error) => {}
                shown => return shown,
            }
        }
        let message = self.show(draft, file, file.upload()).await?;
        let id = match file {
            File::Photo { .. } => {
                message.photo().and_then(|sizes| sizes.last()).map(|s| &s.file.id)
            }
            File::Animation { .. } => message.animation().map(|animation| &animation.file.id),
            File::Document { .. } => None,
        };
        if let (Some(bytes), Some(id)) = (file.repeated(), id)
            && let Err(error) = files::keep(&self.app, &self.key, bytes, &id.0, now).await
        {
            tracing::warn!(error = format!("{error:#}"), "a file will be sent once more");
        }
        Ok(message)
    }

    async fn say(&self, draft: &Draft) -> Result<Message, RequestError> {
        let text = draft.text.clone().cut(TEXT);
        let no_preview = LinkPreviewOptions {
            is_disabled: true,
            url: None,
            prefer_small_media: false,
            prefer_large_media: false,
            show_above_text: false,
        };
        let mut request = self
            .bot
            .send_message(draft.chat, text.text)
            .entities(text.entities)
            .link_preview_options(no_preview);
        request.disable_notification = draft.silent.then_some(true);
        request.message_thread_id = draft.thread;
        request.reply_markup = draft.keyboard.clone().map(ReplyMarkup::InlineKeyboard);
        request.reply_parameters = draft.reply_parameters();
        self.heard(request.await)
    }

    async fn show(
        &self,
        draft: &Draft,
        file: &File<'_>,
        input: InputFile,
    ) -> Result<Message, RequestError> {
        let (chat, caption) = (draft.chat, draft.text.clone().cut(CAPTION));
        macro_rules! send {
            ($request:expr) => {{
                let mut request = $request.caption(caption.text).caption_entities(caption.entities);
                request.disable_notification = draft.silent.then_some(true);
                request.message_thread_id = draft.thread;
                request.reply_markup = draft.keyboard.clone().map(ReplyMarkup::InlineKeyboard);
                request.reply_parameters = draft.reply_parameters();
                self.heard(request.await)
            }};
        }
        match file {
            File::Photo { .. } => send!(self.bot.send_photo(chat, input)),
            File::Animation { .. } => send!(self.bot.send_animation(chat, input)),
            File::Document { .. } => send!(self.bot.send_document(chat, input)),
        }
    }

    /// Sends a message to a person alone, with a keyboard of its own.
    pub(super) async fn whisper(
        &self,
        person: ChatId,
        lang: Lang,
        reply: Reply,
        png: Option<Vec<u8>>,
    ) -> Result<String, SendError> {
        let to = Address { chat: person.0.to_string(), place: GENERAL.to_owned() };
        let (scope, accounts) = (crate::app::service::ScopeId(0), Default::default());
        let message = Outbound { to, scope, nonce: 0, reply, png, gif: None, accounts, lang };
        self.send(&message).await
    }
}

impl Transport for Telegram {
    async fn open(&self, at: &Address, title: &str, _: Option<&str>) -> Result<String, SendError> {
        let opening = self.bot.create_forum_topic(chat_id(at)?, title).into_future();
        match tokio::time::timeout(LONGEST, opening).await.map(|opened| self.heard(opened)) {
            Ok(Ok(topic)) => Ok(topic.thread_id.0.to_string()),
            Ok(Err(error)) => Err(errors::send_error(error)),
            Err(_) => Err(SendError::Later(anyhow::anyhow!("Telegram takes too long"))),
        }
    }

    fn shows_opened(&self) -> bool {
        false
    }

    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        let sending = async {
            let mut draft = Draft::of(message)?;
            let file = File::of(message);
            let mut sent = self.post(&draft, file.as_ref()).await;
            if let (Err(error), Some(_)) = (&sent, &file)
                && errors::no_right_to_files(error)
            {
                let segments = board_lines::instead_of_file(&self.app, message);
                draft.text = Text::new(&segments, &message.accounts);
                sent = self.post(&draft, None).await;
            }
            match sent {
                Ok(sent) => Ok(sent.id.0.to_string()),
                // Nobody tells when a topic is deleted. What was in it goes on in the one that
                // all chats have.
                Err(error) if draft.thread.is_some() && errors::no_such_thread(&error) => {
                    Err(SendError::Elsewhere(GENERAL.to_owned()))
                }
                Err(error) => Err(errors::send_error(error)),
            }
        };
        match tokio::time::timeout(LONGEST, sending).await {
            Ok(sent) => sent,
            Err(_) => Err(SendError::Later(anyhow::anyhow!("Telegram takes too long"))),
        }
    }

    async fn strip(&self, from: &Address, message: &str) -> Result<(), SendError> {
        let (chat, Some(message)) = (chat_id(from)?, message_id(message)) else { return Ok(()) };
        let no_buttons = InlineKeyboardMarkup::default();
        let strip = self.bot.edit_message_reply_markup(chat, message).reply_markup(no_buttons);
        edited(self.heard(strip.await).map(|_| ()))
    }

    async fn delete(&self, from: &Address, message: &str) -> Result<(), SendError> {
        let (chat, Some(id)) = (chat_id(from)?, message_id(message)) else { return Ok(()) };
        match self.heard(self.bot.delete_message(chat, id).await) {
            // One that is too old to be deleted loses its buttons at least.
            Err(error) if errors::cannot_be_deleted(&error) => self.strip(from, message).await,
            deleted => edited(deleted.map(|_| ())),
        }
    }

    async fn find(&self, at: &Address, account: &str) -> Result<bool, SendError> {
        let (chat, Ok(user)) = (chat_id(at)?, account.parse()) else { return Ok(true) };
        match self.heard(self.bot.get_chat_member(chat, UserId(user)).await) {
            Ok(member) => Ok(member.is_present()),
            Err(error) => match errors::send_error(error) {
                // What Telegram does not tell is not so.
                SendError::Refused(_) | SendError::Gone(_) => Ok(true),
                other => Err(other),
            },
        }
    }

    async fn look(&self, at: &Address) -> Result<(), SendError> {
        let (chat, Some(thread)) = (chat_id(at)?, thread_id(&at.place)) else { return Ok(()) };
        let look = self.bot.send_chat_action(chat, ChatAction::Typing).message_thread_id(thread);
        match self.heard(look.await) {
            Err(error) if errors::no_such_thread(&error) => {
                Err(SendError::Elsewhere(GENERAL.to_owned()))
            }
            // It is there, or something else is wrong that messages will meet.
            _ => Ok(()),
        }
    }
}

impl Reach for Telegram {
    async fn reach(&self, account: &str) -> anyhow::Result<bool> {
        let Ok(person) = account.parse() else { return Ok(false) };
        match self.bot.send_chat_action(ChatId(person), ChatAction::Typing).await {
            Ok(_) => Ok(true),
            Err(error) => match errors::send_error(error) {
                SendError::Gone(_) | SendError::Refused(_) => Ok(false),
                error => Err(error.into()),
            },
        }
    }
}

/// What came of an edit: nothing is wrong where there is nothing to edit.
fn edited(edit: Result<(), RequestError>) -> Result<(), SendError> {
    match edit {
        Err(error) if errors::nothing_to_edit(&error) => Ok(()),
        edit => edit.map_err(errors::send_error),
    }
}

fn chat_id(to: &Address) -> Result<ChatId, SendError> {
    let id = to.chat.parse().map_err(|_| SendError::Refused("no chat of Telegram".to_owned()))?;
    Ok(ChatId(id))
}

/// An answer to a message; it is sent too if that is not there any more.
pub(super) fn reply_to(message: MessageId) -> ReplyParameters {
    ReplyParameters::new(message).allow_sending_without_reply()
}

/// The topic of a place; `None` where it is the general one.
pub(super) fn thread_id(place: &str) -> Option<ThreadId> {
    place.parse().ok().map(|id| ThreadId(MessageId(id)))
}

pub(super) fn message_id(text: &str) -> Option<MessageId> {
    text.parse().ok().map(MessageId)
}
