//! A request, as it is understood.

use super::refusal::Refusal;
use axum::body::Bytes;
use serde_json::Value;
use std::collections::BTreeMap;

/// A request.
#[derive(Clone, Default, Debug)]
pub struct Ask {
    /// What stands in its path for the `{}` of the route.
    pub places: Vec<String>,
    pub query: BTreeMap<String, String>,
    /// `Null` if there is none.
    pub body: Value,
    pub files: Parts,
}

/// Files by their numbers: `files[0]`.
pub type Parts = BTreeMap<u64, Part>;

/// A file that came along.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: String,
    pub bytes: Bytes,
}

impl Ask {
    /// An id of its path.
    pub fn id<T: From<u64>>(&self, place: usize) -> Result<T, Refusal> {
        number(&self.places[place]).map(T::from).ok_or_else(|| {
            let message = format!("Value \"{}\" is not snowflake.", self.places[place]);
            Refusal::form("id", "NUMBER_TYPE_COERCE", &message)
        })
    }

    pub fn flag(&self, key: &str) -> bool {
        self.query.get(key).is_some_and(|value| value == "true")
    }
}

/// A snowflake that stands in a text.
pub fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number| *number != 0)
}

/// A snowflake that stands in JSON, as a text or as a number.
pub fn snowflake(json: &Value) -> Option<u64> {
    match json {
        Value::String(text) => number(text),
        Value::Number(number) => number.as_u64().filter(|number| *number != 0),
        _ => None,
    }
}
