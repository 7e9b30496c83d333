//! The board of ratings, and the counts from which its places come.
//!
//! A rating has a place while its deviation is small enough; `ranked_until` says until when,
//! and [`fade`] takes the place away then. `rating_counts` holds how many people with a
//! place have each rating that is shown.

use super::{PersonId, ratings::Discipline};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// How many people are looked at to find the first names among equals.
const CANDIDATES: i64 = 200;

/// People who come to a shown rating, or (below 0) leave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) shown: i32,
    pub(super) people: i64,
}

/// Counts people where they are now. All who count lock in the order of game, variant and
/// rating.
pub(super) async fn count(
    db: &mut PgConnection,
    of: Discipline<'_>,
    moves: &[Move],
) -> sqlx::Result<()> {
    let (shown, people): (Vec<i32>, Vec<i64>) =
        moves.iter().map(|change| (change.shown, change.people)).unzip();
    sqlx::query!(
        "insert into rating_counts as count (game, variant, shown, people)
         select $1, $2, shown, sum(people)
         from unnest($3::integer[], $4::bigint[]) as change (shown, people)
         group by shown having sum(people) <> 0 order by shown
         on conflict (game, variant, shown) do update
         set people = count.people + excluded.people",
        of.game,
        of.variant,
        &shown,
        &people,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A row of the board of ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// 1 for the best; equal ratings share a rank, and those that they take up are skipped.
    pub rank: i64,
    /// Who.
    pub person: PersonId,
    /// The name, of those who want to be named.
    pub name: Option<String>,
    /// The rating as it is shown.
    pub shown: i32,
}

/// The first rows of the board of ratings, at the most so many. Equals are in the order of
/// names, those without a name behind.
///
/// # Errors
/// When the database fails.
pub async fn first(
    db: &mut PgConnection,
    of: Discipline<'_>,
    most: i64,
) -> sqlx::Result<Vec<Place>> {
    let rows = sqlx::query!(
        r#"select rank() over (order by best.shown desc) as "rank!", best.person_id, best.shown,
               case when persons.listed then persons.public_name end as name
           from (
               select person_id, shown from ratings
               where game = $1 and variant = $2 and ranked_until is not null
               order by shown desc, person_id limit $3
           ) best
           join persons on persons.person_id = best.person_id
           order by best.shown desc, 4 nulls last, best.person_id limit $4"#,
        of.game,
        of.variant,
        CANDIDATES.max(most),
        most,
    )
    .fetch_all(db)
    .await?;
    let places = rows.into_iter().map(|row| Place {
        rank: row.rank,
        person: PersonId(row.person_id),
        name: row.name,
        shown: row.shown,
    });
    Ok(places.collect())
}

/// The place of a shown rating, and how many people have one.
///
/// # Errors
/// When the database fails.
pub async fn place(
    db: &mut PgConnection,
    of: Discipline<'_>,
    shown: i32,
) -> sqlx::Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select 1 + coalesce(sum(people) filter (where shown > $3), 0)::bigint as "rank!",
               coalesce(sum(people), 0)::bigint as "people!"
           from rating_counts where game = $1 and variant = $2"#,
        of.game,
        of.variant,
        shown,
    )
    .fetch_one(db)
    .await?;
    Ok((row.rank, row.people))
}

/// Takes their places from ratings that have grown too unsure, at the most so many; gives
/// how many there were.
///
/// # Errors
/// When the database fails.
pub async fn fade(db: &mut PgConnection, now: OffsetDateTime, most: i64) -> sqlx::Result<u64> {
    let faded = sqlx::query_scalar!(
        r#"with fading as (
               select person_id, game, variant from ratings
               where ranked_until <= $1 order by ranked_until limit $2
               for update skip locked
           ), faded as (
               update ratings set ranked_until = null from fading
               where ratings.person_id = fading.person_id and ratings.game = fading.game
                   and ratings.variant = fading.variant
               returning ratings.game, ratings.variant, ratings.shown
           ), counted as (
               insert into rating_counts as count (game, variant, shown, people)
               select game, variant, shown, -count(*) from faded group by game, variant, shown
               order by game collate "C", variant collate "C", shown
               on conflict (game, variant, shown) do update
               set people = count.people + excluded.people
           )
           select count(*) as "faded!" from faded"#,
        now,
        most,
    )
    .fetch_one(db)
    .await?;
    Ok(faded.unsigned_abs())
}
