//! Results of finished matches.

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
    /// The word in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
        }
    }

    pub(super) fn read(text: &str) -> sqlx::Result<Self> {
        [Verdict::Win, Verdict::Draw, Verdict::Loss]
            .into_iter()
            .find(|verdict| verdict.as_str() == text)
            .ok_or_else(|| sqlx::Error::Decode(format!("verdict {text:?}").into()))
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
    /// Whether it counts on boards and for ratings.
    pub rated: bool,
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
             points, reason, ended_at, rated)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
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
        result.rated,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A result as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Booked {
    /// Whose.
    pub person: PersonId,
    /// Against whom.
    pub opponent: PersonId,
    /// The key of the game.
    pub game: String,
    /// Options that differ from their defaults.
    pub options: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Points that the player made.
    pub points: i32,
    /// When it ended.
    pub ended_at: OffsetDateTime,
    /// Whether it counts on boards and for ratings.
    pub rated: bool,
}

/// The results of a match, in the order of persons.
///
/// # Errors
/// When the database fails.
pub async fn of_match(
    db: &mut PgConnection,
    scope: ScopeId,
    of: MatchNo,
) -> sqlx::Result<Vec<Booked>> {
    let rows = sqlx::query!(
        "select person_id, opponent_id, game, options, verdict, points, ended_at, rated
         from results where scope_id = $1 and match = $2 order by person_id",
        scope.0,
        of.0,
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Booked {
                person: PersonId(row.person_id),
                opponent: PersonId(row.opponent_id),
                game: row.game,
                options: row.options,
                verdict: Verdict::read(&row.verdict)?,
                points: row.points,
                ended_at: row.ended_at,
                rated: row.rated,
            })
        })
        .collect()
}

/// A finished match, as told of one of its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past {
    /// Its number.
    pub number: MatchNo,
    /// The key of the game.
    pub game: String,
    /// How it ended for the player.
    pub verdict: Verdict,
    /// The name of the player; `None`: forgotten.
    pub name: Option<String>,
    /// The name of the opponent; `None`: forgotten.
    pub opponent: Option<String>,
    /// Points of both, the player's first.
    pub points: [i32; 2],
    /// When it ended.
    pub ended_at: OffsetDateTime,
    /// Whether it counts on boards and for ratings.
    pub rated: bool,
}

/// The last matches that ended in a scope, newest first and told of the winner; or those of
/// one person.
///
/// # Errors
/// When the database fails.
pub async fn last(
    db: &mut PgConnection,
    scope: ScopeId,
    of: Option<PersonId>,
    most: i64,
) -> sqlx::Result<Vec<Past>> {
    struct Row {
        number: i32,
        game: String,
        verdict: String,
        name: Option<String>,
        opponent: Option<String>,
        points: i32,
        against: i32,
        ended_at: OffsetDateTime,
        rated: bool,
    }
    // Two statements: each has its index.
    let rows = match of {
        Some(person) => {
            sqlx::query_as!(
                Row,
                r#"select last.match as number, last.game, last.verdict,
                       case when not one.forgotten then one.name end as name,
                       case when not two.forgotten then two.name end as opponent,
                       last.points, other.points as against, last.ended_at, last.rated
                   from (
                       select scope_id, match, person_id, opponent_id, game, verdict, points,
                           ended_at, rated
                       from results where scope_id = $1 and person_id = $2
                       order by ended_at desc, match desc limit $3
                   ) last
                   join results other on other.scope_id = $1 and other.match = last.match
                       and other.person_id = last.opponent_id
                   join members one on one.scope_id = $1 and one.person_id = last.person_id
                   join members two on two.scope_id = $1 and two.person_id = last.opponent_id
                   order by last.ended_at desc, last.match desc"#,
                scope.0,
                person.0,
                most,
            )
            .fetch_all(db)
            .await?
        }
        None => {
            sqlx::query_as!(
                Row,
                r#"select last.match as number, last.game, last.verdict,
                       case when not one.forgotten then one.name end as name,
                       case when not two.forgotten then two.name end as opponent,
                       last.points, other.points as against, last.ended_at, last.rated
                   from (
                       select scope_id, match, person_id, opponent_id, game, verdict, points,
                           ended_at, rated
                       from results
                       where scope_id = $1 and verdict <> 'loss'
                           and (verdict = 'win' or person_id < opponent_id)
                       order by ended_at desc, match desc limit $2
                   ) last
                   join results other on other.scope_id = $1 and other.match = last.match
                       and other.person_id = last.opponent_id
                   join members one on one.scope_id = $1 and one.person_id = last.person_id
                   join members two on two.scope_id = $1 and two.person_id = last.opponent_id
                   order by last.ended_at desc, last.match desc"#,
                scope.0,
                most,
            )
            .fetch_all(db)
            .await?
        }
    };
    rows.into_iter()
        .map(|row| {
            Ok(Past {
                number: MatchNo(row.number),
                game: row.game,
                verdict: Verdict::read(&row.verdict)?,
                name: row.name,
                opponent: row.opponent,
                points: [row.points, row.against],
                ended_at: row.ended_at,
                rated: row.rated,
            })
        })
        .collect()
}

/// What two people have against each other in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Versus {
    /// The key of the game.
    pub game: String,
    /// Matches that the one won.
    pub wins: i64,
    /// Matches drawn.
    pub draws: i64,
    /// Matches that the one lost.
    pub losses: i64,
    /// Points of both, the one's first.
    pub points: [i64; 2],
}

/// What two people have against each other in a scope, a row a game; the one they have
/// played most comes first.
///
/// # Errors
/// When the database fails.
pub async fn versus(
    db: &mut PgConnection,
    scope: ScopeId,
    one: PersonId,
    two: PersonId,
) -> sqlx::Result<Vec<Versus>> {
    let rows = sqlx::query!(
        r#"select own.game, count(*) filter (where own.verdict = 'win') as "wins!",
               count(*) filter (where own.verdict = 'draw') as "draws!",
               count(*) filter (where own.verdict = 'loss') as "losses!",
               sum(own.points) as "points!", sum(other.points) as "against!"
           from results own
           join results other on other.scope_id = $1 and other.match = own.match
               and other.person_id = $3
           where own.scope_id = $1 and own.person_id = $2 and own.opponent_id = $3
           group by own.game order by count(*) desc, own.game"#,
        scope.0,
        one.0,
        two.0,
    )
    .fetch_all(db)
    .await?;
    let versus = rows.into_iter().map(|row| Versus {
        game: row.game,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        points: [row.points, row.against],
    });
    Ok(versus.collect())
}
