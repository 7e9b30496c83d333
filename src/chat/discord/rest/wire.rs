//! Calls as they are sent.

use super::{call::Call, error::RestError, heard::Heard, route::Class};
use anyhow::{Context as _, anyhow};
use reqwest::{
    Client, Method, Response, StatusCode,
    header::{AUTHORIZATION, CONTENT_LENGTH, HeaderValue},
    multipart::{Form, Part},
    redirect::Policy,
};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use std::time::Duration;
use url::Url;

/// Where Discord is.
const DISCORD: &str = "https://discord.com";
/// What stands before every path.
const VERSION: &str = "/api/v10";
/// How long a call may take.
const LONGEST: Duration = Duration::from_secs(15);
/// How much is kept of what Discord says about a refusal.
const LONGEST_MESSAGE: usize = 600;

/// The way to Discord.
#[derive(Debug)]
pub(super) struct Wire {
    client: Client,
    api: Api,
}

/// How Discord is reached.
#[derive(Debug)]
struct Api {
    /// What stands before the version, without a slash at its end.
    url: String,
    token: SecretString,
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) heard: Heard,
    body: Body,
}

/// The body of an answer.
enum Body {
    None,
    Json(Value),
    Other,
}

impl Body {
    fn of(bytes: &[u8]) -> Self {
        if bytes.is_empty() {
            return Body::None;
        }
        serde_json::from_slice(bytes).map_or(Body::Other, Body::Json)
    }

    fn json(&self) -> &Value {
        match self {
            Body::Json(value) => value,
            Body::None | Body::Other => &Value::Null,
        }
    }
}

impl Wire {
    pub(super) fn new(api_url: Option<Url>, token: &str) -> reqwest::Result<Self> {
        let client = Client::builder()
            .user_agent(user_agent())
            .timeout(LONGEST)
            // No answer may send a call, and what stands in it, elsewhere.
            .redirect(Policy::none())
            .build()?;
        let url = api_url.map_or_else(|| DISCORD.to_owned(), String::from);
        let url = url.trim_end_matches('/').to_owned();
        Ok(Wire { client, api: Api { url, token: SecretString::from(token.trim()) } })
    }

    /// Makes a call, whatever comes of it.
    pub(super) async fn make(&self, call: &Call) -> anyhow::Result<Answer> {
        let response = self.send(call).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await.map_err(reqwest::Error::without_url)?;
        let body = Body::of(&bytes);
        let heard = Heard::read(status, &headers, body.json());
        Ok(Answer { status, heard, body })
    }

    async fn send(&self, call: &Call) -> anyhow::Result<Response> {
        let url = format!("{}{VERSION}{}", self.api.url, call.path);
        let mut request = self.client.request(call.method.clone(), url);
        // What has a token of its own in its path needs no other: it is not counted with
        // what the bot does.
        if call.route.class() == Class::Bot {
            let bot = format!("Bot {}", self.api.token.expose_secret());
            let mut bot = HeaderValue::from_str(&bot).context("no header can carry the token")?;
            bot.set_sensitive(true);
            request = request.header(AUTHORIZATION, bot);
        }
        request = match (&call.body, &call.files[..]) {
            (None, []) if call.method == Method::GET => request,
            (None, []) => request.header(CONTENT_LENGTH, 0),
            (Some(body), []) => request.json(body),
            (body, _) => request.multipart(form(body.as_ref(), call)?),
        };
        // Tokens of interactions stand in the address.
        Ok(request.send().await.map_err(reqwest::Error::without_url)?)
    }
}

/// A body and files, as one.
fn form(body: Option<&Value>, call: &Call) -> anyhow::Result<Form> {
    let mut form = Form::new();
    if let Some(body) = body {
        let json = Part::text(body.to_string()).mime_str("application/json");
        form = form.part("payload_json", json?);
    }
    for (at, file) in call.files.iter().enumerate() {
        let length = u64::try_from(file.bytes.len())?;
        let part = Part::stream_with_length(file.bytes.clone(), length);
        let part = part.file_name(file.name.clone()).mime_str(&file.mime)?;
        form = form.part(format!("files[{at}]"), part);
    }
    Ok(form)
}

impl Answer {
    /// What it means, if it is not about limits.
    pub(super) fn outcome(self, call: &Call) -> Result<Value, RestError> {
        let Answer { status, body, .. } = self;
        if status.is_success() {
            return match body {
                Body::None => Ok(Value::Null),
                Body::Json(value) => Ok(value),
                Body::Other => Err(RestError::Unavailable(anyhow!("the answer is not JSON"))),
            };
        }
        if status == StatusCode::UNAUTHORIZED && call.route.class() == Class::Bot {
            return Err(RestError::TokenRefused);
        }
        if !status.is_client_error() {
            return Err(RestError::Unavailable(anyhow!("status {}", status.as_u16())));
        }
        let told = body.json();
        let code = told["code"].as_u64().and_then(|code| u32::try_from(code).ok()).unwrap_or(0);
        let mut message = match told["message"].as_str() {
            Some(message) => message.to_owned(),
            None => status.canonical_reason().unwrap_or_default().to_owned(),
        };
        // What is wrong with which field.
        if let Some(errors) = told.get("errors") {
            message = format!("{message}: {errors}");
        }
        let message: String = message.chars().take(LONGEST_MESSAGE).collect();
        tracing::debug!(route = %call.route, status = status.as_u16(), code, message, "refused");
        Err(RestError::Refused { status: status.as_u16(), code, message })
    }
}

/// Who calls, in the form that Discord asks for.
fn user_agent() -> String {
    let repository = match env!("CARGO_PKG_REPOSITORY") {
        "" => env!("CARGO_PKG_NAME"),
        repository => repository,
    };
    format!("DiscordBot ({repository}, {})", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::discord::rest::fake::{Came, Fake};
    use pretty_assertions::assert_eq;
    use serde_json::json;
    use std::collections::BTreeMap;

    const TOKEN: &str = "TheToken.of.the-bot_1";

    /// A call as it comes.
    async fn sent(call: Call) -> Came {
        let mut fake = Fake::start().await;
        let wire = Wire::new(Some(fake.url()), TOKEN).unwrap();
        tokio::select! {
            _ = wire.make(&call) => panic!("nobody has answered"),
            came = fake.next() => came,
        }
    }

    async fn answered(call: Call, status: u16, body: &str) -> Result<Value, RestError> {
        let mut fake = Fake::start().await;
        let wire = Wire::new(Some(fake.url()), TOKEN).unwrap();
        let (answer, ()) = tokio::join!(wire.make(&call), fake.answers(status, &[], body));
        answer.unwrap().outcome(&call)
    }

    fn agent() -> String {
        format!("DiscordBot (kosti, {})", env!("CARGO_PKG_VERSION"))
    }

    #[tokio::test]
    async fn a_body_goes_as_json() {
        let body = json!({"content": "Ход: c3–d4 \"!\"", "tts": false});
        let came = sent(Call::post("/channels/1/messages?a=b%20c").json(body)).await;
        assert_eq!(
            (came.method.as_str(), came.path.as_str()),
            ("POST", "/api/v10/channels/1/messages?a=b%20c")
        );
        let expected = "{\"content\":\"Ход: c3–d4 \\\"!\\\"\",\"tts\":false}";
        assert_eq!(came.body, expected.as_bytes());
        let (agent, length) = (agent(), expected.len().to_string());
        let headers = BTreeMap::from([
            ("accept", "*/*"),
            ("authorization", "Bot TheToken.of.the-bot_1"),
            ("content-length", &length),
            ("content-type", "application/json"),
            ("user-agent", &agent),
        ]);
        assert_eq!(came.headers(), headers);
    }

    #[tokio::test]
    async fn what_has_no_body_says_so() {
        let agent = agent();
        let common = [
            ("accept", "*/*"),
            ("authorization", "Bot TheToken.of.the-bot_1"),
            ("user-agent", agent.as_str()),
        ];
        let came = sent(Call::get("/users/@me")).await;
        assert_eq!((came.method.as_str(), &came.body[..]), ("GET", &b""[..]));
        assert_eq!(came.headers(), BTreeMap::from(common));
        type Make = fn(&'static str) -> Call;
        for (make, method) in [
            (Call::post as Make, "POST"),
            (Call::put, "PUT"),
            (Call::patch, "PATCH"),
            (Call::delete, "DELETE"),
        ] {
            let came = sent(make("/channels/1/pins/2")).await;
            assert_eq!((came.method.as_str(), &came.body[..]), (method, &b""[..]));
            let mut headers = BTreeMap::from(common);
            headers.insert("content-length", "0");
            assert_eq!(came.headers(), headers);
        }
    }

    #[tokio::test]
    async fn files_go_beside_the_body() {
        let body = json!({"attachments": [{"id": 0}, {"id": 1}]});
        let call = Call::patch("/channels/1/messages/2")
            .json(body)
            .file("7.png", b"\x89PNG\r\n\x1a\n--\0\xff".to_vec(), "image/png")
            .file("record.txt", "d2-d3", "text/plain");
        let came = sent(call).await;
        let headers = came.headers();
        let boundary =
            headers["content-type"].strip_prefix("multipart/form-data; boundary=").unwrap();
        let mut expected = format!(
            "--{boundary}\r\n\
             Content-Disposition: form-data; name=\"payload_json\"\r\n\
             Content-Type: application/json\r\n\r\n\
             {{\"attachments\":[{{\"id\":0}},{{\"id\":1}}]}}\r\n\
             --{boundary}\r\n\
             Content-Disposition: form-data; name=\"files[0]\"; filename=\"7.png\"\r\n\
             Content-Type: image/png\r\n\r\n"
        )
        .into_bytes();
        expected.extend(b"\x89PNG\r\n\x1a\n--\0\xff");
        expected.extend(
            format!(
                "\r\n--{boundary}\r\n\
                 Content-Disposition: form-data; name=\"files[1]\"; filename=\"record.txt\"\r\n\
                 Content-Type: text/plain\r\n\r\nd2-d3\r\n--{boundary}--\r\n"
            )
            .into_bytes(),
        );
        assert_eq!(came.body, expected);
        assert_eq!(headers["content-length"], expected.len().to_string());
    }

    #[tokio::test]
    async fn the_token_goes_only_where_it_is_needed() {
        for path in ["/interactions/1/t/callback", "/webhooks/1/t/messages/@original"] {
            let came = sent(Call::post(path).json(json!({"type": 6}))).await;
            assert!(!came.headers().contains_key("authorization"), "{path}");
        }
    }

    #[tokio::test]
    async fn answers_are_json_or_nothing() {
        let call = || Call::put("/channels/1/pins/2");
        assert_eq!(answered(call(), 204, "").await.unwrap(), Value::Null);
        let value = answered(call(), 200, "{\"id\":\"12\"}").await.unwrap();
        assert_eq!(value, json!({"id": "12"}));
        let error = answered(call(), 200, "<html>").await.unwrap_err();
        assert!(matches!(error, RestError::Unavailable(_)), "{error}");
    }

    #[tokio::test]
    async fn refusals_say_why() {
        let call = || Call::post("/channels/1/messages").json(json!({}));
        let told = "{\"message\": \"Unknown Message\", \"code\": 10008}";
        let error = answered(call(), 404, told).await.unwrap_err();
        assert_eq!(error.code(), Some(10008));
        assert_eq!(error.to_string(), "Discord refuses: 404, code 10008: Unknown Message");
        let told = "{\"code\": 50035, \"message\": \"Bad\", \"errors\": {\"content\": 1}}";
        let error = answered(call(), 400, told).await.unwrap_err();
        assert_eq!(error.to_string(), "Discord refuses: 400, code 50035: Bad: {\"content\":1}");
        let error = answered(call(), 403, "<html>").await.unwrap_err();
        assert_eq!(error.code(), None);
        assert_eq!(error.to_string(), "Discord refuses: 403, code 0: Forbidden");
        let error =
            answered(call(), 429, "{\"code\": 30046, \"message\": \"x\"}").await.unwrap_err();
        assert_eq!(error.code(), Some(30046));
        let long = format!("{{\"code\": 1, \"message\": \"{}\"}}", "ж".repeat(9000));
        assert!(answered(call(), 400, &long).await.unwrap_err().to_string().len() < 1300);
        for status in [302, 500, 502] {
            let error = answered(call(), status, "").await.unwrap_err();
            assert!(matches!(error, RestError::Unavailable(_)), "{error}");
        }
    }

    #[tokio::test]
    async fn only_the_token_of_the_bot_locks_out() {
        let error = answered(Call::get("/users/@me"), 401, "{}").await.unwrap_err();
        assert!(matches!(error, RestError::TokenRefused), "{error}");
        let call = Call::post("/webhooks/1/t").json(json!({}));
        let error = answered(call, 401, "{\"code\": 50027}").await.unwrap_err();
        assert_eq!(error.code(), Some(50027));
    }

    #[tokio::test]
    async fn no_answer_leads_elsewhere() {
        let mut fake = Fake::start().await;
        let wire = Wire::new(Some(fake.url()), TOKEN).unwrap();
        let (call, to) = (Call::get("/users/@me"), fake.url().to_string());
        let headers = [("location", to.as_str())];
        let (answer, ()) = tokio::join!(wire.make(&call), fake.answers(302, &headers, ""));
        assert_eq!(answer.unwrap().status, 302);
        assert!(fake.is_quiet());
    }

    #[tokio::test]
    async fn no_secret_is_told() {
        let secret = "aW50ZXJhY3Rpb24";
        let call = Call::post(format!("/webhooks/1/{secret}?wait=true"))
            .json(json!({"content": secret}))
            .file(secret, secret, "image/png");
        // Nobody listens there.
        let wire = Wire::new(Some("http://127.0.0.1:9/".parse().unwrap()), TOKEN).unwrap();
        let error = wire.make(&call).await.map(|_| ()).unwrap_err();
        let refused = RestError::Unavailable(error);
        let bad = Wire::new(None, "two\nlines").unwrap();
        let unfit = bad.make(&Call::get("/users/@me")).await.map(|_| ()).unwrap_err();
        let told = format!("{wire:?} {bad:?} {call:?} {refused} {refused:?} {unfit:#} {unfit:?}");
        for secret in [secret, TOKEN, "lines"] {
            assert!(!told.contains(secret), "{told}");
        }
    }
}
