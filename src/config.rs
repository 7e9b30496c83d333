//! The configuration file.
//!
//! What it says comes after the options of the command line and the environment. The
//! annotated example is `config/kosti.example.toml`.

use crate::{app::manners::Manners, store::Pooler, telemetry::Log};
use secrecy::SecretString;
use serde::{Deserialize, Deserializer, de::Error as _};
use std::{fs, io, net::SocketAddr, path::Path};

/// What a configuration file says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How people may challenge, remind and leave each other.
    pub play: Manners,
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

/// Which database is used.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section")]
pub struct Database {
    /// Its address; none: a private one.
    pub url: Option<SecretString>,
    /// What stands before it.
    #[serde(deserialize_with = "pooler")]
    pub pooler: Option<Pooler>,
    /// The same database past its pooler.
    pub direct_url: Option<SecretString>,
}

/// How Kosti serves on Telegram.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section")]
pub struct Telegram {
    /// The bot's token; none: Kosti is not on Telegram.
    pub token: Option<SecretString>,
    /// A Bot API server to use instead of Telegram's own.
    pub api_url: Option<String>,
    /// The public address to which Telegram brings updates; none: they are asked for.
    pub webhook_url: Option<String>,
    /// Where they arrive.
    #[serde(deserialize_with = "listen")]
    pub webhook_listen: Option<SocketAddr>,
}

/// How Kosti serves on Discord.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section")]
pub struct Discord {
    /// The bot's token; none: Kosti is not on Discord.
    pub token: Option<SecretString>,
    /// An API server to use instead of Discord's own.
    pub api_url: Option<String>,
    /// The shards that this process serves; none: all.
    pub shards: Option<String>,
}

/// Where operators are answered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a section")]
pub struct Ops {
    /// The address; none: nowhere.
    #[serde(deserialize_with = "ops_listen")]
    pub listen: Option<SocketAddr>,
}

fn ops_listen<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let address = String::deserialize(deserializer)?;
    if address.is_empty() {
        return Ok(None);
    }
    let wrong = |_| D::Error::custom("listen has to be an address like 127.0.0.1:9464");
    address.parse().map(Some).map_err(wrong)
}

fn pooler<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Pooler>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let known = || Pooler::ALL.map(Pooler::as_str).join(" or ");
    name.parse().map(Some).map_err(|_| D::Error::custom(format!("pooler has to be {}", known())))
}

fn listen<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let address = String::deserialize(deserializer)?;
    if address.is_empty() {
        return Ok(None);
    }
    let wrong = |_| D::Error::custom("webhook_listen has to be an address like 127.0.0.1:8080");
    address.parse().map(Some).map_err(wrong)
}

/// Why a configuration file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("the configuration cannot be read")]
    Read(#[source] io::Error),
    /// It is no configuration; the message names the place.
    #[error("the configuration is faulty: {0}")]
    Faulty(String),
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        Config::parse(&fs::read_to_string(path).map_err(ConfigError::Read)?)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// Unknown keys, values of the wrong kind, and numbers that make no sense.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let config: Config =
            toml::from_str(text).map_err(|error| ConfigError::Faulty(told(text, &error)))?;
        config.play.check().map_err(|nonsense| ConfigError::Faulty(nonsense.to_string()))?;
        Ok(config)
    }
}

/// What is wrong, in one line, with its place. The line itself is not quoted: there may be
/// a secret in it.
fn told(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().trim().replace('\n', " ");
    match error.span() {
        Some(span) => {
            let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
            format!("line {line}: {message}")
        }
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use secrecy::ExposeSecret as _;

    fn faulty(text: &str) -> String {
        Config::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_left_out_is_as_usual() {
        let config = Config::parse("[play]\nnudge_hours = 48").unwrap();
        assert_eq!(config.play, Manners { nudge_hours: 48, ..Manners::default() });
        assert!(config.database.url.is_none());
    }

    #[test]
    fn secrets_are_not_shown() {
        let config = Config::parse("[database]\nurl = 'postgres://anna:secret@host/db'").unwrap();
        let url = config.database.url.as_ref().unwrap();
        assert_eq!(url.expose_secret(), "postgres://anna:secret@host/db");
        assert!(!format!("{config:?}").contains("secret@"));
        let error = faulty("[database]\nurl = ['postgres://anna:secret@host/db']");
        assert!(error.contains("line 2") && !error.contains("secret@"), "{error}");
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        for (text, place) in [
            ("[play]\nnudge_hour = 3", "line 2: unknown field `nudge_hour`"),
            ("[game]\n", "line 1: unknown field `game`"),
            ("[play]\n\nnudge_hours = 'often'", "line 3: invalid type"),
            ("[play]\nnudge_hours = -1", "line 2: invalid value"),
            ("[play]\nnudge_hours = 0", "play.nudge_hours has to be 1 to 720"),
            ("[play]\nwarning_percent = 91", "play.warning_percent has to be 1 to 90"),
            ("[database]\npooler = 'session'", "pooler has to be none or transaction"),
            (
                "[telegram]\nwebhook_listen = 'localhost:80'",
                "line 2: webhook_listen has to be an address like 127.0.0.1:8080",
            ),
            ("[ops]\nlisten = '9464'", "line 2: listen has to be an address like 127.0.0.1:9464"),
            ("[log]\nlevel = 'loud'", "line 2: log.level has to be"),
            ("[log]\n\nformat = 'xml'", "line 3: unknown variant `xml`"),
            ("play = 3", "line 1: invalid type: integer `3`, expected a section"),
            ("play = [", "line 1:"),
        ] {
            assert!(faulty(text).contains(place), "{text:?}: {}", faulty(text));
        }
    }

    #[test]
    fn the_example_says_what_counts_without_it_and_names_every_key() {
        let example = include_str!("../config/kosti.example.toml");
        let config = Config::parse(example).unwrap();
        assert_eq!(config.play, Manners::default());
        // With what is commented out too it is still a configuration.
        let whole: String = example
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(rest) if rest.contains(" = ") => format!("{rest}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let config = Config::parse(&whole).unwrap();
        assert!(config.database.url.is_some() && config.database.direct_url.is_some());
        assert_eq!(config.database.pooler, Some(Pooler::None));
        // Every key that is known stands there: an unknown one makes serde list them.
        for section in ["play", "database", "telegram", "ops", "log"] {
            let error = faulty(&format!("[{section}]\nno_such_key = 1"));
            let known = error.split("expected").nth(1).unwrap().split('`').skip(1).step_by(2);
            for key in known {
                assert!(whole.contains(&format!("\n{key} = ")), "{key} of {section}");
            }
        }
    }
}
