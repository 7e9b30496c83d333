//! Updates that are brought to the bot.

use super::{
    refusal::Refusal,
    state::{Shared, State},
    updates::Update,
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use teloxide::Bot;
use tokio::{task::JoinSet, time::sleep};

/// The longest pause before an update is brought again.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// The header that shows the bot who speaks.
const SECRET: &str = "X-Telegram-Bot-Api-Secret-Token";

/// Where updates are brought to.
#[derive(Clone, Default, Debug)]
pub struct Webhook {
    /// Empty when there is none.
    pub url: String,
    pub secret: Option<String>,
    pub max_connections: usize,
    pub last_error: Option<(i64, String)>,
    /// What stands before the bot: takes the place of scheme and host of the address.
    pub proxy: Option<String>,
}

/// An update on its way.
struct Post {
    url: String,
    secret: Option<String>,
    /// `None` for one that comes once more.
    id: Option<i64>,
    body: String,
    pause: Duration,
}

impl Webhook {
    pub fn is_set(&self) -> bool {
        !self.url.is_empty()
    }

    /// Refuses addresses that Telegram does not speak to; those of this machine are allowed
    /// for tests.
    pub fn check(url: &str) -> Result<(), Refusal> {
        let bad = |what: &str| Err(Refusal::bad(&format!("bad webhook: {what}")));
        if url.starts_with("http://127.0.0.1:") {
            return Ok(());
        }
        let Some(rest) = url.strip_prefix("https://") else {
            return bad("HTTPS url must be provided for webhook");
        };
        let host = rest.split('/').next().unwrap_or_default();
        match host.rsplit_once(':').map(|(_, port)| port) {
            None | Some("80" | "88" | "443" | "8443") => Ok(()),
            Some(_) => bad("Webhook can be set up only on ports 80, 88, 443 or 8443"),
        }
    }

    /// Where a request really goes.
    fn target(&self) -> String {
        let Some(proxy) = &self.proxy else { return self.url.clone() };
        let rest = self.url.split_once("://").map_or("", |(_, rest)| rest);
        let path = rest.find('/').map_or("/", |at| &rest[at..]);
        format!("{proxy}{path}")
    }
}

impl State {
    /// What `getWebhookInfo` tells.
    pub fn webhook_json(&self) -> Value {
        let webhook = &self.webhook;
        let mut json = json!({
            "url": webhook.url,
            "has_custom_certificate": false,
            "pending_update_count": self.updates.waiting.len(),
        });
        if webhook.is_set() {
            json["max_connections"] = json!(webhook.max_connections);
            json["ip_address"] = json!("127.0.0.1");
        }
        if let Some((date, message)) = &webhook.last_error {
            json["last_error_date"] = json!(date);
            json["last_error_message"] = json!(message);
        }
        if let Some(allowed) = &self.updates.allowed {
            json["allowed_updates"] = json!(allowed);
        }
        json
    }

    /// The updates that are to be brought now: of each chat the first.
    fn due(&mut self) -> Vec<Post> {
        if !self.webhook.is_set() {
            return Vec::new();
        }
        let post = |id, body: &Value, pause| Post {
            url: self.webhook.target(),
            secret: self.webhook.secret.clone(),
            id,
            body: body.to_string(),
            pause,
        };
        let repeats = self.updates.take_repeats();
        let mut due: Vec<_> = repeats.iter().map(|body| post(None, body, Duration::ZERO)).collect();
        let flying = self.updates.waiting.iter().filter(|update| update.in_flight).count();
        let mut free = self.webhook.max_connections.saturating_sub(flying);
        let mut chats = Vec::new();
        for update in &mut self.updates.waiting {
            let first = !chats.contains(&update.chat);
            chats.push(update.chat);
            if first && !update.in_flight && free > 0 {
                free -= 1;
                update.in_flight = true;
                due.push(post(Some(update.id), &update.json, pause(update)));
            }
        }
        due
    }

    fn brought(&mut self, post: &Post, outcome: Result<(), String>) {
        let now = self.clock.unix();
        let waiting = &mut self.updates.waiting;
        match outcome {
            Ok(()) => waiting.retain(|update| Some(update.id) != post.id),
            Err(error) => {
                self.webhook.last_error = Some((now, error));
                if let Some(update) = waiting.iter_mut().find(|u| Some(u.id) == post.id) {
                    update.in_flight = false;
                    update.tries += 1;
                }
            }
        }
    }
}

fn pause(update: &Update) -> Duration {
    LONGEST_PAUSE.min(Duration::from_millis(10) * update.tries * update.tries)
}

/// Brings updates for as long as the server runs.
pub async fn bring(shared: Arc<Shared>, new_bot: impl Fn() -> Bot) {
    let mut changes = shared.changes();
    let mut posts = JoinSet::new();
    // Few tests have webhooks, and a client takes its time.
    let mut bot = None;
    loop {
        changes.mark_unchanged();
        for post in shared.look(State::due) {
            let bot = bot.get_or_insert_with(&new_bot).clone();
            posts.spawn(send(shared.clone(), bot, post));
        }
        tokio::select! {
            _ = changes.changed() => {}
            Some(_) = posts.join_next() => {}
        }
    }
}

async fn send(shared: Arc<Shared>, bot: Bot, post: Post) {
    sleep(post.pause).await;
    let mut request = bot
        .client()
        .post(&post.url)
        .header("Content-Type", "application/json")
        .body(post.body.clone());
    if let Some(secret) = &post.secret {
        request = request.header(SECRET, secret);
    }
    let outcome = match request.send().await {
        Ok(response) if response.status().is_success() => Ok(()),
        Ok(response) => Err(format!("Wrong response from the webhook: {}", response.status())),
        Err(error) => Err(format!("Connection failed: {error}")),
    };
    shared.change(|state| state.brought(&post, outcome));
}
