//! Buttons as rows of components.

use crate::app::{
    button::{Button, Verb},
    reply::Press,
};
use serde_json::{Value, json};

/// The most rows under a message, and the most buttons in a row.
const MOST: usize = 5;
/// The most characters on a button.
const LABEL: usize = 80;

/// Colours of buttons, as Discord numbers them.
const PRIMARY: u8 = 1;
const SECONDARY: u8 = 2;
const SUCCESS: u8 = 3;
const DANGER: u8 = 4;

/// The rows of buttons. Rows that are too long are broken.
pub(super) fn components(rows: &[Vec<Press>]) -> Value {
    let rows = rows.iter().flat_map(|row| row.chunks(MOST)).take(MOST);
    let row = |row: &[Press]| {
        let buttons: Vec<Value> = row.iter().map(button).collect();
        json!({ "type": 1, "components": buttons })
    };
    rows.map(row).collect()
}

fn button(press: &Press) -> Value {
    let label: String = press.label.chars().take(LABEL).collect();
    json!({ "type": 2, "style": style(&press.data), "label": label, "custom_id": press.data })
}

/// A link that can be pressed.
pub(super) fn link(label: &str, url: &str) -> Value {
    let button = json!({ "type": 2, "style": 5, "label": label, "url": url });
    json!([{ "type": 1, "components": [button] }])
}

/// The colour of a button: what cannot be undone is red, consent green.
fn style(data: &str) -> u8 {
    let verb = data.parse::<Button>().map(|button| button.verb);
    match verb {
        Ok(Verb::Join | Verb::Agree) => SUCCESS,
        Ok(Verb::Resign | Verb::ResignMatch | Verb::Drop | Verb::Forget) => DANGER,
        Ok(Verb::Play | Verb::Rematch | Verb::Claim) => PRIMARY,
        _ => SECONDARY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_to_the_limits() {
        assert_eq!(components(&[]), json!([]));
        let press = |n: usize| Press { label: "x".repeat(100), data: n.to_string() };
        let rows = vec![(0..12).map(press).collect(), (12..40).map(press).collect()];
        let made = components(&rows);
        let lengths: Vec<usize> = made
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["components"].as_array().unwrap().len())
            .collect();
        assert_eq!(lengths, [5, 5, 2, 5, 5]);
        assert_eq!(made[0]["components"][0]["label"].as_str().unwrap().len(), LABEL);
    }
}
