//! Buttons under a message.

use super::{fields, refusal::Refusal};
use serde_json::{Value, json};

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// Empty if there is only an emoji.
    pub label: String,
    pub emoji: Option<String>,
    pub custom_id: Option<String>,
    pub url: Option<String>,
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u8,
    pub disabled: bool,
}

/// Buttons, row by row.
pub type Rows = Vec<Vec<Button>>;

const MOST: usize = 5;
const LABEL: usize = 80;
const CUSTOM_ID: usize = 100;

/// Reads the components of a message.
pub fn read_all(violations: &mut Vec<String>, json: &Value) -> Result<Rows, Refusal> {
    let rows: Vec<_> = fields::list(json, "components").collect();
    if rows.len() > MOST {
        return Err(Refusal::length("components", 0, MOST));
    }
    let mut read: Rows = Vec::new();
    for (number, row) in rows.into_iter().enumerate() {
        let at = format!("components.{number}");
        if row["type"] != json!(1) {
            let message = "Value of field \"type\" must be one of (1,).";
            return Err(Refusal::form(&at, "UNION_TYPE_CHOICES", message));
        }
        fields::check(violations, "row of buttons", row, "type id components");
        let buttons: Vec<_> = fields::list(row, "components").collect();
        if !(1..=MOST).contains(&buttons.len()) {
            return Err(Refusal::length(&format!("{at}.components"), 1, MOST));
        }
        let each = |(number, json): (usize, &Value)| {
            Button::read(violations, &format!("{at}.components.{number}"), json)
        };
        read.push(buttons.into_iter().enumerate().map(each).collect::<Result<_, _>>()?);
    }
    let mut ids: Vec<_> = read.iter().flatten().filter_map(|b| b.custom_id.as_deref()).collect();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) {
        let message = "Component custom id cannot be duplicated";
        return Err(Refusal::form("components", "COMPONENT_CUSTOM_ID_DUPLICATED", message));
    }
    Ok(read)
}

impl Button {
    fn read(violations: &mut Vec<String>, at: &str, json: &Value) -> Result<Button, Refusal> {
        let known = "type id style label emoji custom_id url disabled";
        fields::check(violations, "button", json, known);
        if json["type"] != json!(2) {
            violations.push(format!("a component of the type {}", json["type"]));
        }
        let text = |key: &str, most: usize| match json[key].as_str() {
            Some(text) if text.chars().count() > most => {
                Err(Refusal::length(&format!("{at}.{key}"), 1, most))
            }
            text => Ok(text.map(str::to_owned)),
        };
        let button = Button {
            label: text("label", LABEL)?.unwrap_or_default(),
            emoji: json["emoji"]["name"].as_str().map(str::to_owned),
            custom_id: text("custom_id", CUSTOM_ID)?,
            url: text("url", 512)?,
            style: json["style"].as_u64().and_then(|style| u8::try_from(style).ok()).unwrap_or(0),
            disabled: json["disabled"].as_bool().unwrap_or(false),
        };
        let is_link = button.style == 5;
        if !(1..=5).contains(&button.style) {
            return Err(Refusal::required(&format!("{at}.style")));
        }
        if is_link != button.url.is_some() || is_link == button.custom_id.is_some() {
            let message = "A custom id and url cannot both be specified";
            let code = "COMPONENT_CUSTOM_ID_AND_URL_EXCLUSIVE";
            return Err(Refusal::form(at, code, message));
        }
        if button.custom_id.as_deref() == Some("") {
            return Err(Refusal::length(&format!("{at}.custom_id"), 1, CUSTOM_ID));
        }
        if button.label.is_empty() && button.emoji.is_none() {
            let message = "Must have a label or an emoji";
            return Err(Refusal::form(at, "BUTTON_COMPONENT_INVALID", message));
        }
        Ok(button)
    }

    fn to_json(&self, id: usize) -> Value {
        let mut json =
            json!({ "type": 2, "id": id, "style": self.style, "disabled": self.disabled });
        let texts = [
            ("label", Some(&self.label)),
            ("custom_id", self.custom_id.as_ref()),
            ("url", self.url.as_ref()),
        ];
        for (key, text) in texts {
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                json[key] = json!(text);
            }
        }
        if let Some(emoji) = &self.emoji {
            json["emoji"] = json!({ "id": null, "name": emoji });
        }
        json
    }
}

/// The rows as Discord writes them.
pub fn to_json(rows: &Rows) -> Value {
    let mut id = 0;
    let mut next = || {
        id += 1;
        id
    };
    let row = |row: &Vec<Button>| {
        let id = next();
        let buttons: Vec<_> = row.iter().map(|button| button.to_json(next())).collect();
        json!({ "type": 1, "id": id, "components": buttons })
    };
    rows.iter().map(row).collect()
}
