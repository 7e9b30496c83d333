//! Chat scripts: lines in, replies out.
//!
//! In `tests/scripts/*.txt` a line `@name text` is said by that person; what follows
//! it is what is said in return, a mark at the head of each line:
//!
//! - `|` a public message (`[…]` its picture: file name and position; `(…)` its buttons),
//! - `>` a private answer, `!` a private refusal, `?` not understood.
//!
//! `@name (Label)` presses the newest button of that label, `@name leaves` and `@name
//! returns` are what a platform tells of a member. `+25h` lets that time pass. Whoever is
//! called `admin` is an admin of the chat. `#` begins a comment. `KOSTI_SCRIPTS=rewrite` writes the answers anew, to be read
//! before they are committed.

use crate::support::chat::{Chat, Sent, text};
use kosti::{
    app::{
        command::Command,
        reply::{Press, Reply},
        service::Verdict,
    },
    game::OptionSet,
};
use pretty_assertions::assert_eq;
use std::{fs, path::Path};
use time::Duration;

async fn run(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/scripts/{name}.txt"));
    let script = fs::read_to_string(&path).unwrap();
    let chat = Chat::new().await;
    let mut found = String::new();
    let mut presses: Vec<Press> = Vec::new();
    for line in script.lines() {
        if line.starts_with(['|', '>', '!', '?']) {
            continue;
        }
        found.push_str(line);
        found.push('\n');
        if let Some(time) = line.strip_prefix('+') {
            chat.pass(read_time(time)).await;
        } else if let Some(spoken) = line.strip_prefix('@') {
            let (name, said) = spoken.split_once(' ').unwrap();
            let answer = chat.does(name, command(said, &presses)).await;
            if let Some(private) = &answer.private {
                let mark = match answer.verdict {
                    Verdict::Done => '>',
                    Verdict::Refused => '!',
                    Verdict::NotUnderstood => '?',
                };
                show(&chat, &mut found, mark, private);
                presses.extend(private.buttons.iter().flatten().cloned());
            }
        } else {
            assert!(line.is_empty() || line.starts_with('#'), "{line:?}");
        }
        for Sent { reply, png, gif } in chat.sent() {
            assert_eq!(reply.picture.is_some(), png.is_some());
            assert!(reply.fits(), "{reply:?}");
            assert_eq!(reply.animation.is_some(), gif.is_some());
            show(&chat, &mut found, '|', &reply);
            presses.extend(reply.buttons.iter().flatten().cloned());
        }
    }
    if std::env::var("KOSTI_SCRIPTS").is_ok_and(|switch| switch == "rewrite") {
        fs::write(&path, found).unwrap();
    } else {
        assert_eq!(script, found, "{name}");
    }
}

/// `25h`, `90m`, `14d`.
fn read_time(text: &str) -> Duration {
    let (number, unit) = text.split_at(text.len() - 1);
    let number: i64 = number.parse().unwrap();
    match unit {
        "m" => Duration::minutes(number),
        "h" => Duration::hours(number),
        "d" => Duration::days(number),
        _ => panic!("{text:?} is no time"),
    }
}

/// What a person does: presses, leaves, returns, or says something.
fn command(said: &str, presses: &[Press]) -> Command {
    if let Some(label) = said.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let press = presses.iter().rfind(|press| press.label == label);
        let press = press.unwrap_or_else(|| panic!("there is no button {label:?}"));
        return Command::Press(press.data.clone());
    }
    match said {
        "leaves" => Command::Left,
        "returns" => Command::Returned,
        _ => Command::parse(said),
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
    if let Some(animation) = &reply.animation {
        let steps: usize = animation.reels.iter().map(|reel| reel.steps.len()).sum();
        out.push_str(&format!("{mark} [{}.gif: {steps} steps]\n", animation.name));
    }
    for row in &reply.buttons {
        let labels: Vec<String> = row.iter().map(|press| format!("({})", press.label)).collect();
        out.push_str(&format!("{mark} {}\n", labels.join(" ")));
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

scripts! {
    absence boards caps career challenges clocks drops ends forget languages lists moves names
    nudges offers picker rematches replays series settings several variants
}
