//! Chat scripts: lines in, replies out.
//!
//! In `tests/scripts/*.txt` a line `@name text` is said by that person; what follows
//! it is what is said in return, a mark at the head of each line:
//!
//! - `|` a public message (`[…]` its picture: file name and position),
//! - `>` a private answer, `!` a private refusal, `?` not understood.
//!
//! `#` begins a comment. `KOSTI_SCRIPTS=rewrite` writes the answers anew, to be read
//! before they are committed.

use crate::support::chat::{Chat, Sent, text};
use kosti::{
    app::{reply::Reply, service::Verdict},
    game::OptionSet,
};
use pretty_assertions::assert_eq;
use std::{fs, path::Path};

async fn run(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/scripts/{name}.txt"));
    let script = fs::read_to_string(&path).unwrap();
    let chat = Chat::new().await;
    let mut found = String::new();
    for line in script.lines() {
        if line.starts_with(['|', '>', '!', '?']) {
            continue;
        }
        found.push_str(line);
        found.push('\n');
        let Some(spoken) = line.strip_prefix('@') else {
            assert!(line.is_empty() || line.starts_with('#'), "{line:?}");
            continue;
        };
        let (name, said) = spoken.split_once(' ').unwrap();
        let answer = chat.say(name, said).await;
        if let Some(private) = &answer.private {
            let mark = match answer.verdict {
                Verdict::Done => '>',
                Verdict::Refused => '!',
                Verdict::NotUnderstood => '?',
            };
            show(&chat, &mut found, mark, private);
        }
        for Sent { reply, png, .. } in chat.sent() {
            assert_eq!(reply.picture.is_some(), png.is_some());
            show(&chat, &mut found, '|', &reply);
        }
    }
    if std::env::var("KOSTI_SCRIPTS").is_ok_and(|switch| switch == "rewrite") {
        fs::write(&path, found).unwrap();
    } else {
        assert_eq!(script, found, "{name}");
    }
}

fn show(chat: &Chat, out: &mut String, mark: char, reply: &Reply) {
    for line in text(reply).lines() {
        out.push_str(format!("{mark} {line}").trim_end());
        out.push('\n');
    }
    if let Some(picture) = &reply.picture {
        let game = chat.app.games.find(&picture.game).unwrap();
        let options = OptionSet::parse(game.facts(), picture.options.split_whitespace()).unwrap();
        let mut position = game.read(&options, &picture.from).unwrap();
        for step in &picture.steps {
            position = position.after(step).unwrap();
        }
        let score = picture.score.map_or_else(String::new, |[one, two]| format!(", {one}:{two}"));
        out.push_str(&format!("{mark} [{}: {}{score}]\n", picture.name, position.text()));
    }
    if let Some(document) = &reply.document {
        out.push_str(&format!("{mark} [{}]\n", document.name));
        for line in document.text.lines() {
            out.push_str(format!("{mark}   {line}").trim_end());
            out.push('\n');
        }
    }
}

macro_rules! scripts {
    ($($name:ident)+) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            run(stringify!($name)).await;
        })+

        #[test]
        fn every_script_is_run() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
            let mut found: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
                .collect();
            found.sort();
            let mut known = vec![$(stringify!($name)),+];
            known.sort();
            assert_eq!(found, known);
        }
    };
}

scripts! { challenges moves offers ends series variants lists languages names several }
