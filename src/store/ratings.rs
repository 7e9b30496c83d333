//! Ratings and their log, by person.
//!
//! A rating is of a person, a game and a variant: the options that differ from their
//! defaults, so `''` is the plain game. Lock order: [`lock`], then the ratings in the order
//! of persons, then the counts of the [`ladder`].

use super::{
    MatchNo, PersonId, ScopeId,
    ladder::{self, Move},
    members,
    results::Verdict,
    standings,
};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// What is rated apart: a game played with certain options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discipline<'a> {
    /// The key of the game.
    pub game: &'a str,
    /// The options that differ from their defaults.
    pub variant: &'a str,
}

/// How good somebody is thought to be, and how surely.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// The rating.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// How much it changes.
    pub volatility: f64,
}

/// A rating as stored.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// After the last match.
    pub skill: Skill,
    /// The rating as it is shown and ranked.
    pub shown: i32,
    /// Rated matches so far.
    pub matches: i32,
    /// When the last one ended.
    pub rated_at: OffsetDateTime,
    /// Until when it has a place; `None`: it has none.
    pub ranked_until: Option<OffsetDateTime>,
}

/// Locks people against being rated (or forgotten) by others until the end of the
/// transaction.
///
/// # Errors
/// When the database fails.
pub async fn lock(db: &mut PgConnection, persons: &[PersonId]) -> sqlx::Result<()> {
    let persons: Vec<i64> = persons.iter().map(|person| person.0).collect();
    sqlx::query!(
        "select person_id from persons where person_id = any ($1)
         order by person_id for no key update",
        &persons,
    )
    .fetch_all(db)
    .await?;
    Ok(())
}

/// The rating of a person.
///
/// # Errors
/// When the database fails.
pub async fn read(
    db: &mut PgConnection,
    person: PersonId,
    of: Discipline<'_>,
) -> sqlx::Result<Option<Rated>> {
    let row = sqlx::query!(
        "select rating, deviation, volatility, shown, matches, rated_at, ranked_until
         from ratings where person_id = $1 and game = $2 and variant = $3",
        person.0,
        of.game,
        of.variant,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Rated {
        skill: Skill { rating: row.rating, deviation: row.deviation, volatility: row.volatility },
        shown: row.shown,
        matches: row.matches,
        rated_at: row.rated_at,
        ranked_until: row.ranked_until,
    }))
}

/// Writes ratings of different people, and counts those that have a place where they have
/// it now. `before` is what was read under [`lock`].
///
/// # Errors
/// When the database fails.
pub async fn write(
    db: &mut PgConnection,
    of: Discipline<'_>,
    changes: &[(PersonId, Option<Rated>, Rated)],
) -> sqlx::Result<()> {
    let mut moves = Vec::new();
    for (person, before, after) in changes {
        sqlx::query!(
            "insert into ratings (person_id, game, variant, rating, deviation, volatility, shown,
                 matches, rated_at, ranked_until)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             on conflict (person_id, game, variant) do update
             set rating = excluded.rating, deviation = excluded.deviation,
                 volatility = excluded.volatility, shown = excluded.shown,
                 matches = excluded.matches, rated_at = excluded.rated_at,
                 ranked_until = excluded.ranked_until",
            person.0,
            of.game,
            of.variant,
            after.skill.rating,
            after.skill.deviation,
            after.skill.volatility,
            after.shown,
            after.matches,
            after.rated_at,
            after.ranked_until,
        )
        .execute(&mut *db)
        .await?;
        let place = |rated: &Rated| rated.ranked_until.map(|_| rated.shown);
        moves.extend(before.as_ref().and_then(place).map(|shown| Move { shown, people: -1 }));
        moves.extend(place(after).map(|shown| Move { shown, people: 1 }));
    }
    ladder::count(db, of, &moves).await
}

/// What a match did to a rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry<'a> {
    /// Whose.
    pub person: PersonId,
    /// In which scope the match was played.
    pub scope: ScopeId,
    /// Its number there.
    pub number: MatchNo,
    /// What is rated.
    pub of: Discipline<'a>,
    /// 1 for the person's first match in it.
    pub nth: i32,
    /// Against whom; `None`: somebody who is forgotten.
    pub opponent: Option<PersonId>,
    /// How it ended.
    pub verdict: Verdict,
    /// Right before it: the deviation has grown since the last match.
    pub before: Skill,
    /// The opponent's, right before it.
    pub against: Skill,
    /// Right after it.
    pub after: Skill,
    /// When the match ended.
    pub ended_at: OffsetDateTime,
}

/// Notes what a match did to a rating. A match does it once: a second is an error.
///
/// # Errors
/// When the database fails.
pub async fn log(db: &mut PgConnection, entry: &Entry<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into rating_log (person_id, scope_id, match, game, variant, nth, opponent_id,
             verdict, rating_before, deviation_before, volatility_before, opponent_rating,
             opponent_deviation, rating_after, deviation_after, volatility_after, ended_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        entry.person.0,
        entry.scope.0,
        entry.number.0,
        entry.of.game,
        entry.of.variant,
        entry.nth,
        entry.opponent.map(|person| person.0),
        entry.verdict.as_str(),
        entry.before.rating,
        entry.before.deviation,
        entry.before.volatility,
        entry.against.rating,
        entry.against.deviation,
        entry.after.rating,
        entry.after.deviation,
        entry.after.volatility,
        entry.ended_at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A row of the log, as far as it can be computed again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Logged {
    /// Whose.
    pub person: PersonId,
    /// How the match ended.
    pub verdict: Verdict,
    /// Right before it.
    pub before: Skill,
    /// The opponent's rating and deviation, right before it.
    pub against: [f64; 2],
    /// Right after it.
    pub after: Skill,
}

/// What a match did to the ratings of those who played it.
///
/// # Errors
/// When the database fails.
pub async fn of_match(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
    players: [PersonId; 2],
) -> sqlx::Result<Vec<Logged>> {
    let rows = sqlx::query!(
        "select person_id, verdict, rating_before, deviation_before, volatility_before,
             opponent_rating, opponent_deviation, rating_after, deviation_after, volatility_after
         from rating_log where person_id = any ($1) and scope_id = $2 and match = $3
         order by person_id",
        &players.map(|person| person.0)[..],
        scope.0,
        number.0,
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Logged {
                person: PersonId(row.person_id),
                verdict: Verdict::read(&row.verdict)?,
                before: Skill {
                    rating: row.rating_before,
                    deviation: row.deviation_before,
                    volatility: row.volatility_before,
                },
                against: [row.opponent_rating, row.opponent_deviation],
                after: Skill {
                    rating: row.rating_after,
                    deviation: row.deviation_after,
                    volatility: row.volatility_after,
                },
            })
        })
        .collect()
}

/// A rating among those of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct OfPerson {
    /// The key of the game.
    pub game: String,
    /// The options that differ from their defaults.
    pub variant: String,
    /// The rating as it is shown.
    pub shown: i32,
    /// Rated matches so far.
    pub matches: i32,
    /// Whether it has a place on the board.
    pub ranked: bool,
}

/// The ratings of a person, those with most matches first; at the most so many.
///
/// # Errors
/// When the database fails.
pub async fn of_person(
    db: &mut PgConnection,
    person: PersonId,
    most: i64,
) -> sqlx::Result<Vec<OfPerson>> {
    sqlx::query_as!(
        OfPerson,
        r#"select game, variant, shown, matches, ranked_until is not null as "ranked!"
           from ratings where person_id = $1
           order by matches desc, game, variant limit $2"#,
        person.0,
        most,
    )
    .fetch_all(db)
    .await
}

/// Forgets a person: the ratings and their log go, the name goes from every list of members
/// and every board; the opponents keep their results and ratings, but not against whom. It
/// is for good: who comes back is to be a new person.
///
/// Locks the person's rows in every scope, so it comes after everything that locks matches
/// or challenges in the same transaction.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &mut PgConnection, person: PersonId) -> sqlx::Result<()> {
    lock(db, &[person]).await?;
    standings::forget(db, person).await?;
    members::set_listed(db, person, None).await?;
    sqlx::query!(
        r#"with removed as (
               delete from ratings where person_id = $1
               returning game, variant, shown, ranked_until
           )
           insert into rating_counts as count (game, variant, shown, people)
           select game, variant, shown, -1 from removed where ranked_until is not null
           order by game collate "C", variant collate "C", shown
           on conflict (game, variant, shown) do update
           set people = count.people + excluded.people"#,
        person.0,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "with own as (
             delete from rating_log where person_id = $1
             returning scope_id, match, opponent_id
         )
         update rating_log set opponent_id = null from own
         where rating_log.person_id = own.opponent_id and rating_log.scope_id = own.scope_id
             and rating_log.match = own.match",
        person.0,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from rated_pairs where person_id = $1 or opponent_id = $1", person.0)
        .execute(db)
        .await?;
    Ok(())
}
