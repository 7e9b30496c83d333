//! A watch that one process of all keeps, by a lease of the database.

use super::service::App;
use crate::store::leases::{self, Lease};
use anyhow::Context as _;
use time::{Duration, OffsetDateTime};

/// How often a lease is renewed.
const RENEWAL: Duration = Duration::seconds(2);

/// A watch, kept or not.
#[derive(Clone, Debug)]
pub struct Watch {
    name: String,
    holder: String,
    lease: Option<(Lease, OffsetDateTime)>,
}

impl Watch {
    /// The watch of a name, for a process that others know as `holder`.
    #[must_use]
    pub fn new(name: String, holder: String) -> Self {
        Watch { name, holder, lease: None }
    }

    /// Takes or renews the lease when it is time; whether this process keeps the watch.
    ///
    /// # Errors
    /// When the database fails; the watch is not kept then.
    pub async fn keep(&mut self, app: &App, now: OffsetDateTime) -> anyhow::Result<bool> {
        if self.lease.as_ref().is_some_and(|(_, renewed)| now - *renewed < RENEWAL) {
            return Ok(true);
        }
        self.lease = None;
        let mut transaction = app.database.begin().await.context("no database connection")?;
        let lease = leases::take(&mut transaction, &self.name, &self.holder).await?;
        transaction.commit().await?;
        self.lease = lease.map(|lease| (lease, now));
        Ok(self.lease.is_some())
    }

    /// Gives the lease back, so that others need not wait for its end.
    ///
    /// # Errors
    /// When the database fails; the lease runs out by itself then.
    pub async fn give_back(&mut self, app: &App) -> anyhow::Result<()> {
        if let Some((lease, _)) = self.lease.take() {
            let mut transaction = app.database.begin().await.context("no database connection")?;
            leases::give_back(&mut transaction, &lease).await?;
            transaction.commit().await?;
        }
        Ok(())
    }
}
