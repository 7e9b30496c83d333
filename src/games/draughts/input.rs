//! What players of draughts games type, before any rule looks at it.

use crate::games::input::{LONGEST, is_dash, is_praise};

/// Brings typed text into one shape: lower case, Cyrillic look-alikes as Latin
/// letters, `:` for every capture sign and `-` for every other sign between
/// squares, no spaces, no move number, no praise, blame or full stop at the end.
///
/// `None` when the text is too long to be a move.
pub(super) fn fold(text: &str) -> Option<String> {
    let mut folded = String::new();
    for (at, c) in text.trim().chars().flat_map(char::to_lowercase).enumerate() {
        if at == LONGEST {
            return None;
        }
        match c {
            'а' => folded.push('a'),
            'в' => folded.push('b'),
            'с' => folded.push('c'),
            'е' => folded.push('e'),
            'н' => folded.push('h'),
            'м' => folded.push('m'),
            'х' | 'x' | '×' | ':' => folded.push(':'),
            c if is_dash(c) => folded.push('-'),
            c if c.is_whitespace() => {}
            c => folded.push(c),
        }
    }
    let number = folded.len() - folded.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let move_text = folded[number..].trim_start_matches('.').trim_end_matches(is_praise);
    Some(move_text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn spellings_of_one_move_fold_to_one_text() {
        for text in ["1. D2 - D3", "d2–d3", "12...d2/d3", "d2-d3!?", "  d2 −d3 "] {
            assert_eq!(fold(text).as_deref(), Some("d2-d3"), "{text}");
        }
        assert_eq!(fold("е4хс2").as_deref(), Some("e4:c2"));
        assert_eq!(fold("A3×C3xE3").as_deref(), Some("a3:c3:e3"));
    }

    #[test]
    fn very_long_text_is_no_move() {
        assert_eq!(fold(&"d".repeat(121)), None);
        assert!(fold(&"d".repeat(120)).is_some());
    }
}
