//! Something from the new chat was handled first: one scope is made of two.

use super::{
    Platform, Task, all_is_well, count, everything, hold, key, lines, moves, now, play_on, run,
    say_all, says, scope, send_all, sender, start_to_move, told, told_texts, until_waiting,
};
use crate::support::{
    chat::{Chat, text},
    database,
    toy_game::{toys, toys_and_registered},
};
use kosti::{
    app::{
        command::Command,
        jobs::do_all,
        proof::prove,
        service::{Handled, Incoming, ScopeId, Verdict, handle},
    },
    game::{OptionSet, Record},
};
use pretty_assertions::assert_eq;
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::collections::{BTreeMap, BTreeSet};
use time::Duration;
use tokio::task::JoinHandle;

/// The tables whose rows move.
const MOVED: [&str; 11] = [
    "challenges",
    "matches",
    "deals",
    "steps",
    "offers",
    "results",
    "outbox",
    "messages",
    "events",
    "jobs",
    "members",
];

/// The rows of a scope in a table.
async fn rows(pool: &PgPool, table: &str, scope: ScopeId) -> Vec<Map<String, Value>> {
    let sql = format!("select to_jsonb(t) from {table} t where scope_id = {} order by 1", scope.0);
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| row.get::<Value, _>(0).as_object().unwrap().clone()).collect()
}

/// Two chats in which all kinds of things are going on: an old one with three matches and a
/// challenge, and a new one with as much.
async fn two() -> Chat {
    let mut chat = Chat::on(database::pool().await, toys_and_registered());
    for (id, first, seed) in [("1", "anna", 3), ("2", "boris", 5)] {
        let other = if first == "anna" { "boris" } else { "anna" };
        let invite = format!("/play toyroll @{other} to 9");
        say_all(&mut chat, id, &[("anna", "/games"), ("boris", "/games"), (first, &invite)]).await;
        chat.fix_seed(seed).await;
        says(&mut chat, id, other, "/accept").await;
        play_on(&mut chat, id, 1, seed.into(), 300).await;
        let invite = format!("/play toy @{other} to 50 hands=closed 24h");
        says(&mut chat, id, first, &invite).await;
        chat.fix_seed(seed + 1).await;
        says(&mut chat, id, other, "/accept").await;
        let invite = format!("/play senegal @{other}");
        says(&mut chat, id, first, &invite).await;
        let accept = [(other, "/accept"), (first, "/m #3 d2-d3"), (first, "/takeback 3")];
        say_all(&mut chat, id, &accept).await;
        says(&mut chat, id, "carol", "/play toy").await;
        chat.fix_seed(seed + 2).await;
    }
    chat.sent();
    chat
}

/// The boards of a scope, computed from its results alone: points, wins, draws, losses.
async fn boards(pool: &PgPool, scope: ScopeId) -> BTreeMap<(String, String, i64), [i64; 4]> {
    let mut boards = BTreeMap::new();
    for row in rows(pool, "results", scope).await {
        if row["rated"] != Value::Bool(true) {
            continue;
        }
        let ended = row["ended_at"].as_str().unwrap();
        // Everything here is played on one day, a Sunday.
        assert!(ended.starts_with("2026-11-29"), "{ended}");
        for game in ["", row["game"].as_str().unwrap()] {
            for period in ["all", "2026-W48", "2026-11", "2026-Q4"] {
                let person = row["person_id"].as_i64().unwrap();
                let sums: &mut [i64; 4] =
                    boards.entry((game.into(), period.into(), person)).or_default();
                sums[0] += row["points"].as_i64().unwrap();
                let verdicts = ["win", "draw", "loss"].map(|word| row["verdict"] == word);
                for (sum, is) in sums[1..].iter_mut().zip(verdicts) {
                    *sum += i64::from(is);
                }
            }
        }
    }
    boards
}

async fn boards_are_the_sums(pool: &PgPool, scope: ScopeId) {
    let wanted = boards(pool, scope).await;
    let mut kept = BTreeMap::new();
    for row in rows(pool, "standings", scope).await {
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        let number = |name: &str| row[name].as_i64().unwrap();
        let sums = ["points", "wins", "draws", "losses"].map(number);
        kept.insert((text("game"), text("period"), number("person_id")), sums);
    }
    assert_eq!(kept, wanted);
    let mut people: BTreeMap<(String, String, i64), i64> = BTreeMap::new();
    for ((game, period, _), sums) in wanted {
        *people.entry((game, period, sums[0])).or_default() += 1;
    }
    let mut counted = BTreeMap::new();
    let counts = rows(pool, "standing_counts", scope).await;
    for row in counts.iter().filter(|row| row["people"] != 0) {
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        let number = |name: &str| row[name].as_i64().unwrap();
        counted.insert((text("game"), text("period"), number("points")), number("people"));
    }
    assert_eq!(counted, people);
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_of_the_younger_scope_moves_into_the_older_one() {
    let mut chat = two().await;
    let pool = chat.pool.clone();
    for (id, line) in [
        ("1", "/settings clock 3d"),
        ("1", "/settings theme night"),
        ("2", "/settings clock 1d"),
        ("2", "/settings turn on"),
        ("2", "/lang ru chat"),
    ] {
        says(&mut chat, id, "admin", line).await;
    }
    // Known in one or the other chat, or by another name since.
    for (id, name) in [("1", "dora"), ("2", "emma"), ("2", "ANNA"), ("1", "BORIS")] {
        says(&mut chat, id, name, "/games").await;
    }
    chat.sent();
    let (old, new) = (scope(&chat, "1").await.unwrap(), scope(&chat, "2").await.unwrap());
    assert!(old < new);
    let mut before = BTreeMap::new();
    for table in MOVED {
        let of = [rows(&pool, table, old).await, rows(&pool, table, new).await];
        assert!(of.iter().all(|rows| !rows.is_empty()), "{table}");
        before.insert(table, of);
    }
    let told_already = chat.last.load(std::sync::atomic::Ordering::Relaxed);
    moves(&chat, "1", "2").await;

    assert_eq!((scope(&chat, "1").await, scope(&chat, "2").await), (None, Some(old)));
    for (table, [mut wanted, young]) in before {
        let mut found = rows(&pool, table, old).await;
        assert!(rows(&pool, table, new).await.is_empty(), "{table}");
        if table == "members" {
            continue;
        }
        if table == "messages" {
            // Those of the old chat are not to be found in the new one.
            wanted.clear();
        }
        let number = match table {
            "challenges" | "matches" | "jobs" => "number",
            _ => "match",
        };
        for mut row in young {
            if table == "matches" {
                let named = format!("{}.{}", new.0, row["number"]);
                row.insert("named".into(), named.into());
            }
            row.insert("scope_id".into(), old.0.into());
            if let Some(number) = row.get_mut(number).filter(|number| !number.is_null()) {
                *number = (number.as_i64().unwrap() + 4).into();
            }
            wanted.push(row);
        }
        // What is said about it is said by later messages.
        found.retain(|row| row.get("id").is_none_or(|id| id.as_i64().unwrap() <= told_already));
        // What can be pressed changes with what is over by now.
        let as_it_was = |mut row: Map<String, Value>| {
            if table == "messages" {
                row.retain(|column, _| column != "buttons" && column != "board");
            }
            Value::Object(row).to_string()
        };
        let sorted = |rows: Vec<Map<String, Value>>| -> BTreeSet<String> {
            rows.into_iter().map(as_it_was).collect()
        };
        assert_eq!(sorted(found), sorted(wanted), "{table}");
    }
    let names = "select name from members order by name";
    assert_eq!(lines(&pool, names).await, ["ANNA", "BORIS", "admin", "carol", "dora", "emma"]);
    let row = sqlx::query("select last_number, settings, language from scopes where scope_id = $1")
        .bind(old.0)
        .fetch_one(&pool)
        .await
        .unwrap();
    let settings = serde_json::json!({ "clock": 259_200, "theme": "night", "turn": true });
    assert_eq!((row.get::<i32, _>(0), row.get::<Value, _>(1)), (8, settings));
    assert_eq!(row.get::<&str, _>(2), "en");

    boards_are_the_sums(&pool, old).await;
    all_is_well(&chat, 6).await;
    let texts = told_texts(&chat, old).await;
    // Two matches and a challenge of each chat, and two offers; four have another number.
    assert_eq!(texts.len(), 8, "{texts:#?}");
    let renumbered: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.starts_with("The chat has moved"))
        .collect();
    assert_eq!(
        renumbered,
        [
            "The chat has moved: what was #2 is #6 now.",
            "The chat has moved: what was #3 is #7 now.",
            "The chat has moved: what was #4 is #8 now.",
        ]
    );
    // And new challenges are numbered behind all of them.
    let answer = says(&mut chat, "2", "dora", "/play senegal").await;
    assert_eq!(answer.scope, old);
    assert_eq!(count(&pool, "challenges where number = 9").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn chance_and_ratings_of_what_has_moved_can_still_be_proved() {
    let mut chat = two().await;
    let pool = chat.pool.clone();
    let (old, new) = (scope(&chat, "1").await.unwrap(), scope(&chat, "2").await.unwrap());
    // A match that has just ended in the new chat is still to be rated.
    chat.incoming.chat.chat_id = "2".into();
    for (name, line) in [
        ("emma", "/play senegal @fred"),
        ("fred", "/accept"),
        ("emma", "/m #5 d2-d3"),
        ("fred", "/m #5 d4:d2"),
        ("fred", "/resign 5 yes"),
    ] {
        chat.handle(&chat.line(name, line)).await;
    }
    // Somebody has begun to, and will be told that there is no such job any more.
    run(
        &pool,
        "update jobs set token = 1, until = clock_timestamp() + interval '1 hour'
         where kind = 'rate' and state = 'pending'",
    )
    .await;
    let log = "rating_log";
    let ratings = "select concat_ws(' ', person_id, game, variant, rating, deviation, matches)
                   from ratings order by 1";
    assert_eq!(count(&pool, log).await, 4);
    let rated = lines(&pool, ratings).await;
    moves(&chat, "1", "2").await;
    told(&chat, old).await;
    assert_eq!(lines(&pool, ratings).await, rated);
    let moved = format!("{log} where scope_id = {} and match = 5", old.0);
    assert_eq!(count(&pool, &moved).await, 2);
    // Rated once, also by a job that comes again.
    for _ in 0..2 {
        do_all(&chat.app, now(&chat)).await.unwrap();
        assert_eq!(count(&pool, log).await, 6);
        run(&pool, "update jobs set state = 'pending' where kind = 'rate'").await;
    }
    let after = lines(&pool, ratings).await;
    assert!(rated.iter().all(|row| after.contains(row)), "the others are as they were");
    assert_eq!(after.len(), rated.len() + 2);
    let of_emma = format!("{log} where scope_id = {} and match = 9", old.0);
    assert_eq!(count(&pool, &of_emma).await, 2);
    boards_are_the_sums(&pool, old).await;

    // The record of the match that was over, and its dice.
    chat.incoming.chat.chat_id = "2".into();
    let check = async |chat: &Chat, number: i32, name: String, most_deals: usize| {
        chat.sent();
        let answer = chat.say("carol", &format!("/record {number}")).await;
        assert_eq!(answer.verdict, Verdict::Done, "{:?}", answer.private);
        let document = chat.sent().pop().unwrap().reply.document.unwrap();
        let mut chances = 0;
        let records = Record::parse_all(&document.text).unwrap();
        assert!(records.len() >= most_deals);
        for record in records {
            assert_eq!(record.tag("Match"), Some(name.as_str()));
            let game = toys().find(record.tag("Game").unwrap()).unwrap();
            let options = record.tag("Options").unwrap_or_default();
            let options = OptionSet::parse(game.facts(), options.split_whitespace()).unwrap();
            chances += prove(game, &options, &record).unwrap();
        }
        let answer = chat.say("carol", &format!("/dice {number}")).await;
        assert_eq!(answer.verdict, Verdict::Done);
        let told = chat.sent().pop().unwrap().text();
        assert!(told.contains(&format!("drawn {chances} times")), "{told} is not {chances}");
    };
    check(&chat, 1, format!("{}.1", old.0), 2).await;
    check(&chat, 5, format!("{}.1", new.0), 2).await;
    // What goes on draws its chance as it began, and so it is proved at its end.
    for number in [2, 6] {
        play_on(&mut chat, "2", number, 11, 20).await;
        all_is_well(&chat, 7).await;
        let loser = if number == 2 { "anna" } else { "boris" };
        says(&mut chat, "2", loser, &format!("/resign {number} match")).await;
    }
    check(&chat, 2, format!("{}.2", old.0), 1).await;
    check(&chat, 6, format!("{}.2", new.0), 1).await;
    // A challenge that has moved begins as what it is called now.
    says(&mut chat, "2", "boris", "/accept 8").await;
    play_on(&mut chat, "2", 8, 2, 300).await;
    check(&chat, 8, format!("{}.8", old.0), 1).await;
    do_all(&chat.app, now(&chat)).await.unwrap();
    boards_are_the_sums(&pool, old).await;
    all_is_well(&chat, 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_of_the_emptied_scope_mean_what_they_meant() {
    let mut chat = two().await;
    chat.incoming.chat.chat_id = "2".into();
    // Everything that was posted in the new chat can still be pressed there.
    let payloads = "select payload::text from outbox where scope_id = $1 order by id";
    let new = scope(&chat, "2").await.unwrap();
    let posted = sqlx::query(payloads).bind(new.0).fetch_all(&chat.pool).await.unwrap();
    let mut presses = Vec::new();
    for row in posted {
        let payload: Value = serde_json::from_str(row.get(0)).unwrap();
        for press in payload["say"]["buttons"].as_array().into_iter().flatten().flatten_rows() {
            let label = press["label"].as_str().unwrap().to_owned();
            presses.push((label, press["data"].as_str().unwrap().to_owned()));
        }
    }
    let answer = chat.say("boris", "/resign 3").await;
    presses.push(("own".into(), answer.private.unwrap().buttons[0][0].data.clone()));
    let old = scope(&chat, "1").await.unwrap();
    moves(&chat, "1", "2").await;
    told(&chat, old).await;
    let newest = |label: &str| presses.iter().rfind(|(of, _)| of == label).unwrap().1.clone();
    let press = async |chat: &Chat, name: &str, data: String| {
        let answer = chat.does(name, "main", Command::Press(data)).await;
        (answer.verdict, answer.private.map(|reply| text(&reply)))
    };
    // Not for everybody, as before.
    let refused = |said: &str| (Verdict::Refused, Some(said.to_owned()));
    let own = newest("own");
    assert_eq!(press(&chat, "anna", own).await, refused("That button is not for you."));
    let done = (Verdict::Done, None);
    assert_eq!(press(&chat, "anna", newest("Agree")).await, done, "the offer in #7");
    let own = newest("own");
    let stale = refused("The position has changed since then.");
    assert_eq!(press(&chat, "boris", own).await, stale);
    assert_eq!(press(&chat, "boris", newest("Rematch")).await, done, "of #5");
    assert_eq!(press(&chat, "boris", newest("Accept")).await, done, "the challenge #8");
    assert_eq!(count(&chat.pool, "matches where number = 8 and game = 'toy'").await, 1);
    let takebacks = "steps where match = 7 and kind = 'takeback'";
    assert_eq!(count(&chat.pool, takebacks).await, 1);
    let rematch = "challenges where number = 9 and game = 'toyroll'";
    assert_eq!(count(&chat.pool, rematch).await, 1);

    // Numbers that never were, and other chats.
    for verb in ["j", "d", "b", "m", "t"] {
        for number in ["A", "_", "f____"] {
            let data = format!("1{verb}{}.{number}.A.", letter(new));
            let (verdict, said) = press(&chat, "anna", data.clone()).await;
            assert_eq!(verdict, Verdict::Refused, "{data}: {said:?}");
        }
    }
    chat.incoming.chat.chat_id = "3".into();
    let elsewhere = refused("That button belongs to another chat.");
    assert_eq!(press(&chat, "anna", newest("Accept")).await, elsewhere);
    all_is_well(&chat, 7).await;
}

/// The digit of a small scope in a button.
fn letter(scope: ScopeId) -> char {
    char::from(b'A' + u8::try_from(scope.0).unwrap())
}

/// Rows of buttons, one after another.
trait Rows<'a> {
    fn flatten_rows(self) -> Vec<&'a Value>;
}

impl<'a, I: Iterator<Item = &'a Value>> Rows<'a> for I {
    fn flatten_rows(self) -> Vec<&'a Value> {
        self.flat_map(|row| row.as_array().unwrap()).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_old_chat_says_late_moves_too_and_shows_nothing_again() {
    let mut chat = two().await;
    let old = scope(&chat, "1").await.unwrap();
    moves(&chat, "1", "3").await;
    assert_eq!(told(&chat, old).await.len(), 4);
    // The platform tells of it again, with something that was said before in between.
    says(&mut chat, "1", "dora", "/play senegal").await;
    let late = scope(&chat, "1").await.unwrap();
    assert!(late > old);
    chat.sent();
    moves(&chat, "1", "3").await;
    assert_eq!((scope(&chat, "1").await, scope(&chat, "3").await), (None, Some(old)));
    assert_eq!(
        told_texts(&chat, old).await,
        ["The chat has moved: what was #1 is #5 now.\ndora looks for an opponent: Senegalese \
          draughts.\ndora plays White.\n/accept 5 – let's play."]
    );
    // What is known of messages is of the new chat, and stays.
    assert!(count(&chat.pool, &format!("messages where scope_id = {}", old.0)).await > 0);
    all_is_well(&chat, 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_finds_its_match_over_several_moves() {
    let mut chat = Chat::new().await;
    let mut data = String::new();
    for id in ["1", "2", "3"] {
        let lines = [("anna", "/play senegal @boris"), ("boris", "/accept"), ("dora", "/games")];
        say_all(&mut chat, id, &lines).await;
        says(&mut chat, id, "carol", "/play senegal @dora").await;
        data = chat.sent().pop().unwrap().reply.buttons[0][0].data.clone();
    }
    let first = scope(&chat, "1").await.unwrap();
    moves(&chat, "2", "3").await;
    moves(&chat, "1", "3").await;
    assert_eq!(scope(&chat, "3").await, Some(first));
    chat.incoming.chat.chat_id = "3".into();
    assert_eq!(chat.does("dora", "main", Command::Press(data)).await.verdict, Verdict::Done);
    assert_eq!(count(&chat.pool, "matches where number = 6 and state = 'live'").await, 1);
    assert_eq!(
        lines(&chat.pool, "select coalesce(named, '') from matches order by number").await,
        ["", "2.1", "3.1", ""]
    );
    assert_eq!(
        lines(
            &chat.pool,
            "select concat_ws(' ', merged_into, shift) from scopes order by scope_id"
        )
        .await,
        ["", "1 2", "1 4"]
    );
    all_is_well(&chat, 4).await;

    // A job that came too late to be moved is no more than thrown away.
    let stray = "insert into jobs (scope_id, number, revision, kind, platform, bot_id, place,
                     state, due_at, made_at, state_at)
                 select scope_id, 1, 0, kind, 'test', 'bot', 'main', 'pending', created_at,
                     created_at, created_at
                 from scopes cross join unnest(array['lapse', 'rate', 'warn', 'expire']) kind
                 where merged_into is not null";
    run(&chat.pool, stray).await;
    let before = count(&chat.pool, "outbox").await;
    do_all(&chat.app, now(&chat)).await.unwrap();
    assert_eq!(count(&chat.pool, "outbox").await, before);
    let of_emptied = "jobs join scopes on scopes.scope_id = jobs.scope_id
                      where merged_into is not null and state = 'done' and token = 1";
    assert_eq!(count(&chat.pool, of_emptied).await, 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_cut_off_changes_nothing_and_can_be_told_again() {
    let chat = two().await;
    let pool = &chat.pool;
    let before = everything(pool).await;
    // Nearly everything has been moved when the log of ratings is.
    let gate = hold(pool, "select from rating_log for update").await;
    let moving = start_to_move(&chat);
    until_waiting(pool, &[&moving]).await;
    let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'";
    sqlx::query(cut).execute(pool).await.unwrap();
    moving.await.unwrap().unwrap_err();
    gate.rollback().await.unwrap();
    assert_eq!(everything(pool).await, before);
    moves(&chat, "1", "2").await;
    let old = scope(&chat, "2").await.unwrap();
    assert_eq!(told(&chat, old).await.len(), 8);
    boards_are_the_sums(pool, old).await;
    all_is_well(&chat, 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_speaks_while_the_scopes_become_one_is_heard_in_that_one() {
    let mut chat = two().await;
    let pool = chat.pool.clone();
    say_all(&mut chat, "3", &[("emma", "/games")]).await;
    say_all(&mut chat, "2", &[("emma", "/games"), ("gina", "/games")]).await;
    chat.sent();
    let old = scope(&chat, "1").await.unwrap();
    let gate = hold(&pool, "select from rating_log for update").await;
    let moving = start_to_move(&chat);
    until_waiting(&pool, &[&moving]).await;
    let mut spoken: Vec<JoinHandle<anyhow::Result<Handled>>> = Vec::new();
    // In either chat, from elsewhere, and by a job.
    for (id, name, line) in [
        ("2", "gina", "/play senegal"),
        ("1", "dora", "/play senegal"),
        ("3", "emma", "/forget yes"),
    ] {
        let line = Incoming { chat: key(&chat, id), ..chat.line(name, line) };
        let app = chat.app.clone();
        spoken.push(tokio::spawn(async move { handle(&app, &line).await }));
        let mut tasks: Vec<&dyn Task> = vec![&moving];
        tasks.extend(spoken.iter().map(|spoken| spoken as &dyn Task));
        until_waiting(&pool, &tasks).await;
    }
    let (app, later) = (chat.app.clone(), now(&chat) + Duration::hours(20));
    let jobs = tokio::spawn(async move { do_all(&app, later).await });
    let [one, two, three] = &spoken[..] else { unreachable!() };
    until_waiting(&pool, &[&moving, one, two, three, &jobs]).await;
    gate.rollback().await.unwrap();
    moving.await.unwrap().unwrap();
    for spoken in spoken {
        let handled = spoken.await.unwrap().unwrap();
        assert!(matches!(handled, Handled::Done(answer) if answer.verdict == Verdict::Done));
    }
    jobs.await.unwrap().unwrap();
    do_all(&chat.app, later).await.unwrap();
    let strays = format!("where scope_id <> {} and scope_id <> 3", old.0);
    for table in MOVED {
        assert_eq!(count(&pool, &format!("{table} {strays}")).await, 0, "{table}");
    }
    let of = "select name from members join challenges on challenger = person_id
              where members.scope_id = challenges.scope_id and state = 'open' order by name";
    assert_eq!(lines(&pool, of).await, ["carol", "carol", "dora", "gina"]);
    assert_eq!(count(&pool, "members where forgotten and name = '?'").await, 2);
    // Each clock warns once: that of the old chat's match, and that of the moved one.
    let warnings = "select payload::text from outbox
                    where payload::text like '%hours left%' order by match";
    assert_eq!(lines(&pool, warnings).await.len(), 2);
    let dead = "jobs where state <> 'done' and due_at < '2026-11-30'";
    assert_eq!(count(&pool, dead).await, 0);
    all_is_well(&chat, 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_while_scopes_become_one_arrives_once() {
    let mut chat = Chat::new().await;
    let platform = Platform::open();
    let mut sender = sender(&chat, &platform);
    let speak = async |chat: &mut Chat, id: &str, said: &[(&str, &str)]| {
        chat.incoming.chat.chat_id = id.into();
        for (name, line) in said {
            chat.handle(&chat.line(name, line)).await;
        }
    };
    speak(&mut chat, "1", &[("carol", "/games")]).await;
    let begin = [("anna", "/play senegal @boris"), ("boris", "/accept"), ("anna", "d2-d3")];
    speak(&mut chat, "2", &begin).await;
    send_all(&mut sender, now(&chat)).await;
    speak(&mut chat, "2", &[("boris", "d4:d2")]).await;
    platform.close();
    assert_eq!(sender.step(now(&chat)).await.unwrap(), Some(1));
    moves(&chat, "1", "2").await;
    platform.gate.add_permits(1000);
    sender.finish(now(&chat)).await;
    let moved = "boris: d4:d2\n#1: @anna (White) to move.";
    assert_eq!(platform.texts().last().unwrap(), moved);
    assert_eq!(count(&chat.pool, "outbox where state = 'sending'").await, 0);
    let before = platform.texts().len();
    send_all(&mut sender, now(&chat)).await;
    let after = platform.texts();
    let again = "The chat has moved: what was #1 is #1 now.\nboris: d4:d2\n#1: @anna (White) to \
                 move.";
    assert_eq!(after[before..], [again.to_owned()]);

    // One that fails goes later, and one that is refused does not keep the next from going.
    speak(&mut chat, "1", &[("carol", "/play senegal")]).await;
    platform.close();
    assert_eq!(sender.step(now(&chat)).await.unwrap(), Some(1));
    *platform.fails.lock().unwrap() = true;
    moves(&chat, "1", "2").await;
    platform.gate.add_permits(1000);
    sender.finish(now(&chat)).await;
    let before = platform.texts().len();
    send_all(&mut sender, now(&chat) + Duration::minutes(1)).await;
    let texts = platform.texts();
    assert_eq!(texts.len(), before + 2, "{texts:#?}");
    assert!(texts[before..].iter().any(|text| text.starts_with("carol looks")), "{texts:#?}");
    assert_eq!(count(&chat.pool, "outbox where state not in ('sent', 'folded')").await, 0);
    all_is_well(&chat, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sender_waits_while_scopes_become_one() {
    let chat = two().await;
    let pool = &chat.pool;
    let platform = Platform::open();
    let mut sender = sender(&chat, &platform);
    let gina = Incoming { chat: key(&chat, "2"), ..chat.line("gina", "/play senegal") };
    chat.handle(&gina).await;
    let looks = "gina looks for an opponent: Senegalese draughts.\ngina plays White.\n\
                 /accept 5 – let's play.";
    // One that is about to claim it.
    let gate = hold(pool, "select from rating_log for update").await;
    let moving = start_to_move(&chat);
    until_waiting(pool, &[&moving]).await;
    let at = now(&chat);
    let stepping = tokio::spawn(async move {
        let started = sender.step(at).await.unwrap();
        (sender, started)
    });
    until_waiting(pool, &[&moving, &stepping]).await;
    gate.rollback().await.unwrap();
    moving.await.unwrap().unwrap();
    let (mut sender, started) = stepping.await.unwrap();
    assert_eq!(started, Some(0), "it is elsewhere by now");
    send_all(&mut sender, now(&chat)).await;
    let found = platform.texts().iter().filter(|text| *text == looks).count();
    assert_eq!((found, platform.texts().len()), (1, 10));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_while_scopes_become_one_goes_later() {
    let chat = two().await;
    let pool = &chat.pool;
    let platform = Platform::open();
    let mut sender = sender(&chat, &platform);
    let gina = Incoming { chat: key(&chat, "2"), ..chat.line("gina", "/play senegal") };
    chat.handle(&gina).await;
    platform.close();
    assert_eq!(sender.step(now(&chat)).await.unwrap(), Some(1));
    let gate = hold(pool, "select from rating_log for update").await;
    let moving = start_to_move(&chat);
    until_waiting(pool, &[&moving]).await;
    *platform.fails.lock().unwrap() = true;
    platform.gate.add_permits(1000);
    let at = now(&chat);
    let finishing = tokio::spawn(async move {
        sender.finish(at).await;
        sender
    });
    until_waiting(pool, &[&moving, &finishing]).await;
    gate.rollback().await.unwrap();
    moving.await.unwrap().unwrap();
    let mut sender = finishing.await.unwrap();
    assert_eq!(count(pool, "outbox where state = 'sending'").await, 0);
    send_all(&mut sender, now(&chat) + Duration::minutes(1)).await;
    let texts = platform.texts();
    assert_eq!(texts.iter().filter(|text| text.starts_with("gina looks")).count(), 1);
    assert_eq!(texts.len(), 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_of_either_chat_is_still_known() {
    let chat = two().await;
    let mut repeated = Vec::new();
    for id in ["1", "2"] {
        let line = Incoming { chat: key(&chat, id), ..chat.line("dora", "/play senegal") };
        assert!(matches!(chat.handle(&line).await, Handled::Done(_)));
        repeated.push(Incoming { chat: key(&chat, "2"), ..line });
    }
    moves(&chat, "1", "2").await;
    for line in &repeated {
        assert_eq!(chat.handle(line).await, Handled::Repeat);
    }
    assert_eq!(count(&chat.pool, "challenges where state = 'open'").await, 4);
}

/// Whoever adds a table or column by scope has to say what becomes of it.
#[tokio::test]
async fn every_column_by_scope_moves() {
    let pool = database::pool().await;
    let source = include_str!("../../src/store/merging.rs");
    let tables = lines(
        &pool,
        "select table_name::text from information_schema.columns
         where table_schema = 'public' and column_name = 'scope_id' order by 1",
    )
    .await;
    let others = ["chat_keys", "rating_log", "scopes"];
    assert!(others.iter().all(|other| tables.iter().any(|table| table == other)));
    for table in &tables {
        if others.contains(&table.as_str()) {
            assert!(source.contains(&format!("update {table} set")), "{table}");
            continue;
        }
        let removed = format!("delete from {table} where scope_id = $1");
        assert!(source.contains(&removed), "{table}");
        let insert = format!("insert into {table} ");
        let at = source.find(&insert).unwrap_or_else(|| panic!("{table} is left behind"));
        let list = source[at..].split_once('(').unwrap().1.split_once(')').unwrap().0;
        let copied: BTreeSet<&str> = list.split(',').map(str::trim).collect();
        let sql = format!(
            "select column_name::text from information_schema.columns
             where table_schema = 'public' and table_name = '{table}'"
        );
        let columns = lines(&pool, &sql).await;
        let columns: BTreeSet<&str> = columns.iter().map(String::as_str).collect();
        assert_eq!(copied, columns, "{table}");
    }
}
