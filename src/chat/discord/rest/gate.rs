//! When a call may go.
//!
//! Knows no network and no clock: it is told what is asked for, what was answered, and what
//! time it is.

use super::{
    bucket::{Bucket, Way},
    call::Priority,
    heard::{Heard, PutOff, Scope},
    invalid::{CAREFUL, Invalid, SILENT},
    pace::Pace,
    route::{Class, Kind, Route},
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, hash_map::Entry},
    sync::Arc,
    time::{Duration, Instant},
};

/// For how long nothing is called after Discord refused the token.
const LOCKED_OUT: Duration = Duration::from_secs(60);
/// After which time it is worth asking again, when nobody knows.
const AGAIN: Duration = Duration::from_secs(1);
/// How often is looked for what can be forgotten.
const SWEEP: Duration = Duration::from_secs(10);
/// How long the name of a bucket is remembered that nobody uses.
const NAMED: Duration = Duration::from_secs(3600);

/// A call, from when it is asked for until it is answered. Of two the lesser came first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Ticket(u64);

/// What is decided about a call that waited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It goes, and is under way until it is answered or lost.
    Go,
    /// It cannot go within its time.
    Limited { wait: Duration, everywhere: bool },
    /// The token was refused lately.
    TokenRefused,
}

/// What came of a look.
#[derive(Debug, Default)]
pub(super) struct Look {
    pub(super) decided: Vec<(Ticket, Verdict)>,
    /// When to look again, even if nothing happens.
    pub(super) next: Option<Instant>,
}

/// All limits together, and who waits for them.
pub(super) struct Gate {
    waiting: BTreeMap<(Reverse<Priority>, Ticket), Waiting>,
    under_way: HashMap<Ticket, UnderWay>,
    limits: Limits,
    last: u64,
}

struct Waiting {
    route: Route,
    until: Instant,
}

struct UnderWay {
    route: Route,
    bucket: Key,
    window: u64,
}

struct Limits {
    names: HashMap<Kind, Name>,
    buckets: HashMap<Key, Bucket>,
    pace: Pace,
    invalid: Invalid,
    /// Until when the bot makes no calls, and nobody does.
    held: [Option<Instant>; 2],
    locked_out: Option<Instant>,
    swept: Instant,
}

/// How Discord calls the bucket of a route.
struct Name {
    name: Arc<str>,
    used: Instant,
}

/// Which bucket it is.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    /// That of a route, while Discord has not named it.
    Route(Route),
    /// One of those with a name.
    Named { name: Arc<str>, major: Arc<str> },
}

/// Whether a call may go, with all limits considered.
enum Passage {
    Open(Key),
    From { at: Instant, everywhere: bool },
    Behind(Option<Instant>),
    TokenRefused,
}

impl Gate {
    pub(super) fn new(now: Instant) -> Self {
        let limits = Limits {
            names: HashMap::new(),
            buckets: HashMap::new(),
            pace: Pace::new(now),
            invalid: Invalid::default(),
            held: [None; 2],
            locked_out: None,
            swept: now,
        };
        Gate { waiting: BTreeMap::new(), under_way: HashMap::new(), limits, last: 0 }
    }

    /// A ticket for a call. Whoever has one asks with it, and asks again with it after
    /// Discord put the call off, so that it does not lose its place.
    pub(super) fn ticket(&mut self) -> Ticket {
        self.last += 1;
        Ticket(self.last)
    }

    /// Lets a call wait. The next look decides about it, or a later one.
    pub(super) fn ask(&mut self, ticket: Ticket, route: Route, priority: Priority, until: Instant) {
        self.waiting.insert((Reverse(priority), ticket), Waiting { route, until });
    }

    /// Decides about those who wait.
    pub(super) fn look(&mut self, now: Instant) -> Look {
        self.limits.sweep(now);
        let mut look = Look::default();
        let (limits, under_way) = (&mut self.limits, &mut self.under_way);
        self.waiting.retain(|(Reverse(priority), ticket), Waiting { route, until }| {
            let until = *until;
            let refused = |wait, everywhere| Verdict::Limited { wait, everywhere };
            let (verdict, next) = match limits.passage(route, *priority, now) {
                Passage::Open(bucket) => {
                    let window = limits.go(&bucket, route, *priority, now);
                    under_way.insert(*ticket, UnderWay { route: route.clone(), bucket, window });
                    (Some(Verdict::Go), None)
                }
                Passage::TokenRefused => (Some(Verdict::TokenRefused), None),
                Passage::From { at, everywhere } if at > until => {
                    (Some(refused(at.saturating_duration_since(now), everywhere)), None)
                }
                Passage::From { at, .. } => (None, Some(at)),
                Passage::Behind(at) if now >= until => {
                    let wait = at.map_or(AGAIN, |at| at.saturating_duration_since(now).max(AGAIN));
                    (Some(refused(wait, false)), None)
                }
                Passage::Behind(at) => (None, Some(at.map_or(until, |at| at.min(until)))),
            };
            look.decided.extend(verdict.map(|verdict| (*ticket, verdict)));
            look.next = [look.next, next].into_iter().flatten().min();
            verdict.is_none()
        });
        look
    }

    /// A call is answered.
    pub(super) fn answered(&mut self, ticket: Ticket, heard: &Heard, now: Instant) {
        let Some(kind) = self.under_way.get(&ticket).map(|call| call.route.kind().clone()) else {
            return;
        };
        let quota = heard.quota.as_ref();
        let name = quota.and_then(|quota| quota.bucket.clone());
        if let Some(name) = &name {
            self.name(&kind, name, now);
        }
        let Some(UnderWay { route, bucket, window }) = self.under_way.remove(&ticket) else {
            return;
        };
        let limits = &mut self.limits;
        if heard.invalid {
            limits.invalid.add(now);
        }
        if heard.status == 401 && route.class() == Class::Bot {
            limits.locked_out = Some(now + LOCKED_OUT);
        }
        let fine = (200..300).contains(&heard.status);
        let key = name.map_or_else(|| bucket.clone(), |name| Key::named(&name, &route));
        if key == bucket {
            limits.bucket(&key, now).landed(window, quota, fine, now);
        } else {
            // It went before its bucket got another name.
            limits.bucket(&bucket, now).landed(window, None, false, now);
            if let Some(quota) = quota {
                limits.bucket(&key, now).learn(quota, now);
            }
        }
        if let Some(put_off) = heard.put_off {
            self.limits.put_off(put_off, &key, route.class(), now);
        }
    }

    /// A call is not asked for any more, or its answer will not come.
    pub(super) fn lost(&mut self, ticket: Ticket, now: Instant) {
        self.waiting.retain(|(_, waiting), _| *waiting != ticket);
        if let Some(UnderWay { bucket, window, .. }) = self.under_way.remove(&ticket) {
            self.limits.bucket(&bucket, now).landed(window, None, false, now);
        }
    }

    /// Whether a call waits or is under way.
    pub(super) fn knows(&self, ticket: Ticket) -> bool {
        self.under_way.contains_key(&ticket)
            || self.waiting.keys().any(|(_, waiting)| *waiting == ticket)
    }

    /// Discord names the buckets of some routes: what is under way in them goes on to count.
    fn name(&mut self, kind: &Kind, name: &Arc<str>, now: Instant) {
        let named = Name { name: Arc::clone(name), used: now };
        let old = self.limits.names.insert(kind.clone(), named);
        if old.is_some_and(|old| old.name == *name) {
            return;
        }
        let buckets = self.limits.buckets.keys();
        let unnamed = buckets.filter_map(|key| match key {
            Key::Route(route) if route.kind() == kind => Some(route.clone()),
            Key::Route(_) | Key::Named { .. } => None,
        });
        for route in unnamed.collect::<Vec<_>>() {
            let (old, new) = (Key::Route(route.clone()), Key::named(name, &route));
            let Some(unnamed) = self.limits.buckets.remove(&old) else { continue };
            let window = match self.limits.buckets.entry(new.clone()) {
                Entry::Occupied(mut known) => known.get_mut().take_over(&unnamed),
                Entry::Vacant(place) => place.insert(unnamed).window(),
            };
            for call in self.under_way.values_mut().filter(|call| call.bucket == old) {
                (call.bucket, call.window) = (new.clone(), window);
            }
        }
    }
}

impl Key {
    fn named(name: &Arc<str>, route: &Route) -> Self {
        Key::Named { name: Arc::clone(name), major: Arc::clone(route.major()) }
    }
}

impl Limits {
    fn key(&self, route: &Route) -> Key {
        match self.names.get(route.kind()) {
            Some(Name { name, .. }) => Key::named(name, route),
            None => Key::Route(route.clone()),
        }
    }

    fn bucket(&mut self, key: &Key, now: Instant) -> &mut Bucket {
        self.buckets.entry(key.clone()).or_insert_with(|| Bucket::new(now))
    }

    fn passage(&mut self, route: &Route, priority: Priority, now: Instant) -> Passage {
        if self.locked_out.is_some_and(|until| until > now) {
            return Passage::TokenRefused;
        }
        let class = route.class();
        let bound = match (class, priority) {
            (Class::Callback, _) => None,
            (_, Priority::Turn | Priority::Answer) => Some(SILENT),
            (_, Priority::Edit) => Some(CAREFUL),
        };
        let [bot, everybody] = self.held;
        let everywhere = [
            bound.and_then(|bound| self.invalid.below(bound, now)),
            bot.filter(|_| class == Class::Bot),
            everybody,
            Some(self.pace.at(priority, now)).filter(|_| class == Class::Bot),
        ];
        let everywhere = everywhere.into_iter().flatten().max().filter(|at| *at > now);
        let key = self.key(route);
        let way = self.buckets.get_mut(&key).map_or(Way::Open, |bucket| bucket.way(now));
        match (everywhere, way) {
            (None, Way::Open) => Passage::Open(key),
            (Some(at), Way::From(other)) if other > at => {
                Passage::From { at: other, everywhere: false }
            }
            (Some(at), _) => Passage::From { at, everywhere: true },
            (None, Way::From(at)) => Passage::From { at, everywhere: false },
            (None, Way::Behind(at)) => Passage::Behind(at),
        }
    }

    /// Counts a call that goes.
    fn go(&mut self, key: &Key, route: &Route, priority: Priority, now: Instant) -> u64 {
        if route.class() == Class::Bot {
            self.pace.count(priority, now);
        }
        if let Some(name) = self.names.get_mut(route.kind()) {
            name.used = now;
        }
        self.bucket(key, now).go(now)
    }

    fn put_off(&mut self, PutOff { wait, scope }: PutOff, key: &Key, class: Class, now: Instant) {
        let until = now + wait;
        let [bot, everybody] = &mut self.held;
        match (scope, class) {
            (Scope::Bucket, _) => self.bucket(key, now).hold(until),
            (Scope::Bot, Class::Bot) => *bot = (*bot).max(Some(until)),
            // Without the bot's token it is the address that is counted.
            (Scope::Bot, _) | (Scope::Address, _) => *everybody = (*everybody).max(Some(until)),
        }
    }

    fn sweep(&mut self, now: Instant) {
        if now.saturating_duration_since(self.swept) < SWEEP {
            return;
        }
        self.swept = now;
        self.buckets.retain(|_, bucket| !bucket.is_idle(now));
        self.names.retain(|_, name| now.saturating_duration_since(name.used) < NAMED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::discord::rest::{
        bucket::IDLE,
        heard::Quota,
        invalid::SPAN,
        pace::{A_SECOND, EDITS_A_SECOND},
    };
    use proptest::prelude::*;
    use reqwest::Method;
    use std::collections::BTreeSet;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn route(method: &Method, path: &str) -> Route {
        Route::of(method, path)
    }

    fn messages(channel: u64) -> Route {
        route(&Method::POST, &format!("/channels/{channel}/messages"))
    }

    fn answer(status: u16, quota: Option<Quota>) -> Heard {
        Heard { status, quota, put_off: None, invalid: matches!(status, 401 | 403 | 429) }
    }

    fn quota(bucket: &str, limit: u32, remaining: u32, reset_after: u64) -> Option<Quota> {
        let bucket = Some(bucket.into());
        Some(Quota { bucket, limit, remaining, reset_after: millis(reset_after) })
    }

    fn put_off(wait: u64, scope: Scope) -> Heard {
        Heard { put_off: Some(PutOff { wait: millis(wait), scope }), ..answer(429, None) }
    }

    /// A call that is decided at once.
    fn try_now(gate: &mut Gate, route: &Route, priority: Priority, now: Instant) -> Verdict {
        let ticket = gate.ticket();
        gate.ask(ticket, route.clone(), priority, now);
        let decided = gate.look(now).decided;
        decided.into_iter().find(|(decided, _)| *decided == ticket).unwrap().1
    }

    /// A call that goes at once and is answered.
    fn done(gate: &mut Gate, route: &Route, heard: &Heard, now: Instant) {
        assert_eq!(try_now(gate, route, Priority::Turn, now), Verdict::Go);
        gate.answered(Ticket(gate.last), heard, now);
    }

    /// Calls that wait long.
    fn asked(gate: &mut Gate, route: &Route, priorities: &[Priority], now: Instant) -> Vec<Ticket> {
        let ask = |priority: &Priority| {
            let ticket = gate.ticket();
            gate.ask(ticket, route.clone(), *priority, now + millis(60_000));
            ticket
        };
        priorities.iter().map(ask).collect()
    }

    fn gone(look: &Look) -> Vec<Ticket> {
        let went = look.decided.iter().filter(|(_, verdict)| *verdict == Verdict::Go);
        went.map(|(ticket, _)| *ticket).collect()
    }

    use Priority::{Answer, Edit, Turn};

    impl Gate {
        /// Whether anybody waits or is under way.
        pub(in crate::chat::discord::rest) fn is_busy(&self) -> bool {
            !self.waiting.is_empty() || !self.under_way.is_empty()
        }
    }

    #[test]
    fn turns_go_before_answers_and_edits() {
        let (now, route) = (Instant::now(), messages(1));
        let mut gate = Gate::new(now);
        done(&mut gate, &route, &answer(200, quota("m", 3, 0, 1000)), now);
        let tickets = asked(&mut gate, &route, &[Edit, Answer, Turn, Answer, Turn], now);
        let look = gate.look(now);
        assert_eq!((look.decided, look.next), (vec![], Some(now + millis(1000))));
        let look = gate.look(now + millis(1000));
        assert_eq!(gone(&look), [tickets[2], tickets[4], tickets[1]]);
    }

    #[test]
    fn who_is_put_off_keeps_its_place() {
        let (now, route) = (Instant::now(), messages(1));
        let mut gate = Gate::new(now);
        let tickets = asked(&mut gate, &route, &[Turn, Turn], now);
        assert_eq!(gone(&gate.look(now)), tickets[..1]);
        gate.answered(tickets[0], &put_off(500, Scope::Bucket), now);
        gate.ask(tickets[0], route.clone(), Turn, now + millis(1000));
        assert_eq!(gone(&gate.look(now + millis(499))), []);
        assert_eq!(gone(&gate.look(now + millis(500))), tickets[..1]);
    }

    #[test]
    fn a_bucket_is_learned_under_its_name() {
        let now = Instant::now();
        let mut gate = Gate::new(now);
        let (post, delete) = (messages(1), route(&Method::DELETE, "/channels/1/messages/7"));
        done(&mut gate, &post, &answer(200, quota("m", 5, 1, 1000)), now);
        done(&mut gate, &delete, &answer(204, quota("m", 5, 0, 1000)), now);
        let wait = Verdict::Limited { wait: millis(1000), everywhere: false };
        assert_eq!(try_now(&mut gate, &post, Turn, now), wait);
        assert_eq!(try_now(&mut gate, &delete, Turn, now), wait);
        // Elsewhere it is another one.
        assert_eq!(try_now(&mut gate, &messages(2), Turn, now), Verdict::Go);
    }

    #[test]
    fn calls_under_way_count_when_the_bucket_gets_its_name() {
        let (now, route) = (Instant::now(), messages(1));
        let mut gate = Gate::new(now);
        done(&mut gate, &route, &answer(200, None), now);
        let tickets = asked(&mut gate, &route, &[Turn; 3], now);
        assert_eq!(gone(&gate.look(now)), tickets);
        gate.answered(tickets[0], &answer(200, quota("m", 3, 2, 1000)), now);
        assert!(matches!(try_now(&mut gate, &route, Turn, now), Verdict::Limited { .. }));
        gate.answered(tickets[1], &answer(200, quota("m", 3, 1, 1000)), now);
        gate.answered(tickets[2], &answer(200, quota("m", 3, 0, 1000)), now);
        let later = now + millis(1000);
        let tickets = asked(&mut gate, &route, &[Turn; 4], later);
        assert_eq!(gone(&gate.look(later)), tickets[..3]);
    }

    #[test]
    fn calls_under_way_elsewhere_count_when_their_bucket_gets_its_name() {
        let now = Instant::now();
        let mut gate = Gate::new(now);
        let first = asked(&mut gate, &messages(1), &[Turn], now);
        let second = asked(&mut gate, &messages(2), &[Turn], now);
        assert_eq!(gone(&gate.look(now)), [first[0], second[0]]);
        gate.answered(first[0], &answer(200, quota("m", 1, 0, 1000)), now);
        assert!(matches!(try_now(&mut gate, &messages(2), Turn, now), Verdict::Limited { .. }));
        gate.answered(second[0], &answer(200, quota("m", 1, 0, 1000)), now);
        let wait = Verdict::Limited { wait: millis(1000), everywhere: false };
        assert_eq!(try_now(&mut gate, &messages(2), Turn, now), wait);
    }

    #[test]
    fn a_bucket_may_get_another_name() {
        let (now, route) = (Instant::now(), messages(1));
        let mut gate = Gate::new(now);
        done(&mut gate, &route, &answer(200, quota("m", 5, 4, 1000)), now);
        let tickets = asked(&mut gate, &route, &[Turn; 2], now);
        assert_eq!(gone(&gate.look(now)), tickets);
        gate.answered(tickets[0], &answer(200, quota("n", 2, 1, 1000)), now);
        gate.answered(tickets[1], &answer(200, quota("n", 2, 0, 1000)), now);
        let wait = Verdict::Limited { wait: millis(1000), everywhere: false };
        assert_eq!(try_now(&mut gate, &route, Turn, now), wait);
        assert!(!gate.is_busy());
    }

    #[test]
    fn who_cannot_go_in_time_does_not_wait() {
        let (now, route) = (Instant::now(), messages(1));
        let mut gate = Gate::new(now);
        done(&mut gate, &route, &put_off(700, Scope::Bucket), now);
        let ticket = gate.ticket();
        gate.ask(ticket, route.clone(), Turn, now + millis(699));
        let limited = Verdict::Limited { wait: millis(700), everywhere: false };
        assert_eq!(gate.look(now).decided, [(ticket, limited)]);
        gate.ask(ticket, route.clone(), Turn, now + millis(700));
        assert_eq!(gate.look(now).next, Some(now + millis(700)));
    }

    #[test]
    fn who_waits_for_an_answer_waits_no_longer_than_it_may() {
        let (now, route) = (Instant::now(), messages(1));
        let mut gate = Gate::new(now);
        assert_eq!(try_now(&mut gate, &route, Turn, now), Verdict::Go);
        let ticket = gate.ticket();
        gate.ask(ticket, route.clone(), Turn, now + millis(50));
        let look = gate.look(now);
        assert_eq!((look.decided, look.next), (vec![], Some(now + millis(50))));
        let limited = Verdict::Limited { wait: AGAIN, everywhere: false };
        assert_eq!(gate.look(now + millis(50)).decided, [(ticket, limited)]);
    }

    #[test]
    fn who_gave_up_is_not_counted() {
        let (now, route) = (Instant::now(), messages(1));
        let mut gate = Gate::new(now);
        let tickets = asked(&mut gate, &route, &[Turn; 3], now);
        assert_eq!(gone(&gate.look(now)), tickets[..1]);
        gate.lost(tickets[1], now);
        assert!(!gate.knows(tickets[1]) && gate.knows(tickets[0]) && gate.knows(tickets[2]));
        gate.lost(tickets[0], now);
        assert_eq!(gone(&gate.look(now)), tickets[2..]);
    }

    #[test]
    fn a_bot_that_is_put_off_may_still_answer_interactions() {
        let now = Instant::now();
        let callback = |id: u64| route(&Method::POST, &format!("/interactions/{id}/t/callback"));
        let follow_up = route(&Method::POST, "/webhooks/1/t");
        let mut gate = Gate::new(now);
        done(&mut gate, &messages(1), &put_off(700, Scope::Bot), now);
        let limited = Verdict::Limited { wait: millis(700), everywhere: true };
        assert_eq!(try_now(&mut gate, &messages(2), Turn, now), limited);
        assert_eq!(try_now(&mut gate, &follow_up, Turn, now), Verdict::Go);
        assert_eq!(try_now(&mut gate, &callback(1), Turn, now), Verdict::Go);
        // They are not counted with the others either.
        for id in 2..100 {
            assert_eq!(try_now(&mut gate, &callback(id), Turn, now), Verdict::Go);
        }
        assert_eq!(try_now(&mut gate, &messages(2), Turn, now + millis(700)), Verdict::Go);
        done(&mut gate, &messages(3), &put_off(700, Scope::Address), now + millis(700));
        assert_eq!(try_now(&mut gate, &callback(100), Turn, now + millis(700)), limited);
    }

    #[test]
    fn what_is_held_against_us_makes_us_careful() {
        let start = Instant::now();
        let mut gate = Gate::new(start);
        let callback = route(&Method::POST, "/interactions/1/t/callback");
        let follow_up = |id: u32| route(&Method::POST, &format!("/webhooks/1/{id}"));
        let mut ids = 0..;
        let mut fail = |gate: &mut Gate, count: u32, now: Instant| {
            for id in ids.by_ref().take(count as usize) {
                done(gate, &follow_up(id), &answer(403, None), now);
            }
        };
        let limited = Verdict::Limited { wait: SPAN, everywhere: true };
        fail(&mut gate, CAREFUL - 1, start);
        assert_eq!(try_now(&mut gate, &messages(1), Edit, start), Verdict::Go);
        fail(&mut gate, 1, start);
        assert_eq!(try_now(&mut gate, &messages(2), Edit, start), limited);
        assert_eq!(try_now(&mut gate, &messages(3), Answer, start), Verdict::Go);
        fail(&mut gate, SILENT - CAREFUL, start);
        let later = start + SPAN / 2;
        let limited = Verdict::Limited { wait: SPAN / 2, everywhere: true };
        for priority in [Edit, Answer, Turn] {
            assert_eq!(try_now(&mut gate, &messages(4), priority, later), limited);
            assert_eq!(try_now(&mut gate, &follow_up(u32::MAX), priority, later), limited);
        }
        assert_eq!(try_now(&mut gate, &callback, Turn, later), Verdict::Go);
        assert_eq!(try_now(&mut gate, &messages(4), Edit, start + SPAN), Verdict::Go);
    }

    #[test]
    fn a_refused_token_stops_all_for_a_minute() {
        let now = Instant::now();
        let mut gate = Gate::new(now);
        let follow_up = route(&Method::POST, "/webhooks/1/t");
        // That is the token of an interaction.
        done(&mut gate, &follow_up, &answer(401, None), now);
        let ticket = gate.ticket();
        gate.ask(ticket, messages(1), Turn, now + LOCKED_OUT * 2);
        assert_eq!(gone(&gate.look(now)), [ticket]);
        let waiting = asked(&mut gate, &messages(1), &[Turn], now);
        gate.look(now);
        gate.answered(ticket, &answer(401, None), now);
        assert_eq!(gate.look(now).decided, [(waiting[0], Verdict::TokenRefused)]);
        assert_eq!(try_now(&mut gate, &messages(2), Turn, now), Verdict::TokenRefused);
        let later = now + LOCKED_OUT;
        assert_eq!(try_now(&mut gate, &messages(2), Turn, later), Verdict::Go);
    }

    #[test]
    fn interactions_that_are_over_are_forgotten() {
        let start = Instant::now();
        let mut gate = Gate::new(start);
        let mut most = 0;
        for id in 0..20_000 {
            let now = start + millis(20 * id);
            let callback = route(&Method::POST, &format!("/interactions/{id}/t/callback"));
            done(&mut gate, &callback, &answer(204, None), now);
            let edit = route(&Method::PATCH, &format!("/webhooks/1/{id}/messages/@original"));
            done(&mut gate, &edit, &answer(200, quota("w", 5, 4, 2000)), now);
            most = most.max(gate.limits.buckets.len());
        }
        // Two of each interaction of the last minute, and of the time between two sweeps.
        assert!(most <= 2 * 50 * 75, "{most}");
        assert_eq!(gate.limits.names.len(), 1);
        gate.look(start + millis(400_000) + IDLE + SWEEP);
        assert!(gate.limits.buckets.is_empty() && gate.under_way.is_empty());
        gate.look(start + millis(400_000) + NAMED + SWEEP);
        assert!(gate.limits.names.is_empty());
    }

    #[test]
    fn all_that_is_left_is_used() {
        let mut model = Model::new(vec![(5, 1000)]);
        for _ in 0..40 {
            model.ask(0, 0, Turn, 60_000);
        }
        model.run(|_| Trip { up: 10, down: 10, fate: Fate::Answered });
        // One to learn, four more in that window, then five a second and the way of an answer.
        assert_eq!(model.went.len(), 40);
        assert!(model.now < 7500, "{}", model.now);
    }

    /// What becomes of a call.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Fate {
        Answered,
        /// Counted, and answered without a word about limits.
        Silent,
        /// Counted, and not answered.
        Lost,
        /// Never arrived.
        Stopped,
        /// Put off for reasons of others.
        Shared,
    }

    /// How a call travels.
    #[derive(Clone, Copy, Debug)]
    struct Trip {
        up: u64,
        down: u64,
        fate: Fate,
    }

    enum Event {
        Arrives(Ticket),
        Answered(Ticket, Option<Heard>),
    }

    struct Asked {
        kind: usize,
        major: u64,
        priority: Priority,
        until: u64,
    }

    /// A server that counts as Discord does: a window begins with the first call in it.
    struct Model {
        start: Instant,
        now: u64,
        gate: Gate,
        /// Limit and length of a window of each kind of call.
        kinds: Vec<(u32, u64)>,
        /// End and count of the window, by kind and major.
        windows: HashMap<(usize, u64), (u64, u32)>,
        /// When a bucket last told what is left.
        told: HashMap<(usize, u64), u64>,
        asked: BTreeMap<Ticket, Asked>,
        waiting: BTreeSet<Ticket>,
        trips: HashMap<Ticket, Trip>,
        events: BTreeMap<(u64, usize), Event>,
        count: usize,
        went: Vec<(u64, Priority)>,
    }

    impl Model {
        fn new(kinds: Vec<(u32, u64)>) -> Self {
            let start = Instant::now();
            Model {
                start,
                now: 0,
                gate: Gate::new(start),
                kinds,
                windows: HashMap::new(),
                told: HashMap::new(),
                asked: BTreeMap::new(),
                waiting: BTreeSet::new(),
                trips: HashMap::new(),
                events: BTreeMap::new(),
                count: 0,
                went: Vec::new(),
            }
        }

        fn ask(&mut self, kind: usize, major: u64, priority: Priority, patience: u64) {
            let ticket = self.gate.ticket();
            let until = self.now + patience;
            let path = format!("/channels/{major}/{}", ["messages", "pins", "threads"][kind]);
            let route = route(&Method::POST, &path);
            self.gate.ask(ticket, route, priority, self.start + millis(until));
            self.asked.insert(ticket, Asked { kind, major, priority, until });
            self.waiting.insert(ticket);
        }

        fn event(&mut self, at: u64, event: Event) {
            self.count += 1;
            self.events.insert((at, self.count), event);
        }

        /// Lets the gate decide; when it wants to look again.
        fn look(&mut self, trip: &mut impl FnMut(Ticket) -> Trip) -> Option<u64> {
            let look = self.gate.look(self.start + millis(self.now));
            for (ticket, verdict) in look.decided {
                assert!(self.waiting.remove(&ticket));
                let asked = &self.asked[&ticket];
                assert!(self.now <= asked.until, "late");
                if verdict != Verdict::Go {
                    continue;
                }
                // Nobody of the same route is passed over.
                for other in &self.waiting {
                    let waits = &self.asked[other];
                    let same = (waits.kind, waits.major) == (asked.kind, asked.major);
                    let later =
                        (Reverse(waits.priority), other) > (Reverse(asked.priority), &ticket);
                    assert!(!same || later, "passed over");
                }
                self.went.push((self.now, asked.priority));
                let trip = trip(ticket);
                self.trips.insert(ticket, trip);
                self.event(self.now + trip.up, Event::Arrives(ticket));
            }
            // Times of the model are whole milliseconds.
            look.next.map(|next| {
                let since = next - self.start;
                u64::try_from(since.as_nanos().div_ceil(1_000_000)).unwrap()
            })
        }

        fn arrive(&mut self, ticket: Ticket) {
            let Trip { down, fate, .. } = self.trips[&ticket];
            let Asked { kind, major, .. } = self.asked[&ticket];
            let (limit, span) = self.kinds[kind];
            // Nobody can know a limit of which nothing was ever told.
            let told = self.told.get(&(kind, major)).is_some_and(|at| self.now < at + 50_000);
            let fate = if told { fate } else { Fate::Answered };
            if fate == Fate::Stopped {
                return self.event(self.now + down, Event::Answered(ticket, None));
            }
            let window = self.windows.entry((kind, major)).or_insert((0, 0));
            if window.0 <= self.now {
                *window = (self.now + span, 0);
            }
            window.1 += 1;
            assert!(window.1 <= limit, "{} of {limit} in a window", window.1);
            let quota = quota(&format!("b{kind}"), limit, limit - window.1, window.0 - self.now);
            let heard = match fate {
                Fate::Lost | Fate::Stopped => None,
                Fate::Silent => Some(answer(500, None)),
                Fate::Answered => Some(answer(200, quota)),
                Fate::Shared => Some(Heard { quota, ..put_off(span / 2, Scope::Bucket) }),
            };
            self.event(self.now + down, Event::Answered(ticket, heard));
        }

        /// Goes on until nothing more happens.
        fn run(&mut self, mut trip: impl FnMut(Ticket) -> Trip) {
            self.run_until(u64::MAX, &mut trip);
            assert!(self.waiting.is_empty(), "somebody waits for ever");
            assert!(self.gate.under_way.is_empty());
        }

        fn run_until(&mut self, end: u64, trip: &mut impl FnMut(Ticket) -> Trip) {
            loop {
                let look = self.look(trip);
                let event = self.events.first_key_value().map(|((at, _), _)| *at);
                let Some(next) = [look, event].into_iter().flatten().min() else { break };
                if next >= end {
                    break;
                }
                self.now = next.max(self.now);
                if event != Some(next) {
                    continue;
                }
                match self.events.pop_first() {
                    Some((_, Event::Arrives(ticket))) => self.arrive(ticket),
                    Some((_, Event::Answered(ticket, heard))) => {
                        let now = self.start + millis(self.now);
                        let Asked { kind, major, .. } = self.asked[&ticket];
                        match heard {
                            Some(heard) => {
                                if heard.quota.is_some() {
                                    self.told.insert((kind, major), self.now);
                                }
                                self.gate.answered(ticket, &heard, now);
                            }
                            None => self.gate.lost(ticket, now),
                        }
                    }
                    None => {}
                }
            }
            if end != u64::MAX {
                self.now = self.now.max(end);
            }
        }
    }

    fn most_in_a_second(times: &[u64]) -> usize {
        let within =
            |from: &u64| times.iter().filter(|at| (*from..from + 1000).contains(at)).count();
        times.iter().map(within).max().unwrap_or(0)
    }

    fn fates() -> impl Strategy<Value = Fate> {
        prop_oneof![
            12 => Just(Fate::Answered),
            1 => Just(Fate::Silent),
            1 => Just(Fate::Lost),
            1 => Just(Fate::Stopped),
            1 => Just(Fate::Shared),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn no_window_ever_has_more_than_its_limit(
            kinds in prop::collection::vec((1u32..7, 50u64..5000), 3),
            calls in prop::collection::vec(
                (
                    prop_oneof![3 => Just(0), 2 => 0u64..200, 1 => 0u64..3000],
                    (0usize..3, 0u64..2),
                    prop::sample::select(vec![Edit, Answer, Turn]),
                    prop_oneof![Just(0), 0u64..500, 0u64..20_000],
                    (1u64..400, 1u64..400, fates()),
                ),
                1..150,
            ),
        ) {
            let mut model = Model::new(kinds);
            let trips: Vec<Trip> =
                calls.iter().map(|call| Trip { up: call.4.0, down: call.4.1, fate: call.4.2 }).collect();
            let mut trip = |Ticket(number)| trips[usize::try_from(number).unwrap() - 1];
            for (pause, (kind, major), priority, patience, _) in &calls {
                let until = model.now + pause;
                model.run_until(until, &mut trip);
                model.ask(*kind, *major, *priority, *patience);
            }
            model.run(trip);
            let all: Vec<u64> = model.went.iter().map(|(at, _)| *at).collect();
            prop_assert!(most_in_a_second(&all) <= A_SECOND as usize);
        }

    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn turns_find_room_among_any_number_of_edits(turns in prop::collection::vec(0u64..3000, 1..30)) {
            let mut model = Model::new(vec![(1000, 1000); 3]);
            let mut trip = |_| Trip { up: 5, down: 5, fate: Fate::Answered };
            for major in 0..150 {
                model.ask(0, major, Edit, 60_000);
            }
            let mut turns = turns;
            turns.sort_unstable();
            for (count, at) in turns.iter().enumerate() {
                model.run_until(*at, &mut trip);
                model.ask(0, 1000 + u64::try_from(count).unwrap(), Turn, 60_000);
                model.run_until(at + 1, &mut trip);
            }
            model.run(trip);
            let edits: Vec<u64> = model.went.iter().filter(|(_, priority)| *priority == Edit).map(|(at, _)| *at).collect();
            prop_assert_eq!(edits.len(), 150);
            prop_assert!(most_in_a_second(&edits) <= EDITS_A_SECOND as usize);
            let went: Vec<u64> = model.went.iter().filter(|(_, priority)| *priority == Turn).map(|(at, _)| *at).collect();
            // As many as may go at once go at once; more than that wait for each other only.
            for (at, went) in turns.iter().zip(went) {
                let before = turns.iter().filter(|other| (at.saturating_sub(1000)..=*at).contains(other)).count();
                prop_assert!(went <= at + 24 * u64::try_from(before).unwrap(), "{} at {}", at, went);
            }
        }
    }
}
