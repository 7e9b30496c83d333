//! Boards of points: the sums of rated results, kept with them.
//!
//! A board is of a scope, of one game or all, of all time or a period. Every row is kept by
//! [`book`] in the transaction that books the results; places are counted from
//! `standing_counts`, so that a place far down costs as little as the first.

use super::{PersonId, ScopeId, results::Verdict};
use sqlx::PgConnection;

/// The board of every game together.
pub const ALL_GAMES: &str = "";

/// How many people are looked at to find the first names among equals. Of more than so many
/// who share the last place that is shown, those known longest are shown.
const CANDIDATES: i64 = 200;

/// Which board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<'a> {
    /// The scope.
    pub scope: ScopeId,
    /// The key of a game, or [`ALL_GAMES`].
    pub game: &'a str,
    /// The key of a period.
    pub period: &'a str,
}

/// What a rated match gave a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gain {
    /// Who.
    pub person: PersonId,
    /// How it ended.
    pub verdict: Verdict,
    /// Points.
    pub points: i32,
}

/// A row of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// 1 for the best; equal points share a rank, and those that they take up are skipped.
    pub rank: i64,
    /// Who.
    pub person: PersonId,
    /// The name in the scope.
    pub name: String,
    /// The sum of points.
    pub points: i64,
    /// Matches won.
    pub wins: i32,
    /// Matches drawn.
    pub draws: i32,
    /// Matches lost.
    pub losses: i32,
}

/// Adds what a match of a game gave to the boards of those periods.
///
/// One statement, which locks the rows in the order of persons and then of boards, so that
/// matches that end at once wait for one another instead of blocking one another. Who is
/// forgotten in the scope gets nothing.
///
/// # Errors
/// When the database fails.
pub async fn book(
    db: &mut PgConnection,
    scope: ScopeId,
    game: &str,
    periods: &[String],
    gains: &[Gain],
) -> sqlx::Result<()> {
    let persons: Vec<i64> = gains.iter().map(|gain| gain.person.0).collect();
    let points: Vec<i32> = gains.iter().map(|gain| gain.points).collect();
    let verdicts: Vec<String> = gains.iter().map(|gain| gain.verdict.as_str().to_owned()).collect();
    sqlx::query!(
        r#"with counted as (
               select person_id from members
               where scope_id = $1 and person_id = any ($4) and not forgotten
               order by person_id for key share
           ), gained as (
               select gain.person_id, gain.points::bigint as points, gain.verdict
               from unnest($4::bigint[], $5::integer[], $6::text[])
                   as gain (person_id, points, verdict)
               join counted on counted.person_id = gain.person_id
           ), booked as (
               insert into standings as standing (scope_id, game, period, person_id, points,
                   wins, draws, losses)
               select $1, games.game, periods.period, gained.person_id, gained.points,
                   (gained.verdict = 'win')::integer, (gained.verdict = 'draw')::integer,
                   (gained.verdict = 'loss')::integer
               from gained
               cross join (values (''), ($2::text)) as games (game)
               cross join unnest($3::text[]) as periods (period)
               order by gained.person_id, games.game, periods.period
               on conflict (scope_id, game, period, person_id) do update
               set points = standing.points + excluded.points,
                   wins = standing.wins + excluded.wins,
                   draws = standing.draws + excluded.draws,
                   losses = standing.losses + excluded.losses
               returning standing.game, standing.period, standing.person_id, standing.points,
                   standing.wins + standing.draws + standing.losses as matches
           ), moved as (
               select booked.game, booked.period, booked.points, 1 as people from booked
               union all
               select booked.game, booked.period, booked.points - gained.points, -1
               from booked join gained on gained.person_id = booked.person_id
               where booked.matches > 1
           )
           insert into standing_counts as count (scope_id, game, period, points, people)
           select $1, game, period, points, sum(people) from moved
           group by game, period, points having sum(people) <> 0
           order by game, period, points
           on conflict (scope_id, game, period, points) do update
           set people = count.people + excluded.people"#,
        scope.0,
        game,
        periods,
        &persons,
        &points,
        &verdicts,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The first rows of a board, at the most so many. Equals are in the order of names.
///
/// # Errors
/// When the database fails.
pub async fn first(
    db: &mut PgConnection,
    board: Board<'_>,
    most: i64,
) -> sqlx::Result<Vec<Standing>> {
    sqlx::query!(
        r#"select rank() over (order by best.points desc) as "rank!", best.person_id,
               members.name, best.points, best.wins, best.draws, best.losses
           from (
               select person_id, points, wins, draws, losses from standings
               where scope_id = $1 and game = $2 and period = $3
               order by points desc, person_id limit $4
           ) best
           join members on members.scope_id = $1 and members.person_id = best.person_id
           where not members.forgotten
           order by best.points desc, members.name_key, best.person_id limit $5"#,
        board.scope.0,
        board.game,
        board.period,
        CANDIDATES.max(most),
        most,
    )
    .fetch_all(db)
    .await
    .map(|rows| {
        let standing = rows.into_iter().map(|row| Standing {
            rank: row.rank,
            person: PersonId(row.person_id),
            name: row.name,
            points: row.points,
            wins: row.wins,
            draws: row.draws,
            losses: row.losses,
        });
        standing.collect()
    })
}

/// The row of a person on a board, wherever it stands.
///
/// # Errors
/// When the database fails.
pub async fn of_person(
    db: &mut PgConnection,
    board: Board<'_>,
    person: PersonId,
) -> sqlx::Result<Option<Standing>> {
    let row = sqlx::query!(
        r#"select members.name, standings.points, standings.wins, standings.draws,
               standings.losses, 1 + (
               select coalesce(sum(count.people), 0)::bigint from standing_counts as count
               where count.scope_id = $1 and count.game = $2 and count.period = $3
                   and count.points > standings.points
           ) as "rank!"
           from standings
           join members on members.scope_id = $1 and members.person_id = standings.person_id
           where standings.scope_id = $1 and standings.game = $2 and standings.period = $3
               and standings.person_id = $4 and not members.forgotten"#,
        board.scope.0,
        board.game,
        board.period,
        person.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Standing {
        rank: row.rank,
        person,
        name: row.name,
        points: row.points,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
    }))
}

/// How many people stand on a board.
///
/// # Errors
/// When the database fails.
pub async fn people(db: &mut PgConnection, board: Board<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(people), 0)::bigint as "people!" from standing_counts
           where scope_id = $1 and game = $2 and period = $3"#,
        board.scope.0,
        board.game,
        board.period,
    )
    .fetch_one(db)
    .await
}

/// How many rows of a scope's boards are not the sums of its results, or are not counted as
/// they should be.
///
/// # Errors
/// When the database fails.
pub async fn faults(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"with summed as (
               select board.game, board.period, results.person_id,
                   sum(results.points)::bigint as points,
                   (count(*) filter (where results.verdict = 'win'))::integer as wins,
                   (count(*) filter (where results.verdict = 'draw'))::integer as draws,
                   (count(*) filter (where results.verdict = 'loss'))::integer as losses
               from results
               join members on members.scope_id = results.scope_id
                   and members.person_id = results.person_id
               cross join lateral (
                   select games.game, periods.period
                   from (values (''), (results.game)) as games (game),
                       (values ('all'),
                           (to_char(results.ended_at at time zone 'UTC', 'IYYY"-W"IW')),
                           (to_char(results.ended_at at time zone 'UTC', 'YYYY-MM')),
                           (to_char(results.ended_at at time zone 'UTC', 'YYYY"-Q"Q')))
                           as periods (period)
               ) board
               where results.scope_id = $1 and results.rated and not members.forgotten
               group by board.game, board.period, results.person_id
           ), counted as (
               select game, period, points, count(*) as people from standings
               where scope_id = $1 group by game, period, points
           )
           select (
               select count(*) from summed
               full join (
                   select game, period, person_id, points, wins, draws, losses
                   from standings where scope_id = $1
               ) as kept using (game, period, person_id)
               where (summed.points, summed.wins, summed.draws, summed.losses)
                   is distinct from (kept.points, kept.wins, kept.draws, kept.losses)
           ) + (
               select count(*) from counted
               full join (
                   select game, period, points, people
                   from standing_counts where scope_id = $1 and people <> 0
               ) as kept using (game, period, points)
               where counted.people is distinct from kept.people
           ) as "faults!""#,
        scope.0,
    )
    .fetch_one(db)
    .await
}

/// Takes a person off every board of every scope, and the name out of their lists of
/// members. The results stay, for they are also those of the opponents.
///
/// # Errors
/// When the database fails.
pub(super) async fn forget(db: &mut PgConnection, person: PersonId) -> sqlx::Result<()> {
    let scopes = sqlx::query_scalar!(
        "select scope_id from members where person_id = $1 order by scope_id for update",
        person.0,
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!(
        "update members set forgotten = true, name = '?', name_key = '?', handle = null
         where scope_id = any ($1) and person_id = $2",
        &scopes,
        person.0,
    )
    .execute(&mut *db)
    .await?;
    for scope in scopes {
        sqlx::query!(
            "with gone as (
                 select scope_id, game, period, person_id from standings
                 where scope_id = $1 and person_id = $2 order by game, period for update
             ), removed as (
                 delete from standings using gone
                 where standings.scope_id = gone.scope_id and standings.game = gone.game
                     and standings.period = gone.period
                     and standings.person_id = gone.person_id
                 returning standings.game, standings.period, standings.points
             )
             insert into standing_counts as count (scope_id, game, period, points, people)
             select $1, game, period, points, -1 from removed
             order by game, period, points
             on conflict (scope_id, game, period, points) do update
             set people = count.people + excluded.people",
            scope,
            person.0,
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
