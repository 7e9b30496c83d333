//! Messages as Discord writes them.

use super::{
    buttons,
    messages::Message,
    stamp::stamp,
    state::{APP_ID, BOT, State},
};
use serde_json::{Value, json};
use serenity::model::id::MessageId;

/// How a message came to be.
const PLAIN: u8 = 0;
const REPLY: u8 = 19;
const COMMAND: u8 = 20;

impl State {
    /// A message with everything in it.
    pub fn message_json(&self, id: MessageId) -> Value {
        let message = self.message(id);
        let users = message.mentions.iter().filter_map(|user| self.users.get(user));
        let files = message.files.iter().map(|file| file.to_json(message.is_ephemeral()));
        let mut json = json!({
            "id": id,
            "channel_id": message.channel,
            "author": self.user(message.author).to_json(),
            "content": message.content,
            "timestamp": stamp(message.at),
            "edited_timestamp": message.edited.map(stamp),
            "tts": false,
            "mention_everyone": false,
            "mentions": users.map(|user| user.to_json()).collect::<Vec<_>>(),
            "mention_roles": [],
            "attachments": files.collect::<Vec<_>>(),
            "embeds": message.embeds.iter().map(|embed| embed.to_json()).collect::<Vec<_>>(),
            "components": buttons::to_json(&message.rows),
            "pinned": false,
            "type": kind(message),
            "flags": message.flags(),
        });
        if let Some(nonce) = &message.nonce {
            json["nonce"] = json!(nonce);
        }
        if let Some(original) = message.reply_to {
            json["message_reference"] =
                json!({ "type": 0, "channel_id": message.channel, "message_id": original });
            json["referenced_message"] = match self.messages.get(&original) {
                // No chain of answers.
                Some(original) if !original.deleted && original.reply_to.is_none() => {
                    self.message_json(original.id)
                }
                _ => Value::Null,
            };
        }
        if let Some(interaction) = message.interaction {
            json["application_id"] = json!(APP_ID);
            json["webhook_id"] = json!(APP_ID);
            json["interaction_metadata"] = self.interaction_metadata(interaction);
        }
        json
    }

    /// What the gateway tells of a message: not its content, unless the bot is concerned.
    pub fn told_message(&self, id: MessageId) -> Value {
        let message = self.message(id);
        let mut json = self.message_json(id);
        if let Some(guild) = message.guild {
            json["guild_id"] = json!(guild);
            if let Some(member) = self.partial_member(guild, message.author) {
                json["member"] = member;
            }
        }
        let concerned = message.author == BOT || message.mentions.contains(&BOT);
        if message.guild.is_some() && !concerned {
            json["content"] = json!("");
            for list in ["attachments", "embeds", "components"] {
                json[list] = json!([]);
            }
        }
        json
    }
}

fn kind(message: &Message) -> u8 {
    match (message.interaction, message.reply_to) {
        (_, Some(_)) => REPLY,
        (Some(_), None) => COMMAND,
        (None, None) => PLAIN,
    }
}
