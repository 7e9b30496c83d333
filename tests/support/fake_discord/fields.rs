//! Which fields of a body have a meaning.

use serde_json::Value;

/// Notes what has no meaning; the names that have one are given in one text.
pub fn check(violations: &mut Vec<String>, at: &str, json: &Value, known: &str) {
    for key in json.as_object().into_iter().flat_map(|object| object.keys()) {
        if !known.split_whitespace().any(|known| known == key) {
            violations.push(format!("{at}: there is no field {key}"));
        }
    }
}

/// The objects of a list.
pub fn list<'a>(json: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    json[key].as_array().into_iter().flatten()
}
