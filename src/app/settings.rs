//! What chats and people have chosen.

use super::words;
use crate::{
    game::Message,
    store::{ScopeId, scopes},
};
use kosti_render::Theme;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

/// Who may challenge in a chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Challengers {
    /// Everybody.
    #[default]
    Everyone,
    /// The chat's admins.
    Admins,
}

/// When the only action that there is is played without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Auto {
    /// In games with dice, where it happens all the time.
    #[default]
    Dice,
    Always,
    Never,
}

impl Auto {
    /// Whether that is so in a game, with chance or without.
    pub(super) const fn plays(self, chance: bool) -> bool {
        match self {
            Auto::Dice => chance,
            Auto::Always => true,
            Auto::Never => false,
        }
    }
}

/// Hours of the day, in the chat's time zone, in which nobody is pinged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Night {
    pub(super) from: u8,
    pub(super) to: u8,
}

/// What a chat has chosen for everybody in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ChatSettings {
    /// Seconds for each action in new matches.
    pub(super) clock: Option<u32>,
    /// The keys of the games that are played; none: all.
    pub(super) games: Vec<String>,
    /// Where Kosti plays; none: everywhere in the chat.
    pub(super) places: Vec<String>,
    pub(super) challengers: Challengers,
    /// The most matches at the same time.
    pub(super) matches: Option<u16>,
    pub(super) night: Option<Night>,
    /// Hours by which the chat's time is ahead of UTC.
    pub(super) zone: i8,
    /// Whether boards are turned to the player who is to move.
    pub(super) turn: bool,
    /// Whether the board before the newest one is deleted.
    pub(super) delete: bool,
    /// Whether each match gets a thread or a topic of its own.
    pub(super) threads: bool,
    /// Whether boards show what explains the game.
    pub(super) legend: bool,
    pub(super) theme: Option<String>,
}

/// What a person has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct OwnSettings {
    /// Whether mentions do not notify.
    pub(super) quiet: bool,
    pub(super) theme: Option<String>,
    pub(super) auto: Auto,
}

/// A setting by its name; what cannot be read counts as not chosen.
fn read<T: DeserializeOwned + Default>(settings: &Value, name: &str) -> T {
    let value = settings.get(name).cloned();
    value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
}

impl ChatSettings {
    pub(super) fn of(settings: &Value) -> Self {
        ChatSettings {
            clock: read(settings, "clock"),
            games: read(settings, "games"),
            places: read(settings, "places"),
            challengers: read(settings, "challengers"),
            matches: read(settings, "matches"),
            night: read(settings, "night"),
            zone: read(settings, "zone"),
            turn: read(settings, "turn"),
            delete: read(settings, "delete"),
            threads: read(settings, "threads"),
            legend: read(settings, "legend"),
            theme: read(settings, "theme"),
        }
    }

    /// Whether nobody is pinged at a time.
    pub(super) fn is_night(&self, now: OffsetDateTime) -> bool {
        let Some(Night { from, to }) = self.night else { return false };
        let hour = (now + Duration::hours(self.zone.into())).hour();
        if from <= to { (from..to).contains(&hour) } else { hour >= from || hour < to }
    }
}

impl OwnSettings {
    pub(super) fn of(settings: &Value) -> Self {
        OwnSettings {
            quiet: read(settings, "quiet"),
            theme: read(settings, "theme"),
            auto: read(settings, "auto"),
        }
    }
}

/// Whether a chat wants the board before the newest one to be deleted.
pub(super) async fn deletes_boards(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<bool> {
    let settings = scopes::settings(db, scope).await?;
    Ok(settings.is_some_and(|settings| ChatSettings::of(&settings).delete))
}

/// The theme of a word that was stored, else the usual one.
pub(super) fn theme(chosen: Option<&String>) -> String {
    let theme = chosen.and_then(|word| word.parse::<Theme>().ok()).unwrap_or(Theme::Birch);
    theme.as_str().to_owned()
}

/// The seconds of a clock as typed: `24h`, `3d`, `12ч`, `2д`.
pub(super) fn read_clock(word: &str) -> Option<u32> {
    let end = word.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = word.split_at(end);
    let number: u32 = number.parse().ok()?;
    let hours = match unit {
        _ if words::is(unit, &words::HOURS) => number,
        _ if words::is(unit, &words::DAYS) => number.checked_mul(24)?,
        _ => return None,
    };
    LONGEST_CLOCK.contains(&hours).then(|| hours * 3600)
}

/// Hours that an action may have.
const LONGEST_CLOCK: std::ops::RangeInclusive<u32> = 1..=14 * 24;

/// The time of an action, in words.
pub(super) fn clock_words(seconds: u32) -> Message {
    let hours = seconds / 3600;
    if hours.is_multiple_of(24) {
        Message::new("time-days").with("count", hours / 24)
    } else {
        Message::new("time-hours").with("count", hours)
    }
}
