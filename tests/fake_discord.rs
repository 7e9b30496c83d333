//! The fake Discord itself: it answers as the real one does, and it fails tests that it
//! should.

mod faults;
mod gateway;
mod installed;
mod limits;
mod markdown;
mod mentions;
mod messages;
mod places;
mod presses;
mod refusals;
mod rights;
mod serenity;
mod slash;
mod verify;

use crate::support::fake_discord::{APP_ID, FakeDiscord, TOKEN};
use ::serenity::{
    futures::{SinkExt as _, StreamExt as _},
    model::id::{ChannelId, GuildId, InteractionId, MessageId, UserId},
};
use axum::http::{HeaderMap, Method};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use teloxide::net::default_reqwest_settings;
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message as Frame};

/// What comes back.
struct Reply {
    status: u16,
    headers: HeaderMap,
    json: Value,
}

/// A call with that content.
async fn send(fake: &FakeDiscord, method: &str, path: &str, kind: &str, body: Vec<u8>) -> Reply {
    let client = default_reqwest_settings().no_proxy().build().unwrap();
    let method: Method = method.parse().unwrap();
    let request = client
        .request(method, format!("{}/api/v10{path}", fake.url()))
        .header("User-Agent", "DiscordBot (https://example.org, 1)")
        .header("Authorization", format!("Bot {TOKEN}"));
    let request =
        if body.is_empty() { request } else { request.header("Content-Type", kind).body(body) };
    let reply = request.send().await.unwrap();
    let (status, headers) = (reply.status().as_u16(), reply.headers().clone());
    let json = serde_json::from_slice(&reply.bytes().await.unwrap()).unwrap_or_default();
    Reply { status, headers, json }
}

/// A call with JSON.
async fn call(fake: &FakeDiscord, method: &str, path: &str, body: Value) -> Reply {
    let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    send(fake, method, path, "application/json", body).await
}

/// A call that succeeds.
async fn done(fake: &FakeDiscord, method: &str, path: &str, body: Value) -> Value {
    let reply = call(fake, method, path, body).await;
    assert!(reply.status < 300, "{method} {path}: {} {}", reply.status, reply.json);
    reply.json
}

/// The number of a refusal.
async fn refused(fake: &FakeDiscord, method: &str, path: &str, body: Value) -> u64 {
    let reply = call(fake, method, path, body).await;
    assert!(reply.status >= 400, "{method} {path}: {} {}", reply.status, reply.json);
    reply.json["code"].as_u64().unwrap()
}

/// A call with a form: JSON and files.
async fn form(
    fake: &FakeDiscord,
    method: &str,
    path: &str,
    json: Value,
    files: &[(&str, &[u8])],
) -> Reply {
    let mut body = Vec::new();
    let mut part = |head: String, content: &[u8]| {
        body.extend(format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n").bytes());
        body.extend(content);
        body.extend(b"\r\n");
    };
    part("name=\"payload_json\"".to_owned(), json.to_string().as_bytes());
    for (number, (name, bytes)) in files.iter().enumerate() {
        part(format!("name=\"files[{number}]\"; filename=\"{name}\""), bytes);
    }
    body.extend(b"--b--\r\n");
    send(fake, method, path, "multipart/form-data; boundary=b", body).await
}

/// A guild with somebody in it, and its channel.
fn place(fake: &FakeDiscord) -> (UserId, GuildId, ChannelId) {
    let anna = fake.user("Anna");
    let guild = fake.guild("Friends", &[anna]);
    (anna, guild, fake.general(guild))
}

/// Commands like those of a bot that plays.
async fn register(fake: &FakeDiscord) {
    let commands = json!([
        {
            "name": "play",
            "description": "Challenge somebody",
            "description_localizations": { "ru": "Вызвать кого-нибудь" },
            "contexts": [0, 1, 2],
            "integration_types": [0, 1],
            "options": [
                {
                    "type": 3,
                    "name": "game",
                    "description": "Which game",
                    "required": true,
                    "choices": [
                        { "name": "Senegal", "value": "senegal" },
                        { "name": "Emir", "value": "emir" },
                    ],
                },
                { "type": 6, "name": "opponent", "description": "Whom" },
                { "type": 4, "name": "days", "description": "Days", "min_value": 1 },
                { "type": 5, "name": "rated", "description": "Whether it counts" },
            ],
        },
        {
            "name": "move",
            "description": "Move",
            "options": [
                { "type": 3, "name": "text", "description": "What", "autocomplete": true },
                { "type": 4, "name": "match", "description": "Where" },
            ],
        },
        {
            "name": "settings",
            "description": "Change something",
            "default_member_permissions": "32",
            "options": [{
                "type": 1,
                "name": "clock",
                "description": "The clock",
                "options": [{ "type": 4, "name": "hours", "description": "How long" }],
            }],
        },
    ]);
    done(fake, "PUT", &format!("/applications/{APP_ID}/commands"), commands).await;
}

/// The path of the first answer to an interaction.
fn callback(fake: &FakeDiscord, asked: InteractionId) -> String {
    format!("/interactions/{asked}/{}/callback", fake.interaction(asked).token)
}

/// The path of what comes after the first answer.
fn later(fake: &FakeDiscord, asked: InteractionId, rest: &str) -> String {
    format!("/webhooks/{APP_ID}/{}{rest}", fake.interaction(asked).token)
}

/// A connection to the gateway.
struct Line(WebSocketStream<TcpStream>);

impl Line {
    /// Connects, and hears the first word.
    async fn open(fake: &FakeDiscord) -> Line {
        let url = fake.gateway_url();
        let stream = TcpStream::connect(url.trim_start_matches("ws://")).await.unwrap();
        let (socket, _) = client_async(&url, stream).await.unwrap();
        let mut line = Line(socket);
        assert_eq!(line.hear().await["op"], json!(10));
        line
    }

    /// Connects, identifies itself and hears `READY`.
    async fn ready(fake: &FakeDiscord, shard: [u32; 2], intents: u64) -> (Line, Value) {
        let mut line = Line::open(fake).await;
        line.identify(TOKEN, shard, intents).await;
        let ready = line.event().await;
        assert_eq!(ready["t"], json!("READY"));
        (line, ready["d"].clone())
    }

    async fn identify(&mut self, token: &str, shard: [u32; 2], intents: u64) {
        let properties = json!({ "os": "linux", "browser": "test", "device": "test" });
        self.say(json!({
            "op": 2,
            "d": { "token": token, "intents": intents, "shard": shard, "properties": properties },
        }))
        .await;
    }

    async fn say(&mut self, json: Value) {
        self.0.send(Frame::Text(json.to_string())).await.unwrap();
    }

    /// What is said next.
    async fn hear(&mut self) -> Value {
        match self.0.next().await {
            Some(Ok(Frame::Text(text))) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// The next dispatch.
    async fn event(&mut self) -> Value {
        let heard = self.hear().await;
        assert_eq!(heard["op"], json!(0), "{heard}");
        heard
    }

    /// The code by which the other side ends it.
    async fn closed(&mut self) -> u16 {
        match self.0.next().await {
            Some(Ok(Frame::Close(Some(frame)))) => frame.code.into(),
            other => panic!("{other:?}"),
        }
    }
}

/// The end of a test that did what no bot may do.
fn fails(fake: FakeDiscord) {
    assert!(catch_unwind(AssertUnwindSafe(|| fake.finish())).is_err());
}

/// Where messages of a channel are sent to.
fn into(channel: ChannelId) -> String {
    format!("/channels/{channel}/messages")
}

/// Sends a text.
async fn post(fake: &FakeDiscord, channel: ChannelId, text: &str) -> MessageId {
    let sent = done(fake, "POST", &into(channel), json!({ "content": text })).await;
    serde_json::from_value(sent["id"].clone()).unwrap()
}
