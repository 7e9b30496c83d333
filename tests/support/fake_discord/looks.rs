//! What a test sees of the other side.

use super::{
    FakeDiscord,
    calls::Call,
    commands::Command,
    interactions::{Answer, Choice, Interaction},
    messages::Message,
    routes,
    state::{BOT, State},
};
use serenity::model::id::{ChannelId, InteractionId, MessageId, UserId};

impl FakeDiscord {
    /// Waits until there is something; the closure looks after every change.
    pub async fn until<T>(&self, what: &str, mut look: impl FnMut(&mut State) -> Option<T>) -> T {
        match self.shared.until(&mut look).await {
            Some(found) => found,
            None => panic!("waited in vain for {what}\n{}", self.story()),
        }
    }

    /// The oldest message of the bot in a channel, for everybody to see, that has not been
    /// read yet; waits for it.
    pub async fn next(&self, channel: ChannelId) -> Message {
        let next = |state: &mut State| {
            let standing = state.standing(channel).into_iter();
            let id = standing.filter(|id| !state.message(*id).read).min()?;
            state.message_mut(id).read = true;
            Some(state.seen(id))
        };
        self.until(&format!("a message in {channel}"), next).await
    }

    /// A message as it stands now, also after it was deleted; it counts as read.
    pub fn message(&self, id: MessageId) -> Message {
        self.shared.look(|state| {
            state.message_mut(id).read = true;
            state.seen(id)
        })
    }

    /// All that the bot has sent to a channel for everybody to see and that still stands
    /// there; it counts as read.
    pub fn messages(&self, channel: ChannelId) -> Vec<Message> {
        self.shared.look(|state| {
            let ids = state.standing(channel);
            ids.iter().for_each(|id| state.message_mut(*id).read = true);
            ids.into_iter().map(|id| state.seen(id)).collect()
        })
    }

    /// How an interaction was answered first; waits for it.
    pub async fn acknowledged(&self, asked: InteractionId) -> Answer {
        let what = format!("an answer to {asked}");
        self.until(&what, |state| state.interaction(asked).answer).await
    }

    /// Whether an interaction has been answered.
    pub fn is_acknowledged(&self, asked: InteractionId) -> bool {
        self.shared.look(|state| state.interaction(asked).answer.is_some())
    }

    /// What stands in the end for an interaction: waits until the bot thinks no more. `None`:
    /// the answer was taken away. After a press this is the message with the button.
    pub async fn answered(&self, asked: InteractionId) -> Option<Message> {
        let settled = |state: &mut State| {
            let original = state.interaction(asked).original?;
            let message = state.message(original);
            if message.deleted {
                return Some(None);
            }
            (!message.loading).then(|| Some(state.seen(original)))
        };
        self.until(&format!("the answer to {asked}"), settled).await
    }

    /// What the bot offers while somebody types; waits for it.
    pub async fn offered(&self, asked: InteractionId) -> Vec<Choice> {
        self.acknowledged(asked).await;
        self.shared.look(|state| state.interaction(asked).choices.clone())
    }

    /// What only somebody who asked sees of the answers to it, in their order.
    pub fn ephemerals(&self, asked: InteractionId) -> Vec<Message> {
        self.ephemeral(|message| message.interaction == Some(asked))
    }

    /// What only somebody sees in a channel, in its order.
    pub fn ephemerals_of(&self, user: UserId, channel: ChannelId) -> Vec<Message> {
        self.ephemeral(|message| message.only_for == Some(user) && message.channel == channel)
    }

    /// The next thing that only somebody who asked sees; waits for it.
    pub async fn next_ephemeral(&self, asked: InteractionId) -> Message {
        let next = |state: &mut State| {
            let is = |message: &&Message| {
                message.interaction == Some(asked)
                    && message.is_ephemeral()
                    && !message.read
                    && !message.loading
                    && !message.deleted
            };
            let id = state.messages.values().find(is)?.id;
            state.message_mut(id).read = true;
            Some(state.seen(id))
        };
        self.until(&format!("a private answer to {asked}"), next).await
    }

    fn ephemeral(&self, is: impl Fn(&Message) -> bool) -> Vec<Message> {
        self.shared.look(|state| {
            let shown = |m: &&Message| m.is_ephemeral() && !m.deleted && !m.loading && is(m);
            let ids: Vec<_> = state.messages.values().filter(shown).map(|m| m.id).collect();
            ids.iter().for_each(|id| state.message_mut(*id).read = true);
            ids.into_iter().map(|id| state.seen(id)).collect()
        })
    }

    /// An interaction as it stands.
    pub fn interaction(&self, asked: InteractionId) -> Interaction {
        self.shared.look(|state| state.interaction(asked).clone())
    }

    /// The threads of a channel that still stand, with their names.
    pub fn threads(&self, channel: ChannelId) -> Vec<(ChannelId, String)> {
        self.shared.look(|state| {
            let threads =
                state.channels.values().filter(|c| c.parent == Some(channel) && !c.deleted);
            threads.map(|thread| (thread.id, thread.name.clone())).collect()
        })
    }

    /// Whether a thread is archived.
    pub fn is_archived(&self, thread: ChannelId) -> bool {
        self.shared.look(|state| state.channel(thread).archived)
    }

    /// The commands that the bot has brought.
    pub fn commands(&self) -> Vec<Command> {
        self.shared.look(|state| state.commands.clone())
    }

    /// Waits until the bot has brought its commands.
    pub async fn registered(&self) {
        let some = |state: &mut State| (!state.commands.is_empty()).then_some(());
        self.until("commands", some).await;
    }

    /// The calls of a kind that have been answered, in their order.
    pub fn calls(&self, name: &str) -> Vec<Call> {
        let name = routes::named(name);
        let is = |call: &&Call| call.name == name && call.status.is_some();
        self.shared.look(|state| state.calls.iter().filter(is).cloned().collect())
    }

    /// All calls of all kinds.
    pub fn all_calls(&self) -> Vec<Call> {
        self.shared.look(|state| state.calls.clone())
    }

    /// What has happened, for a test that fails.
    pub fn story(&self) -> String {
        self.shared.look(|state| {
            let call = |call: &Call| {
                let refusal = call.refusal.as_ref().map(|r| format!(" {}: {}", r.code, r.message));
                let (status, refusal) = (call.status, refusal.unwrap_or_default());
                format!("{} {} {}: {status:?}{refusal}\n", call.name, call.path, call.body)
            };
            let calls: String = state.calls.iter().map(call).collect();
            let message = |message: &Message| {
                let (channel, content) = (message.channel, &message.content);
                let deleted = if message.deleted { " deleted" } else { "" };
                format!("{channel} {content:?} {:?}{deleted}\n", message.labels())
            };
            let ours = state.messages.values().filter(|message| message.author == BOT);
            let messages: String = ours.map(message).collect();
            format!("calls:\n{calls}messages:\n{messages}violations: {:#?}", state.violations)
        })
    }
}
