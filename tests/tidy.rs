//! What must not stand in the sources.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder with that ending, as path from the root and content.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().unwrap().ends_with(ending) {
                let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
                found.push((name, String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} has {ending} files");
    found.sort();
    found
}

/// The part of a source before its unit tests.
fn shipped(source: &str) -> &str {
    source.split("#[cfg(test)]").next().unwrap()
}

/// A room of the house: where its files lie, and what of ours they may use.
struct Room {
    name: &'static str,
    lies: fn(&str) -> bool,
    may_use: &'static [&'static str],
    /// Crates from outside that the room may use; `None`: any.
    crates: Option<&'static [&'static str]>,
}

fn is_face(path: &str) -> bool {
    path.ends_with("/scene.rs") || path == "src/games/erased.rs" || path == "src/games/mod.rs"
}

/// The rooms in the order of the house plan (ARCHITECTURE.md). The first one whose
/// `lies` says yes has the file.
const ROOMS: &[Room] = &[
    Room {
        name: "game",
        lies: |path| path.starts_with("src/game/"),
        may_use: &["game"],
        crates: Some(&["thiserror", "rustc_hash"]),
    },
    Room {
        name: "faces of games",
        lies: |path| path.starts_with("src/games/") && is_face(path),
        may_use: &["game", "games"],
        crates: Some(&["thiserror", "kosti_render"]),
    },
    Room {
        name: "rules of games",
        lies: |path| path.starts_with("src/games/"),
        may_use: &["game", "games"],
        crates: Some(&["thiserror", "arrayvec", "rustc_hash", "smallvec"]),
    },
    Room {
        name: "store",
        lies: |path| path.starts_with("src/store/"),
        may_use: &["store", "game"],
        crates: Some(&[
            "dirs",
            "futures_util",
            "rustix",
            "serde",
            "serde_json",
            "sqlx",
            "tempfile",
            "thiserror",
            "time",
            "tracing",
        ]),
    },
    Room {
        name: "app",
        lies: |path| path.starts_with("src/app/"),
        may_use: &["app", "store", "game", "games"],
        crates: Some(&[
            "anyhow",
            "fluent_bundle",
            "futures_util",
            "getrandom",
            "governor",
            "hmac",
            "kosti_render",
            "prometheus_client",
            "serde",
            "serde_json",
            "sha2",
            "skillratings",
            "sqlx",
            "thiserror",
            "time",
            "tokio",
            "tracing",
            "unic_langid",
            "unicode_normalization",
        ]),
    },
    Room {
        name: "chat",
        lies: |path| path.starts_with("src/chat/"),
        may_use: &["chat", "app", "game"],
        crates: None,
    },
    Room {
        name: "cli",
        lies: |path| path.starts_with("src/cli/"),
        may_use: &["cli", "chat", "app", "config", "ops", "store", "game", "games", "telemetry"],
        crates: None,
    },
    Room {
        name: "config",
        lies: |path| path == "src/config.rs" || path.starts_with("src/config/"),
        may_use: &["app", "store", "telemetry"],
        crates: Some(&["secrecy", "strsim", "thiserror", "toml", "url"]),
    },
    Room {
        name: "ops",
        lies: |path| path == "src/ops.rs",
        may_use: &["app", "store", "games"],
        crates: Some(&["anyhow", "axum", "reqwest", "tokio"]),
    },
    Room {
        name: "telemetry",
        lies: |path| path == "src/telemetry.rs",
        may_use: &[],
        crates: Some(&["thiserror", "tracing", "tracing_subscriber"]),
    },
    Room {
        name: "the crate itself",
        lies: |path| matches!(path, "src/lib.rs" | "src/main.rs"),
        may_use: &["cli"],
        crates: Some(&["clap", "kosti"]),
    },
];

/// The paths that a source names in `use` lines and elsewhere: first and second
/// segment of what follows `crate::`, and the first segment of the others.
fn used(source: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let mut add_tree = |tree: &str| {
        let tree = tree.trim();
        let (first, rest) = tree.split_once("::").unwrap_or((tree, ""));
        if first != "crate" {
            found.insert((first.to_owned(), String::new()));
            return;
        }
        let inside = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(rest);
        for part in split_commas(inside) {
            let room = part.trim().split("::").next().unwrap_or_default();
            found.insert(("crate".to_owned(), room.to_owned()));
        }
    };
    let code: String = source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join(" ");
    for (at, _) in code.match_indices("use ") {
        let starts = code[..at].trim_end().ends_with([';', '}', ')', '{', ']'])
            || at == 0
            || code[..at].trim_end().is_empty();
        if let (true, Some(end)) = (starts, code[at..].find(';')) {
            add_tree(&code[at + 4..at + end]);
        }
    }
    for (at, _) in code.match_indices("crate::") {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let before = code[..at].chars().next_back();
        if before.is_none_or(|c| !word(c)) {
            let room: String = code[at + 7..].chars().take_while(|c| word(*c)).collect();
            if !room.is_empty() {
                found.insert(("crate".to_owned(), room));
            }
        }
    }
    found
}

fn split_commas(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[test]
fn each_room_uses_only_what_it_may() {
    let mut faults = Vec::new();
    for (path, source) in files("src", ".rs") {
        let room = ROOMS
            .iter()
            .find(|room| (room.lies)(&path) || path == format!("src/{}/mod.rs", room.name));
        let room = room.unwrap_or_else(|| panic!("{path} lies in no room"));
        for (first, second) in used(shipped(&source)) {
            let allowed = match first.as_str() {
                "crate" => room.may_use.contains(&second.as_str()),
                "std" | "core" | "super" | "self" => true,
                // A module of the file's own.
                local if source.contains(&format!("mod {local};")) => true,
                outside => room.crates.is_none_or(|crates| crates.contains(&outside)),
            };
            if !allowed {
                faults.push(format!("{path} ({}): {first}::{second}", room.name));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn used_paths_are_found() {
    let source = "use std::fmt;\nuse crate::{\n    game::{Seat, facts::Facts}, // store::x\n    store,\n};\n\
                  use super::x;\nfn f() { let y = crate::cli::run(); use anyhow::Result; }";
    let found: Vec<String> =
        used(source).into_iter().map(|(first, second)| format!("{first}/{second}")).collect();
    assert_eq!(found, ["anyhow/", "crate/cli", "crate/game", "crate/store", "std/", "super/"]);
}

#[test]
fn the_pure_rooms_touch_no_clock_file_network_or_thread() {
    let mut faults = Vec::new();
    for (path, source) in files("src", ".rs") {
        let pure = path.starts_with("src/game/") || path.starts_with("src/games/");
        for forbidden in [
            "std::time",
            "std::fs",
            "std::net",
            "std::env",
            "std::thread",
            "std::process",
            "println!",
        ] {
            if pure && shipped(&source).contains(forbidden) {
                faults.push(format!("{path}: {forbidden}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn queries_stand_only_in_the_store() {
    for (path, source) in files("src", ".rs") {
        let queries =
            shipped(&source).contains("sqlx::query") || shipped(&source).contains("query!(");
        assert!(!queries || path.starts_with("src/store/"), "{path}");
    }
}

#[test]
fn connections_are_made_only_in_the_store() {
    for (path, source) in files("src", ".rs") {
        for way in ["PgPool", "PgListener", "PgConnection::connect", ".connect_with("] {
            let found = shipped(&source).contains(way);
            assert!(!found || path.starts_with("src/store/"), "{path}: {way}");
        }
    }
}

/// A later release may add columns while a statement is prepared.
#[test]
fn queries_name_their_columns() {
    for (path, source) in files("src/store", ".rs") {
        for way in ["select *", "returning *"] {
            assert!(!shipped(&source).contains(way), "{path}: {way}");
        }
        for (at, _) in source.match_indices("insert into ") {
            let line = source[at..].lines().next().unwrap();
            assert!(line.contains('('), "{path}: {line}");
        }
    }
}

#[test]
fn the_renderer_knows_nothing_of_ours() {
    for (path, source) in files("render/src", ".rs") {
        assert!(!source.contains("kosti::"), "{path}");
    }
    let manifest = fs::read_to_string(root().join("render/Cargo.toml")).unwrap();
    assert!(!manifest.contains("path ="));
}

/// What stands around a text that is not for players.
const TECHNICAL: [&str; 12] = [
    "context(",
    "anyhow!(",
    "bail!(",
    "error(",
    "error!(",
    "warn!(",
    "info!(",
    "debug!(",
    "persist(",
    "SendError::",
    "register(",
    "serde(",
];

/// A line up to a comment that stands outside of string literals.
fn without_comment(line: &str) -> &str {
    let comment = line.match_indices("//").map(|(at, _)| at);
    let outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
    comment.into_iter().find(outside).map_or(line, |at| &line[..at])
}

/// Texts in string literals that look like sentences: two words of letters.
fn sentences(source: &str) -> Vec<String> {
    let code: String = source.lines().map(without_comment).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    let bytes = code.as_bytes();
    let mut at = 0;
    while let Some(start) = code[at..].find('"').map(|found| at + found) {
        let mut end = start + 1;
        while end < bytes.len() && bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let text = code.get(start + 1..end).unwrap_or_default();
        // What operators and developers read stands in the code: logs, contexts of
        // errors, messages of error types.
        let head = &code[..start];
        let ends = [";\n", "; ", "}\n"].map(|end| head.rfind(end));
        let statement = ends.into_iter().max().flatten().map_or(0, |at| at + 1);
        let technical = TECHNICAL.iter().any(|mark| head[statement..].contains(mark));
        let words = text.split_whitespace().filter(|word| {
            word.chars().filter(|c| c.is_alphabetic()).count() >= 2
                && word.chars().all(|c| c.is_alphabetic() || ",.:;!?".contains(c))
        });
        let cyrillic = text.chars().any(|c| ('а'..='я').contains(&c)) && text.chars().count() > 3;
        if !technical && (words.count() >= 2 || cyrillic) {
            found.push(text.to_owned());
        }
        at = (end + 1).min(code.len());
    }
    found
}

#[test]
fn texts_for_players_stand_only_in_the_locales() {
    let mut faults = Vec::new();
    for (path, source) in files("src", ".rs") {
        let speaks =
            ["src/app/", "src/chat/", "src/games/"].iter().any(|room| path.starts_with(room));
        // A position that cannot be is refused on the command line, in English; what people
        // type is not shown; what platforms refuse is read, and told to operators.
        let exempt = [
            "src/games/erased.rs",
            "src/app/words.rs",
            "src/games/nardy/emir/words.rs",
            "src/chat/telegram/errors.rs",
            "src/chat/discord/errors.rs",
        ];
        if speaks && !exempt.contains(&path.as_str()) {
            for text in sentences(shipped(&source)) {
                faults.push(format!("{path}: {text:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn sentences_are_found() {
    let source = "let a = \"Your turn now\"; let b = \"key\"; // \"a comment with words\"\n\
                  tracing::warn!(\"the log is not read by players\"); let c = \"ваш ход\";";
    assert_eq!(sentences(source), ["Your turn now", "ваш ход"]);
}

#[test]
fn nothing_is_left_undone() {
    for folder in ["src", "render/src", "tests", "config", "migrations"] {
        for (path, source) in files(folder, "") {
            if path == "tests/tidy.rs" || path.ends_with(".png") {
                continue;
            }
            for word in ["todo!(", "unimplemented!(", "TODO", "FIXME", "dbg!("] {
                assert!(!source.contains(word), "{path}: {word}");
            }
        }
    }
}
