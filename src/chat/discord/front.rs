//! From an event to what is stored and answered.

use super::{
    commands,
    components::link,
    draft::{Draft, file},
    errors::code,
    event::{Asked, Completes, Event, Pressed, Reader, Rights, Ticket, Way},
    rest::{Call, Priority, RestError},
    text::Text,
    transport::{Discord, is_old},
};
use crate::{
    app::{
        chats,
        delivery::{self, Address},
        places,
        reply::Reply,
        rooms::{self, Room},
        service::{self, Answer, ChatKey, Handled, Verdict},
        suggest,
        texts::Lang,
    },
    chat::serving::linger,
    game::Message as Sentence,
};
use serde_json::{Value, json};
use serenity::all::Event as Gateway;
use std::time::Duration;
use time::OffsetDateTime;

/// How long an answer to an interaction is tried.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often an interaction is acknowledged, while nobody knows whether it was.
const TRIES: usize = 3;
/// How long Discord lets an interaction be answered, a little less.
const GOOD_FOR: time::Duration = time::Duration::minutes(14);
/// The most actions that are suggested, and the most characters of each.
const CHOICES: usize = 25;
const LONGEST_CHOICE: usize = 100;

/// Kinds of answers to an interaction, as Discord numbers them.
const LATER: u8 = 5;
const LATER_IN_PLACE: u8 = 6;
const SUGGESTIONS: u8 = 8;
/// The mark of what only the asker sees.
const FOR_ONE: u32 = 1 << 6;

/// The front end: what all shards share.
#[derive(Clone, Debug)]
pub(super) struct Front {
    pub(super) discord: Discord,
    pub(super) reader: Reader,
}

impl Front {
    /// What an event asks for that concerns us.
    pub(super) fn read(&self, event: &Gateway, now: OffsetDateTime) -> Option<Event> {
        self.reader.read(event, now)
    }

    /// Lets Discord know that an answer is on its way; it wants to within three seconds.
    pub(super) async fn acknowledge(&self, event: &Event) {
        let Event::Asked(asked) = event else { return };
        let (ticket, kind, data) = match &asked.way {
            Way::Said => return,
            Way::Typed(ticket) => (ticket, LATER, json!({ "flags": FOR_ONE })),
            Way::Pressed(ticket, _) => (ticket, LATER_IN_PLACE, Value::Null),
        };
        let mut body = json!({ "type": kind });
        if !data.is_null() {
            body["data"] = data;
        }
        let mut answered = self.answer(ticket, body.clone()).await;
        for _ in 1..TRIES {
            // Whether the first one was heard nobody knows; a second one does no harm.
            if matches!(answered, Err(RestError::Unavailable(_))) {
                answered = self.answer(ticket, body.clone()).await;
            }
        }
        match answered {
            // Somebody has done so before, or it is too late: what is asked for is done.
            Err(error)
                if matches!(error.code(), Some(code::ANSWERED | code::UNKNOWN_INTERACTION)) => {}
            Err(error) => tracing::debug!(%error, "an interaction is not acknowledged"),
            Ok(()) => {}
        }
    }

    async fn answer(&self, ticket: &Ticket, body: Value) -> Result<(), RestError> {
        let path = format!("/interactions/{}/{}/callback", ticket.id, ticket.token);
        let call = Call::post(path).json(body).priority(Priority::Answer).patience(PATIENCE);
        self.discord.rest.call(call).await.map(|_| ())
    }

    /// Does what an event asks for, and answers.
    ///
    /// # Errors
    /// When it has to be done again: the database or the program fails.
    pub(super) async fn event(&self, event: &Event, now: OffsetDateTime) -> anyhow::Result<()> {
        let app = &self.discord.app;
        match event {
            Event::Asked(asked) => self.asked(asked.as_ref().clone(), now).await,
            Event::Completes(completes) => {
                self.complete(completes).await;
                Ok(())
            }
            Event::Unread(ticket) => {
                tracing::error!(?ticket, "an interaction cannot be read");
                self.excuse(ticket, Lang::En).await;
                Ok(())
            }
            Event::Gone(chat) => chats::gone(app, chat, now).await,
            Event::Here { chat, welcome, lang, event } => {
                chats::back(app, chat, now).await?;
                match welcome {
                    Some(place) => service::welcome(app, (chat, place), *lang, event, now).await,
                    None => Ok(()),
                }
            }
            Event::PlaceGone { chat, place, above } => {
                self.place_gone(chat, (place, above.as_deref()), now).await
            }
        }
    }

    async fn place_gone(
        &self,
        chat: &ChatKey,
        (place, above): (&str, Option<&str>),
        now: OffsetDateTime,
    ) -> anyhow::Result<()> {
        let app = &self.discord.app;
        if !places::is_used(app, chat, place).await? {
            return Ok(());
        }
        let at = Address { chat: chat.chat_id.clone(), place: place.to_owned() };
        match self.discord.refuge(&at, above).await {
            Some(refuge) => chats::place_gone(app, chat, (place, &refuge), now).await,
            // Whoever sends there finds out.
            None => Ok(()),
        }
    }

    /// Says that something cannot be done now, where nothing else is known.
    async fn excuse(&self, ticket: &Ticket, lang: Lang) {
        let said = self.discord.app.texts.plain(lang, &Sentence::new("press-later"));
        let body = json!({ "type": 4, "data": { "content": said, "flags": FOR_ONE } });
        if let Err(error) = self.answer(ticket, body).await {
            tracing::debug!(%error, "an answer is lost");
        }
    }

    /// Says to who asked that it cannot be done now.
    pub(super) async fn give_up(&self, event: &Event) {
        let Event::Asked(asked) = event else { return };
        let lang = asked.incoming.own_locale.unwrap_or(asked.incoming.locale);
        let said = self.discord.app.texts.say(lang, &Sentence::new("press-later"));
        let reply = Reply { text: said, ..Reply::default() };
        match &asked.way {
            Way::Said => {}
            Way::Typed(ticket) if asked.rights().write => self.complete_with(ticket, &reply).await,
            Way::Typed(ticket) | Way::Pressed(ticket, _) => self.follow_up(ticket, &reply).await,
        }
    }

    async fn asked(&self, mut asked: Asked, now: OffsetDateTime) -> anyhow::Result<()> {
        asked.incoming.wait = self.discord.app.pace.take(&asked.incoming);
        let incoming = &asked.incoming;
        if let Way::Typed(ticket) = &asked.way
            && !asked.rights().write
        {
            // While a command waits for its answer, whatever is told through it would become that
            // answer, for the asker alone; one that was never given cannot be taken away.
            self.try_to(Call::patch(self.original(ticket)).json(json!({ "content": "…" }))).await;
            self.take_away(ticket).await;
        }
        self.note_rights(&asked, now).await?;
        if incoming.wait.is_none() && incoming.alone && incoming.command.takes_two() {
            return self.invite(&asked, now).await;
        }
        let handled = service::handle(&self.discord.app, incoming).await?;
        // From here on nothing is done again: what fails is only not told.
        let front = self.clone();
        linger(async move { front.tell(&asked, handled, now).await }).await;
        Ok(())
    }

    /// Notes what may be done where something is asked, before anything is told there.
    async fn note_rights(&self, asked: &Asked, now: OffsetDateTime) -> anyhow::Result<()> {
        let Some(ticket) = asked.way.ticket() else { return Ok(()) };
        let rights = asked.rights();
        let room =
            Room { write: rights.write, attach: rights.attach, pass: Some(ticket.token.clone()) };
        let at = (&asked.incoming.chat, asked.incoming.place.as_str());
        rooms::note(&self.discord.app, at, &room, now + GOOD_FOR, now).await
    }

    /// Tells who asked what came of it.
    async fn tell(&self, asked: &Asked, handled: Handled, now: OffsetDateTime) {
        let Handled::Done(answer) = handled else { return };
        match &asked.way {
            Way::Typed(ticket) if !asked.rights().write => {
                if let Some(reply) = &answer.private {
                    self.follow_up(ticket, reply).await;
                }
            }
            Way::Typed(ticket) => match &answer.private {
                Some(reply) => self.complete_with(ticket, reply).await,
                None => self.take_away(ticket).await,
            },
            Way::Pressed(ticket, message) => {
                // Later on nobody could take its buttons.
                let now_or_never = is_old(&message.id, now) || !asked.rights().write;
                self.pressed(ticket, message, answer, now_or_never).await;
            }
            Way::Said => {
                if answer.private.is_some() {
                    self.point_at_commands(asked, &answer, now).await;
                }
            }
        }
    }

    /// Tells what came of a press; takes the buttons if it is `now_or_never`.
    async fn pressed(
        &self,
        ticket: &Ticket,
        message: &Pressed,
        answer: Answer,
        now_or_never: bool,
    ) {
        // Who looks at a hand has answered nothing.
        let done = answer.verdict == Verdict::Done && !answer.secret;
        match answer.private {
            Some(reply) if reply.in_place => {
                if let Err(error) = self.change(ticket, message, &reply).await {
                    tracing::debug!(%error, "a message stays as it is");
                    let later = Sentence::new("press-later");
                    let text = self.discord.app.texts.say(answer.own_lang, &later);
                    self.follow_up(ticket, &Reply { text, ..Reply::default() }).await;
                }
                return;
            }
            Some(reply) => self.follow_up(ticket, &reply).await,
            None => {}
        }
        if done && message.alone {
            // What was asked of one person is answered.
            self.take_away(ticket).await;
        } else if done && now_or_never {
            let call = Call::patch(self.original(ticket)).json(json!({ "components": [] }));
            self.try_to(call).await;
        }
    }

    fn original(&self, ticket: &Ticket) -> String {
        format!("/webhooks/{}/{}/messages/@original", self.discord.application, ticket.token)
    }

    async fn try_to(&self, call: Call) {
        let call = call.priority(Priority::Answer).patience(PATIENCE);
        if let Err(error) = self.discord.rest.call(call).await {
            tracing::debug!(%error, "an answer is lost");
        }
    }

    async fn take_away(&self, ticket: &Ticket) {
        self.try_to(Call::delete(self.original(ticket))).await;
    }

    /// A reply as a message for one reader.
    async fn draft(&self, reply: &Reply) -> Draft {
        let app = &self.discord.app;
        let (png, gif) = (delivery::draw(app, reply).await, delivery::animate(app, reply).await);
        let made = file(reply, png.as_deref(), gif.as_deref());
        let accounts = delivery::accounts(app, &self.discord.key, reply).await;
        let accounts = accounts.unwrap_or_else(|error| {
            tracing::warn!(error = format!("{error:#}"), "people are only named");
            Default::default()
        });
        Draft::new(&reply.whole(), reply, &accounts, made)
    }

    /// Gives the answer that a command waits for.
    async fn complete_with(&self, ticket: &Ticket, reply: &Reply) {
        let draft = self.draft(reply).await.edit(&[]);
        self.try_to(draft.on(Call::patch(self.original(ticket)))).await;
    }

    /// Tells who pressed a button something alone.
    async fn follow_up(&self, ticket: &Ticket, reply: &Reply) {
        let path = format!("/webhooks/{}/{}", self.discord.application, ticket.token);
        let draft = self.draft(reply).await.for_one();
        self.try_to(draft.on(Call::post(path))).await;
    }

    /// Changes the message whose button was pressed: its text where the answer has one, else
    /// its last line; and its buttons.
    async fn change(
        &self,
        ticket: &Ticket,
        message: &Pressed,
        reply: &Reply,
    ) -> Result<(), RestError> {
        let mut draft = self.draft(reply).await.edit(&message.files);
        if reply.text.is_empty() {
            let accounts = delivery::accounts(&self.discord.app, &self.discord.key, reply).await;
            let accounts = accounts.map_err(RestError::Unavailable)?;
            let above = message.markup.rsplit_once('\n').map_or("", |(above, _)| above);
            let longest = super::draft::CONTENT.saturating_sub(super::text::length(above) + 1);
            let status = Text::new(&reply.status, &accounts, longest);
            let lines: Vec<&str> =
                [above, &status.markup].into_iter().filter(|line| !line.is_empty()).collect();
            draft.body["content"] = json!(lines.join("\n"));
            draft.body["embeds"] = json!([]);
        }
        // Nobody is called anew by an edit.
        draft.body["allowed_mentions"] = json!({ "parse": [] });
        let call = draft.on(Call::patch(self.original(ticket)));
        let call = call.priority(Priority::Answer).patience(PATIENCE);
        match self.discord.rest.call(call).await {
            Err(error) if super::errors::nothing_to_edit(&error) => Ok(()),
            done => done.map(|_| ()),
        }
    }

    /// Tells somebody who is alone with the bot that it takes two.
    async fn invite(&self, asked: &Asked, now: OffsetDateTime) -> anyhow::Result<()> {
        let (app, incoming) = (&self.discord.app, &asked.incoming);
        let (chat, event) = (&incoming.chat, &incoming.event);
        if service::first(app, chat, incoming.locale, event, now).await?.is_none() {
            return Ok(());
        }
        let lang = service::lang_of(app, incoming).await?;
        let text = app.texts.say(lang, &Sentence::new("discord-alone"));
        let label = app.texts.plain(lang, &Sentence::new("discord-add"));
        let application = &self.discord.application;
        let url = format!("https://discord.com/oauth2/authorize?client_id={application}");
        let reply = Reply { text, ..Reply::default() };
        let mut draft = self.draft(&reply).await;
        draft.body["components"] = link(&label, &url);
        let call = match &asked.way {
            Way::Typed(ticket) => draft.edit(&[]).on(Call::patch(self.original(ticket))),
            Way::Pressed(ticket, _) => {
                let path = format!("/webhooks/{application}/{}", ticket.token);
                draft.for_one().on(Call::post(path))
            }
            Way::Said => draft.on(Call::post(format!("/channels/{}/messages", incoming.place))),
        };
        let front = self.clone();
        linger(async move { front.try_to(call).await }).await;
        Ok(())
    }

    /// Says how to ask for what others must not see.
    async fn point_at_commands(&self, asked: &Asked, answer: &Answer, now: OffsetDateTime) {
        let app = &self.discord.app;
        let text = app.texts.say(answer.own_lang, &Sentence::new("discord-ask-by-command"));
        let answers = match &asked.incoming.answers {
            service::Answers::Posted(message) => Some(message.clone()),
            service::Answers::Returned => None,
        };
        let reply = Reply { text, answers, ..Reply::default() };
        let at = (answer.scope, &self.discord.key, asked.incoming.place.as_str());
        if let Err(error) = service::post(app, at, reply, now).await {
            tracing::error!(error = format!("{error:#}"), "an answer is lost");
        }
    }

    /// Suggests actions to who types one.
    async fn complete(&self, completes: &Completes) {
        let choices = match self.choices(completes).await {
            Ok(choices) => choices,
            Err(error) => {
                tracing::debug!(error = format!("{error:#}"), "nothing is suggested");
                Vec::new()
            }
        };
        let choices: Vec<Value> =
            choices.iter().map(|text| json!({ "name": text, "value": text })).collect();
        let body = json!({ "type": SUGGESTIONS, "data": { "choices": choices } });
        if let Err(error) = self.answer(&completes.ticket, body).await {
            tracing::debug!(%error, "nothing is suggested");
        }
    }

    async fn choices(&self, completes: &Completes) -> anyhow::Result<Vec<String>> {
        let app = &self.discord.app;
        let Some(scope) = chats::scope(app, &completes.chat).await? else { return Ok(Vec::new()) };
        let asker = suggest::Asker {
            platform: &completes.chat.platform,
            account: &completes.account,
            scope,
            place: &completes.place,
        };
        let mut actions = suggest::actions(app, &asker, completes.number).await?;
        actions.retain(|action| action.chars().count() <= LONGEST_CHOICE);
        Ok(commands::fitting(actions, &completes.typed, CHOICES))
    }
}

impl Asked {
    /// What may be done where it was asked, as far as it is told.
    const fn rights(&self) -> Rights {
        match self.rights {
            Some(rights) => rights,
            None => Rights { write: !self.incoming.guest, attach: true },
        }
    }
}

impl Way {
    /// What lets us answer.
    const fn ticket(&self) -> Option<&Ticket> {
        match self {
            Way::Said => None,
            Way::Typed(ticket) | Way::Pressed(ticket, _) => Some(ticket),
        }
    }
}
