//! Segments as a text with entities: nothing is parsed as markup, and nothing that people
//! say becomes a link, a command or a call.

use crate::{
    app::reply::Segment,
    chat::words::{CUT, ISOLATE, begins_link, is_right_to_left},
};
use std::collections::BTreeMap;
use teloxide::types::{MessageEntity, MessageEntityKind, User, UserId};

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
            let foreign = !matches!(segment, Segment::Text(_) | Segment::Code(_));
            match segment {
                Segment::Text(own) => text.own(own, before_foreign),
                Segment::Foreign(foreign) => text.foreign(foreign),
                Segment::Call(name) if is_username(name) => {
                    text.text.push('@');
                    text.text.push_str(name);
                }
                Segment::Call(name) => text.foreign(&format!("@{name}")),
                Segment::Mention { person, name } => {
                    let offset = text.length();
                    text.foreign(&format!("@{name}"));
                    if let Some(id) = accounts.get(person).and_then(|id| id.parse().ok()) {
                        text.entity(mention(UserId(id), name), offset);
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

    /// Adds text of our own. Where it meets what people say nothing is left that a client
    /// would make a link of, and nowhere is somebody called: the friend of an example would be.
    fn own(&mut self, piece: &str, meets_foreign: bool) {
        for (at, c) in piece.chars().enumerate() {
            let calls = self.text.ends_with('@');
            if (calls || at == 0 && meets_foreign) && begins_link(&self.text, c) {
                self.text.push(CUT);
            }
            self.text.push(c);
        }
    }

    /// Adds what people say: nothing in it is left that a client would make a link of.
    fn foreign(&mut self, piece: &str) {
        let turns = piece.chars().any(is_right_to_left);
        if turns {
            self.text.push(ISOLATE[0]);
        }
        for c in piece.chars() {
            if begins_link(&self.text, c) {
                self.text.push(CUT);
            }
            self.text.push(c);
        }
        if turns {
            self.text.push(ISOLATE[1]);
        }
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
        let end = self.length();
        self.text.push('…');
        // What is left of a part is what it was: a name that is cut off calls nobody else.
        self.entities.retain_mut(|entity| {
            entity.length = entity.length.min(end.saturating_sub(entity.offset));
            entity.length > 0
        });
        self
    }
}

fn mention(id: UserId, name: &str) -> MessageEntityKind {
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
    MessageEntityKind::TextMention { user }
}

/// Whether Telegram lets somebody be called so.
fn is_username(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (1..=32).contains(&name.len()) && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::reply::{Reply, TEXT};
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
            ("x-.example", "x-.|example"),
        ] {
            let text = shown(&[foreign(said)]);
            // Numbers behind words are no commands; a cut more does no harm.
            let text = text.replace("bar/22", "bar/|22").replace(":/|/", ":|/|/");
            let expected = shown_as.replace(":/|/", ":|/|/");
            assert_eq!(text.replace('|', ""), expected.replace('|', ""), "{said}");
            for link in ["@anna", "/resign", ".example", "://", "@b.c", "tg:/"] {
                assert!(!text.contains(link), "{text}");
            }
        }
    }

    #[test]
    fn what_is_ours_stays_as_it_is() {
        assert_eq!(
            shown(&[own("/accept 3, a@b, kosti.example #1")]),
            "/accept 3, a@|b, kosti.example #1"
        );
        assert_eq!(shown(&[own("Like this: /vs @friend.")]), "Like this: /vs @|friend.");
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
        assert_eq!(shown(std::slice::from_ref(&mention)), "@|anna");
        // Nor is anybody else who is called so, where the part is lost.
        let text = Text::new(&[mention], &accounts);
        assert_eq!((text.text.as_str(), text.entities[0].length), ("@\u{2060}anna", 6));
    }

    #[test]
    fn a_name_is_called_only_if_it_can_be_one() {
        let call = |name: &str| shown(&[own("for "), Segment::Call(name.to_owned()), own(": x")]);
        assert_eq!(call("boris_k"), "for @boris_k: x");
        for (name, shown_as) in [
            ("evil.com", "@|evil.|com"),
            ("x@bystander", "@|x@|bystander"),
            ("x/resign", "@|x/|resign"),
            ("имя", "@|имя"),
            ("", "@"),
        ] {
            assert_eq!(call(name), format!("for {shown_as}: x"));
        }
    }

    #[test]
    fn what_is_left_of_a_part_stays_one() {
        let mention = Segment::Mention { person: 7, name: "anna maria".into() };
        let accounts = BTreeMap::from([(7, "42".to_owned())]);
        let whole = Text::new(&[own("# "), mention, own(" to move")], &accounts);
        for (longest, part) in
            [(9, Some(6)), (4, Some(1)), (3, None), (14, Some(11)), (15, Some(12))]
        {
            let cut = whole.clone().cut(longest);
            assert_eq!(cut.length(), longest);
            let length = cut.entities.first().map(|entity| entity.length);
            assert_eq!(length, part, "{:?}", cut.text);
        }
        let code = Text::new(&[Segment::Code("1. 24/18\n2. 13/7".into())], &accounts).cut(10);
        assert_eq!((code.text.as_str(), code.entities[0].length), ("1. 24/18\n…", 9));
    }

    #[test]
    fn what_is_written_the_other_way_keeps_to_itself() {
        let text = Text::new(&[foreign("محمد"), own(": d2-d3")], &BTreeMap::new()).text;
        assert_eq!(text, "\u{2068}محمد\u{2069}: d2-d3");
    }

    proptest! {
        /// The marks that keep people's words from being links are reckoned with before.
        #[test]
        fn what_fits_is_not_cut_off(
            pieces in prop::collection::vec(("[@/#$.:a-zа-яع😀 1]{0,60}", 0..4_usize), 0..40),
        ) {
            let segment = |(text, kind): &(String, usize)| match kind {
                0 => own(text),
                1 => Segment::Mention { person: 7, name: text.clone() },
                2 => Segment::Call(text.clone()),
                _ => foreign(text),
            };
            let mut lines = Vec::new();
            for piece in &pieces {
                lines.extend([segment(piece), own("\n")]);
            }
            let reply = Reply { text: lines, ..Reply::default() }.shortened();
            prop_assert!(Text::new(&reply.whole(), &BTreeMap::new()).length() <= TEXT);
        }

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
            let seen = text.text.replace([CUT, ISOLATE[0], ISOLATE[1]], "");
            prop_assert_eq!(seen, plain);
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
                let covered = String::from_utf16(covered).unwrap().replace(CUT, "");
                prop_assert_eq!(covered, format!("@{name}"));
            }
            let cut = text.cut(longest);
            for entity in &cut.entities {
                prop_assert!(entity.length > 0);
                prop_assert!(entity.offset + entity.length <= cut.length());
            }
        }
    }
}
