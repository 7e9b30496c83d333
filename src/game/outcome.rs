//! How a game ends.

use super::{BySeat, Seat};
use std::fmt;

/// Why a game ended: a word of the rulebook such as `count`, or of the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reason(&'static str);

impl Reason {
    /// One side gave up.
    pub const RESIGN: Reason = Reason("resign");
    /// One side ran out of time.
    pub const TIME: Reason = Reason("time");
    /// Both sides agreed on a draw.
    pub const AGREED: Reason = Reason("agreed");
    /// The game does not count.
    pub const VOID: Reason = Reason("void");
    /// The reasons that any match can end by, beside those of its rules.
    pub const OF_MATCHES: [Reason; 4] =
        [Reason::RESIGN, Reason::TIME, Reason::AGREED, Reason::VOID];

    /// A reason of a game's rules: lower-case ASCII, `-` between words.
    #[must_use]
    pub const fn new(word: &'static str) -> Self {
        Reason(word)
    }

    /// The word as written in outcome texts.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

/// The end of a game or deal: a winner or a draw, points and a reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The side that won; `None` is a draw.
    pub winner: Option<Seat>,
    /// Points of the winner; 0 in a draw.
    pub points: u32,
    /// Why it ended.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    #[must_use]
    pub const fn win(winner: Seat, points: u32, reason: Reason) -> Self {
        Outcome { winner: Some(winner), points, reason }
    }

    /// A draw: no points.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, points: 0, reason }
    }

    /// The outcome text of the rulebook, such as `white 2 mars` or `draw 0 equal`.
    #[must_use]
    pub fn text(&self, seats: BySeat<&str>) -> String {
        let who = self.winner.map_or("draw", |seat| seats[seat]);
        format!("{who} {} {}", self.points, self.reason.as_str())
    }

    /// Reads [`Outcome::text`], with `reasons` beside [`Reason::OF_MATCHES`].
    ///
    /// # Errors
    /// When the text is none of ours: another seat, reason or shape.
    pub fn parse(
        text: &str,
        seats: BySeat<&str>,
        reasons: &[Reason],
    ) -> Result<Self, ParseOutcomeError> {
        let mut words = text.split(' ');
        let (Some(who), Some(points), Some(reason), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(ParseOutcomeError);
        };
        let winner = match who {
            "draw" => None,
            _ => Some(
                Seat::ALL.into_iter().find(|&seat| seats[seat] == who).ok_or(ParseOutcomeError)?,
            ),
        };
        let outcome = Outcome {
            winner,
            points: points.parse().map_err(|_| ParseOutcomeError)?,
            reason: reasons
                .iter()
                .chain(&Reason::OF_MATCHES)
                .copied()
                .find(|known| known.as_str() == reason)
                .ok_or(ParseOutcomeError)?,
        };
        // Only the canonical spelling: `+1` and `01` are numbers to Rust.
        if outcome.text(seats) == text { Ok(outcome) } else { Err(ParseOutcomeError) }
    }
}

/// Error when parsing an [`Outcome`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid outcome")
    }
}

impl std::error::Error for ParseOutcomeError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SEATS: BySeat<&str> = BySeat::new("white", "black");
    const MARS: Reason = Reason::new("mars");

    #[test]
    fn outcome_texts_round_trip() {
        for (text, outcome) in [
            ("white 2 mars", Outcome::win(Seat::First, 2, MARS)),
            ("black 1 resign", Outcome::win(Seat::Second, 1, Reason::RESIGN)),
            ("draw 0 agreed", Outcome::draw(Reason::AGREED)),
        ] {
            assert_eq!(outcome.text(SEATS), text);
            assert_eq!(Outcome::parse(text, SEATS, &[MARS]), Ok(outcome));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "white", "white 2", "red 2 mars", "white 02 mars", "white 2 oyn", "white 2 mars "]
        {
            assert_eq!(Outcome::parse(text, SEATS, &[MARS]), Err(ParseOutcomeError), "{text:?}");
        }
    }
}
