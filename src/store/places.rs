//! Places that are opened for a match, and those that are not there any more.

use super::{MatchNo, ScopeId};
use sqlx::PgConnection;

/// Whether a place was opened for a match of a scope.
///
/// # Errors
/// When the database fails.
pub async fn is_own(db: &mut PgConnection, scope: ScopeId, place: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
             select from matches where scope_id = $1 and place = $2 and own_place) as "is!""#,
        scope.0,
        place,
    )
    .fetch_one(db)
    .await
}

/// Where it was agreed to play a match for which a place was opened, if that was elsewhere.
///
/// # Errors
/// When the database fails.
pub async fn agreed(
    db: &mut PgConnection,
    scope: ScopeId,
    place: &str,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select challenges.place from matches
         join challenges on challenges.scope_id = matches.scope_id
             and challenges.number = matches.number
         where matches.scope_id = $1 and matches.place = $2 and matches.own_place
             and challenges.place <> $2
         order by matches.number limit 1",
        scope.0,
        place,
    )
    .fetch_optional(db)
    .await
}

/// Lets a match go on in a place that was opened for it, with what waits to be sent of it; not,
/// if it is elsewhere by now.
///
/// # Errors
/// When the database fails.
pub async fn give(
    db: &mut PgConnection,
    (scope, of): (ScopeId, MatchNo),
    (from, to): (&str, &str),
) -> sqlx::Result<()> {
    let given = sqlx::query!(
        "update matches set place = $4, own_place = true
         where scope_id = $1 and number = $2 and place = $3",
        scope.0,
        of.0,
        from,
        to,
    )
    .execute(&mut *db)
    .await?;
    if given.rows_affected() == 0 {
        return Ok(());
    }
    sqlx::query!(
        "update outbox set place = $4
         where scope_id = $1 and match = $2 and place = $3 and state = 'pending' and lane < 3",
        scope.0,
        of.0,
        from,
        to,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether something is in a place of a scope: a match, a challenge, or what waits to be sent.
///
/// # Errors
/// When the database fails.
pub async fn is_used(db: &mut PgConnection, scope: ScopeId, place: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from matches where scope_id = $1 and place = $2)
               or exists (select from challenges where scope_id = $1 and place = $2)
               or exists (select from outbox where scope_id = $1 and place = $2
                          and state in ('pending', 'sending')) as "is!""#,
        scope.0,
        place,
    )
    .fetch_one(db)
    .await
}

/// Lets everything of a place of a scope go on in another one: matches, challenges, and what
/// waits to be sent. What was sent to the old place is not there any more, nor is it among the
/// places that the scope has chosen.
///
/// # Errors
/// When the database fails.
pub async fn move_to(
    db: &mut PgConnection,
    scope: ScopeId,
    (from, to): (&str, &str),
) -> sqlx::Result<()> {
    sqlx::query!(
        "update matches set place = $3, own_place = false where scope_id = $1 and number in (
             select number from matches where scope_id = $1 and place = $2
             order by number for no key update)",
        scope.0,
        from,
        to,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update challenges set place = $3 where scope_id = $1 and number in (
             select number from challenges where scope_id = $1 and place = $2
             order by number for no key update)",
        scope.0,
        from,
        to,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update outbox set place = $3
         where scope_id = $1 and place = $2 and state in ('pending', 'sending')",
        scope.0,
        from,
        to,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from messages where scope_id = $1 and place = $2", scope.0, from)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "update scopes
         set settings = jsonb_set(settings, '{places}', (settings -> 'places') - $2::text)
         where scope_id = $1 and (settings -> 'places') ? $2::text",
        scope.0,
        from,
    )
    .execute(db)
    .await?;
    Ok(())
}
