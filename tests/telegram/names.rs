//! Hostile names: whatever people are called, a client makes nothing of it but a name, and
//! calls nobody but who is meant.

use super::{linked, seen, told};
use crate::support::{
    fake_telegram::{Line, Message, Status},
    served::Served,
};
use kosti::app::names::shown;
use pretty_assertions::assert_eq;
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use teloxide::types::UserId;
use time::Duration;

/// The longest text and the longest caption.
const TEXT: usize = 4096;
const CAPTION: usize = 1024;

/// Two people with such names, and somebody who is called like a name of theirs.
struct Hostile {
    served: Served,
    names: [String; 2],
    players: [UserId; 2],
    bystander: UserId,
}

impl Hostile {
    async fn new() -> Self {
        let served = Served::new().await;
        let players = ["one", "two"].map(|name| served.person(name));
        let bystander = served.fake.user_with("By", |user| {
            user.username = Some("bystander".to_owned());
        });
        served.fake.becomes(served.group, bystander, Status::Member);
        let names = ["one", "two"].map(str::to_owned);
        Hostile { served, names, players, bystander }
    }

    /// Calls the two by these first and last names.
    fn call(&mut self, names: [(&str, Option<&str>); 2]) {
        for (at, (first, last)) in names.into_iter().enumerate() {
            self.served.fake.renames(self.players[at], |user| {
                user.first_name = first.to_owned();
                user.last_name = last.map(str::to_owned);
            });
            let full = last.map_or_else(|| first.to_owned(), |last| format!("{first} {last}"));
            // Telegram does not show lines and rings through and over letters.
            self.names[at] = shown(&full).replace(['\u{30a}', '\u{333}', '\u{33f}'], "");
        }
    }

    /// What is said in return, checked; the words of `commands` may be clickable in it.
    async fn says(&self, who: usize, text: &str, commands: &[&str]) -> Vec<Message> {
        let news = self.served.tell(self.players[who], text).await;
        assert!(!news.is_empty(), "{text} by {:?} is not answered", self.names[who]);
        for message in &news {
            self.check(message, commands);
        }
        news
    }

    fn check(&self, message: &Message, commands: &[&str]) {
        let text = message.plain();
        let longest = if message.file.is_some() { CAPTION } else { TEXT };
        assert!(text.encode_utf16().count() <= longest, "{text}");
        for (kind, part) in linked(message) {
            match kind {
                "bot_command" => assert!(commands.contains(&&*part), "{part} in {text:?}"),
                "text_mention" => {
                    let called = part.strip_prefix('@').unwrap();
                    assert!(self.names.iter().any(|name| name == called), "{part} in {text:?}");
                }
                other => panic!("{part} is a {other} in {text:?}"),
            }
        }
        assert!(!message.notified.contains(&self.bystander), "{text:?}");
        let two = message.notified.iter().all(|user| self.players.contains(user));
        assert!(two && message.notified.len() <= 1, "{text:?}");
    }

    /// A challenge of the first to the second, taken back.
    async fn challenge(&self, number: usize) {
        let [one, two] = self.players;
        let news = self.served.hear(self.served.challenge(one, two)).await;
        assert_eq!(news.len(), 1);
        self.check(&news[0], &["/accept", "/decline"]);
        assert_eq!(news[0].notified, [two]);
        let [first, second] = &self.names;
        assert_eq!(told(&news)[0], format!("{first} challenges @{second}: Senegalese draughts."));
        let line = format!("/cancel {number}");
        let news = self.says(0, &line, &[]).await;
        assert_eq!(told(&news), [format!("{first} withdraws the challenge.")]);
    }
}

/// A game from the challenge to the lists in which it stands.
async fn game(hostile: &Hostile, number: usize) {
    let served = &hostile.served;
    let [one, two] = hostile.players;
    let challenge = served.hear(served.challenge(one, two)).await.remove(0);
    hostile.check(&challenge, &["/accept", "/decline"]);
    let (_, news) = served.tap(two, &challenge, "Accept").await;
    hostile.check(&news[0], &[]);
    assert_eq!(news[0].notified, [one]);
    let board = hostile.says(0, &format!("/move #{number} d2-d3"), &[]).await;
    assert_eq!(board[0].notified, [two]);
    assert!(board[0].file.is_some());
    hostile.says(0, &format!("/move #{number} d2-d3"), &[]).await;
    served.pass(Duration::seconds(11)).await;
    hostile.says(1, &format!("/move #{number} d4:d2"), &[]).await;
    for text in ["/games", "/board", "/moves", "/vs"] {
        hostile.says(0, text, &["/vs", "/play"]).await;
        served.pass(Duration::seconds(11)).await;
    }
    let offer = hostile.says(1, &format!("/draw {number}"), &["/accept", "/decline"]).await;
    let (_, news) = served.tap(one, &offer[0], "No").await;
    hostile.check(&news[0], &[]);
    hostile.says(1, &format!("/resign {number} yes"), &[]).await;
    for text in ["/top", "/top week", "/rank", "/history", "/record", "/replay", "/settings"] {
        hostile.says(0, text, &["/settings", "/notify", "/theme"]).await;
    }
    served.pass(Duration::seconds(11)).await;
}

#[tokio::test]
async fn hostile_names_are_names_through_a_whole_game() {
    let marks = format!("Z{}", "\u{336}\u{353}\u{300}".repeat(3334));
    let long = "𝓛ong👨‍👩‍👧‍👦 name".repeat(8);
    let [first, last] =
        [&long[..], &long[..]].map(|name| name.chars().take(64).collect::<String>());
    let (wide, commands) = ("W".repeat(64), "/a".repeat(32));
    let names: Vec<[(&str, Option<&str>); 2]> = vec![
        [("*bold* _italic_ `code`", None), ("[link](tg://user?id=1)", Some("||spoiler||"))],
        [
            ("<b>html</b><a href='https://evil.example.com'>x</a>", None),
            ("&lt;&amp;", Some(">quote")),
        ],
        [("@bystander", None), ("x @bystander", Some("@bystander"))],
        [("bystander", None), ("bystander@bystander", Some(".com"))],
        [("/resign", Some("yes")), ("/forget@kosti_bot", Some("/cancel 1 yes"))],
        [("#hashtag", Some("$USD")), ("#1", Some("#хештег"))],
        [("https://evil.com/x?y=z", None), ("evil.com", Some("пример.рф"))],
        [("t.me/joinchat", Some("t.me/+abc")), ("tg://resolve?domain=x", Some("a@evil.com"))],
        [("\u{202e}evil\u{202d}", Some("\u{2066}x\u{2069}")), ("محمد", Some("בן דוד /resign"))],
        [("\u{200b}\u{200d}\u{feff}", None), ("a\u{200b}b", Some("\u{2060}"))],
        [(&marks, None), ("ẑ\u{30a}\u{333}\u{33f}", Some("e\u{301}"))],
        [("👨‍👩‍👧‍👦🏳️‍🌈", Some("🇺🇦🇫🇷")), ("😀", Some("👍🏽"))],
        [
            ("new\nline", Some("tab\tand\rreturn")),
            ("\u{2028}\u{2029}", Some("\u{0}\u{7}\u{1b}[31m")),
        ],
        [("   ", None), ("\u{3164}", Some("   "))],
        [("Anna", Some("")), ("", Some("Last"))],
        [(&first, Some(&last)), (&wide, Some(&commands))],
        [("{ $name }", Some("{-term}")), ("\u{e000}0\u{e001}", Some("%s"))],
    ];
    let mut hostile = Hostile::new().await;
    for (at, names) in names.into_iter().enumerate() {
        hostile.call(names);
        game(&hostile, at + 1).await;
    }
    hostile.served.fake.finish();
}

/// Names that are put together at random of what is dangerous.
fn name() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "@",
        "/",
        "#",
        "$",
        ".",
        ":",
        "//",
        "https://",
        "tg://",
        "t.me/",
        "www.",
        ".com",
        ".рф",
        "bystander",
        "resign",
        "forget@kosti_bot",
        "USD",
        "a",
        "я",
        "ع",
        "1",
        "_",
        " ",
        "\n",
        "😀",
        "\u{301}",
        "\u{200b}",
        "\u{202e}",
        "\u{2060}",
        "\u{e000}",
        "*",
        "`",
        "[x](y)",
        "<b>",
        "&",
        "\\",
        "-",
        "ß",
        "İ",
        "🇫🇷",
    ]);
    prop::collection::vec(piece, 1..24).prop_map(|pieces| pieces.concat())
}

#[tokio::test]
async fn names_at_random_are_names() {
    let mut hostile = Hostile::new().await;
    let mut runner = TestRunner::deterministic();
    for number in 1..=48 {
        let names = [name(), name()].map(|name| name.new_tree(&mut runner).unwrap().current());
        hostile.call([(&names[0], None), (&names[1], None)]);
        // Two that cannot be told apart are one to nobody: both are meant by their ids.
        hostile.challenge(number).await;
    }
    hostile.served.fake.finish();
}

/// What is typed behind the `@` of a challenge stands in the answer, but calls nobody and
/// leads nowhere unless it is a name that Telegram gives.
#[tokio::test]
async fn nothing_but_a_username_is_called() {
    let hostile = Hostile::new().await;
    let served = &hostile.served;
    for (number, (typed, shown_as)) in [
        ("@https://evil.com/x", "https://evil.com/x"),
        ("@evil.com", "evil.com"),
        ("@@bystander", "@bystander"),
        ("@/resign", "/resign"),
        ("@x@bystander", "x@bystander"),
        ("@#tag", "#tag"),
        ("@имя", "имя"),
    ]
    .into_iter()
    .enumerate()
    {
        let line = format!("/play senegal {typed}");
        let news = hostile.says(0, &line, &["/accept", "/decline"]).await;
        let first = format!("one challenges @{shown_as}: Senegalese draughts.");
        assert_eq!(told(&news)[0], first);
        assert!(news[0].notified.is_empty());
        served.tell(hostile.players[0], &format!("/cancel {}", number + 1)).await;
    }
    // A name is called as it is.
    let news = served.tell(hostile.players[0], "/play senegal @bystander").await;
    assert_eq!(news[0].notified, [hostile.bystander]);
    hostile.served.fake.finish();
}

/// Boards that wait are told by one; what does not fit under a picture is told by two, and
/// each says in its last line who is to move.
#[tokio::test]
async fn a_caption_is_never_too_long() {
    let mut hostile = Hostile::new().await;
    let long = ["/a.b@c:/#d".repeat(6), "@x/y".repeat(16)];
    hostile.call([(&long[0], Some(&long[1])), (&long[1], Some(&long[0]))]);
    let served = &hostile.served;
    served.begin(hostile.players[0], hostile.players[1]).await;
    let moves = [
        "d2-d3", "d4:d2", "d1:d3", "e4-d4", "e2-d2", "f4-e4", "c1-d1", "e4:e2", "e1:e3", "e5-e4",
        "e3:e5", "f5-f4", "f3:f5", "b3-c3", "d3:b3",
    ];
    served.news();
    // All of them come before anything can be sent.
    for (at, action) in moves.into_iter().enumerate() {
        let line = format!("/move {action}");
        served.fake.say(Line::new(served.group, hostile.players[at % 2], &line));
    }
    served.settle().await;
    let news = served.news();
    assert!((2..8).contains(&news.len()), "{}", news.len());
    let mut played = Vec::new();
    for message in &news {
        hostile.check(message, &[]);
        let text = seen(message.plain());
        let (moves, status) = text.rsplit_once('\n').unwrap();
        assert!(status.starts_with("#1: @") && status.ends_with(" to move."), "{status}");
        played.extend(moves.lines().map(|line| line.rsplit_once(": ").unwrap().1.to_owned()));
    }
    assert_eq!(played, moves);
    hostile.served.fake.finish();
}
