//! Leases: who does alone what only one process may do.
//!
//! All times are the database's, so that the clocks of processes do not matter.

use sqlx::PgConnection;

/// How long a lease lasts that is not renewed, in seconds.
pub const LASTS: f64 = 6.0;

/// A lease that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// What it is for.
    pub name: String,
    /// Who holds it.
    pub holder: String,
    /// Grows with each new holder.
    pub token: i64,
}

/// Takes a lease that is free, or renews one that the holder still has; `None` while
/// somebody else has it.
///
/// # Errors
/// When the database fails.
pub async fn take(db: &mut PgConnection, name: &str, holder: &str) -> sqlx::Result<Option<Lease>> {
    let token = sqlx::query_scalar!(
        "insert into leases as held (name, holder, token, until)
         values ($1, $2, 1, clock_timestamp() + make_interval(secs => $3))
         on conflict (name) do update
         set holder = excluded.holder, until = excluded.until,
             token = held.token
                 + case when held.holder = excluded.holder and held.until > clock_timestamp()
                        then 0 else 1 end
         where held.until <= clock_timestamp() or held.holder = excluded.holder
         returning token",
        name,
        holder,
        LASTS,
    )
    .fetch_optional(db)
    .await?;
    Ok(token.map(|token| Lease { name: name.to_owned(), holder: holder.to_owned(), token }))
}

/// Whether a lease is still held, and keeps it from being taken over until the end of the
/// transaction.
///
/// # Errors
/// When the database fails.
pub async fn holds(db: &mut PgConnection, lease: &Lease) -> sqlx::Result<bool> {
    let held = sqlx::query_scalar!(
        "select token from leases
         where name = $1 and holder = $2 and token = $3 and until > clock_timestamp()
         for share",
        lease.name,
        lease.holder,
        lease.token,
    )
    .fetch_optional(db)
    .await?;
    Ok(held.is_some())
}

/// Gives a lease back, so that another process need not wait for its end.
///
/// # Errors
/// When the database fails.
pub async fn give_back(db: &mut PgConnection, lease: &Lease) -> sqlx::Result<()> {
    sqlx::query!(
        "update leases set until = clock_timestamp()
         where name = $1 and holder = $2 and token = $3 and until > clock_timestamp()",
        lease.name,
        lease.holder,
        lease.token,
    )
    .execute(db)
    .await?;
    Ok(())
}
