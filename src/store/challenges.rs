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
    /// Where the chance of the match will come from.
    pub seed: SeedBytes,
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
}

impl Settled {
    const fn as_str(self) -> &'static str {
        match self {
            Settled::Accepted => "accepted",
            Settled::Declined => "declined",
            Settled::Withdrawn => "withdrawn",
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
    expires: OffsetDateTime,
) -> sqlx::Result<()> {
    let (invited, invited_name) = match &challenge.invited {
        Invited::Anyone => (None, None),
        Invited::Person(person) => (Some(person.0), None),
        Invited::Name(name) => (None, Some(name.as_str())),
    };
    sqlx::query!(
        "insert into challenges (scope_id, number, place, game, options, target, challenger,
             challenger_seat, invited, invited_name, seed, state, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'open', $12, $13)",
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
        now,
        expires,
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
             seed
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
        seed: SeedBytes(row.seed),
    });
    Ok(challenge.collect())
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
) -> sqlx::Result<()> {
    sqlx::query!(
        "update challenges set state = $3 where scope_id = $1 and number = $2 and state = 'open'",
        scope.0,
        number.0,
        how.as_str(),
    )
    .execute(db)
    .await?;
    Ok(())
}
