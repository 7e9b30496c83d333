//! Results of finished matches, and the boards made from them.

use super::{MatchNo, PersonId, ScopeId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// How a match ended for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl Verdict {
    const fn as_str(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
        }
    }
}

/// One player's result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult<'a> {
    /// Whose.
    pub person: PersonId,
    /// Against whom.
    pub opponent: PersonId,
    /// The key of the game.
    pub game: &'a str,
    /// Options that differ from their defaults.
    pub options: &'a str,
    /// How it ended.
    pub verdict: Verdict,
    /// Points that the player made.
    pub points: i32,
    /// The reason of the outcome.
    pub reason: &'a str,
}

/// Stores a result. A match gives each player one: a second is an error.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    db: &mut PgConnection,
    scope: ScopeId,
    of: MatchNo,
    result: &GameResult<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into results (scope_id, match, person_id, opponent_id, game, options, verdict,
             points, reason, ended_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        scope.0,
        of.0,
        result.person.0,
        result.opponent.0,
        result.game,
        result.options,
        result.verdict.as_str(),
        result.points,
        result.reason,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A row of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// 1 for the best; equal points share a rank, and the next one is skipped.
    pub rank: i64,
    /// Who.
    pub person: PersonId,
    /// The name in the scope.
    pub name: String,
    /// The sum of points.
    pub points: i64,
    /// Matches won.
    pub wins: i64,
    /// Matches drawn.
    pub draws: i64,
    /// Matches lost.
    pub losses: i64,
}

/// The board of a scope by points: the first `most` rows, and the row of `own` where
/// it stands further down. Equal ranks are in the order of names.
///
/// # Errors
/// When the database fails.
pub async fn board(
    db: &mut PgConnection,
    scope: ScopeId,
    game: Option<&str>,
    own: PersonId,
    most: i64,
) -> sqlx::Result<Vec<Ranked>> {
    let rows = sqlx::query!(
        r#"with sums as (
               select person_id, sum(points) as points,
                   count(*) filter (where verdict = 'win') as wins,
                   count(*) filter (where verdict = 'draw') as draws,
                   count(*) filter (where verdict = 'loss') as losses
               from results where scope_id = $1 and ($2::text is null or game = $2)
               group by person_id
           ), ranked as (
               select rank() over (order by sums.points desc) as rank, members.name,
                   sums.person_id, sums.points, sums.wins, sums.draws, sums.losses,
                   row_number() over (
                       order by sums.points desc, members.name, sums.person_id
                   ) as row
               from sums
               join members on members.scope_id = $1 and members.person_id = sums.person_id
           )
           select rank as "rank!", person_id as "person!", name as "name!",
               points as "points!", wins as "wins!", draws as "draws!", losses as "losses!"
           from ranked where row <= $4 or person_id = $3 order by row"#,
        scope.0,
        game,
        own.0,
        most,
    )
    .fetch_all(db)
    .await?;
    let ranked = rows.into_iter().map(|row| Ranked {
        rank: row.rank,
        person: PersonId(row.person),
        name: row.name,
        points: row.points,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
    });
    Ok(ranked.collect())
}

/// A result as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Booked {
    /// Whose.
    pub person: PersonId,
    /// Against whom.
    pub opponent: PersonId,
    /// `win`, `draw` or `loss`.
    pub verdict: String,
    /// Points that the player made.
    pub points: i32,
}

/// The results of a match.
///
/// # Errors
/// When the database fails.
pub async fn of_match(
    db: &mut PgConnection,
    scope: ScopeId,
    of: MatchNo,
) -> sqlx::Result<Vec<Booked>> {
    let rows = sqlx::query!(
        "select person_id, opponent_id, verdict, points from results
         where scope_id = $1 and match = $2",
        scope.0,
        of.0,
    )
    .fetch_all(db)
    .await?;
    let booked = rows.into_iter().map(|row| Booked {
        person: PersonId(row.person_id),
        opponent: PersonId(row.opponent_id),
        verdict: row.verdict,
        points: row.points,
    });
    Ok(booked.collect())
}
