//! Buttons as an inline keyboard.

use crate::app::reply::Press;
use teloxide::types::{InlineKeyboardButton, InlineKeyboardMarkup};

/// Buttons in a row.
const ROW: usize = 8;
/// Buttons in all.
const MOST: usize = 100;

/// The keyboard of rows of buttons; `None` for none. Rows that are too long are broken.
pub(super) fn keyboard(rows: &[Vec<Press>]) -> Option<InlineKeyboardMarkup> {
    let mut left = MOST;
    let mut keyboard = Vec::new();
    for row in rows.iter().flat_map(|row| row.chunks(ROW)) {
        let row: Vec<InlineKeyboardButton> = row
            .iter()
            .take(left)
            .map(|press| InlineKeyboardButton::callback(press.label.clone(), press.data.clone()))
            .collect();
        left -= row.len();
        if !row.is_empty() {
            keyboard.push(row);
        }
    }
    (!keyboard.is_empty()).then(|| InlineKeyboardMarkup::new(keyboard))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyboard_keeps_to_the_limits() {
        assert_eq!(keyboard(&[]), None);
        let press = |n: usize| Press { label: n.to_string(), data: n.to_string() };
        let rows = vec![(0..20).map(press).collect(), (20..130).map(press).collect()];
        let keyboard = keyboard(&rows).unwrap().inline_keyboard;
        let lengths: Vec<usize> = keyboard.iter().map(Vec::len).collect();
        assert_eq!(lengths[..4], [8, 8, 4, 8]);
        assert_eq!(lengths.iter().sum::<usize>(), 100);
        assert_eq!(keyboard[3][0].text, "20");
    }
}
