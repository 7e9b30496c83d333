//! A key: what it is called, what it may say, and where that goes.

use super::Config;
use secrecy::SecretString;

/// What the names of all variables begin with.
pub(super) const PREFIX: &str = "KOSTI_";

/// What stands behind the name of a secret where a file holds it.
const TWIN: &str = "_file";

/// One key of the configuration.
#[derive(Debug)]
pub struct Key {
    /// Its section in the file.
    pub section: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// The option of the command line that says the same, if there is one.
    pub flag: Option<&'static str>,
    /// A general variable that says the same, unless that of the key does.
    pub general: Option<&'static str>,
    pub(super) kind: Kind,
}

/// What a key may say.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A number in a range.
    Number { least: u16, most: u16, of: fn(&mut Config) -> &mut u16 },
    /// A text that means something, or the reason why it does not.
    Text { get: fn(&Config) -> Option<String>, set: fn(&mut Config, &str) -> Result<(), String> },
    /// What nobody else must see.
    Secret { of: fn(&mut Config) -> &mut Option<SecretString> },
}

/// A value as it was said.
#[derive(Clone)]
pub(super) enum Value {
    /// A text, in the file between quotes.
    Text(SecretString),
    /// A number of the file; `None`: one that is no integer, or something else.
    Number(Option<i128>),
}

impl Key {
    /// Section and name, as in `play.nudge_hours`.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}.{}", self.section, self.name)
    }

    /// The variable that says the same: `KOSTI_SECTION_NAME`.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("{PREFIX}{}_{}", self.section, self.name).to_uppercase()
    }

    /// Whether it must not be shown.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        matches!(self.kind, Kind::Secret { .. })
    }

    /// The name of the key beside it that names a file with its value; only secrets have one.
    #[must_use]
    pub fn twin(&self) -> Option<String> {
        self.is_secret().then(|| format!("{}{TWIN}", self.name))
    }

    /// The variable that names a file with its value.
    #[must_use]
    pub fn twin_variable(&self) -> Option<String> {
        self.is_secret().then(|| format!("{}{}", self.variable(), TWIN.to_uppercase()))
    }

    /// The least and the most that make sense of a number.
    #[must_use]
    pub fn range(&self) -> Option<(u16, u16)> {
        match self.kind {
            Kind::Number { least, most, .. } => Some((least, most)),
            Kind::Text { .. } | Kind::Secret { .. } => None,
        }
    }

    /// What it is in a configuration, as it would stand in the file; `None`: nothing.
    #[must_use]
    pub fn shown(&self, config: &Config) -> Option<String> {
        match self.kind {
            // The accessor is one for reading and writing.
            Kind::Number { of, .. } => Some(of(&mut config.clone()).to_string()),
            Kind::Text { get, .. } => get(config).map(|text| format!("{text:?}")),
            Kind::Secret { of } => of(&mut config.clone()).as_ref().map(|_| "\"***\"".to_owned()),
        }
    }

    /// Notes a value; the error says what it would have to be.
    pub(super) fn set(&self, config: &mut Config, value: &Value) -> Result<(), String> {
        use secrecy::ExposeSecret as _;
        match (self.kind, value) {
            (Kind::Number { least, most, of }, value) => {
                let number = match value {
                    Value::Text(text) => text.expose_secret().trim().parse().ok(),
                    Value::Number(number) => number.and_then(|number| u16::try_from(number).ok()),
                };
                let fits = number.filter(|number| (least..=most).contains(number));
                *of(config) = fits.ok_or_else(|| format!("has to be {least} to {most}"))?;
                Ok(())
            }
            (Kind::Text { set, .. }, Value::Text(text)) => set(config, text.expose_secret().trim()),
            (Kind::Secret { of }, Value::Text(text)) => {
                *of(config) = Some(text.expose_secret().trim().into());
                Ok(())
            }
            (Kind::Text { .. } | Kind::Secret { .. }, Value::Number(_)) => {
                Err("has to be a text between quotes".to_owned())
            }
        }
    }
}
