//! What a configuration file says, and in which lines.

use super::{
    Fault, KEYS, Key, Origin,
    key::Value,
    load::{Said, What},
    nearest::meant,
};
use std::{ops::Range, path::Path};
use toml::{
    Spanned,
    de::{DeString, DeTable, DeValue},
};

/// Reads the text of a file.
pub(super) fn read(path: &Path, text: &str, faults: &mut Vec<Fault>) -> Vec<Said> {
    let reader = Reader { path, text };
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        faults.extend(errors.iter().map(|error| {
            let what = error.message().trim().replace('\n', " ");
            reader.fault(error.span().unwrap_or_default(), what)
        }));
        return Vec::new();
    }
    let mut said = Vec::new();
    for (section, value) in table.get_ref() {
        match reader.section(section, value) {
            Err(fault) => faults.push(fault),
            Ok(values) => {
                for (name, value) in values {
                    match reader.key(section.get_ref(), name, value) {
                        Err(fault) => faults.push(fault),
                        Ok(one) => said.push(one),
                    }
                }
            }
        }
    }
    said
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Reader<'_> {
    fn origin(&self, span: Range<usize>) -> Origin {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        Origin::File(self.path.to_owned(), before.matches('\n').count() + 1)
    }

    fn fault(&self, span: Range<usize>, what: String) -> Fault {
        Fault { origin: self.origin(span), what }
    }

    fn section<'a, 'i>(
        &self,
        name: &Spanned<DeString<'i>>,
        value: &'a Spanned<DeValue<'i>>,
    ) -> Result<&'a DeTable<'i>, Fault> {
        let known = || KEYS.iter().map(|key| key.section);
        let said = name.get_ref().as_ref();
        let DeValue::Table(values) = value.get_ref() else {
            let what = if known().any(|section| section == said) {
                format!("{said} has to be a section: [{said}]")
            } else {
                let names = KEYS.iter().filter(|key| key.name == said).map(Key::path);
                format!("{said} is not known{}", names_or(said, names))
            };
            return Err(self.fault(name.span(), what));
        };
        if known().any(|section| section == said) {
            return Ok(values);
        }
        let what = format!("[{said}] is not known{}", meant(said, known().map(str::to_owned)));
        Err(self.fault(name.span(), what))
    }

    fn key(
        &self,
        section: &str,
        name: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Said, Fault> {
        let said = name.get_ref().as_ref();
        let here = || KEYS.iter().filter(|key| key.section == section);
        let value = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.as_ref().into()),
            DeValue::Integer(number) => {
                Value::Number(i128::from_str_radix(number.as_str(), number.radix()).ok())
            }
            _ => Value::Number(None),
        };
        let origin = self.origin(name.span());
        if let Some(key) = here().find(|key| key.name == said) {
            return Ok(Said { key, what: What::Value, value, origin });
        }
        if let Some(key) = here().find(|key| key.twin().is_some_and(|twin| twin == said)) {
            return Ok(Said { key, what: What::File, value, origin });
        }
        let names = here().flat_map(|key| [Some(key.name.to_owned()), key.twin()]).flatten();
        let mut hint = meant(said, names);
        if hint.is_empty() {
            // It may stand in the wrong section.
            hint = names_or(said, KEYS.iter().filter(|key| key.name == said).map(Key::path));
        }
        Err(Fault { origin, what: format!("{section}.{said} is not known{hint}") })
    }
}

/// The end of a sentence that names one of some paths, or else the path that is most like it.
fn names_or(said: &str, mut names: impl Iterator<Item = String>) -> String {
    match names.next() {
        Some(path) => format!("; did you mean {path}?"),
        None => meant(said, KEYS.iter().map(Key::path)),
    }
}
