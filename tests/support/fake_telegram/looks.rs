//! What a test sees of the other side.

use super::{FakeTelegram, calls::Call, messages::Message, queries::Toast, state::State};
use teloxide::types::{ChatId, MessageId};

impl FakeTelegram {
    /// Waits until there is something; the closure looks after every change.
    pub async fn until<T>(&self, what: &str, mut look: impl FnMut(&mut State) -> Option<T>) -> T {
        match self.shared.until(&mut look).await {
            Some(found) => found,
            None => panic!("waited in vain for {what}\n{}", self.story()),
        }
    }

    /// The oldest message of the bot in a chat that has not been read yet; waits for it.
    pub async fn next(&self, chat: ChatId) -> Message {
        let next = |state: &mut State| {
            let bot = state.bot;
            let unread = |message: &&mut Message| message.is_written_by(bot) && !message.read;
            let message = state.messages_of(chat).find(unread)?;
            message.read = true;
            Some(message.clone())
        };
        self.until(&format!("a message in {chat}"), next).await
    }

    /// A message as it stands now, also after it was deleted; it counts as read.
    pub fn message(&self, chat: ChatId, id: MessageId) -> Message {
        self.shared.look(|state| {
            let message = state.message_mut(chat, id);
            let message = message.unwrap_or_else(|| panic!("no message {id} in {chat}"));
            message.read = true;
            message.clone()
        })
    }

    /// All that the bot has sent to a chat and that still stands there; it counts as read.
    pub fn messages(&self, chat: ChatId) -> Vec<Message> {
        self.shared.look(|state| {
            let bot = state.bot;
            let sent = state.messages_of(chat).filter(|message| message.is_written_by(bot));
            let sent = sent.map(|message| {
                message.read = true;
                message.clone()
            });
            sent.filter(|message| !message.deleted).collect()
        })
    }

    /// What somebody who pressed was shown; waits for it.
    pub async fn toast(&self, query: &str) -> Toast {
        let toast = |state: &mut State| {
            let pressed = state.queries.iter().find(|pressed| pressed.id == query);
            pressed.unwrap_or_else(|| panic!("no query {query}")).answer.clone()
        };
        self.until(&format!("an answer to {query}"), toast).await
    }

    /// The calls of a method that have been answered, in their order.
    pub fn calls(&self, method: &str) -> Vec<Call> {
        let is = |call: &&Call| call.method.eq_ignore_ascii_case(method) && call.outcome.is_some();
        self.shared.look(|state| state.calls.all.iter().filter(is).cloned().collect())
    }

    /// All calls of all methods.
    pub fn all_calls(&self) -> Vec<Call> {
        self.shared.look(|state| state.calls.all.clone())
    }

    /// Waits until the bot has confirmed everything that happened.
    pub async fn confirmed(&self) {
        let none = |state: &mut State| state.updates.waiting.is_empty().then_some(());
        self.until("the confirmation of all updates", none).await;
    }

    /// What has happened, for a test that fails.
    pub fn story(&self) -> String {
        self.shared.look(|state| {
            let call = |call: &Call| {
                let outcome = match &call.outcome {
                    None => "not answered".to_owned(),
                    Some(Ok(_)) => "done".to_owned(),
                    Some(Err(refusal)) => refusal.description.clone(),
                };
                format!("{} {:?}: {outcome}\n", call.method, call.params)
            };
            let calls: String = state.calls.all.iter().map(call).collect();
            let violations = &state.violations;
            let webhook = &state.webhook;
            format!("calls:\n{calls}violations: {violations:#?}\nwebhook: {webhook:?}")
        })
    }
}
