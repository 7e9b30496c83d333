//! Offers between the players of a match: one open at a time.

use super::{MatchNo, ScopeId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// What is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferKind {
    /// To end in a draw.
    Draw,
    /// To take back the offerer's last action.
    Takeback,
}

impl OfferKind {
    const fn as_str(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
        }
    }
}

/// How an offer ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferEnd {
    /// The other player agrees.
    Accepted,
    /// The other player does not.
    Declined,
    /// The offerer took it back.
    Withdrawn,
    /// The match moved on.
    Lapsed,
}

impl OfferEnd {
    const fn as_str(self) -> &'static str {
        match self {
            OfferEnd::Accepted => "accepted",
            OfferEnd::Declined => "declined",
            OfferEnd::Withdrawn => "withdrawn",
            OfferEnd::Lapsed => "lapsed",
        }
    }
}

/// An open offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its number within the match, from 1.
    pub number: i32,
    /// What is offered.
    pub kind: OfferKind,
    /// Who offers: 1 or 2.
    pub player: i16,
}

/// The open offer of a match.
///
/// # Errors
/// When the database fails.
pub async fn open(
    db: &mut PgConnection,
    scope: ScopeId,
    of: MatchNo,
) -> sqlx::Result<Option<Offer>> {
    let row = sqlx::query!(
        "select number, kind, player from offers
         where scope_id = $1 and match = $2 and state = 'open'",
        scope.0,
        of.0,
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        let kind = [OfferKind::Draw, OfferKind::Takeback]
            .into_iter()
            .find(|kind| kind.as_str() == row.kind)
            .ok_or_else(|| sqlx::Error::Decode(format!("offer kind {:?}", row.kind).into()))?;
        Ok(Offer { number: row.number, kind, player: row.player })
    })
    .transpose()
}

/// Makes an offer and gives its number.
///
/// # Errors
/// When the database fails, and when another offer is open.
pub async fn make(
    db: &mut PgConnection,
    scope: ScopeId,
    of: MatchNo,
    kind: OfferKind,
    player: i16,
    revision: i32,
    now: OffsetDateTime,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "insert into offers (scope_id, match, number, kind, player, revision, state, made_at)
         values ($1, $2,
             (select coalesce(max(number), 0) + 1 from offers where scope_id = $1 and match = $2),
             $3, $4, $5, 'open', $6)
         returning number",
        scope.0,
        of.0,
        kind.as_str(),
        player,
        revision,
        now,
    )
    .fetch_one(db)
    .await
}

/// Ends the open offer of a match, if there is one.
///
/// # Errors
/// When the database fails.
pub async fn end(
    db: &mut PgConnection,
    scope: ScopeId,
    of: MatchNo,
    how: OfferEnd,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update offers set state = $3 where scope_id = $1 and match = $2 and state = 'open'",
        scope.0,
        of.0,
        how.as_str(),
    )
    .execute(db)
    .await?;
    Ok(())
}
