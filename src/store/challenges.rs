//! Challenges.

use super::{MatchNo, PersonId, ScopeId, SeedBytes};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Whom a challenge is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Invited {
    /// Whoever accepts first.
    Anyone,
    /// One person.
    Person(PersonId),
    /// Whoever bears that name, not seen in the scope so far.
    Name(String),
}

/// A challenge as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Its number, which the match keeps.
    pub number: MatchNo,
    /// The key of the game.
    pub game: String,
    /// Options that differ from their defaults.
    pub options: String,
    /// Points to play to; `None`: a single game.
    pub target: Option<i32>,
    /// Who challenges.
    pub challenger: PersonId,
    /// The seat that the challenger takes: 1 or 2.
    pub challenger_seat: i16,
    /// Who may accept.
    pub invited: Invited,
    /// Seconds for each action; `None`: no clock.
    pub clock: Option<i32>,
    /// Where the chance of the match will come from.
    pub seed: SeedBytes,
    /// When it ends by itself.
    pub expires_at: OffsetDateTime,
}

/// How a challenge ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// It became a match.
    Accepted,
    /// The invited person does not want to.
    Declined,
    /// The challenger took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

impl Settled {
    const fn as_str(self) -> &'static str {
        match self {
            Settled::Accepted => "accepted",
            Settled::Declined => "declined",
            Settled::Withdrawn => "withdrawn",
            Settled::Expired => "expired",
        }
    }
}

/// Stores an open challenge.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    db: &mut PgConnection,
    scope: ScopeId,
    place: &str,
    challenge: &Challenge,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let (invited, invited_name) = match &challenge.invited {
        Invited::Anyone => (None, None),
        Invited::Person(person) => (Some(person.0), None),
        Invited::Name(name) => (None, Some(name.as_str())),
    };
    sqlx::query!(
        "insert into challenges (scope_id, number, place, game, options, target, challenger,
             challenger_seat, invited, invited_name, seed, clock, state, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'open', $13, $14)",
        scope.0,
        challenge.number.0,
        place,
        challenge.game,
        challenge.options,
        challenge.target,
        challenge.challenger.0,
        challenge.challenger_seat,
        invited,
        invited_name,
        challenge.seed.0,
        challenge.clock,
        now,
        challenge.expires_at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The challenges that are open in a place, oldest first, and locks them, so that each
/// is settled once.
///
/// # Errors
/// When the database fails.
pub async fn lock_open(
    db: &mut PgConnection,
    scope: ScopeId,
    place: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Challenge>> {
    let rows = sqlx::query!(
        "select number, game, options, target, challenger, challenger_seat, invited, invited_name,
             seed, clock, expires_at
         from challenges
         where scope_id = $1 and place = $2 and state = 'open' and expires_at > $3
         order by number for update",
        scope.0,
        place,
        now,
    )
    .fetch_all(db)
    .await?;
    let challenge = rows.into_iter().map(|row| Challenge {
        number: MatchNo(row.number),
        game: row.game,
        options: row.options,
        target: row.target,
        challenger: PersonId(row.challenger),
        challenger_seat: row.challenger_seat,
        invited: match (row.invited, row.invited_name) {
            (Some(person), _) => Invited::Person(PersonId(person)),
            (None, Some(name)) => Invited::Name(name),
            (None, None) => Invited::Anyone,
        },
        clock: row.clock,
        seed: SeedBytes(row.seed),
        expires_at: row.expires_at,
    });
    Ok(challenge.collect())
}

/// The places in which challenges are open.
///
/// # Errors
/// When the database fails.
pub async fn open_places(
    db: &mut PgConnection,
    scope: ScopeId,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select distinct place from challenges
         where scope_id = $1 and state = 'open' and expires_at > $2 order by place",
        scope.0,
        now,
    )
    .fetch_all(db)
    .await
}

/// Ends an open challenge.
///
/// # Errors
/// When the database fails.
pub async fn settle(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
    how: Settled,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update challenges set state = $3, settled_at = $4
         where scope_id = $1 and number = $2 and state = 'open'",
        scope.0,
        number.0,
        how.as_str(),
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes who was meant by a challenge to a name.
///
/// # Errors
/// When the database fails.
pub async fn meant(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
    person: PersonId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update challenges set invited = $3 where scope_id = $1 and number = $2",
        scope.0,
        number.0,
        person.0,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What counts when somebody wants to challenge somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Open challenges of the challenger.
    pub of_challenger: i64,
    /// Open challenges to the one who is to be challenged.
    pub to_invited: i64,
    /// When that person last declined one of the challenger.
    pub declined_at: Option<OffsetDateTime>,
}

/// How things stand between a challenger and whom he wants to challenge.
///
/// # Errors
/// When the database fails.
pub async fn standing(
    db: &mut PgConnection,
    scope: ScopeId,
    challenger: PersonId,
    invited: Option<PersonId>,
    now: OffsetDateTime,
) -> sqlx::Result<Standing> {
    let row = sqlx::query!(
        r#"select
             count(*) filter (where challenger = $2 and state = 'open' and expires_at > $4)
                 as "own!",
             count(*) filter (where invited = $3 and state = 'open' and expires_at > $4)
                 as "to!",
             max(settled_at) filter (where challenger = $2 and invited = $3
                 and state = 'declined') as declined_at
         from challenges
         where scope_id = $1 and (state = 'open' or (challenger = $2 and state = 'declined'))"#,
        scope.0,
        challenger.0,
        invited.map(|person| person.0),
        now,
    )
    .fetch_one(db)
    .await?;
    Ok(Standing { of_challenger: row.own, to_invited: row.to, declined_at: row.declined_at })
}

/// Locks an open challenge by its number, wherever in the scope it stands.
///
/// # Errors
/// When the database fails.
pub async fn lock(
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
) -> sqlx::Result<Option<(PersonId, String)>> {
    let row = sqlx::query!(
        "select challenger, game from challenges
         where scope_id = $1 and number = $2 and state = 'open' for update",
        scope.0,
        number.0,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (PersonId(row.challenger), row.game)))
}

/// Whether a challenge waits for an answer.
///
/// # Errors
/// When the database fails.
pub async fn is_open(db: &mut PgConnection, scope: ScopeId, number: MatchNo) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
             select from challenges
             where scope_id = $1 and number = $2 and state = 'open') as "open!""#,
        scope.0,
        number.0,
    )
    .fetch_one(db)
    .await
}

/// Takes back every open challenge of a person in a scope, and declines those that wait for
/// that person. Gives their numbers.
///
/// # Errors
/// When the database fails.
pub async fn withdraw_all(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<MatchNo>> {
    let numbers = sqlx::query_scalar!(
        "update challenges
         set state = case when challenger = $2 then 'withdrawn' else 'declined' end,
             settled_at = $3
         where scope_id = $1 and state = 'open' and (challenger = $2 or invited = $2)
         returning number",
        scope.0,
        person.0,
        now,
    )
    .fetch_all(db)
    .await?;
    Ok(numbers.into_iter().map(MatchNo).collect())
}
