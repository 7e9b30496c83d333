//! How much may be sent when.

use crate::store::{ScopeId, outbox::Lane};
use std::collections::{HashMap, VecDeque};
use time::{Duration, OffsetDateTime};

/// What a platform lets a bot send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Messages a second in all.
    pub all_a_second: usize,
    /// Messages a minute in one place.
    pub place_a_minute: usize,
    /// Of those, how many are kept for turns.
    pub kept_for_turns: usize,
}

/// The longest span that a limit looks back.
pub(super) const SPAN: Duration = Duration::MINUTE;

/// A place of a scope.
type Place = (ScopeId, String);

/// What has been sent lately, and what must wait.
#[derive(Debug)]
pub(super) struct Rates {
    limits: Limits,
    all: VecDeque<OffsetDateTime>,
    places: HashMap<Place, VecDeque<(OffsetDateTime, bool)>>,
    /// Until when nothing goes to a place, or (`None`) anywhere, as the platform said.
    held: HashMap<Option<Place>, OffsetDateTime>,
}

impl Rates {
    pub(super) fn new(limits: Limits) -> Self {
        Rates { limits, all: VecDeque::new(), places: HashMap::new(), held: HashMap::new() }
    }

    /// Whether a message may go now.
    pub(super) fn allow(&mut self, place: &Place, lane: Lane, now: OffsetDateTime) -> bool {
        self.forget(now);
        if self.held.contains_key(&None) || self.held.contains_key(&Some(place.clone())) {
            return false;
        }
        let second = now - Duration::SECOND;
        if self.all.iter().filter(|at| **at > second).count() >= self.limits.all_a_second {
            return false;
        }
        let Some(sent) = self.places.get(place) else { return true };
        let others = sent.iter().filter(|(_, turn)| !turn).count();
        sent.len() < self.limits.place_a_minute
            && (lane == Lane::Turn
                || others < self.limits.place_a_minute - self.limits.kept_for_turns)
    }

    /// Counts a message.
    pub(super) fn count(&mut self, place: Place, lane: Lane, at: OffsetDateTime) {
        self.all.push_back(at);
        self.places.entry(place).or_default().push_back((at, lane == Lane::Turn));
    }

    /// Lets nothing go to a place, or anywhere, until a time.
    pub(super) fn hold(&mut self, place: Option<Place>, until: OffsetDateTime) {
        self.held.insert(place, until);
    }

    fn forget(&mut self, now: OffsetDateTime) {
        let since = now - SPAN;
        self.all.retain(|at| *at > since);
        self.places.retain(|_, sent| {
            sent.retain(|(at, _)| *at > since);
            !sent.is_empty()
        });
        self.held.retain(|_, until| *until > now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-29 12:00 UTC);
    const LIMITS: Limits = Limits { all_a_second: 30, place_a_minute: 20, kept_for_turns: 12 };

    fn place(number: i64) -> Place {
        (ScopeId(number), "main".to_owned())
    }

    /// How many messages of a lane go to a place at a time.
    fn goes(rates: &mut Rates, place: &Place, lane: Lane, now: OffsetDateTime) -> usize {
        let mut count = 0;
        while rates.allow(place, lane, now) {
            rates.count(place.clone(), lane, now);
            count += 1;
        }
        count
    }

    #[test]
    fn a_place_keeps_room_for_turns() {
        let mut rates = Rates::new(LIMITS);
        assert_eq!(goes(&mut rates, &place(1), Lane::Answer, NOW), 8);
        assert_eq!(goes(&mut rates, &place(1), Lane::Turn, NOW), 12);
        let later = NOW + Duration::seconds(59);
        assert_eq!(goes(&mut rates, &place(1), Lane::Turn, later), 0);
        assert_eq!(goes(&mut rates, &place(1), Lane::Turn, NOW + Duration::seconds(60)), 20);
    }

    #[test]
    fn all_places_share_the_second() {
        let mut rates = Rates::new(LIMITS);
        assert_eq!(goes(&mut rates, &place(1), Lane::Turn, NOW), 20);
        assert_eq!(goes(&mut rates, &place(2), Lane::Turn, NOW), 10);
        assert_eq!(goes(&mut rates, &place(3), Lane::Turn, NOW), 0);
        let later = NOW + Duration::seconds(1);
        assert_eq!(goes(&mut rates, &place(3), Lane::Turn, later), 20);
    }

    #[test]
    fn what_the_platform_holds_waits() {
        let mut rates = Rates::new(LIMITS);
        rates.hold(Some(place(1)), NOW + Duration::seconds(5));
        assert!(!rates.allow(&place(1), Lane::Turn, NOW + Duration::seconds(4)));
        assert!(rates.allow(&place(2), Lane::Turn, NOW));
        assert!(rates.allow(&place(1), Lane::Turn, NOW + Duration::seconds(5)));
        rates.hold(None, NOW + Duration::seconds(9));
        assert!(!rates.allow(&place(2), Lane::Turn, NOW + Duration::seconds(8)));
    }
}
