//! How much may be asked when.

use super::{FakeDiscord, refusal::Refusal, state::State};
use std::collections::HashMap;
use time::{Duration, OffsetDateTime};

/// So many calls in a time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit {
    pub most: u32,
    pub span: Duration,
}

/// What holds where a test says nothing: more than a test ever asks.
const GENEROUS: Limit = Limit { most: 1000, span: Duration::SECOND };

/// Windows of time.
#[derive(Default)]
pub struct Limits {
    /// By the name of the call.
    set: HashMap<&'static str, Limit>,
    /// Over all calls, if it is enforced.
    global: Option<Limit>,
    windows: HashMap<(&'static str, String), Window>,
    all: Option<Window>,
}

#[derive(Clone, Copy)]
struct Window {
    ends: OffsetDateTime,
    used: u32,
}

impl Window {
    /// The window that is open now.
    fn at(now: OffsetDateTime, old: Option<Window>, limit: Limit) -> Window {
        old.filter(|window| window.ends > now).unwrap_or(Window { ends: now + limit.span, used: 0 })
    }
}

/// What every answer says of its bucket.
#[derive(Clone, PartialEq, Debug)]
pub struct Bucket {
    pub name: String,
    pub limit: u32,
    pub remaining: u32,
    pub reset: f64,
    pub reset_after: f64,
}

impl State {
    /// Counts a call in its bucket: of its kind, and of a channel, a guild or a token.
    pub fn count(
        &mut self,
        name: &'static str,
        major: &str,
        exempt: bool,
    ) -> (Bucket, Result<(), Refusal>) {
        let now = self.clock.now();
        let limits = &mut self.limits;
        let limit = limits.set.get(name).copied().unwrap_or(GENEROUS);
        let key = (name, major.to_owned());
        let mut window = Window::at(now, limits.windows.get(&key).copied(), limit);
        let mut outcome = Ok(());
        if let (Some(global), false) = (limits.global, exempt) {
            let mut all = Window::at(now, limits.all, global);
            if all.used >= global.most {
                outcome = Err(Refusal::too_many((all.ends - now).as_seconds_f64(), "global"));
            } else {
                all.used += 1;
            }
            limits.all = Some(all);
        }
        if outcome.is_ok() && window.used >= limit.most {
            outcome = Err(Refusal::too_many((window.ends - now).as_seconds_f64(), "user"));
        }
        if outcome.is_ok() {
            window.used += 1;
        }
        limits.windows.insert(key, window);
        let bucket = Bucket {
            name: hash(name),
            limit: limit.most,
            remaining: limit.most - window.used,
            reset: window.ends.unix_timestamp_nanos() as f64 / 1e9,
            reset_after: (window.ends - now).as_seconds_f64(),
        };
        (bucket, outcome)
    }
}

/// Buckets have names that say nothing.
fn hash(name: &str) -> String {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

impl FakeDiscord {
    /// Takes from now on only so many calls of a kind, for a channel, in a time.
    pub fn limit(&self, call: &str, most: u32, span: Duration) {
        let name = super::routes::named(call);
        self.shared.change(|state| {
            state.limits.set.insert(name, Limit { most, span });
            state.limits.windows.clear();
        });
    }

    /// Takes from now on only so many calls in a second, whatever they are.
    pub fn limit_all(&self, most: u32) {
        self.shared.change(|state| {
            state.limits.global = Some(Limit { most, span: Duration::SECOND });
        });
    }

    /// How many answers would let the address of the bot be shut out if there were 10000 of
    /// them in ten minutes: 401, 403 and 429, but those for what others do.
    pub fn invalid_requests(&self) -> usize {
        self.shared.look(|state| {
            let is = |call: &&super::calls::Call| {
                let wait = call.refusal.as_ref().and_then(|refusal| refusal.wait.as_ref());
                matches!(call.status, Some(401 | 403 | 429))
                    && wait.is_none_or(|wait| wait.scope != "shared")
            };
            state.calls.iter().filter(is).count()
        })
    }
}
