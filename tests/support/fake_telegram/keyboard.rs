//! Inline keyboards.

use super::{params::Params, refusal::Refusal, state::State};
use serde_json::{Value, json};

/// Buttons that one message may have.
const MOST_BUTTONS: usize = 100;
/// Buttons of a row that are still shown.
const MOST_IN_ROW: usize = 8;
/// Bytes of what a button carries.
const MOST_DATA: usize = 64;

/// A button under a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    pub label: String,
    pub data: Option<String>,
    pub url: Option<String>,
}

/// What a message asks people to press or to write.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Markup {
    pub rows: Vec<Vec<Button>>,
    /// Whether the answer is opened for who is addressed.
    pub forces_reply: bool,
}

impl Markup {
    /// What is shown of it with a message; nothing when there are no buttons.
    pub fn to_json(&self) -> Option<Value> {
        let button = |button: &Button| {
            let mut json = json!({ "text": button.label });
            if let Some(data) = &button.data {
                json["callback_data"] = json!(data);
            }
            if let Some(url) = &button.url {
                json["url"] = json!(url);
            }
            json
        };
        let row = |row: &Vec<Button>| row.iter().map(button).collect::<Vec<_>>();
        let rows: Vec<_> = self.rows.iter().map(row).collect();
        (!rows.is_empty()).then(|| json!({ "inline_keyboard": rows }))
    }
}

impl State {
    /// Reads and checks `reply_markup`.
    pub fn read_markup(&mut self, params: &Params) -> Result<Markup, Refusal> {
        let Some(json) = params.json("reply_markup") else { return Ok(Markup::default()) };
        if json["force_reply"] == json!(true) {
            return Ok(Markup { forces_reply: true, ..Markup::default() });
        }
        let Some(rows) = json["inline_keyboard"].as_array() else {
            self.violation(format!("markup that is not modelled: {json}"));
            return Err(Refusal::bad("object expected as reply markup"));
        };
        let mut markup = Markup::default();
        for row in rows {
            let buttons = row.as_array().into_iter().flatten().map(read);
            let buttons = buttons.collect::<Result<Vec<_>, _>>();
            let buttons = buttons.inspect_err(|refusal| {
                self.violation(format!("{}: {row}", refusal.description));
            })?;
            // Empty rows are not shown.
            if !buttons.is_empty() {
                markup.rows.push(buttons);
            }
        }
        let widest = markup.rows.iter().map(Vec::len).max().unwrap_or(0);
        let all: usize = markup.rows.iter().map(Vec::len).sum();
        if widest > MOST_IN_ROW || all > MOST_BUTTONS {
            self.violation(format!("{all} buttons, {widest} in a row"));
            return Err(Refusal::bad("reply markup is too long"));
        }
        Ok(markup)
    }
}

fn read(json: &Value) -> Result<Button, Refusal> {
    let word = |key: &str| json[key].as_str().map(str::to_owned);
    let label = word("text").filter(|label| !label.trim().is_empty());
    let label = label.ok_or_else(|| Refusal::bad("BUTTON_TEXT_INVALID"))?;
    let button = Button { label, data: word("callback_data"), url: word("url") };
    match (&button.data, &button.url) {
        (Some(data), _) if data.is_empty() || data.len() > MOST_DATA => {
            Err(Refusal::bad("BUTTON_DATA_INVALID"))
        }
        (_, Some(url)) if !["http://", "https://", "tg://"].iter().any(|s| url.starts_with(s)) => {
            Err(Refusal::bad("BUTTON_URL_INVALID"))
        }
        (None, None) => Err(Refusal::bad(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        )),
        (Some(_), Some(_)) => Err(Refusal::bad("BUTTON_TYPE_INVALID")),
        _ => Ok(button),
    }
}
