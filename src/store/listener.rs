//! Hearing of new messages without looking for them.

use super::outbox::BotKey;
use sqlx::{PgPool, postgres::PgListener};

/// The channel on which new messages are announced; what is said there is [`spoken`].
pub(super) const CHANNEL: &str = "kosti_outbox";

/// The name of a bot in an announcement.
pub(super) fn spoken(bot: &BotKey) -> String {
    format!("{}:{}", bot.platform, bot.bot_id)
}

/// A connection that hears of the new messages of a bot. It has to be a direct one: a
/// pooler in transaction mode hears nothing.
#[derive(Debug)]
pub struct Listener {
    connection: PgListener,
    bot: String,
}

impl Listener {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub(super) async fn new(pool: &PgPool, bot: &BotKey) -> sqlx::Result<Self> {
        let mut connection = PgListener::connect_with(pool).await?;
        connection.listen(CHANNEL).await?;
        Ok(Listener { connection, bot: spoken(bot) })
    }

    /// Waits for the next announcement. A connection that breaks is made anew, and what
    /// was said meanwhile is not heard: whoever listens has to look now and then too.
    ///
    /// # Errors
    /// When the database cannot be reached any more.
    pub async fn heard(&mut self) -> sqlx::Result<()> {
        loop {
            match self.connection.try_recv().await? {
                Some(announced) if announced.payload() != self.bot => {}
                Some(_) | None => return Ok(()),
            }
        }
    }
}
