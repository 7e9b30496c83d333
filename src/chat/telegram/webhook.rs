//! Updates that Telegram brings.

use super::{
    attempt::{Fate, attempt},
    front::Front,
    poll,
};
use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode},
    routing::post,
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::{fmt::Write as _, future::Future, io, time::Duration};
use teloxide::{
    RequestError,
    payloads::SetWebhookSetters as _,
    requests::Requester as _,
    types::{Update, UpdateKind},
};
use time::OffsetDateTime;
use tokio::{net::TcpListener, sync::watch};
use url::Url;

/// The header in which Telegram proves who it is.
const SECRET: &str = "x-telegram-bot-api-secret-token";
/// The most bytes of an update.
const LARGEST: usize = 1 << 20;
/// How long what is under way may take when it is told to stop.
const FAREWELL: Duration = Duration::from_secs(2);

/// What proves that a request comes from Telegram: every process derives the same from the
/// token.
#[derive(Clone)]
pub(super) struct Secret(Hmac<Sha256>);

impl Secret {
    pub(super) fn of(token: &str) -> Option<Self> {
        let mut mac = Hmac::new_from_slice(token.as_bytes()).ok()?;
        mac.update(b"kosti-webhook");
        Some(Secret(mac))
    }

    /// As it is told to Telegram: 64 digits.
    fn text(&self) -> String {
        let digest = self.0.clone().finalize().into_bytes();
        digest.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// Whether that is it; it takes the same time for any of its length.
    fn is(&self, claimed: &[u8]) -> bool {
        let digit = |digit: &u8| char::from(*digit).to_digit(16);
        let bytes: Option<Vec<u8>> = claimed
            .chunks(2)
            .map(|pair| match pair {
                [high, low] => u8::try_from(digit(high)? * 16 + digit(low)?).ok(),
                _ => None,
            })
            .collect();
        bytes.is_some_and(|bytes| self.0.clone().verify_slice(&bytes).is_ok())
    }
}

#[derive(Clone)]
struct Served {
    front: Front,
    secret: Secret,
}

/// Tells Telegram where updates are brought to.
pub(super) async fn set(front: &Front, url: &Url, secret: &Secret) -> Result<(), RequestError> {
    let request = front.telegram.bot.set_webhook(url.clone()).secret_token(secret.text());
    request.allowed_updates(poll::ALLOWED).await.map(|_| ())
}

/// Serves Telegram until `stop` is done, and finishes what has come. The webhook stays set:
/// what comes while nobody serves is brought again.
pub(super) async fn serve(
    front: Front,
    path: &str,
    secret: Secret,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let router = Router::new()
        // The path is as it is written: nothing in it stands for something else.
        .without_v07_checks()
        .route(path, post(take))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(Served { front, secret });
    let (stopping, mut stopped) = watch::channel(false);
    let stop = async move {
        stop.await;
        stopping.send_replace(true);
    };
    let finish = async {
        // Who stops without telling has stopped too.
        let _ = stopped.wait_for(|stopped| *stopped).await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        served = axum::serve(listener, router).with_graceful_shutdown(stop) => served,
        // What is not finished by now is brought again.
        () = finish => Ok(()),
    }
}

/// Takes an update: what is asked for is stored before it is confirmed.
async fn take(State(served): State<Served>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let claimed = headers.get(SECRET).map(|value| value.as_bytes());
    if !claimed.is_some_and(|claimed| served.secret.is(claimed)) {
        return StatusCode::UNAUTHORIZED;
    }
    // From the bytes, not from a value that was read from them: teloxide knows kinds of updates
    // by borrowed keys.
    let Ok(mut update) = serde_json::from_slice::<Update>(&body) else {
        return StatusCode::BAD_REQUEST;
    };
    if let UpdateKind::Error(unread) = &mut update.kind {
        *unread = serde_json::from_slice(&body).unwrap_or_default();
    }
    match attempt(&served.front, &update, OffsetDateTime::now_utc()).await {
        Fate::Behind => StatusCode::OK,
        Fate::Again | Fate::Away => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_is_the_secret() {
        let secret = Secret::of("12345:token").unwrap();
        let text = secret.text();
        assert_eq!(text.len(), 64);
        assert!(secret.is(text.as_bytes()));
        for other in ["", "00", &text[2..], &text.replace('0', "1"), "zz", &format!("{text}00")] {
            assert!(other == text || !secret.is(other.as_bytes()), "{other}");
        }
        assert!(!Secret::of("12345:tokem").unwrap().is(text.as_bytes()));
    }
}
