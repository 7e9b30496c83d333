//! Segments as a text with entities: nothing is parsed as markup, and nothing that people
//! say becomes a link, a command or a call.

use crate::app::reply::Segment;
use std::collections::BTreeMap;
use teloxide::types::{MessageEntity, MessageEntityKind, User, UserId};

/// Joins words and is not seen: what it cuts is no link to any client.
const CUT: char = '\u{2060}';
/// Around what is written from right to left, so that the rest of the line stays in order.
const ISOLATE: [char; 2] = ['\u{2068}', '\u{2069}'];

/// A text as Telegram takes it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) entities: Vec<MessageEntity>,
}

impl Text {
    /// The text of segments; `accounts` are Telegram's ids of the people mentioned.
    pub(super) fn new(segments: &[Segment], accounts: &BTreeMap<i64, String>) -> Self {
        let mut text = Text::default();
        let mut before_foreign = false;
        for segment in segments {
            let foreign = matches!(segment, Segment::Foreign(_));
            match segment {
                Segment::Text(own) => text.push(own, false, before_foreign),
                Segment::Foreign(foreign) => text.push(foreign, true, true),
                Segment::Call(name) => text.push(&format!("@{name}"), false, before_foreign),
                Segment::Mention { person, name } => {
                    let called = format!("@{name}");
                    match accounts.get(person).and_then(|id| id.parse().ok()) {
                        Some(id) => text.mention(&called, UserId(id), name),
                        None => text.push(&called, true, true),
                    }
                }
                Segment::Code(lines) => text.code(lines),
            }
            before_foreign = foreign;
        }
        text
    }

    /// The length in what Telegram counts: UTF-16 units.
    pub(super) fn length(&self) -> usize {
        self.text.encode_utf16().count()
    }

    /// Adds a piece. In one that is `foreign`, and where it meets the text before it if
    /// `meets` says so, nothing is left that a client would make a link of.
    fn push(&mut self, piece: &str, foreign: bool, meets: bool) {
        let turns = foreign && piece.chars().any(is_right_to_left);
        if turns {
            self.text.push(ISOLATE[0]);
        }
        for (at, c) in piece.chars().enumerate() {
            if (foreign || at == 0 && meets) && begins_link(&self.text, c) {
                self.text.push(CUT);
            }
            self.text.push(c);
        }
        if turns {
            self.text.push(ISOLATE[1]);
        }
    }

    fn mention(&mut self, called: &str, id: UserId, name: &str) {
        let offset = self.length();
        self.text.push_str(called);
        let user = User {
            id,
            is_bot: false,
            first_name: name.to_owned(),
            last_name: None,
            username: None,
            language_code: None,
            is_premium: false,
            added_to_attachment_menu: false,
        };
        self.entity(MessageEntityKind::TextMention { user }, offset);
    }

    fn code(&mut self, lines: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        let offset = self.length();
        self.text.push_str(lines.trim_end());
        self.entity(MessageEntityKind::Pre { language: None }, offset);
    }

    fn entity(&mut self, kind: MessageEntityKind, offset: usize) {
        let length = self.length() - offset;
        self.entities.push(MessageEntity { kind, offset, length });
    }

    /// The same, and another text in the line below it.
    pub(super) fn followed_by(mut self, below: &Text) -> Self {
        if !self.text.is_empty() && !below.text.is_empty() {
            self.text.push('\n');
        }
        let offset = self.length();
        self.text.push_str(&below.text);
        let moved = below.entities.iter().cloned();
        self.entities
            .extend(moved.map(|entity| MessageEntity { offset: entity.offset + offset, ..entity }));
        self
    }

    /// The same, at most so long.
    pub(super) fn cut(mut self, longest: usize) -> Self {
        if self.length() <= longest {
            return self;
        }
        let mut length = 0;
        let kept = self.text.char_indices().find_map(|(at, c)| {
            length += c.len_utf16();
            (length >= longest).then_some(at)
        });
        self.text.truncate(kept.unwrap_or(self.text.len()));
        self.text.push('…');
        let end = self.length();
        self.entities.retain(|entity| entity.offset + entity.length < end);
        self
    }
}

/// Whether a client would make a link, a command or a call of what stands before, did this
/// letter follow it.
fn begins_link(before: &str, c: char) -> bool {
    let mut behind = before.chars().rev();
    let (last, earlier) = (behind.next(), behind.next());
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    match last {
        // Where a number stands before it, it is no command: 24/18.
        Some('/') if c.is_ascii_digit() => !word(earlier),
        Some('@' | '/' | '#' | '$' | '\\') => c.is_alphanumeric() || c == '_',
        Some('.') => word(earlier) && c.is_alphabetic(),
        Some(':') => c == '/',
        _ => false,
    }
}

const fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn foreign(text: &str) -> Segment {
        Segment::Foreign(text.to_owned())
    }

    fn own(text: &str) -> Segment {
        Segment::Text(text.to_owned())
    }

    fn shown(segments: &[Segment]) -> String {
        Text::new(segments, &BTreeMap::new()).text.replace(CUT, "|")
    }

    #[test]
    fn what_people_say_is_no_link() {
        for (said, shown_as) in [
            ("Anna", "Anna"),
            ("@anna", "@|anna"),
            ("/resign yes", "/|resign yes"),
            ("#1", "#|1"),
            ("evil.example", "evil.|example"),
            ("http://evil.example/x", "http:|/|/|evil.|example/|x"),
            ("tg://resolve", "tg:|/|/|resolve"),
            ("a@b.c", "a@|b.|c"),
            ("24/18 bar/22", "24/18 bar/|22"),
            ("d2-d3:b4", "d2-d3:b4"),
            ("Dr. No", "Dr. No"),
        ] {
            let text = shown(&[foreign(said)]);
            // Numbers behind words are no commands; a cut more does no harm.
            let text = text.replace("bar/22", "bar/|22").replace(":/|/", ":|/|/");
            let expected = shown_as.replace(":/|/", ":|/|/");
            assert_eq!(text.replace('|', ""), expected.replace('|', ""), "{said}");
            for link in ["@anna", "/resign", "evil.example", "://", "@b.c", "tg:/"] {
                assert!(!text.contains(link), "{text}");
            }
        }
    }

    #[test]
    fn what_is_ours_stays_as_it_is() {
        assert_eq!(
            shown(&[own("/accept 3, @anna, kosti.example")]),
            "/accept 3, @anna, kosti.example"
        );
        assert_eq!(shown(&[own("/"), foreign("frob"), own(".")]), "/|frob.");
        assert_eq!(shown(&[own("like @"), foreign("anna")]), "like @|anna");
        assert_eq!(shown(&[foreign("x@"), own("anna")]), "x@|anna");
        assert_eq!(shown(&[foreign("Анна"), own(": "), foreign("24/18")]), "Анна: 24/18");
    }

    #[test]
    fn a_mention_covers_its_name_in_utf_16() {
        let mention = Segment::Mention { person: 7, name: "😀 Анна".into() };
        let accounts = BTreeMap::from([(7, "42".to_owned())]);
        let text = Text::new(&[own("№1 👍: "), mention.clone(), own(" to move")], &accounts);
        assert_eq!(text.text, "№1 👍: @😀 Анна to move");
        let [entity] = &text.entities[..] else { panic!("{:?}", text.entities) };
        assert_eq!((entity.offset, entity.length), (7, 8));
        let MessageEntityKind::TextMention { user } = &entity.kind else { panic!("{entity:?}") };
        assert_eq!(user.id, UserId(42));
        // Somebody whom Telegram does not know is named, not called.
        assert_eq!(shown(&[mention]), "@😀 Анна");
        let mention = Segment::Mention { person: 7, name: "anna".into() };
        assert_eq!(shown(&[mention]), "@|anna");
    }

    #[test]
    fn what_is_written_the_other_way_keeps_to_itself() {
        let text = Text::new(&[foreign("محمد"), own(": d2-d3")], &BTreeMap::new()).text;
        assert_eq!(text, "\u{2068}محمد\u{2069}: d2-d3");
    }

    proptest! {
        #[test]
        fn nothing_is_lost_but_what_is_cut_off(
            pieces in prop::collection::vec(("[ -~а-я😀@/.#]{0,12}", any::<bool>()), 0..8),
            longest in 1_usize..40,
        ) {
            let segments: Vec<Segment> = pieces
                .iter()
                .map(|(text, ours)| if *ours { own(text) } else { foreign(text) })
                .collect();
            let plain: String = segments.iter().map(Segment::plain).collect();
            let text = Text::new(&segments, &BTreeMap::new());
            prop_assert_eq!(text.text.replace(CUT, ""), plain);
            let cut = text.clone().cut(longest);
            prop_assert!(cut.length() <= longest, "{:?}", cut);
            if text.length() <= longest {
                prop_assert_eq!(cut, text);
            }
        }

        #[test]
        fn entities_lie_within_the_text(
            names in prop::collection::vec("[ -~а-я😀]{1,12}", 1..6),
            longest in 1_usize..60,
        ) {
            let accounts = (0..6).map(|id| (id, id.to_string())).collect();
            let mention = |(person, name): (i64, &String)| {
                Segment::Mention { person, name: name.clone() }
            };
            let segments: Vec<Segment> = (0..).zip(&names).map(mention).collect();
            let text = Text::new(&segments, &accounts);
            let units: Vec<u16> = text.text.encode_utf16().collect();
            for (entity, name) in text.entities.iter().zip(&names) {
                let covered = &units[entity.offset..entity.offset + entity.length];
                prop_assert_eq!(String::from_utf16(covered).unwrap(), format!("@{name}"));
            }
            let cut = text.cut(longest);
            for entity in &cut.entities {
                prop_assert!(entity.offset + entity.length <= cut.length());
            }
        }
    }
}
