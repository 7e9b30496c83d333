//! What the menu of commands shows, and what the bot says of itself.

use super::{FakeTelegram, params::Params, refusal::Refusal, state::State};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use teloxide::types::{ChatId, UserId};

/// Commands that one list may have.
const MOST: usize = 100;
/// Letters of a command and of its description.
const LONGEST_NAME: usize = 32;
const LONGEST_DESCRIPTION: usize = 256;

/// The texts of a bot.
#[derive(Default)]
pub struct Menus {
    commands: BTreeMap<Place, Vec<Value>>,
    /// By the parameter that holds the text and the language.
    descriptions: BTreeMap<(&'static str, String), String>,
}

/// For whom a list of commands is, and in which language; an empty one is all others.
pub type Place = (String, String);

/// The list that a request is about.
pub fn place(params: &Params) -> Result<Place, Refusal> {
    let none = json!({ "type": "default" });
    let scope = params.json("scope").unwrap_or(&none);
    let keys: &[&str] = match scope["type"].as_str().unwrap_or_default() {
        "default" | "all_private_chats" | "all_group_chats" | "all_chat_administrators" => &[],
        "chat" | "chat_administrators" => &["chat_id"],
        "chat_member" => &["chat_id", "user_id"],
        _ => return Err(Refusal::bad("can't parse BotCommandScope: unsupported type specified")),
    };
    let mut name = scope["type"].as_str().unwrap_or_default().to_owned();
    for key in keys {
        if scope[*key].is_null() {
            return Err(Refusal::bad(&format!("can't parse BotCommandScope: no {key}")));
        }
        name += &format!(" {}", scope[*key]);
    }
    Ok((name, language(params)?))
}

fn language(params: &Params) -> Result<String, Refusal> {
    let language = params.text("language_code").unwrap_or_default();
    let known = language.is_empty()
        || language.len() == 2 && language.bytes().all(|letter| letter.is_ascii_lowercase());
    if !known {
        return Err(Refusal::bad("invalid language code specified"));
    }
    Ok(language.to_owned())
}

impl Menus {
    pub fn set(&mut self, place: Place, commands: &Value) -> Result<(), Refusal> {
        let commands = commands.as_array().cloned().unwrap_or_default();
        if commands.len() > MOST {
            return Err(Refusal::bad("BOT_COMMANDS_TOO_MUCH"));
        }
        for command in &commands {
            let name = command["command"].as_str().unwrap_or_default();
            let named =
                name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
            if name.is_empty() || name.len() > LONGEST_NAME || !named {
                return Err(Refusal::bad("BOT_COMMAND_INVALID"));
            }
            let described = command["description"].as_str().unwrap_or_default();
            if described.trim().is_empty() || described.chars().count() > LONGEST_DESCRIPTION {
                return Err(Refusal::bad("BOT_COMMAND_DESCRIPTION_INVALID"));
            }
        }
        self.commands.insert(place, commands);
        Ok(())
    }

    pub fn get(&self, place: &Place) -> Vec<Value> {
        self.commands.get(place).cloned().unwrap_or_default()
    }

    pub fn delete(&mut self, place: &Place) {
        self.commands.remove(place);
    }

    /// Keeps a text of the bot.
    pub fn describe(
        &mut self,
        key: &'static str,
        params: &Params,
        longest: usize,
    ) -> Result<(), Refusal> {
        let text = params.text(key).unwrap_or_default();
        if text.chars().count() > longest {
            return Err(Refusal::bad("text is too long"));
        }
        self.descriptions.insert((key, language(params)?), text.to_owned());
        Ok(())
    }
}

impl State {
    /// What somebody sees who types a slash: the nearest list there is.
    pub fn menu(&self, chat: ChatId, user: UserId) -> Vec<(String, String)> {
        let there = self.chat(chat);
        let mut scopes = vec![format!("chat_member {} {}", chat.0, user.0)];
        if there.is_private() {
            scopes = vec![format!("chat {}", chat.0), "all_private_chats".to_owned()];
        } else {
            if there.member(user).is_admin() {
                scopes.push(format!("chat_administrators {}", chat.0));
            }
            scopes.push(format!("chat {}", chat.0));
            if there.member(user).is_admin() {
                scopes.push("all_chat_administrators".to_owned());
            }
            scopes.push("all_group_chats".to_owned());
        }
        scopes.push("default".to_owned());
        let own = self.user(user).language.clone().unwrap_or_default();
        let places = scopes
            .iter()
            .flat_map(|scope| [(scope.clone(), own.clone()), (scope.clone(), String::new())]);
        let lists = places.map(|place| self.menus.get(&place));
        let list = lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default();
        let text =
            |command: &Value, key: &str| command[key].as_str().unwrap_or_default().to_owned();
        list.iter()
            .map(|command| (text(command, "command"), text(command, "description")))
            .collect()
    }
}

impl FakeTelegram {
    /// What somebody is shown who types a slash in a chat: commands and their descriptions.
    pub fn menu(&self, chat: ChatId, user: UserId) -> Vec<(String, String)> {
        self.shared.look(|state| state.menu(chat, user))
    }

    /// What the bot says of itself in a language (`""`: all others): long (`description`) or
    /// short (`short_description`).
    pub fn description(&self, key: &'static str, language: &str) -> Option<String> {
        let key = (key, language.to_owned());
        self.shared.look(|state| state.menus.descriptions.get(&key).cloned())
    }
}
