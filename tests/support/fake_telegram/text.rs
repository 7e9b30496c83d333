//! What Telegram makes of a text: cleaned, trimmed, with the entities that it finds.

use super::{entity::Entity, found};

/// A text and its parts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text {
    pub plain: String,
    pub entities: Vec<Entity>,
}

impl Text {
    /// What is shown of a text with the entities that were named for it.
    pub fn new(raw: &str, named: Vec<Entity>) -> Self {
        let (plain, named) = trim(clean(raw), named);
        let opaque = |found: &Entity| !named.iter().any(|n| n.is_opaque() && n.overlaps(found));
        let mut entities: Vec<Entity> =
            found::entities(&plain).into_iter().filter(opaque).collect();
        entities.extend(named);
        entities.sort_by_key(|entity| (entity.offset, usize::MAX - entity.length));
        Text { plain, entities }
    }

    /// The users and names that it calls, as they are written.
    pub fn mentions(&self) -> impl Iterator<Item = (&Entity, &str)> {
        let calls = |entity: &&Entity| ["mention", "text_mention"].contains(&entity.kind.as_str());
        self.entities.iter().filter(calls).map(|entity| (entity, entity.of(&self.plain)))
    }
}

/// A letter and where it stood, in units of UTF-16.
type Letter = (char, usize);

/// As tdlib's `clean_input_string`: no control characters, no marks that turn the direction
/// of the text, no lines through it.
fn clean(raw: &str) -> Vec<Letter> {
    let mut units = 0;
    let mut letters = Vec::new();
    for letter in raw.chars() {
        match letter {
            '\n' => letters.push((letter, units)),
            '\r' | '\u{2028}'..='\u{202e}' | '\u{333}' | '\u{33f}' | '\u{30a}' => {}
            '\0'..='\u{1f}' => letters.push((' ', units)),
            _ => letters.push((letter, units)),
        }
        units += letter.len_utf16();
    }
    letters
}

/// Takes the space from both ends, as far as no entity begins in it, and moves the entities.
fn trim(mut letters: Vec<Letter>, mut entities: Vec<Entity>) -> (String, Vec<Entity>) {
    while letters.last().is_some_and(|(letter, _)| letter.is_whitespace()) {
        letters.pop();
    }
    let first = entities.iter().map(|entity| entity.offset).min().unwrap_or(usize::MAX);
    let space = letters.iter().take_while(|(letter, at)| letter.is_whitespace() && *at < first);
    let space = space.count();
    letters.drain(..space);
    let moved = |old: usize| {
        letters.iter().filter(|(_, at)| *at < old).map(|(letter, _)| letter.len_utf16()).sum()
    };
    for entity in &mut entities {
        let end: usize = moved(entity.end());
        entity.offset = moved(entity.offset);
        entity.length = end - entity.offset;
    }
    entities.retain(|entity| entity.length > 0);
    (letters.into_iter().map(|(letter, _)| letter).collect(), entities)
}
