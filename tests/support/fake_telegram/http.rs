//! The Bot API over HTTP.

use super::{
    calls::Call,
    faults::{Fault, When},
    methods::{GET_UPDATES, Method, updates},
    params::{Params, Part},
    refusal::Refusal,
    state::{Shared, TOKEN},
    wire::Switch,
};
use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{ConnectInfo, Request, State},
    http::{StatusCode, header::CONTENT_TYPE},
    response::{Html, IntoResponse as _, Response},
};
use multer::Multipart;
use serde_json::{Value, json};
use std::sync::Arc;
use teloxide::types::ChatId;

/// The largest request, a little more than the largest file.
const LARGEST: usize = (50 << 20) + (1 << 16);

/// The server.
pub fn router(shared: Arc<Shared>) -> Router {
    Router::new().fallback(answer).with_state(shared)
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(switch): ConnectInfo<Switch>,
    request: Request,
) -> Response {
    let path = request.uri().path().to_owned();
    if let Some(path) = path.strip_prefix("/file/bot") {
        return download(&shared, path);
    }
    let method = path.strip_prefix("/bot").and_then(|rest| rest.split_once('/'));
    let Some((token, name)) = method.filter(|(token, _)| token.contains(':')) else {
        return refuse(&Refusal::new(404, "Not Found"));
    };
    if token != TOKEN {
        return refuse(&Refusal::new(401, "Unauthorized"));
    }
    let Some(method) = Method::named(name) else {
        shared.change(|state| state.violation(format!("there is no method {name}")));
        return refuse(&Refusal::new(404, "Not Found"));
    };
    match read(request).await {
        Ok(params) => call(&shared, method, params, &switch).await,
        Err(refusal) => {
            shared.change(|state| state.violation(format!("{name}: {}", refusal.description)));
            refuse(&refusal)
        }
    }
}

async fn call(
    shared: &Shared,
    method: &'static Method,
    params: Params,
    switch: &Switch,
) -> Response {
    let (number, fault) = shared.change(|state| {
        state.record.request(method.name, &params);
        method.check(state, &params);
        state.calls.all.push(Call {
            at: state.clock.now(),
            method: method.name,
            chat: params.json("chat_id").and_then(Value::as_i64).map(ChatId),
            params: params.values.clone(),
            files: params
                .parts
                .values()
                .map(|part| (part.file_name.clone(), part.bytes.clone()))
                .collect(),
            outcome: None,
        });
        (state.calls.all.len() - 1, state.faults.take(method.name))
    });
    stand_still(shared, method.name, When::Before).await;
    let outcome = match fault {
        Some(Fault::RetryAfter(seconds)) => Err(Refusal::too_many(seconds)),
        Some(Fault::Internal) => Err(Refusal::new(500, "Internal Server Error")),
        Some(Fault::BadGateway) => Err(Refusal::new(502, "Bad Gateway")),
        Some(Fault::Refuse(code, description)) => Err(Refusal::new(code, description)),
        Some(Fault::CutBefore) => Err(Refusal::new(0, "the connection ends")),
        Some(Fault::CutAfter) | None => perform(shared, method, &params).await,
    };
    stand_still(shared, method.name, When::After).await;
    shared.change(|state| {
        // The record has only what somebody could read as an answer.
        if !matches!(fault, Some(Fault::CutBefore | Fault::BadGateway)) {
            state.record.outcome(method.name, &outcome);
        }
        state.calls.all[number].outcome = Some(outcome.clone());
    });
    if matches!(fault, Some(Fault::CutBefore | Fault::CutAfter)) {
        switch.cut();
    }
    if fault == Some(Fault::BadGateway) {
        let page = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>\r\n";
        return (StatusCode::BAD_GATEWAY, Html(page)).into_response();
    }
    match outcome {
        Ok(result) => respond(StatusCode::OK, &json!({ "ok": true, "result": result })),
        Err(refusal) => refuse(&refusal),
    }
}

async fn perform(
    shared: &Shared,
    method: &'static Method,
    params: &Params,
) -> Result<Value, Refusal> {
    if method.name == GET_UPDATES {
        return updates::poll(shared, params).await;
    }
    shared.change(|state| {
        if let (true, Ok(chat)) = (method.counts(), params.chat())
            && let Some(seconds) = state.count(method.name, chat)
        {
            return Err(Refusal::too_many(seconds));
        }
        method.run(state, params)
    })
}

/// Waits here if a test wants it to.
async fn stand_still(shared: &Shared, method: &str, when: When) {
    let mut changes = shared.changes();
    let Some(held) = shared.look(|state| state.faults.reach(method, when)) else { return };
    // Who waits for this call must hear that it is here.
    shared.change(|_| {});
    while !shared.look(|state| state.faults.is_released(held)) {
        if changes.changed().await.is_err() {
            return;
        }
    }
}

/// Reads the parameters: JSON, a form with files, or nothing.
async fn read(request: Request) -> Result<Params, Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().to_owned();
    let wrong = |what: &dyn ToString| Refusal::bad(&what.to_string());
    let body = to_bytes(request.into_body(), LARGEST).await;
    let body = body.map_err(|_| Refusal::new(413, "Request Entity Too Large"))?;
    let mut params = Params::default();
    if let Ok(boundary) = multer::parse_boundary(&kind) {
        let stream = Body::from(body).into_data_stream();
        let mut fields = Multipart::new(stream, boundary);
        while let Some(field) = fields.next_field().await.map_err(|error| wrong(&error))? {
            let name = field.name().unwrap_or_default().to_owned();
            let file_name = field.file_name().map(str::to_owned);
            let bytes = field.bytes().await.map_err(|error| wrong(&error))?;
            take(&mut params, name, file_name, bytes)?;
        }
        return Ok(params);
    }
    if body.is_empty() {
        return Ok(params);
    }
    if !kind.starts_with("application/json") {
        return Err(wrong(&format!("content of the type {kind:?}")));
    }
    let json: Value = serde_json::from_slice(&body).map_err(|error| wrong(&error))?;
    for (key, value) in json.as_object().into_iter().flatten() {
        params.insert(key, value.clone());
    }
    Ok(params)
}

fn take(
    params: &mut Params,
    name: String,
    file_name: Option<String>,
    bytes: Bytes,
) -> Result<(), Refusal> {
    match file_name {
        Some(file_name) => {
            params.parts.insert(name, Part { file_name, bytes });
        }
        None => {
            let text = String::from_utf8(bytes.into());
            let text = text.map_err(|_| Refusal::bad("strings must be encoded in UTF-8"))?;
            params.insert(&name, Value::String(text));
        }
    }
    Ok(())
}

fn download(shared: &Shared, path: &str) -> Response {
    let Some((token, path)) = path.split_once('/') else {
        return refuse(&Refusal::new(404, "Not Found"));
    };
    if token != TOKEN {
        return refuse(&Refusal::new(401, "Unauthorized"));
    }
    let file = |state: &mut super::state::State| {
        let file = state.files.iter().find(|file| file.path() == path);
        file.map(|file| file.bytes.clone())
    };
    match shared.look(file) {
        Some(bytes) => bytes.into_response(),
        None => refuse(&Refusal::new(404, "Not Found")),
    }
}

fn refuse(refusal: &Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.code).unwrap_or(StatusCode::BAD_REQUEST);
    respond(status, &refusal.to_json())
}

fn respond(status: StatusCode, json: &Value) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], json.to_string()).into_response()
}
