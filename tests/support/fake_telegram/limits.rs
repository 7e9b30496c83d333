//! How much may be sent when, as far as Telegram says.

use super::{FakeTelegram, state::State};
use std::collections::{HashMap, VecDeque};
use teloxide::types::ChatId;
use time::{Duration, OffsetDateTime};

/// A window of time and how many calls fit into it.
#[derive(Clone, Copy)]
struct Window {
    most: usize,
    span: Duration,
    what: &'static str,
}

/// Over all chats.
const ALL: Window = Window { most: 30, span: Duration::SECOND, what: "in a second" };
/// In a chat about one a second, with short bursts.
const CHAT: Window = Window { most: 3, span: Duration::seconds(3), what: "to a chat in 3 seconds" };
/// In a group.
const GROUP: Window = Window { most: 20, span: Duration::MINUTE, what: "to a group in a minute" };
/// By so much two calls may come closer together than they were sent. A clock that is set
/// needs none.
const SLACK: Duration = Duration::milliseconds(200);

/// What was sent lately; edits count like new messages.
#[derive(Default)]
pub struct Limits {
    all: VecDeque<OffsetDateTime>,
    chats: HashMap<ChatId, VecDeque<OffsetDateTime>>,
    /// Whether more than the limits is refused.
    enforced: bool,
    /// Whether a test fails by it.
    pub demanded: bool,
    /// The calls that were over a limit.
    pub over: Vec<String>,
}

impl State {
    /// Counts a call; gives the seconds to wait when it is one too many.
    pub fn count(&mut self, method: &str, chat: ChatId) -> Option<u32> {
        let now = self.clock.now();
        let slack = if self.clock.is_set() { Duration::ZERO } else { SLACK };
        let is_group = self.chats.get(&chat).is_some_and(|chat| !chat.is_private());
        let limits = &mut self.limits;
        let sent = limits.chats.entry(chat).or_default();
        let mut windows = vec![(ALL, &limits.all), (CHAT, &*sent)];
        if is_group {
            windows.push((GROUP, &*sent));
        }
        let over = windows.into_iter().filter_map(|(window, sent)| {
            let span = window.span - slack;
            let inside = sent.iter().filter(|at| **at > now - span);
            let (count, oldest) = (inside.clone().count(), inside.copied().next()?);
            let wait = (oldest + window.span - now).as_seconds_f64().ceil().max(1.0);
            (count >= window.most).then_some((wait as u32, window.what, count + 1))
        });
        let worst = over.max_by_key(|(wait, ..)| *wait);
        if let Some((_, what, count)) = worst {
            limits.over.push(format!("{method}: {count} {what} ({chat})"));
            if limits.enforced {
                return worst.map(|(wait, ..)| wait);
            }
        }
        limits.all.push_back(now);
        limits.all.retain(|at| *at > now - ALL.span);
        sent.push_back(now);
        sent.retain(|at| *at > now - GROUP.span);
        None
    }
}

impl FakeTelegram {
    /// Refuses from now on what is over a limit.
    pub fn enforce_limits(&self) {
        self.shared.change(|state| state.limits.enforced = true);
    }

    /// Lets the test fail if anything was over a limit.
    pub fn demand_limits(&self) {
        self.shared.change(|state| state.limits.demanded = true);
    }

    /// The calls that were over a limit.
    pub fn over_limit(&self) -> Vec<String> {
        self.shared.look(|state| state.limits.over.clone())
    }
}
