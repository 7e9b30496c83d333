//! Times that boards count: weeks, months, seasons, by the time at which a match ended.

use super::texts::{Lang, Texts};
use crate::game::Message;
use time::{Date, OffsetDateTime, UtcOffset};

/// A time that a board counts, UTC. A season is a quarter of the year.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Period {
    /// All time.
    All,
    /// A week by ISO 8601: its year and number.
    Week(i32, u8),
    /// A month: year and number.
    Month(i32, u8),
    /// A season: year and quarter.
    Season(i32, u8),
}

impl Period {
    /// Every period that a time belongs to.
    pub(super) fn of(time: OffsetDateTime) -> [Period; 4] {
        let date = time.to_offset(UtcOffset::UTC).date();
        let (year, week, _) = date.to_iso_week_date();
        let month = u8::from(date.month());
        [
            Period::All,
            Period::Week(year, week),
            Period::Month(date.year(), month),
            Period::Season(date.year(), (month - 1) / 3 + 1),
        ]
    }

    /// The period's name in the store and in commands: `all`, `2026-W48`, `2026-11`,
    /// `2026-Q4`.
    pub(super) fn text(self) -> String {
        match self {
            Period::All => "all".to_owned(),
            Period::Week(year, week) => format!("{year:04}-W{week:02}"),
            Period::Month(year, month) => format!("{year:04}-{month:02}"),
            Period::Season(year, season) => format!("{year:04}-Q{season}"),
        }
    }

    /// Reads a name of [`Period::text`], in letters of any case.
    fn read(text: &str) -> Option<Self> {
        let (year, rest) = text.split_once('-')?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if year.len() != 4 || !digits(year) {
            return None;
        }
        let year: i32 = year.parse().ok()?;
        let rest = rest.to_ascii_lowercase();
        let number = |text: &str| text.parse::<u8>().ok().filter(|_| digits(text));
        if let Some(week) = rest.strip_prefix('w') {
            let week = number(week)?;
            // The last week of a year is the one that 28 December lies in.
            let last = Date::from_calendar_date(year, time::Month::December, 28).ok()?;
            return (1..=last.iso_week()).contains(&week).then_some(Period::Week(year, week));
        }
        if let Some(season) = rest.strip_prefix('q') {
            let season = number(season)?;
            return (1..=4).contains(&season).then_some(Period::Season(year, season));
        }
        let month = number(&rest)?;
        (1..=12).contains(&month).then_some(Period::Month(year, month))
    }

    /// The current period that a word of any language means, or a past one by its name.
    pub(super) fn meant(word: &str, now: OffsetDateTime, texts: &Texts) -> Option<Self> {
        let [_, week, month, season] = Period::of(now);
        let words = [("word-week", week), ("word-month", month), ("word-season", season)];
        let current = words.into_iter().find(|(id, _)| is_word(word, id, texts));
        current.map(|(_, period)| period).or_else(|| Period::read(word))
    }

    /// What it is called; `None` for all time.
    pub(super) fn title(self) -> Option<Message> {
        // A year is a name, not a number with separators.
        match self {
            Period::All => None,
            Period::Week(year, week) => Some(
                Message::new("period-week")
                    .with("week", u32::from(week))
                    .with("year", year.to_string()),
            ),
            Period::Month(year, month) => Some(
                Message::new("period-month")
                    .with("month", u32::from(month))
                    .with("year", year.to_string()),
            ),
            Period::Season(year, season) => Some(
                Message::new("period-season")
                    .with("season", u32::from(season))
                    .with("year", year.to_string()),
            ),
        }
    }
}

/// Whether somebody typed a word of the locales, in any language.
pub(super) fn is_word(typed: &str, id: &'static str, texts: &Texts) -> bool {
    let word = Message::new(id);
    Lang::ALL.into_iter().any(|lang| texts.plain(lang, &word) == typed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn a_time_lies_in_its_periods() {
        let names = |time| Period::of(time).map(Period::text);
        assert_eq!(
            names(datetime!(2026-11-29 12:00 UTC)),
            ["all", "2026-W48", "2026-11", "2026-Q4"]
        );
        // The first days of a year can be of the last week of the year before, and UTC counts.
        assert_eq!(
            names(datetime!(2027-01-01 01:00 +2)),
            ["all", "2026-W53", "2026-12", "2026-Q4"]
        );
        assert_eq!(
            names(datetime!(2027-01-01 00:00 UTC)),
            ["all", "2026-W53", "2027-01", "2027-Q1"]
        );
        assert_eq!(
            names(datetime!(2024-12-30 00:00 UTC)),
            ["all", "2025-W01", "2024-12", "2024-Q4"]
        );
    }

    #[test]
    fn names_are_read() {
        for period in Period::of(datetime!(2026-03-31 12:00 UTC)).into_iter().skip(1) {
            assert_eq!(Period::read(&period.text()), Some(period));
            assert_eq!(Period::read(&period.text().to_lowercase()), Some(period));
        }
        assert_eq!(Period::read("2026-w53"), Some(Period::Week(2026, 53)));
        for text in [
            "all", "2026", "2026-", "2026-q", "2026-q0", "2026-q5", "2026-w0", "2026-w54",
            "2025-w53", "2026-13", "2026-0", "26-11", "2026-+1", "2026-q+1", "-026-11", "senegal",
        ] {
            assert_eq!(Period::read(text), None, "{text}");
        }
    }
}
