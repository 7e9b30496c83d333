//! The first answer to an interaction.

use super::{Answer as Outcome, State};
use crate::support::fake_discord::{
    ask::Ask,
    commands::check_choice,
    draft::Draft,
    fields,
    interactions::{Answer, Choice, Interaction, Kind},
    messages::EPHEMERAL,
    refusal::Refusal,
};
use serde_json::{Value, json};
use serenity::model::id::{InteractionId, MessageId};

/// What may be offered while somebody types.
const MOST_CHOICES: usize = 25;

pub fn answer(state: &mut State, ask: &Ask) -> Outcome {
    let id: InteractionId = ask.id(0)?;
    let asked = state.waiting(id, &ask.places[1])?.clone();
    fields::check(&mut state.violations, "answer", &ask.body, "type data");
    let data = &ask.body["data"];
    let pressed = match &asked.kind {
        Kind::Press { message, .. } => Some(*message),
        _ => None,
    };
    let completes = matches!(asked.kind, Kind::Autocomplete(_));
    let (answer, original) = match (ask.body["type"].as_u64(), pressed) {
        (Some(4), _) if !completes => (Answer::Message, Some(state.reply(&asked, ask)?)),
        (Some(5), _) if !completes => {
            let ephemeral = state.reads_deferral(data);
            (Answer::Deferred { ephemeral }, Some(state.think(id, ephemeral)))
        }
        (Some(6), Some(pressed)) => (Answer::DeferredUpdate, Some(pressed)),
        (Some(7), Some(pressed)) => {
            state.update(&asked, pressed, ask)?;
            (Answer::Update, Some(pressed))
        }
        (Some(8), _) if completes => {
            let choices = state.read_choices(&asked, data)?;
            state.interaction_mut(id).choices = choices;
            (Answer::Choices, None)
        }
        _ => {
            let message = "The response type is not valid for this interaction.";
            return Err(Refusal::form("type", "INTERACTION_CALLBACK_TYPE_INVALID", message));
        }
    };
    let asked = state.interaction_mut(id);
    asked.answer = Some(answer);
    asked.original = original;
    if !ask.flag("with_response") {
        return Ok(None);
    }
    Ok(Some(state.callback(id, ask)))
}

impl State {
    fn reply(&mut self, asked: &Interaction, ask: &Ask) -> Result<MessageId, Refusal> {
        let data = &ask.body["data"];
        let draft = Draft::new(self, "answer", asked.channel, data, &ask.files)?;
        self.may_answer(asked, &draft)?;
        let message = self.compose(asked.channel, &draft)?;
        let message = self.dedicate(asked.id, draft.is_ephemeral(), message);
        Ok(self.post(message))
    }

    fn update(&mut self, asked: &Interaction, id: MessageId, ask: &Ask) -> Result<(), Refusal> {
        let data = &ask.body["data"];
        let draft = Draft::edit(self, "answer", asked.channel, data, &ask.files)?;
        self.may_answer(asked, &draft)?;
        self.edit(id, &draft)
    }

    /// Whether the bot may enclose that, as far as the interaction has told it so.
    pub(super) fn may_answer(&self, asked: &Interaction, draft: &Draft) -> Result<(), Refusal> {
        if asked.only_installed {
            return Ok(());
        }
        self.may_enclose(asked.channel, draft)
    }

    /// Whether only one is to see that the bot thinks. Nothing else can be said now.
    fn reads_deferral(&mut self, data: &Value) -> bool {
        let known = "flags attachments tts";
        fields::check(&mut self.violations, "answer that comes later", data, known);
        data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
    }

    fn read_choices(&mut self, asked: &Interaction, data: &Value) -> Result<Vec<Choice>, Refusal> {
        fields::check(&mut self.violations, "choices", data, "choices");
        let list = data["choices"].as_array();
        let list = list.ok_or_else(|| Refusal::required("data.choices"))?;
        if list.len() > MOST_CHOICES {
            return Err(Refusal::length("data.choices", 0, MOST_CHOICES));
        }
        let locale = self.user(asked.user).locale.clone();
        let mut choices = Vec::new();
        for (number, json) in list.iter().enumerate() {
            check_choice(&mut self.violations, &format!("data.choices.{number}"), json)?;
            let localized = json["name_localizations"][&locale].as_str();
            let name = localized.or_else(|| json["name"].as_str()).unwrap_or_default();
            choices.push(Choice { name: name.to_owned(), value: json["value"].clone() });
        }
        Ok(choices)
    }

    /// What is said of an answer to those who want to know.
    fn callback(&self, id: InteractionId, ask: &Ask) -> Value {
        let asked = self.interaction(id);
        let kind = &ask.body["type"];
        let mut json = json!({
            "interaction": {
                "id": id,
                "type": asked.told["type"],
                "response_message_id": asked.original,
                "response_message_loading": matches!(asked.answer, Some(Answer::Deferred { .. })),
                "response_message_ephemeral":
                    asked.original.is_some_and(|id| self.message(id).is_ephemeral()),
            },
            "resource": { "type": kind },
        });
        if let (Some(original), Some(4 | 7)) = (asked.original, kind.as_u64()) {
            json["resource"]["message"] = self.message_json(original);
        }
        json
    }
}
