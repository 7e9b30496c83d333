//! Interactions as the gateway tells of them.

use super::{
    channels::Kind as Where,
    interactions::{Interaction, Kind},
    rights::Rights,
    state::{APP_ID, State},
};
use serde_json::{Value, json};
use serenity::model::id::InteractionId;

impl State {
    /// What the bot is told of an interaction.
    pub fn interaction_json(&self, asked: &Interaction, data: Value) -> Value {
        let channel = self.channel(asked.channel);
        let kind = match asked.kind {
            Kind::Command(_) => 2,
            Kind::Press { .. } => 3,
            Kind::Autocomplete(_) => 4,
        };
        let context = match channel.kind {
            Where::Dm => 1,
            Where::GroupDm => 2,
            _ => 0,
        };
        let rights = if channel.is_private() || asked.only_installed {
            Rights::default().bits()
        } else {
            self.rights(asked.channel).bits()
        };
        let mut json = json!({
            "id": asked.id,
            "application_id": APP_ID,
            "type": kind,
            "data": data,
            "channel": self.partial_channel(asked.channel, asked.user),
            "channel_id": asked.channel,
            "token": asked.token,
            "version": 1,
            "app_permissions": rights.to_string(),
            "locale": self.user(asked.user).locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self.owners(asked),
            "context": context,
            "attachment_size_limit": self.file_limit(asked.channel),
        });
        let user = self.user(asked.user).to_json();
        match asked.guild {
            Some(guild) => {
                let locale = &self.guild(guild).locale;
                json["guild_id"] = json!(guild);
                json["guild"] = json!({ "id": guild, "locale": locale, "features": [] });
                json["guild_locale"] = json!(locale);
                let mut member = self.partial_member(guild, asked.user).unwrap_or_default();
                member["user"] = user;
                member["permissions"] = json!(self.permissions(guild, asked.user).to_string());
                json["member"] = member;
            }
            None => json["user"] = user,
        }
        if let Kind::Press { message, .. } = asked.kind {
            json["message"] = self.message_json(message);
        }
        json
    }

    /// Who has brought the app there.
    fn owners(&self, asked: &Interaction) -> Value {
        // A button is of who has brought the app, whoever presses it.
        if let Kind::Press { message, .. } = asked.kind
            && let Some(from) = self.message(message).interaction
        {
            return self.interaction(from).told["authorizing_integration_owners"].clone();
        }
        let mut owners = json!({});
        if !asked.only_installed {
            let guild = asked.guild.map_or_else(|| "0".to_owned(), |guild| guild.to_string());
            owners["0"] = json!(guild);
        }
        if self.user(asked.user).installed {
            owners["1"] = json!(asked.user);
        }
        owners
    }

    /// What a message says of the interaction it comes from.
    pub fn interaction_metadata(&self, id: InteractionId) -> Value {
        let asked = self.interaction(id);
        let mut json = json!({
            "id": id,
            "type": if matches!(asked.kind, Kind::Command(_)) { 2 } else { 3 },
            "user": self.user(asked.user).to_json(),
            "authorizing_integration_owners": asked.told["authorizing_integration_owners"],
        });
        if let Kind::Press { message, .. } = asked.kind {
            json["interacted_message_id"] = json!(message);
        }
        json
    }
}
