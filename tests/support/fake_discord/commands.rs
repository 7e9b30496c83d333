//! The commands of the bot.

use super::{
    fields,
    refusal::Refusal,
    state::{APP_ID, State},
};
use serde_json::{Value, json};

const MOST: usize = 100;
const MOST_OPTIONS: usize = 25;
/// Letters of a command with all that is in it.
const LETTERS: usize = 8000;
/// The languages that Discord can be seen in.
const LOCALES: &str = "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi \
    sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko";
const SUB_COMMAND: u64 = 1;
const SUB_COMMAND_GROUP: u64 = 2;

/// A command that people can give.
#[derive(Clone, PartialEq, Debug)]
pub struct Command {
    pub name: String,
    /// As Discord gives it back.
    pub json: Value,
}

impl Command {
    /// What is written for it, in a language.
    pub fn description(&self, locale: &str) -> &str {
        let localized = self.json["description_localizations"][locale].as_str();
        localized.or_else(|| self.json["description"].as_str()).unwrap_or_default()
    }
}

/// What a command may say, and what an option may.
const COMMAND: &str = "name name_localizations description description_localizations options \
    default_member_permissions dm_permission default_permission type nsfw integration_types \
    contexts handler id";
const OPTION: &str = "type name name_localizations description description_localizations \
    required choices options channel_types min_value max_value min_length max_length autocomplete";

impl State {
    /// Takes the commands of the bot instead of the older ones.
    pub fn overwrite_commands(&mut self, list: &Value) -> Result<Value, Refusal> {
        let list = list.as_array().ok_or_else(|| Refusal::code(50035))?;
        if list.len() > MOST {
            return Err(Refusal::new(
                400,
                30032,
                "Maximum number of application commands reached (100)",
            ));
        }
        let mut commands: Vec<Command> = Vec::new();
        for (number, json) in list.iter().enumerate() {
            let name = check_command(&mut self.violations, number, json)?;
            if commands.iter().any(|other| other.name == name) {
                let message = "Application command names must be unique";
                let code = "APPLICATION_COMMANDS_DUPLICATE_NAME";
                return Err(Refusal::form(&number.to_string(), code, message));
            }
            let mut json = json.clone();
            let id = self.next_id().to_string();
            json["id"] = json!(id);
            json["application_id"] = json!(APP_ID);
            json["version"] = json!(id);
            let defaults =
                [("type", json!(1)), ("nsfw", json!(false)), ("integration_types", json!([0]))];
            for (key, value) in defaults {
                if json[key].is_null() {
                    json[key] = value;
                }
            }
            json["dm_permission"] = json!(true);
            json["default_member_permissions"] = json["default_member_permissions"].clone();
            json["contexts"] = json["contexts"].clone();
            commands.push(Command { name, json });
        }
        self.commands = commands;
        Ok(self.commands.iter().map(|command| command.json.clone()).collect())
    }
}

fn check_command(
    violations: &mut Vec<String>,
    number: usize,
    json: &Value,
) -> Result<String, Refusal> {
    let at = number.to_string();
    fields::check(violations, "command", json, COMMAND);
    if !matches!(json["type"].as_u64(), None | Some(1)) {
        violations.push(format!("a command of the type {}", json["type"]));
    }
    let name = check_names(&at, json)?;
    check_options(violations, &at, json)?;
    if letters(json) > LETTERS {
        let message = "Command exceeds maximum size (8000)";
        return Err(Refusal::form(&at, "APPLICATION_COMMAND_TOO_LARGE", message));
    }
    Ok(name)
}

/// Checks name and description in all languages.
fn check_names(at: &str, json: &Value) -> Result<String, Refusal> {
    let name = json["name"].as_str().ok_or_else(|| Refusal::required(&format!("{at}.name")))?;
    check_name(&format!("{at}.name"), name)?;
    let description = json["description"].as_str().unwrap_or_default();
    check_length(&format!("{at}.description"), description)?;
    for (key, check) in [
        ("name_localizations", check_name as fn(&str, &str) -> Result<(), Refusal>),
        ("description_localizations", check_length),
    ] {
        for (locale, text) in json[key].as_object().into_iter().flatten() {
            let at = format!("{at}.{key}.{locale}");
            if !LOCALES.split(' ').any(|known| known == locale) {
                return Err(Refusal::form(&at, "ENUM_TYPE_COERCE", "there is no such locale"));
            }
            check(&at, text.as_str().unwrap_or_default())?;
        }
    }
    Ok(name.to_owned())
}

fn check_name(at: &str, name: &str) -> Result<(), Refusal> {
    if !(1..=32).contains(&name.chars().count()) {
        return Err(Refusal::length(at, 1, 32));
    }
    let fits = |letter: char| letter.is_alphanumeric() || "-_'".contains(letter);
    if !name.chars().all(fits) || name.to_lowercase() != name {
        let message = "Command name is invalid";
        return Err(Refusal::form(at, "APPLICATION_COMMAND_INVALID_NAME", message));
    }
    Ok(())
}

fn check_length(at: &str, description: &str) -> Result<(), Refusal> {
    if (1..=100).contains(&description.chars().count()) {
        return Ok(());
    }
    Err(Refusal::length(at, 1, 100))
}

fn check_options(violations: &mut Vec<String>, at: &str, json: &Value) -> Result<(), Refusal> {
    let options: Vec<_> = fields::list(json, "options").collect();
    if options.len() > MOST_OPTIONS {
        return Err(Refusal::length(&format!("{at}.options"), 0, MOST_OPTIONS));
    }
    let mut names: Vec<String> = Vec::new();
    let mut optional = false;
    for (number, option) in options.into_iter().enumerate() {
        let at = format!("{at}.options.{number}");
        fields::check(violations, "option", option, OPTION);
        let name = check_names(&at, option)?;
        if names.contains(&name) {
            let message = "Option name must be unique within the command";
            return Err(Refusal::form(&at, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", message));
        }
        names.push(name);
        let required = option["required"].as_bool().unwrap_or(false);
        if required && optional {
            let message = "Required options must be placed before non-required options";
            let code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID";
            return Err(Refusal::form(&at, code, message));
        }
        optional |= !required;
        match option["type"].as_u64() {
            Some(SUB_COMMAND | SUB_COMMAND_GROUP) => check_options(violations, &at, option)?,
            Some(3..=11) => check_choices(violations, &at, option)?,
            _ => return Err(Refusal::required(&format!("{at}.type"))),
        }
    }
    Ok(())
}

/// Checks the choices of an option, or those that are offered while somebody types.
fn check_choices(violations: &mut Vec<String>, at: &str, json: &Value) -> Result<(), Refusal> {
    let choices: Vec<_> = fields::list(json, "choices").collect();
    if choices.len() > MOST_OPTIONS {
        return Err(Refusal::length(&format!("{at}.choices"), 0, MOST_OPTIONS));
    }
    if !choices.is_empty() && json["autocomplete"] == json!(true) {
        let message = "Autocomplete and choices cannot both be set";
        let code = "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_MUTUALLY_EXCLUSIVE";
        return Err(Refusal::form(at, code, message));
    }
    for (number, choice) in choices.into_iter().enumerate() {
        check_choice(violations, &format!("{at}.choices.{number}"), choice)?;
    }
    Ok(())
}

/// Checks what may be typed.
pub fn check_choice(violations: &mut Vec<String>, at: &str, json: &Value) -> Result<(), Refusal> {
    fields::check(violations, "choice", json, "name name_localizations value");
    check_length(&format!("{at}.name"), json["name"].as_str().unwrap_or_default())?;
    for (_, name) in json["name_localizations"].as_object().into_iter().flatten() {
        check_length(&format!("{at}.name_localizations"), name.as_str().unwrap_or_default())?;
    }
    match &json["value"] {
        Value::String(text) => check_length(&format!("{at}.value"), text),
        Value::Number(_) => Ok(()),
        _ => Err(Refusal::required(&format!("{at}.value"))),
    }
}

/// The letters that count for the size of a command: for each text, those of the language in
/// which it is longest.
fn letters(json: &Value) -> usize {
    let longest = |key: &str| {
        let localized = json[format!("{key}_localizations")].as_object();
        let localized = localized.into_iter().flatten().map(|(_, text)| text);
        let texts = localized.chain([&json[key]]).filter_map(Value::as_str);
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let value = json["value"].as_str().map_or(0, |text| text.chars().count());
    let inner = fields::list(json, "options").chain(fields::list(json, "choices")).map(letters);
    longest("name") + longest("description") + value + inner.sum::<usize>()
}
