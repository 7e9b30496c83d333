//! Hostile names: whatever people are called, a client makes nothing of it but a name, and
//! nobody is called but who is to move.

use super::seen::seen;
use crate::support::{
    fake_discord::Message,
    served_discord::{ServedDiscord, Told},
};
use kosti::app::names::shown;
use pretty_assertions::assert_eq;
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use serde_json::json;
use serenity::model::id::{ChannelId, UserId};
use time::Duration;

/// The most characters of a message and of a box below it.
const CONTENT: usize = 2000;
const EMBED: usize = 4096;

/// Two people with such names, and somebody who must not be called.
struct Hostile {
    served: ServedDiscord,
    main: ChannelId,
    players: [UserId; 2],
    bystander: UserId,
    /// What the two are called by the bot, and by Discord where it makes mentions.
    names: [(String, String); 2],
    calls: usize,
}

impl Hostile {
    async fn new() -> Self {
        let served = ServedDiscord::new().await;
        let main = served.channel("main");
        let players = ["one", "two"].map(|name| served.person(name));
        let bystander = served.person("bystander");
        // Whoever called everybody would reach everybody.
        served.fake.permits(main, |rights| rights.mention_everyone = true);
        let names = ["one", "two"].map(|name| (name.to_owned(), name.to_owned()));
        Hostile { served, main, players, bystander, names, calls: 0 }
    }

    /// Calls the two so: everywhere, or only in this server.
    fn call(&mut self, names: [&str; 2], in_server: bool) {
        let (fake, guild) = (&self.served.fake, self.served.guild);
        for (at, name) in names.into_iter().enumerate() {
            let user = self.players[at];
            fake.nick(guild, user, in_server.then_some(name));
            if !in_server {
                fake.changes_user(user, |user| {
                    user.global_name = Some(name.to_owned());
                    user.username = name.to_owned();
                });
            }
            self.names[at] = (shown(name), name.to_owned());
        }
    }

    /// Checks what comes of a command.
    async fn says(&mut self, who: usize, line: &str) -> Told {
        let told = self.served.asks(self.players[who], self.main, line).await;
        self.check(&told, line);
        told
    }

    async fn presses(&mut self, who: usize, message: &Message, button: &str) -> Told {
        let told = self.served.taps(self.players[who], message, button).await;
        self.check(&told, button);
        told
    }

    fn check(&mut self, told: &Told, said: &str) {
        assert!(!told.alone.is_empty() || !told.news.is_empty(), "{said} is not answered");
        for message in told.news.iter().chain(&told.alone) {
            self.check_message(message, said);
        }
        self.check_calls();
    }

    fn check_message(&self, message: &Message, said: &str) {
        let boxed: Vec<&str> =
            message.embeds.iter().map(|embed| embed.description.as_str()).collect();
        for (text, most) in [(message.content.as_str(), CONTENT)]
            .into_iter()
            .chain(boxed.iter().map(|boxed| (*boxed, EMBED)))
        {
            assert!(text.encode_utf16().count() <= most, "{said}: {text}");
            let alone = Message { content: text.to_owned(), ..message.clone() };
            assert_eq!(alone.links(), [""; 0], "{said}: {text:?}");
            self.check_markup(text);
        }
        let meant = |user: &UserId| self.players.contains(user);
        assert!(message.notified.iter().all(meant), "{said}: {message:?}");
        assert!(message.notified.len() <= 1, "{said}: {message:?}");
        assert!(!message.mentions.contains(&self.bystander), "{said}: {message:?}");
    }

    /// Outside of boxes of code every mark that a client would make something of is escaped,
    /// but for the mentions of the two.
    fn check_markup(&self, text: &str) {
        let ours = self.players.map(|user| format!("<@{user}>"));
        for (at, part) in text.split("```").enumerate() {
            if at % 2 == 1 {
                continue;
            }
            let part = ours.iter().fold(part.to_owned(), |part, ours| part.replace(ours, ""));
            let mut letters = part.chars().peekable();
            while let Some(letter) = letters.next() {
                match letter {
                    '\\' => drop(letters.next()),
                    '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' => {
                        panic!("{letter} is bare in {text:?}")
                    }
                    '@' => {
                        let next = letters.peek().copied().unwrap_or(' ');
                        assert!(!next.is_alphanumeric(), "@{next} calls in {text:?}");
                    }
                    _ => {}
                }
            }
            for address in ["://e", "discord.gg/", "www.e"] {
                assert!(!part.contains(address), "{address} in {text:?}");
            }
        }
    }

    /// No call of the bot lets a text call anybody by itself; what is changed has to say so anew.
    fn check_calls(&mut self) {
        let calls = self.served.fake.all_calls();
        for call in calls.iter().skip(self.calls).filter(|call| !call.body["content"].is_null()) {
            let allowed = &call.body["allowed_mentions"];
            assert_eq!(allowed["parse"], json!([]), "{call:?}");
            let users = allowed["users"].as_array().cloned().unwrap_or_default();
            let meant = self.players.map(|user| json!(user));
            assert!(users.iter().all(|user| meant.contains(user)), "{call:?}");
            assert!(allowed["roles"].is_null() && allowed["replied_user"] != json!(true));
        }
        self.calls = calls.len();
    }

    /// A challenge of the first to the second; gives its message.
    async fn challenge(&mut self) -> Message {
        let line = format!("/play game:senegal opponent:@{}", self.players[1]);
        let challenge = self.says(0, &line).await.only();
        assert_eq!(challenge.notified, [self.players[1]]);
        let [(one, _), (_, two)] = &self.names;
        let start = format!("{one} challenges @{two}: Senegalese draughts.\n");
        let told = seen(&challenge.plain());
        assert!(told.starts_with(&seen(&start)), "{told:?} has not the names {:?}", self.names);
        challenge
    }
}

/// A game from the challenge to the lists in which it stands.
async fn game(hostile: &mut Hostile, number: usize) {
    let challenge = hostile.challenge().await;
    let board = hostile.presses(1, &challenge, "Accept").await.only();
    assert_eq!(board.notified, [hostile.players[0]]);
    let board = hostile.says(0, &format!("/move match:{number} action:d2-d3")).await.only();
    assert_eq!(board.notified, [hostile.players[1]]);
    hostile.says(0, &format!("/move match:{number} action:d2-d3")).await.refusal();
    hostile.presses(0, &board, "d4:d2").await.refusal();
    hostile.says(1, &format!("/move match:{number} action:d4:d2")).await.only();
    for line in ["/games", "/board", "/moves"] {
        hostile.says(0, line).await;
    }
    let offer = hostile.says(1, &format!("/draw match:{number}")).await.only();
    hostile.presses(0, &offer, "No").await;
    let question = hostile.says(1, &format!("/resign match:{number}")).await.alone.remove(0);
    hostile.presses(1, &question, "Yes, I resign").await.only();
    let versus = format!("/vs player:@{}", hostile.players[1]);
    let rank = format!("/rank player:@{}", hostile.players[1]);
    for line in [
        "/top",
        "/top board:week",
        "/rank",
        &rank,
        "/history",
        &versus,
        "/record",
        "/replay",
        "/settings",
        "/play",
    ] {
        hostile.says(0, line).await;
    }
    let block = format!("/settings setting:block player:@{}", hostile.players[1]);
    hostile.says(0, &block).await;
    hostile.says(0, &block.replace("block", "unblock")).await;
    hostile.served.pass(Duration::seconds(11)).await;
}

#[tokio::test]
async fn hostile_names_are_names_through_a_whole_game() {
    let marks = format!("Z{}", "\u{336}\u{353}\u{300}\u{30a}".repeat(2500));
    let names = [
        ["*bold* _italic_ `code`", "**__~~||all||~~__**"],
        ["[evil](https://evil.com)", "<https://evil.com>"],
        ["https://evil.com/x?y=z", "evil.com www.evil.com"],
        ["discord.gg/invite", "https://discord.gg/invite"],
        ["@everyone", "@here @everyone"],
        ["# heading", "> quote\n- list\n1. number"],
        ["```\ncode\n```", "`"],
        ["\\*", "\\\\_a_"],
        ["<:smile:123456789012345678>", "<t:1618953630:R> </play:123456789012345678>"],
        ["<id:customize> <#1234567>", "mailto:e@evil.com steam://run/1"],
        ["\u{202e}evil\u{202d}", "\u{2066}x\u{2069}"],
        ["محمد", "בן דוד @everyone"],
        ["\u{200b}\u{200d}\u{feff}", "a\u{200b}b"],
        [&marks, "e\u{301}"],
        ["👨‍👩‍👧‍👦🏳️‍🌈", "{ $name }{-term}%s"],
    ];
    let mut hostile = Hostile::new().await;
    let mut number = 0;
    for in_server in [false, true] {
        for names in names {
            // A nick with lines is none.
            let names = names.map(|name| name.replace('\n', " "));
            hostile.call([&names[0], &names[1]], in_server);
            number += 1;
            game(&mut hostile, number).await;
        }
    }
    hostile.served.fake.finish();
}

/// Names that hold ids call nobody, wherever they stand.
#[tokio::test]
async fn nobody_is_called_by_a_name() {
    let mut hostile = Hostile::new().await;
    let (by, role) = (hostile.bystander, hostile.served.guild);
    let [one, two] = [format!("<@{by}> <@!{by}>"), format!("<@&{role}> \\<@{by}>")];
    hostile.call([&one, &two], true);
    game(&mut hostile, 1).await;
    hostile.call([&two, &one], false);
    game(&mut hostile, 2).await;
    hostile.served.fake.finish();
}

/// What somebody types stands in answers, and is as harmless as a name.
#[tokio::test]
async fn what_is_typed_calls_nobody() {
    let mut hostile = Hostile::new().await;
    let by = hostile.bystander;
    let challenge = hostile.challenge().await;
    hostile.presses(1, &challenge, "Accept").await;
    for typed in
        [format!("<@{by}>"), "@everyone".into(), "https://evil.com".into(), "*a* `b` ||c||".into()]
    {
        for line in [
            format!("/move action:{typed}"),
            format!("/top board:{typed}"),
            format!("/play game:senegal more:{typed}"),
            format!("/play game:senegal clock:{typed}"),
            format!("/settings setting:theme value:{typed}"),
        ] {
            hostile.says(0, &line).await;
        }
        let _ = hostile.served.asks(hostile.players[0], hostile.main, "/cancel").await;
    }
    hostile.served.fake.finish();
}

/// Names that are put together at random of what is dangerous.
fn name() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "@",
        "/",
        "#",
        ".",
        ":",
        "//",
        "https://",
        "www.",
        ".com",
        "discord.gg/",
        "everyone",
        "here",
        "a",
        "я",
        "ع",
        "1",
        "_",
        "__",
        " ",
        "😀",
        "\u{301}",
        "\u{200b}",
        "\u{202e}",
        "\u{2060}",
        "*",
        "**",
        "`",
        "```",
        "[x](y)",
        "<",
        ">",
        "<@",
        "<#",
        "|",
        "||",
        "~~",
        "\\",
        "- ",
        "1.",
        "> ",
        "-# ",
        "&",
    ]);
    prop::collection::vec(piece, 1..24).prop_map(|pieces| pieces.concat())
}

#[tokio::test]
async fn names_at_random_are_names() {
    let mut hostile = Hostile::new().await;
    let mut runner = TestRunner::deterministic();
    for at in 0..48 {
        let names = [name(), name()].map(|name| name.new_tree(&mut runner).unwrap().current());
        hostile.call([&names[0], &names[1]], at % 2 == 0);
        let line = format!("/play game:senegal opponent:@{}", hostile.players[1]);
        let challenge = hostile.says(0, &line).await.only();
        assert_eq!(challenge.notified, [hostile.players[1]]);
        hostile.says(0, "/cancel").await;
    }
    hostile.served.fake.finish();
}
