//! Presses on buttons.

use super::{refusal::Refusal, state::State};
use serde_json::json;
use teloxide::types::{ChatId, MessageId, UserId};
use time::{Duration, OffsetDateTime};

/// How long a press may be answered.
const LIFE: Duration = Duration::seconds(15);
/// Letters of a toast.
const LONGEST: usize = 200;

/// A press.
#[derive(Clone, Debug)]
pub struct Query {
    pub id: String,
    pub user: UserId,
    pub chat: ChatId,
    pub message: MessageId,
    pub data: String,
    at: OffsetDateTime,
    /// What the presser was shown.
    pub answer: Option<Toast>,
    /// Whether it is too late.
    pub expired: bool,
}

/// What somebody who pressed is shown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Toast {
    /// Empty when the button only stops turning.
    pub text: String,
    /// Whether it must be closed.
    pub alert: bool,
    /// Where the presser is led.
    pub url: Option<String>,
}

impl State {
    /// Lets somebody press a button; tells the bot.
    pub fn press(&mut self, user: UserId, chat: ChatId, message: MessageId, data: &str) -> String {
        let id = format!("{}{:03}", 4_300_000_000_000_000_u64 + user.0, self.queries.len() + 1);
        let pressed = self.message(chat, message);
        let pressed = pressed.unwrap_or_else(|| panic!("no message {message} in {chat}"));
        let shown = if pressed.deleted || pressed.inaccessible {
            json!({ "chat": self.chat_json(chat), "message_id": message.0, "date": 0 })
        } else {
            self.message_json(pressed)
        };
        let update = json!({
            "id": id,
            "from": self.user(user).to_json(),
            "message": shown,
            "chat_instance": format!("{}", chat.0.wrapping_mul(7919)),
            "data": data,
        });
        self.tell(chat, "callback_query", update);
        self.queries.push(Query {
            id: id.clone(),
            user,
            chat,
            message,
            data: data.to_owned(),
            at: self.clock.now(),
            answer: None,
            expired: false,
        });
        id
    }

    /// Shows a toast to who pressed.
    pub fn answer(&mut self, id: &str, toast: Toast) -> Result<(), Refusal> {
        if toast.text.chars().count() > LONGEST {
            self.violation(format!("a toast is too long: {:?}", toast.text));
            return Err(Refusal::bad("MESSAGE_TOO_LONG"));
        }
        let (now, expires) = (self.clock.now(), self.clock.is_set());
        let invalid =
            || Refusal::bad("query is too old and response timeout expired or query ID is invalid");
        let query = self.queries.iter_mut().find(|query| query.id == id);
        let query = query.ok_or_else(invalid)?;
        if query.answer.is_some() || query.expired || expires && now - query.at > LIFE {
            query.expired = true;
            return Err(invalid());
        }
        query.answer = Some(toast);
        Ok(())
    }
}
