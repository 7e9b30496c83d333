//! Glicko-2, by the crate `skillratings`, and what Kosti adds to it.
//!
//! A rated match is a rating period of its own, and so is every five days without one: a
//! deviation of 60, to which regular play leads, grows to 110 in some thirteen months.

use crate::store::{ratings::Skill, results::Verdict};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};
use time::{Duration, OffsetDateTime};

/// What is thought of somebody who has not played yet.
pub const NEW: Skill = Skill { rating: 1500.0, deviation: 350.0, volatility: 0.06 };

/// A rating has a place on the board while its deviation is below this.
pub const SETTLED: f64 = 110.0;

/// The lowest rating.
pub const LOWEST: f64 = 100.0;
/// The highest rating.
pub const HIGHEST: f64 = 4000.0;

/// A rating period without a match.
const REST: Duration = Duration::days(5);

/// The longest time for which a place is promised.
const LONGEST: Duration = Duration::days(36_500);

/// Points of the rating to one of Glicko-2's own scale.
const SCALE: f64 = 173.7178;

/// How much volatility may change.
const TAU: f64 = 0.5;

/// A skill after one rating period with games against opponents as they were before it.
#[must_use]
pub fn after(skill: Skill, games: &[(Skill, Verdict)]) -> Skill {
    let games: Vec<(Glicko2Rating, Outcomes)> = games
        .iter()
        .map(|(opponent, verdict)| {
            let outcome = match verdict {
                Verdict::Win => Outcomes::WIN,
                Verdict::Draw => Outcomes::DRAW,
                Verdict::Loss => Outcomes::LOSS,
            };
            (foreign(*opponent), outcome)
        })
        .collect();
    let config = Glicko2Config { tau: TAU, ..Glicko2Config::new() };
    let after = glicko2_rating_period(&foreign(skill), &games, &config);
    Skill {
        rating: after.rating.clamp(LOWEST, HIGHEST),
        deviation: after.deviation.min(NEW.deviation),
        volatility: after.volatility,
    }
}

const fn foreign(skill: Skill) -> Glicko2Rating {
    Glicko2Rating { rating: skill.rating, deviation: skill.deviation, volatility: skill.volatility }
}

/// A skill after a time without a match: nobody knows it as well as before.
#[must_use]
pub fn rested(skill: Skill, time: Duration) -> Skill {
    let periods = (time / REST).max(0.0);
    let grown = skill.deviation.powi(2) + growth(skill) * periods;
    Skill { deviation: grown.sqrt().min(NEW.deviation), ..skill }
}

/// What a period adds to the square of the deviation.
fn growth(skill: Skill) -> f64 {
    (skill.volatility * SCALE).powi(2)
}

/// Until when a skill has a place on the board if nothing is played any more; `None`: it has
/// none.
#[must_use]
pub fn ranked_until(skill: Skill, since: OffsetDateTime) -> Option<OffsetDateTime> {
    let periods = (SETTLED.powi(2) - skill.deviation.powi(2)) / growth(skill);
    let seconds = (periods * REST.as_seconds_f64()).min(LONGEST.as_seconds_f64());
    // The database keeps microseconds.
    let until = since + Duration::seconds(seconds as i64);
    (until > since).then_some(until)
}

/// A rating as it is shown and ranked.
#[must_use]
pub fn shown(skill: Skill) -> i32 {
    skill.rating.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skill(rating: f64, deviation: f64) -> Skill {
        Skill { rating, deviation, volatility: 0.06 }
    }

    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }

    /// glicko.net/glicko/glicko2.pdf, "Example calculation".
    #[test]
    fn the_published_example_is_computed() {
        let games = [
            (skill(1400.0, 30.0), Verdict::Win),
            (skill(1550.0, 100.0), Verdict::Loss),
            (skill(1700.0, 300.0), Verdict::Loss),
        ];
        let found = after(skill(1500.0, 200.0), &games);
        assert_near(found.rating, 1464.06, 0.01);
        assert_near(found.deviation, 151.52, 0.01);
        assert_near(found.volatility, 0.05999, 0.00001);
    }

    #[test]
    fn a_rating_keeps_within_bounds() {
        let weak = skill(LOWEST, 80.0);
        let strong = skill(HIGHEST, 80.0);
        assert_eq!(after(weak, &[(weak, Verdict::Loss)]).rating, LOWEST);
        assert!(after(weak, &[(weak, Verdict::Win)]).rating > LOWEST);
        assert_eq!(after(strong, &[(strong, Verdict::Win)]).rating, HIGHEST);
        let upset = after(weak, &[(strong, Verdict::Win)]);
        assert!(upset.rating.is_finite() && upset.deviation.is_finite());
        assert!(after(NEW, &[(strong, Verdict::Loss)]).deviation <= NEW.deviation);
    }

    #[test]
    fn who_rests_is_known_less_well() {
        let settled = skill(1700.0, 60.0);
        let year = rested(settled, Duration::days(365));
        assert_eq!((year.rating, year.volatility), (settled.rating, settled.volatility));
        // 73 periods of 0.06 × 173.7178 points.
        assert_near(year.deviation, (3600.0 + 73.0 * 108.6402_f64).sqrt(), 0.001);
        assert_eq!(rested(settled, Duration::days(100_000)).deviation, NEW.deviation);
        assert_eq!(rested(settled, Duration::days(-9)), settled, "no time runs backward");
        // A rest is the same however it is cut up.
        let halves = rested(rested(settled, Duration::days(100)), Duration::days(265));
        assert_near(halves.deviation, year.deviation, 1e-9);
    }

    #[test]
    fn a_place_lasts_until_the_deviation_has_grown() {
        let since = time::macros::datetime!(2026-11-29 12:00 UTC);
        let settled = skill(1700.0, 60.0);
        let until = ranked_until(settled, since).unwrap();
        assert_eq!((until - since).whole_days(), 391);
        assert_near(rested(settled, until - since).deviation, SETTLED, 0.001);
        assert_eq!(ranked_until(skill(1700.0, SETTLED), since), None);
        assert_eq!(ranked_until(NEW, since), None);
        let steady = Skill { volatility: 1e-6, ..settled };
        assert_eq!(ranked_until(steady, since), Some(since + LONGEST));
    }

    #[test]
    fn ratings_are_shown_rounded() {
        assert_eq!(shown(skill(1499.5, 50.0)), 1500);
        assert_eq!(shown(skill(1499.49, 50.0)), 1499);
    }

    #[test]
    fn a_dozen_matches_settle_a_rating() {
        let mut found = NEW;
        let mut matches = 0;
        while found.deviation >= SETTLED {
            let verdict = if matches % 2 == 0 { Verdict::Win } else { Verdict::Loss };
            found = after(found, &[(skill(1500.0, 60.0), verdict)]);
            matches += 1;
        }
        assert!((8..=14).contains(&matches), "{matches}");
    }
}
