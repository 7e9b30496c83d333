//! Pages of boards at a size that few bots reach: how long from receiving the command to
//! the answer being stored.
//!
//! `cargo bench --bench boards` makes 1,000,000 rated players and 10,000,000 results on a
//! private cluster in the folder for temporary files (some 10 GB, gone afterwards; a dozen minutes), 200,000 of
//! the players in one chat and the others in chats of 50, compares a sample with the slow and
//! obvious computation, and measures each page on a durable server. `KOSTI_BENCH_PLAYERS` and
//! `KOSTI_BENCH_RESULTS` choose another size.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use kosti::{
    app::{
        command::Command,
        service::{Answers, App, ChatKey, Handled, Incoming, Verdict, handle},
        texts::Lang,
    },
    games::Games,
    store::{
        self, PersonId, ScopeId, ladder,
        local::{Cluster, Durability, Missing},
        ratings::{self, Discipline},
        standings::{self, ALL_GAMES, Board},
    },
};
use sqlx::{AssertSqlSafe, PgPool, Row as _};
use std::{
    env,
    time::{Duration, Instant},
};
use time::{OffsetDateTime, macros::datetime};

/// When the commands are asked; results lie in the 60 days before.
const NOW: OffsetDateTime = datetime!(2026-11-29 12:00 UTC);
const SENEGAL: Discipline<'_> = Discipline { game: "senegal", variant: "" };
/// Members of every chat but the giant one.
const CHAT: i64 = 50;
/// Commands of a kind that are measured.
const ASKED: i64 = 300;

/// How much there is. Players and results are numbered from 1, and everything about them
/// follows from their number by a hash, the same in every run.
struct Size {
    players: i64,
    results: i64,
    /// Players of the giant chat, the first ones.
    giant: i64,
}

impl Size {
    fn read() -> Self {
        let read = |name: &str, usual: i64| {
            env::var(name).map_or(usual, |text| text.replace('_', "").parse().unwrap())
        };
        let players = read("KOSTI_BENCH_PLAYERS", 1_000_000);
        Size { players, results: read("KOSTI_BENCH_RESULTS", 10_000_000), giant: players / 5 }
    }

    /// The scope of a player.
    fn scope(&self, player: i64) -> i64 {
        if player <= self.giant { 1 } else { 2 + (player - self.giant - 1) / CHAT }
    }
}

async fn run(pool: &PgPool, sql: impl Into<String>) {
    sqlx::query(AssertSqlSafe(sql.into())).execute(pool).await.unwrap();
}

/// Fills a table without its indexes, which are made again afterwards.
async fn fill(pool: &PgPool, table: &str, rows: &str) {
    let start = Instant::now();
    let sql = "select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
               where indrelid = $1::regclass and not indisprimary";
    let indexes = sqlx::query(sql).bind(table).fetch_all(pool).await.unwrap();
    for index in &indexes {
        run(pool, format!("drop index {}", index.get::<&str, _>(0))).await;
    }
    run(pool, format!("insert into {table} {rows}")).await;
    for index in &indexes {
        run(pool, index.get::<&str, _>(1)).await;
    }
    run(pool, format!("vacuum analyze {table}")).await;
    let count: i64 = number(pool, &format!("select count(*) from {table}")).await;
    println!("{table}: {count} rows in {:.0} s", start.elapsed().as_secs_f64());
}

async fn number(pool: &PgPool, sql: &str) -> i64 {
    sqlx::query(AssertSqlSafe(sql)).fetch_one(pool).await.unwrap().get(0)
}

/// A number from 0 to below `below` that follows from an SQL number and a seed.
fn drawn(from: &str, seed: u32, below: i64) -> String {
    format!("abs(hashint8extended({from}, {seed}) % {below})")
}

async fn generate(pool: &PgPool, size: &Size) {
    let Size { players, results, giant } = size;
    let scope = |of: &str| {
        format!("case when {of} <= {giant} then 1 else 2 + ({of} - {giant} - 1) / {CHAT} end")
    };
    let scopes = size.scope(*players);
    fill(
        pool,
        "persons",
        &format!(
            "(person_id, created_at, listed, public_name) overriding system value
             select n, '{NOW}', n % 10 = 0, case when n % 10 = 0 then 'Player ' || n end
             from generate_series(1, {players}) n"
        ),
    )
    .await;
    fill(
        pool,
        "accounts",
        &format!("select 'bench', 'p' || n, n from generate_series(1, {players}) n"),
    )
    .await;
    fill(
        pool,
        "scopes",
        &format!(
            "(scope_id, platform, language, created_at) overriding system value
             select n, 'bench', 'en', '{NOW}' from generate_series(1, {scopes}) n"
        ),
    )
    .await;
    fill(
        pool,
        "chat_keys",
        &format!("select 'bench', 'bot', n::text, n from generate_series(1, {scopes}) n"),
    )
    .await;
    fill(
        pool,
        "members",
        &format!(
            "select {}, n, 'Player ' || n, 'player ' || n, '{NOW}', false
             from generate_series(1, {players}) n",
            scope("n")
        ),
    )
    .await;
    // A match is of a player and another one of the same chat. One in ten is drawn; who wins
    // has one to three points.
    let matches = format!(
        "select n, one,
             case when one <= {giant} then 1 + (one + {other}) % {giant}
                  else first + (one - first + 1 + {neighbour}) % least({CHAT}, {players} - first + 1)
             end as two, score, points, ended_at
         from (
             select n, 1 + {one} as one, {score} as score, (1 + {points})::integer as points,
                 timestamptz '{NOW}' - {seconds} * interval '1 second' as ended_at
             from generate_series(1, {count}) n
         ) drawn
         cross join lateral (
             select {giant} + 1 + (one - {giant} - 1) / {CHAT} * {CHAT} as first
         ) chat",
        one = drawn("n", 1, *players),
        other = drawn("n", 2, giant - 1),
        neighbour = drawn("n", 3, CHAT - 1),
        score = drawn("n", 4, 10),
        points = drawn("n", 5, 3),
        seconds = drawn("n", 6, 60 * 86_400),
        count = results / 2,
    );
    fill(
        pool,
        "results",
        &format!(
            "with matches as ({matches}), sided as (
                 select m.n, m.ended_at, side.* from matches m cross join lateral (values
                     (one, two, case when score = 0 then 'draw' else 'win' end,
                         case when score = 0 then 0 else points end),
                     (two, one, case when score = 0 then 'draw' else 'loss' end, 0)
                 ) side (person, opponent, verdict, points)
                 where one <> two
             )
             select {scope_of}, n, person, opponent, 'senegal', '', verdict, points, 'count',
                 ended_at, true from sided",
            scope_of = scope("person"),
        ),
    )
    .await;
    for (period, text) in [
        ("all", "'all'"),
        ("weeks", "to_char(ended_at at time zone 'UTC', 'IYYY\"-W\"IW')"),
        ("months", "to_char(ended_at at time zone 'UTC', 'YYYY-MM')"),
        ("seasons", "to_char(ended_at at time zone 'UTC', 'YYYY\"-Q\"Q')"),
    ] {
        let start = Instant::now();
        run(
            pool,
            format!(
                "insert into standings
                 select scope_id, games.game, period, person_id, points, wins, draws, losses
                 from (
                     select scope_id, {text} as period, person_id, sum(points) as points,
                         count(*) filter (where verdict = 'win') as wins,
                         count(*) filter (where verdict = 'draw') as draws,
                         count(*) filter (where verdict = 'loss') as losses
                     from results group by 1, 2, 3
                 ) sums cross join (values (''), ('senegal')) as games (game)
                 order by scope_id, game, period, person_id"
            ),
        )
        .await;
        println!("standings of {period} in {:.0} s", start.elapsed().as_secs_f64());
    }
    run(pool, "vacuum analyze standings").await;
    fill(
        pool,
        "standing_counts",
        "select scope_id, game, period, points, count(*) from standings group by 1, 2, 3, 4",
    )
    .await;
    let bell = (11..15).map(|seed| drawn("person_id", seed, 1000)).collect::<Vec<_>>().join(" + ");
    fill(
        pool,
        "ratings",
        &format!(
            "select person_id, 'senegal', '', rating, deviation, 0.06, round(rating), matches,
                 last, last + interval '100 days'
             from (
                 select person_id, 1500 + ({bell} - 2000) * 0.35 + 0.1 as rating,
                     50 + {deviation} as deviation, count(*) as matches, max(ended_at) as last
                 from results group by person_id
             ) rated",
            deviation = drawn("person_id", 15, 60),
        ),
    )
    .await;
    fill(
        pool,
        "rating_counts",
        "select game, variant, shown, count(*) from ratings
         where ranked_until is not null group by 1, 2, 3",
    )
    .await;
    run(pool, "checkpoint").await;
}

/// Compares the boards of some players with the slow, obvious computation.
async fn compare(pool: &PgPool, size: &Size) {
    let mut db = pool.acquire().await.unwrap();
    for step in 0..8 {
        let person = PersonId(1 + (size.players - 1) * step / 7);
        let scope = ScopeId(size.scope(person.0));
        for (period, since) in [("all", "2000-01-01"), ("2026-W48", "2026-11-23")] {
            for game in [ALL_GAMES, "senegal"] {
                let board = Board { scope, game, period };
                let own = standings::of_person(&mut db, board, person).await.unwrap();
                let slow = sqlx::query(AssertSqlSafe(format!(
                    "with sums as (
                         select person_id, sum(points) as points,
                             count(*) filter (where verdict = 'win') as wins
                         from results where scope_id = {} and ended_at >= '{since}'
                         group by person_id
                     )
                     select points::bigint, wins,
                         (select 1 + count(*) from sums others where others.points > sums.points)
                     from sums where person_id = {}",
                    scope.0, person.0
                )))
                .fetch_optional(&mut *db)
                .await
                .unwrap();
                let own = own.map(|own| (own.points, i64::from(own.wins), own.rank));
                let slow = slow.map(|row| (row.get(0), row.get(1), row.get(2)));
                assert_eq!(own, slow, "{person:?} on {board:?}");
            }
        }
        let rated = ratings::read(&mut db, person, SENEGAL).await.unwrap();
        let Some(rated) = rated else { continue };
        let sql = format!("select 1 + count(*) from ratings where shown > {}", rated.shown);
        let slow = number(pool, &sql).await;
        let (rank, people) = ladder::place(&mut db, SENEGAL, rated.shown).await.unwrap();
        assert_eq!((rank, people), (slow, number(pool, "select count(*) from ratings").await));
    }
    println!("a sample of boards and places is what the results give");
}

/// Asks for a page as different members of a chat; gives the times, sorted.
async fn measure(app: &App, size: &Size, giant: bool, text: &str) -> Vec<Duration> {
    let mut times = Vec::new();
    for at in 0..ASKED {
        // Spread over all members of the giant chat, or over many small ones.
        let (low, count) =
            if giant { (0, size.giant) } else { (size.giant, size.players - size.giant) };
        let player = low + 1 + (count - 1) * at / ASKED;
        let friend = if player == 1 { 2 } else { player - 1 };
        let incoming = Incoming {
            chat: ChatKey {
                platform: "bench".into(),
                bot_id: "bot".into(),
                chat_id: size.scope(player).to_string(),
            },
            place: "main".into(),
            account: format!("p{player}"),
            name: format!("Player {player}"),
            admin: false,
            handle: None,
            masked: false,
            pointed: None,
            answers: Answers::Returned,
            event: format!("{text} {at}"),
            at: NOW,
            reply_to: None,
            alone: false,
            guest: false,
            locale: Lang::En,
            own_locale: None,
            wait: None,
            command: Command::parse(&text.replace("FRIEND", &format!("@Player {friend}"))),
        };
        let start = Instant::now();
        let handled = handle(app, &incoming).await.unwrap();
        times.push(start.elapsed());
        let Handled::Done(answer) = handled else { panic!("no repeat") };
        // In a small chat the one before is a member of another one now and then.
        let well = answer.verdict == Verdict::Done || text.contains("FRIEND");
        assert!(well, "{text}: {:?}", answer.private);
    }
    times.sort();
    times
}

#[tokio::main]
async fn main() {
    let size = Size::read();
    let home = tempfile::tempdir().unwrap();
    {
        let cluster = Cluster::join(home.path(), Durability::None, Missing::Refuse).unwrap();
        store::open(cluster.connect_options(), 1).await.unwrap().close().await;
        let pool = PgPool::connect_with(cluster.connect_options()).await.unwrap();
        generate(&pool, &size).await;
        compare(&pool, &size).await;
        let bytes = number(&pool, "select pg_database_size(current_database())").await;
        println!("the database has {:.1} GB", bytes as f64 / 1e9);
        pool.close().await;
    }
    let cluster = Cluster::join(home.path(), Durability::Full, Missing::Refuse).unwrap();
    let pool = store::open(cluster.connect_options(), 4).await.unwrap();
    let app = App::new(pool, Games::registered()).unwrap();
    let Size { players, results, giant } = size;
    println!(
        "\n{players} players, {results} results; median / 99th of a hundred in ms\n\
         | page | in a chat of {giant} | in a chat of {CHAT} |\n| --- | --- | --- |"
    );
    for page in [
        "/top",
        "/top week",
        "/top month senegal",
        "/top season",
        "/top rating senegal",
        "/rank",
        "/history",
        "/history FRIEND",
        "/vs FRIEND",
    ] {
        let mut cells = Vec::new();
        for giant in [true, false] {
            let times = measure(&app, &size, giant, page).await;
            let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0;
            cells.push(format!("{:.1} / {:.1}", at(50), at(99)));
        }
        println!("| `{}` | {} |", page.replace("FRIEND", "@friend"), cells.join(" | "));
    }
    app.database.close().await;
    drop(cluster);
}
