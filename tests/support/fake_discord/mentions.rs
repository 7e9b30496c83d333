//! Who is called by a message.

use super::{ask::snowflake, fields, markdown::outside_code, refusal::Refusal, state::State};
use serde_json::{Value, json};
use serenity::model::id::UserId;

/// Who may be called: `allowed_mentions`.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Everybody whom the text names.
    all_users: bool,
    users: Vec<UserId>,
    everyone: bool,
    /// Whoever wrote what is answered.
    pub replied: bool,
}

impl Default for Allowed {
    /// Nothing is said: everybody.
    fn default() -> Self {
        Allowed { all_users: true, users: Vec::new(), everyone: true, replied: true }
    }
}

impl Allowed {
    pub fn read(state: &mut State, body: &Value) -> Result<Allowed, Refusal> {
        let json = &body["allowed_mentions"];
        if json.is_null() {
            return Ok(Allowed::default());
        }
        let known = "parse roles users replied_user";
        fields::check(&mut state.violations, "allowed_mentions", json, known);
        let parses = |what: &str| fields::list(json, "parse").any(|kind| kind == &json!(what));
        let mut users = Vec::new();
        for id in fields::list(json, "users") {
            let Some(id) = snowflake(id) else {
                let message = format!("Value {id} is not snowflake.");
                return Err(Refusal::form(
                    "allowed_mentions.users",
                    "NUMBER_TYPE_COERCE",
                    &message,
                ));
            };
            if !state.users.contains_key(&UserId::new(id)) {
                state.violation(format!("allowed_mentions: nobody has the id {id}"));
            }
            users.push(UserId::new(id));
        }
        if parses("users") && !users.is_empty() {
            let message = "parse:[\"users\"] and users: [ids...] are mutually exclusive.";
            let code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE";
            return Err(Refusal::form("allowed_mentions", code, message));
        }
        if users.len() > 100 {
            return Err(Refusal::length("allowed_mentions.users", 0, 100));
        }
        Ok(Allowed {
            all_users: parses("users"),
            users,
            everyone: parses("everyone"),
            replied: json["replied_user"].as_bool().unwrap_or(false),
        })
    }

    pub fn allows(&self, user: UserId) -> bool {
        self.all_users || self.users.contains(&user)
    }

    /// Whether a text calls everybody.
    pub fn calls_everyone(&self, content: &str) -> bool {
        let text = outside_code(content);
        self.everyone && (text.contains("@everyone") || text.contains("@here"))
    }
}

/// The people that a text names, outside of code, each once.
pub fn named(content: &str) -> Vec<UserId> {
    let text = outside_code(content);
    let mut found: Vec<UserId> = Vec::new();
    for (at, _) in text.match_indices("<@") {
        let id = text[at + 2..].split('>').next().unwrap_or_default();
        let id = id.strip_prefix('!').unwrap_or(id);
        if let Some(id) = super::ask::number(id)
            && text[at..].contains('>')
            && !found.contains(&UserId::new(id))
        {
            found.push(UserId::new(id));
        }
    }
    found
}
