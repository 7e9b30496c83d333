//! Putting the layers together.

use super::{
    Config, Fault, Faults, KEYS, Key, Origin, file,
    key::{PREFIX, Value},
    nearest::meant,
    secret_file,
};
use secrecy::ExposeSecret as _;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// An option of the command line: its name, and what it says if it was given.
pub type Flag<'a> = (&'static str, Option<&'a str>);

/// Where a configuration is read from, the strongest last. (It is not shown by `Debug`: there are
/// secrets in it.)
pub struct Sources<'a> {
    /// The configuration file.
    pub file: Option<&'a Path>,
    /// The environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Variables of ours that say something else than keys.
    pub variables: &'a [String],
    /// The options that are given.
    pub flags: &'a [Flag<'a>],
}

/// Whether the value stands there itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Value,
    /// The name of a file that holds it.
    File,
}

/// What a source says of a key.
pub(super) struct Said {
    pub(super) key: &'static Key,
    pub(super) what: What,
    pub(super) value: Value,
    pub(super) origin: Origin,
}

impl Said {
    /// Whether it says nothing: a variable that is set to nothing counts as not set.
    fn is_empty(&self) -> bool {
        match &self.value {
            Value::Text(text) => text.expose_secret().trim().is_empty(),
            Value::Number(_) => false,
        }
    }

    fn fault(&self, reason: &str) -> Fault {
        let twin = self.key.twin().filter(|_| self.what == What::File);
        let name = twin.as_deref().unwrap_or(self.key.name);
        let what = format!("{}.{name} {reason}", self.key.section);
        Fault { origin: self.origin.clone(), what }
    }

    /// Makes the value count.
    fn set(&self, config: &mut Config) -> Result<(), Fault> {
        self.key.set(config, &self.value).map_err(|reason| self.fault(&reason))
    }

    /// Makes the value count that stands in the file.
    fn fetch(&self, config: &mut Config) -> Result<Origin, Fault> {
        let Value::Text(path) = &self.value else {
            return Err(self.fault("has to be a text between quotes"));
        };
        let path = PathBuf::from(path.expose_secret().trim());
        let fetched =
            secret_file::read(&path).and_then(|secret| self.key.set(config, &Value::Text(secret)));
        fetched.map_err(|reason| self.fault(&reason))?;
        Ok(Origin::SecretFile(path, self.origin.clone().into()))
    }
}

/// A configuration, and where its values come from.
#[derive(Debug)]
pub struct Loaded {
    /// What counts.
    pub config: Config,
    /// What is not forbidden, but should not be.
    pub warnings: Vec<String>,
    origins: BTreeMap<String, Origin>,
}

impl Loaded {
    /// Reads all sources.
    ///
    /// # Errors
    /// Everything that is wrong with any of them, also where a stronger one says something
    /// else.
    pub fn read(sources: Sources<'_>) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let mut config = Config::default();
        let mut origins = BTreeMap::new();
        let layers = [
            sources.file.map_or_else(Vec::new, |path| read_file(path, &mut faults)),
            environment(sources.environment, sources.variables, &mut faults),
            flags(sources.flags),
        ];
        // A file is read only if no stronger source says something else.
        let mut files = BTreeMap::new();
        for mut layer in layers {
            layer.retain(|said| !said.is_empty());
            for said in layer.iter().filter(|said| said.what == What::File) {
                if has_value(&layer, said.key) {
                    let reason = format!("stands beside {}: choose one", said.key.path());
                    faults.push(said.fault(&reason));
                }
            }
            for said in layer {
                let path = said.key.path();
                match said.what {
                    What::File => drop(files.insert(path, said)),
                    What::Value => {
                        files.remove(&path);
                        match said.set(&mut config) {
                            Ok(()) => drop(origins.insert(path, said.origin)),
                            Err(fault) => faults.push(fault),
                        }
                    }
                }
            }
        }
        for (path, said) in files {
            match said.fetch(&mut config) {
                Ok(origin) => drop(origins.insert(path, origin)),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            let mut warnings = exposed(origins.iter());
            warnings.extend(unheard(&config));
            Ok(Loaded { config, warnings, origins })
        } else {
            Err(Faults(faults))
        }
    }

    /// Where the value of a key comes from.
    #[must_use]
    pub fn origin(&self, key: &Key) -> Origin {
        self.origins.get(&key.path()).cloned().unwrap_or(Origin::Default)
    }

    /// That the value of a key cannot be used, for a reason that is found out later.
    #[must_use]
    pub fn fault(&self, path: &str, reason: impl std::fmt::Display) -> Fault {
        let origin = self.origins.get(path).cloned().unwrap_or(Origin::Default);
        Fault { origin, what: format!("{path}: {reason}") }
    }

    /// All keys with their values, secrets hidden, and where these come from: itself a
    /// configuration file, but for the secrets.
    #[must_use]
    pub fn shown(&self) -> String {
        let mut shown = String::new();
        let mut section = "";
        for key in KEYS {
            if key.section != section {
                let gap = if section.is_empty() { "" } else { "\n" };
                section = key.section;
                let _ = writeln!(shown, "{gap}[{section}]");
            }
            let _ = match key.shown(&self.config) {
                Some(value) => writeln!(shown, "{} = {value}  # {}", key.name, self.origin(key)),
                None => writeln!(shown, "# {} is not set", key.name),
            };
        }
        shown
    }
}

fn read_file(path: &Path, faults: &mut Vec<Fault>) -> Vec<Said> {
    match fs::read_to_string(path) {
        Ok(text) => file::read(path, &text, faults),
        Err(error) => {
            let what = format!("the configuration cannot be read: {error}");
            faults.push(Fault { origin: Origin::File(path.to_owned(), 1), what });
            Vec::new()
        }
    }
}

/// What the environment says, weaker variables first.
fn environment(
    variables: Vec<(OsString, OsString)>,
    others: &[String],
    faults: &mut Vec<Fault>,
) -> Vec<Said> {
    let (mut said, mut general) = (Vec::new(), Vec::new());
    for (name, value) in variables {
        let Some(name) = name.to_str() else { continue };
        let key = KEYS.iter().find_map(|key| match name {
            _ if key.variable() == name => Some((key, What::Value)),
            _ if key.general == Some(name) => Some((key, What::Value)),
            _ if key.twin_variable().is_some_and(|twin| twin == name) => Some((key, What::File)),
            _ => None,
        });
        let origin = Origin::Variable(name.to_owned());
        let Some((key, what)) = key else {
            if name.starts_with(PREFIX) && !others.iter().any(|other| other == name) {
                let known = KEYS.iter().flat_map(|key| [Some(key.variable()), key.twin_variable()]);
                let known = known.flatten().chain(others.iter().cloned());
                faults.push(Fault { origin, what: format!("is not known{}", meant(name, known)) });
            }
            continue;
        };
        let Some(text) = value.to_str() else {
            faults.push(Fault { origin, what: "is no text".to_owned() });
            continue;
        };
        let one = Said { key, what, value: Value::Text(text.into()), origin };
        let list = if key.general == Some(name) { &mut general } else { &mut said };
        list.push(one);
    }
    // What is meant for Kosti alone is stronger.
    general.retain(|general: &Said| {
        let own = |said: &Said| said.key.path() == general.key.path() && !said.is_empty();
        !said.iter().any(own)
    });
    general.into_iter().chain(said).collect()
}

fn flags(flags: &[Flag<'_>]) -> Vec<Said> {
    let given = flags.iter().filter_map(|(name, text)| Some((name, (*text)?)));
    let said = given.filter_map(|(name, text)| {
        let key = KEYS.iter().find(|key| key.flag == Some(*name))?;
        let value = Value::Text(text.into());
        Some(Said { key, what: What::Value, value, origin: Origin::Flag(name) })
    });
    said.collect()
}

/// Whether a layer says the value of a key itself.
fn has_value(layer: &[Said], key: &Key) -> bool {
    layer.iter().any(|said| said.what == What::Value && said.key.path() == key.path())
}

/// A warning of a webhook to which Telegram itself brings nothing.
fn unheard(config: &Config) -> Option<String> {
    let telegram = &config.telegram;
    let plain = telegram.webhook_url.as_ref().is_some_and(|url| url.scheme() != "https");
    let warning = "telegram.webhook_url begins with http://, but Telegram uses https alone";
    (plain && telegram.api_url.is_none()).then(|| warning.to_owned())
}

/// Warnings of the files that hold secrets and that everybody can read.
fn exposed<'a>(origins: impl Iterator<Item = (&'a String, &'a Origin)>) -> Vec<String> {
    let secret = |path: &str| KEYS.iter().any(|key| key.is_secret() && key.path() == path);
    let mut files: Vec<&PathBuf> = origins
        .filter(|(path, _)| secret(path))
        .filter_map(|(_, origin)| match origin {
            Origin::File(path, _) | Origin::SecretFile(path, _) => Some(path),
            Origin::Default | Origin::Variable(_) | Origin::Flag(_) => None,
        })
        .collect();
    files.sort();
    files.dedup();
    files.into_iter().filter_map(|path| secret_file::exposed(path)).collect()
}
