//! Moving everything of a scope into another one.
//!
//! Rows are copied and removed rather than changed, for the key of their class changes: a store
//! that is distributed by it has them elsewhere then. A table or column that is not named here
//! stays behind (`tests/chats.rs` finds it).

use super::{ScopeId, chats::Locked};
use sqlx::PgConnection;

/// Moves everything of a scope into another one, both locked, and gives what the numbers of its
/// challenges and matches have grown by: they come behind those that are there. Where both know
/// something, the other scope's settings and language count, names are those seen last, and
/// points add up. The scope stays as an empty one that says where everything is.
///
/// # Errors
/// When the database fails.
pub async fn merge(db: &mut PgConnection, from: &Locked, into: &Locked) -> sqlx::Result<i32> {
    let (from, into) = (from.id, into.id);
    let shift = sqlx::query_scalar!("select last_number from scopes where scope_id = $1", into.0)
        .fetch_one(&mut *db)
        .await?;
    keep_still(db, from).await?;
    copy_people(db, from, into).await?;
    copy_matches(db, from, into, shift).await?;
    copy_work(db, from, into, shift).await?;
    copy_boards(db, from, into).await?;
    move_log(db, from, into, shift).await?;
    remove(db, from).await?;
    point(db, from, into, shift).await?;
    Ok(shift)
}

/// Locks what is changed by those who are in no scope: who sends, and who puts clocks off.
async fn keep_still(db: &mut PgConnection, from: ScopeId) -> sqlx::Result<()> {
    sqlx::query!("select id from outbox where scope_id = $1 order by id for update", from.0)
        .fetch_all(&mut *db)
        .await?;
    sqlx::query!(
        "select number from jobs where scope_id = $1
         order by due_at, number, revision, kind for update",
        from.0,
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!(
        "select number from matches where scope_id = $1 order by number for update",
        from.0,
    )
    .fetch_all(db)
    .await?;
    Ok(())
}

async fn copy_people(db: &mut PgConnection, from: ScopeId, into: ScopeId) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into members as known (scope_id, person_id, name, name_key, handle, seen_at,
             forgotten, left_at, refused_at)
         select $2, person_id, name, name_key, handle, seen_at, forgotten, left_at, refused_at
         from members where scope_id = $1
         on conflict (scope_id, person_id) do update
         set name = excluded.name, name_key = excluded.name_key, handle = excluded.handle,
             seen_at = excluded.seen_at, left_at = excluded.left_at
         where excluded.seen_at >= known.seen_at",
        from.0,
        into.0,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into events (scope_id, platform, bot_id, event_id, at)
         select $2, platform, bot_id, event_id, at from events where scope_id = $1
         on conflict do nothing",
        from.0,
        into.0,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn copy_matches(
    db: &mut PgConnection,
    from: ScopeId,
    into: ScopeId,
    shift: i32,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into challenges (scope_id, number, place, game, options, target, challenger,
             challenger_seat, invited, invited_name, seed, state, created_at, expires_at, clock,
             settled_at)
         select $2, number + $3, place, game, options, target, challenger, challenger_seat,
             invited, invited_name, seed, state, created_at, expires_at, clock, settled_at
         from challenges where scope_id = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    // Its chance goes on to be drawn by the name under which it began.
    sqlx::query!(
        "insert into matches (scope_id, number, place, game, rules_version, options, target,
             player_1, player_2, points_1, points_2, deal, first_player, position, revision,
             last_seq, state, outcome, seed, event, started_at, changed_at, rated, clock,
             deadline, nudged_at, forfeit, named, own_place)
         select $2, number + $3, place, game, rules_version, options, target, player_1, player_2,
             points_1, points_2, deal, first_player, position, revision, last_seq, state,
             outcome, seed, event, started_at, changed_at, rated, clock, deadline, nudged_at,
             forfeit, coalesce(named, scope_id || '.' || number), own_place
         from matches where scope_id = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into deals (scope_id, match, deal, first_player, start, started_at, outcome,
             ended_at)
         select $2, match + $3, deal, first_player, start, started_at, outcome, ended_at
         from deals where scope_id = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into steps (scope_id, match, seq, deal, kind, player, text, at)
         select $2, match + $3, seq, deal, kind, player, text, at
         from steps where scope_id = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into offers (scope_id, match, number, kind, player, revision, state, made_at)
         select $2, match + $3, number, kind, player, revision, state, made_at
         from offers where scope_id = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into results (scope_id, match, person_id, opponent_id, game, options, verdict,
             points, reason, ended_at, rated)
         select $2, match + $3, person_id, opponent_id, game, options, verdict, points, reason,
             ended_at, rated
         from results where scope_id = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Messages keep their ids: who is sending one finds it by that.
async fn copy_work(
    db: &mut PgConnection,
    from: ScopeId,
    into: ScopeId,
    shift: i32,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into outbox (scope_id, id, platform, bot_id, place, match, lane, payload, state,
             attempt, made_at, due_at, state_at, message_id, trace, stored_at)
         overriding system value
         select $2, id, platform, bot_id, place, match + $3, lane, payload, state, attempt,
             made_at, due_at, state_at, message_id, trace, stored_at
         from outbox where scope_id = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into messages (scope_id, bot_id, place, message_id, match, sent_at, buttons, board)
         select $2, bot_id, place, message_id, match + $3, sent_at, buttons, board
         from messages where scope_id = $1
         on conflict do nothing",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    // Who works at one works at nothing now, and somebody else may begin at once.
    sqlx::query!(
        "insert into jobs (scope_id, number, revision, kind, platform, bot_id, place, state,
             due_at, token, until, made_at, state_at, trace)
         select $2, case number when 0 then 0 else number + $3 end, revision, kind, platform,
             bot_id, place, state, due_at, token, null, made_at, state_at, trace
         from jobs where scope_id = $1
         on conflict do nothing",
        from.0,
        into.0,
        shift,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn copy_boards(db: &mut PgConnection, from: ScopeId, into: ScopeId) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into standings as standing (scope_id, game, period, person_id, points, wins,
             draws, losses)
         select $2, game, period, person_id, points, wins, draws, losses
         from standings where scope_id = $1
         on conflict (scope_id, game, period, person_id) do update
         set points = standing.points + excluded.points, wins = standing.wins + excluded.wins,
             draws = standing.draws + excluded.draws,
             losses = standing.losses + excluded.losses",
        from.0,
        into.0,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from standing_counts where scope_id = $1", into.0)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into standing_counts (scope_id, game, period, points, people)
         select scope_id, game, period, points, count(*) from standings where scope_id = $1
         group by scope_id, game, period, points",
        into.0,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets the log of ratings, which lies with the persons, name the matches as they are called
/// now: so no match is rated again.
async fn move_log(
    db: &mut PgConnection,
    from: ScopeId,
    into: ScopeId,
    shift: i32,
) -> sqlx::Result<()> {
    let persons = sqlx::query_scalar!("select person_id from members where scope_id = $1", from.0)
        .fetch_all(&mut *db)
        .await?;
    sqlx::query!(
        "update rating_log set scope_id = $2, match = match + $3
         where person_id = any ($4) and scope_id = $1",
        from.0,
        into.0,
        shift,
        &persons,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn remove(db: &mut PgConnection, from: ScopeId) -> sqlx::Result<()> {
    sqlx::query!(
        "with members as (delete from members where scope_id = $1),
             events as (delete from events where scope_id = $1),
             challenges as (delete from challenges where scope_id = $1),
             matches as (delete from matches where scope_id = $1),
             deals as (delete from deals where scope_id = $1),
             steps as (delete from steps where scope_id = $1),
             offers as (delete from offers where scope_id = $1),
             results as (delete from results where scope_id = $1),
             outbox as (delete from outbox where scope_id = $1),
             messages as (delete from messages where scope_id = $1),
             jobs as (delete from jobs where scope_id = $1),
             standings as (delete from standings where scope_id = $1)
         delete from standing_counts where scope_id = $1",
        from.0,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets all who look for the scope find the other one.
async fn point(
    db: &mut PgConnection,
    from: ScopeId,
    into: ScopeId,
    shift: i32,
) -> sqlx::Result<()> {
    let old = sqlx::query!("select last_number, settings from scopes where scope_id = $1", from.0)
        .fetch_one(&mut *db)
        .await?;
    sqlx::query!(
        "update scopes set last_number = last_number + $2, settings = $3 || settings
         where scope_id = $1",
        into.0,
        old.last_number,
        old.settings,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update scopes set merged_into = $2, shift = $3, settings = '{}' where scope_id = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    // What had been merged into it before.
    sqlx::query!(
        "update scopes set merged_into = $2, shift = shift + $3 where merged_into = $1",
        from.0,
        into.0,
        shift,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("update chat_keys set scope_id = $2 where scope_id = $1", from.0, into.0)
        .execute(db)
        .await?;
    Ok(())
}
