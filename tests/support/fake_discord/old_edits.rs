//! Changes of messages that are older than an hour.

use super::{refusal::Refusal, state::State};
use serenity::model::id::{ChannelId, MessageId};
use std::collections::{HashMap, VecDeque};
use time::{Duration, OffsetDateTime};

/// From that age on a message is old.
const OLD: Duration = Duration::HOUR;
/// So many changes of old messages a channel takes in that time, as people have measured.
const MOST: usize = 3;
const SPAN: Duration = Duration::seconds(20);

/// Changes of old messages.
#[derive(Default)]
pub struct OldEdits {
    lately: HashMap<ChannelId, VecDeque<OffsetDateTime>>,
}

impl State {
    /// Counts a change, if the message is old.
    pub fn count_old_edit(&mut self, message: MessageId) -> Result<(), Refusal> {
        let now = self.clock.now();
        let message = self.message(message);
        if now - message.at <= OLD {
            return Ok(());
        }
        let lately = self.old_edits.lately.entry(message.channel).or_default();
        lately.retain(|at| *at > now - SPAN);
        if lately.len() >= MOST {
            return Err(Refusal::code(30046));
        }
        lately.push_back(now);
        Ok(())
    }
}
