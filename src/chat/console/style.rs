//! How text looks in a terminal.

use unicode_width::UnicodeWidthStr as _;

/// How far what follows a command hangs: as far as the locales indent what they add to one.
const HANG: usize = 4;

/// What a piece of text is to its reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    /// Who is called, and who speaks.
    Name,
    /// What was not done.
    Refusal,
    /// What matters less than the rest.
    Aside,
}

impl Tone {
    /// The text in the colours of the terminal's own palette.
    pub(super) fn paint(self, text: &str) -> String {
        let code = match self {
            Tone::Name => "1",
            Tone::Refusal => "33",
            Tone::Aside => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// A text without the characters that would steer a terminal.
pub(super) fn harmless(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "")
}

/// A text cut to so many cells, with an ellipsis where something is missing.
pub(super) fn cut(text: &str, cells: usize) -> String {
    if text.width() <= cells {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if cut.width() >= cells {
            cut.pop();
            break;
        }
    }
    cut.push('…');
    cut
}

/// A text in lines of at most so many cells, broken between words. What is one word is not
/// broken, so that it can be copied; what goes on with a command hangs below it.
pub(super) fn wrap(text: &str, cells: usize) -> String {
    let mut wrapped = String::with_capacity(text.len() + 16);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            wrapped.push('\n');
        }
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        let hang = " ".repeat(indent + if words.starts_with('/') { HANG } else { 0 });
        wrapped.push_str(&line[..indent]);
        let mut column = indent;
        for (at, word) in words.split(' ').enumerate() {
            let width = painted_width(word);
            if at > 0 && column + 1 + width > cells {
                wrapped.push('\n');
                wrapped.push_str(&hang);
                column = hang.len();
            } else if at > 0 {
                wrapped.push(' ');
                column += 1;
            }
            wrapped.push_str(word);
            column += width;
        }
    }
    wrapped
}

/// The cells that a text takes, [`Tone::paint`]ed or not.
fn painted_width(text: &str) -> usize {
    let mut parts = text.split("\u{1b}[");
    let plain = parts.next().unwrap_or_default().width();
    let painted = parts.map(|part| part.split_once('m').map_or(part, |(_, shown)| shown).width());
    plain + painted.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        for (text, cells, wrapped) in [
            ("", 10, ""),
            ("one two three", 13, "one two three"),
            ("one two three", 12, "one two\nthree"),
            ("один два три", 8, "один два\nтри"),
            ("日本 語", 6, "日本\n語"),
            ("    to play on", 8, "    to\n    play\n    on"),
            ("/play senegal on", 12, "/play\n    senegal\n    on"),
            ("a\n\nb c\n", 2, "a\n\nb\nc\n"),
            ("a/very/long/path b", 5, "a/very/long/path\nb"),
            ("two  spaces", 20, "two  spaces"),
        ] {
            assert_eq!(wrap(text, cells), wrapped, "{text:?}");
        }
        let painted = format!("ab {} ef", Tone::Name.paint("cd"));
        assert_eq!(wrap(&painted, 8), painted);
        assert_eq!(wrap(&painted, 7), painted.replace(" ef", "\nef"));
    }

    #[test]
    fn a_text_is_cut_by_its_width() {
        assert_eq!(cut("Анна", 4), "Анна");
        assert_eq!(cut("Анна-Мария", 5), "Анна…");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 6), "日本語");
        assert!(cut(&"語".repeat(60), 16).width() <= 16);
    }

    #[test]
    fn control_characters_are_left_out() {
        assert_eq!(harmless("a\u{1b}[2J\u{7}b\n\u{9b}31mc\r"), "a[2Jb\n31mc");
    }
}
