//! What lets operators follow an event through the log: from its coming in to what is sent,
//! through whichever processes and jobs.
//!
//! The trace goes with the task that works at the event, and into every row that is stored
//! meanwhile; who takes up such a row goes on under its trace.

use super::service::BotKey;
use crate::store::Trace;
use sha2::{Digest as _, Sha256};
use std::future::Future;
use tracing::{Instrument as _, Span};

tokio::task_local! {
    static TRACE: Trace;
}

/// The trace of an event that a bot is told of. One that is told again has the same.
#[must_use]
pub fn of(bot: &BotKey, event: &str) -> Trace {
    let digest = Sha256::digest(format!("{}\0{}\0{event}", bot.platform, bot.bot_id));
    let first = digest.iter().take(8);
    Trace(first.fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// The trace under which this task works.
#[must_use]
pub fn current() -> Option<Trace> {
    TRACE.try_with(|trace| *trace).ok()
}

/// Works under a trace: every line of the log tells it.
pub fn follow<W: Future>(trace: Trace, work: W) -> impl Future<Output = W::Output> {
    // Whatever is logged at all is logged with it.
    let span = tracing::error_span!("event", %trace);
    // Work is large, and what holds it would be as large again.
    TRACE.scope(trace, Box::pin(work)).instrument(span)
}

/// The same work for another task, under the trace of this one.
pub fn carry<W: Future>(work: W) -> impl Future<Output = W::Output> {
    let (trace, span, work) = (current(), Span::current(), Box::pin(work));
    async move {
        match trace {
            Some(trace) => TRACE.scope(trace, work).instrument(span).await,
            None => work.await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_another_task_does_has_the_same_trace() {
        let bot = BotKey { platform: "telegram".to_owned(), bot_id: "1".to_owned() };
        let (one, two) = (of(&bot, "u1"), of(&bot, "u2"));
        assert!(one == of(&bot, "u1") && one != two);
        assert_eq!(current(), None);
        let carried = follow(one, async { tokio::spawn(carry(async { current() })).await });
        assert_eq!(carried.await.unwrap(), Some(one));
        let lost = follow(one, async { tokio::spawn(async { current() }).await });
        assert_eq!(lost.await.unwrap(), None);
    }
}
