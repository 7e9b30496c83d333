//! Calls that Discord holds against the address they come from.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// How long Discord remembers: 10000 within that time, and the address is banned.
pub(super) const SPAN: Duration = Duration::from_secs(600);
/// From so many on, only what people wait for goes.
pub(super) const CAREFUL: u32 = 5000;
/// From so many on, only first answers to interactions go.
pub(super) const SILENT: u32 = 9000;

/// Those that come this close to each other are one entry.
const GRAIN: Duration = Duration::from_secs(1);

/// The calls of the last ten minutes that were answered by 401, 403 or 429.
#[derive(Debug, Default)]
pub(super) struct Invalid {
    /// When the first and the last of an entry came, and how many there were.
    entries: VecDeque<(Instant, Instant, u32)>,
    count: u32,
}

impl Invalid {
    pub(super) fn add(&mut self, now: Instant) {
        self.forget(now);
        self.count = self.count.saturating_add(1);
        match self.entries.back_mut() {
            Some((first, last, count)) if now.saturating_duration_since(*first) < GRAIN => {
                (*last, *count) = (now.max(*last), count.saturating_add(1));
            }
            _ => self.entries.push_back((now, now, 1)),
        }
    }

    /// When there are fewer than `bound`: `None` if that is so already.
    pub(super) fn below(&mut self, bound: u32, now: Instant) -> Option<Instant> {
        self.forget(now);
        let mut count = self.count;
        let mut when = None;
        for (_, last, gone) in &self.entries {
            if count < bound {
                break;
            }
            count = count.saturating_sub(*gone);
            when = Some(*last + SPAN);
        }
        when
    }

    fn forget(&mut self, now: Instant) {
        while let Some((_, last, count)) = self.entries.front() {
            if now.saturating_duration_since(*last) < SPAN {
                break;
            }
            self.count = self.count.saturating_sub(*count);
            self.entries.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_ten_minutes_old_is_forgotten() {
        let start = Instant::now();
        let mut invalid = Invalid::default();
        for second in 0..5 {
            invalid.add(start + Duration::from_secs(second * 2));
        }
        let now = start + Duration::from_secs(9);
        assert_eq!(invalid.below(6, now), None);
        assert_eq!(invalid.below(5, now), Some(start + SPAN));
        assert_eq!(invalid.below(3, now), Some(start + SPAN + Duration::from_secs(4)));
        assert_eq!(invalid.below(5, start + SPAN), None);
        assert_eq!(invalid.below(1, start + SPAN * 2), None);
        assert!(invalid.entries.is_empty() && invalid.count == 0);
    }

    #[test]
    fn ten_minutes_of_them_take_little_room() {
        let start = Instant::now();
        let mut invalid = Invalid::default();
        for at in 0..120_000 {
            invalid.add(start + Duration::from_millis(at * 10));
        }
        assert!(invalid.entries.len() <= 602, "{}", invalid.entries.len());
    }

    proptest! {
        #[test]
        fn never_fewer_are_counted_than_came(
            pauses in prop::collection::vec(0u64..9000, 1..400),
            bound in 1u32..200,
        ) {
            let mut now = Instant::now();
            let (mut invalid, mut all) = (Invalid::default(), Vec::new());
            for pause in pauses {
                now += Duration::from_millis(pause);
                invalid.add(now);
                all.push(now);
                let within = |at: Instant| all.iter().filter(|came| **came + SPAN > at).count();
                prop_assert!(invalid.count as usize >= within(now));
                match invalid.below(bound, now) {
                    None => prop_assert!(within(now) < bound as usize),
                    Some(when) => {
                        prop_assert!(when > now && within(when) < bound as usize);
                    }
                }
            }
        }
    }
}
