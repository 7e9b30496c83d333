//! `docs/commands.md` says what the commands are. It is made of what the program knows;
//! `KOSTI_DOCS=rewrite` writes it anew.

use clap::{Command, CommandFactory as _};
use kosti::{
    app::{
        command::{MEANINGS, OTHER_WORDS, OWN_SETTINGS, SETTINGS, WORDS},
        texts::{Lang, Texts},
    },
    chat::discord,
    cli::Options,
    game::Message,
    games::Games,
};
use pretty_assertions::assert_eq;
use std::{fmt::Write as _, fs, path::Path};

/// What stands around the tables, in a language.
struct Frame {
    lang: Lang,
    head: &'static str,
    columns: &'static str,
    settings: &'static str,
    friend: &'static str,
    setting_columns: &'static str,
}

const FRAMES: [Frame; 2] = [
    Frame {
        lang: Lang::En,
        head: "## In chats\n\nOn Telegram, on Discord and in the terminal. Words for a command \
               that mean the same stand together; on Discord the first one is listed, with the \
               options of the last column, of which those with `*` must be filled in.",
        columns: "| command | does | how it is typed | on Discord |",
        settings: "Settings of a chat, and one's own: `/settings NAME VALUE`.",
        friend: "@friend",
        setting_columns: "| setting | how it is typed |",
    },
    Frame {
        lang: Lang::Ru,
        head: "## В чатах\n\nВ Telegram, в Discord и в терминале. Слова одной команды стоят \
               вместе; в Discord есть первое из них, с полями из последнего столбца, из которых \
               поля с `*` обязательны.",
        columns: "| команда | что делает | как писать | в Discord |",
        settings: "Настройки чата и свои: `/settings ИМЯ ЗНАЧЕНИЕ`.",
        friend: "@друг",
        setting_columns: "| настройка | как писать |",
    },
];

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', "<br>")
}

fn chats(texts: &Texts, frame: &Frame) -> String {
    let say = |key: String| {
        assert!(texts.has(frame.lang, &key), "{key}");
        cell(&texts.plain(frame.lang, &Message::new(key)))
    };
    let mut text = format!("{}\n\n{}\n| --- | --- | --- | --- |\n", frame.head, frame.columns);
    for word in WORDS {
        let others = OTHER_WORDS.iter().filter(|(_, meant)| *meant == word);
        let words: Vec<String> = std::iter::once(word)
            .chain(others.map(|(other, _)| *other))
            .map(|word| format!("`/{word}`"))
            .collect();
        let options: Vec<String> = discord::options_of(word)
            .into_iter()
            .map(|(name, must)| format!("`{name}`{}", if must { "*" } else { "" }))
            .collect();
        let (does, typed) = (say(format!("menu-{word}")), say(format!("usage-{word}")));
        let (words, options) = (words.join(" "), options.join(" "));
        writeln!(text, "| {words} | {does} | {typed} | {options} |").unwrap();
    }
    write!(text, "\n{}\n\n{}\n| --- | --- |\n", frame.settings, frame.setting_columns).unwrap();
    for name in SETTINGS.into_iter().chain(OWN_SETTINGS) {
        let typed = match name {
            "language" => say("usage-lang".to_owned()),
            "block" | "unblock" => format!("`/settings {name} {}`", frame.friend),
            _ => say(format!("usage-setting-{name}")),
        };
        writeln!(text, "| `{name}` | {typed} |").unwrap();
    }
    text
}

/// The help of a command and of those below it.
fn help(text: &mut String, command: &mut Command, path: &str) {
    let path = format!("{path}{}", command.get_name());
    let said = command.render_long_help().to_string();
    let lines: Vec<&str> = said.lines().map(str::trim_end).collect();
    write!(text, "\n### {path}\n\n```text\n{}\n```\n", lines.join("\n").trim_end()).unwrap();
    for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
        help(text, below, &format!("{path} "));
    }
}

/// Without what the environment of the test has, and as wide on every machine.
fn steady(command: Command) -> Command {
    let command = command.term_width(98).mut_args(|argument| argument.hide_env_values(true));
    command.mut_subcommands(steady)
}

fn whole() -> String {
    let texts = Texts::new(Games::registered()).unwrap();
    let mut text = "# Commands\n\nWhat the program says itself: a test compares this page, and \
                    `KOSTI_DOCS=rewrite cargo test --test all commands::` writes it anew.\n\n"
        .to_owned();
    for frame in &FRAMES {
        text += &chats(&texts, frame);
        text.push('\n');
    }
    text += "## Words\n\nWords that mean the same wherever a command takes one of them, in both \
             languages:\n\n";
    for words in MEANINGS {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        writeln!(text, "- {}", words.join(", ")).unwrap();
    }
    text += "\n## The program\n";
    let mut program = steady(Options::command());
    program.build();
    help(&mut text, &mut program, "");
    text
}

#[test]
fn the_page_of_commands_says_what_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
    let whole = whole();
    if std::env::var("KOSTI_DOCS").is_ok_and(|what| what == "rewrite") {
        fs::write(&path, &whole).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(stored, whole, "KOSTI_DOCS=rewrite writes docs/commands.md anew");
}
