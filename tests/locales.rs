//! The texts: complete in both languages, all used, none missing.

use kosti::{
    app::{
        command::{SETTINGS, WORDS},
        reply::CAPTION,
        texts::{Lang, Texts},
    },
    game::{Reason, Seat},
    games::Games,
};
use std::{collections::BTreeSet, fs, path::Path};

fn keys(lang: &str, file: &str) -> BTreeSet<String> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("config/locales/{lang}/{file}.ftl"));
    let source = fs::read_to_string(path).unwrap();
    let mut keys = BTreeSet::new();
    for line in source.lines() {
        let key = line.split_once(" =").map(|(key, _)| key);
        if let Some(key) = key.filter(|key| key.starts_with(|c: char| c.is_ascii_lowercase())) {
            assert!(keys.insert(key.to_owned()), "{lang}/{file}: {key} stands twice");
        }
    }
    keys
}

fn files() -> Vec<&'static str> {
    let games = Games::registered();
    std::iter::once("kosti").chain(games.all().map(|game| game.facts().key)).collect()
}

#[test]
fn both_languages_have_the_same_keys() {
    for file in files() {
        assert_eq!(keys("ru", file), keys("en", file), "{file}");
    }
}

#[test]
fn every_locale_file_belongs_to_something() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/locales");
    for lang in ["ru", "en"] {
        for entry in fs::read_dir(folder.join(lang)).unwrap() {
            let path = entry.unwrap().path();
            assert!(files().contains(&path.file_stem().unwrap().to_str().unwrap()), "{path:?}");
        }
    }
}

/// The keys that are put together while the program runs.
fn composed_keys() -> BTreeSet<String> {
    let mut keys: BTreeSet<String> = WORDS.iter().map(|word| format!("usage-{word}")).collect();
    keys.extend(SETTINGS.iter().map(|name| format!("setting-{name}")));
    // A language is refused like one's own.
    keys.extend(SETTINGS[1..].iter().map(|name| format!("usage-setting-{name}")));
    keys.extend(kosti::chat::discord::option_keys());
    keys.extend(Reason::OF_MATCHES.iter().map(|reason| format!("reason-{}", reason.as_str())));
    for game in Games::registered().all() {
        let facts = game.facts();
        let key = facts.key;
        keys.extend(WORDS.map(|word| format!("menu-{word}")));
        keys.extend(["name", "rules"].map(|what| format!("{key}-{what}")));
        keys.extend(Seat::ALL.map(|seat| format!("{key}-{}", facts.seats[seat])));
        keys.extend(facts.reasons.iter().map(|reason| format!("{key}-reason-{}", reason.as_str())));
        let said = game.refusal_ids().iter().chain(game.remark_ids());
        keys.extend(said.map(|id| (*id).to_owned()));
        for option in facts.options {
            let others = option.values.iter().filter(|value| **value != option.default);
            keys.extend(others.map(|value| format!("{key}-option-{}-{value}", option.key)));
        }
    }
    keys
}

/// The sources that speak to players, with the folders in them.
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = ["src/app", "src/chat"].map(|folder| root.join(folder)).to_vec();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    sources
}

/// The keys that stand in the sources as they are.
fn named_keys() -> BTreeSet<String> {
    let sources = sources();
    let quoted = sources.iter().flat_map(|source| source.split('"').skip(1).step_by(2));
    let like_a_key =
        |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    quoted.filter(like_a_key).map(str::to_owned).collect()
}

#[test]
fn no_key_is_missing_and_none_is_unused() {
    let known: BTreeSet<String> = files().into_iter().flat_map(|file| keys("en", file)).collect();
    let composed = composed_keys();
    let missing: Vec<_> = composed.difference(&known).collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
    let named = named_keys();
    let unused: Vec<_> =
        known.iter().filter(|key| !composed.contains(*key) && !named.contains(*key)).collect();
    assert!(unused.is_empty(), "unused: {unused:?}");
    let texts = Texts::new(Games::registered()).unwrap();
    for lang in Lang::ALL {
        for key in &known {
            assert!(texts.has(lang, key), "{key} in {}", lang.as_str());
        }
    }
}

#[test]
fn every_message_that_is_named_has_a_text() {
    let known: BTreeSet<String> = files().into_iter().flat_map(|file| keys("en", file)).collect();
    for source in sources() {
        for (at, mark) in source.match_indices("Message::new(\"") {
            let key = source[at + mark.len()..].split('"').next().unwrap();
            assert!(known.contains(key), "{key}");
        }
    }
}

#[test]
fn the_help_text_names_every_command() {
    let texts = Texts::new(Games::registered()).unwrap();
    for lang in Lang::ALL {
        let help = texts.plain(lang, &kosti::game::Message::new("help"));
        for word in WORDS {
            assert!(help.contains(&format!("/{word}")), "{word} in {}", lang.as_str());
        }
    }
}

#[test]
fn numbers_choose_the_right_form() {
    let texts = Texts::new(Games::registered()).unwrap();
    let moves = |lang, count: u32| {
        let message =
            kosti::game::Message::new("moves").with("count", count).with("actions", "a1-a2");
        texts.plain(lang, &message)
    };
    assert_eq!(moves(Lang::En, 1), "One legal move: a1-a2");
    assert_eq!(moves(Lang::En, 21), "21 legal moves: a1-a2");
    for (count, form) in
        [(1, "ход"), (2, "хода"), (5, "ходов"), (11, "ходов"), (21, "ход"), (24, "хода")]
    {
        let text = moves(Lang::Ru, count);
        assert!(text.starts_with(&format!("{count} возможн")), "{text}");
        assert!(text.contains(&format!(" {form}:")), "{text}");
    }
}

#[test]
fn what_stands_under_a_picture_is_no_longer_than_a_caption() {
    let texts = Texts::new(Games::registered()).unwrap();
    for lang in Lang::ALL {
        for game in Games::registered().all() {
            let key = game.facts().key;
            let said = ["name", "rules"]
                .map(|what| texts.plain(lang, &kosti::game::Message::new(format!("{key}-{what}"))));
            let length = said.join("\n").encode_utf16().count();
            assert!(length <= CAPTION, "the rules of {key} in {}: {length}", lang.as_str());
        }
    }
}
