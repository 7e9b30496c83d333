//! People, their accounts, and the names under which scopes know them.

use super::{PersonId, ScopeId};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A person as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// The code of the language that the person chose.
    pub language: Option<String>,
    /// What else the person has chosen, by name.
    pub settings: Value,
    /// The name on boards that other chats see, of those who want to be named there.
    pub public_name: Option<String>,
}

/// How somebody was seen in a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen<'a> {
    /// The name.
    pub name: &'a str,
    /// The name as names are compared.
    pub key: &'a str,
    /// The name by which the platform lets the person be called, as names are compared.
    pub handle: Option<&'a str>,
    /// Whether it is about that the person has left or is there again.
    pub coming_or_going: bool,
}

/// A member as a scope knows one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The name last seen.
    pub name: String,
    /// Since when the member is not there any more.
    pub left_at: Option<OffsetDateTime>,
}

/// Finds the person behind a platform's account, or makes one, and locks the account: what
/// one person says at once is done one after another, so that nobody who is being forgotten
/// says anything more.
///
/// # Errors
/// When the database fails.
pub async fn of_account(
    db: &mut PgConnection,
    platform: &str,
    account_id: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Person> {
    loop {
        if let Some(person) = lock_account(db, platform, account_id).await? {
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
            let settings = Value::Object(serde_json::Map::new());
            return Ok(Person { id: PersonId(made), language: None, settings, public_name: None });
        }
        // Another process was first; its person is committed by now, or even forgotten.
        sqlx::query!("delete from persons where person_id = $1", made).execute(&mut *db).await?;
    }
}

async fn lock_account(
    db: &mut PgConnection,
    platform: &str,
    account_id: &str,
) -> sqlx::Result<Option<Person>> {
    let Some(id) = hold_account(db, platform, account_id).await? else { return Ok(None) };
    read(db, id).await
}

/// The person behind a platform's account, who is kept from being forgotten until the end of the
/// transaction.
///
/// # Errors
/// When the database fails.
pub async fn hold_account(
    db: &mut PgConnection,
    platform: &str,
    account_id: &str,
) -> sqlx::Result<Option<PersonId>> {
    let account = sqlx::query_scalar!(
        "select person_id from accounts where platform = $1 and account_id = $2
         for no key update",
        platform,
        account_id,
    )
    .fetch_optional(db)
    .await?;
    Ok(account.map(PersonId))
}

/// The person behind a platform's account, if there has been one.
///
/// # Errors
/// When the database fails.
pub async fn find_account(
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
    read(db, PersonId(id)).await
}

/// A person as stored.
///
/// # Errors
/// When the database fails.
pub async fn read(db: &mut PgConnection, person: PersonId) -> sqlx::Result<Option<Person>> {
    let row = sqlx::query!(
        "select language, settings, public_name from persons where person_id = $1",
        person.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Person {
        id: person,
        language: row.language,
        settings: row.settings,
        public_name: row.public_name,
    }))
}

/// Chooses a setting of a person; the others stay as they are.
///
/// # Errors
/// When the database fails.
pub async fn set(
    db: &mut PgConnection,
    person: PersonId,
    name: &str,
    value: &Value,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update persons set settings = settings || jsonb_build_object($2::text, $3::jsonb)
         where person_id = $1",
        person.0,
        name,
        value,
    )
    .execute(db)
    .await?;
    Ok(())
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

/// Notes that a person was seen in a scope. Who had left is there again, unless it is about
/// that.
///
/// # Errors
/// When the database fails.
pub async fn seen(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
    seen: Seen<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into members (scope_id, person_id, name, name_key, handle, seen_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (scope_id, person_id) do update
         set name = excluded.name, name_key = excluded.name_key, handle = excluded.handle,
             seen_at = excluded.seen_at, left_at = case when $7 then members.left_at end",
        scope.0,
        person.0,
        seen.name,
        seen.key,
        seen.handle,
        now,
        seen.coming_or_going,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether a member may be told now, for all to see, that something is refused: not again
/// within `pause` seconds. Notes that it is told.
///
/// # Errors
/// When the database fails.
pub async fn may_be_refused(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
    pause: f64,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "update members set refused_at = $4
         where scope_id = $1 and person_id = $2
             and (refused_at is null or refused_at + make_interval(secs => $3) <= $4)",
        scope.0,
        person.0,
        pause,
        now,
    )
    .execute(db)
    .await?;
    Ok(noted.rows_affected() == 1)
}

/// What a platform calls people; those it does not know are left out.
///
/// # Errors
/// When the database fails.
pub async fn accounts(
    db: &mut PgConnection,
    platform: &str,
    people: &[i64],
) -> sqlx::Result<Vec<(i64, String)>> {
    let rows = sqlx::query!(
        "select person_id, account_id from accounts
         where platform = $1 and person_id = any ($2)",
        platform,
        people,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.person_id, row.account_id)).collect())
}

/// A member of a scope.
///
/// # Errors
/// When the database fails.
pub async fn member(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
) -> sqlx::Result<Option<Member>> {
    sqlx::query_as!(
        Member,
        "select name, left_at from members where scope_id = $1 and person_id = $2",
        scope.0,
        person.0,
    )
    .fetch_optional(db)
    .await
}

/// Notes that a member has left the chat, or is there again; false when that was known.
///
/// # Errors
/// When the database fails.
pub async fn set_left(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
    left_at: Option<OffsetDateTime>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update members set left_at = $3
         where scope_id = $1 and person_id = $2
             and (left_at is null) <> ($3::timestamptz is null)",
        scope.0,
        person.0,
        left_at,
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Whether a person does not want to be challenged by another.
///
/// # Errors
/// When the database fails.
pub async fn blocks(
    db: &mut PgConnection,
    person: PersonId,
    other: PersonId,
) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        "select blocked_id from blocks where person_id = $1 and blocked_id = $2",
        person.0,
        other.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Whom a person blocks, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn blocked(db: &mut PgConnection, person: PersonId) -> sqlx::Result<Vec<PersonId>> {
    let found = sqlx::query_scalar!(
        "select blocked_id from blocks where person_id = $1 order by at desc",
        person.0,
    )
    .fetch_all(db)
    .await?;
    Ok(found.into_iter().map(PersonId).collect())
}

/// Blocks a person, or does so no more.
///
/// # Errors
/// When the database fails.
pub async fn block(
    db: &mut PgConnection,
    person: PersonId,
    other: PersonId,
    blocked: bool,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if blocked {
        sqlx::query!(
            "insert into blocks (person_id, blocked_id, at) values ($1, $2, $3)
             on conflict do nothing",
            person.0,
            other.0,
            now,
        )
        .execute(db)
        .await?;
    } else {
        sqlx::query!(
            "delete from blocks where person_id = $1 and blocked_id = $2",
            person.0,
            other.0,
        )
        .execute(db)
        .await?;
    }
    Ok(())
}

/// The people whom a scope knows by a name of that key; whoever was seen last comes first.
/// Of those whom the platform lets be called so only the one who was seen last is meant:
/// somebody else had that name before.
///
/// # Errors
/// When the database fails.
pub async fn named(
    db: &mut PgConnection,
    scope: ScopeId,
    name_key: &str,
) -> sqlx::Result<Vec<PersonId>> {
    let found = sqlx::query_scalar!(
        "(select person_id from members
          where scope_id = $1 and handle = $2 and not forgotten
          order by seen_at desc limit 1)
         union all
         (select person_id from members
          where scope_id = $1 and name_key = $2 and not forgotten
              and not exists (
                  select from members called
                  where called.scope_id = $1 and called.handle = $2 and not called.forgotten)
          order by seen_at desc)",
        scope.0,
        name_key,
    )
    .fetch_all(db)
    .await?;
    Ok(found.into_iter().flatten().map(PersonId).collect())
}

/// The scopes that know a person, in their order.
///
/// # Errors
/// When the database fails.
pub async fn scopes_of(db: &mut PgConnection, person: PersonId) -> sqlx::Result<Vec<ScopeId>> {
    let found = sqlx::query_scalar!(
        "select scope_id from members where person_id = $1 order by scope_id",
        person.0,
    )
    .fetch_all(db)
    .await?;
    Ok(found.into_iter().map(ScopeId).collect())
}

/// Removes a person's account, settings and blocks. Somebody who comes back is
/// somebody new.
///
/// # Errors
/// When the database fails.
pub async fn forget(db: &mut PgConnection, person: PersonId) -> sqlx::Result<()> {
    sqlx::query!("delete from accounts where person_id = $1", person.0).execute(&mut *db).await?;
    sqlx::query!("delete from blocks where person_id = $1 or blocked_id = $1", person.0)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "update persons set language = null, settings = '{}' where person_id = $1",
        person.0,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets a person be named on boards that other chats see, or no longer.
///
/// # Errors
/// When the database fails.
pub async fn set_listed(
    db: &mut PgConnection,
    person: PersonId,
    name: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update persons set listed = $2::text is not null, public_name = $2 where person_id = $1",
        person.0,
        name,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The names under which a scope knows people, and those that wait for an answer to a
/// challenge; the newest come first.
///
/// # Errors
/// When the database fails.
pub async fn names(
    db: &mut PgConnection,
    scope: ScopeId,
    now: OffsetDateTime,
    most: i64,
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select name as "name!" from (
             select name, seen_at as at from members
             where scope_id = $1 and not forgotten
             union all
             select invited_name, created_at from challenges
             where scope_id = $1 and state = 'open' and expires_at > $2
                 and invited_name is not null
         ) as known
         group by name order by max(at) desc, name limit $3"#,
        scope.0,
        now,
        most,
    )
    .fetch_all(db)
    .await
}

/// Lets a person who is named there be named otherwise; the next time, if somebody holds the
/// person's row now.
///
/// # Errors
/// When the database fails.
pub async fn rename_in_public(
    db: &mut PgConnection,
    person: PersonId,
    name: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update persons set public_name = $2 where person_id in (
             select person_id from persons where person_id = $1 and listed
             for no key update skip locked)",
        person.0,
        name,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether a person has been forgotten in a scope.
///
/// # Errors
/// When the database fails.
pub async fn is_forgotten(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
) -> sqlx::Result<bool> {
    let forgotten = sqlx::query_scalar!(
        "select forgotten from members where scope_id = $1 and person_id = $2",
        scope.0,
        person.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(forgotten.unwrap_or(false))
}

/// Whether a scope knows a person, and has not forgotten the person.
///
/// # Errors
/// When the database fails.
pub async fn is_here(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        "select person_id from members
         where scope_id = $1 and person_id = $2 and not forgotten",
        scope.0,
        person.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}
