//! User-visible texts, from `config/locales` by Fluent.
//!
//! **Invariant:** every sentence for players is made here from a key; handlers and
//! front ends hold none.

use crate::{
    app::reply::Segment,
    game::{Arg, Message},
    games::Games,
};
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use std::str::FromStr;
use unic_langid::{LanguageIdentifier, langid};

/// A language that Kosti speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lang {
    /// Russian.
    Ru,
    /// English.
    En,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 2] = [Lang::Ru, Lang::En];

    /// The code, as in commands and the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Lang::Ru => "ru",
            Lang::En => "en",
        }
    }

    /// The language of a locale tag such as `ru-RU` or `ru_RU.UTF-8`; English for
    /// languages that Kosti does not speak.
    #[must_use]
    pub fn of_locale(tag: &str) -> Self {
        Lang::spoken(tag).unwrap_or(Lang::En)
    }

    /// The language of a locale tag, if Kosti speaks it.
    #[must_use]
    pub fn spoken(tag: &str) -> Option<Self> {
        let code = tag.split(['-', '_', '.']).next().unwrap_or_default();
        code.to_ascii_lowercase().parse().ok()
    }

    const fn id(self) -> LanguageIdentifier {
        match self {
            Lang::Ru => langid!("ru"),
            Lang::En => langid!("en"),
        }
    }
}

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(code: &str) -> Result<Self, UnknownLang> {
        Lang::ALL.into_iter().find(|lang| lang.as_str() == code).ok_or(UnknownLang)
    }
}

/// Kosti does not speak that language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown language")]
pub struct UnknownLang;

/// The locale file of everything that is no game's.
const COMMON: [(Lang, &str); 2] = [
    (Lang::Ru, include_str!("../../config/locales/ru/kosti.ftl")),
    (Lang::En, include_str!("../../config/locales/en/kosti.ftl")),
];

/// Private-use characters around the index of an argument that stays apart, while a sentence
/// is being formatted; they are taken out of everything that comes from people.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// All texts in all languages.
pub struct Texts {
    bundles: [FluentBundle<FluentResource>; 2],
}

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Texts").finish_non_exhaustive()
    }
}

/// A locale file is faulty.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the locale file of {file} in {lang} is faulty: {reason}")]
pub struct TextsError {
    lang: &'static str,
    file: &'static str,
    reason: String,
}

impl Texts {
    /// Reads the bundled locale files of the application and the games.
    ///
    /// # Errors
    /// A file that is no Fluent, or a key that stands twice.
    pub fn new(games: Games) -> Result<Self, TextsError> {
        let bundle = |lang: Lang| {
            let mut bundle = FluentBundle::new_concurrent(vec![lang.id()]);
            bundle.set_use_isolating(false);
            let common =
                COMMON.iter().filter(|(of, _)| *of == lang).map(|(_, source)| ("kosti", *source));
            let of_games = games.all().flat_map(|game| {
                game.locales()
                    .into_iter()
                    .filter(|(code, _)| *code == lang.as_str())
                    .map(|(_, source)| (game.facts().key, source))
            });
            for (file, source) in common.chain(of_games) {
                let fault = |reason| TextsError { lang: lang.as_str(), file, reason };
                let resource = FluentResource::try_new(source.to_owned())
                    .map_err(|(_, errors)| fault(format!("{errors:?}")))?;
                bundle.add_resource(resource).map_err(|errors| fault(format!("{errors:?}")))?;
            }
            Ok(bundle)
        };
        Ok(Texts { bundles: [bundle(Lang::Ru)?, bundle(Lang::En)?] })
    }

    /// Whether a key stands in a language.
    #[must_use]
    pub fn has(&self, lang: Lang, id: &str) -> bool {
        self.bundle(lang).get_message(id).is_some_and(|message| message.value().is_some())
    }

    /// A sentence as segments: what is ours, and apart from it what may come from people.
    #[must_use]
    pub fn say(&self, lang: Lang, message: &Message) -> Vec<Segment> {
        let mut apart = Vec::new();
        let text = self.format(lang, message, &mut apart);
        let mut segments = Vec::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once(OPEN) {
            let (index, after) = after.split_once(CLOSE).unwrap_or(("", after));
            if !before.is_empty() {
                segments.push(Segment::Text(before.to_owned()));
            }
            segments.extend(index.parse().ok().and_then(|at: usize| apart.get(at)).cloned());
            rest = after;
        }
        if !rest.is_empty() {
            segments.push(Segment::Text(rest.to_owned()));
        }
        segments
    }

    /// A sentence as plain text; people who are mentioned are named.
    #[must_use]
    pub fn plain(&self, lang: Lang, message: &Message) -> String {
        self.say(lang, message).iter().map(Segment::plain).collect()
    }

    fn bundle(&self, lang: Lang) -> &FluentBundle<FluentResource> {
        match lang {
            Lang::Ru => &self.bundles[0],
            Lang::En => &self.bundles[1],
        }
    }

    fn format(&self, lang: Lang, message: &Message, apart: &mut Vec<Segment>) -> String {
        let mut args = FluentArgs::new();
        for (name, arg) in &message.args {
            match arg {
                Arg::Text(text) => args.set(*name, set_apart(apart, Segment::Foreign(clean(text)))),
                Arg::Number(number) => args.set(*name, *number),
                Arg::OneOf(alternatives) => {
                    let list = self.one_of(lang, alternatives);
                    args.set(*name, set_apart(apart, Segment::Foreign(list)));
                }
                Arg::Mention { person, name: shown } => {
                    let mention = Segment::Mention { person: *person, name: clean(shown) };
                    args.set(*name, set_apart(apart, mention));
                }
                Arg::Call(called) => {
                    args.set(*name, set_apart(apart, Segment::Call(clean(called))))
                }
                Arg::Said(inner) => args.set(*name, self.format(lang, inner, apart)),
            }
        }
        let bundle = self.bundle(lang);
        let Some(pattern) = bundle.get_message(&message.id).and_then(|known| known.value()) else {
            // A test holds that every key stands in every language.
            tracing::error!(id = %message.id, lang = lang.as_str(), "no such text");
            return message.id.clone().into_owned();
        };
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(id = %message.id, lang = lang.as_str(), ?errors, "a faulty text");
        }
        text
    }

    /// Alternatives as a language lists them: `a, b or c`.
    fn one_of(&self, lang: Lang, alternatives: &[String]) -> String {
        let Some((last, others)) = alternatives.split_last() else { return String::new() };
        if others.is_empty() {
            return clean(last);
        }
        let list =
            Message::new("one-of").with("others", others.join(", ")).with("last", last.as_str());
        self.plain(lang, &list)
    }
}

/// Sets a segment apart; gives what stands for it in a sentence.
fn set_apart(apart: &mut Vec<Segment>, segment: Segment) -> String {
    apart.push(segment);
    format!("{OPEN}{}{CLOSE}", apart.len() - 1)
}

fn clean(text: &str) -> String {
    // Control characters would steer a terminal.
    text.replace(|c: char| c.is_control() || c == OPEN || c == CLOSE, "")
}
