//! The configuration: a file, the environment and options, each stronger than the one before.
//!
//! [`KEYS`] says all there is to say: what a key is called in each of the three, and which
//! values make sense. The annotated example is `config/kosti.example.toml`.
//!
//! The layers are put together here and not by a library: of each value we tell the line it
//! comes from, secrets may stand in files of their own, and what is left is one loop.

mod fault;
mod file;
mod key;
mod keys;
mod load;
mod nearest;
mod origin;
mod secret_file;

pub use self::{
    fault::{Fault, Faults},
    key::Key,
    keys::KEYS,
    load::{Flag, Loaded, Sources},
    origin::Origin,
};

use crate::{
    app::{manners::Manners, rounds::Every},
    store::Pooler,
    telemetry::Log,
};
use secrecy::SecretString;
use std::net::{Ipv4Addr, SocketAddr};
use url::Url;

/// What counts.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// How people may challenge, remind and leave each other.
    pub play: Manners,
    /// How what is stored is proved.
    pub audit: Audit,
    /// Which database is used.
    pub database: Database,
    /// How Kosti serves on Telegram.
    pub telegram: Telegram,
    /// How Kosti serves on Discord.
    pub discord: Discord,
    /// Where operators are answered.
    pub ops: Ops,
    /// What is logged.
    pub log: Log,
}

/// How what is stored is proved.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// How often that is done with what has changed.
    pub every: Every,
}

/// Which database is used.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// Its address; none: a private one.
    pub url: Option<SecretString>,
    /// What stands before it.
    pub pooler: Pooler,
    /// The same database past its pooler.
    pub direct_url: Option<SecretString>,
}

/// How Kosti serves on Telegram.
#[derive(Clone, Debug)]
pub struct Telegram {
    /// The bot's token; none: Kosti is not on Telegram.
    pub token: Option<SecretString>,
    /// A Bot API server to use instead of Telegram's own.
    pub api_url: Option<Url>,
    /// The public address to which Telegram brings updates; none: they are asked for.
    pub webhook_url: Option<Url>,
    /// Where they arrive.
    pub webhook_listen: SocketAddr,
}

impl Default for Telegram {
    fn default() -> Self {
        Telegram {
            token: None,
            api_url: None,
            webhook_url: None,
            webhook_listen: (Ipv4Addr::LOCALHOST, 8080).into(),
        }
    }
}

/// How Kosti serves on Discord.
#[derive(Clone, Debug, Default)]
pub struct Discord {
    /// The bot's token; none: Kosti is not on Discord.
    pub token: Option<SecretString>,
    /// An API server to use instead of Discord's own.
    pub api_url: Option<Url>,
    /// The shards that this process serves; none: all.
    pub shards: Option<String>,
}

/// Where operators are answered.
#[derive(Clone, Debug, Default)]
pub struct Ops {
    /// The address; none: nowhere.
    pub listen: Option<SocketAddr>,
}
