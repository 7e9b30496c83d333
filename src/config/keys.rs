//! Every key there is.

use super::{
    Config,
    key::{Key, Kind},
};
use crate::telemetry::{self, NoFormat, NoLevels};
use secrecy::SecretString;
use url::Url;

/// Every key, by sections, in the order of the example.
pub const KEYS: &[Key] = &[
    number("challenge_hours", 1, 720, |config| &mut config.play.challenge_hours),
    number("pending_per_sender", 1, 100, |config| &mut config.play.pending_per_sender),
    number("pending_per_target", 1, 100, |config| &mut config.play.pending_per_target),
    number("cooldown_minutes", 0, 10_080, |config| &mut config.play.cooldown_minutes),
    number("rated_per_day", 1, 1000, |config| &mut config.play.rated_per_day),
    number("nudge_hours", 1, 720, |config| &mut config.play.nudge_hours),
    number("silence_days", 1, 365, |config| &mut config.play.silence_days),
    number("warning_percent", 1, 90, |config| &mut config.play.warning_percent),
    number("live_matches", 1, 10_000, |config| &mut config.play.live_matches),
    number("commands_per_minute", 0, 6000, |config| &mut config.play.commands_per_minute),
    number("refusal_seconds", 0, 3600, |config| &mut config.play.refusal_seconds),
    Key {
        section: "audit",
        name: "every",
        flag: None,
        general: None,
        kind: Kind::Text {
            get: |config| Some(config.audit.every.to_string()),
            set: |config, text| {
                let wrong = |_| "has to be a time like 24h or 7d, 1h to 30d, or 0".to_owned();
                config.audit.every = text.parse().map_err(wrong)?;
                Ok(())
            },
        },
    },
    Key {
        // What hosting platforms and other programs call the address of a database.
        general: Some("DATABASE_URL"),
        ..secret("database", "url", "--database-url", |config| &mut config.database.url)
    },
    Key {
        section: "database",
        name: "pooler",
        flag: Some("--database-pooler"),
        general: None,
        kind: Kind::Text {
            get: |config| Some(config.database.pooler.as_str().to_owned()),
            set: |config, text| {
                config.database.pooler =
                    text.parse().map_err(|_| "has to be none or transaction".to_owned())?;
                Ok(())
            },
        },
    },
    secret("database", "direct_url", "--database-direct-url", |config| {
        &mut config.database.direct_url
    }),
    secret("telegram", "token", "--telegram-token", |config| &mut config.telegram.token),
    Key {
        section: "telegram",
        name: "api_url",
        flag: Some("--api-url"),
        general: None,
        kind: Kind::Text {
            get: |config| config.telegram.api_url.as_ref().map(Url::to_string),
            set: |config, text| {
                config.telegram.api_url = Some(address(text)?);
                Ok(())
            },
        },
    },
    Key {
        section: "telegram",
        name: "webhook_url",
        flag: Some("--webhook-url"),
        general: None,
        kind: Kind::Text {
            get: |config| config.telegram.webhook_url.as_ref().map(Url::to_string),
            set: |config, text| {
                config.telegram.webhook_url = Some(address(text)?);
                Ok(())
            },
        },
    },
    Key {
        section: "telegram",
        name: "webhook_listen",
        flag: Some("--webhook-listen"),
        general: None,
        kind: Kind::Text {
            get: |config| Some(config.telegram.webhook_listen.to_string()),
            set: |config, text| {
                config.telegram.webhook_listen = text
                    .parse()
                    .map_err(|_| "has to be an address like 127.0.0.1:8080".to_owned())?;
                Ok(())
            },
        },
    },
    secret("discord", "token", "--discord-token", |config| &mut config.discord.token),
    Key {
        section: "discord",
        name: "api_url",
        flag: Some("--discord-api-url"),
        general: None,
        kind: Kind::Text {
            get: |config| config.discord.api_url.as_ref().map(Url::to_string),
            set: |config, text| {
                config.discord.api_url = Some(address(text)?);
                Ok(())
            },
        },
    },
    Key {
        section: "discord",
        name: "shards",
        flag: Some("--discord-shards"),
        general: None,
        kind: Kind::Text {
            get: |config| config.discord.shards.clone(),
            set: |config, text| {
                config.discord.shards = Some(text.to_owned());
                Ok(())
            },
        },
    },
    Key {
        section: "ops",
        name: "listen",
        flag: Some("--ops-listen"),
        general: None,
        kind: Kind::Text {
            get: |config| config.ops.listen.map(|address| address.to_string()),
            set: |config, text| {
                let wrong = |_| "has to be an address like 127.0.0.1:9464".to_owned();
                let address = text.parse().map_err(wrong)?;
                config.ops.listen = Some(address);
                Ok(())
            },
        },
    },
    Key {
        section: "log",
        name: "level",
        flag: None,
        general: Some(telemetry::LEVEL),
        kind: Kind::Text {
            get: |config| config.log.level.as_ref().map(|levels| levels.as_str().to_owned()),
            set: |config, text| {
                let levels = text.parse().map_err(|error: NoLevels| error.to_string())?;
                config.log.level = Some(levels);
                Ok(())
            },
        },
    },
    Key {
        section: "log",
        name: "format",
        flag: None,
        general: None,
        kind: Kind::Text {
            get: |config| Some(config.log.format.as_str().to_owned()),
            set: |config, text| {
                config.log.format = text.parse().map_err(|error: NoFormat| error.to_string())?;
                Ok(())
            },
        },
    },
];

/// A number of the section `[play]`.
const fn number(name: &'static str, least: u16, most: u16, of: fn(&mut Config) -> &mut u16) -> Key {
    Key { section: "play", name, flag: None, general: None, kind: Kind::Number { least, most, of } }
}

/// What nobody else must see.
const fn secret(
    section: &'static str,
    name: &'static str,
    flag: &'static str,
    of: fn(&mut Config) -> &mut Option<SecretString>,
) -> Key {
    Key { section, name, flag: Some(flag), general: None, kind: Kind::Secret { of } }
}

/// An address of the web.
fn address(text: &str) -> Result<Url, String> {
    let wrong = || "has to be an address that begins with https:// or http://".to_owned();
    let url = Url::parse(text).map_err(|_| wrong())?;
    let fits = matches!(url.scheme(), "http" | "https") && url.host().is_some();
    fits.then_some(url).ok_or_else(wrong)
}
