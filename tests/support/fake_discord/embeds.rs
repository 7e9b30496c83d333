//! Embeds: boxes beside a text.

use super::{fields, refusal::Refusal};
use serde_json::{Value, json};

/// An embed, as it was sent.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Embed {
    pub title: String,
    pub description: String,
    pub footer: String,
    /// The address of its picture: `attachment://…` for a file of the message.
    pub image: Option<String>,
    /// Names and values.
    pub fields: Vec<(String, String)>,
    json: Value,
}

const MOST: usize = 10;
const MOST_FIELDS: usize = 25;
/// Letters of all embeds of a message.
const MOST_TOGETHER: usize = 6000;

impl Embed {
    /// Reads the embeds of a message.
    pub fn read_all(violations: &mut Vec<String>, json: &Value) -> Result<Vec<Embed>, Refusal> {
        let list: Vec<_> = fields::list(json, "embeds").collect();
        if list.len() > MOST {
            return Err(Refusal::length("embeds", 0, MOST));
        }
        let read = |(number, json): (usize, &&Value)| Embed::read(violations, number, json);
        let embeds: Vec<Embed> = list.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        if embeds.iter().map(Embed::letters).sum::<usize>() > MOST_TOGETHER {
            let message = "Embed size exceeds maximum size of 6000";
            return Err(Refusal::form("embeds", "MAX_EMBED_SIZE_EXCEEDED", message));
        }
        Ok(embeds)
    }

    fn read(violations: &mut Vec<String>, number: usize, json: &Value) -> Result<Embed, Refusal> {
        let known =
            "title type description url timestamp color footer image thumbnail author fields";
        fields::check(violations, "embed", json, known);
        fields::check(violations, "footer of an embed", &json["footer"], "text icon_url");
        fields::check(violations, "image of an embed", &json["image"], "url");
        fields::check(violations, "thumbnail of an embed", &json["thumbnail"], "url");
        fields::check(violations, "author of an embed", &json["author"], "name url icon_url");
        let text = |json: &Value, field: &str, most: usize| {
            let text = json.as_str().unwrap_or_default();
            if text.chars().count() > most {
                return Err(Refusal::length(&format!("embeds.{number}.{field}"), 0, most));
            }
            Ok(text.to_owned())
        };
        let parts: Vec<_> = fields::list(json, "fields").collect();
        if parts.len() > MOST_FIELDS {
            return Err(Refusal::length(&format!("embeds.{number}.fields"), 0, MOST_FIELDS));
        }
        let mut pairs = Vec::new();
        for part in parts {
            fields::check(violations, "field of an embed", part, "name value inline");
            let name = text(&part["name"], "fields.name", 256)?;
            let value = text(&part["value"], "fields.value", 1024)?;
            if name.is_empty() || value.is_empty() {
                return Err(Refusal::required(&format!("embeds.{number}.fields")));
            }
            pairs.push((name, value));
        }
        text(&json["author"]["name"], "author.name", 256)?;
        Ok(Embed {
            title: text(&json["title"], "title", 256)?,
            description: text(&json["description"], "description", 4096)?,
            footer: text(&json["footer"]["text"], "footer.text", 2048)?,
            image: json["image"]["url"].as_str().map(str::to_owned),
            fields: pairs,
            json: json.clone(),
        })
    }

    fn letters(&self) -> usize {
        let pairs = self.fields.iter().flat_map(|(name, value)| [name, value]);
        let texts = [&self.title, &self.description, &self.footer].into_iter().chain(pairs);
        let author = self.json["author"]["name"].as_str().unwrap_or_default();
        texts.map(|text| text.chars().count()).sum::<usize>() + author.chars().count()
    }

    pub fn to_json(&self) -> Value {
        let mut json = self.json.clone();
        if let Some(object) = json.as_object_mut() {
            object.retain(|_, value| !value.is_null());
        }
        json["type"] = json!("rich");
        json
    }
}
