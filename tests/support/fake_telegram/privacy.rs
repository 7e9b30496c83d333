//! Which messages of people a bot hears.

use super::{
    messages::{Message, Sender},
    state::State,
};

impl State {
    /// Whether the bot gets a message of somebody. In groups, unless it is an administrator or
    /// has privacy switched off, these are answers to its own messages, commands, and what
    /// happened there; of the commands that name no bot those after its own last message.
    pub fn hears(&self, message: &Message) -> bool {
        let chat = self.chat(message.chat);
        if !chat.is_private() && !chat.member(self.bot).is_present() {
            return false;
        }
        // Other bots are invisible.
        if let Sender::User(user) = message.sender
            && (user == self.bot || self.user(user).is_bot)
        {
            return false;
        }
        if chat.is_private() || self.privacy_off || chat.member(self.bot).is_admin() {
            return true;
        }
        message.service.is_some() || self.answers_bot(message) || self.commands_bot(message)
    }

    fn answers_bot(&self, message: &Message) -> bool {
        let answered = message.reply_to.and_then(|id| self.message(message.chat, id));
        answered.is_some_and(|answered| answered.sender == Sender::User(self.bot))
    }

    fn commands_bot(&self, message: &Message) -> bool {
        let username = self.user(self.bot).username.as_deref().unwrap_or_default();
        let last = self.chat(message.chat).last_bot;
        message.entities().iter().filter(|entity| entity.kind == "bot_command").any(|entity| {
            match entity.of(message.plain()).split_once('@') {
                Some((_, named)) => named.eq_ignore_ascii_case(username),
                None => last.is_none_or(|last| last == self.bot),
            }
        })
    }
}
