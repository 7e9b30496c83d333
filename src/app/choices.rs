//! Choosing settings: of the chat, and one's own.

use super::{
    command::{SETTINGS, read_switch},
    names,
    reply::Reply,
    service::{Context, NOBODY, Stop, refuse},
    settings::{Auto, Challengers, ChatSettings, Night, OwnSettings, clock_words, read_clock},
    texts::Lang,
    words,
};
use crate::{
    game::Message,
    store::{members, outbox::Lane, scopes},
};
use kosti_render::Theme;
use serde_json::{Value, json};

/// Hours by which a chat's time may differ from UTC.
const ZONES: std::ops::RangeInclusive<i8> = -12..=14;
/// Most matches that a chat may choose to play at the same time.
const MOST_MATCHES: u16 = 1000;

/// Lists the settings, or chooses one: for the chat by its admins; those of
/// [`OWN_SETTINGS`](super::command::OWN_SETTINGS) for oneself.
pub(super) async fn settings(
    context: &mut Context<'_>,
    name: Option<&str>,
    value: &[String],
) -> Result<Option<Reply>, Stop> {
    let Some(name) = name else { return list(context).await };
    let words: Vec<&str> = value.iter().map(String::as_str).collect();
    match (name, &words[..]) {
        // A name may be of several words.
        ("auto" | "block" | "unblock" | "public", _) if context.person == NOBODY => {
            return refuse(Message::new("masked"));
        }
        ("block" | "unblock", words) if !words.is_empty() || context.pointed.is_some() => {
            return block(context, &words.join(" "), name == "block").await;
        }
        ("public", [word]) => return publish(context, read_switch(word)).await,
        ("public", _) => return publish(context, None).await,
        ("auto", [word]) => return play_alone(context, read_auto(word)).await,
        ("auto", _) => return play_alone(context, None).await,
        _ => {}
    }
    let Some(name) = SETTINGS.into_iter().find(|known| *known == name) else {
        let known = SETTINGS.map(str::to_owned).to_vec();
        return Err(Stop::NotUnderstood(
            Message::new("no-such-setting").with("word", name).with("names", known),
        ));
    };
    if !context.admin {
        return refuse(Message::new("only-admins"));
    }
    if name == "language" {
        return lang(context, words.first().copied(), true).await;
    }
    let Some(chosen) = read(context, name, &words) else {
        return Err(Stop::NotUnderstood(Message::new(format!("usage-setting-{name}"))));
    };
    let (db, scope) = (&mut *context.db, context.scope);
    let key = if name == "quiet" { "night" } else { name };
    let key = if name == "place" { "places" } else { key };
    scopes::set(db, scope, key, &chosen).await?;
    let stored = scopes::settings(db, scope).await?;
    context.settings = stored.as_ref().map(ChatSettings::of).unwrap_or_default();
    let line = line(context, name);
    post(context, &[line]).await
}

/// The value that the words of a setting mean; `None` when they mean none.
fn read(context: &Context<'_>, name: &str, words: &[&str]) -> Option<Value> {
    let switch = || match words {
        [word] => read_switch(word),
        _ => None,
    };
    let only = |meaning: &[&str]| matches!(words, [word] if words::is(word, meaning));
    let off = only(&words::OFF);
    Some(match (name, words) {
        ("clock" | "matches" | "quiet", _) if off => Value::Null,
        ("clock", [word]) => json!(read_clock(word)?),
        ("games" | "place", _) if only(&words::ALL) => json!([]),
        ("games", keys) if !keys.is_empty() => {
            keys.iter().all(|key| context.app.games.find(key).is_some()).then(|| json!(keys))?
        }
        ("place", _) if only(&words::HERE) => json!([context.at.place]),
        ("challengers", _) if only(&words::ALL) => json!(Challengers::Everyone),
        ("challengers", _) if only(&words::ADMINS) => json!(Challengers::Admins),
        ("matches", [word]) => {
            let most: u16 = word.parse().ok()?;
            (1..=MOST_MATCHES).contains(&most).then(|| json!(most))?
        }
        ("quiet", [word]) => {
            let (from, to) = word.split_once(['-', '–'])?;
            let night = Night { from: from.parse().ok()?, to: to.parse().ok()? };
            (night.from < 24 && night.to < 24 && night.from != night.to).then(|| json!(night))?
        }
        ("zone", [word]) => {
            let zone: i8 = word.parse().ok()?;
            ZONES.contains(&zone).then(|| json!(zone))?
        }
        ("turn" | "delete" | "threads" | "legend", _) => json!(switch()?),
        ("theme", [word]) => json!(word.parse::<Theme>().ok()?.as_str()),
        _ => return None,
    })
}

/// What a setting of the chat is.
fn line(context: &Context<'_>, name: &'static str) -> Message {
    let settings = &context.settings;
    let on = |is| Message::new(if is { "setting-on" } else { "setting-off" });
    let message = Message::new(format!("setting-{name}"));
    match name {
        "language" => message.with("value", context.chat_lang.as_str()),
        "clock" => match settings.clock {
            Some(clock) => message.with("value", clock_words(clock)),
            None => message.with("value", Message::new("setting-none")),
        },
        "games" if settings.games.is_empty() => message.with("value", Message::new("setting-all")),
        "games" => message.with("value", settings.games.join(", ")),
        "place" if settings.places.is_empty() => {
            message.with("value", Message::new("setting-everywhere"))
        }
        "place" if settings.places.contains(&context.at.place) => {
            message.with("value", Message::new("setting-here"))
        }
        "place" => message.with("value", Message::new("setting-elsewhere")),
        "challengers" => message.with(
            "value",
            Message::new(match settings.challengers {
                Challengers::Everyone => "setting-everyone",
                Challengers::Admins => "setting-admins",
            }),
        ),
        "matches" => {
            let most = settings.matches.unwrap_or(context.app.manners.live_matches);
            message.with("value", u32::from(most))
        }
        "quiet" => match settings.night {
            Some(Night { from, to }) => message.with("value", format!("{from}–{to}")),
            None => message.with("value", Message::new("setting-none")),
        },
        "zone" => message.with("value", format!("UTC{:+}", settings.zone)),
        "turn" => message.with("value", on(settings.turn)),
        "delete" => message.with("value", on(settings.delete)),
        "threads" => message.with("value", on(settings.threads)),
        "legend" => message.with("value", on(settings.legend)),
        _ => message.with("value", super::settings::theme(settings.theme.as_ref())),
    }
}

/// Tells the asker what the chat has chosen, and the asker.
async fn list(context: &mut Context<'_>) -> Result<Option<Reply>, Stop> {
    let mut lines = vec![Message::new("settings")];
    lines.extend(SETTINGS.map(|name| line(context, name)));
    if context.person == NOBODY {
        return Ok(Some(context.private(&lines)));
    }
    lines.push(Message::new("settings-own"));
    let on = if context.own.quiet { "setting-off" } else { "setting-on" };
    lines.push(Message::new("setting-notify").with("value", Message::new(on)));
    let theme = super::settings::theme(context.own.theme.as_ref());
    lines.push(Message::new("setting-own-theme").with("value", theme));
    lines.push(auto_line(context.own.auto));
    let person = members::read(context.db, context.person).await?;
    let public = person.and_then(|person| person.public_name);
    let on = if public.is_some() { "setting-on" } else { "setting-off" };
    lines.push(Message::new("setting-public").with("value", Message::new(on)));
    let mut blocked = Vec::new();
    for person in members::blocked(context.db, context.person).await? {
        blocked.push(context.name(person).await?);
    }
    if !blocked.is_empty() {
        lines.push(Message::new("setting-blocked").with("value", blocked.join(", ")));
    }
    Ok(Some(context.private(&lines)))
}

fn read_auto(word: &str) -> Option<Auto> {
    match word {
        _ if words::is(word, &words::DICE) => Some(Auto::Dice),
        _ => Some(if read_switch(word)? { Auto::Always } else { Auto::Never }),
    }
}

fn auto_line(auto: Auto) -> Message {
    let value = match auto {
        Auto::Dice => "setting-dice",
        Auto::Always => "setting-on",
        Auto::Never => "setting-off",
    };
    Message::new("setting-auto").with("value", Message::new(value))
}

/// Lets the only action that the asker has play itself, or no longer.
async fn play_alone(context: &mut Context<'_>, auto: Option<Auto>) -> Result<Option<Reply>, Stop> {
    let Some(auto) = auto else {
        return Err(Stop::NotUnderstood(Message::new("usage-setting-auto")));
    };
    members::set(context.db, context.person, "auto", &json!(auto)).await?;
    context.own.auto = auto;
    Ok(Some(context.private(&[auto_line(auto)])))
}

/// Lets the asker be named on boards that other chats see, or no longer.
async fn publish(context: &mut Context<'_>, on: Option<bool>) -> Result<Option<Reply>, Stop> {
    let Some(on) = on else {
        return Err(Stop::NotUnderstood(Message::new("usage-setting-public")));
    };
    let own = context.name(context.person).await?;
    members::set_listed(context.db, context.person, on.then_some(own.as_str())).await?;
    let id = if on { "public-on" } else { "public-off" };
    Ok(Some(context.private(&[Message::new(id).with("name", own)])))
}

/// Blocks somebody for the asker, or does so no more.
async fn block(context: &mut Context<'_>, who: &str, is: bool) -> Result<Option<Reply>, Stop> {
    let name = names::shown(who.trim_start_matches('@'));
    let mut known = members::named(context.db, context.scope, &names::key(&name)).await?;
    if who.is_empty() {
        known = context.pointed(false).await?.into_iter().collect();
    }
    let other = match known[..] {
        [other] => other,
        [] => return refuse(Message::new("no-such-person").with("name", name)),
        [..] => return refuse(Message::new("several-such-people").with("name", name)),
    };
    if other == context.person {
        return refuse(Message::new("block-self"));
    }
    let (person, now) = (context.person, context.now());
    members::block(context.db, person, other, is, now).await?;
    let id = if is { "blocked" } else { "unblocked" };
    let name = context.name(other).await?;
    Ok(Some(context.private(&[Message::new(id).with("player", name)])))
}

/// Chooses a language.
pub(super) async fn lang(
    context: &mut Context<'_>,
    code: Option<&str>,
    chat: bool,
) -> Result<Option<Reply>, Stop> {
    let codes = || Lang::ALL.map(|lang| lang.as_str().to_owned()).to_vec();
    let Some(code) = code else {
        return Ok(Some(context.private(&[Message::new("lang-which").with("codes", codes())])));
    };
    let Ok(lang) = code.parse::<Lang>() else {
        return Err(Stop::NotUnderstood(Message::new("no-such-lang").with("codes", codes())));
    };
    if chat {
        if !context.admin {
            return refuse(Message::new("only-admins"));
        }
        scopes::set_language(context.db, context.scope, lang.as_str()).await?;
        context.chat_lang = lang;
        return post(context, &[Message::new("lang-chat")]).await;
    }
    members::set_language(context.db, context.person, lang.as_str()).await?;
    context.own_lang = lang;
    let other = Message::new("lang-chosen").with("code", lang.as_str());
    Ok(Some(context.private(&[other])))
}

/// Chooses the colours of pictures.
pub(super) async fn theme(
    context: &mut Context<'_>,
    name: Option<&str>,
    chat: bool,
) -> Result<Option<Reply>, Stop> {
    let known = || Theme::ALL.map(|theme| theme.as_str().to_owned()).to_vec();
    let Some(name) = name else {
        return Ok(Some(context.private(&[Message::new("theme-which").with("names", known())])));
    };
    let Ok(theme) = name.parse::<Theme>() else {
        return Err(Stop::NotUnderstood(Message::new("no-such-theme").with("names", known())));
    };
    let value = json!(theme.as_str());
    if chat {
        return settings(context, Some("theme"), &[name.to_owned()]).await;
    }
    members::set(context.db, context.person, "theme", &value).await?;
    context.own = OwnSettings { theme: Some(theme.as_str().to_owned()), ..context.own.clone() };
    let line = Message::new("theme-chosen").with("name", theme.as_str());
    Ok(Some(context.private(&[line])))
}

/// Chooses whether mentions notify the asker.
pub(super) async fn notify(
    context: &mut Context<'_>,
    on: Option<bool>,
) -> Result<Option<Reply>, Stop> {
    if let Some(on) = on {
        members::set(context.db, context.person, "quiet", &json!(!on)).await?;
        context.own.quiet = !on;
    }
    let id = if context.own.quiet { "notify-off" } else { "notify-on" };
    Ok(Some(context.private(&[Message::new(id)])))
}

async fn post(context: &mut Context<'_>, lines: &[Message]) -> Result<Option<Reply>, Stop> {
    let reply = Reply { text: context.public(lines), ..Reply::default() };
    context.post(Lane::Answer, None, &reply).await?;
    Ok(None)
}
