//! The numbers by which people play with each other, as the configuration gives them.

use time::Duration;

/// How people may challenge, remind and leave each other.
///
/// Each number is a key of the section `[play]` of the configuration, where it is explained and
/// has its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manners {
    /// Hours for which a challenge stands.
    pub challenge_hours: u16,
    /// Challenges that one person can have open in a chat.
    pub pending_per_sender: u16,
    /// Challenges that can wait for one person in a chat.
    pub pending_per_target: u16,
    /// Minutes in which whoever has declined is not challenged again by the same person.
    pub cooldown_minutes: u16,
    /// Matches of a pair in a game that count on one day (UTC).
    pub rated_per_day: u16,
    /// Hours between two reminders in one match.
    pub nudge_hours: u16,
    /// Days of silence after which the opponent may drop a match without a clock.
    pub silence_days: u16,
    /// What is left of an action's time, in percent, when its player is warned.
    pub warning_percent: u16,
    /// Matches that a chat plays at the same time, where it has not chosen another number.
    pub live_matches: u16,
    /// Commands and presses that one person may give in a minute, in all chats; 0 for as many
    /// as one likes. Consoles have no such limit.
    pub commands_per_minute: u16,
    /// Seconds after a refusal that others see in which the same person is refused silently.
    pub refusal_seconds: u16,
}

impl Default for Manners {
    fn default() -> Self {
        Manners {
            challenge_hours: 24,
            pending_per_sender: 3,
            pending_per_target: 2,
            cooldown_minutes: 10,
            rated_per_day: 3,
            nudge_hours: 24,
            silence_days: 14,
            warning_percent: 25,
            live_matches: 100,
            commands_per_minute: 60,
            refusal_seconds: 10,
        }
    }
}

impl Manners {
    pub(super) fn challenge_expiry(&self) -> Duration {
        Duration::hours(self.challenge_hours.into())
    }

    pub(super) fn cooldown(&self) -> Duration {
        Duration::minutes(self.cooldown_minutes.into())
    }

    pub(super) fn nudge(&self) -> Duration {
        Duration::hours(self.nudge_hours.into())
    }

    pub(super) fn silence(&self) -> Duration {
        Duration::days(self.silence_days.into())
    }
}
