//! The console as it is to somebody who sits at a terminal.

use crate::support::{
    database,
    terminal::{Screen, Terminal},
};
use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Stdio},
};

/// Somebody at a console.
struct Person<'a> {
    name: &'a str,
    lang: &'a str,
    url: &'a str,
    data: &'a Path,
}

impl Person<'_> {
    /// The console's command in a terminal of that name and nothing else.
    fn command(&self, term: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kosti"));
        command
            .env_clear()
            .env("TERM", term)
            .env("USER", self.name)
            .env("KOSTI_DATABASE_URL", self.url)
            .args(["play", "--lang", self.lang, "--data"])
            .arg(self.data);
        command
    }

    /// A terminal of ordinary abilities, without hints, so that a line is what was typed.
    fn sits_down(&self, columns: usize) -> Terminal {
        let mut command = self.command("xterm-256color");
        command.env("NO_COLOR", "1");
        let mut terminal = Terminal::start(command, columns, 24);
        terminal.wait_line(&format!("{}>", self.name));
        terminal
    }
}

/// Lets people speak in a console of its own.
fn say(url: &str, data: &Path, lines: &str) {
    let script = data.join("script.txt");
    fs::write(&script, lines).unwrap();
    let person = Person { name: "carol", lang: "en", url, data };
    let mut command = person.command("dumb");
    let status = command.arg("--script").arg(&script).stdout(Stdio::null()).status().unwrap();
    assert!(status.success());
}

/// Begins a match of Anna (White) and Boris.
fn begin(url: &str, data: &Path) {
    say(url, data, "@anna /play senegal @boris\n@boris /accept\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_completed_recalled_and_kept() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    let anna = Person { name: "anna", lang: "en", url: &url, data: data.path() };
    let mut terminal = anna.sits_down(80);
    terminal.type_in("/pl\t");
    terminal.wait_line("anna> /play");
    terminal.type_in("se\t@boris\r");
    terminal.wait_text("/accept 1 – let's play");
    terminal.wait_line("anna>");
    // He has not spoken yet, but is known by the challenge.
    terminal.type_in("@b\t/acc\t");
    terminal.wait_line("anna> @boris /accept");
    terminal.type_in("\r");
    terminal.wait_text("5 ● ● ● ● ● ●\n4 ● ● ● ● ● ●\n3 ● ● · · ○ ○\n");
    terminal.wait_line("anna>");
    // Of all the moves one begins so.
    terminal.type_in("d\t");
    terminal.wait_line("anna> d2-d3");
    terminal.type_in("\r");
    terminal.wait_text("#1: @boris (Black) to move.");
    terminal.wait_line("anna>");
    terminal.type_in("\u{1b}[A");
    terminal.wait_line("anna> d2-d3");
    terminal.type_in("\u{1b}[A\u{1b}[A");
    terminal.wait_line("anna> /play senegal @boris");
    // Several at once: pasted, or typed ahead.
    terminal.type_in("\u{15}\u{1b}[200~/as boris\n@boris /m\u{1b}[201~");
    terminal.wait_text("/as boris\n@boris /m\n");
    terminal.type_in(" d4\t\r/as anna\r/lang\r");
    terminal.wait_text("boris: d4:d2\n");
    terminal.wait_text("Which language: ru or en?\n");
    terminal.wait_line("anna>");
    // What no terminal of today sends is told, and nothing is lost for it.
    terminal.type_bytes(b"d1\xff");
    terminal.wait_text("the terminal has to send UTF-8.\n");
    terminal.wait_line("anna>");
    // What can be listed is listed, and the line is still there.
    terminal.type_in("@boris /mo\t");
    terminal.wait_text("/move   /moves\n");
    terminal.wait_line("anna> @boris /move");
    terminal.type_in("s\r");
    terminal.wait_text("One legal move: d1:d3\n");
    terminal.wait_line("anna>");
    terminal.type_in("\u{4}");
    assert_eq!(terminal.end().code(), Some(0));
    assert!(terminal.is_as_before());
    assert!(!String::from_utf8_lossy(&terminal.raw).contains("\u{1b}[0;"), "no colours");

    let history = data.path().join("history");
    assert_eq!(fs::metadata(&history).unwrap().permissions().mode() & 0o777, 0o600);
    let wanted = "/play senegal @boris\n@boris /accept\nd2-d3\n/as boris\n@boris /m d4:d2\n\
                  /as anna\n/lang\n@boris /moves\n";
    assert_eq!(fs::read_to_string(&history).unwrap(), wanted);
    // The next run knows it.
    let mut terminal = anna.sits_down(80);
    terminal.type_in("\u{1b}[A");
    terminal.wait_line("anna> @boris /moves");
    terminal.type_in("\u{3}");
    assert_eq!(terminal.end().code(), Some(128 + 2));
    assert!(terminal.is_as_before());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_survives_what_others_say() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    begin(&url, data.path());
    let mut anna = Person { name: "anna", lang: "en", url: &url, data: data.path() }.sits_down(40);
    let mut boris =
        Person { name: "boris", lang: "en", url: &url, data: data.path() }.sits_down(80);
    // It takes two rows, and the cursor stands in the middle of a word.
    let half = "anna> /play senegal @Борис Борисович 日本語 to 5";
    anna.type_in(half.strip_prefix("anna> ").unwrap());
    anna.wait_line(half);
    boris.type_in("@anna d2-d3\r");
    boris.wait_text("#1: @boris (Black) to move.");
    let board = "\n5 ● ● ● ● ● ●\n4 ● ● ● ● ● ●\n3 ● ● · ○ ○ ○\n2 ○ ○ ○ · ○ ○\n1 ○ ○ ○ ○ ○ ○\n  a b c d e f\n";
    anna.wait_text("anna: d2-d3\n#1: @boris (Black) to move.\n");
    anna.wait_line(half);
    let shown = |screen: &Screen| screen.text().matches(board).count();
    assert_eq!(shown(&anna.screen), 1);
    assert_eq!(anna.screen.text().matches("Борисович").count(), 1, "{}", anna.screen.text());
    // Others can be told of more than once, and the line can be gone on with.
    boris.wait_line("boris>");
    boris.type_in("d4\t\r");
    anna.wait_text("boris: d4:d2\n");
    anna.wait_line(half);
    anna.type_in("0\u{1}/rules \u{b}");
    anna.wait_line("anna> /rules");
    anna.type_in("\u{19}");
    anna.wait_line(&half.replace("anna> ", "anna> /rules ").replace("to 5", "to 50"));
    anna.type_in("\u{15}\u{4}");
    assert_eq!(anna.end().code(), Some(0));
    boris.wait_line("boris>");
    boris.type_in("/quit\r");
    assert_eq!(boris.end().code(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_is_left_as_it_was() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    let anna = Person { name: "anna", lang: "en", url: &url, data: data.path() };
    for (signal, code) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
        let mut terminal = anna.sits_down(80);
        terminal.type_in("half a li");
        terminal.wait_line("anna> half a li");
        assert!(!terminal.is_as_before());
        let status = Command::new("kill").args([&format!("-{signal}"), &terminal.id()]).status();
        assert!(status.unwrap().success());
        assert_eq!(terminal.end().code(), Some(128 + code), "{signal}");
        assert!(terminal.is_as_before(), "{signal}");
        let raw = String::from_utf8_lossy(&terminal.raw);
        let paste = raw.rfind("\u{1b}[?2004l") > raw.rfind("\u{1b}[?2004h");
        assert!(paste, "{signal}: a paste is no longer marked");
        assert_eq!(terminal.screen.line(), "", "{signal}: the shell begins a new line");
    }
    let mut terminal = anna.sits_down(80);
    terminal.type_in("half a li");
    terminal.wait_line("anna> half a li");
    assert!(terminal.close().code().is_some(), "a closed window is no crash");
}

/// The pictures among the strings that a terminal got: kitty's, or iTerm2's.
fn pictures(strings: &[String]) -> Vec<Vec<u8>> {
    let mut data = Vec::new();
    for string in strings {
        if let Some(sequence) = string.strip_prefix("_G") {
            let (keys, chunk) = sequence.split_once(';').unwrap();
            if keys.contains("a=T") {
                assert!(keys.contains("f=100") && keys.contains("q=2"), "{keys}");
                data.push(String::new());
            }
            data.last_mut().unwrap().push_str(chunk);
        } else {
            let file = string.strip_prefix("]1337;File=").unwrap();
            let (keys, whole) = file.split_once(':').unwrap();
            assert!(keys.contains("inline=1"), "{keys}");
            data.push(whole.to_owned());
        }
    }
    data.iter().map(|text| base64(text)).collect()
}

/// Reads base64 by its table (RFC 4648).
fn base64(text: &str) -> Vec<u8> {
    const TABLE: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0_u32, 0);
    for digit in text.trim_end_matches('=').chars() {
        bits = bits << 6 | u32::try_from(TABLE.find(digit).unwrap()).unwrap();
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 0xff) as u8);
        }
    }
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_seen_where_the_terminal_shows_them() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    begin(&url, data.path());
    let anna = Person { name: "anna", lang: "en", url: &url, data: data.path() };
    let kept = fs::read(data.path().join("pictures/senegal-1-000.png")).unwrap();
    let program = |name| ("TERM_PROGRAM", name);
    for (term, variable, option, seen) in [
        ("xterm-kitty", program(""), "auto", true),
        ("xterm-256color", program("iTerm.app"), "auto", true),
        ("xterm-256color", program(""), "kitty", true),
        ("xterm-256color", program(""), "iterm", true),
        ("xterm-kitty", program(""), "none", false),
        ("xterm-kitty", ("TMUX", "/tmp/tmux,1,0"), "auto", false),
        ("xterm-256color", program(""), "auto", false),
    ] {
        let mut command = anna.command(term);
        command.env(variable.0, variable.1).args(["--pictures", option]);
        let mut terminal = Terminal::start(command, 80, 24);
        terminal.wait_line("anna>");
        terminal.type_in("/board\r");
        terminal.wait_text("#1: @anna (White) to move.");
        terminal.wait_line("anna>");
        terminal.type_in("\u{4}");
        assert_eq!(terminal.end().code(), Some(0));
        let found = pictures(&terminal.screen.strings);
        let text = terminal.screen.text();
        let what = format!("{term} {variable:?} {option}");
        assert!(found == if seen { vec![kept.clone()] } else { Vec::new() }, "{what}");
        assert_eq!(text.contains("5 ● ● ● ● ● ●"), !seen, "{what}");
        assert_eq!(text.contains("senegal-1-000.png"), !seen, "{what}");
    }
    // Never but at a terminal.
    let script = data.path().join("script.txt");
    fs::write(&script, "@anna /board\n").unwrap();
    let mut command = anna.command("xterm-kitty");
    command.args(["--pictures", "kitty", "--script"]).arg(&script);
    let out = command.output().unwrap();
    assert!(out.status.success() && !out.stdout.contains(&0x1b));
}

#[tokio::test(flavor = "multi_thread")]
async fn colours_are_for_terminals_that_have_them() {
    let url = database::url().await;
    let data = tempfile::tempdir().unwrap();
    begin(&url, data.path());
    let anna = Person { name: "anna", lang: "en", url: &url, data: data.path() };
    let mut terminal = Terminal::start(anna.command("xterm-256color"), 80, 24);
    terminal.wait_line("anna>");
    terminal.type_in("d");
    // The only way to go on is shown behind the cursor, and taken by the arrow.
    terminal.wait_text("anna> d2-d3");
    assert_eq!(terminal.screen.line(), "");
    terminal.type_in("\u{1b}[C");
    terminal.wait_line("anna> d2-d3");
    terminal.type_in("\r");
    terminal.wait_text("anna: d2-d3\n");
    terminal.wait_line("anna>");
    terminal.type_in("\u{4}");
    assert_eq!(terminal.end().code(), Some(0));
    let raw = String::from_utf8_lossy(&terminal.raw);
    assert!(raw.contains("\u{1b}[1m@boris\u{1b}[0m"), "{raw:?}");

    // One that cannot move its cursor is asked and told, and no more.
    let mut terminal = Terminal::start(anna.command("dumb"), 80, 24);
    terminal.wait_line("anna>");
    terminal.type_in("/games\n");
    terminal.wait_text("anna – boris, boris to move");
    terminal.wait_line("anna>");
    say(&url, data.path(), "@boris d4:d2\n");
    terminal.wait_text("anna>\nboris: d4:d2\n#1: @anna (White) to move.\n\n5 ● ● ● ● ● ●\n");
    terminal.wait_line("anna>");
    terminal.type_in("\u{4}");
    assert_eq!(terminal.end().code(), Some(0));
    assert!(!terminal.raw.contains(&0x1b));
}
