//! Which chats the bot may see and write to.

use super::{
    chats::{Chat, Kind},
    refusal::Refusal,
    state::State,
    status::Status,
};
use teloxide::types::{ChatId, UserId};

impl State {
    /// Refuses when the bot does not see a chat at all.
    pub fn check_access(&self, id: ChatId) -> Result<&Chat, Refusal> {
        let chat = self.chats.get(&id).ok_or_else(|| Refusal::bad("chat not found"))?;
        if let Some(to) = chat.migrated_to {
            return Err(Refusal::migrated(to));
        }
        if chat.is_private() {
            return Ok(chat);
        }
        if chat.dissolved {
            return Err(match chat.kind {
                Kind::Group => Refusal::forbidden("the group chat was deleted"),
                _ => Refusal::bad("chat not found"),
            });
        }
        match chat.member(self.bot) {
            Status::Kicked => {
                Err(Refusal::forbidden(&format!("bot was kicked from the {} chat", chat.noun())))
            }
            member if !member.is_present() => {
                Err(Refusal::forbidden(&format!("bot is not a member of the {} chat", chat.noun())))
            }
            _ => Ok(chat),
        }
    }

    /// Refuses when the bot may not write to a chat at all.
    pub fn check_write_access(&self, id: ChatId) -> Result<&Chat, Refusal> {
        let chat = self.check_access(id)?;
        if chat.is_private() {
            let user = self.user(UserId(id.0.unsigned_abs()));
            if user.deactivated {
                return Err(Refusal::forbidden("user is deactivated"));
            }
            if user.is_bot {
                return Err(Refusal::forbidden("bot can't send messages to bots"));
            }
            if !user.started {
                return Err(Refusal::forbidden("bot can't initiate conversation with a user"));
            }
            if user.blocked_bot {
                return Err(Refusal::forbidden("bot was blocked by the user"));
            }
        }
        Ok(chat)
    }
}
