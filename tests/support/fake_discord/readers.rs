//! Who reads what the bot says.

use super::{
    FakeDiscord,
    ask::number,
    calls::Call,
    interactions::{Interaction, Kind},
    messages::EPHEMERAL,
    state::State,
};
use serde_json::Value;
use serenity::model::id::{MessageId, UserId};

impl FakeDiscord {
    /// Who alone reads what a call says: who has asked, where the answer is for that person's
    /// eyes only. `None`: others may.
    pub fn reader(&self, call: &Call) -> Option<UserId> {
        self.shared.look(|state| {
            let parts: Vec<&str> = call.path.split('/').collect();
            let by_token = |asked: &&Interaction| parts.contains(&asked.token.as_str());
            let asked = state.interactions.values().find(by_token)?;
            match call.name {
                "answer" => answered(state, asked, &call.body),
                "createFollowup" => is_ephemeral(&call.body).then_some(asked.user),
                "editOriginal" => state.message(asked.original?).only_for,
                "editFollowup" => {
                    let message = MessageId::new(parts.last().and_then(|id| number(id))?);
                    state.message(message).only_for
                }
                // The others say nothing.
                _ => None,
            }
        })
    }
}

/// The reader of the first answer.
fn answered(state: &State, asked: &Interaction, body: &Value) -> Option<UserId> {
    match body["type"].as_u64() {
        Some(4 | 5) => is_ephemeral(&body["data"]).then_some(asked.user),
        Some(7) => match asked.kind {
            Kind::Press { message, .. } => state.message(message).only_for,
            _ => None,
        },
        // What may be typed.
        Some(8) => Some(asked.user),
        _ => None,
    }
}

fn is_ephemeral(said: &Value) -> bool {
    said["flags"].as_u64().is_some_and(|flags| flags & EPHEMERAL != 0)
}
