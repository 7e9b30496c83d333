//! The commands that Discord lists to whoever types `/`, and what is filled in as a line that
//! everybody could have typed.

use crate::{
    app::{
        command::{OWN_SETTINGS, SETTINGS, WORDS},
        service::{App, Pointed},
        texts::{Lang, Texts},
    },
    game::Message,
};
use serde_json::{Map, Value, json};
use serenity::all::{CommandData, CommandDataOptionValue, PartialMember, User};

/// The most characters of what is typed into an option.
const LONGEST: u16 = 200;
/// The most points that a match goes to.
const MOST_POINTS: u32 = 1000;

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// The number of a match.
    Match,
    /// An action of a game.
    Action,
    /// A game.
    Game,
    /// A person.
    Player,
    /// Points.
    Points,
    /// One of these words.
    One(&'static [&'static str]),
    /// Words.
    Words,
    /// Yes or no; for yes the line has this word, for no the other.
    Switch(&'static str, &'static str),
}

/// An option: its name, what it takes, and whether it must be filled in.
pub(super) type Opt = (&'static str, Takes, bool);

const MATCH: Opt = ("match", Takes::Match, false);
const GAME: Opt = ("game", Takes::Game, false);
const PLAYER: Opt = ("player", Takes::Player, false);
const SURE: Opt = ("sure", Takes::Switch("yes", ""), false);
const CHAT: Opt = ("chat", Takes::Switch("chat", ""), false);

/// The options of a command, in the order in which a line has them.
pub(super) fn options(word: &str) -> &'static [Opt] {
    match word {
        "play" => &[
            GAME,
            ("opponent", Takes::Player, false),
            ("to", Takes::Points, false),
            ("clock", Takes::Words, false),
            ("more", Takes::Words, false),
        ],
        "move" => &[MATCH, ("action", Takes::Action, true)],
        "resign" => &[MATCH, ("what", Takes::One(&["deal", "match"]), false)],
        "cancel" => &[MATCH, SURE],
        "forget" => &[SURE],
        "accept" | "decline" | "board" | "moves" | "hand" | "takeback" | "draw" | "rematch"
        | "claim" | "nudge" | "record" | "replay" | "dice" => &[MATCH],
        "top" => &[("board", Takes::Words, false)],
        "rank" | "history" | "vs" => &[PLAYER],
        "rules" => &[GAME],
        "settings" => {
            &[("setting", Takes::One(&[]), false), ("value", Takes::Words, false), PLAYER]
        }
        "lang" => &[("language", Takes::One(&["en", "ru"]), false), CHAT],
        "theme" => &[("theme", Takes::One(&["birch", "night", "clear"]), false), CHAT],
        "notify" => &[("pings", Takes::Switch("on", "off"), false)],
        _ => &[],
    }
}

/// The name of the option in which an action is typed.
pub(super) const ACTION: &str = "action";
/// The name of the option that names a match.
pub(super) const NUMBER: &str = "match";

/// The keys of all texts that are put together for the list.
pub(super) fn keys() -> Vec<String> {
    let all = || WORDS.iter().flat_map(|word| options(word));
    let named = all().map(|(name, ..)| format!("option-{name}"));
    let words = all().flat_map(|(_, takes, _)| match takes {
        Takes::One(words) => chosen(words),
        _ => Vec::new(),
    });
    named.chain(words.map(|word| format!("choice-{word}"))).collect()
}

/// The words of a choice; none: the settings.
fn chosen(words: &[&'static str]) -> Vec<&'static str> {
    if words.is_empty() {
        SETTINGS.into_iter().chain(OWN_SETTINGS).collect()
    } else {
        words.to_vec()
    }
}

/// Every command, as Discord takes the list.
pub(super) fn list(app: &App) -> Value {
    let texts = &app.texts;
    let games: Vec<&'static str> = app.games.all().map(|game| game.facts().key).collect();
    WORDS
        .iter()
        .map(|word| {
            let mut command = described(texts, &format!("menu-{word}"));
            command.insert("name".to_owned(), json!(word));
            command.insert("type".to_owned(), json!(1));
            // In servers, alone with the bot, and wherever a person brings it.
            command.insert("integration_types".to_owned(), json!([0, 1]));
            command.insert("contexts".to_owned(), json!([0, 1, 2]));
            // What must be filled in comes first.
            let mut all = options(word).to_vec();
            all.sort_by_key(|(_, _, required)| !required);
            let made: Vec<Value> = all.iter().map(|one| option(texts, &games, one)).collect();
            command.insert("options".to_owned(), Value::Array(made));
            Value::Object(command)
        })
        .collect()
}

fn described(texts: &Texts, id: &str) -> Map<String, Value> {
    let say = |lang| texts.plain(lang, &Message::new(id.to_owned()));
    let mut made = Map::new();
    made.insert("description".to_owned(), json!(say(Lang::En)));
    made.insert("description_localizations".to_owned(), json!({ "ru": say(Lang::Ru) }));
    made
}

fn option(texts: &Texts, games: &[&'static str], &(name, takes, required): &Opt) -> Value {
    let mut made = described(texts, &format!("option-{name}"));
    let kind = match takes {
        Takes::Action | Takes::Game | Takes::One(_) | Takes::Words => 3,
        Takes::Match | Takes::Points => 4,
        Takes::Switch(..) => 5,
        Takes::Player => 6,
    };
    made.insert("name".to_owned(), json!(name));
    made.insert("type".to_owned(), json!(kind));
    made.insert("required".to_owned(), json!(required));
    match takes {
        Takes::Match => {
            made.insert("min_value".to_owned(), json!(1));
        }
        Takes::Points => {
            made.insert("min_value".to_owned(), json!(1));
            made.insert("max_value".to_owned(), json!(MOST_POINTS));
        }
        Takes::Action => {
            made.insert("autocomplete".to_owned(), json!(true));
            made.insert("max_length".to_owned(), json!(LONGEST));
        }
        Takes::Words => {
            made.insert("max_length".to_owned(), json!(LONGEST));
        }
        Takes::Game => {
            let all = games.iter().map(|key| (*key, Message::new(format!("{key}-name"))));
            made.insert("choices".to_owned(), choices(texts, all));
        }
        Takes::One(words) => {
            let all = chosen(words)
                .into_iter()
                .map(|word| (word, Message::new(format!("choice-{word}"))));
            made.insert("choices".to_owned(), choices(texts, all));
        }
        Takes::Player | Takes::Switch(..) => {}
    }
    Value::Object(made)
}

fn choices(texts: &Texts, all: impl Iterator<Item = (&'static str, Message)>) -> Value {
    all.map(|(value, name)| {
        json!({
            "name": texts.plain(Lang::En, &name),
            "name_localizations": { "ru": texts.plain(Lang::Ru, &name) },
            "value": value,
        })
    })
    .collect()
}

/// What was filled in as a line, and whom it points at.
pub(super) fn line(data: &CommandData) -> (String, Option<Pointed>) {
    let mut words = vec![format!("/{}", data.name)];
    let mut pointed = None;
    for (name, takes, _) in options(&data.name) {
        let Some(option) = data.options.iter().find(|option| option.name == *name) else {
            continue;
        };
        let word = match (&option.value, takes) {
            (CommandDataOptionValue::Integer(number), Takes::Match) => format!("#{number}"),
            (CommandDataOptionValue::Integer(number), _) => format!("to {number}"),
            (CommandDataOptionValue::Boolean(yes), Takes::Switch(on, off)) => {
                if *yes { on } else { off }.to_string()
            }
            (CommandDataOptionValue::User(id), _) => {
                let user = data.resolved.users.get(id);
                pointed = user.map(|user| point(user, data.resolved.members.get(id)));
                continue;
            }
            (CommandDataOptionValue::String(text), _) => text.trim().to_owned(),
            _ => continue,
        };
        if !word.is_empty() {
            words.push(word);
        }
    }
    (words.join(" "), pointed)
}

/// The actions that fit what was typed so far: first those that begin so, then those that
/// hold it.
pub(super) fn fitting(mut actions: Vec<String>, typed: &str, most: usize) -> Vec<String> {
    let plain = |text: &str| text.to_lowercase().replace(char::is_whitespace, "");
    let typed = plain(typed);
    actions.retain(|action| plain(action).contains(&typed));
    actions.sort_by_key(|action| !plain(action).starts_with(&typed));
    actions.truncate(most);
    actions
}

/// Somebody whom a command points at.
pub(super) fn point(user: &User, member: Option<&PartialMember>) -> Pointed {
    let nick = member.and_then(|member| member.nick.clone());
    Pointed {
        account: user.id.to_string(),
        name: nick.unwrap_or_else(|| user.display_name().to_owned()),
        handle: Some(user.name.clone()),
        bot: user.bot,
        masked: false,
    }
}
