//! Parts of a text that are more than text.

use super::{params::Params, refusal::Refusal, state::State, utf16};
use serde_json::{Value, json};
use teloxide::types::UserId;

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// As the Bot API calls it: `bold`, `text_mention`, …
    pub kind: String,
    /// In units of UTF-16.
    pub offset: usize,
    pub length: usize,
    /// Of a `text_link`.
    pub url: Option<String>,
    /// Of a `text_mention`.
    pub user: Option<UserId>,
    /// Of `pre`.
    pub language: Option<String>,
}

/// What a bot may name; of the others Telegram finds those that are there.
const EXPLICIT: [&str; 11] = [
    "bold",
    "italic",
    "underline",
    "strikethrough",
    "spoiler",
    "blockquote",
    "expandable_blockquote",
    "code",
    "pre",
    "text_link",
    "text_mention",
];

impl Entity {
    pub fn new(kind: &str, offset: usize, length: usize) -> Self {
        Entity { kind: kind.to_owned(), offset, length, url: None, user: None, language: None }
    }

    pub fn end(&self) -> usize {
        self.offset + self.length
    }

    /// What it covers.
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        utf16::slice(text, self.offset, self.length)
    }

    /// Whether nothing is found in it that nobody named.
    pub fn is_opaque(&self) -> bool {
        ["code", "pre", "text_link", "text_mention"].contains(&self.kind.as_str())
    }

    fn is_code(&self) -> bool {
        ["code", "pre"].contains(&self.kind.as_str())
    }

    pub fn overlaps(&self, other: &Entity) -> bool {
        self.offset < other.end() && other.offset < self.end()
    }

    fn holds(&self, other: &Entity) -> bool {
        self.offset <= other.offset && other.end() <= self.end()
    }
}

impl State {
    pub fn entity_json(&self, entity: &Entity) -> Value {
        let mut json = json!({
            "type": entity.kind, "offset": entity.offset, "length": entity.length,
        });
        if let Some(url) = &entity.url {
            json["url"] = json!(url);
        }
        if let Some(user) = entity.user {
            json["user"] = self.user(user).to_json();
        }
        if let Some(language) = &entity.language {
            json["language"] = json!(language);
        }
        json
    }

    /// Reads the entities that a request names for a text.
    pub fn read_entities(
        &mut self,
        params: &Params,
        key: &str,
        text: &str,
    ) -> Result<Vec<Entity>, Refusal> {
        let Some(list) = params.json(key) else { return Ok(Vec::new()) };
        let list = list.as_array().cloned().ok_or_else(|| {
            Refusal::bad("can't parse entities: expected an Array of MessageEntity")
        })?;
        let mut entities = Vec::new();
        for json in &list {
            match read(json, text) {
                Ok(entity) if !EXPLICIT.contains(&entity.kind.as_str()) => {
                    self.violation(format!("a bot names no entity of the kind {}", entity.kind));
                }
                Ok(entity) if entity.user.is_some_and(|user| !self.users.contains_key(&user)) => {
                    // Such a part is text as any other.
                    self.violation(format!("mentioned is somebody unknown: {json}"));
                }
                Ok(entity) => entities.push(entity),
                Err(refusal) => {
                    self.violation(format!("{}: {json} of {text:?}", refusal.description));
                    return Err(refusal);
                }
            }
        }
        for (at, one) in entities.iter().enumerate() {
            for other in &entities[at + 1..] {
                let nested = one.holds(other) || other.holds(one);
                let code = one.is_code() || other.is_code();
                let mentions = one.user.is_some() && other.user.is_some();
                if one.overlaps(other) && (!nested || code || mentions) {
                    self.violation(format!("{one:?} and {other:?} overlap in {text:?}"));
                }
            }
        }
        Ok(entities)
    }
}

/// Reads an entity and checks that it lies in the text.
fn read(json: &Value, text: &str) -> Result<Entity, Refusal> {
    let wrong = |what: String| Refusal::bad(&format!("can't parse entities: {what}"));
    let number = |key: &str| {
        let number = json[key].as_u64().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| wrong(format!("field \"{key}\" must be a number")))
    };
    let word = |key: &str| json[key].as_str().map(str::to_owned);
    let kind = word("type").ok_or_else(|| wrong("field \"type\" must be a string".to_owned()))?;
    let (offset, length, end) = (number("offset")?, number("length")?, utf16::len(text));
    let stop = offset.saturating_add(length);
    if stop > end {
        return Err(Refusal::bad(&format!(
            "entity beginning at UTF-16 offset {offset} ends after the end of the text at UTF-16 \
             offset {end}"
        )));
    }
    if utf16::byte(text, offset).is_none() {
        return Err(Refusal::bad(&format!(
            "entity begins in a middle of a UTF-16 symbol at UTF-16 offset {offset}"
        )));
    }
    if utf16::byte(text, stop).is_none() {
        return Err(Refusal::bad(&format!(
            "entity beginning at UTF-16 offset {offset} ends in a middle of a UTF-16 symbol at \
             UTF-16 offset {stop}"
        )));
    }
    if length == 0 {
        return Err(wrong("an entity is empty".to_owned()));
    }
    let user = match kind.as_str() {
        "text_mention" => {
            let id = json["user"]["id"].as_u64();
            Some(UserId(id.ok_or_else(|| wrong("field \"user\" is not a user".to_owned()))?))
        }
        _ => None,
    };
    Ok(Entity { kind, offset, length, url: word("url"), user, language: word("language") })
}
