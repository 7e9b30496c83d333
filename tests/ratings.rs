//! Ratings: the numbers of Glicko-2, the job that changes them, and who is forgotten.

use crate::support::{
    chat::Chat,
    glicko::{self, Numbers},
};
use kosti::{
    app::{
        glicko::{NEW, after},
        housekeeping::sweep,
        jobs::{Worker, do_all},
        manners::Manners,
        service::{Handled, Verdict as Went, handle},
    },
    game::{Entropy as _, SplitMix},
    store::{
        PersonId, ladder, members,
        ratings::{self, Discipline, Rated, Skill},
        results::Verdict,
    },
};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use time::{Duration, OffsetDateTime};

const SENEGAL: Discipline<'_> = Discipline { game: "senegal", variant: "" };

fn numbers(skill: Skill) -> Numbers {
    (skill.rating, skill.deviation, skill.volatility)
}

#[track_caller]
fn assert_near(found: Numbers, expected: Numbers, tolerance: f64) {
    let far = [found.0 - expected.0, found.1 - expected.1, (found.2 - expected.2) * 1000.0];
    assert!(far.iter().all(|far| far.abs() < tolerance), "{found:?} is not {expected:?}");
}

async fn column<T>(pool: &PgPool, sql: &'static str) -> Vec<T>
where
    T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    let rows = sqlx::query(sql).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// Every row of some tables, as text.
async fn content(pool: &PgPool, tables: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for table in tables {
        let sql = format!("select '{table} ' || t::text from {table} t order by 1");
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap();
        found.extend(rows.iter().map(|row| row.get::<String, _>(0)));
    }
    found
}

/// Lets one win against the other; without the jobs that follow.
async fn win(chat: &Chat, winner: &str, loser: &str) {
    for (name, line) in [
        (winner, format!("/play senegal @{loser}")),
        (loser, "/accept".into()),
        (winner, "d2-d3".into()),
        (loser, "d4:d2".into()),
        (loser, "/resign yes".into()),
    ] {
        let Handled::Done(answer) = handle(&chat.app, &chat.line(name, &line)).await.unwrap()
        else {
            panic!("no repeat");
        };
        assert_eq!(answer.verdict, Went::Done, "{name} {line}: {:?}", answer.private);
    }
}

fn much_later(chat: &Chat) -> OffsetDateTime {
    chat.incoming.at + Duration::days(10)
}

#[test]
fn the_independent_computation_gives_the_published_example() {
    let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
    let found = glicko::period((1500.0, 200.0, 0.06), &games);
    assert!((found.0 - 1464.06).abs() < 0.01, "{found:?}");
    assert!((found.1 - 151.52).abs() < 0.01, "{found:?}");
    assert!((found.2 - 0.05999).abs() < 0.00001, "{found:?}");
}

#[test]
fn two_computations_of_the_numbers_agree() {
    let mut choice = SplitMix::new(20);
    let mut skill = || Skill {
        rating: f64::from(800 + choice.below(1600)),
        deviation: f64::from(30 + choice.below(320)),
        volatility: f64::from(300 + choice.below(900)) / 10_000.0,
    };
    for at in 0..2000 {
        let (own, other) = (skill(), skill());
        let (verdict, score) =
            [(Verdict::Win, 1.0), (Verdict::Draw, 0.5), (Verdict::Loss, 0.0)][at % 3];
        let found = numbers(after(own, &[(other, verdict)]));
        let expected = glicko::period(numbers(own), &[(other.rating, other.deviation, score)]);
        // The deviation is never thought larger than that of somebody new.
        let expected = (expected.0, expected.1.min(NEW.deviation), expected.2);
        assert_near(found, expected, 0.001);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_changes_both_ratings_once() {
    let chat = Chat::new().await;
    let pool = &chat.pool;
    win(&chat, "anna", "boris").await;
    let now = much_later(&chat);
    do_all(&chat.app, now).await.unwrap();
    let new = numbers(NEW);
    let (one, two) = (
        glicko::period(new, &[(1500.0, 350.0, 1.0)]),
        glicko::period(new, &[(1500.0, 350.0, 0.0)]),
    );
    let rows = sqlx::query(
        "select name, rating, deviation, volatility, shown, matches from ratings
         join members using (person_id) order by name",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    for (row, (name, expected)) in rows.iter().zip([("anna", one), ("boris", two)]) {
        assert_eq!(row.get::<&str, _>("name"), name);
        assert_near((row.get(1), row.get(2), row.get(3)), expected, 0.001);
        assert_eq!(f64::from(row.get::<i32, _>("shown")), expected.0.round());
        assert_eq!(row.get::<i32, _>("matches"), 1);
    }
    assert_eq!(rows.len(), 2);
    // A job that is done once more changes nothing.
    let tables = ["ratings", "rating_log", "rating_counts"];
    let before = content(pool, &tables).await;
    sqlx::query("update jobs set state = 'pending'").execute(pool).await.unwrap();
    sqlx::query("delete from jobs where kind not in ('audit', 'rate')")
        .execute(pool)
        .await
        .unwrap();
    assert_eq!(do_all(&chat.app, now).await.unwrap(), 2, "to prove and to rate");
    assert_eq!(column::<i64>(pool, "select count(*) from jobs where state = 'done'").await, [2]);
    assert_eq!(content(pool, &tables).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_being_rated_is_not_rated_by_another_at_once() {
    let chat = Chat::new().await;
    let pool = &chat.pool;
    for winner in [("anna", "boris"), ("boris", "anna")] {
        win(&chat, winner.0, winner.1).await;
    }
    let boris = id(&chat, "boris").await;
    let mut holder = pool.begin().await.unwrap();
    ratings::lock(&mut holder, &[boris]).await.unwrap();
    let (app, now) = (chat.app.clone(), much_later(&chat));
    let jobs = tokio::spawn(async move {
        // Several at once.
        let mut worker = Worker::new(app);
        while worker.step(now).await? > 0 {
            worker.finish().await;
        }
        anyhow::Ok(())
    });
    let waiting = "select count(*) from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'";
    while column::<i64>(pool, waiting).await != [2] {
        assert!(!jobs.is_finished(), "both wait");
        tokio::task::yield_now().await;
    }
    assert_eq!(column::<i64>(pool, "select count(*) from rating_log").await, [0]);
    holder.commit().await.unwrap();
    jobs.await.unwrap().unwrap();
    assert_eq!(column::<i32>(pool, "select matches from ratings").await, [2, 2]);
    let tries = "select max(token) from jobs where kind = 'rate' and state = 'done'";
    assert_eq!(column::<i32>(pool, tries).await, [1], "at the first try");
}

#[tokio::test(flavor = "multi_thread")]
async fn variants_are_rated_apart() {
    let chat = Chat::new().await;
    win(&chat, "anna", "boris").await;
    for (name, line) in [
        ("anna", "/play senegal @boris movers=any goal=fewest"),
        ("boris", "/accept"),
        ("anna", "d2-d3"),
        ("boris", "d4:d2"),
        ("anna", "/resign yes"),
    ] {
        chat.say(name, line).await;
    }
    do_all(&chat.app, much_later(&chat)).await.unwrap();
    assert_eq!(
        column::<String>(
            &chat.pool,
            "select variant || ': ' || string_agg(name || ' ' || shown, ', ' order by name)
             from ratings join members using (person_id) group by variant order by variant",
        )
        .await,
        [": anna 1662, boris 1338", "goal=fewest movers=any: anna 1338, boris 1662"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deviation_grows_while_nothing_is_played() {
    let mut chat = Chat::new().await;
    win(&chat, "anna", "boris").await;
    do_all(&chat.app, much_later(&chat)).await.unwrap();
    chat.incoming.at += Duration::days(100);
    win(&chat, "anna", "boris").await;
    do_all(&chat.app, much_later(&chat)).await.unwrap();
    let rows = sqlx::query(
        "select deviation_before, deviation_after, volatility_after, ended_at from rating_log
         order by nth, person_id",
    )
    .fetch_all(&chat.pool)
    .await
    .unwrap();
    let ended = |at: usize| rows[at].get::<OffsetDateTime, _>("ended_at");
    let days = (ended(2) - ended(0)).as_seconds_f64() / 86_400.0;
    for at in [0, 1] {
        let after: Numbers = (1500.0, rows[at].get(1), rows[at].get(2));
        let (_, expected, _) = glicko::rested(after, days);
        let found: f64 = rows[at + 2].get(0);
        assert!((found - expected).abs() < 1e-6 && found > after.1 + 3.0, "{found} {expected}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pair_has_three_rated_matches_of_a_game_a_day() {
    let mut chat = Chat::new().await;
    let pool = chat.pool.clone();
    let rated = async || {
        column::<i64>(&pool, "select count(*) from matches where rated and number > 0").await[0]
    };
    for _ in 0..2 {
        win(&chat, "anna", "boris").await;
    }
    // In another chat they are still the same two, whoever challenges.
    chat.incoming.chat.chat_id = "2".into();
    win(&chat, "boris", "anna").await;
    assert_eq!(rated().await, i64::from(Manners::default().rated_per_day));
    win(&chat, "anna", "boris").await;
    assert_eq!(rated().await, 3);
    // Others, and the same two on the next day, have their own share.
    win(&chat, "carol", "boris").await;
    assert_eq!(rated().await, 4);
    // 12:00 it was; the day ends in UTC, whatever offset an event's time has.
    chat.incoming.at = (chat.incoming.at + Duration::hours(11))
        .to_offset(time::UtcOffset::from_hms(3, 0, 0).unwrap());
    win(&chat, "anna", "boris").await;
    assert_eq!(rated().await, 4);
    chat.incoming.at += Duration::hours(1);
    win(&chat, "anna", "boris").await;
    assert_eq!(rated().await, 5);
    // Unrated matches give results, but neither points nor ratings.
    do_all(&chat.app, much_later(&chat)).await.unwrap();
    assert_eq!(column::<i64>(&pool, "select count(*) from results").await, [14]);
    assert_eq!(column::<i64>(&pool, "select count(*) from rating_log").await, [10]);
    assert_eq!(
        column::<i64>(
            &pool,
            "select sum(wins + losses)::bigint from standings where game = '' and period = 'all'",
        )
        .await,
        [10]
    );
    assert_eq!(sweep(&chat.app, chat.incoming.at).await.unwrap(), 0);
    sweep(&chat.app, chat.incoming.at + Duration::days(7)).await.unwrap();
    assert_eq!(column::<i64>(&pool, "select count(*) from rated_pairs").await, [1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_match_does_not_use_up_the_share() {
    let chat = Chat::new().await;
    for _ in 0..5 {
        for (name, line) in
            [("anna", "/play senegal @boris"), ("boris", "/accept"), ("boris", "/resign yes")]
        {
            chat.say(name, line).await;
        }
    }
    win(&chat, "anna", "boris").await;
    let pool = &chat.pool;
    assert_eq!(column::<bool>(pool, "select distinct rated from matches").await, [true]);
    assert_eq!(column::<i32>(pool, "select matches from rated_pairs").await, [1]);
    assert_eq!(column::<i64>(pool, "select count(*) from results").await, [2]);
    // Void matches leave neither a rating nor a job for one.
    assert_eq!(column::<i64>(pool, "select count(*) from jobs where kind = 'rate'").await, [1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_one_pair_that_end_at_once_do_not_block_each_other() {
    let mut chat = Chat::new().await;
    let mut ends = Vec::new();
    for day in 0..4 {
        for scope in ["1", "2"] {
            chat.incoming.at += Duration::days(day);
            chat.incoming.chat.chat_id = scope.into();
            for place in ["one", "two"] {
                chat.incoming.place = place.into();
                let (one, two) =
                    if ends.len() % 2 == 0 { ("anna", "boris") } else { ("boris", "anna") };
                for (name, line) in [
                    (one, format!("/play senegal @{two} to 3")),
                    (two, "/accept".to_owned()),
                    (one, "d2-d3".to_owned()),
                    (two, "d4:d2".to_owned()),
                ] {
                    handle(&chat.app, &chat.line(name, &line)).await.unwrap();
                }
                // The last of the three points is made when all are ready.
                for (name, line) in [
                    (one, "/resign yes"),
                    (two, "d2-d3"),
                    (one, "d4:d2"),
                    (one, "/resign yes"),
                    (one, "d2-d3"),
                    (two, "d4:d2"),
                ] {
                    handle(&chat.app, &chat.line(name, line)).await.unwrap();
                }
                ends.push(chat.line(one, "/resign yes"));
                // A place is free for the next one only when its match is over.
                chat.incoming.place = "main".into();
            }
        }
        let all = ends.drain(..).map(|line| {
            let app = chat.app.clone();
            tokio::spawn(async move { handle(&app, &line).await })
        });
        for end in all.collect::<Vec<_>>() {
            let Handled::Done(answer) = end.await.unwrap().unwrap() else { panic!("no repeat") };
            assert_eq!(answer.verdict, Went::Done, "{:?}", answer.private);
        }
        do_all(&chat.app, much_later(&chat)).await.unwrap();
    }
    let pool = &chat.pool;
    assert_eq!(column::<i64>(pool, "select count(*) from results").await, [32]);
    assert_eq!(column::<i64>(pool, "select count(*) from jobs where state <> 'done'").await, [0]);
    let report = kosti::app::audit::audit(&chat.app, None).await.unwrap();
    assert_eq!((report.faults, report.matches), (vec![], 16));
}

/// A person of that name and a rating with a place on the board.
async fn ranked(chat: &Chat, name: &str, rating: f64) -> PersonId {
    chat.say(name, "/games").await;
    let person = id(chat, name).await;
    let now = chat.incoming.at;
    let rated = Rated {
        skill: Skill { rating, deviation: 70.0, volatility: 0.06 },
        shown: rating as i32,
        matches: 20,
        rated_at: now,
        ranked_until: Some(now + Duration::days(300)),
    };
    let mut db = chat.pool.acquire().await.unwrap();
    ratings::write(&mut db, SENEGAL, &[(person, None, rated)]).await.unwrap();
    person
}

async fn id(chat: &Chat, name: &str) -> PersonId {
    let sql = "select person_id from accounts where account_id = $1";
    let row = sqlx::query(sql).bind(name).fetch_one(&chat.pool).await.unwrap();
    PersonId(row.get(0))
}

async fn told(chat: &Chat, name: &str, line: &str) -> Vec<String> {
    chat.say(name, line).await;
    chat.sent().last().unwrap().text().lines().map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_wants_to_is_named_on_the_board_of_ratings() {
    let chat = Chat::new().await;
    let anna = ranked(&chat, "anna", 1800.0).await;
    ranked(&chat, "boris", 1700.0).await;
    ranked(&chat, "carol", 1700.0).await;
    ranked(&chat, "dora", 1600.0).await;
    chat.say("eve", "/games").await;
    let board = told(&chat, "eve", "/top rating senegal").await;
    assert_eq!(
        board,
        [
            "Ratings of all chats, Senegalese draughts",
            "1. (unnamed) – 1800",
            "2. (unnamed) – 1700",
            "2. (unnamed) – 1700",
            "4. (unnamed) – 1600",
        ]
    );
    let carol = id(&chat, "carol").await;
    let mut db = chat.pool.acquire().await.unwrap();
    members::set_listed(&mut db, carol, Some("carol")).await.unwrap();
    members::set_listed(&mut db, anna, Some("anna")).await.unwrap();
    // Whoever asks finds the own row named.
    let board = told(&chat, "dora", "/top rating senegal").await;
    assert_eq!(
        board[1..],
        ["1. anna – 1800", "2. carol – 1700", "2. (unnamed) – 1700", "4. dora – 1600"]
    );
    // The name is the one seen last, wherever.
    let mut line = chat.line("anna", "/games");
    line.name = "Anna Maria".into();
    line.chat.chat_id = "2".into();
    chat.handle(&line).await;
    members::set_listed(&mut db, carol, None).await.unwrap();
    let board = told(&chat, "eve", "/top rating senegal").await;
    assert_eq!(board[1..3], ["1. Anna Maria – 1800", "2. (unnamed) – 1700"]);
    let career = told(&chat, "eve", "/rank @boris").await;
    assert_eq!(
        career,
        [
            "boris has no rated result in this chat yet.",
            "Senegalese draughts: rating 1700, place 2 of 4 in all chats",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_own_row_is_shown_wherever_it_stands() {
    let chat = Chat::new().await;
    for at in 0..15 {
        ranked(&chat, &format!("p{at}"), 2000.0 - 10.0 * f64::from(at / 3)).await;
    }
    // Of the three who share the tenth place one is among the first ten.
    let board = told(&chat, "p9", "/top rating senegal").await;
    assert_eq!(board.len(), 1 + 10);
    assert_eq!(board[9..], ["7. (unnamed) – 1980", "10. p9 – 1970"]);
    let board = told(&chat, "p11", "/top rating senegal").await;
    assert_eq!(board.len(), 1 + 10 + 1);
    assert_eq!(board[10..], ["10. (unnamed) – 1970", "10. p11 – 1970"]);
    let board = told(&chat, "p13", "/top rating senegal").await;
    assert_eq!(board[10..], ["10. (unnamed) – 1970", "13. p13 – 1960"]);
    let career = told(&chat, "p14", "/rank").await;
    assert_eq!(career[1], "Senegalese draughts: rating 1960, place 13 of 15 in all chats");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_is_lost_when_the_deviation_has_grown() {
    let chat = Chat::new().await;
    ranked(&chat, "anna", 1800.0).await;
    ranked(&chat, "boris", 1700.0).await;
    let pool = &chat.pool;
    let sql =
        "update ratings set ranked_until = ranked_until + interval '1 day' where shown = 1700";
    sqlx::query(sql).execute(pool).await.unwrap();
    let at = |days| chat.incoming.at + Duration::days(days);
    sweep(&chat.app, at(299)).await.unwrap();
    assert_eq!(told(&chat, "boris", "/top rating senegal").await[2], "2. boris – 1700");
    sweep(&chat.app, at(300)).await.unwrap();
    assert_eq!(told(&chat, "boris", "/top rating senegal").await[1..], ["1. boris – 1700"]);
    assert_eq!(
        told(&chat, "anna", "/top rating senegal").await[2],
        "anna – 1800, too few or too old games for a place"
    );
    let mut db = pool.acquire().await.unwrap();
    assert_eq!(ladder::place(&mut db, SENEGAL, 1700).await.unwrap(), (1, 1));
    sweep(&chat.app, at(301)).await.unwrap();
    assert_eq!(ladder::place(&mut db, SENEGAL, 1700).await.unwrap(), (1, 0));
    assert_eq!(
        told(&chat, "boris", "/top rating senegal").await[1],
        "Nobody has a place yet: it takes about a dozen rated games."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_forgotten_leaves_the_results_to_the_opponents() {
    let mut chat = Chat::new().await;
    for scope in ["2", "1"] {
        chat.incoming.chat.chat_id = scope.into();
        win(&chat, "anna", "boris").await;
        win(&chat, "carol", "anna").await;
    }
    ranked(&chat, "dora", 1500.0).await;
    let pool = &chat.pool;
    let anna = id(&chat, "anna").await;
    do_all(&chat.app, much_later(&chat)).await.unwrap();
    // So that there is a place to lose.
    sqlx::query("update ratings set ranked_until = rated_at where person_id = $1")
        .bind(anna.0)
        .execute(pool)
        .await
        .unwrap();
    sqlx::query(
        "insert into rating_counts select game, variant, shown, 1 from ratings
         where person_id = $1 on conflict (game, variant, shown) do update set people = 2",
    )
    .bind(anna.0)
    .execute(pool)
    .await
    .unwrap();
    // A match that is not rated yet, and one that is not over.
    win(&chat, "carol", "anna").await;
    for (name, line) in [
        ("anna", "/play senegal @boris"),
        ("boris", "/accept"),
        ("anna", "d2-d3"),
        ("boris", "d4:d2"),
    ] {
        handle(&chat.app, &chat.line(name, line)).await.unwrap();
    }
    let mut db = pool.begin().await.unwrap();
    members::set_listed(&mut db, anna, Some("anna")).await.unwrap();
    ratings::forget(&mut db, anna).await.unwrap();
    db.commit().await.unwrap();
    let end = chat.line("boris", "/resign yes");
    handle(&chat.app, &end).await.unwrap();
    do_all(&chat.app, much_later(&chat)).await.unwrap();

    for table in ["ratings", "rating_log", "standings", "rated_pairs"] {
        let sql = format!("select count(*) from {table} where person_id = {}", anna.0);
        let rows: i64 = sqlx::query(AssertSqlSafe(sql)).fetch_one(pool).await.unwrap().get(0);
        assert_eq!(rows, 0, "{table}");
    }
    let named = "select count(*) from members where name ilike '%anna%'";
    assert_eq!(column::<i64>(pool, named).await, [0]);
    let listed = "select count(*) from persons where listed or public_name is not null";
    assert_eq!(column::<i64>(pool, listed).await, [0]);
    let nobody = "select count(*) from rating_log where opponent_id is null";
    assert_eq!(column::<i64>(pool, nobody).await, [6], "boris three times, and carol");
    assert_eq!(
        column::<String>(
            pool,
            "select account_id || ' ' || matches from ratings
             join accounts using (person_id) order by 1",
        )
        .await,
        ["boris 3", "carol 3", "dora 20"]
    );
    assert_eq!(
        told(&chat, "carol", "/top").await,
        [
            "Points in this chat",
            "1. carol – 2 points (won 2, drawn 0, lost 0)",
            "2. boris – 0 points (won 0, drawn 0, lost 2)",
        ]
    );
    assert_eq!(
        told(&chat, "carol", "/history").await[1..],
        [
            "2026-11-29 #4 Senegalese draughts: someone beat boris 1:0",
            "2026-11-29 #3 Senegalese draughts: carol beat someone 1:0",
            "2026-11-29 #2 Senegalese draughts: carol beat someone 1:0",
            "2026-11-29 #1 Senegalese draughts: someone beat boris 1:0",
        ]
    );
    let answer = chat.say("carol", "/vs @anna").await;
    assert_eq!(answer.verdict, Went::Refused);
    let mut db = pool.acquire().await.unwrap();
    assert_eq!(ladder::place(&mut db, SENEGAL, 1500).await.unwrap(), (1, 1));
    let report = kosti::app::audit::audit(&chat.app, None).await.unwrap();
    assert_eq!(report.faults, []);
}
