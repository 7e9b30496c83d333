//! How often two people begin rated matches: nobody collects points by playing one friend
//! all day long.

use super::PersonId;
use sqlx::PgConnection;
use time::Date;

/// Counts one more rated match of two people in a game on a day (UTC); false when they have
/// begun so many already.
///
/// # Errors
/// When the database fails.
pub async fn take(
    db: &mut PgConnection,
    players: [PersonId; 2],
    game: &str,
    day: Date,
    most: i32,
) -> sqlx::Result<bool> {
    let [one, two] = ordered(players);
    let taken = sqlx::query!(
        "insert into rated_pairs as pair (person_id, opponent_id, game, day, matches)
         values ($1, $2, $3, $4, 1)
         on conflict (person_id, opponent_id, game, day) do update
         set matches = pair.matches + 1 where pair.matches < $5",
        one.0,
        two.0,
        game,
        day,
        most,
    )
    .execute(db)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Takes one of that day back: it came to nothing.
///
/// # Errors
/// When the database fails.
pub async fn give_back(
    db: &mut PgConnection,
    players: [PersonId; 2],
    game: &str,
    day: Date,
) -> sqlx::Result<()> {
    let [one, two] = ordered(players);
    sqlx::query!(
        "update rated_pairs set matches = matches - 1
         where person_id = $1 and opponent_id = $2 and game = $3 and day = $4 and matches > 0",
        one.0,
        two.0,
        game,
        day,
    )
    .execute(db)
    .await?;
    Ok(())
}

fn ordered([one, two]: [PersonId; 2]) -> [PersonId; 2] {
    if one < two { [one, two] } else { [two, one] }
}

/// Forgets days before that one, at the most so many rows; gives how many there were.
///
/// # Errors
/// When the database fails.
pub async fn forget_days(db: &mut PgConnection, before: Date, most: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "delete from rated_pairs where (person_id, opponent_id, game, day) in (
             select person_id, opponent_id, game, day from rated_pairs where day < $1 limit $2)",
        before,
        most,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}
