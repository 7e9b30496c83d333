//! REST over HTTP.

use super::{
    ask::Ask,
    body,
    calls::Call,
    faults::{Fault, When},
    limits::Bucket,
    refusal::Refusal,
    routes::Route,
    state::{Shared, State, TOKEN},
};
use crate::support::fake_telegram::wire::Switch;
use axum::{
    Router,
    extract::{ConnectInfo, Request, State as Extracted},
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};
use serde_json::Value;
use serenity::model::id::ChannelId;
use std::sync::Arc;

const BASE: &str = "/api/v10";

/// The server.
pub fn router(shared: Arc<Shared>) -> Router {
    Router::new().fallback(answer).with_state(shared)
}

async fn answer(
    Extracted(shared): Extracted<Arc<Shared>>,
    ConnectInfo(switch): ConnectInfo<Switch>,
    request: Request,
) -> Response {
    let path = request.uri().path().to_owned();
    if path.starts_with("/attachments/") {
        return download(&shared, &path);
    }
    let method = request.method().as_str().to_owned();
    let found = path.strip_prefix(BASE).and_then(|path| Route::find(&method, path));
    let Some((route, places)) = found else {
        shared.change(|state| state.violation(format!("there is no {method} {path}")));
        return refuse(&Refusal::not_found());
    };
    let headers = request.headers().clone();
    shared.look(|state| check_agent(state, route, &headers));
    let ask = match body::read(request).await {
        Ok(ask) => Ask { places, ..ask },
        Err(refusal) => {
            let told = format!("{}: {}", route.name, refusal.message);
            shared.change(|state| state.violation(told));
            return refuse(&refusal);
        }
    };
    let for_bot = route.is_open || authorized(&headers);
    call(&shared, route, &path, &ask, for_bot, &switch).await
}

async fn call(
    shared: &Shared,
    route: &'static Route,
    path: &str,
    ask: &Ask,
    authorized: bool,
    switch: &Switch,
) -> Response {
    let (number, fault) = shared.change(|state| begin(state, route, path, ask));
    stand_still(shared, route.name, When::Before).await;
    let (bucket, outcome) = shared.change(|state| match fault.and_then(refusal_of) {
        Some(refusal) => (None, Err(refusal)),
        None if !authorized => (None, Err(Refusal::unauthorized())),
        None => perform(state, route, ask),
    });
    stand_still(shared, route.name, When::After).await;
    let cut = matches!(fault, Some(Fault::CutBefore | Fault::CutAfter));
    let page = match fault {
        Some(Fault::BadGateway) => Some(StatusCode::BAD_GATEWAY),
        Some(Fault::ShutOut(_)) => Some(StatusCode::TOO_MANY_REQUESTS),
        _ => None,
    };
    let mut response = match (page, &outcome) {
        (Some(status), _) => (status, Html("<html><body>nginx</body></html>")).into_response(),
        (None, Ok(Some(json))) => respond(StatusCode::OK, json),
        (None, Ok(None)) => StatusCode::NO_CONTENT.into_response(),
        (None, Err(refusal)) => refuse(refusal),
    };
    if let Some(Fault::ShutOut(seconds)) = fault {
        put(&mut response, "retry-after", &seconds.to_string());
    }
    if let Some(bucket) = bucket {
        label(&mut response, &bucket);
    }
    shared.change(|state| {
        let call = &mut state.calls[number];
        call.status = Some(if cut { 0 } else { response.status().as_u16() });
        call.refusal = outcome.err();
        call.injected = fault.is_some();
    });
    if cut {
        switch.cut();
    }
    response
}

/// Writes a call down; gives its number and what is to go wrong with it.
fn begin(
    state: &mut State,
    route: &'static Route,
    path: &str,
    ask: &Ask,
) -> (usize, Option<Fault>) {
    for key in ask.query.keys() {
        if !["with_response", "wait"].contains(&key.as_str()) {
            state.violation(format!("{}: there is no parameter {key}", route.name));
        }
    }
    let channel = route.names_channel().then(|| ask.id::<ChannelId>(0).ok()).flatten();
    state.calls.push(Call {
        at: state.clock.now(),
        name: route.name,
        method: route.method,
        path: path.to_owned(),
        channel,
        body: ask.body.clone(),
        files: ask.files.values().map(|part| (part.name.clone(), part.bytes.clone())).collect(),
        status: None,
        refusal: None,
        injected: false,
    });
    (state.calls.len() - 1, state.faults.take(route.name))
}

fn perform(
    state: &mut State,
    route: &'static Route,
    ask: &Ask,
) -> (Option<Bucket>, Result<Option<Value>, Refusal>) {
    let (bucket, counted) = state.count(route.name, &route.major(&ask.places), route.is_open);
    let outcome = counted.and_then(|()| (route.run)(state, ask));
    (Some(bucket), outcome)
}

fn refusal_of(fault: Fault) -> Option<Refusal> {
    Some(match fault {
        Fault::RetryAfter(seconds) => Refusal::too_many(seconds, "user"),
        Fault::RetryAfterAll(seconds) => Refusal::too_many(seconds, "global"),
        Fault::Shared(seconds) => Refusal::too_many(seconds, "shared"),
        Fault::ShutOut(_) => Refusal::new(429, 0, "a page"),
        Fault::Internal => Refusal::new(500, 0, "500: Internal Server Error"),
        Fault::BadGateway => Refusal::new(502, 0, "a page"),
        Fault::Code(code) => Refusal::code(code),
        Fault::Refuse(status, code, message) => Refusal::new(status, code, message),
        Fault::CutBefore => Refusal::new(0, 0, "the connection ends"),
        Fault::CutAfter => return None,
    })
}

/// Waits here if a test wants it to.
async fn stand_still(shared: &Shared, name: &str, when: When) {
    let mut changes = shared.changes();
    let Some(held) = shared.look(|state| state.faults.reach(name, when)) else { return };
    // Who waits for this call must hear that it is here.
    shared.change(|_| {});
    while !shared.look(|state| state.faults.is_released(held)) {
        if changes.changed().await.is_err() {
            return;
        }
    }
}

fn authorized(headers: &HeaderMap) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    given.and_then(|given| given.strip_prefix("Bot ")) == Some(TOKEN)
}

/// Who does not say that it is a bot may be shut out.
fn check_agent(state: &mut State, route: &Route, headers: &HeaderMap) {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    if !agent.is_some_and(|agent| agent.starts_with("DiscordBot (")) {
        state.violation(format!("{}: the user agent {agent:?} is none of a bot", route.name));
    }
}

fn download(shared: &Shared, path: &str) -> Response {
    let file = |state: &mut State| {
        let files = state.messages.values().flat_map(|message| &message.files);
        files.into_iter().find(|file| file.path() == path).map(|file| file.bytes.clone())
    };
    match shared.look(file) {
        Some(bytes) => bytes.into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn refuse(refusal: &Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::BAD_REQUEST);
    let mut response = respond(status, &refusal.to_json());
    if let Some(wait) = &refusal.wait {
        put(&mut response, "retry-after", &format!("{}", wait.seconds.ceil()));
        put(&mut response, "x-ratelimit-scope", wait.scope);
        if wait.scope == "global" {
            put(&mut response, "x-ratelimit-global", "true");
        }
    }
    response
}

/// Says what is left of a bucket.
fn label(response: &mut Response, bucket: &Bucket) {
    put(response, "x-ratelimit-bucket", &bucket.name);
    put(response, "x-ratelimit-limit", &bucket.limit.to_string());
    put(response, "x-ratelimit-remaining", &bucket.remaining.to_string());
    put(response, "x-ratelimit-reset", &format!("{:.3}", bucket.reset));
    put(response, "x-ratelimit-reset-after", &format!("{:.3}", bucket.reset_after));
}

fn put(response: &mut Response, name: &'static str, value: &str) {
    response.headers_mut().insert(name, value.parse().unwrap());
}

fn respond(status: StatusCode, json: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], json.to_string()).into_response()
}
