//! Boards: sums of results, whoever books them at once.

use crate::support::{
    chat::Chat,
    database,
    glicko::{self, Numbers},
    toy_game::toys_and_registered,
};
use kosti::{
    app::{
        audit::audit,
        housekeeping::sweep,
        jobs::do_all,
        service::{App, Handled, Verdict, handle},
    },
    game::{Actor, Entropy as _, OptionSet, Seat, SplitMix},
    store::{
        PersonId, ScopeId,
        results::Verdict as Ended,
        standings::{self, Board, Gain},
    },
};
use pretty_assertions::assert_eq;
use sqlx::{AssertSqlSafe, PgPool, Row as _, postgres::PgPoolOptions};
use std::collections::{BTreeMap, HashMap, VecDeque};
use time::{Duration, OffsetDateTime, macros::datetime};

/// The rows of a query as text.
async fn rows(pool: &PgPool, sql: &str) -> Vec<String> {
    let sql = AssertSqlSafe(format!("select t::text from ({sql}) t order by 1"));
    let rows = sqlx::query(sql).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn told(chat: &Chat, name: &str, line: &str) -> Vec<String> {
    chat.say(name, line).await;
    chat.sent().last().unwrap().text().lines().map(str::to_owned).collect()
}

async fn win(chat: &Chat, winner: &str, loser: &str) {
    for (name, line) in [
        (winner, format!("/play senegal @{loser}")),
        (loser, "/accept".into()),
        (winner, "d2-d3".into()),
        (loser, "d4:d2".into()),
        (loser, "/resign yes".into()),
    ] {
        let answer = chat.say(name, &line).await;
        assert_eq!(answer.verdict, Verdict::Done, "{name} {line}: {:?}", answer.private);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn results_count_for_the_time_at_which_the_match_ended() {
    let mut chat = Chat::new().await;
    chat.incoming.at = datetime!(2026-09-30 12:00 UTC);
    win(&chat, "anna", "boris").await;
    // Begun in one season, ended in the next one: it is the end that counts.
    for (name, line) in [
        ("carol", "/play senegal @anna"),
        ("anna", "/accept"),
        ("carol", "d2-d3"),
        ("anna", "d4:d2"),
    ] {
        chat.say(name, line).await;
    }
    // Half past one at +2 is still September in UTC.
    chat.incoming.at = datetime!(2026-10-01 01:30 +2);
    win(&chat, "boris", "dora").await;
    chat.incoming.at = datetime!(2026-10-01 12:00 UTC);
    chat.say("anna", "/resign yes").await;
    let line = |rank: u8, name: &str, won: u8, lost: u8| {
        let points = if won == 1 { "1 point".to_owned() } else { format!("{won} points") };
        format!("{rank}. {name} – {points} (won {won}, drawn 0, lost {lost})")
    };
    let board = told(&chat, "dora", "/top 2026-Q3").await;
    assert_eq!(board[0], "Points in this chat, July to September 2026");
    let third = [line(1, "anna", 1, 0), line(1, "boris", 1, 1), line(3, "dora", 0, 1)];
    assert_eq!(board[1..], third);
    assert_eq!(told(&chat, "dora", "/top 2026-09").await[1..], third);
    let board = told(&chat, "anna", "/top season").await;
    assert_eq!(board[0], "Points in this chat, October to December 2026");
    assert_eq!(board[1..], [line(1, "carol", 1, 0), line(2, "anna", 0, 1)]);
    assert_eq!(told(&chat, "anna", "/top month").await[1..], board[1..]);
    // Both days are of one week.
    let board = told(&chat, "anna", "/top week").await;
    assert_eq!(board[0], "Points in this chat, week 40 of 2026");
    assert_eq!(
        board[1..],
        [
            line(1, "anna", 1, 1),
            line(1, "boris", 1, 1),
            line(1, "carol", 1, 0),
            line(4, "dora", 0, 1)
        ]
    );
    assert_eq!(told(&chat, "anna", "/top").await[1..], board[1..]);
    assert_eq!(audit(&chat.app, None).await.unwrap().faults, []);
}

/// A chat with so many members, each of whom has won once: `m0`, `m1` …
async fn crowd(members: i32) -> (Chat, ScopeId) {
    let chat = Chat::new().await;
    let answer = chat.say("zoe", "/games").await;
    let sql = "insert into members (scope_id, person_id, name, name_key, seen_at)
               select $1, 1000 + n, 'm' || n, 'm' || n, now() from generate_series(0, $2) n";
    sqlx::query(sql).bind(answer.scope.0).bind(members - 1).execute(&chat.pool).await.unwrap();
    let mut db = chat.pool.acquire().await.unwrap();
    let gains: Vec<Gain> = (0..members)
        .map(|n| Gain { person: PersonId(i64::from(1000 + n)), verdict: Ended::Win, points: 1 })
        .collect();
    let periods = ["all".to_owned()];
    standings::book(&mut db, answer.scope, "senegal", &periods, &gains).await.unwrap();
    (chat, answer.scope)
}

#[tokio::test(flavor = "multi_thread")]
async fn equals_stand_in_the_order_of_names() {
    let (chat, scope) = crowd(150).await;
    let names = async || {
        let board = told(&chat, "zoe", "/top").await;
        let names = board[1..].iter().map(|line| line.split(' ').nth(1).unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let expected = ["m0", "m1", "m10", "m100", "m101", "m102", "m103", "m104", "m105", "m106"];
    assert_eq!(names().await, expected);
    // Who takes another name takes another place; who has more points stands before.
    sqlx::query("update members set name = 'Aaron', name_key = 'aaron' where name = 'm77'")
        .execute(&chat.pool)
        .await
        .unwrap();
    let gain = Gain { person: PersonId(1149), verdict: Ended::Draw, points: 2 };
    let mut db = chat.pool.acquire().await.unwrap();
    standings::book(&mut db, scope, "senegal", &["all".to_owned()], &[gain]).await.unwrap();
    assert_eq!(names().await[..4], ["m149", "Aaron", "m0", "m1"]);
    let board = Board { scope, game: "senegal", period: "all" };
    let row = standings::of_person(&mut db, board, PersonId(1148)).await.unwrap().unwrap();
    assert_eq!((row.rank, row.points), (2, 1));
    assert_eq!(standings::people(&mut db, board).await.unwrap(), 150);
    // Those who are forgotten are left out.
    sqlx::query("update members set forgotten = true where name in ('Aaron', 'm0')")
        .execute(&chat.pool)
        .await
        .unwrap();
    assert_eq!(names().await[..3], ["m149", "m1", "m10"]);
    // And nothing more is booked for them.
    let gain = Gain { person: PersonId(1000), verdict: Ended::Win, points: 5 };
    standings::book(&mut db, scope, "senegal", &["all".to_owned()], &[gain]).await.unwrap();
    assert_eq!(
        rows(&chat.pool, "select game, points from standings where person_id = 1000").await,
        ["(\"\",1)", "(senegal,1)"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_locked_in_the_order_of_persons() {
    let (chat, scope) = crowd(2).await;
    let pool = &chat.pool;
    let row = async |person: i64| {
        let mut transaction = pool.begin().await.unwrap();
        let sql = "select 1 from standings where person_id = $1 for update nowait";
        let locked = sqlx::query(sql).bind(person).fetch_all(&mut *transaction).await;
        locked.map(|_| transaction).ok()
    };
    for order in [[1000, 1001], [1001, 1000]] {
        for held in [1000, 1001] {
            let holder = row(held).await.unwrap();
            let gains = order.map(|person| Gain {
                person: PersonId(person),
                verdict: Ended::Draw,
                points: 0,
            });
            let booker = pool.clone();
            let booking = tokio::spawn(async move {
                let mut db = booker.acquire().await.unwrap();
                standings::book(&mut db, scope, "senegal", &["all".to_owned()], &gains).await
            });
            let waiting = "select count(*) from pg_stat_activity
                           where datname = current_database() and wait_event_type = 'Lock'";
            while sqlx::query(waiting).fetch_one(pool).await.unwrap().get::<i64, _>(0) == 0 {
                assert!(!booking.is_finished(), "it waits");
                tokio::task::yield_now().await;
            }
            // Who waits for the first has not got to the second one yet.
            let other = 2001 - held;
            assert_eq!(row(other).await.is_some(), held == 1000, "{order:?}, {held} is held");
            holder.rollback().await.unwrap();
            booking.await.unwrap().unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_own_row_is_shown_wherever_it_stands() {
    let (chat, scope) = crowd(12).await;
    for (name, line) in
        [("zoe", "/play senegal @ned"), ("ned", "/accept"), ("zoe", "d2-d3"), ("ned", "d4:d2")]
    {
        chat.say(name, line).await;
    }
    chat.say("zoe", "/resign yes").await;
    let board = told(&chat, "zoe", "/top").await;
    assert_eq!(board.len(), 1 + 10 + 1);
    assert_eq!(
        board[10..],
        ["1. m7 – 1 point (won 1, drawn 0, lost 0)", "14. zoe – 0 points (won 0, drawn 0, lost 1)",]
    );
    let mut db = chat.pool.acquire().await.unwrap();
    let board = Board { scope, game: "", period: "all" };
    assert_eq!(standings::people(&mut db, board).await.unwrap(), 14);
    assert_eq!(
        told(&chat, "zoe", "/rank").await[0],
        "zoe in this chat: place 14 of 14, 0 points (won 0, drawn 0, lost 1)"
    );
    // Somebody without a result has no row.
    assert_eq!(told(&chat, "carol", "/top").await.len(), 1 + 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn history_and_versus_tell_of_this_chat_alone() {
    let mut chat = Chat::on(database::pool().await, toys_and_registered());
    win(&chat, "anna", "boris").await;
    chat.incoming.chat.chat_id = "2".into();
    win(&chat, "boris", "anna").await;
    chat.incoming.at += Duration::days(1);
    for (name, line) in [("anna", "/play toy @boris to 1"), ("boris", "/accept")] {
        chat.say(name, line).await;
    }
    let mut player = Player::new(&chat.app, &chat, 7);
    player.finish().await;
    let history = told(&chat, "anna", "/history").await;
    assert_eq!(history.len(), 3, "{history:#?}");
    assert!(history[1].starts_with("2026-11-30 #2 Toy: "), "{history:#?}");
    assert_eq!(history[2], "2026-11-29 #1 Senegalese draughts: boris beat anna 1:0");
    let versus = told(&chat, "boris", "/vs @anna").await;
    assert_eq!(versus[0], "boris against anna in this chat");
    assert_eq!(versus[1], "Senegalese draughts: won 1, drawn 0, lost 0, points 1:0");
    assert!(versus[2].starts_with("Toy: won "), "{versus:#?}");
    assert!(versus[3].starts_with("Together: won "), "{versus:#?}");
    chat.incoming.chat.chat_id = "1".into();
    assert_eq!(
        told(&chat, "boris", "/vs @anna").await[1..],
        ["Senegalese draughts: won 0, drawn 0, lost 1, points 0:1"]
    );
    assert_eq!(
        told(&chat, "anna", "/history @boris").await[1..],
        ["2026-11-29 #1 Senegalese draughts: boris lost to anna 0:1"]
    );
    // A rating is one of all chats.
    let rank = told(&chat, "anna", "/rank").await;
    assert_eq!(rank[0], "anna in this chat: place 1 of 2, 1 point (won 1, drawn 0, lost 0)");
    assert!(rank[1].contains("Senegalese draughts: rating 1500") || rank[1].contains("after 2"));
    // Which game's ratings are meant has to be said when there are several.
    let answer = chat.say("anna", "/top rating").await;
    assert_eq!(answer.verdict, Verdict::Refused);
}

/// Plays matches in a place by drawing legal actions.
struct Player<'a> {
    app: &'a App,
    chat: &'a Chat,
    choice: SplitMix,
    place: String,
    scope: String,
    at: OffsetDateTime,
    events: u32,
    seed: u64,
}

impl<'a> Player<'a> {
    fn new(app: &'a App, chat: &'a Chat, seed: u64) -> Self {
        Player {
            app,
            chat,
            choice: SplitMix::new(seed),
            place: chat.incoming.place.clone(),
            scope: chat.incoming.chat.chat_id.clone(),
            at: chat.incoming.at,
            events: 0,
            seed,
        }
    }

    async fn say(&mut self, name: &str, text: &str) -> Verdict {
        let mut line = self.chat.line(name, text);
        self.events += 1;
        self.at += Duration::seconds(30);
        line.event = format!("player {} {}", self.seed, self.events);
        line.place.clone_from(&self.place);
        line.chat.chat_id.clone_from(&self.scope);
        line.at = self.at;
        let Handled::Done(answer) = handle(self.app, &line).await.unwrap() else {
            panic!("no repeat")
        };
        answer.verdict
    }

    /// Who is to move in the live match of the place, who is not, and a legal action.
    async fn turn(&mut self) -> Option<(String, String, String)> {
        let row = sqlx::query(
            "select game, options, position, first_player, one.account_id, two.account_id
             from matches
             join chat_keys using (scope_id)
             join accounts one on one.person_id = player_1
             join accounts two on two.person_id = player_2
             where chat_id = $1 and place = $2 and state = 'live'",
        )
        .bind(&self.scope)
        .bind(&self.place)
        .fetch_optional(&self.chat.pool)
        .await
        .unwrap()?;
        let game = self.app.games.find(row.get("game")).unwrap();
        let options: &str = row.get("options");
        let options = OptionSet::parse(game.facts(), options.split_whitespace()).unwrap();
        let position = game.read(&options, row.get("position")).unwrap();
        let Actor::Player(seat) = position.actor() else { panic!("somebody is to move") };
        let one = (seat == Seat::First) == (row.get::<i16, _>("first_player") == 1);
        let (mover, other) = if one { (4, 5) } else { (5, 4) };
        let mut legal = position.legal();
        let drawn = self.choice.below(u32::try_from(legal.len()).unwrap()) as usize;
        Some((row.get(mover), row.get(other), legal.swap_remove(drawn)))
    }

    /// Plays the live match to its end.
    async fn finish(&mut self) {
        while let Some((mover, _, action)) = self.turn().await {
            assert_eq!(self.say(&mover, &action).await, Verdict::Done, "{mover} {action}");
        }
    }

    /// A match of two among six people, in a scope and at a time that are drawn.
    async fn play(&mut self) {
        let one = self.choice.below(6);
        let two = (one + 1 + self.choice.below(5)) % 6;
        self.scope = format!("scope {}", self.choice.below(3));
        // Half of the matches crowd on one day, so that some are too many.
        let days = if self.choice.below(2) == 0 { 200 } else { self.choice.below(400) };
        self.at = datetime!(2025-12-01 00:00 UTC)
            + Duration::days(days.into())
            + Duration::minutes(self.choice.below(1200).into());
        let (one, two) = (format!("p{one}"), format!("p{two}"));
        let what = match self.choice.below(9) {
            0..3 => "toy to 3",
            3 => "toy hands=closed to 1",
            4 => "senegal goal=fewest",
            5 => "senegal to 2",
            _ => "senegal",
        };
        // A name means somebody only where the person has spoken.
        self.say(&two, "/games").await;
        // The clocks of the others may be ahead by months: a challenge can be over at once,
        // or too many wait for the same person.
        let mut tries = 0;
        while self.say(&one, &format!("/play {what} @{two}")).await != Verdict::Done
            || self.say(&two, "/accept").await != Verdict::Done
        {
            tries += 1;
            assert!(tries < 1000, "{one} and {two} cannot begin {what}");
        }
        let mut left = self.choice.below(12);
        let to_the_end = self.choice.below(5) == 0;
        while let Some((mover, other, action)) = self.turn().await {
            if left == 0 && !to_the_end {
                let loser = if self.choice.below(2) == 0 { mover } else { other };
                assert_eq!(self.say(&loser, "/resign yes").await, Verdict::Done);
                left = 2 + self.choice.below(3);
                continue;
            }
            assert_eq!(self.say(&mover, &action).await, Verdict::Done, "{mover} {action}");
            left = left.saturating_sub(1);
        }
    }
}

/// The log of ratings as it is computed from nothing but who played whom: in an order that
/// keeps that of each person.
async fn replay(pool: &PgPool) -> HashMap<(i64, String, String), Numbers> {
    struct Match {
        person: i64,
        opponent: i64,
        score: f64,
        ended: OffsetDateTime,
    }
    let logged = sqlx::query(
        "select person_id, game, variant, scope_id, match, opponent_id, verdict, ended_at
         from rating_log order by person_id, game, variant, nth",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    let mut waiting: BTreeMap<(i64, String, String), VecDeque<(i64, i32)>> = BTreeMap::new();
    let mut matches: HashMap<(i64, i64, i32), Match> = HashMap::new();
    for row in &logged {
        let (person, scope, number) = (row.get("person_id"), row.get("scope_id"), row.get("match"));
        let line = waiting.entry((person, row.get("game"), row.get("variant"))).or_default();
        line.push_back((scope, number));
        let score = match row.get("verdict") {
            "win" => 1.0,
            "draw" => 0.5,
            _ => 0.0,
        };
        let (opponent, ended) = (row.get("opponent_id"), row.get("ended_at"));
        matches.insert((person, scope, number), Match { person, opponent, score, ended });
    }
    let mut found: HashMap<(i64, String, String), (Numbers, OffsetDateTime)> = HashMap::new();
    let mut left = logged.len();
    while left > 0 {
        // A match that is the next one for both.
        let (game, variant, own, scope, number) = waiting
            .iter()
            .find_map(|((person, game, variant), line)| {
                let next = *line.front()?;
                let opponent = matches[&(*person, next.0, next.1)].opponent;
                let theirs = &waiting[&(opponent, game.clone(), variant.clone())];
                (theirs.front() == Some(&next))
                    .then(|| (game.clone(), variant.clone(), *person, next.0, next.1))
            })
            .expect("an order that suits all");
        let pair = [own, matches[&(own, scope, number)].opponent];
        let key = |person: i64| (person, game.clone(), variant.clone());
        let before = pair.map(|person| {
            let played = &matches[&(person, scope, number)];
            found.get(&key(person)).map_or((1500.0, 350.0, 0.06), |(numbers, last)| {
                let days = (played.ended - *last).as_seconds_f64() / 86_400.0;
                glicko::rested(*numbers, days.max(0.0))
            })
        });
        for (at, person) in pair.into_iter().enumerate() {
            let played = &matches[&(person, scope, number)];
            assert_eq!((played.person, played.opponent), (person, pair[1 - at]));
            let (rating, deviation, _) = before[1 - at];
            let after = glicko::period(before[at], &[(rating, deviation, played.score)]);
            let last = found.get(&key(person)).map_or(played.ended, |(_, last)| *last);
            found.insert(key(person), (after, last.max(played.ended)));
            waiting.get_mut(&key(person)).unwrap().pop_front();
            left -= 1;
        }
    }
    found.into_iter().map(|(key, (numbers, _))| (key, numbers)).collect()
}

/// The matches of each who plays: enough for ratings in several variants to settle.
const EACH: u64 = 54;

#[tokio::test(flavor = "multi_thread")]
async fn after_many_matches_everything_agrees() {
    let options = database::connect_options(true).await;
    let process = async || {
        let pool = PgPoolOptions::new().max_connections(8).connect_with(options.clone());
        Chat::on(pool.await.unwrap(), toys_and_registered())
    };
    // Two processes with two who play in each, all in the same chats.
    let chats = [process().await, process().await];
    let now = datetime!(2027-01-10 00:00 UTC);
    let play = async |chat: &Chat, seed: u64| {
        let mut player = Player::new(&chat.app, chat, seed);
        player.place = format!("topic {seed}");
        for _ in 0..EACH {
            player.play().await;
            do_all(&chat.app, now).await.unwrap();
        }
    };
    let [one, two] = &chats;
    tokio::join!(play(one, 1), play(one, 2), play(two, 3), play(two, 4));
    do_all(&one.app, now).await.unwrap();
    let pool = &one.pool;
    let undone = "select kind, state from jobs where state <> 'done'";
    assert_eq!(rows(pool, undone).await, [""; 0]);

    // Boards are the sums of the results.
    let summed = "
        select scope_id, g.game, p.period, person_id, sum(points) as points,
            count(*) filter (where verdict = 'win') as wins,
            count(*) filter (where verdict = 'draw') as draws,
            count(*) filter (where verdict = 'loss') as losses
        from results
        cross join lateral (values (''), (game)) g (game)
        cross join lateral (values ('all'),
            (to_char(ended_at at time zone 'UTC', 'IYYY\"-W\"IW')),
            (to_char(ended_at at time zone 'UTC', 'YYYY-MM')),
            (to_char(ended_at at time zone 'UTC', 'YYYY\"-Q\"Q'))) p (period)
        where rated group by 1, 2, 3, 4";
    let kept = rows(pool, "select * from standings").await;
    assert_eq!(kept, rows(pool, summed).await);
    assert!(kept.len() > 300, "{}", kept.len());
    assert_eq!(
        rows(pool, "select * from standing_counts where people <> 0").await,
        rows(
            pool,
            "select scope_id, game, period, points, count(*) from standings group by 1, 2, 3, 4"
        )
        .await
    );
    let counted = "select game, variant, shown, count(*) from ratings
                   where ranked_until is not null group by 1, 2, 3";
    let places = rows(pool, "select * from rating_counts where people <> 0").await;
    assert_eq!(places, rows(pool, counted).await);
    assert!(places.len() > 3, "{places:?}");

    // Ratings are what the log leads to, and the log is that of the rated results.
    let expected = replay(pool).await;
    let ratings = sqlx::query("select * from ratings").fetch_all(pool).await.unwrap();
    assert_eq!(ratings.len(), expected.len());
    for row in ratings {
        let key = (row.get("person_id"), row.get("game"), row.get("variant"));
        let (rating, deviation, volatility) = expected[&key];
        let far = (row.get::<f64, _>("rating") - rating).abs()
            + (row.get::<f64, _>("deviation") - deviation).abs()
            + (row.get::<f64, _>("volatility") - volatility).abs() * 1000.0;
        assert!(far < 0.01, "{key:?}: {far}");
        assert_eq!(f64::from(row.get::<i32, _>("shown")), row.get::<f64, _>("rating").round());
    }
    assert_eq!(
        rows(pool, "select scope_id, match, person_id, opponent_id, verdict from rating_log").await,
        rows(
            pool,
            "select scope_id, match, person_id, opponent_id, verdict from results where rated"
        )
        .await
    );

    // The share of a day is kept, and used up before a match is not rated.
    let shares = "select least(player_1, player_2), greatest(player_1, player_2), game,
                      (started_at at time zone 'UTC')::date, count(*) filter (where rated)
                  from matches where outcome not like '% void' group by 1, 2, 3, 4";
    let shared = rows(pool, &format!("select * from ({shares}) s where count <> 0")).await;
    assert_eq!(shared, rows(pool, "select * from rated_pairs where matches <> 0").await);
    let most: i64 = sqlx::query(AssertSqlSafe(format!("select max(count) from ({shares}) s")))
        .fetch_one(pool)
        .await
        .unwrap()
        .get(0);
    assert_eq!(most, 3);
    let unrated = rows(pool, "select from matches where not rated").await.len();
    assert!(unrated > 0, "the share of the day was used up");
    let void = rows(pool, "select from matches where outcome like '% void'").await.len();
    assert!(void > 0, "some matches came to nothing");

    let report = audit(&two.app, None).await.unwrap();
    assert_eq!((report.faults, report.matches), (vec![], 4 * EACH));

    // Places go with time, and the counts with them.
    sweep(&two.app, now + Duration::days(200)).await.unwrap();
    let fewer = rows(pool, "select * from rating_counts where people <> 0").await;
    assert_eq!(fewer, rows(pool, counted).await);
    assert!(fewer.len() < places.len());
}
