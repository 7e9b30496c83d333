//! Offsets as Telegram counts them: units of UTF-16.

/// How long a text is.
pub fn len(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The byte at an offset; `None` in the middle of a character.
///
/// # Panics
/// Behind the end of the text.
pub fn byte(text: &str, offset: usize) -> Option<usize> {
    let mut units = 0;
    for (at, letter) in text.char_indices() {
        if units >= offset {
            return (units == offset).then_some(at);
        }
        units += letter.len_utf16();
    }
    assert!(offset <= units, "offset {offset} in {units} units");
    (offset == units).then_some(text.len())
}

/// The part of a text from an offset on.
pub fn slice(text: &str, offset: usize, length: usize) -> &str {
    let (Some(from), Some(to)) = (byte(text, offset), byte(text, offset + length)) else {
        return "";
    };
    &text[from..to]
}
