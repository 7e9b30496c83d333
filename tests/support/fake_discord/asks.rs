//! What people ask of the bot: commands, presses, what they are typing.

use super::{
    FakeDiscord,
    given::Given,
    interactions::{Choice, Kind},
    slash::Slash,
    state::State,
};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, InteractionId, MessageId, UserId};

impl FakeDiscord {
    /// Somebody gives a command: `/play game:senegal opponent:@200…`. A value ends where the
    /// name of an option begins.
    ///
    /// # Panics
    /// When the client would not let it be given: there is no such command there, no such
    /// option, no such choice, or something is missing.
    pub fn slash(&self, user: UserId, channel: ChannelId, line: &str) -> InteractionId {
        self.shared.change(|state| {
            let slash = Slash::read(state, line);
            state.give(user, channel, &slash)
        })
    }

    /// Somebody gives a command, named with its subcommands, with the values of options.
    ///
    /// # Panics
    /// When the client would not let it be given.
    pub fn slash_with(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        options: &[(&str, Given)],
    ) -> InteractionId {
        let slash = Slash::new(name, options);
        self.shared.change(|state| state.give(user, channel, &slash))
    }

    /// Somebody gives a command with a forged client: what the interaction has as data.
    pub fn forges(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        data: Value,
    ) -> InteractionId {
        let kind = Kind::Command(name.to_owned());
        self.shared.change(|state| state.interact(user, channel, kind, data))
    }

    /// Somebody types in an option; what the bot offers then is waited for: [`Self::offered`].
    ///
    /// # Panics
    /// When there is no such option, or it does not complete.
    pub fn types(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        options: &[(&str, Given)],
        focused: &str,
    ) -> InteractionId {
        let slash = Slash::new(name, options).typing(focused);
        self.shared.change(|state| {
            let data = slash.data(state, user, channel);
            let kind = Kind::Autocomplete(slash.name().to_owned());
            state.interact(user, channel, kind, data)
        })
    }

    /// Somebody presses the button with this label, else with this custom id.
    ///
    /// # Panics
    /// When there is no such button, when it is disabled, or when he does not see the message.
    pub fn presses(&self, user: UserId, message: MessageId, button: &str) -> InteractionId {
        let custom_id = self.shared.look(|state| {
            let message = state.message(message);
            let found = message.button(button);
            let found = found
                .unwrap_or_else(|| panic!("no button {button:?} among {:?}", message.labels()));
            assert!(!found.disabled, "{button:?} is disabled");
            found.custom_id.clone().unwrap_or_else(|| panic!("{button:?} is a link"))
        });
        self.presses_data(user, message, &custom_id)
    }

    /// Somebody presses a button that may be gone: his screen still shows it, or he made it up.
    ///
    /// # Panics
    /// When he does not see the message.
    pub fn presses_data(&self, user: UserId, message: MessageId, custom_id: &str) -> InteractionId {
        self.shared.change(|state| {
            let pressed = state.message(message);
            let channel = pressed.channel;
            assert!(!pressed.deleted, "the message is deleted");
            assert!(pressed.only_for.is_none_or(|owner| owner == user), "{user} does not see it");
            assert!(state.is_reader(channel, user), "{user} is not in the channel");
            let kind = Kind::Press { message, custom_id: custom_id.to_owned() };
            let data = json!({ "custom_id": custom_id, "component_type": 2, "id": 2 });
            state.interact(user, channel, kind, data)
        })
    }

    /// What the bot offers somebody who types in an option; waits for it.
    ///
    /// # Panics
    /// When there is no such option, or it does not complete.
    pub async fn completes(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        options: &[(&str, Given)],
        focused: &str,
    ) -> Vec<Choice> {
        self.offered(self.types(user, channel, name, options, focused)).await
    }
}

impl State {
    fn give(&mut self, user: UserId, channel: ChannelId, slash: &Slash) -> InteractionId {
        let data = slash.data(self, user, channel);
        self.interact(user, channel, Kind::Command(slash.name().to_owned()), data)
    }
}
