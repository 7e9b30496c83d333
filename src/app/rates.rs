//! How much may be sent when.

use crate::store::{ScopeId, outbox::Lane};
use std::{
    collections::{HashMap, VecDeque},
    sync::Mutex,
    time::Instant,
};
use time::{Duration, OffsetDateTime};

/// What a platform lets a bot send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Messages a second in all.
    pub all_a_second: usize,
    /// Messages a minute in one chat.
    pub chat_a_minute: usize,
    /// Of those, how many are kept for turns.
    pub kept_for_turns: usize,
    /// Messages in one chat within [`BURST`].
    pub chat_in_a_burst: usize,
}

/// The longest span that a limit looks back: a minute as others may count it, too.
pub(super) const SPAN: Duration = Duration::seconds(61);
/// The span in which a few messages may go to a chat at once.
pub const BURST: Duration = Duration::seconds(3);

/// The part of the calls of a second that may go at once.
const AT_ONCE: u32 = 7;
/// The part of the calls of a second that is never taken by edits: what is told goes first.
const KEPT_FROM_EDITS: usize = 4;

/// What has been sent lately, and what must wait.
#[derive(Debug)]
pub(super) struct Rates {
    limits: Limits,
    all: VecDeque<OffsetDateTime>,
    chats: HashMap<ScopeId, VecDeque<(OffsetDateTime, bool)>>,
    /// Until when nothing goes to a chat, or (`None`) anywhere, as the platform said.
    held: HashMap<Option<ScopeId>, OffsetDateTime>,
}

impl Rates {
    pub(super) fn new(limits: Limits) -> Self {
        Rates { limits, all: VecDeque::new(), chats: HashMap::new(), held: HashMap::new() }
    }

    /// Whether a message may go now.
    pub(super) fn allow(&mut self, chat: ScopeId, lane: Lane, now: OffsetDateTime) -> bool {
        self.forget(now);
        if self.held.contains_key(&None) || self.held.contains_key(&Some(chat)) {
            return false;
        }
        let second = now - Duration::SECOND;
        let most = match lane {
            Lane::Edit => self.limits.all_a_second - self.limits.all_a_second / KEPT_FROM_EDITS,
            _ => self.limits.all_a_second,
        };
        if self.all.iter().filter(|at| **at > second).count() >= most {
            return false;
        }
        let Some(sent) = self.chats.get(&chat) else { return true };
        let others = sent.iter().filter(|(_, turn)| !turn).count();
        let lately = sent.iter().filter(|(at, _)| *at > now - BURST).count();
        lately < self.limits.chat_in_a_burst
            && sent.len() < self.limits.chat_a_minute
            && (lane == Lane::Turn
                || others < self.limits.chat_a_minute - self.limits.kept_for_turns)
    }

    /// Counts a message.
    pub(super) fn count(&mut self, chat: ScopeId, lane: Lane, at: OffsetDateTime) {
        self.all.push_back(at);
        self.chats.entry(chat).or_default().push_back((at, lane == Lane::Turn));
    }

    /// Lets nothing go to a chat, or anywhere, until a time.
    pub(super) fn hold(&mut self, chat: Option<ScopeId>, until: OffsetDateTime) {
        self.held.insert(chat, until);
    }

    fn forget(&mut self, now: OffsetDateTime) {
        let since = now - SPAN;
        self.all.retain(|at| *at > since);
        self.chats.retain(|_, sent| {
            sent.retain(|(at, _)| *at > since);
            !sent.is_empty()
        });
        self.held.retain(|_, until| *until > now);
    }
}

/// Keeps calls apart that would come together: what is claimed in one round is drawn side by
/// side, so that more would go within a second than were let go in it.
#[derive(Debug)]
pub(super) struct Pace {
    apart: std::time::Duration,
    /// By how much calls may be ahead of their time.
    ahead: std::time::Duration,
    /// When the next call would go if none was ahead.
    next: Mutex<Instant>,
}

impl Pace {
    /// As many calls in any second as the limits allow in all: one part of them at once, the
    /// others at equal distances.
    pub(super) fn new(limits: Limits) -> Self {
        let a_second = u32::try_from(limits.all_a_second).unwrap_or(u32::MAX).max(1);
        let at_once = (a_second / AT_ONCE).max(1);
        let apart = std::time::Duration::from_secs(1) / (a_second - at_once).max(1);
        Pace { apart, ahead: apart * (at_once - 1), next: Mutex::new(Instant::now()) }
    }

    /// When the next call may go, if it is asked at `now`; the one after it goes later.
    fn slot(&self, now: Instant) -> Instant {
        let mut next = self.next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let due = now.max(*next);
        *next = due + self.apart;
        due.checked_sub(self.ahead).unwrap_or(due).max(now)
    }

    /// Waits until the next call may go.
    pub(super) async fn turn(&self) {
        tokio::time::sleep_until(self.slot(Instant::now()).into()).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-29 12:00 UTC);
    const LIMITS: Limits = Limits {
        all_a_second: 30,
        chat_a_minute: 20,
        kept_for_turns: 12,
        chat_in_a_burst: usize::MAX,
    };
    const ONE: ScopeId = ScopeId(1);
    const TWO: ScopeId = ScopeId(2);

    /// How many messages of a lane go to a chat at a time.
    fn goes(rates: &mut Rates, chat: ScopeId, lane: Lane, now: OffsetDateTime) -> usize {
        let mut count = 0;
        while rates.allow(chat, lane, now) {
            rates.count(chat, lane, now);
            count += 1;
        }
        count
    }

    #[test]
    fn a_chat_keeps_room_for_turns() {
        let mut rates = Rates::new(LIMITS);
        assert_eq!(goes(&mut rates, ONE, Lane::Answer, NOW), 8);
        assert_eq!(goes(&mut rates, ONE, Lane::Turn, NOW), 12);
        assert_eq!(goes(&mut rates, ONE, Lane::Turn, NOW + Duration::seconds(60)), 0);
        assert_eq!(goes(&mut rates, ONE, Lane::Turn, NOW + Duration::seconds(61)), 20);
    }

    #[test]
    fn all_chats_share_the_second() {
        let mut rates = Rates::new(LIMITS);
        assert_eq!(goes(&mut rates, ONE, Lane::Turn, NOW), 20);
        assert_eq!(goes(&mut rates, TWO, Lane::Turn, NOW), 10);
        assert_eq!(goes(&mut rates, ScopeId(3), Lane::Turn, NOW), 0);
        let later = NOW + Duration::seconds(1);
        assert_eq!(goes(&mut rates, ScopeId(3), Lane::Turn, later), 20);
    }

    #[test]
    fn a_few_go_at_once_and_then_one_by_one() {
        let mut rates = Rates::new(Limits { chat_in_a_burst: 3, ..LIMITS });
        assert_eq!(goes(&mut rates, ONE, Lane::Turn, NOW), 3);
        assert_eq!(goes(&mut rates, ONE, Lane::Turn, NOW + Duration::seconds(2)), 0);
        assert_eq!(goes(&mut rates, TWO, Lane::Turn, NOW + Duration::seconds(2)), 3);
        assert_eq!(goes(&mut rates, ONE, Lane::Turn, NOW + BURST), 3);
    }

    #[test]
    fn calls_that_come_together_go_apart() {
        let pace = Pace::new(LIMITS);
        let now = Instant::now() + std::time::Duration::from_secs(1);
        let slots: Vec<_> = (0..90).map(|_| pace.slot(now)).collect();
        let second = std::time::Duration::from_secs(1);
        for (at, from) in slots.iter().enumerate() {
            let within = slots[at..].iter().filter(|slot| **slot - *from < second).count();
            assert!(within <= LIMITS.all_a_second, "{within}");
        }
        assert_eq!(slots[..4], [now; 4]);
        assert!(slots[4] > now);
        // Time in which nothing goes is not saved up.
        let later = now + second * 60;
        assert_eq!([(); 4].map(|()| pace.slot(later)), [later; 4]);
        assert!(pace.slot(later) > later);
    }

    #[test]
    fn what_the_platform_holds_waits() {
        let mut rates = Rates::new(LIMITS);
        rates.hold(Some(ONE), NOW + Duration::seconds(5));
        assert!(!rates.allow(ONE, Lane::Turn, NOW + Duration::seconds(4)));
        assert!(rates.allow(TWO, Lane::Turn, NOW));
        assert!(rates.allow(ONE, Lane::Turn, NOW + Duration::seconds(5)));
        rates.hold(None, NOW + Duration::seconds(9));
        assert!(!rates.allow(TWO, Lane::Turn, NOW + Duration::seconds(8)));
    }
}
