//! People, their accounts, and the names under which scopes know them.

use super::{PersonId, ScopeId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A person as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// The code of the language that the person chose.
    pub language: Option<String>,
}

/// Finds the person behind a platform's account, or makes one.
///
/// # Errors
/// When the database fails.
pub async fn of_account(
    db: &mut PgConnection,
    platform: &str,
    account_id: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Person> {
    if let Some(person) = find_account(db, platform, account_id).await? {
        return Ok(person);
    }
    let made = sqlx::query_scalar!(
        "insert into persons (created_at) values ($1) returning person_id",
        now,
    )
    .fetch_one(&mut *db)
    .await?;
    let kept = sqlx::query!(
        "insert into accounts (platform, account_id, person_id) values ($1, $2, $3)
         on conflict do nothing",
        platform,
        account_id,
        made,
    )
    .execute(&mut *db)
    .await?
    .rows_affected();
    if kept == 1 {
        return Ok(Person { id: PersonId(made), language: None });
    }
    // Another process was first; its person is committed by now.
    sqlx::query!("delete from persons where person_id = $1", made).execute(&mut *db).await?;
    find_account(db, platform, account_id).await?.ok_or(sqlx::Error::RowNotFound)
}

async fn find_account(
    db: &mut PgConnection,
    platform: &str,
    account_id: &str,
) -> sqlx::Result<Option<Person>> {
    let account = sqlx::query_scalar!(
        "select person_id from accounts where platform = $1 and account_id = $2",
        platform,
        account_id,
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = account else { return Ok(None) };
    let language = sqlx::query_scalar!("select language from persons where person_id = $1", id)
        .fetch_one(db)
        .await?;
    Ok(Some(Person { id: PersonId(id), language }))
}

/// Chooses the language in which a person is answered.
///
/// # Errors
/// When the database fails.
pub async fn set_language(
    db: &mut PgConnection,
    person: PersonId,
    language: &str,
) -> sqlx::Result<()> {
    sqlx::query!("update persons set language = $2 where person_id = $1", person.0, language)
        .execute(db)
        .await?;
    Ok(())
}

/// Notes that a person was seen in a scope under a name.
///
/// # Errors
/// When the database fails.
pub async fn seen(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
    name: &str,
    name_key: &str,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into members (scope_id, person_id, name, name_key, seen_at)
         values ($1, $2, $3, $4, $5)
         on conflict (scope_id, person_id) do update
         set name = excluded.name, name_key = excluded.name_key, seen_at = excluded.seen_at",
        scope.0,
        person.0,
        name,
        name_key,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The name under which a scope knows a person.
///
/// # Errors
/// When the database fails.
pub async fn name(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select name from members where scope_id = $1 and person_id = $2",
        scope.0,
        person.0,
    )
    .fetch_optional(db)
    .await
}

/// The people whom a scope knows by a name of that key; whoever was seen last comes first.
///
/// # Errors
/// When the database fails.
pub async fn named(
    db: &mut PgConnection,
    scope: ScopeId,
    name_key: &str,
) -> sqlx::Result<Vec<PersonId>> {
    let found = sqlx::query_scalar!(
        "select person_id from members where scope_id = $1 and name_key = $2
         order by seen_at desc",
        scope.0,
        name_key,
    )
    .fetch_all(db)
    .await?;
    Ok(found.into_iter().map(PersonId).collect())
}
