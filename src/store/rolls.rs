//! What has been rolled in a scope.

use super::ScopeId;
use sqlx::PgConnection;

/// The rolls of some matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rolled {
    /// How many matches they are of.
    pub matches: i64,
    /// Each kind of roll, and how often it came.
    pub rolls: Vec<(String, i64)>,
}

/// The rolls of two dice that stand, in the newest matches of a scope, so many at the most:
/// running and finished ones, also those without dice. It reads all their steps.
///
/// # Errors
/// When the database fails.
pub async fn newest(db: &mut PgConnection, scope: ScopeId, most: i64) -> sqlx::Result<Rolled> {
    let rows = sqlx::query!(
        r#"with newest as (
               select number from matches where scope_id = $1 order by number desc limit $2
           ), rolls as (
               select step.match, step.text from newest
               join steps step on step.scope_id = $1 and step.match = newest.number
               where step.kind = 'chance' and step.text like '_-_' and not exists (
                   select 1 from steps back
                   where back.scope_id = $1 and back.match = step.match and back.seq > step.seq
                       and case when back.kind = 'takeback' then back.text::integer end < step.seq
               )
           )
           select text as "roll!", count(*) as "times!",
               (select count(distinct match) from rolls) as "matches!"
           from rolls group by text"#,
        scope.0,
        most,
    )
    .fetch_all(db)
    .await?;
    let matches = rows.first().map_or(0, |row| row.matches);
    Ok(Rolled { matches, rolls: rows.into_iter().map(|row| (row.roll, row.times)).collect() })
}
