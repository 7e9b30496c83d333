//! Segments as Discord's markup: what is told is seen as it is, calls nobody but who is
//! mentioned, and leads nowhere.

use crate::{
    app::reply::Segment,
    chat::words::{CUT, ISOLATE, begins_link, is_right_to_left},
};
use std::collections::BTreeMap;

/// A text as Discord takes it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Text {
    /// The text, with its markup.
    pub(super) markup: String,
    /// Discord's ids of those who are mentioned.
    pub(super) mentioned: Vec<String>,
}

impl Text {
    /// The text of segments; `accounts` are Discord's ids of the people mentioned. What is
    /// longer than `longest` (in UTF-16 units) is cut off.
    pub(super) fn new(
        segments: &[Segment],
        accounts: &BTreeMap<i64, String>,
        longest: usize,
    ) -> Self {
        let mut writer = Writer::new(longest);
        let mut before_foreign = false;
        for segment in segments {
            match segment {
                Segment::Text(own) => writer.own(own, before_foreign),
                Segment::Foreign(foreign) => writer.foreign(foreign),
                Segment::Call(name) => writer.foreign(&format!("@{name}")),
                Segment::Mention { person, name } => match accounts.get(person) {
                    Some(id) => writer.mention(id),
                    None => writer.foreign(&format!("@{name}")),
                },
                Segment::Code(lines) => writer.code(lines),
            }
            before_foreign = !matches!(segment, Segment::Text(_) | Segment::Code(_));
        }
        writer.text
    }
}

/// The length of a text in what Discord may count at the most: UTF-16 units.
pub(super) fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Writes a text until it is full.
struct Writer {
    text: Text,
    /// What is seen so far of this line and of what stands before: links are made of that.
    seen: String,
    left: usize,
    full: bool,
}

impl Writer {
    fn new(longest: usize) -> Self {
        // The sign that something is cut off takes one.
        let left = longest.saturating_sub(1);
        Writer { text: Text::default(), seen: String::new(), left, full: false }
    }

    /// Adds a piece that stays whole; false when it does not fit.
    fn piece(&mut self, piece: &str) -> bool {
        let length = length(piece);
        if self.full || length > self.left {
            if !self.full {
                self.text.markup.push('…');
            }
            self.full = true;
            return false;
        }
        self.left -= length;
        self.text.markup.push_str(piece);
        true
    }

    /// Adds a character, so that it is seen as it is.
    fn character(&mut self, c: char) {
        let mut piece = String::with_capacity(c.len_utf8() + 1);
        if is_markup(&self.seen, c) {
            piece.push('\\');
        }
        piece.push(c);
        if self.piece(&piece) {
            self.seen.push(c);
        }
    }

    fn cut(&mut self) {
        self.piece(CUT.encode_utf8(&mut [0; 4]));
    }

    /// Adds text of our own. Where it meets what people say nothing is left that a client
    /// would make a link of, and nowhere is somebody called.
    fn own(&mut self, piece: &str, meets_foreign: bool) {
        for (at, c) in piece.chars().enumerate() {
            let calls = self.seen.ends_with('@');
            if (calls || at == 0 && meets_foreign) && begins_link(&self.seen, c) {
                self.cut();
            }
            self.character(c);
        }
    }

    /// Adds what people say: nothing in it is left that a client would make a link of.
    fn foreign(&mut self, piece: &str) {
        let turns = piece.chars().any(is_right_to_left);
        if turns {
            self.piece(ISOLATE[0].encode_utf8(&mut [0; 4]));
        }
        for c in piece.chars() {
            // Discord looks for calls before it looks for what is escaped.
            if begins_link(&self.seen, c) || self.seen.ends_with('<') {
                self.cut();
            }
            self.character(c);
        }
        if turns {
            self.piece(ISOLATE[1].encode_utf8(&mut [0; 4]));
        }
    }

    fn mention(&mut self, id: &str) {
        if self.piece(&format!("<@{id}>")) {
            self.seen.push('@');
            self.seen.push(' ');
            self.text.mentioned.push(id.to_owned());
        }
    }

    /// Adds lines in a box, as many as fit.
    fn code(&mut self, lines: &str) {
        const FENCE: &str = "```";
        let begin = if self.seen.is_empty() || self.seen.ends_with('\n') { "" } else { "\n" };
        let around = begin.len() + 2 * FENCE.len() + 2;
        let mut room = self.left.saturating_sub(around);
        let mut kept = String::new();
        // Nothing in the box ends it.
        for line in lines.trim_end().replace(FENCE, "`\u{2060}`\u{2060}`").lines() {
            let Some(rest) = room.checked_sub(length(line) + 1) else { break };
            room = rest;
            kept.push_str(line);
            kept.push('\n');
        }
        if !kept.is_empty() && self.piece(&format!("{begin}{FENCE}\n{kept}{FENCE}\n")) {
            self.seen.push('\n');
        }
    }
}

/// Whether Discord would make something else of a character behind what stands before.
fn is_markup(before: &str, c: char) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let begins = line.trim_start().is_empty();
    match c {
        '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' => true,
        '#' | '>' | '-' | '+' => begins,
        // "1." would be numbered anew.
        '.' | ')' => !begins && line.trim_start().chars().all(|c| c.is_ascii_digit()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn markup(segments: &[Segment]) -> String {
        Text::new(segments, &BTreeMap::new(), 2000).markup.replace(CUT, "|")
    }

    fn own(text: &str) -> Segment {
        Segment::Text(text.to_owned())
    }

    fn foreign(text: &str) -> Segment {
        Segment::Foreign(text.to_owned())
    }

    #[test]
    fn nothing_is_markup() {
        assert_eq!(markup(&[own("1. Anna 5\n1. Boris 5")]), "1\\. Anna 5\n1\\. Boris 5");
        assert_eq!(markup(&[own("# 1\n- x - y\n> z")]), "\\# 1\n\\- x - y\n\\> z");
        assert_eq!(markup(&[foreign("*a* _b_ `c`")]), "\\*a\\* \\_b\\_ \\`c\\`");
        assert_eq!(markup(&[foreign("||x|| ~~y~~")]).replace('|', ""), "\\\\x\\\\ \\~\\~y\\~\\~");
        assert_eq!(markup(&[own("d2-d3:b4 (24/18)")]), "d2-d3:b4 (24/18)");
    }

    #[test]
    fn nobody_is_called_but_who_is_mentioned() {
        let accounts = BTreeMap::from([(7, "42".to_owned())]);
        let mention = Segment::Mention { person: 7, name: "Anna".into() };
        let stranger = Segment::Mention { person: 8, name: "everyone".into() };
        let text = Text::new(&[mention, own(": "), stranger], &accounts, 2000);
        assert_eq!(text.markup.replace(CUT, "|"), "<@42>: @|everyone");
        assert_eq!(text.mentioned, ["42"]);
        assert_eq!(markup(&[foreign("<@42> @everyone")]), "\\<|@|42> @|everyone");
        assert_eq!(markup(&[foreign("<:e:1> <#5> </a:6>")]), "\\<|:e:1> \\<|#|5> \\<|/|a:6>");
        assert_eq!(markup(&[foreign("http://evil.example")]), "http:|//|evil.|example");
        assert_eq!(markup(&[Segment::Call("here".into())]), "@|here");
    }

    #[test]
    fn lines_stand_in_a_box() {
        let code = Segment::Code("a\n```b".into());
        assert_eq!(
            markup(&[own("x"), code, own("y")]),
            "x\n```\na\n`|`|`b\n```\ny".replace("```\n\n", "```\n")
        );
    }

    proptest! {
        #[test]
        fn it_is_never_too_long_and_loses_only_the_end(
            pieces in prop::collection::vec(("[ -~а-я😀@/.#\n]{0,20}", 0..3_usize), 0..12),
            longest in 20_usize..200,
        ) {
            let segments: Vec<Segment> = pieces
                .iter()
                .map(|(text, kind)| match kind {
                    0 => own(text),
                    1 => Segment::Code(text.clone()),
                    _ => foreign(text),
                })
                .collect();
            let whole = Text::new(&segments, &BTreeMap::new(), 100_000);
            let cut = Text::new(&segments, &BTreeMap::new(), longest);
            prop_assert!(length(&cut.markup) <= longest);
            if length(&whole.markup) < longest {
                prop_assert_eq!(&cut.markup, &whole.markup);
            }
            prop_assert_eq!(cut.markup.matches("```").count() % 2, 0);
        }
    }
}
