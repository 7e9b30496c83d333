//! Chat scripts: lines in, replies out.
//!
//! In `tests/scripts/*.txt` a line `@name text` is said by that person; what follows
//! it is what is said in return, a mark at the head of each line:
//!
//! - `|` a public message (`[…]` its picture: file name and position; `(…)` its buttons),
//! - `>` a private answer, `!` a private refusal, `?` not understood,
//! - `~` what the message whose button was pressed has become: its buttons, and its text or
//!   its last line.
//!
//! `@name (Label)` presses the newest button of that label, `@name (=data)` one that carries
//! just that, `@name leaves` and `@name returns` are what a platform tells of a member;
//! `@name%place` is in another place of the chat. `=2` goes on in the chat that the platform
//! calls 2 (it is 1 before), `=1>2` is what a platform tells of a chat that is called 2 instead
//! of 1, `=1-` of one that cannot be reached any more, `=1+` of one that can again. `+25h` lets
//! that time pass. Whoever is called `admin` is an admin of the chat. `=1 position` has match 1
//! stand so. `#` begins a comment; in the first line `# Games: registered` brings all registered
//! games, where otherwise there is Senegalese draughts alone, `# Games: toys` the toy games,
//! `# Games: all` both. `KOSTI_SCRIPTS=rewrite` writes the answers anew, to be read before they
//! are committed.

use crate::support::{
    chat::{Chat, Sent, text},
    database,
    toy_game::{senegal_alone, toys, toys_and_registered},
};
use kosti::{
    app::{
        chats,
        command::Command,
        reply::{Press, Reply},
        service::{ChatKey, Verdict, scope_of},
        texts::Lang,
    },
    game::{OptionSet, Seat},
    games::Games,
};
use pretty_assertions::assert_eq;
use sqlx::PgPool;
use std::{fs, path::Path};
use time::Duration;

/// A line of a script.
pub enum Line<'a> {
    /// What was answered.
    Answer,
    /// A comment, or nothing.
    Comment,
    /// What happens.
    Act(Act<'a>),
}

/// What happens in a line.
pub enum Act<'a> {
    /// Time passes.
    Passes(Duration),
    /// A platform tells something of a chat.
    Told(&'a str),
    /// The match of that number stands in that position.
    Stands { number: i32, position: &'a str },
    /// Somebody says or does something in a place.
    Does { name: &'a str, place: &'a str, said: &'a str },
}

/// Reads a line.
pub fn read(line: &str) -> Line<'_> {
    if line.starts_with(MARKS) {
        Line::Answer
    } else if let Some(set) = line.strip_prefix('=') {
        Line::Act(match set.split_once(' ') {
            Some((number, position)) => Act::Stands { number: number.parse().unwrap(), position },
            None => Act::Told(set),
        })
    } else if let Some(time) = line.strip_prefix('+') {
        Line::Act(Act::Passes(read_time(time)))
    } else if let Some(spoken) = line.strip_prefix('@') {
        let (who, said) = spoken.split_once(' ').unwrap();
        let (name, place) = who.split_once('%').unwrap_or((who, "main"));
        Line::Act(Act::Does { name, place, said })
    } else {
        assert!(line.is_empty() || line.starts_with('#'), "{line:?}");
        Line::Comment
    }
}

/// Puts a match into a position.
pub async fn stands(pool: &PgPool, number: i32, position: &str) {
    let sql = "update matches set position = $1 where number = $2";
    sqlx::query(sql).bind(position).bind(number).execute(pool).await.unwrap();
}

async fn run(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/scripts/{name}.txt"));
    let script = fs::read_to_string(&path).unwrap();
    let games = match script.lines().next() {
        Some("# Games: toys") => toys(),
        Some("# Games: all") => toys_and_registered(),
        Some("# Games: registered") => Games::registered(),
        _ => senegal_alone(),
    };
    let mut chat = Chat::on(database::pool().await, games);
    let mut found = String::new();
    let mut presses: Vec<Press> = Vec::new();
    for line in script.lines() {
        let line = match read(line) {
            Line::Answer => continue,
            read => {
                found.push_str(line);
                found.push('\n');
                read
            }
        };
        if let Line::Act(Act::Passes(time)) = line {
            chat.pass(time).await;
        } else if let Line::Act(Act::Stands { number, position }) = line {
            stands(&chat.pool, number, position).await;
        } else if let Line::Act(Act::Told(told)) = line {
            tell(&mut chat, told).await;
        } else if let Line::Act(Act::Does { name, place, said }) = line {
            chat.incoming.reply_to = below(said);
            let answer = chat.does(name, place, command(said, &presses)).await;
            chat.incoming.reply_to = None;
            // Chance is the same in every run.
            chat.fix_seed(3).await;
            if let Some(private) = &answer.private {
                let mark = match answer.verdict {
                    Verdict::Done if private.in_place => '~',
                    Verdict::Done => '>',
                    Verdict::Refused => '!',
                    Verdict::NotUnderstood => '?',
                };
                show(&chat, &mut found, mark, private);
                presses.extend(private.buttons.iter().flatten().cloned());
            }
        }
        for Sent { reply, place, png, gif } in chat.sent() {
            if place != "main" {
                found.push_str(&format!("| in {place}:\n"));
            }
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

/// What a platform tells of chats.
async fn tell(chat: &mut Chat, told: &str) {
    let key = |id: &str| ChatKey { chat_id: id.to_owned(), ..chat.incoming.chat.clone() };
    let (app, now) = (&chat.app, chat.command("nobody", Command::Help).at);
    if let Some((old, new)) = told.split_once('>') {
        chats::moved(app, &chat.incoming.chat.bot(), old, new, now).await.unwrap();
        chat.incoming.chat = key(new);
        let (scope, _) = scope_of(app, &chat.incoming.chat, Lang::En, now).await.unwrap();
        chat.deliver(scope).await;
    } else if let Some(id) = told.strip_suffix('-') {
        chats::gone(app, &key(id), now).await.unwrap();
    } else if let Some(id) = told.strip_suffix('+') {
        chats::back(app, &key(id), now).await.unwrap();
    } else {
        chat.incoming.chat = key(told);
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
pub fn command(said: &str, presses: &[Press]) -> Command {
    if let Some(label) = said.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        if let Some(data) = label.strip_prefix('=') {
            return Command::Press(data.to_owned());
        }
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

/// The message below which a button stands that carries what is made up: one that all can see.
pub fn below(said: &str) -> Option<String> {
    said.starts_with("(=").then(|| "none".to_owned())
}

/// The marks of what is said in return.
const MARKS: [char; 5] = ['|', '>', '!', '?', '~'];

/// A word, without what is drawn anew in each run.
pub fn masked(word: &str) -> String {
    let hex = word.trim_end_matches(['.', ':']);
    let is_hex = hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { word.replace(hex, "64_HEX_DIGITS") } else { word.to_owned() }
}

fn show(chat: &Chat, out: &mut String, mark: char, reply: &Reply) {
    for line in text(reply).lines() {
        let line = line.split(' ').map(masked).collect::<Vec<_>>().join(" ");
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
        // A picture for one shows what that one may see.
        let viewer = picture.viewer.map(|n| if n == 1 { Seat::First } else { Seat::Second });
        if viewer.is_some() {
            position = position.hide(viewer);
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
    ($($name:ident)+; $($own:ident)+) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            run(stringify!($name)).await;
        })+

        $(#[tokio::test(flavor = "multi_thread")]
        async fn $own() {
            run(stringify!($own)).await;
        })+

        /// The same on Telegram.
        mod telegram {
            use crate::parity;

            $(#[tokio::test]
            async fn $name() {
                parity::run::<parity::telegram::OnTelegram>(stringify!($name)).await;
            })+
        }

        /// The same on Discord.
        mod discord {
            use crate::parity;

            $(#[tokio::test]
            async fn $name() {
                parity::run::<parity::discord::OnDiscord>(stringify!($name)).await;
            })+
        }

        #[test]
        fn every_script_is_run() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
            let mut found: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
                .collect();
            found.sort();
            let mut known = vec![$(stringify!($name),)+ $(stringify!($own)),+];
            known.sort();
            assert_eq!(found, known);
        }
    };
}

// The last are of what Telegram tells by itself: tests/telegram/published.rs.
scripts! {
    absence ashtarashki boards caps career challenges chance choice clocks drops emir ends forget languages lists
    many moves names nudges offers picker places rematches replays sausage series settings several shemshesh
    usage variants;
    chats
}

/// The literal pieces of every form of a sentence.
fn forms(pattern: &[&str]) -> Vec<Vec<String>> {
    let chosen: Vec<&str> = pattern
        .iter()
        .filter_map(|line| line.trim_start().trim_start_matches('*').strip_prefix('['))
        .filter_map(|line| line.split_once("] ").map(|(_, form)| form))
        .collect();
    let lines = if chosen.is_empty() { pattern[..1].to_vec() } else { chosen };
    let pieces = |line: &str| -> Vec<String> {
        let literal = line.split(['{', '}']).step_by(2);
        literal.filter(|piece| !piece.trim().is_empty()).map(str::to_owned).collect()
    };
    lines.into_iter().map(pieces).collect()
}

/// Sentences that no script brings about, and where they are tested, or why they cannot be.
const ELSEWHERE: [&str; 18] = [
    // tests/hands.rs
    "hands-unreached",
    // tests/pace.rs
    "too-many-commands",
    // tests/threads.rs
    "match-opened",
    // tests/discord/guests.rs
    "guest-no-clock",
    // These commands take whatever comes.
    "usage-help",
    "usage-settings",
    // A match that does not count is told in a sentence of its own.
    "reason-void",
    // What only a platform can bring about: tests/telegram.
    "pointed-bot",
    "pointed-masked",
    "masked",
    "dropped-admins",
    "welcome",
    "no-right-to-files",
    "press-later",
    // Where there are more buttons than fit: tests/composing.rs.
    "press-more",
    // It would take dice that are not fair.
    "dice-fit-rare",
    // A place takes a dozen games: tests/boards.rs.
    "career-rating",
    "rating-row-unnamed",
];

/// Every sentence of the application is said in some script, in one of its forms.
#[test]
fn every_sentence_is_said_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut said = Vec::new();
    for entry in fs::read_dir(root.join("tests/scripts")).unwrap() {
        let script = fs::read_to_string(entry.unwrap().path()).unwrap();
        said.extend(script.lines().filter(|line| line.starts_with(MARKS)).map(str::to_owned));
    }
    let heard = |pieces: &Vec<String>| {
        said.iter().any(|line| {
            let mut rest = line.as_str();
            pieces.iter().all(|piece| match rest.split_once(piece.trim()) {
                Some((_, behind)) => {
                    rest = behind;
                    true
                }
                None => false,
            })
        })
    };
    let source = fs::read_to_string(root.join("config/locales/en/kosti.ftl")).unwrap();
    let lines: Vec<&str> = source.lines().collect();
    let mut unsaid = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((key, first)) = line.split_once(" =") else { continue };
        // The console has tests of its own.
        // And what only platforms say: tests/telegram, tests/discord.
        let elsewhere = ["console-", "menu-", "option-", "choice-", "telegram-", "discord-"];
        if !key.starts_with(|c: char| c.is_ascii_lowercase())
            || elsewhere.iter().any(|start| key.starts_with(start))
        {
            continue;
        }
        let mut pattern: Vec<&str> = vec![first.trim()];
        pattern.extend(lines[at + 1..].iter().take_while(|line| line.starts_with("    ")));
        pattern.retain(|line| !line.trim().is_empty());
        if !ELSEWHERE.contains(&key) && !forms(&pattern).iter().any(heard) {
            unsaid.push(key);
        }
    }
    assert!(unsaid.is_empty(), "{unsaid:?}");
}
