//! What serving a bot is on every platform.

use crate::app::{
    delivery::{Sender, Transport},
    failures::of_task,
    jobs::Heart,
    rates::Limits,
    service::{App, BotKey},
    trace,
};
use std::{future::Future, sync::Arc, time::Duration};
use time::OffsetDateTime;
use tokio::sync::watch;

/// The first and the longest pause before something is tried again.
pub(super) const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];
/// How long others wait while somebody is answered, who is answered all the same.
const LINGER: Duration = Duration::from_secs(5);

/// Waits before something is tried again, longer the next time; whether it is told to stop
/// meanwhile.
pub(super) async fn rest(pause: &mut Duration, stop: &mut watch::Receiver<bool>) -> bool {
    let stopped = tokio::time::timeout(*pause, stop.wait_for(|stop| *stop)).await.is_ok();
    *pause = (*pause * 2).min(PAUSES[1]);
    stopped
}

/// Tries something until it is done, with a line about each failure; `None` when it is told to
/// stop first. What `explain` gives is what is wrong, and whether it is nothing that passes by
/// itself soon.
pub(super) async fn persist<T, E, F: Future<Output = Result<T, E>>>(
    what: &str,
    stop: &mut watch::Receiver<bool>,
    attempt: impl Fn() -> F,
    explain: impl Fn(&E) -> (String, bool),
) -> Option<T> {
    let mut pause = PAUSES[0];
    loop {
        let error = tokio::select! {
            biased;
            () = told(stop.clone()) => return None,
            done = attempt() => match done {
                Ok(done) => return Some(done),
                Err(error) => error,
            },
        };
        let (why, lasting) = explain(&error);
        if lasting {
            pause = PAUSES[1];
        }
        tracing::warn!(again_in = ?pause, "{what}: {why}");
        if rest(&mut pause, stop).await {
            return None;
        }
    }
}

/// Waits until it is told to stop.
pub(super) async fn told(mut stop: watch::Receiver<bool>) {
    // Whoever could tell it is gone: that is told too.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Puts off the clocks that ran while nobody served the bot, before anything is handled; false
/// when it is told to stop first.
pub(super) async fn put_clocks_off(
    app: &App,
    key: &BotKey,
    stop: &mut watch::Receiver<bool>,
) -> bool {
    let mut heart = Heart::new(app.clone(), key.clone());
    let mut pause = PAUSES[0];
    while let Err(error) = heart.beat(OffsetDateTime::now_utc()).await {
        let error = format!("{error:#}");
        tracing::warn!(again_in = ?pause, error, "the database does not answer");
        if rest(&mut pause, stop).await {
            return false;
        }
    }
    true
}

/// Who sends for a bot in this process, when it is its turn to.
pub(super) async fn sender<T: Transport>(
    app: &App,
    key: &BotKey,
    transport: T,
    limits: Limits,
    holder: String,
) -> Sender<T> {
    let sender = Sender::new(app.clone(), key.clone(), Arc::new(transport), limits, holder);
    match app.database.listen(key).await {
        Ok(Some(listener)) => sender.hearing(listener),
        Ok(None) => sender,
        Err(error) => {
            tracing::warn!(%error, "new messages are only looked for");
            sender
        }
    }
}

/// Waits for an answer that is on its way, but not for long: those who ask next must not wait
/// for a platform that does not answer.
pub(super) async fn linger(telling: impl Future<Output = ()> + Send + 'static) {
    match tokio::time::timeout(LINGER, tokio::spawn(trace::carry(telling))).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(error = of_task(&error), "an answer is lost"),
        Err(_) => tracing::debug!("an answer takes its time"),
    }
}
