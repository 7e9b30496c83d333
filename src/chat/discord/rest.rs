//! Calls to Discord's REST interface.
//!
//! serenity's limiter knows neither who goes first nor what is held against us, so every
//! call goes this way: `gate` decides when, knowing only what was answered before; here the
//! calls are made.

mod bucket;
mod call;
mod error;
mod gate;
mod heard;
mod invalid;
mod pace;
mod route;
mod wire;

pub(super) use call::{Call, Priority};
pub(super) use error::RestError;

use super::event::PLATFORM;
use crate::app::meters::Meters;
use anyhow::anyhow;
use gate::{Gate, Ticket, Verdict};
use heard::{Heard, Scope};
use reqwest::Method;
use serde_json::Value;
use std::{
    collections::HashMap,
    fmt, mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};
use tokio::{runtime::Handle, sync::oneshot, task::AbortHandle};
use url::Url;
use wire::Wire;

/// How long a call is put off at least, doubled every time: a wait of no time must not
/// become a stream of calls.
const LEAST_WAIT: Duration = Duration::from_millis(2);
/// What that does not exceed.
const MOST_LEAST_WAIT: Duration = Duration::from_secs(10);
/// The longest patience, so that its end is a time.
const MOST_PATIENCE: Duration = Duration::from_secs(86_400);

/// All calls of one bot. What is cloned shares limits.
#[derive(Clone)]
pub(super) struct Rest(Arc<Inner>);

struct Inner {
    wire: Wire,
    state: Mutex<State>,
    meters: Arc<Meters>,
}

struct State {
    gate: Gate,
    waiting: HashMap<Ticket, oneshot::Sender<Verdict>>,
    /// When the next look is due, and what does it.
    alarm: Option<(Instant, AbortHandle)>,
}

impl fmt::Debug for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rest").field(&self.0.wire).finish()
    }
}

impl Rest {
    /// Calls to Discord, or to what stands in for it, by the bot of a token.
    ///
    /// # Errors
    /// When the machine has no means to make calls.
    pub(super) fn new(
        api_url: Option<Url>,
        token: &str,
        meters: Arc<Meters>,
    ) -> reqwest::Result<Self> {
        let wire = Wire::new(api_url, token)?;
        let gate = Gate::new(Instant::now());
        let state = State { gate, waiting: HashMap::new(), alarm: None };
        Ok(Rest(Arc::new(Inner { wire, state: Mutex::new(state), meters })))
    }

    /// Makes a call when it may go, again when Discord puts it off, for as long as its
    /// patience lasts. An answer without a body is `Null`.
    ///
    /// # Errors
    /// When it was not done, or nobody knows.
    pub(super) async fn call(&self, call: Call) -> Result<Value, RestError> {
        let inner = &self.0;
        let patience = call.patience.min(MOST_PATIENCE);
        let until = Instant::now() + patience;
        let place = Place { inner, ticket: inner.state().gate.ticket() };
        // Whatever is not added stands as it is wanted, however often it is said.
        let mut again = call.method != Method::POST;
        let mut least = LEAST_WAIT;
        loop {
            place.wait(&call, until).await?;
            let mut answer = match inner.wire.make(&call).await {
                Ok(answer) => answer,
                Err(error) => {
                    place.settle(None);
                    tracing::debug!(route = %call.route, error = format!("{error:#}"), "no answer");
                    if mem::take(&mut again) {
                        continue;
                    }
                    return Err(RestError::Unavailable(error));
                }
            };
            if let Some(put_off) = &mut answer.heard.put_off {
                put_off.wait = put_off.wait.max(least);
                least = (least * 2).min(MOST_LEAST_WAIT);
            }
            place.settle(Some(&answer.heard));
            let Some(put_off) = answer.heard.put_off else {
                if answer.status.is_server_error() && mem::take(&mut again) {
                    continue;
                }
                return answer.outcome(&call);
            };
            let (wait, everywhere) = (put_off.wait, put_off.scope != Scope::Bucket);
            inner.meters.limited(PLATFORM);
            tracing::warn!(route = %call.route, ?wait, everywhere, "too many calls to Discord");
            if Instant::now() + wait > until {
                return Err(RestError::Limited { wait, everywhere });
            }
        }
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides about the calls that wait, and sees to it that somebody looks again.
    fn look(self: &Arc<Self>, state: &mut State) {
        let now = Instant::now();
        let look = state.gate.look(now);
        for (ticket, verdict) in look.decided {
            if let Some(waiting) = state.waiting.remove(&ticket) {
                // Whoever does not wait any more gives the place back.
                let _ = waiting.send(verdict);
            }
        }
        let Some(next) = look.next else { return };
        if state.alarm.as_ref().is_some_and(|(at, _)| *at <= next) {
            return;
        }
        // While the runtime ends, nobody waits any more.
        let Ok(runtime) = Handle::try_current() else { return };
        let alarm = runtime.spawn(alarm(Arc::downgrade(self), next)).abort_handle();
        if let Some((_, late)) = state.alarm.replace((next, alarm)) {
            late.abort();
        }
    }
}

/// Looks again at a time.
async fn alarm(inner: Weak<Inner>, at: Instant) {
    tokio::time::sleep_until(at.into()).await;
    if let Some(inner) = inner.upgrade() {
        let mut state = inner.state();
        state.alarm = None;
        inner.look(&mut state);
    }
}

/// The place of a call among the others, given back when nobody wants it any more.
struct Place<'a> {
    inner: &'a Arc<Inner>,
    ticket: Ticket,
}

impl Place<'_> {
    /// Waits until the call may go.
    async fn wait(&self, call: &Call, until: Instant) -> Result<(), RestError> {
        let verdict = {
            let mut state = self.inner.state();
            let (tell, verdict) = oneshot::channel();
            state.waiting.insert(self.ticket, tell);
            state.gate.ask(self.ticket, call.route.clone(), call.priority, until);
            self.inner.look(&mut state);
            verdict
        };
        match verdict.await {
            Ok(Verdict::Go) => Ok(()),
            Ok(Verdict::Limited { wait, everywhere }) => {
                Err(RestError::Limited { wait, everywhere })
            }
            Ok(Verdict::TokenRefused) => Err(RestError::TokenRefused),
            Err(_) => Err(RestError::Unavailable(anyhow!("nobody lets calls go any more"))),
        }
    }

    /// Tells what came of the call, or that nothing did.
    fn settle(&self, heard: Option<&Heard>) {
        let mut state = self.inner.state();
        let now = Instant::now();
        match heard {
            Some(heard) => state.gate.answered(self.ticket, heard, now),
            None => state.gate.lost(self.ticket, now),
        }
        self.inner.look(&mut state);
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.inner.state();
        state.waiting.remove(&self.ticket);
        if state.gate.knows(self.ticket) {
            state.gate.lost(self.ticket, Instant::now());
            self.inner.look(&mut state);
        }
    }
}

#[cfg(test)]
mod fake;

#[cfg(test)]
mod tests {
    use super::{fake::Fake, *};
    use serde_json::json;

    const LONG: Duration = Duration::from_secs(60);

    async fn rest() -> (Rest, Fake) {
        let fake = Fake::start().await;
        (Rest::new(Some(fake.url()), "token", Arc::default()).unwrap(), fake)
    }

    fn say(channel: u64, text: &str) -> Call {
        Call::post(format!("/channels/{channel}/messages"))
            .json(json!({"content": text}))
            .patience(LONG)
    }

    /// Headers that tell of a bucket.
    fn left<'a>(
        limit: &'a str,
        remaining: &'a str,
        reset_after: &'a str,
    ) -> [(&'a str, &'a str); 4] {
        [
            ("x-ratelimit-bucket", "m"),
            ("x-ratelimit-limit", limit),
            ("x-ratelimit-remaining", remaining),
            ("x-ratelimit-reset-after", reset_after),
        ]
    }

    #[tokio::test]
    async fn who_is_put_off_calls_again() {
        let (rest, mut fake) = rest().await;
        let call = say(1, "a").file("1.png", "png", "image/png");
        let (answer, ()) = tokio::join!(rest.call(call), async {
            let first = fake.next().await;
            let (path, length) = (first.path.clone(), first.body.len());
            first.answer(429, &left("5", "0", "0.004"), "{\"retry_after\": 0.004}");
            let second = fake.next().await;
            assert_eq!((&second.path, second.body.len()), (&path, length));
            // Everywhere, and in no time.
            second.answer(429, &[("x-ratelimit-global", "true")], "{\"retry_after\": 0}");
            fake.answers(200, &[], "{\"id\": \"1\"}").await;
        });
        assert_eq!(answer.unwrap(), json!({"id": "1"}));
    }

    #[tokio::test]
    async fn nobody_waits_longer_than_its_patience() {
        let (rest, mut fake) = rest().await;
        let call = say(1, "a").patience(Duration::from_secs(2));
        let (answer, ()) =
            tokio::join!(rest.call(call), fake.answers(429, &[], "{\"retry_after\": 3.5}"));
        let limited = |wait, everywhere| format!("{:?}", RestError::Limited { wait, everywhere });
        let told = format!("{:?}", answer.unwrap_err());
        assert_eq!(told, limited(Duration::from_millis(3500), false));
        // That is known without asking, and does not concern others.
        let error = rest.call(say(1, "b").patience(Duration::ZERO)).await.unwrap_err();
        assert!(matches!(error, RestError::Limited { everywhere: false, .. }), "{error}");
        assert!(fake.is_quiet());
        let call = say(2, "c").patience(Duration::from_secs(2));
        let global = "{\"retry_after\": 3.5, \"global\": true}";
        let (answer, ()) = tokio::join!(rest.call(call), fake.answers(429, &[], global));
        let told = format!("{:?}", answer.unwrap_err());
        assert_eq!(told, limited(Duration::from_millis(3500), true));
        let error = rest.call(say(3, "d").patience(Duration::ZERO)).await.unwrap_err();
        assert!(matches!(error, RestError::Limited { everywhere: true, .. }), "{error}");
        assert!(fake.is_quiet());
    }

    #[tokio::test]
    async fn what_is_spent_comes_back() {
        let (rest, mut fake) = rest().await;
        let spent = left("1", "0", "0.003");
        for text in ["a", "b"] {
            let call = rest.call(say(1, text));
            let (answer, ()) = tokio::join!(call, fake.answers(200, &spent, "{}"));
            answer.unwrap();
        }
    }

    #[tokio::test]
    async fn turns_overtake_edits_and_answers() {
        let (rest, mut fake) = rest().await;
        let answers = tokio::join! {
            biased;
            rest.call(say(1, "first")),
            rest.call(say(1, "edit").priority(Priority::Edit)),
            rest.call(say(1, "answer")),
            rest.call(say(1, "turn").priority(Priority::Turn)),
            async {
                for text in ["first", "turn", "answer", "edit"] {
                    let came = fake.next().await;
                    assert_eq!(came.json(), json!({"content": text}));
                    // The first one that came must not have company.
                    assert!(fake.is_quiet());
                    came.answer(200, &left("5", "1", "60"), "{}");
                }
            },
        };
        let (first, edit, answer, turn, ()) = answers;
        for done in [first, edit, answer, turn] {
            done.unwrap();
        }
    }

    #[tokio::test]
    async fn who_does_not_wait_any_more_gives_its_place_back() {
        let (rest, mut fake) = rest().await;
        let mut second = Box::pin(rest.call(say(1, "b")));
        tokio::select! {
            biased;
            _ = rest.call(say(1, "a")) => panic!("nobody has answered"),
            _ = &mut second => panic!("it has to wait"),
            _ = fake.next() => {}
        }
        let (second, ()) = tokio::join!(second, fake.answers(200, &[], "{}"));
        second.unwrap();
        let state = rest.0.state();
        assert!(state.waiting.is_empty() && !state.gate.is_busy());
    }

    #[tokio::test]
    async fn only_what_adds_nothing_is_tried_twice() {
        let (rest, mut fake) = rest().await;
        let (answer, ()) = tokio::join!(rest.call(say(1, "a")), fake.answers(502, &[], ""));
        assert!(matches!(answer, Err(RestError::Unavailable(_))));
        let me = || Call::get("/users/@me").patience(LONG);
        let (answer, ()) = tokio::join!(rest.call(me()), async {
            fake.answers(500, &[], "").await;
            fake.answers(200, &[], "{\"id\": \"7\"}").await;
        });
        assert_eq!(answer.unwrap(), json!({"id": "7"}));
        let edit = Call::patch("/channels/1/messages/2").json(json!({})).patience(LONG);
        let (answer, ()) = tokio::join!(rest.call(edit), async {
            fake.answers(502, &[], "").await;
            fake.answers(200, &[], "{}").await;
        });
        answer.unwrap();
        let (answer, ()) = tokio::join!(rest.call(me()), async {
            fake.answers(500, &[], "").await;
            fake.answers(500, &[], "").await;
        });
        assert!(matches!(answer, Err(RestError::Unavailable(_))));
        assert!(fake.is_quiet());
    }

    #[tokio::test]
    async fn an_answer_that_breaks_off_is_none() {
        let (rest, mut fake) = rest().await;
        let (answer, ()) = tokio::join!(rest.call(Call::get("/users/@me").patience(LONG)), async {
            // Not answered, but hung up.
            drop(fake.next().await);
            drop(fake.next().await);
        });
        assert!(matches!(answer, Err(RestError::Unavailable(_))));
        assert!(fake.is_quiet());
    }

    #[tokio::test]
    async fn after_a_refused_token_nothing_is_called() {
        let (rest, mut fake) = rest().await;
        let (answer, ()) = tokio::join!(rest.call(say(1, "a")), fake.answers(401, &[], "{}"));
        assert!(matches!(answer, Err(RestError::TokenRefused)));
        let again = rest.clone().call(Call::get("/gateway")).await;
        assert!(matches!(again, Err(RestError::TokenRefused)));
        assert!(fake.is_quiet());
    }
}
