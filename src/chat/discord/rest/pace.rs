//! How many calls a second.

use super::call::Priority;
use std::time::{Duration, Instant};

/// Of the 50 calls that Discord lets a bot make in a second, those that this process makes.
/// The other two are for processes that do not send but look something up.
pub(super) const A_SECOND: u32 = 48;
/// Of those, what edits may take together.
pub(super) const EDITS_A_SECOND: u32 = 36;
/// The part of the calls of a second that may go at once.
const AT_ONCE: u32 = 8;
/// The same for edits: whatever they do, others still find room at once.
const EDITS_AT_ONCE: u32 = 12;

/// When calls may go as far as all of them together are concerned.
#[derive(Debug)]
pub(super) struct Pace {
    all: Steps,
    edits: Steps,
}

/// Calls in even steps, a few of them at once after a rest.
#[derive(Debug)]
struct Steps {
    apart: Duration,
    /// By how much a call may be ahead of its time.
    ahead: Duration,
    /// When the next call would go if none was ahead.
    next: Instant,
}

impl Steps {
    /// In any second no more than `a_second`: those at once and the others apart.
    fn new(a_second: u32, at_once: u32, now: Instant) -> Self {
        let apart = Duration::from_secs(1) / (a_second - at_once);
        Steps { apart, ahead: apart * (at_once - 1), next: now }
    }

    fn at(&self, now: Instant) -> Instant {
        self.next.checked_sub(self.ahead).unwrap_or(now).max(now)
    }

    fn count(&mut self, now: Instant) {
        self.next = self.next.max(now) + self.apart;
    }
}

impl Pace {
    pub(super) fn new(now: Instant) -> Self {
        Pace {
            all: Steps::new(A_SECOND, A_SECOND / AT_ONCE, now),
            edits: Steps::new(EDITS_A_SECOND, EDITS_A_SECOND / EDITS_AT_ONCE, now),
        }
    }

    /// When a call may go: `now`, or later.
    pub(super) fn at(&self, priority: Priority, now: Instant) -> Instant {
        match priority {
            Priority::Edit => self.all.at(now).max(self.edits.at(now)),
            Priority::Answer | Priority::Turn => self.all.at(now),
        }
    }

    /// Counts a call that goes.
    pub(super) fn count(&mut self, priority: Priority, now: Instant) {
        self.all.count(now);
        if priority == Priority::Edit {
            self.edits.count(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn most_in_a_second(times: &[Instant]) -> usize {
        let within = |from: &Instant| {
            let later = times.iter().filter(|at| *at >= from);
            later.take_while(|at| **at < *from + SECOND).count()
        };
        times.iter().map(within).max().unwrap_or(0)
    }

    /// Calls that go as soon as they may, one after another.
    fn gone(pace: &mut Pace, priority: Priority, from: Instant, count: usize) -> Vec<Instant> {
        let mut now = from;
        let mut go = || {
            now = pace.at(priority, now);
            pace.count(priority, now);
            now
        };
        (0..count).map(|_| go()).collect()
    }

    #[test]
    fn all_that_may_go_goes() {
        let now = Instant::now();
        let times = gone(&mut Pace::new(now), Priority::Turn, now, 200);
        let most = most_in_a_second(&times);
        assert!(most <= A_SECOND as usize && most + 1 >= A_SECOND as usize, "{most}");
        assert_eq!(times[..6], [now; 6]);
        assert!(times[6] > now);
        let edits = gone(&mut Pace::new(now), Priority::Edit, now, 200);
        let most = most_in_a_second(&edits);
        assert!(most <= EDITS_A_SECOND as usize && most + 1 >= EDITS_A_SECOND as usize, "{most}");
    }

    #[test]
    fn a_rest_is_not_saved_up() {
        let now = Instant::now();
        let mut pace = Pace::new(now);
        let later = now + SECOND * 60;
        let times = gone(&mut pace, Priority::Turn, later, 60);
        assert!(most_in_a_second(&times) <= A_SECOND as usize);
    }

    proptest! {
        #[test]
        fn no_second_has_more_than_it_may(
            calls in prop::collection::vec((0u64..120, prop::bool::ANY), 1..300),
        ) {
            let mut now = Instant::now();
            let mut pace = Pace::new(now);
            let (mut times, mut edits) = (Vec::new(), Vec::new());
            for (rest, edit) in calls {
                now += Duration::from_millis(rest.saturating_sub(60));
                let priority = if edit { Priority::Edit } else { Priority::Turn };
                now = pace.at(priority, now);
                pace.count(priority, now);
                times.push(now);
                if edit {
                    edits.push(now);
                }
            }
            prop_assert!(most_in_a_second(&times) <= A_SECOND as usize);
            prop_assert!(most_in_a_second(&edits) <= EDITS_A_SECOND as usize);
        }

        #[test]
        fn edits_leave_room_for_a_turn(rests in prop::collection::vec(0u64..40, 1..200)) {
            let mut now = Instant::now();
            let mut pace = Pace::new(now);
            for rest in rests {
                now += Duration::from_millis(rest);
                now = pace.at(Priority::Edit, now);
                pace.count(Priority::Edit, now);
                prop_assert_eq!(pace.at(Priority::Turn, now), now);
            }
        }
    }
}
