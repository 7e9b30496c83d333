//! From an update to what is stored and answered.

use super::{
    errors,
    keyboard::keyboard,
    text::Text,
    transport::{GENERAL, Telegram, message_id, reply_to, thread_id},
    update::{Asked, Event, Pressed, Reader, Way},
};
use crate::{
    app::{
        chats,
        command::Command,
        delivery::{self, SendError},
        hands, press,
        reply::{CAPTION, Reply, Segment, TEXT},
        service::{self, Answer, Handled, Incoming, Verdict},
        texts::Lang,
    },
    chat::serving::linger,
    game::Message as Sentence,
};
use serde_json::Value;
use std::{collections::BTreeMap, time::Duration};
use teloxide::{
    payloads::{
        AnswerCallbackQuerySetters as _, EditMessageCaptionSetters as _,
        EditMessageReplyMarkupSetters as _, EditMessageTextSetters as _, SendMessageSetters as _,
    },
    requests::Requester as _,
    types::{
        CallbackQueryId, ChatId, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntityKind,
        MessageId, Update, UserId,
    },
};
use time::OffsetDateTime;
use url::Url;

/// The most characters of an answer to a press.
const TOAST: usize = 200;
/// What a link carries that only opens a chat.
const HELLO: &str = "hello";
/// A longer answer stands until it is closed.
const GLANCE: usize = 60;
/// How long Telegram may take to say who is an admin.
const PATIENCE: Duration = Duration::from_secs(5);

/// The front end: what all ways share by which updates come in.
#[derive(Clone, Debug)]
pub(super) struct Front {
    pub(super) telegram: Telegram,
    pub(super) reader: Reader,
}

impl Front {
    /// Does what an update asks for, and answers.
    ///
    /// # Errors
    /// When it has to be done again: the database or the program fails.
    pub(super) async fn update(&self, update: &Update, now: OffsetDateTime) -> anyhow::Result<()> {
        for event in self.reader.read(update, now) {
            self.event(event, now).await?;
        }
        Ok(())
    }

    async fn event(&self, event: Event, now: OffsetDateTime) -> anyhow::Result<()> {
        let app = &self.telegram.app;
        match event {
            Event::Asked(asked) => self.asked(*asked, now).await,
            Event::Idle(query) => {
                let front = self.clone();
                linger(async move { front.answer(&query, None).await }).await;
                Ok(())
            }
            Event::Moved { old, new } => {
                let (old, new) = (old.0.to_string(), new.0.to_string());
                chats::moved(app, &self.telegram.key, &old, &new, now).await
            }
            Event::Gone(chat) => chats::gone(app, &chat, now).await,
            Event::Here { chat, welcome, event } => {
                chats::back(app, &chat, now).await?;
                match welcome {
                    Some(lang) => service::welcome(app, (&chat, GENERAL), lang, &event, now).await,
                    None => Ok(()),
                }
            }
        }
    }

    async fn asked(&self, mut asked: Asked, now: OffsetDateTime) -> anyhow::Result<()> {
        asked.incoming.wait = self.telegram.app.pace.take(&asked.incoming);
        // Nothing more is asked of the platform for who asks too much.
        let asked = match asked.incoming.wait {
            Some(_) => asked,
            None => match self.prepared(asked, now).await? {
                Some(asked) => asked,
                None => return Ok(()),
            },
        };
        let telegram = &self.telegram;
        let handled = service::handle_reaching(&telegram.app, &asked.incoming, telegram).await?;
        // From here on nothing is done again: what fails is only not told.
        let front = self.clone();
        linger(async move { front.tell(&asked, handled, now).await }).await;
        Ok(())
    }

    /// What is asked, with all that is to be known of it; `None` if that is answered.
    async fn prepared(
        &self,
        mut asked: Asked,
        now: OffsetDateTime,
    ) -> anyhow::Result<Option<Asked>> {
        if asked.private {
            self.take_home(&mut asked).await?;
        }
        match &asked.incoming.command {
            Command::Start { .. } if asked.private => {
                self.greet(asked, now).await?;
                return Ok(None);
            }
            // Whoever let the bot in by a link has been welcomed.
            Command::Start { payload } if !payload.is_empty() => return Ok(None),
            Command::Hand { .. } if asked.private => {
                self.invite(asked, "telegram-hand-where").await?;
                return Ok(None);
            }
            command if asked.private && command.takes_two() => {
                self.invite(asked, "telegram-alone").await?;
                return Ok(None);
            }
            _ => {}
        }
        if let (Way::Pressed { message, .. }, Command::Press(data)) =
            (&asked.way, &asked.incoming.command)
            && !message.placed
            && let Some(place) = press::place(&self.telegram.app, data).await?
        {
            asked.incoming.place = place;
        }
        let incoming = &mut asked.incoming;
        if !asked.private && !incoming.masked && incoming.command.asks_for_rights() {
            incoming.admin = self.is_admin(asked.chat, asked.person).await;
        }
        Ok(Some(asked))
    }

    /// Has what is asked in the chat of the asker and the bot, of a match in another chat, done
    /// there: that may be a button below a hand, or a link to one.
    async fn take_home(&self, asked: &mut Asked) -> anyhow::Result<()> {
        let (app, key) = (&self.telegram.app, &self.telegram.key);
        let incoming = &mut asked.incoming;
        let data = match &incoming.command {
            Command::Press(data) => Some(data.clone()),
            Command::Start { payload } => hands::pressed_by(payload),
            _ => None,
        };
        let Some(data) = data else { return Ok(()) };
        let Some((chat, place)) = hands::home(app, key, &data).await? else { return Ok(()) };
        if matches!(incoming.command, Command::Start { .. }) {
            hands::opened(app, &incoming.chat, incoming.locale, incoming.at).await?;
        }
        // There nobody is an admin by that, and no message of it is meant.
        let (admin, alone, reply_to, answers) = (false, false, None, service::Answers::Returned);
        let (command, there) = (Command::Press(data), incoming.clone());
        *incoming = Incoming { chat, place, admin, alone, reply_to, answers, command, ..there };
        Ok(())
    }

    /// Tells who asked what came of it.
    async fn tell(&self, asked: &Asked, handled: Handled, now: OffsetDateTime) {
        match (handled, &asked.way) {
            (Handled::Repeat, Way::Pressed { query, .. }) => self.answer(query, None).await,
            (Handled::Done(answer), Way::Pressed { query, message }) => {
                self.pressed(asked, query, message, answer, now).await;
            }
            (Handled::Done(answer), Way::Said) => {
                let Some(reply) = answer.private else { return };
                match answer.opens {
                    Some(payload) if !answer.secret => {
                        self.ask_to_open(asked, (answer.chat_lang, &payload), &reply).await;
                    }
                    opens => self.confide(asked, answer.own_lang, (*reply, opens), now).await,
                }
            }
            (Handled::Repeat, _) | (Handled::Done(_), Way::Told) => {}
        }
    }

    /// Says that it cannot be done now, to who pressed a button or gave a command.
    pub(super) async fn give_up(&self, update: &Update, payload: &Value, now: OffsetDateTime) {
        let text = |path| payload.pointer(path).and_then(Value::as_str);
        let Some(query) = text("/callback_query/id") else {
            let (front, update) = (self.clone(), update.clone());
            return linger(async move { front.excuse(&update, now).await }).await;
        };
        let query = CallbackQueryId(query.to_owned());
        let lang = text("/callback_query/from/language_code").map_or(Lang::En, Lang::of_locale);
        let said = self.telegram.app.texts.plain(lang, &Sentence::new("press-later"));
        let front = self.clone();
        linger(async move { front.answer(&query, Some((said, false))).await }).await;
    }

    /// Answers a command that could not be handled.
    async fn excuse(&self, update: &Update, now: OffsetDateTime) {
        for event in self.reader.read(update, now) {
            if let Event::Asked(asked) = event
                && matches!(asked.way, Way::Said)
                && !asked.incoming.command.may_be_talk()
            {
                let lang = asked.incoming.own_locale.unwrap_or(asked.incoming.locale);
                let said = self.telegram.app.texts.plain(lang, &Sentence::new("press-later"));
                self.say_with_link(&asked, said, (String::new(), None)).await;
            }
        }
    }

    /// Whether somebody is an admin of a chat; not, if Telegram does not say.
    async fn is_admin(&self, chat: ChatId, person: Option<ChatId>) -> bool {
        let Some(id) = person.and_then(|person| u64::try_from(person.0).ok()) else { return false };
        let asking = self.telegram.bot.get_chat_member(chat, UserId(id)).into_future();
        let told = tokio::time::timeout(PATIENCE, asking).await;
        match told.map(|told| self.telegram.heard(told)) {
            Ok(Ok(member)) => member.is_privileged(),
            Ok(Err(error)) => {
                tracing::debug!(error = errors::harmless(&error), "no word of an admin");
                false
            }
            Err(_) => {
                tracing::debug!("no word of an admin in time");
                false
            }
        }
    }

    /// Tells what came of a press.
    async fn pressed(
        &self,
        asked: &Asked,
        query: &CallbackQueryId,
        message: &Pressed,
        answer: Answer,
        now: OffsetDateTime,
    ) {
        let in_place = answer.private.as_ref().is_some_and(|reply| reply.in_place);
        if asked.is_away() && !in_place {
            // What stands below a hand is over, or out of date.
            self.take_buttons(asked.chat, message.id).await;
        }
        let Some(reply) = answer.private else { return self.answer(query, None).await };
        let toast = Text::new(&reply.whole(), &BTreeMap::new());
        let plain: String = reply.whole().iter().map(Segment::plain).collect();
        let bare = reply.buttons.is_empty() && reply.picture.is_none();
        let refused = answer.verdict != Verdict::Done;
        // A refusal is for who presses alone, however long it is.
        let short = bare && (refused || toast.length() <= TOAST);
        if reply.in_place {
            let changed = self.change(asked.chat, message, &reply).await;
            return match changed {
                Ok(()) => self.answer(query, None).await,
                Err(error) => {
                    tracing::debug!(%error, "a message stays as it is");
                    let later = Sentence::new("press-later");
                    let said = self.telegram.app.texts.plain(answer.own_lang, &later);
                    self.answer(query, Some((said, false))).await;
                }
            };
        }
        if short {
            let stays = refused && plain.encode_utf16().count() > GLANCE;
            let toast = Text { text: plain, entities: Vec::new() }.cut(TOAST);
            self.answer(query, Some((toast.text, stays))).await;
            if let Some(payload) = answer.opens {
                self.ask_to_open(asked, (answer.chat_lang, &payload), &reply).await;
            }
            return;
        }
        if answer.secret || asked.is_away() {
            let told = (answer.own_lang, *reply, answer.opens);
            return self.show_alone(asked, query, told, now).await;
        }
        self.answer(query, None).await;
        let reply = Reply { answers: Some(message.id.0.to_string()), ..*reply };
        let app = &self.telegram.app;
        let place = &asked.incoming.place;
        let key = &self.telegram.key;
        if let Err(error) = service::post(app, (answer.scope, key, place), reply, now).await {
            tracing::error!(error = format!("{error:#}"), "an answer is lost");
        }
    }

    /// Answers a press. One that is too old for an answer is none the worse.
    async fn answer(&self, query: &CallbackQueryId, said: Option<(String, bool)>) {
        let mut request = self.telegram.bot.answer_callback_query(query.clone());
        if let Some((text, stays)) = said {
            request = request.text(text).show_alert(stays);
        }
        if let Err(error) = self.telegram.heard(request.await) {
            tracing::debug!(error = errors::harmless(&error), "a press is not answered");
        }
    }

    /// Changes the message whose button was pressed: its text where the answer has one, else
    /// its last line; and its buttons.
    async fn change(
        &self,
        chat: ChatId,
        message: &Pressed,
        reply: &Reply,
    ) -> Result<(), SendError> {
        let (bot, keyboard) = (&self.telegram.bot, keyboard(&reply.buttons).unwrap_or_default());
        let (app, key) = (&self.telegram.app, &self.telegram.key);
        let accounts = delivery::accounts(app, key, reply).await.map_err(SendError::Later)?;
        let text = if reply.text.is_empty() {
            message.above().followed_by(&Text::new(&reply.status, &accounts))
        } else {
            Text::new(&reply.whole(), &accounts)
        };
        let done = if message.caption {
            let text = text.cut(CAPTION);
            let edit = bot.edit_message_caption(chat, message.id).caption(text.text);
            edit.caption_entities(text.entities).reply_markup(keyboard).await.map(|_| ())
        } else {
            let text = text.cut(TEXT);
            let edit = bot.edit_message_text(chat, message.id, text.text).entities(text.entities);
            edit.reply_markup(keyboard).await.map(|_| ())
        };
        match self.telegram.heard(done) {
            Err(error) if errors::nothing_to_edit(&error) => Ok(()),
            done => done.map_err(errors::send_error),
        }
    }

    /// Takes the buttons from a message.
    async fn take_buttons(&self, chat: ChatId, message: MessageId) {
        let none = InlineKeyboardMarkup::default();
        let edit = self.telegram.bot.edit_message_reply_markup(chat, message).reply_markup(none);
        match self.telegram.heard(edit.await) {
            Err(error) if !errors::nothing_to_edit(&error) => {
                tracing::debug!(error = errors::harmless(&error), "buttons stay");
            }
            _ => {}
        }
    }

    /// Tells somebody alone what others must not see.
    async fn whisper(
        &self,
        asked: &Asked,
        lang: Lang,
        reply: Reply,
        now: OffsetDateTime,
    ) -> Result<(), SendError> {
        let nobody = || SendError::Refused("nobody is there".to_owned());
        let person = asked.person.ok_or_else(nobody)?;
        let app = &self.telegram.app;
        let png = delivery::draw(app, &reply).await;
        let told = self.telegram.whisper(person, lang, reply, png).await.map(|_| ());
        if let Err(error) = &told {
            tracing::debug!(%error, "somebody cannot be told alone");
        }
        if matches!(told, Err(SendError::Gone(_))) {
            let chat = hands::chat(&self.telegram.key, &person.0.to_string());
            if let Err(error) = chats::gone(app, &chat, now).await {
                tracing::debug!(error = format!("{error:#}"), "a closed chat is not noted");
            }
        }
        told
    }

    /// Shows who pressed a button something that nobody else may see, or leads to where it is
    /// shown.
    async fn show_alone(
        &self,
        asked: &Asked,
        query: &CallbackQueryId,
        (lang, reply, opens): (Lang, Reply, Option<String>),
        now: OffsetDateTime,
    ) {
        let say = |id| self.telegram.app.texts.plain(lang, &Sentence::new(id));
        match self.whisper(asked, lang, reply, now).await {
            Ok(()) if asked.private => self.answer(query, None).await,
            Ok(()) => self.answer(query, Some((say("telegram-shown"), false))).await,
            Err(SendError::Gone(_)) => {
                let mut request = self.telegram.bot.answer_callback_query(query.clone());
                request.url = self.link("start", opens.as_deref().unwrap_or(HELLO));
                if let Err(error) = self.telegram.heard(request.await) {
                    tracing::debug!(error = errors::harmless(&error), "a press leads nowhere");
                }
            }
            Err(_) => self.answer(query, Some((say("press-later"), false))).await,
        }
    }

    /// Says in the chat that somebody has to open one with the bot, by a link that carries this.
    async fn ask_to_open(&self, asked: &Asked, (lang, payload): (Lang, &str), reply: &Reply) {
        let said = reply.whole().iter().map(Segment::plain).collect();
        let label = self.telegram.app.texts.plain(lang, &Sentence::new("telegram-open"));
        let link = self.link("start", payload);
        self.say_with_link(asked, said, (label, link)).await;
    }

    /// Tells somebody alone what others must not see; says where it can be told if it cannot
    /// be here.
    async fn confide(
        &self,
        asked: &Asked,
        lang: Lang,
        (reply, opens): (Reply, Option<String>),
        now: OffsetDateTime,
    ) {
        let told = self.whisper(asked, lang, reply, now).await;
        if asked.private || !matches!(told, Err(SendError::Gone(_))) {
            return;
        }
        let said = self.telegram.app.texts.plain(lang, &Sentence::new("telegram-open-first"));
        let label = self.telegram.app.texts.plain(lang, &Sentence::new("telegram-open"));
        let link = self.link("start", opens.as_deref().unwrap_or(HELLO));
        self.say_with_link(asked, said, (label, link)).await;
    }

    /// Tells somebody who begins to talk to the bot alone what it is for, once for an event.
    async fn greet(&self, asked: Asked, now: OffsetDateTime) -> anyhow::Result<()> {
        let app = &self.telegram.app;
        let incoming = &asked.incoming;
        let (chat, event) = (&incoming.chat, &incoming.event);
        if service::first(app, chat, incoming.locale, event, now).await?.is_none() {
            return Ok(());
        }
        self.invite(asked, "telegram-start").await
    }

    /// Tells somebody who is alone with the bot what it is for, or that it takes two.
    async fn invite(&self, asked: Asked, sentence: &'static str) -> anyhow::Result<()> {
        let app = &self.telegram.app;
        let lang = service::lang_of(app, &asked.incoming).await?;
        let said = app.texts.plain(lang, &Sentence::new(sentence));
        let label = app.texts.plain(lang, &Sentence::new("telegram-add"));
        let link = (label, self.link("startgroup", "true"));
        let front = self.clone();
        linger(async move { front.say_with_link(&asked, said, link).await }).await;
        Ok(())
    }

    async fn say_with_link(
        &self,
        asked: &Asked,
        said: String,
        (label, link): (String, Option<Url>),
    ) {
        let bot = &self.telegram.bot;
        let mut request = bot.send_message(asked.chat, said);
        if let Some(link) = link {
            let button = InlineKeyboardButton::url(label, link);
            request = request.reply_markup(InlineKeyboardMarkup::new([[button]]));
        }
        request.message_thread_id = thread_id(&asked.incoming.place);
        request.reply_parameters = asked.message().map(reply_to);
        if let Err(error) = self.telegram.heard(request.await) {
            tracing::warn!(error = errors::harmless(&error), "an answer is lost");
        }
    }

    /// A link that opens the bot.
    fn link(&self, parameter: &str, payload: &str) -> Option<Url> {
        let name = self.reader.me.user.username.as_deref()?;
        Url::parse(&format!("https://t.me/{name}?{parameter}={payload}")).ok()
    }
}

impl Asked {
    /// Whether it is about another chat than the one in which it is asked.
    fn is_away(&self) -> bool {
        self.private && self.incoming.chat.chat_id != self.chat.0.to_string()
    }

    /// The message by which it was asked in a group.
    fn message(&self) -> Option<MessageId> {
        match &self.incoming.answers {
            service::Answers::Posted(message) if !self.private => message_id(message),
            _ => None,
        }
    }
}

impl Pressed {
    /// What stands in the message above its last line.
    fn above(&self) -> Text {
        let text = self.text.rsplit_once('\n').map_or("", |(above, _)| above).to_owned();
        let length = text.encode_utf16().count();
        let ours = |kind: &MessageEntityKind| {
            // What Telegram has found by itself it finds again.
            matches!(kind, MessageEntityKind::TextMention { .. } | MessageEntityKind::Pre { .. })
        };
        let mut entities = self.entities.clone();
        entities.retain(|entity| entity.offset + entity.length <= length && ours(&entity.kind));
        Text { text, entities }
    }
}
