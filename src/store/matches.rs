//! Matches, their deals and steps.

use super::{MatchNo, PersonId, ScopeId, SeedBytes, outbox::BotKey};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A match as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// Its number in the scope.
    pub number: MatchNo,
    /// Where it is posted.
    pub place: String,
    /// The key of the game.
    pub game: String,
    /// The version of the rules that it began by.
    pub rules_version: i32,
    /// Options that differ from their defaults.
    pub options: String,
    /// Points to play to; `None`: a single game.
    pub target: Option<i32>,
    /// Who challenged and who accepted.
    pub players: [PersonId; 2],
    /// Points, by player.
    pub points: [i32; 2],
    /// The deal that is being played.
    pub deal: i32,
    /// The player (1 or 2) who holds the first seat in it.
    pub first_player: i16,
    /// The position text.
    pub position: String,
    /// Counts every change of the position.
    pub revision: i32,
    /// The `seq` of the newest step.
    pub last_seq: i32,
    /// The outcome text of the last deal, once the match is over.
    pub outcome: Option<String>,
    /// Where its chance comes from.
    pub seed: SeedBytes,
    /// The id of the event that accepted it, which is mixed in.
    pub event: String,
    /// When it began.
    pub started_at: OffsetDateTime,
    /// When something last happened in it.
    pub changed_at: OffsetDateTime,
    /// Seconds for each action; `None`: no clock.
    pub clock: Option<i32>,
    /// When the player to move has had all of them.
    pub deadline: Option<OffsetDateTime>,
    /// When the player to move was last reminded by the other.
    pub nudged_at: Option<OffsetDateTime>,
    /// The player (1 or 2) who lost the whole match by giving it up or by the clock.
    pub forfeit: Option<i16>,
    /// Whether it gives points on boards and changes ratings.
    pub rated: bool,
    /// The name by which its chance is drawn, where its number has changed since it began;
    /// `None`: that of its scope and number.
    pub named: Option<String>,
}

/// What a step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// An action of a player.
    Action,
    /// A roll or a deal.
    Chance,
    /// Everything after the `seq` in its text is taken back.
    Takeback,
}

impl StepKind {
    const fn as_str(self) -> &'static str {
        match self {
            StepKind::Action => "action",
            StepKind::Chance => "chance",
            StepKind::Takeback => "takeback",
        }
    }

    fn read(text: &str) -> sqlx::Result<Self> {
        [StepKind::Action, StepKind::Chance, StepKind::Takeback]
            .into_iter()
            .find(|kind| kind.as_str() == text)
            .ok_or_else(|| sqlx::Error::Decode(format!("step kind {text:?}").into()))
    }
}

/// A step as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredStep {
    /// Its place in the history, from 1.
    pub seq: i32,
    /// The deal that it belongs to.
    pub deal: i32,
    /// What it is.
    pub kind: StepKind,
    /// Who acted: 1 or 2.
    pub player: Option<i16>,
    /// The canonical text of an action or chance, or where a takeback goes.
    pub text: String,
}

/// A deal as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Its number in the match, from 1.
    pub deal: i32,
    /// The player (1 or 2) who holds the first seat.
    pub first_player: i16,
    /// The position that it began from.
    pub start: String,
    /// Its outcome text, once it is over.
    pub outcome: Option<String>,
}

/// Stores a new match; its deal is stored apart.
///
/// # Errors
/// When the database fails.
pub async fn insert(db: &mut PgConnection, scope: ScopeId, new: &Match) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into matches (scope_id, number, place, game, rules_version, options, target,
             player_1, player_2, points_1, points_2, deal, first_player, position, revision,
             last_seq, state, seed, event, started_at, changed_at, clock, rated)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'live',
             $17, $18, $19, $19, $20, $21)",
        scope.0,
        new.number.0,
        new.place,
        new.game,
        new.rules_version,
        new.options,
        new.target,
        new.players[0].0,
        new.players[1].0,
        new.points[0],
        new.points[1],
        new.deal,
        new.first_player,
        new.position,
        new.revision,
        new.last_seq,
        new.seed.0,
        new.event,
        new.started_at,
        new.clock,
        new.rated,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Reads a match and locks its row until the end of the transaction, so that those who
/// want to change it come one after another.
///
/// # Errors
/// When the database fails.
pub async fn lock(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
) -> sqlx::Result<Option<Match>> {
    let locked = sqlx::query!(
        "select number from matches where scope_id = $1 and number = $2 for update",
        scope.0,
        number.0,
    )
    .fetch_optional(&mut *db)
    .await?;
    if locked.is_none() { Ok(None) } else { read(db, scope, number).await }
}

/// Reads a match as it is.
///
/// # Errors
/// When the database fails.
pub async fn read(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
) -> sqlx::Result<Option<Match>> {
    let row = sqlx::query!(
        "select number, place, game, rules_version, options, target, player_1, player_2,
             points_1, points_2, deal, first_player, position, revision, last_seq, outcome,
             seed, event, started_at, changed_at, clock, deadline, nudged_at, forfeit,
             rated, named
         from matches where scope_id = $1 and number = $2",
        scope.0,
        number.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Match {
        number: MatchNo(row.number),
        place: row.place,
        game: row.game,
        rules_version: row.rules_version,
        options: row.options,
        target: row.target,
        players: [PersonId(row.player_1), PersonId(row.player_2)],
        points: [row.points_1, row.points_2],
        deal: row.deal,
        first_player: row.first_player,
        position: row.position,
        revision: row.revision,
        last_seq: row.last_seq,
        outcome: row.outcome,
        seed: SeedBytes(row.seed),
        event: row.event,
        started_at: row.started_at,
        changed_at: row.changed_at,
        clock: row.clock,
        deadline: row.deadline,
        nudged_at: row.nudged_at,
        forfeit: row.forfeit,
        rated: row.rated,
        named: row.named,
    }))
}

/// Where a match is played, or where it was asked for.
///
/// # Errors
/// When the database fails.
pub async fn place(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select coalesce(
             (select place from matches where scope_id = $1 and number = $2),
             (select place from challenges where scope_id = $1 and number = $2))",
        scope.0,
        number.0,
    )
    .fetch_one(db)
    .await
}

/// Writes back what can change in a match. `revision` is the one that was read: a row
/// that has moved on is left alone, and the answer is false.
///
/// # Errors
/// When the database fails.
pub async fn update(
    db: &mut PgConnection,
    scope: ScopeId,
    changed: &Match,
    revision: i32,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update matches set points_1 = $4, points_2 = $5, deal = $6, first_player = $7,
             position = $8, revision = $9, last_seq = $10, outcome = $11,
             state = case when $11::text is null then 'live' else 'over' end,
             changed_at = $12, deadline = $13, forfeit = $14, nudged_at = null
         where scope_id = $1 and number = $2 and revision = $3 and state = 'live'",
        scope.0,
        changed.number.0,
        revision,
        changed.points[0],
        changed.points[1],
        changed.deal,
        changed.first_player,
        changed.position,
        changed.revision,
        changed.last_seq,
        changed.outcome.as_deref(),
        now,
        changed.deadline,
        changed.forfeit,
    )
    .execute(db)
    .await?
    .rows_affected();
    Ok(updated == 1)
}

/// What is needed to list a match that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Live {
    /// Its number.
    pub number: MatchNo,
    /// Where it is posted.
    pub place: String,
    /// The key of the game.
    pub game: String,
    /// Options that differ from their defaults.
    pub options: String,
    /// Its players.
    pub players: [PersonId; 2],
    /// The player (1 or 2) who holds the first seat.
    pub first_player: i16,
    /// The position text.
    pub position: String,
}

/// The matches that are being played in a scope, in the order of their numbers.
///
/// # Errors
/// When the database fails.
pub async fn live(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<Vec<Live>> {
    let rows = sqlx::query!(
        "select number, place, game, options, player_1, player_2, first_player, position
         from matches
         where scope_id = $1 and state = 'live' order by number",
        scope.0,
    )
    .fetch_all(db)
    .await?;
    let live = rows.into_iter().map(|row| Live {
        number: MatchNo(row.number),
        place: row.place,
        game: row.game,
        options: row.options,
        players: [PersonId(row.player_1), PersonId(row.player_2)],
        first_player: row.first_player,
        position: row.position,
    });
    Ok(live.collect())
}

/// The newest match of a place, played or over; of one person where that is wanted.
///
/// # Errors
/// When the database fails.
pub async fn newest(
    db: &mut PgConnection,
    scope: ScopeId,
    place: &str,
    of: Option<PersonId>,
) -> sqlx::Result<Option<MatchNo>> {
    sqlx::query_scalar!(
        "select number from matches
         where scope_id = $1 and place = $2
             and ($3::bigint is null or player_1 = $3 or player_2 = $3)
         order by changed_at desc, number desc limit 1",
        scope.0,
        place,
        of.map(|person| person.0),
    )
    .fetch_optional(db)
    .await
    .map(|number| number.map(MatchNo))
}

/// Stores the beginning of a deal.
///
/// # Errors
/// When the database fails.
pub async fn begin_deal(
    db: &mut PgConnection,
    scope: ScopeId,
    of: &Match,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into deals (scope_id, match, deal, first_player, start, started_at)
         values ($1, $2, $3, $4, $5, $6)",
        scope.0,
        of.number.0,
        of.deal,
        of.first_player,
        of.position,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores the end of a deal.
///
/// # Errors
/// When the database fails.
pub async fn end_deal(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
    deal: i32,
    outcome: &str,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update deals set outcome = $4, ended_at = $5
         where scope_id = $1 and match = $2 and deal = $3 and outcome is null",
        scope.0,
        number.0,
        deal,
        outcome,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The deals of a match, in their order.
///
/// # Errors
/// When the database fails.
pub async fn deals(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
) -> sqlx::Result<Vec<Deal>> {
    sqlx::query_as!(
        Deal,
        "select deal, first_player, start, outcome from deals
         where scope_id = $1 and match = $2 order by deal",
        scope.0,
        number.0,
    )
    .fetch_all(db)
    .await
}

/// Appends a step.
///
/// # Errors
/// When the database fails, and when the `seq` is taken.
pub async fn append_step(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
    step: &StoredStep,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into steps (scope_id, match, seq, deal, kind, player, text, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        scope.0,
        number.0,
        step.seq,
        step.deal,
        step.kind.as_str(),
        step.player,
        step.text,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Every step of a match, also those taken back, in their order.
///
/// # Errors
/// When the database fails.
pub async fn steps(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
) -> sqlx::Result<Vec<StoredStep>> {
    let rows = sqlx::query!(
        "select seq, deal, kind, player, text from steps
         where scope_id = $1 and match = $2 order by seq",
        scope.0,
        number.0,
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(StoredStep {
                seq: row.seq,
                deal: row.deal,
                kind: StepKind::read(&row.kind)?,
                player: row.player,
                text: row.text,
            })
        })
        .collect()
}

/// The next matches in the order of scopes and numbers, of one scope or of all.
///
/// # Errors
/// When the database fails.
pub async fn after(
    db: &mut PgConnection,
    scope: Option<ScopeId>,
    (last_scope, last_number): (ScopeId, MatchNo),
    most: i64,
) -> sqlx::Result<Vec<(ScopeId, MatchNo)>> {
    let rows = sqlx::query!(
        "select scope_id, number from matches
         where (scope_id, number) > ($1, $2) and ($3::bigint is null or scope_id = $3)
         order by scope_id, number limit $4",
        last_scope.0,
        last_number.0,
        scope.map(|scope| scope.0),
        most,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (ScopeId(row.scope_id), MatchNo(row.number))).collect())
}

/// Notes that the player to move was reminded.
///
/// # Errors
/// When the database fails.
pub async fn nudged(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update matches set nudged_at = $3 where scope_id = $1 and number = $2",
        scope.0,
        number.0,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts off every deadline of a bot's chats that was still to come at `from` by the time until
/// `to`, or until the chat was out of reach: from then on its clocks stand still anyhow.
///
/// # Errors
/// When the database fails.
pub async fn extend_clocks(
    db: &mut PgConnection,
    bot: &BotKey,
    from: OffsetDateTime,
    to: OffsetDateTime,
) -> sqlx::Result<u64> {
    let extended = sqlx::query!(
        "update matches
         set deadline = matches.deadline + (least($4, served.gone_at) - $3::timestamptz)
         from (
             select scopes.scope_id, scopes.gone_at from chat_keys
             join scopes on scopes.scope_id = chat_keys.scope_id
             where chat_keys.platform = $1 and chat_keys.bot_id = $2
                 and (scopes.gone_at is null or scopes.gone_at > $3)
         ) served
         where matches.scope_id = served.scope_id and matches.state = 'live'
             and matches.deadline > $3",
        bot.platform,
        bot.bot_id,
        from,
        to,
    )
    .execute(db)
    .await?;
    Ok(extended.rows_affected())
}

/// Lets the matches of a scope go on that stood still `from` a time `to` another: deadlines
/// that were still to come are put off by it, and nobody was silent in it.
///
/// # Errors
/// When the database fails.
pub async fn thaw(
    db: &mut PgConnection,
    scope: ScopeId,
    from: OffsetDateTime,
    to: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update matches
         set changed_at = greatest(changed_at, least(changed_at + ($3 - $2::timestamptz), $3)),
             deadline = case when deadline > $2 then deadline + ($3 - $2) else deadline end
         where scope_id = $1 and state = 'live'",
        scope.0,
        from,
        to,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many matches are being played in a scope.
///
/// # Errors
/// When the database fails.
pub async fn count_live(db: &mut PgConnection, scope: ScopeId) -> sqlx::Result<i64> {
    let count = sqlx::query_scalar!(
        "select count(*) from matches where scope_id = $1 and state = 'live'",
        scope.0,
    )
    .fetch_one(db)
    .await?;
    Ok(count.unwrap_or(0))
}

/// The match of a person in a place that ended last.
///
/// # Errors
/// When the database fails.
pub async fn last_over(
    db: &mut PgConnection,
    scope: ScopeId,
    place: &str,
    of: PersonId,
) -> sqlx::Result<Option<MatchNo>> {
    sqlx::query_scalar!(
        "select number from matches
         where scope_id = $1 and place = $2 and state = 'over'
             and (player_1 = $3 or player_2 = $3)
         order by changed_at desc, number desc limit 1",
        scope.0,
        place,
        of.0,
    )
    .fetch_optional(db)
    .await
    .map(|number| number.map(MatchNo))
}

/// The matches that a person plays in a scope, in the order of their numbers.
///
/// # Errors
/// When the database fails.
pub async fn live_of(
    db: &mut PgConnection,
    scope: ScopeId,
    of: PersonId,
) -> sqlx::Result<Vec<MatchNo>> {
    let found = sqlx::query_scalar!(
        "select number from matches
         where scope_id = $1 and state = 'live' and (player_1 = $2 or player_2 = $2)
         order by number",
        scope.0,
        of.0,
    )
    .fetch_all(db)
    .await?;
    Ok(found.into_iter().map(MatchNo).collect())
}

/// Matches that go on and in which something has happened last between two times, as far as no
/// job proves or has proved them as they are: scope, number, revision, place.
///
/// # Errors
/// When the database fails.
pub async fn rested(
    db: &mut PgConnection,
    from: OffsetDateTime,
    to: OffsetDateTime,
    most: i64,
) -> sqlx::Result<Vec<(ScopeId, MatchNo, i32, String)>> {
    let rows = sqlx::query!(
        "select scope_id, number, revision, place from matches
         where state = 'live' and changed_at >= $1 and changed_at < $2
             and not exists (
                 select from jobs where jobs.scope_id = matches.scope_id
                     and jobs.number = matches.number and jobs.revision = matches.revision
                     and jobs.kind = 'audit')
         order by changed_at limit $3",
        from,
        to,
        most,
    )
    .fetch_all(db)
    .await?;
    let rested = rows
        .into_iter()
        .map(|row| (ScopeId(row.scope_id), MatchNo(row.number), row.revision, row.place));
    Ok(rested.collect())
}

/// Matches in which nothing has happened since a time, the oldest first: scope, number,
/// revision, place. A match with a clock is silent from its deadline on, one in a chat that
/// cannot be reached is not.
///
/// # Errors
/// When the database fails.
pub async fn silent(
    db: &mut PgConnection,
    before: OffsetDateTime,
    most: i64,
) -> sqlx::Result<Vec<(ScopeId, MatchNo, i32, String)>> {
    let rows = sqlx::query!(
        "select scope_id, number, revision, place from matches
         where state = 'live' and changed_at < $1 and (deadline is null or deadline < $1)
             and not exists (
                 select from jobs where jobs.scope_id = matches.scope_id
                     and jobs.number = matches.number and jobs.revision = matches.revision
                     and jobs.kind = 'lapse')
             and not exists (
                 select from scopes
                 where scopes.scope_id = matches.scope_id and scopes.gone_at is not null)
         order by changed_at limit $2",
        before,
        most,
    )
    .fetch_all(db)
    .await?;
    let silent = rows
        .into_iter()
        .map(|row| (ScopeId(row.scope_id), MatchNo(row.number), row.revision, row.place));
    Ok(silent.collect())
}

/// How many matches are being played of each game, everywhere.
///
/// # Errors
/// When the database fails.
pub async fn live_of_games(db: &mut PgConnection) -> sqlx::Result<Vec<(String, i64)>> {
    let rows = sqlx::query!(
        r#"select game, count(*) as "count!" from matches where state = 'live'
         group by game order by game"#,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.game, row.count)).collect())
}
