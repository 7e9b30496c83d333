//! Names of people as they may be shown.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// What is shown of a name of which nothing can be seen.
pub const NOTHING: &str = "?";

/// Longest name that is kept, in characters.
const LONGEST: usize = 48;
/// Most marks in a row that stack on letters which need none.
const STACKED: usize = 2;
/// Most marks in a row of any kind: there are scripts that write syllables so.
const MARKS: usize = 6;

/// A name as it may be shown: without control and formatting characters (line breaks,
/// marks of writing direction, joiners), spaces folded, a few combining marks in a row, cut
/// to a sane length. Never empty.
#[must_use]
pub fn shown(raw: &str) -> String {
    let mut name = String::new();
    let mut marks = 0;
    let mut length = 0;
    for c in raw.chars() {
        if length == LONGEST {
            name.push('…');
            break;
        }
        if is_combining_mark(c) {
            marks += 1;
            if marks > if is_stacking(c) { STACKED } else { MARKS } {
                continue;
            }
        } else {
            marks = 0;
        }
        if c.is_whitespace() {
            if !name.is_empty() && !name.ends_with(' ') {
                name.push(' ');
                length += 1;
            }
        } else if !c.is_control() && !is_formatting(c) {
            name.push(c);
            length += 1;
        }
    }
    let name = name.trim_end();
    if name.is_empty() { NOTHING.to_owned() } else { name.to_owned() }
}

/// A text cut to so many characters, with an ellipsis where something is missing.
#[must_use]
pub fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What names are compared by: two that differ only in the case of letters, or in how the
/// same letters are encoded, are the same.
#[must_use]
pub fn key(shown: &str) -> String {
    shown.nfkc().collect::<String>().to_lowercase().nfkc().collect()
}

/// Marks that stack on letters which need none.
const fn is_stacking(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters that are not seen but change how others are.
const fn is_formatting(c: char) -> bool {
    matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0080}'..='\u{e0fff}' | '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{key, shown};

    #[test]
    fn hostile_names_become_harmless() {
        assert_eq!(shown("  Anna \n Maria "), "Anna Maria");
        assert_eq!(shown("\u{202e}evil\u{202c}"), "evil");
        assert_eq!(shown("\u{200b}\u{feff}\u{3164}\u{fe0f}"), "?");
        assert_eq!(key(&shown("e\u{301}Ａ\u{2800}")), key("É\u{61}"));
        assert_eq!(shown(""), "?");
        assert_eq!(shown(&format!("a{}", "\u{301}".repeat(10_000))), "a\u{301}\u{301}");
        for mark in ["\u{e49}", "\u{651}", "\u{591}", "\u{a670}"] {
            assert_eq!(shown(&format!("a{}b", mark.repeat(500))), format!("a{}b", mark.repeat(6)));
        }
        assert_eq!(shown("မြွှောက်"), "မြွှောက်");
        assert_eq!(shown(&"я".repeat(1000)).chars().count(), 49);
        assert_eq!(shown("<b>*_[x](y)"), "<b>*_[x](y)");
    }
}
