//! Closed hands on platforms: every byte that is sent to anybody and all that is logged is
//! searched for tiles that he who gets it must not know.

use crate::{
    parity::{Deed, Platform, discord::OnDiscord, seen, telegram::OnTelegram},
    scripts::command,
    support::{
        database,
        fake_discord::{BOT, Call as DiscordCall},
        fake_telegram::Call as TelegramCall,
        log::Log,
        served::Served,
        table::Now,
    },
};
use axum::body::Bytes;
use kosti::{
    app::{
        button::{Button, Verb},
        reply::{Picture, Press},
        service::ScopeId,
    },
    game::{Record, Seat},
    games::Games,
};
use pretty_assertions::assert_eq;
use serde_json::Value;
use sqlx::Row as _;
use teloxide::types::ChatId;
use time::{Duration, OffsetDateTime, macros::datetime};

/// Anna and Boris play, Carol looks on.
const PEOPLE: [&str; 3] = ["anna", "boris", "carol"];
/// What is asked now and then, by everybody; nothing of it changes the game.
const QUESTIONS: [&str; 13] = [
    "/board",
    "/hand",
    "(My hand)",
    "(Board)",
    "/moves",
    "/record",
    "/replay",
    "/dice",
    "/games",
    "/takeback",
    "/resign",
    "pass",
    "xyzzy",
];
/// Turns between two times at which all is asked.
const SELDOM: usize = 20;
/// How pictures begin; animations and records are files too.
const PNG: &[u8] = b"\x89PNG";
/// Turns of the second deal.
const MORE: usize = 5;

/// Something that was sent.
struct Sent {
    /// Who alone reads it; `None`: others may.
    reader: Option<String>,
    said: Value,
    files: Vec<(String, Bytes)>,
}

/// What somebody is shown of a hand: the labels of the buttons, and the picture.
type Hand = (Vec<String>, Option<Bytes>);

/// A platform on which all that is sent is looked at.
trait Tapped: Platform {
    /// All that was sent after so many calls.
    fn sent(&self, after: usize) -> Vec<Sent>;

    /// The newest picture that all see.
    fn board(&self) -> Option<Bytes>;

    /// What is shown to somebody alone.
    fn hand(&self, name: &str) -> Option<Hand>;

    /// Lets somebody say something that others see.
    fn says(&self, name: &str, said: &str);

    /// What is offered to somebody who begins to type a move.
    async fn offered(&self, name: &str) -> Vec<String>;
}

impl Tapped for OnTelegram {
    fn sent(&self, after: usize) -> Vec<Sent> {
        let fake = &self.served.fake;
        let of = |call: TelegramCall| Sent {
            reader: fake.reader(&call).and_then(|user| {
                PEOPLE.into_iter().find(|name| self.served.person(name) == user).map(str::to_owned)
            }),
            said: call.params.into(),
            files: call.files,
        };
        fake.all_calls().into_iter().skip(after).map(of).collect()
    }

    fn board(&self) -> Option<Bytes> {
        let messages = self.served.fake.messages(self.served.group);
        let files = messages.iter().rev().filter_map(|message| message.file.as_ref());
        files.map(|file| &file.bytes).find(|bytes| bytes.starts_with(PNG)).cloned()
    }

    fn hand(&self, name: &str) -> Option<Hand> {
        let alone = ChatId::from(self.served.person(name));
        let message = self.served.fake.messages(alone).pop()?;
        let labels = message.labels().concat().into_iter().map(str::to_owned).collect();
        Some((labels, message.file.map(|file| file.bytes)))
    }

    fn says(&self, name: &str, said: &str) {
        self.served.writes(name, "main", &Served::typed(said));
    }

    async fn offered(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

impl Tapped for OnDiscord {
    fn sent(&self, after: usize) -> Vec<Sent> {
        let fake = &self.served.fake;
        let of = |call: DiscordCall| Sent {
            reader: fake.reader(&call).and_then(|user| {
                PEOPLE.into_iter().find(|name| self.served.person(name) == user).map(str::to_owned)
            }),
            said: call.body,
            files: call.files,
        };
        fake.all_calls().into_iter().skip(after).map(of).collect()
    }

    fn board(&self) -> Option<Bytes> {
        let messages = self.served.fake.messages(self.served.channel("main"));
        let pictures = messages.iter().rev().flat_map(|message| &message.files);
        pictures.map(|file| &file.bytes).find(|bytes| bytes.starts_with(PNG)).cloned()
    }

    fn hand(&self, name: &str) -> Option<Hand> {
        let (user, channel) = (self.served.person(name), self.served.channel("main"));
        let message = self.served.fake.ephemerals_of(user, channel).pop()?;
        let labels = message.labels().concat().into_iter().map(str::to_owned).collect();
        Some((labels, message.files.first().map(|file| file.bytes.clone())))
    }

    fn says(&self, name: &str, said: &str) {
        let (user, channel) = (self.served.person(name), self.served.channel("main"));
        self.served.fake.says(user, channel, &format!("<@{BOT}> {said}"));
    }

    async fn offered(&self, name: &str) -> Vec<String> {
        let (user, channel) = (self.served.person(name), self.served.channel("main"));
        let fake = &self.served.fake;
        let asked = fake.types(user, channel, "move", &[("action", "".into())], "action");
        self.served.settle().await;
        let offered = fake.offered(asked).await.into_iter();
        offered.map(|choice| choice.value.as_str().unwrap().to_owned()).collect()
    }
}

/// What was found, so that it is known that something would be.
#[derive(Default, Debug)]
struct Found {
    /// Tiles of their owners in what was sent to these, and offers to play them.
    own: usize,
    /// Pictures that would have been the same with other hands.
    boards: usize,
    /// Pictures of hands.
    hands: usize,
    /// Deals in records.
    deals: usize,
}

struct Search<P> {
    platform: P,
    log: Log,
    now: OffsetDateTime,
    calls: usize,
    found: Found,
}

impl<P: Tapped> Search<P> {
    async fn begun(log: Log, options: &str) -> Self {
        let platform = P::on(database::pool().await, Games::registered()).await;
        let now = datetime!(2026-11-29 12:00 UTC);
        let mut search = Search { platform, log, now, calls: 0, found: Found::default() };
        for name in PEOPLE {
            search.platform.meets(name, "main").await;
        }
        search.does("anna", &format!("/play sausage @boris {options}")).await;
        let seed = "update challenges set seed = decode(repeat('09', 32), 'hex')";
        sqlx::query(seed).execute(search.platform.pool()).await.unwrap();
        search.does("boris", "(Accept)").await;
        search
    }

    async fn table(&self) -> Now {
        let pool = self.platform.pool();
        let scope = sqlx::query("select scope_id from matches").fetch_one(pool).await.unwrap();
        Now::of(pool, Games::registered(), (ScopeId(scope.get(0)), 1)).await.unwrap()
    }

    async fn one<T>(&self, sql: &'static str) -> Option<T>
    where
        T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres> + Send + Unpin,
    {
        sqlx::query_scalar(sql).fetch_optional(self.platform.pool()).await.unwrap()
    }

    /// Lets time pass, so that nothing is kept back.
    fn ticks(&mut self) {
        self.now += Duration::seconds(20);
        self.platform.at(self.now);
    }

    /// Lets somebody do something, and looks at all that comes of it.
    async fn does(&mut self, name: &str, said: &str) {
        self.ticks();
        let press = said.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let press = press.map(|label| Press { label: label.to_owned(), data: String::new() });
        let command = command(said, press.as_slice());
        self.platform.does(&Deed { name, place: "main", said, command: &command }).await;
        self.platform.settle().await;
        self.looks(&format!("{name} {said}")).await;
    }

    /// The tiles that each seat holds, but for the one with which the deal before was ended, of
    /// which is told with this deal.
    async fn held(&self, now: &Now) -> [Vec<String>; 2] {
        let acted = self.one::<String>(
            "select text from steps where kind = 'action' and deal = (select deal from matches)",
        );
        let last = self.one::<String>(
            "select text from steps where kind = 'action' order by seq desc limit 1",
        );
        let told = if acted.await.is_none() { last.await.unwrap_or_default() } else { "-".into() };
        Seat::ALL.map(|seat| {
            let mut tiles = held(&now.position.text(), seat);
            tiles.retain(|tile| !told.starts_with(tile.as_str()));
            tiles
        })
    }

    async fn looks(&mut self, why: &str) {
        if self.one::<i64>("select 1::bigint from matches").await.is_none() {
            return;
        }
        let now = self.table().await;
        let hands = if now.over { [Vec::new(), Vec::new()] } else { self.held(&now).await };
        let sent = self.platform.sent(self.calls);
        self.calls += sent.len();
        for sent in sent {
            let own = sent.reader.as_deref().and_then(|name| now.seat(name));
            let mut words: Vec<String> = sent.files.iter().map(|(name, _)| name.clone()).collect();
            leaves(&sent.said, &mut words);
            for word in &words {
                for seat in Seat::ALL {
                    let named = named(word, &hands[seat.index()]);
                    if own == Some(seat) {
                        self.found.own += named.len();
                    } else {
                        assert_eq!(named, [""; 0], "{why}: {:?}: {word}", sent.reader);
                    }
                }
                let button = word.parse::<Button>().ok();
                if button.is_some_and(|it| matches!(it.verb, Verb::Play | Verb::Compose)) {
                    assert!(own.is_some(), "{why}: {word}");
                }
            }
            for (name, bytes) in &sent.files {
                if name.ends_with(".txt") {
                    self.reads(std::str::from_utf8(bytes).unwrap()).await;
                }
            }
        }
        for line in self.log.take().lines() {
            assert_eq!(named(line, &hands.concat()), [""; 0], "{why}: {line}");
            // As a program writes them down.
            assert!(!line.contains("Tiles(") && !line.contains("Tile("), "{why}: {line}");
        }
    }

    /// A record has the deals that are over.
    async fn reads(&mut self, record: &str) {
        let records = Record::parse_all(record).unwrap();
        let over = self.one::<i64>("select count(*) from deals where outcome is not null").await;
        assert_eq!(i64::try_from(records.len()).ok(), over, "{record}");
        assert!(records.iter().all(|record| record.tag("Result") != Some("none")), "{record}");
        self.found.deals += records.len();
    }

    async fn newest_picture(&self) -> Picture {
        let sql = "select payload->'say'->'picture' from outbox
                   where payload->'say'->>'picture' is not null order by id desc limit 1";
        serde_json::from_value(self.one(sql).await.unwrap()).unwrap()
    }

    /// The board is drawn as it is whatever lies hidden.
    async fn compares_board(&mut self) {
        let (now, picture) = (self.table().await, self.newest_picture().await);
        let png = |picture: &Picture| picture.png(Games::registered()).ok();
        let board = self.platform.board().map(|bytes| bytes.to_vec());
        // What differs is too long to be shown.
        assert!(board.is_some() && board == png(&picture), "{picture:?}");
        let text = now.position.text();
        let [one, two] = Seat::ALL.map(|seat| {
            // Nothing is known of the seat of these.
            held(&text, seat).into_iter().find(|tile| !tile.ends_with('0') && !is_double(tile))
        });
        let (Some(one), Some(two)) = (one, two) else { return };
        let other = Picture {
            from: swapped(&picture.from, (&one, &two)),
            steps: picture.steps.iter().map(|step| swapped(step, (&one, &two))).collect(),
            ..picture.clone()
        };
        // It may be one in which this could not have been played.
        let Some(drawn) = png(&other) else { return };
        assert!(board == Some(drawn), "{picture:?}");
        let own = |picture: Picture| png(&Picture { viewer: Some(1), ..picture });
        assert!(own(picture) != own(other), "these hands look alike");
        self.found.boards += 1;
    }

    /// A hand is drawn as its owner may see it, turned to its owner.
    async fn compares_hand(&mut self, name: &str) {
        let (now, picture) = (self.table().await, self.newest_picture().await);
        let number = if now.seat(name) == Some(Seat::First) { 1 } else { 2 };
        let (_, shown) = self.platform.hand(name).unwrap();
        if picture.steps.len() != 1 {
            return;
        }
        let own = Picture { viewer: Some(number), below: number, ..picture };
        assert!(shown.map(|it| it.to_vec()) == own.png(Games::registered()).ok(), "{own:?}");
        self.found.hands += 1;
    }

    /// Everybody asks everything, for all to see and else.
    async fn asks(&mut self) {
        for name in PEOPLE {
            for question in QUESTIONS {
                self.does(name, question).await;
            }
            for said in ["pass", "xyzzy", "/moves", "/hand"] {
                self.ticks();
                self.platform.says(name, said);
                self.platform.settle().await;
                self.looks(&format!("{name} says {said}")).await;
            }
            let (offered, now) = (self.platform.offered(name).await, self.table().await);
            self.looks(&format!("{name} types")).await;
            let mover = now.names().is_some_and(|(mover, _)| mover == name);
            assert!(mover || offered.is_empty(), "{name}: {offered:?}");
        }
        self.compares_board().await;
    }

    /// The mover plays what stands first below the hand, by as many presses as it takes.
    async fn plays(&mut self) -> bool {
        let Some((mover, other)) = self.table().await.names() else { return false };
        self.compares_board().await;
        for name in [other, mover] {
            self.does(name, "(My hand)").await;
            self.compares_hand(name).await;
        }
        let acted = "select count(*) from steps where kind = 'action' and text <> 'pass'";
        let before = self.one::<i64>(acted).await;
        for _ in 0..4 {
            let (labels, _) = self.platform.hand(mover).unwrap();
            self.does(mover, &format!("({})", labels[0])).await;
            if self.one::<i64>(acted).await > before {
                return true;
            }
        }
        panic!("{mover} cannot play");
    }

    async fn deal(&self) -> i32 {
        self.one("select deal from matches").await.unwrap()
    }
}

/// The tiles that a seat holds.
fn held(position: &str, seat: Seat) -> Vec<String> {
    let head = if seat == Seat::First { "a " } else { "b " };
    let hand = position.split(" / ").find_map(|part| part.strip_prefix(head)).unwrap();
    hand.split(' ').filter(|word| is_tile(word)).map(str::to_owned).collect()
}

fn is_tile(word: &str) -> bool {
    word.len() == 3 && word.as_bytes()[1] == b'-'
}

fn is_double(tile: &str) -> bool {
    tile.as_bytes()[0] == tile.as_bytes()[2]
}

/// A text in which two tiles have changed hands.
fn swapped(text: &str, (one, two): (&str, &str)) -> String {
    let part = |part: &str| {
        let (head, tiles): (Vec<&str>, Vec<&str>) = part.split(' ').partition(|it| !is_tile(it));
        if !matches!(head.last(), Some(&"a" | &"b")) || head.contains(&"cut") {
            return part.to_owned();
        }
        let other = |tile| match tile {
            tile if tile == one => two,
            tile if tile == two => one,
            tile => tile,
        };
        let mut tiles: Vec<&str> = tiles.into_iter().map(other).collect();
        tiles.sort_unstable_by(|a, b| b.cmp(a));
        [head, tiles].concat().join(" ")
    };
    text.split(" / ").map(part).collect::<Vec<_>>().join(" / ")
}

/// The tiles that a text names, either half first.
fn named(text: &str, tiles: &[String]) -> Vec<String> {
    let bytes = text.as_bytes();
    let is_word =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    let tile = |(at, three): (usize, &[u8])| match *three {
        [one @ b'0'..=b'6', b'-', two @ b'0'..=b'6'] => {
            let (high, low) = (char::from(one.max(two)), char::from(one.min(two)));
            let alone = !is_word(at.checked_sub(1)) && !is_word(Some(at + 3));
            alone.then(|| format!("{high}-{low}"))
        }
        _ => None,
    };
    bytes.windows(3).enumerate().filter_map(tile).filter(|tile| tiles.contains(tile)).collect()
}

/// All texts of a value.
fn leaves(value: &Value, found: &mut Vec<String>) {
    match value {
        // Without marks that nobody sees.
        Value::String(text) => found.push(seen(text).replace('\\', "")),
        Value::Array(values) => values.iter().for_each(|value| leaves(value, found)),
        Value::Object(values) => values.iter().for_each(|(key, value)| {
            found.push(key.clone());
            leaves(value, found);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A deal is played by buttons alone and the next one is begun, while everybody asks everything.
fn nothing_leaks<P: Tapped>() {
    let log = Log::default();
    let _kept = log.kept();
    log.runtime().block_on(async {
        let mut search = Search::<P>::begun(log.clone(), "hands=closed cut=7 to 30").await;
        let mut turns = 0;
        while search.deal().await == 1 {
            if turns % SELDOM == 2 {
                search.asks().await;
            }
            assert!(search.plays().await);
            turns += 1;
        }
        assert_eq!((search.deal().await, search.found.deals), (2, 0));
        for _ in 0..MORE {
            assert!(search.plays().await);
        }
        search.asks().await;
        let found = &search.found;
        assert!(found.own > 50 && found.boards > 10 && found.hands > 20, "{found:?}");
        // Everybody has asked for the record, and there was one deal.
        assert!(found.deals == PEOPLE.len(), "{found:?}");
        // All is read by those to whom it is said.
        for name in PEOPLE {
            search.platform.hand(name);
        }
        search.platform.finish().await;
    });
}

#[test]
fn nothing_leaks_on_telegram() {
    nothing_leaks::<OnTelegram>();
}

#[test]
fn nothing_leaks_on_discord() {
    nothing_leaks::<OnDiscord>();
}
