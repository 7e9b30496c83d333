//! A command, as somebody gives it by the client: it lets nobody give what there is not.

use super::{channels::Kind, fields, given::Given, state::State};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, UserId};

/// A command as it is typed, with what is given.
#[derive(Clone, Debug)]
pub struct Slash {
    /// Its name and those of its subcommands.
    path: Vec<String>,
    options: Vec<(String, Given)>,
    /// What is being typed, of a command that is not given yet.
    focused: Option<String>,
}

impl Slash {
    /// A command by its names, subcommands after a space.
    pub fn new(name: &str, options: &[(&str, Given)]) -> Self {
        let options = options.iter().map(|(name, given)| ((*name).to_owned(), given.clone()));
        Slash {
            path: name.trim_start_matches('/').split(' ').map(str::to_owned).collect(),
            options: options.collect(),
            focused: None,
        }
    }

    /// An option in which somebody types.
    pub fn typing(mut self, option: &str) -> Self {
        self.focused = Some(option.to_owned());
        self
    }

    /// Reads `/play game:senegal opponent:@200…`: a value ends where the name of an option
    /// of the command begins.
    pub fn read(state: &State, line: &str) -> Self {
        let mut words = line.trim_start_matches('/').split(' ');
        let name = words.next().unwrap_or_default().to_owned();
        let mut scope = state.command(&name).clone();
        let mut path = vec![name];
        let mut given: Vec<(String, String)> = Vec::new();
        for word in words {
            let inner = option(&scope, word).filter(|option| is_group(option));
            if let (Some(inner), true) = (inner, given.is_empty()) {
                scope = inner.clone();
                path.push(word.to_owned());
                continue;
            }
            let named = word.split_once(':').filter(|(name, _)| option(&scope, name).is_some());
            match (named, given.last_mut()) {
                (Some((name, value)), _) => given.push((name.to_owned(), value.to_owned())),
                (None, Some((_, value))) => *value = format!("{value} {word}"),
                (None, None) => panic!("/{} has no option for {word:?}", path.join(" ")),
            }
        }
        let read = |(name, text): (String, String)| {
            let kind = option(&scope, &name).and_then(|option| option["type"].as_u64());
            let value = Given::read(kind.unwrap_or(0), &text);
            (name.clone(), value.unwrap_or_else(|| panic!("{name}: {text:?} is no value for it")))
        };
        Slash { path, options: given.into_iter().map(read).collect(), focused: None }
    }

    pub fn name(&self) -> &str {
        &self.path[0]
    }

    /// The data of the interaction.
    ///
    /// # Panics
    /// When a client would not let it be given.
    pub fn data(&self, state: &State, user: UserId, channel: ChannelId) -> Value {
        let command = state.command(self.name());
        state.check_place(command, user, channel);
        let mut scope = command;
        for word in &self.path[1..] {
            let inner = option(scope, word).filter(|option| is_group(option));
            scope = inner.unwrap_or_else(|| panic!("/{} is no command", self.path.join(" ")));
        }
        assert!(
            !fields::list(scope, "options").any(is_group),
            "/{} wants a subcommand",
            self.path.join(" ")
        );
        let mut options = self.options(scope);
        for word in self.path[1..].iter().rev() {
            let depth = if options.iter().any(|o| o["type"] == json!(1)) { 2 } else { 1 };
            options = vec![json!({ "name": word, "type": depth, "options": options })];
        }
        let mut data = json!({ "id": command["id"], "name": self.name(), "type": 1 });
        if !options.is_empty() {
            data["options"] = json!(options);
        }
        let resolved = self.resolved(state, user, channel);
        if resolved != json!({}) {
            data["resolved"] = resolved;
        }
        data
    }

    fn options(&self, scope: &Value) -> Vec<Value> {
        let is_given = |name: &str| self.options.iter().any(|(given, _)| given == name);
        for wanted in fields::list(scope, "options") {
            let name = wanted["name"].as_str().unwrap();
            let missing = wanted["required"] == json!(true) && !is_given(name);
            assert!(!missing || self.focused.is_some(), "/{} wants {name}", self.path.join(" "));
        }
        let mut options: Vec<Value> = Vec::new();
        for (name, given) in &self.options {
            let known = option(scope, name);
            let known = known.unwrap_or_else(|| panic!("/{} has no {name}", self.path.join(" ")));
            let focused = self.focused.as_ref() == Some(name);
            let mut json = json!({ "name": name, "type": known["type"], "value": given.to_json() });
            if focused {
                assert_eq!(known["autocomplete"], json!(true), "{name} does not complete");
                // What is not finished is always a text.
                let typed = given.to_json();
                json["value"] = json!(typed.as_str().map_or(typed.to_string(), str::to_owned));
                json["focused"] = json!(true);
            } else {
                check(name, known, given);
            }
            assert!(!options.iter().any(|o| o["name"] == json!(name)), "{name} is given twice");
            options.push(json);
        }
        options
    }

    fn resolved(&self, state: &State, user: UserId, channel: ChannelId) -> Value {
        let mut resolved = json!({});
        for (_, given) in &self.options {
            match given {
                Given::User(id) => {
                    resolved["users"][id.to_string()] = state.user(*id).to_json();
                    let guild = state.channel(channel).guild;
                    if let Some(member) = guild.and_then(|g| state.resolved_member(g, *id)) {
                        resolved["members"][id.to_string()] = member;
                    }
                }
                Given::Channel(id) => {
                    resolved["channels"][id.to_string()] = state.partial_channel(*id, user);
                }
                _ => {}
            }
        }
        resolved
    }
}

impl State {
    fn command(&self, name: &str) -> &Value {
        let command = self.commands.iter().find(|command| command.name == name);
        let names = || self.commands.iter().map(|command| &command.name).collect::<Vec<_>>();
        &command.unwrap_or_else(|| panic!("there is no /{name} among {:?}", names())).json
    }

    /// A command is offered where it may be given.
    fn check_place(&self, command: &Value, user: UserId, channel: ChannelId) {
        let place = self.channel(channel);
        assert!(!place.deleted, "the channel is gone");
        assert!(place.kind != Kind::Forum, "nobody writes in a forum itself");
        assert!(self.is_reader(channel, user), "{user} is not in the channel");
        let context = match place.kind {
            Kind::Dm => 1,
            Kind::GroupDm => 2,
            _ => 0,
        };
        let lists = |key: &str, wanted: u64| {
            command[key].as_array().is_none_or(|list| list.contains(&json!(wanted)))
        };
        assert!(lists("contexts", context), "{} is not offered there", command["name"]);
        let (here, installed) = (!self.is_only_installed(channel), self.user(user).installed);
        let offered =
            here && lists("integration_types", 0) || installed && lists("integration_types", 1);
        assert!(offered, "the app is not installed there");
        let needs = command["default_member_permissions"].as_str();
        if let (Some(needs), Some(guild)) = (needs, place.guild) {
            let needs: u64 = needs.parse().unwrap();
            let has = self.permissions(guild, user);
            let may = has & super::rights::ADMINISTRATOR != 0 || has & needs == needs;
            assert!(may, "{user} may not use {}", command["name"]);
        }
    }
}

/// An option by its name.
fn option<'a>(scope: &'a Value, name: &str) -> Option<&'a Value> {
    fields::list(scope, "options").find(|option| option["name"] == json!(name))
}

fn is_group(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(1 | 2))
}

/// Checks a value as the client does.
fn check(name: &str, option: &Value, given: &Given) {
    let kind = option["type"].as_u64().unwrap();
    let mentionable = kind == 9 && matches!(given, Given::User(_));
    assert!(kind == given.kind() || mentionable, "{name} takes no {given:?}");
    let mut choices = fields::list(option, "choices").peekable();
    let free = choices.peek().is_none();
    let chosen = choices.any(|choice| choice["value"] == given.to_json());
    assert!(free || chosen, "{name}: {given:?} is no choice");
    let number = given.to_json().as_f64();
    let length = given.to_json().as_str().map(|text| text.chars().count() as f64);
    let least = |key: &str, value: Option<f64>| match (option[key].as_f64(), value) {
        (Some(least), Some(value)) => value >= least,
        _ => true,
    };
    let most = |key: &str, value: Option<f64>| match (option[key].as_f64(), value) {
        (Some(most), Some(value)) => value <= most,
        _ => true,
    };
    assert!(least("min_value", number) && most("max_value", number), "{name}: {given:?}");
    if matches!(given, Given::Text(_)) {
        assert!(least("min_length", length) && most("max_length", length), "{name}: {given:?}");
        assert!(length != Some(0.0), "{name} is empty");
    }
}
