//! Messages on their way to Discord.

use super::{
    clock::Clock,
    draft::{Draft, file},
    errors::{self, code},
    places::{Kind, made_at},
    rest::{Call, Priority, Rest, RestError},
};
use crate::app::{
    board_lines,
    delivery::{Address, Outbound, SendError, Transport},
    rooms::{self, Room},
    service::{App, BotKey, ChatKey},
};
use serde_json::{Value, json};
use std::time::Duration;
use time::OffsetDateTime;

/// How long a message waits here for its turn, before others go first.
const PATIENCE: Duration = Duration::from_secs(10);
/// Older messages are not edited: Discord lets few of those through.
const OLD: time::Duration = time::Duration::minutes(55);

/// The type of a thread that everybody in the channel can read.
const PUBLIC_THREAD: u8 = 11;

/// Discord as a transport.
#[derive(Clone, Debug)]
pub(super) struct Discord {
    pub(super) app: App,
    pub(super) rest: Rest,
    pub(super) key: BotKey,
    /// Discord's id of the application.
    pub(super) application: String,
    pub(super) clock: Clock,
}

/// What came of a try to send.
enum Tried {
    Sent(Value),
    Failed(RestError),
    /// Nothing lets us write there.
    NoPass,
}

/// Whether an old message is so old that it is not edited.
pub(super) fn is_old(message: &str, now: OffsetDateTime) -> bool {
    let now = now.unix_timestamp().saturating_mul(1000);
    made_at(message).is_none_or(|at| now - at > OLD.whole_milliseconds().try_into().unwrap_or(0))
}

impl Discord {
    pub(super) fn chat_key(&self, chat_id: &str) -> ChatKey {
        let BotKey { platform, bot_id } = self.key.clone();
        ChatKey { platform, bot_id, chat_id: chat_id.to_owned() }
    }

    /// The call that puts a draft into a channel, by a pass where we may only answer.
    fn call(
        &self,
        to: &Address,
        room: Option<&Room>,
        nonce: i64,
        mut draft: Draft,
    ) -> Option<Call> {
        let answers = Kind::of(&to.chat) == Kind::Guest || room.is_some_and(|room| !room.write);
        let path = match room.and_then(|room| room.pass.as_ref()) {
            Some(pass) if answers => format!("/webhooks/{}/{pass}", self.application),
            _ if Kind::of(&to.chat) == Kind::Guest => return None,
            _ => format!("/channels/{}/messages", to.place),
        };
        if path.starts_with("/webhooks") {
            if let Some(body) = draft.body.as_object_mut() {
                body.remove("message_reference");
            }
        } else {
            draft.body["nonce"] = json!(nonce.to_string());
            draft.body["enforce_nonce"] = json!(true);
        }
        let call = Call::post(path).priority(Priority::Turn).patience(PATIENCE);
        Some(draft.on(call))
    }

    async fn post(&self, to: &Address, room: Option<&Room>, nonce: i64, draft: Draft) -> Tried {
        let Some(call) = self.call(to, room, nonce, draft) else { return Tried::NoPass };
        match self.rest.call(call).await {
            Ok(sent) => Tried::Sent(sent),
            Err(error) => Tried::Failed(error),
        }
    }

    /// The message without its file, which is told instead where it can be.
    fn without_file(&self, message: &Outbound) -> Draft {
        let segments = board_lines::instead_of_file(&self.app, message);
        Draft::new(&segments, &message.reply, &message.accounts, None)
    }

    /// Where things go on that were in a place that is gone: the first channel of the server.
    /// The server is gone too if it shows us none.
    async fn elsewhere(&self, to: &Address, above: Option<&str>) -> SendError {
        if Kind::of(&to.chat) != Kind::Guild {
            return SendError::Gone("the channel is gone".to_owned());
        }
        let call = Call::get(format!("/guilds/{}/channels", to.chat)).patience(PATIENCE);
        let channels = match self.rest.call(call).await {
            Ok(channels) => channels,
            Err(RestError::Refused { message, .. }) => return SendError::Gone(message),
            Err(error) => return errors::send_error(error),
        };
        let channels = channels.as_array().map(Vec::as_slice).unwrap_or_default();
        let id = |channel: &Value| channel["id"].as_str().map(str::to_owned);
        let known = |wanted: &str| channels.iter().any(|one| one["id"].as_str() == Some(wanted));
        if known(&to.place) {
            return SendError::Refused("the channel is closed to the bot".to_owned());
        }
        if let Some(above) = above.filter(|above| known(above)) {
            return SendError::Elsewhere(above.to_owned());
        }
        let texts = channels.iter().filter(|channel| channel["type"].as_u64() == Some(0));
        let first = texts.min_by_key(|channel| {
            (channel["position"].as_i64(), channel["id"].as_str().map(|id| (id.len(), id)))
        });
        match first.and_then(id) {
            Some(place) => SendError::Elsewhere(place),
            None => SendError::Refused("the server has no channel for text".to_owned()),
        }
    }

    /// What it means that the bot may not write in a place. Who may begin threads may not always
    /// write in them: what is in one that we have begun goes on above it.
    async fn closed(&self, to: &Address, refused: RestError) -> SendError {
        let call = Call::get(format!("/channels/{}", to.place)).patience(PATIENCE);
        let channel = match self.rest.call(call).await {
            Ok(channel) => channel,
            Err(RestError::Refused { .. }) => return errors::send_error(refused),
            Err(error) => return errors::send_error(error),
        };
        let is_thread = channel["thread_metadata"].is_object();
        match channel["parent_id"].as_str() {
            Some(above) if is_thread && channel["owner_id"] == self.key.bot_id => {
                SendError::Elsewhere(above.to_owned())
            }
            _ => errors::send_error(refused),
        }
    }

    async fn start(&self, path: String, body: Value) -> Result<Value, RestError> {
        let call = Call::post(path).json(body).priority(Priority::Turn).patience(PATIENCE);
        self.rest.call(call).await
    }

    /// The id of a thread that was begun.
    async fn started(
        &self,
        at: &Address,
        started: Result<Value, RestError>,
    ) -> Result<String, SendError> {
        match started {
            Ok(thread) => id_of(&thread),
            Err(error) => match error.code() {
                Some(code::UNKNOWN_CHANNEL | code::NO_ACCESS) => {
                    Err(self.elsewhere(at, None).await)
                }
                _ => Err(errors::send_error(error)),
            },
        }
    }

    /// Where things of a place that is gone go on.
    pub(super) async fn refuge(&self, to: &Address, above: Option<&str>) -> Option<String> {
        match self.elsewhere(to, above).await {
            SendError::Elsewhere(place) => Some(place),
            _ => None,
        }
    }
}

impl Transport for Discord {
    async fn send(&self, message: &Outbound) -> Result<String, SendError> {
        let (to, now) = (&message.to, self.clock.now());
        let chat = self.chat_key(&to.chat);
        let room = rooms::read(&self.app, &chat, &to.place, now).await;
        let room = room.map_err(SendError::Later)?;
        let room = room.as_ref();
        let reply = &message.reply;
        let answers = reply.answers.as_deref();
        let attach = room.is_none_or(|room| room.attach);
        let made = file(reply, message.png.as_deref(), message.gif.as_deref());
        let draft = match made {
            Some(_) if !attach => self.without_file(message),
            made => Draft::new(&reply.whole(), reply, &message.accounts, made),
        };
        let had_file = draft.file.is_some();
        let mut tried = self.post(to, room, message.nonce, draft.answering(answers)).await;
        if let Tried::Failed(error) = &tried
            && had_file
            && errors::no_right_to_files(error)
        {
            let draft = self.without_file(message).answering(answers);
            tried = self.post(to, room, message.nonce, draft).await;
        }
        match tried {
            Tried::Sent(sent) => id_of(&sent),
            Tried::NoPass => Err(SendError::Refused("nobody has asked lately".to_owned())),
            Tried::Failed(error) => match error.code() {
                Some(code::UNKNOWN_CHANNEL | code::NO_ACCESS) => {
                    Err(self.elsewhere(to, None).await)
                }
                Some(code::NO_RIGHT) => Err(self.closed(to, error).await),
                _ => Err(errors::send_error(error)),
            },
        }
    }

    async fn strip(&self, from: &Address, message: &str) -> Result<(), SendError> {
        if Kind::of(&from.chat) == Kind::Guest || is_old(message, self.clock.now()) {
            return Ok(());
        }
        let call = Call::patch(format!("/channels/{}/messages/{message}", from.place))
            .json(json!({ "components": [] }));
        edited(self.rest.call(call.priority(Priority::Edit).patience(PATIENCE)).await)
    }

    async fn delete(&self, from: &Address, message: &str) -> Result<(), SendError> {
        if Kind::of(&from.chat) == Kind::Guest {
            return Ok(());
        }
        let call = Call::delete(format!("/channels/{}/messages/{message}", from.place));
        edited(self.rest.call(call.priority(Priority::Edit).patience(PATIENCE)).await)
    }

    async fn open(
        &self,
        at: &Address,
        title: &str,
        from: Option<&str>,
    ) -> Result<String, SendError> {
        if Kind::of(&at.chat) != Kind::Guild {
            return Err(SendError::Refused("only servers have threads".to_owned()));
        }
        let place = &at.place;
        if let Some(message) = from {
            let path = format!("/channels/{place}/messages/{message}/threads");
            match self.start(path, json!({ "name": title })).await {
                // A message has one thread, with its own id: it was begun before.
                Err(error) if error.code() == Some(code::HAS_THREAD) => {
                    return Ok(message.to_owned());
                }
                Err(error) if error.code() == Some(code::UNKNOWN_MESSAGE) => {}
                started => return self.started(at, started).await,
            }
        }
        let body = json!({ "name": title, "type": PUBLIC_THREAD });
        let started = self.start(format!("/channels/{place}/threads"), body).await;
        self.started(at, started).await
    }

    async fn look(&self, at: &Address) -> Result<(), SendError> {
        let call = Call::get(format!("/channels/{}", at.place)).priority(Priority::Edit);
        match self.rest.call(call.patience(PATIENCE)).await {
            Err(error) if error.code() == Some(code::UNKNOWN_CHANNEL) => {
                Err(self.elsewhere(at, None).await)
            }
            // It is there, or something else is wrong that messages will meet.
            _ => Ok(()),
        }
    }

    async fn find(&self, at: &Address, account: &str) -> Result<bool, SendError> {
        if Kind::of(&at.chat) != Kind::Guild {
            return Ok(true);
        }
        let call = Call::get(format!("/guilds/{}/members/{account}", at.chat));
        match self.rest.call(call.priority(Priority::Edit).patience(PATIENCE)).await {
            Err(error) if error.code() == Some(code::UNKNOWN_MEMBER) => Ok(false),
            Ok(_) | Err(RestError::Refused { .. }) => Ok(true),
            Err(error) => Err(errors::send_error(error)),
        }
    }
}

/// The id of what Discord has made.
fn id_of(made: &Value) -> Result<String, SendError> {
    let id = made["id"].as_str().map(str::to_owned);
    id.ok_or_else(|| SendError::Refused("Discord gives no id".to_owned()))
}

/// What came of an edit: nothing is wrong where there is nothing to edit.
fn edited(edit: Result<Value, RestError>) -> Result<(), SendError> {
    match edit {
        Err(error) if errors::nothing_to_edit(&error) => Ok(()),
        edit => edit.map(|_| ()).map_err(errors::send_error),
    }
}
