//! Names of players: what the bundled fonts can draw of them, cut to a width.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::text::{Fonts, Weight};

/// How much of a name is looked at: chat names are far shorter, and a hostile one must cost
/// nothing.
const LONGEST_INPUT: usize = 512;

/// More characters than the widest strip can hold.
const LONGEST_NAME: usize = 120;

/// A name as it is written in a strip of `room` pixels; `None` if nothing of it can be drawn.
///
/// Emoji, controls and marks are dropped; fancy and accented letters are replaced by plain ones
/// where the fonts lack them. A word of which letters are still missing shrinks to its initial.
pub(crate) fn fitted(
    name: &str,
    room: f32,
    weight: Weight,
    size: f32,
    fonts: &Fonts,
) -> Option<String> {
    let drawable = drawable(name, fonts);
    if drawable.is_empty() {
        return None;
    }
    let fits = |text: &str| fonts.line(text, weight, size).width() <= room;
    if fits(&drawable) {
        return Some(drawable);
    }
    let ends: Vec<usize> = drawable.char_indices().map(|(end, _)| end).skip(1).collect();
    let shortened = |end: usize| {
        let kept = drawable.get(..end).unwrap_or_default();
        let kept = kept.trim_end_matches(|c: char| !c.is_alphanumeric());
        format!("{kept}…")
    };
    let fitting = ends.partition_point(|&end| fits(&shortened(end)));
    let longest = shortened(*ends.get(fitting.checked_sub(1)?)?);
    // Nothing but the sign of omission says nothing.
    (longest != "…").then_some(longest)
}

fn drawable(name: &str, fonts: &Fonts) -> String {
    let composed: String = name.chars().take(LONGEST_INPUT).nfc().collect();
    let words = composed.split_whitespace().filter_map(|word| drawable_word(word, fonts));
    let joined = words.collect::<Vec<_>>().join(" ");
    joined.chars().take(LONGEST_NAME).collect()
}

fn drawable_word(word: &str, fonts: &Fonts) -> Option<String> {
    let mut letters = String::new();
    let mut lost = false;
    let mut initial = None;
    for (i, character) in word.chars().filter(|c| !is_silent(*c)).enumerate() {
        let plain = if fonts.draws(character) {
            character.to_string()
        } else {
            plain_letters(character, fonts)
        };
        lost |= plain.is_empty() && character.is_alphanumeric();
        if i == 0 {
            initial = plain.chars().next();
        }
        letters.push_str(&plain);
    }
    if lost {
        return initial.filter(|c| c.is_alphabetic()).map(|c| format!("{}.", c.to_uppercase()));
    }
    (!letters.is_empty()).then_some(letters)
}

/// What stands for a letter that the fonts lack; empty if nothing does.
fn plain_letters(character: char, fonts: &Fonts) -> String {
    let letters: String = character.nfkd().filter(|c| !is_silent(*c)).collect();
    if letters.chars().all(|c| c.is_alphanumeric() && fonts.draws(c)) {
        letters
    } else {
        String::new()
    }
}

/// Characters without a look of their own, or with none that is the same everywhere.
fn is_silent(character: char) -> bool {
    character.is_control()
        || is_combining_mark(character)
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}')
}
