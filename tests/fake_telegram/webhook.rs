//! Updates that are brought to the bot.

use super::{api_error, refused};
use crate::support::fake_telegram::{FakeTelegram, Leftover};
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use teloxide::{ApiError, payloads::*, prelude::Requester, types::AllowedUpdate};

/// A bot that takes updates: what it got, and how often it is not ready.
#[derive(Clone, Default)]
struct Taker {
    got: Arc<Mutex<Vec<(String, String, Value)>>>,
    busy: Arc<Mutex<usize>>,
}

impl Taker {
    /// Listens; gives its origin.
    async fn listen(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(take).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        origin
    }

    fn texts(&self) -> Vec<String> {
        let got = self.got.lock().unwrap();
        got.iter()
            .map(|(.., update)| update["message"]["text"].as_str().unwrap().to_owned())
            .collect()
    }
}

async fn take(State(taker): State<Taker>, uri: Uri, head: HeaderMap, body: String) -> StatusCode {
    let secret = head.get("X-Telegram-Bot-Api-Secret-Token");
    let secret = secret.map_or("", |secret| secret.to_str().unwrap()).to_owned();
    let update = serde_json::from_str(&body).unwrap();
    taker.got.lock().unwrap().push((uri.path().to_owned(), secret, update));
    let mut busy = taker.busy.lock().unwrap();
    if *busy > 0 {
        *busy -= 1;
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    StatusCode::OK
}

#[tokio::test]
async fn updates_are_brought_until_they_are_taken() {
    let fake = FakeTelegram::start();
    let (bot, anna, taker) = (fake.bot(), fake.user("Anna"), Taker::default());
    let chat = fake.private(anna);
    let url = format!("{}/telegram", taker.listen().await).parse().unwrap();
    *taker.busy.lock().unwrap() = 2;
    let kinds = [AllowedUpdate::Message, AllowedUpdate::CallbackQuery];
    let request = bot.set_webhook(url).secret_token("s-E_1").allowed_updates(kinds);
    request.max_connections(7).await.unwrap();
    for text in ["a", "b"] {
        fake.says(chat, anna, text);
    }
    fake.confirmed().await;
    // Of one chat the next one waits for the one before.
    assert_eq!(taker.texts(), ["a", "a", "a", "b"]);
    let (path, secret, update) = taker.got.lock().unwrap()[0].clone();
    assert_eq!((path.as_str(), secret.as_str()), ("/telegram", "s-E_1"));
    assert_eq!(update["update_id"], json!(fake.last_update() - 1));
    let info = bot.get_webhook_info().await.unwrap();
    assert_eq!((info.max_connections, info.pending_update_count), (Some(7), 0));
    assert!(info.last_error_message.unwrap().contains("503"));
    fake.repeats(fake.last_update());
    fake.says(chat, anna, "c");
    fake.confirmed().await;
    let mut texts = taker.texts().split_off(4);
    // What comes again comes beside the others.
    texts.retain(|text| text != "b");
    assert_eq!(texts, ["c"]);
    fake.finish();
}

#[tokio::test]
async fn a_proxy_stands_before_the_bot() {
    let fake = FakeTelegram::start();
    let (bot, anna, taker) = (fake.bot(), fake.user("Anna"), Taker::default());
    let chat = fake.private(anna);
    fake.proxy_webhook(&taker.listen().await);
    bot.set_webhook("https://kosti.example/t/1".parse().unwrap()).await.unwrap();
    fake.says(chat, anna, "a");
    fake.confirmed().await;
    let (path, secret, _) = taker.got.lock().unwrap()[0].clone();
    assert_eq!((path.as_str(), secret.as_str()), ("/t/1", ""));
    fake.finish();
}

#[tokio::test]
async fn webhooks_have_bounds() {
    let fake = FakeTelegram::start();
    let (bot, anna) = (fake.bot(), fake.user("Anna"));
    let set = async |url: &str| bot.set_webhook(url.parse().unwrap()).await;
    let https = set("http://kosti.example/").await;
    assert_eq!(api_error(https), ApiError::WebhookRequireHttps);
    let port = set("https://kosti.example:1234/").await;
    assert_eq!(api_error(port), ApiError::BadWebhookPort);
    let secret = json!({ "url": "https://kosti.example", "secret_token": "s e" });
    assert_eq!(
        refused(&fake, "setWebhook", secret).await,
        "Bad Request: secret token contains unallowed characters"
    );
    assert!(bot.get_webhook_info().await.unwrap().url.is_none());
    fake.says(fake.private(anna), anna, "a");
    bot.delete_webhook().drop_pending_updates(true).await.unwrap();
    fake.excuse(Leftover::Unread);
    fake.finish();
}
