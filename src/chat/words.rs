//! What clients make of words: links, calls and commands that nobody meant.

/// Joins words and is not seen: what it cuts is no link to any client.
pub(super) const CUT: char = '\u{2060}';
/// Around what is written from right to left, so that the rest of the line stays in order.
pub(super) const ISOLATE: [char; 2] = ['\u{2068}', '\u{2069}'];

/// Whether a client would make a link, a command or a call of what stands before, did this
/// letter follow it.
pub(super) fn begins_link(before: &str, c: char) -> bool {
    let mut behind = before.chars().rev();
    let (last, earlier) = (behind.next(), behind.next());
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    match last {
        // Where a number stands before it, it is no command: 24/18.
        Some('/') if c.is_ascii_digit() => !word(earlier),
        Some('@' | '/' | '#' | '$' | '\\') => c.is_alphanumeric() || c == '_',
        Some('.') => earlier.is_some_and(|c| !c.is_whitespace()) && c.is_alphanumeric(),
        Some(':') => c == '/',
        _ => false,
    }
}

pub(super) const fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}
