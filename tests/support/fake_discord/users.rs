//! People and bots.

use super::state::{BOT, State};
use serde_json::{Value, json};
use serenity::model::id::UserId;

/// Somebody on the other side.
#[derive(Clone, Debug)]
pub struct User {
    pub id: UserId,
    pub is_bot: bool,
    /// Unique, in small letters.
    pub username: String,
    /// What is shown; `None`: the username.
    pub global_name: Option<String>,
    /// A code like `ru` or `en-US`.
    pub locale: String,
    /// Whether the app is installed for this account, to be used anywhere.
    pub installed: bool,
    /// Whether direct messages of the bot are refused.
    pub closed: bool,
}

impl User {
    pub fn new(id: UserId, name: &str) -> Self {
        let letters =
            |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        User {
            id,
            is_bot: false,
            username: name.chars().map(letters).collect(),
            global_name: Some(name.to_owned()),
            locale: "en-US".to_owned(),
            installed: false,
            closed: false,
        }
    }

    pub fn bot() -> Self {
        User { is_bot: true, global_name: None, ..User::new(BOT, "Kosti") }
    }

    /// What others see.
    pub fn shown(&self) -> &str {
        self.global_name.as_deref().unwrap_or(&self.username)
    }

    pub fn to_json(&self) -> Value {
        let mut json = json!({
            "id": self.id,
            "username": self.username,
            "discriminator": if self.is_bot { "4321" } else { "0" },
            "global_name": self.global_name,
            "avatar": null,
            "public_flags": 0,
            "avatar_decoration_data": null,
            "primary_guild": null,
        });
        if self.is_bot {
            json["bot"] = json!(true);
        }
        json
    }
}

impl State {
    /// # Panics
    /// When there is nobody of that id: the test is wrong.
    pub fn user(&self, id: UserId) -> &User {
        self.users.get(&id).unwrap_or_else(|| panic!("nobody has the id {id}"))
    }

    pub fn user_mut(&mut self, id: UserId) -> &mut User {
        self.users.get_mut(&id).unwrap_or_else(|| panic!("nobody has the id {id}"))
    }
}
