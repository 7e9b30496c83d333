//! What comes with a request.

use super::{
    ask::{Ask, Part},
    files::LARGEST,
    refusal::Refusal,
};
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::header::CONTENT_TYPE,
};
use multer::Multipart;
use std::collections::BTreeMap;

/// Reads what is asked: JSON, a form with files, or nothing.
pub async fn read(request: Request) -> Result<Ask, Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().to_owned();
    let query = read_query(request.uri().query());
    let wrong = |what: &dyn ToString| Refusal::new(400, 50035, what.to_string());
    let body = to_bytes(request.into_body(), LARGEST).await;
    let body = body.map_err(|_| Refusal::code(40005))?;
    let mut ask = Ask { query, ..Ask::default() };
    if let Ok(boundary) = multer::parse_boundary(&kind) {
        let mut fields = Multipart::new(Body::from(body).into_data_stream(), boundary);
        while let Some(field) = fields.next_field().await.map_err(|error| wrong(&error))? {
            let name = field.name().unwrap_or_default().to_owned();
            let file_name = field.file_name().map(str::to_owned);
            let bytes = field.bytes().await.map_err(|error| wrong(&error))?;
            take(&mut ask, &name, file_name, bytes)?;
        }
        return Ok(ask);
    }
    if body.is_empty() {
        return Ok(ask);
    }
    if !kind.starts_with("application/json") {
        return Err(wrong(&format!("content of the type {kind:?}")));
    }
    ask.body = serde_json::from_slice(&body).map_err(|_| Refusal::code(50109))?;
    Ok(ask)
}

/// Takes a part of a form: `payload_json` or `files[n]`.
fn take(ask: &mut Ask, name: &str, file_name: Option<String>, bytes: Bytes) -> Result<(), Refusal> {
    let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
    match (name, number.and_then(|number| number.parse().ok()), file_name) {
        ("payload_json", ..) => {
            ask.body = serde_json::from_slice(&bytes).map_err(|_| Refusal::code(50109))?;
        }
        (_, Some(number), Some(name)) => {
            ask.files.insert(number, Part { name, bytes });
        }
        _ => return Err(Refusal::new(400, 50035, format!("a part named {name:?}"))),
    }
    Ok(())
}

fn read_query(query: Option<&str>) -> BTreeMap<String, String> {
    let pairs = query.into_iter().flat_map(|query| query.split('&'));
    let pair = |pair: &str| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (key.to_owned(), value.to_owned())
    };
    pairs.map(pair).collect()
}
