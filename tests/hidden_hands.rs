//! What nobody may learn of closed hands, whatever is asked, sent, recorded or logged.

use crate::support::{
    chat::{Chat, text},
    database,
    log::Log,
    table::Now,
    toy_game::{Toy, toys},
};
use kosti::{
    app::{
        button::{Button, Verb},
        delivery::draw,
        reply::Reply,
        service::{ScopeId, Verdict, handle},
    },
    game::{Entropy as _, Notation as _, OptionSet, Position as _, Record, Seat, SplitMix},
};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, PgPool, Row as _};

/// What can be asked without changing the game: of everybody, and in the wrong turn.
const QUESTIONS: [&str; 11] = [
    "/board",
    "/hand",
    "/moves",
    "/record",
    "/games",
    "/takeback",
    "/draw",
    "/resign",
    "xyzzy",
    "/move c5",
    "c4 c4",
];
const OUT_OF_TURN: [&str; 3] = ["c1", "pass", "lay"];

/// All that is told: to the asker alone, and to everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Told {
    verdict: Verdict,
    private: Option<Shown>,
    public: Vec<Shown>,
}

/// A message, as far as it can be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shown {
    text: String,
    labels: Vec<String>,
    document: Option<String>,
    png: Option<Vec<u8>>,
    diagram: Option<String>,
}

impl Shown {
    fn of(reply: &Reply, png: Option<Vec<u8>>) -> Self {
        // What stands on a button is all of it that can be seen.
        let labels = reply.buttons.iter().flatten().map(|press| press.label.clone()).collect();
        Shown {
            text: text(reply),
            labels,
            document: reply.document.as_ref().map(|document| document.text.clone()),
            diagram: reply.picture.as_ref().map(|picture| picture.diagram(toys()).unwrap()),
            png,
        }
    }
}

/// A match with closed hands.
struct Match {
    chat: Chat,
    scope: ScopeId,
    choice: SplitMix,
}

async fn ask_always(pool: &PgPool) {
    let sql = "update persons set settings = settings || '{\"auto\": \"never\"}'";
    sqlx::query(sql).execute(pool).await.unwrap();
}

impl Match {
    async fn begun(options: &str, seed: u8) -> Self {
        let chat = Chat::on(database::pool().await, toys());
        chat.say("anna", &format!("/play toy @boris {options}")).await;
        chat.fix_seed(seed).await;
        // Nothing but passes is to follow by itself, neither now nor later.
        ask_always(&chat.pool).await;
        let scope = chat.say("boris", "/accept").await.scope;
        ask_always(&chat.pool).await;
        Match { chat, scope, choice: SplitMix::new(seed.into()) }
    }

    async fn now(&self) -> Now {
        Now::of(&self.chat.pool, toys(), (self.scope, 1)).await.unwrap()
    }

    async fn row(&self, sql: &str) -> sqlx::postgres::PgRow {
        sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_one(&self.chat.pool).await.unwrap()
    }

    async fn run(&self, sql: &str) {
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&self.chat.pool).await.unwrap();
    }

    /// Plays an action at random; false when the match is over.
    async fn play(&mut self) -> bool {
        let now = self.now().await;
        let Some((mover, _)) = now.names() else { return false };
        let mut legal = now.position.legal();
        let drawn = self.choice.below(u32::try_from(legal.len()).unwrap()) as usize;
        let answer = self.chat.say(mover, &legal.swap_remove(drawn)).await;
        assert_eq!(answer.verdict, Verdict::Done);
        true
    }

    async fn ask(&self, name: &str, line: &str) -> Told {
        self.chat.sent();
        let before = self.row("select count(*), max(revision) from steps, matches").await;
        let answer = self.chat.say(name, line).await;
        let after = self.row("select count(*), max(revision) from steps, matches").await;
        let count = |row: &sqlx::postgres::PgRow| (row.get::<i64, _>(0), row.get::<i32, _>(1));
        assert_eq!(count(&before), count(&after), "{name} {line} is no question");
        let public = self.chat.sent().into_iter().map(|sent| Shown::of(&sent.reply, sent.png));
        let public = public.collect();
        let private = match &answer.private {
            Some(reply) => Some(Shown::of(reply, draw(&self.chat.app, reply).await)),
            None => None,
        };
        Told { verdict: answer.verdict, private, public }
    }

    /// The position and the deal as they are stored.
    async fn stored(&self) -> (String, String) {
        let sql = "select position, (select text from steps where text like 'deal %'
                   order by seq desc limit 1) from matches";
        let row = self.row(sql).await;
        (row.get(0), row.get(1))
    }

    async fn store(&self, (position, deal): &(String, String)) {
        let sql = "with deal as (update steps set text = $2 where seq =
                       (select max(seq) from steps where text like 'deal %'))
                   update matches set position = $1";
        sqlx::query(sql).bind(position).bind(deal).execute(&self.chat.pool).await.unwrap();
    }

    /// Another world that the viewer cannot tell from this one; `None` where there is none.
    fn other_world(&mut self, position: &str, viewer: Option<Seat>) -> Option<(String, String)> {
        let options = OptionSet::parse(Toy::FACTS, ["hands=closed"]).unwrap();
        let here = Toy::from_text(position, &Toy::options(&options)).unwrap();
        for _ in 0..20 {
            let there = here.determinize(viewer, &mut self.choice);
            if there != here {
                let text = there.to_text();
                let deal = deal_of(&text);
                return Some((text, deal));
            }
        }
        None
    }
}

/// The deal that a position comes from: what is held and what was laid.
fn deal_of(position: &str) -> String {
    let hand = |part: &str| {
        let (_, cards) = part.split_once(' ').unwrap();
        let mut cards: Vec<&str> = cards.split(' ').filter(|card| card.starts_with('c')).collect();
        cards.sort_unstable();
        cards.join(" ")
    };
    let mut parts = position.split(" / ");
    let (a, b) = (parts.next().unwrap(), parts.next().unwrap());
    format!("deal a {} / b {}", hand(a), hand(b))
}

/// Whatever lies hidden, everybody is answered the same: each alone as far as the others'
/// hands go, and in public as far as any hand goes.
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_the_same_whatever_lies_hidden() {
    let mut game = Match::begun("to 5 hands=closed", 3).await;
    let (mut worlds, mut boards, mut lists) = (0, 0, 0);
    for turn in 0.. {
        let now = game.now().await;
        let Some((mover, _)) = now.names() else { break };
        let stored = game.stored().await;
        assert_eq!(deal_of(&stored.0), stored.1);
        for name in ["anna", "boris", "carol"] {
            let asked = QUESTIONS.iter().chain(OUT_OF_TURN.iter().filter(|_| name != mover));
            let lines: Vec<&str> = asked.copied().collect();
            let mut here = Vec::new();
            for line in &lines {
                here.push(game.ask(name, line).await);
            }
            for viewer in [now.seat(name), None] {
                let Some(there) = game.other_world(&stored.0, viewer) else { continue };
                game.store(&there).await;
                for (line, here) in lines.iter().zip(&here) {
                    let there = game.ask(name, line).await;
                    assert_eq!(there.public, here.public, "{turn}: {name} {line}");
                    boards += there.public.iter().filter(|shown| shown.png.is_some()).count();
                    if viewer == now.seat(name) {
                        assert_eq!(there, *here, "{turn}: {name} {line}");
                        lists += usize::from(*line == "/moves" && there.verdict == Verdict::Done);
                    }
                }
                game.store(&stored).await;
                worlds += 1;
            }
        }
        assert!(game.play().await);
    }
    assert!(worlds > 20 && boards > 20 && lists > 4, "{worlds} {boards} {lists}");
}

/// The asker's own cards, and nobody else's, are named in private.
#[tokio::test(flavor = "multi_thread")]
async fn only_the_own_hand_is_listed() {
    let mut game = Match::begun("to 3 hands=closed", 4).await;
    let mut lists = 0;
    loop {
        let now = game.now().await;
        let Some((mover, other)) = now.names() else { break };
        let told = game.ask(mover, "/moves").await;
        let actions = now.position.legal();
        let listed = told.private.unwrap().text;
        let several = actions.iter().any(|action| action.contains(' '));
        assert!(
            listed.ends_with(&format!(": {}", actions.join(if several { ", " } else { " " }))),
            "{listed}"
        );
        let example = game.ask(mover, "xyzzy").await.private.unwrap().text;
        assert!(example.contains(&format!(" {};", actions[0])), "{example}");
        for line in ["/moves", "xyzzy", "lay", "c4", "/move c9"] {
            let told = game.ask(other, line).await.private.unwrap().text;
            assert!(!has_card(&told), "{line}: {told}");
            let told = game.ask("carol", line).await.private.unwrap().text;
            assert!(!has_card(&told), "{line}: {told}");
        }
        lists += 1;
        assert!(game.play().await);
    }
    assert!(lists > 3);
}

/// Whether a text names a card.
fn has_card(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        word.strip_prefix('c').is_some_and(|digit| ["1", "2", "3", "4"].contains(&digit))
    })
}

/// In what waits to be sent a card stands where it was laid and nowhere else, but for the
/// position that the picture is drawn from.
#[tokio::test(flavor = "multi_thread")]
async fn every_message_names_only_cards_that_were_laid() {
    let mut game = Match::begun("to 9 hands=closed", 13).await;
    while game.play().await {}
    let rows = sqlx::query("select payload from outbox order by id")
        .fetch_all(&game.chat.pool)
        .await
        .unwrap();
    let (mut laid, mut drawn) = (0, 0);
    for row in &rows {
        let mut payload: serde_json::Value = row.get(0);
        let picture = &mut payload["say"]["picture"];
        if picture.is_object() {
            let data = picture.as_object_mut().unwrap();
            assert!(data.remove("from").is_some() && data.remove("steps").is_some());
            assert_eq!(data["viewer"], serde_json::Value::Null, "public pictures are for all");
            drawn += 1;
        }
        let buttons = payload["say"]["buttons"].as_array().into_iter().flatten();
        for press in buttons.flat_map(|row| row.as_array().unwrap()) {
            let button: Button = press["data"].as_str().unwrap().parse().unwrap();
            let plays = matches!(button.verb, Verb::Play | Verb::Compose);
            assert!(!plays, "{press}");
        }
        let mut rest = payload.to_string();
        for line in text_of(&payload).lines().filter(|line| has_card(line)) {
            let (name, action) = line.split_once(": ").unwrap();
            let player: i16 = if name == "anna" { 1 } else { 2 };
            let made: i64 =
                sqlx::query("select count(*) from steps where player = $1 and text = $2")
                    .bind(player)
                    .bind(action)
                    .fetch_one(&game.chat.pool)
                    .await
                    .unwrap()
                    .get(0);
            assert!(made > 0, "{line}");
            rest = rest.replacen(action, "", 1);
            laid += 1;
        }
        assert!(!has_card(&rest), "{rest}");
    }
    assert!(laid > 10 && drawn > 10, "{laid} {drawn}");
    let passes = "select count(*) from steps where text = 'pass'";
    assert!(game.row(passes).await.get::<i64, _>(0) > 0);
}

/// The text of a payload.
fn text_of(payload: &serde_json::Value) -> String {
    let segments = payload["say"]["text"].as_array().into_iter().flatten();
    segments
        .filter_map(|segment| segment["Text"].as_str().or(segment["Foreign"].as_str()))
        .collect()
}

/// A record tells the deals that are over, void ones within them too, and of the deal that is
/// played nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_ends_before_the_deal_that_is_played() {
    let (mut told, mut voids) = (0, 0);
    for seed in 20..24 {
        let mut game = Match::begun("to 9 hands=closed", seed).await;
        loop {
            let now = game.now().await;
            let deal: i32 = game.row("select deal from matches").await.get(0);
            // In the first deal there is none yet.
            let mut public = game.ask("carol", "/record").await.public;
            let record = public.pop().map_or_else(String::new, |said| said.document.unwrap());
            let ended = deal - i32::from(!now.over);
            let records = match ended {
                0 => Vec::new(),
                _ => Record::parse_all(&record).unwrap(),
            };
            assert_eq!(i32::try_from(records.len()).unwrap(), ended, "{record}");
            assert!(!records.is_empty() || record.is_empty(), "{record}");
            assert!(records.iter().all(|record| record.tag("Result") != Some("none")));
            let stored = game.stored().await;
            told += records.len();
            voids += record.matches("void a c").count();
            if now.over {
                break;
            }
            // The same deal can have been dealt before.
            let same = format!("select count(*) from steps where text = '{}'", stored.1);
            if game.row(&same).await.get::<i64, _>(0) == 1 {
                assert!(!record.contains(&stored.1), "{record}");
            }
            assert!(game.play().await);
        }
    }
    assert!(told > 20 && voids > 0, "{told} {voids}");
}

/// Everything is logged that can be, and everything goes wrong that can: neither logs nor
/// errors show a hand or the seed. (On one thread, for the log is of that thread.)
#[tokio::test(flavor = "current_thread")]
async fn logs_and_errors_show_no_hand_and_no_seed() {
    let log = Log::default();
    let guard = log.kept();
    let mut game = Match::begun("to 9 hands=closed", 7).await;
    let mut hands = Vec::new();
    let mut failures = Vec::new();
    for round in 0..6 {
        let stored = game.stored().await;
        hands.extend(stored.1[7..].split(" / b ").map(str::to_owned));
        hands.push(stored.0.clone());
        assert!(game.play().await);
        let (mover, _) = game.now().await.names().unwrap();
        match round {
            0 => {
                // The connection is cut in the middle of a command.
                let mut gate = game.chat.pool.begin().await.unwrap();
                sqlx::query("select from matches for update").execute(&mut *gate).await.unwrap();
                let line = game.chat.line(mover, &game.now().await.position.legal()[0]);
                let app = game.chat.app.clone();
                let waiting = tokio::spawn(async move { handle(&app, &line).await });
                let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                           where datname = current_database() and wait_event_type = 'Lock'";
                while game.row(cut).await.get::<i64, _>(0) == 0 {
                    tokio::task::yield_now().await;
                }
                failures.push(waiting.await.unwrap().unwrap_err());
                gate.rollback().await.unwrap();
            }
            1 => {
                // A message that cannot be read, and one that cannot be drawn.
                game.chat.handle(&game.chat.line("carol", "/board")).await;
                game.run("update outbox set payload = '{\"say\": 7}' where state = 'pending'")
                    .await;
                game.chat.deliver(game.scope).await;
                game.chat.handle(&game.chat.line("carol", "/board")).await;
                game.run(
                    "update outbox set payload = jsonb_set(payload, '{say,picture,theme}', '\"x\"')
                     where state = 'pending'",
                )
                .await;
                game.chat.deliver(game.scope).await;
            }
            2 => {
                // A position that cannot be.
                let (position, deal) = game.stored().await;
                game.store(&(position.replace("b ", "b c1 c1 c1 "), deal.clone())).await;
                for line in ["/board", "/moves", "xyzzy"] {
                    let line = game.chat.line(mover, line);
                    failures.push(handle(&game.chat.app, &line).await.unwrap_err());
                }
                game.store(&(position, deal)).await;
            }
            3 => {
                // A match that has moved on under its lock.
                game.run(
                    "create function skip() returns trigger language plpgsql
                     as 'begin return null; end'",
                )
                .await;
                game.run(
                    "create trigger skip before update on matches for each row
                     execute function skip()",
                )
                .await;
                let line = game.chat.line(mover, &game.now().await.position.legal()[0]);
                failures.push(handle(&game.chat.app, &line).await.unwrap_err());
                game.run("drop trigger skip on matches").await;
            }
            _ => {
                for name in ["anna", "boris", "carol"] {
                    for line in QUESTIONS {
                        game.ask(name, line).await;
                    }
                }
            }
        }
    }
    let seed: Vec<u8> = game.row("select seed from matches").await.get(0);
    drop(guard);
    let mut said = log.take();
    for mark in ["a message is given up", "no picture"] {
        assert!(said.contains(mark), "{mark} is not logged");
    }
    assert!(failures.len() == 5, "{failures:?}");
    said.extend(failures.iter().map(|error| format!("{error}\n{error:#}\n{error:?}\n")));
    hands.extend([format!("{:?}", &seed[..4]).replace(']', ""), "07070707".to_owned()]);
    for hidden in hands {
        let line = said.lines().find(|line| line.contains(&hidden));
        assert_eq!(line, None, "{hidden}");
    }
}

/// A forced pass is no decision: who takes back takes back what he decided, however often he
/// had to pass since.
#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_goes_over_forced_passes() {
    let mut taken = 0;
    for seed in 0..12 {
        let game = Match::begun("to 9", seed).await;
        loop {
            let before = game.now().await;
            let Some((mover, other)) = before.names() else { break };
            let deal: i32 = game.row("select deal from matches").await.get(0);
            let action = before.position.legal().remove(0);
            game.chat.say(mover, &action).await;
            // The other one decides, and has to pass once more when the first one has too.
            let (Some((next, _)), same) = (game.now().await.names(), "select deal from matches")
            else {
                break;
            };
            let passed = "select player from steps where text = 'pass'
                          and seq = (select max(seq) from steps where kind = 'action')";
            let passed = sqlx::query(passed).fetch_optional(&game.chat.pool).await.unwrap();
            let here = game.row(same).await.get::<i32, _>(0) == deal;
            if next == mover && here && passed.is_some() {
                let now = game.now().await;
                // Who had to pass has decided something before, or has nothing to take back.
                let decided = format!(
                    "select count(*) from steps where kind = 'action' and text <> 'pass'
                     and deal = {deal} and player = {}",
                    if other == "anna" { 1 } else { 2 }
                );
                let decided = game.row(&decided).await.get::<i64, _>(0);
                let answer = game.chat.say(other, "/takeback").await;
                if decided == 0 {
                    let said = text(&answer.private.unwrap());
                    assert_eq!(said, "You have no move to take back.");
                } else {
                    game.chat.say(mover, "/accept").await;
                    let again = game.now().await;
                    assert_eq!(again.names(), Some((other, mover)), "it is the other's turn again");
                    assert_ne!(again.position.text(), now.position.text());
                    taken += 1;
                }
                let report = kosti::app::audit::audit(&game.chat.app, None).await.unwrap();
                assert_eq!(report.faults, []);
                break;
            }
        }
    }
    assert!(taken > 1, "{taken}");
}
