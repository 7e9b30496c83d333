//! What Discord's chats are called in the store.
//!
//! A server is a chat, its channels and threads are places. A conversation without a server,
//! and a channel in which the bot is not a member and only its user brought it, are chats of
//! their own with one place.

/// What a chat is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A server in which the bot is a member.
    Guild,
    /// The conversation of one person with the bot.
    Direct,
    /// A channel where the bot can only answer.
    Guest,
}

const DIRECT: char = '@';
const GUEST: char = '~';

impl Kind {
    /// The store's word for a chat of Discord's id.
    pub(super) fn chat_id(self, id: u64) -> String {
        match self {
            Kind::Guild => id.to_string(),
            Kind::Direct => format!("{DIRECT}{id}"),
            Kind::Guest => format!("{GUEST}{id}"),
        }
    }

    /// What a chat is, by the store's word.
    pub(super) fn of(chat_id: &str) -> Self {
        match chat_id.chars().next() {
            Some(DIRECT) => Kind::Direct,
            Some(GUEST) => Kind::Guest,
            _ => Kind::Guild,
        }
    }
}

/// The moment in which Discord gave an id, in milliseconds since 1970.
pub(super) fn made_at(id: &str) -> Option<i64> {
    /// Milliseconds from 1970 to Discord's first one.
    const EPOCH: i64 = 1_420_070_400_000;
    let id: u64 = id.parse().ok()?;
    i64::try_from(id >> 22).ok()?.checked_add(EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_their_time() {
        // Discord's own example.
        assert_eq!(made_at("175928847299117063"), Some(1_462_015_105_796));
        assert_eq!(made_at("m1"), None);
    }

    #[test]
    fn chats_are_told_apart() {
        for kind in [Kind::Guild, Kind::Direct, Kind::Guest] {
            assert_eq!(Kind::of(&kind.chat_id(7)), kind);
        }
    }
}
