//! One bucket of calls.

use super::heard::Quota;
use std::time::{Duration, Instant};

/// How long a bucket that nobody uses is remembered.
pub(super) const IDLE: Duration = Duration::from_secs(60);

/// What is known of a bucket, and what is under way in it.
///
/// Discord counts a call when it arrives, which is some time after it went and before its
/// answer is here. So a call counts as one of those that are left until its answer has come,
/// and a window ends here never before it ends there.
#[derive(Debug)]
pub(super) struct Bucket {
    known: Known,
    in_flight: u32,
    /// Which window it is, as we count them.
    window: u64,
    held: Option<Instant>,
    used: Instant,
}

#[derive(Debug)]
enum Known {
    /// Nothing: one call at a time.
    Nothing,
    /// There is no limit.
    Free,
    Limit {
        limit: u32,
        /// The fewest that an answer of this window left.
        left: u32,
        /// How many calls may be of this window of which no answer told. An answer that left
        /// more may have come before them or after.
        untold: u32,
        /// When the window ends; `None` while none has begun that we know of.
        reset: Option<Instant>,
        /// How long a window is.
        span: Duration,
    },
}

/// Whether a call may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Now.
    Open,
    /// Not before that time.
    From(Instant),
    /// When another is answered, or at that time if there is one.
    Behind(Option<Instant>),
}

impl Bucket {
    pub(super) fn new(now: Instant) -> Self {
        Bucket { known: Known::Nothing, in_flight: 0, window: 0, held: None, used: now }
    }

    pub(super) fn way(&mut self, now: Instant) -> Way {
        self.turn_over(now);
        if let Some(held) = self.held.filter(|held| *held > now) {
            return Way::From(held);
        }
        match self.known {
            Known::Free => Way::Open,
            Known::Nothing if self.in_flight == 0 => Way::Open,
            Known::Nothing => Way::Behind(None),
            Known::Limit { left, untold, reset, .. } => {
                let left = left.saturating_sub(untold);
                match reset {
                    _ if left > self.in_flight => Way::Open,
                    Some(reset) if left == 0 => Way::From(reset),
                    reset => Way::Behind(reset),
                }
            }
        }
    }

    /// Counts a call that goes. With the window that this gives it is told how it went.
    pub(super) fn go(&mut self, now: Instant) -> u64 {
        self.turn_over(now);
        self.in_flight += 1;
        self.used = now;
        self.window
    }

    /// A call of this bucket is answered, or lost. `fine`: it was done, so that its answer
    /// would name a limit if there was one.
    pub(super) fn landed(&mut self, window: u64, quota: Option<&Quota>, fine: bool, now: Instant) {
        self.turn_over(now);
        self.in_flight = self.in_flight.saturating_sub(1);
        self.used = now;
        match (quota, &mut self.known) {
            // It may have been counted in an older window or in this one.
            (Some(quota), Known::Limit { untold, reset, .. }) if window != self.window => {
                *untold += 1;
                // The end of an older window is the earlier one.
                *reset = (*reset).max(Some(now + quota.reset_after));
            }
            (Some(quota), _) => self.learn(quota, now),
            // It may have begun a window that nobody tells of.
            (None, Known::Limit { untold, reset, span, .. }) => {
                *untold += 1;
                *reset = (*reset).max(Some(now + *span));
            }
            (None, Known::Nothing) if fine => self.known = Known::Free,
            (None, Known::Nothing | Known::Free) => {}
        }
    }

    /// What an answer says that was not counted here.
    pub(super) fn learn(&mut self, quota: &Quota, now: Instant) {
        self.turn_over(now);
        self.used = now;
        let until = now + quota.reset_after;
        let limit = quota.limit.max(1);
        match &mut self.known {
            Known::Limit { limit: old, left, reset, span, .. } => {
                *old = limit;
                *left = (*left).min(quota.remaining);
                *reset = (*reset).max(Some(until));
                *span = (*span).max(quota.reset_after);
            }
            Known::Nothing | Known::Free => {
                self.known = Known::Limit {
                    limit,
                    left: quota.remaining.min(limit),
                    untold: 0,
                    reset: Some(until),
                    span: quota.reset_after,
                };
            }
        }
    }

    /// Lets nothing go until a time.
    pub(super) fn hold(&mut self, until: Instant) {
        self.held = self.held.max(Some(until));
    }

    /// The window that a call which goes now gets.
    pub(super) fn window(&self) -> u64 {
        self.window
    }

    /// Counts what is under way in a bucket that has turned out to be this one. Those calls
    /// belong to the window that this gives.
    pub(super) fn take_over(&mut self, other: &Bucket) -> u64 {
        self.in_flight += other.in_flight;
        self.held = self.held.max(other.held);
        self.window
    }

    /// Whether a new bucket would serve as well.
    pub(super) fn is_idle(&mut self, now: Instant) -> bool {
        self.turn_over(now);
        let begun = matches!(self.known, Known::Limit { reset: Some(_), .. });
        let held = self.held.is_some_and(|held| held > now);
        let used = now.saturating_duration_since(self.used) < IDLE;
        self.in_flight == 0 && !begun && !held && !used
    }

    /// Begins a new window when the old one is over. Who is under way may be counted in it.
    fn turn_over(&mut self, now: Instant) {
        if let Known::Limit { limit, left, untold, reset, .. } = &mut self.known
            && reset.is_some_and(|reset| reset <= now)
        {
            (*left, *untold, *reset) = (*limit, 0, None);
            self.window += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quota(limit: u32, remaining: u32, millis: u64) -> Quota {
        let reset_after = Duration::from_millis(millis);
        Quota { bucket: None, limit, remaining, reset_after }
    }

    fn go_all(bucket: &mut Bucket, now: Instant) -> u32 {
        let mut count = 0;
        while count < 100 && bucket.way(now) == Way::Open {
            bucket.go(now);
            count += 1;
        }
        count
    }

    #[test]
    fn one_at_a_time_until_the_limit_is_known() {
        let now = Instant::now();
        let mut bucket = Bucket::new(now);
        assert_eq!(go_all(&mut bucket, now), 1);
        assert_eq!(bucket.way(now), Way::Behind(None));
        bucket.landed(0, None, false, now);
        assert_eq!(go_all(&mut bucket, now), 1);
        bucket.landed(0, Some(&quota(5, 4, 1000)), true, now);
        assert_eq!(go_all(&mut bucket, now), 4);
        assert_eq!(bucket.way(now), Way::Behind(Some(now + Duration::from_secs(1))));
    }

    #[test]
    fn what_names_no_limit_has_none() {
        let now = Instant::now();
        let mut bucket = Bucket::new(now);
        bucket.go(now);
        bucket.landed(0, None, true, now);
        assert_eq!(go_all(&mut bucket, now), 100);
        bucket.landed(0, Some(&quota(2, 0, 1000)), true, now);
        assert_eq!(bucket.way(now), Way::From(now + Duration::from_secs(1)));
    }

    #[test]
    fn an_end_of_a_window_gives_what_is_not_under_way() {
        let start = Instant::now();
        let mut bucket = Bucket::new(start);
        bucket.go(start);
        bucket.landed(0, Some(&quota(5, 2, 1000)), true, start);
        let old = bucket.go(start);
        bucket.go(start);
        let later = start + Duration::from_secs(1);
        assert_eq!(go_all(&mut bucket, later), 3);
        // Counted in the old window or the new one: nobody knows.
        bucket.landed(old, Some(&quota(5, 0, 10)), true, later);
        bucket.landed(old, Some(&quota(5, 4, 1000)), true, later);
        assert_eq!(go_all(&mut bucket, later), 0);
    }

    #[test]
    fn an_old_answer_does_not_end_a_new_window() {
        let start = Instant::now();
        let mut bucket = Bucket::new(start);
        bucket.go(start);
        bucket.landed(0, Some(&quota(5, 4, 1000)), true, start);
        let old = bucket.go(start);
        bucket.go(start);
        let later = start + Duration::from_secs(1);
        bucket.landed(old, Some(&quota(5, 3, 300)), true, later);
        bucket.landed(old, Some(&quota(5, 4, 1000)), true, later);
        assert_eq!(go_all(&mut bucket, later + Duration::from_millis(500)), 3);
    }

    #[test]
    fn answers_may_come_in_any_order() {
        let now = Instant::now();
        let mut bucket = Bucket::new(now);
        bucket.go(now);
        bucket.landed(0, Some(&quota(5, 4, 1000)), true, now);
        let window = bucket.go(now);
        bucket.go(now);
        bucket.landed(window, Some(&quota(5, 2, 990)), true, now);
        bucket.landed(window, Some(&quota(5, 3, 995)), true, now);
        assert_eq!(go_all(&mut bucket, now), 2);
    }

    #[test]
    fn a_lost_answer_counts() {
        let start = Instant::now();
        let mut bucket = Bucket::new(start);
        bucket.go(start);
        bucket.landed(0, Some(&quota(1, 0, 1000)), true, start);
        let later = start + Duration::from_secs(1);
        let window = bucket.go(later);
        bucket.landed(window, None, false, later);
        assert_eq!(bucket.way(later), Way::From(later + Duration::from_secs(1)));
    }

    #[test]
    fn an_answer_may_not_know_of_a_call_that_got_none() {
        let now = Instant::now();
        let mut bucket = Bucket::new(now);
        bucket.go(now);
        bucket.landed(0, Some(&quota(3, 2, 1000)), true, now);
        let window = bucket.go(now);
        bucket.go(now);
        bucket.landed(window, None, false, now);
        bucket.landed(window, Some(&quota(3, 1, 1000)), true, now);
        assert_eq!(bucket.way(now), Way::From(now + Duration::from_secs(1)));
    }

    #[test]
    fn idle_is_what_a_new_bucket_equals() {
        let start = Instant::now();
        let mut bucket = Bucket::new(start);
        assert!(!bucket.is_idle(start));
        assert!(bucket.is_idle(start + IDLE));
        bucket.go(start);
        assert!(!bucket.is_idle(start + IDLE));
        bucket.landed(0, Some(&quota(1, 0, 90_000)), true, start);
        assert!(!bucket.is_idle(start + IDLE));
        assert!(bucket.is_idle(start + Duration::from_secs(90)));
        bucket.hold(start + IDLE * 3);
        assert!(!bucket.is_idle(start + IDLE * 2));
        assert!(bucket.is_idle(start + IDLE * 3));
    }
}
