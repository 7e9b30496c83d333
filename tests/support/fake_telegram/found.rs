//! Entities that Telegram finds in a text by itself: commands, names, tags, addresses.

use super::entity::Entity;

/// Ends of host names that make a word an address. (Telegram knows all there are.)
const DOMAINS: [&str; 12] =
    ["com", "org", "net", "ru", "me", "io", "info", "dev", "app", "gg", "su", "рф"];

/// Finds them, in the order of the text.
pub fn entities(text: &str) -> Vec<Entity> {
    let finder = Finder { letters: text.chars().collect() };
    let mut found = Vec::new();
    let mut at = 0;
    let mut units = 0;
    while at < finder.letters.len() {
        let length = match finder.at(at) {
            Some((kind, length)) => {
                found.push(Entity::new(kind, units, finder.units(at, length)));
                length
            }
            None => 1,
        };
        units += finder.units(at, length);
        at += length;
    }
    found
}

struct Finder {
    letters: Vec<char>,
}

impl Finder {
    /// What begins there, and how many letters it has.
    fn at(&self, at: usize) -> Option<(&'static str, usize)> {
        let alone = at == 0 || !is_word(self.letters[at - 1]);
        if !alone {
            return None;
        }
        if let Some(length) = self.url(at) {
            return Some(("url", length));
        }
        match self.letters[at] {
            '@' => Some(("mention", self.mention(at)?)),
            '/' => Some(("bot_command", self.command(at)?)),
            '#' => Some(("hashtag", self.hashtag(at)?)),
            _ => None,
        }
    }

    fn units(&self, at: usize, length: usize) -> usize {
        self.letters[at..at + length].iter().map(|letter| letter.len_utf16()).sum()
    }

    /// How many letters of a kind stand there.
    fn run(&self, at: usize, is: impl Fn(char) -> bool) -> usize {
        self.letters[at..].iter().take_while(|letter| is(**letter)).count()
    }

    fn ends_word(&self, at: usize) -> bool {
        self.letters.get(at).is_none_or(|letter| !is_word(*letter))
    }

    fn mention(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1).map(|before| self.letters[before]);
        let name = self.run(at + 1, is_plain);
        let fits = (3..=32).contains(&name) && self.ends_word(at + 1 + name);
        (before != Some('@') && fits).then_some(1 + name)
    }

    fn command(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1).map(|before| self.letters[before]);
        let name = self.run(at + 1, is_plain);
        if matches!(before, Some('/' | '<')) || !(1..=64).contains(&name) {
            return None;
        }
        let end = at + 1 + name;
        let bot = match self.letters.get(end) {
            Some('@') => self.run(end + 1, is_plain),
            _ => 0,
        };
        if (3..=32).contains(&bot) && self.ends_word(end + 1 + bot) {
            return Some(1 + name + 1 + bot);
        }
        let ends = self.ends_word(end) && !matches!(self.letters.get(end), Some('/' | '>'));
        ends.then_some(1 + name)
    }

    fn hashtag(&self, at: usize) -> Option<usize> {
        let tag = self.run(at + 1, is_word);
        let named = self.letters[at + 1..at + 1 + tag].iter().any(|letter| !letter.is_numeric());
        (tag <= 256 && named).then_some(1 + tag)
    }

    fn url(&self, at: usize) -> Option<usize> {
        let word: String = self.letters[at..].iter().take_while(|l| !l.is_whitespace()).collect();
        let scheme = ["http://", "https://", "tg://", "ton://"];
        let scheme = scheme.iter().find(|scheme| word.starts_with(**scheme));
        let rest = &word[scheme.map_or(0, |scheme| scheme.len())..];
        let host_end = rest.find(|c: char| !(is_word(c) || c == '.' || c == '-'));
        let host = rest[..host_end.unwrap_or(rest.len())].trim_end_matches(['.', '-']);
        let (name, domain) = host.rsplit_once('.').unwrap_or((host, ""));
        let domain = domain.to_lowercase();
        let named = !name.is_empty() && DOMAINS.contains(&domain.as_str());
        if host.is_empty() || scheme.is_none() && !named {
            return None;
        }
        let path = rest[host.len()..].starts_with(['/', '?', '#', ':']);
        let shown = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '}', '\'', '"']);
        let prefix = word.len() - rest.len() + host.len();
        let end = if path { shown.len().max(prefix) } else { prefix };
        Some(word[..end].chars().count())
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}
