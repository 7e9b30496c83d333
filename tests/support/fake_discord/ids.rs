//! Snowflakes: ids that grow with time.

use time::OffsetDateTime;

/// Discord counts milliseconds from the start of 2015.
const EPOCH: i128 = 1_420_070_400_000;
const USERS: u64 = 200_000_000_000_000_000;
const CHANNELS: u64 = 400_000_000_000_000_000;
/// The time in the id of the first guild: guilds lie on the shard that it gives.
const GUILDS: u64 = 71_000_000_000;

/// Gives out ids.
#[derive(Default)]
pub struct Ids {
    last: u64,
    users: u64,
    channels: u64,
    guilds: u64,
}

impl Ids {
    /// For a message, an interaction, a file: later ones are greater, whatever the clock says.
    pub fn next(&mut self, now: OffsetDateTime) -> u64 {
        let millis = now.unix_timestamp_nanos() / 1_000_000 - EPOCH;
        let timely = u64::try_from(millis).unwrap_or(1) << 22;
        self.last = timely.max(self.last + 1);
        self.last
    }

    pub fn user(&mut self) -> u64 {
        self.users += 1;
        USERS + self.users
    }

    pub fn channel(&mut self) -> u64 {
        self.channels += 1;
        CHANNELS + self.channels
    }

    /// Guilds lie on all shards in turn.
    pub fn guild(&mut self) -> u64 {
        self.guilds += 1;
        (GUILDS + self.guilds) << 22
    }
}
