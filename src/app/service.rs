//! From an event to what is stored and said: one transaction a command.

use super::{
    answers,
    button::{Button, Tail, Verb},
    career, challenges, chats, choices, clocks,
    command::Command,
    ends, fault, forget,
    hands::{self, Hands, Reach},
    health::Health,
    manners::Manners,
    matches,
    meters::{Meters, Outcome},
    names, offers,
    pace::Pace,
    press,
    reply::{Outgoing, Press, Reply, Segment},
    rounds::{Every, Findings},
    settings::{ChatSettings, OwnSettings},
    texts::{Lang, Texts, TextsError},
    tops, trace,
};
use crate::{
    game::{Arg, Message},
    games::Games,
    store::{
        Database, MatchNo, PersonId, is_broken_off,
        members::{self, Person},
        outbox::{self, Lane},
        scopes::{self, Scope},
    },
};
use anyhow::Context as _;
use futures_util::FutureExt as _;
use sqlx::{Acquire as _, PgConnection};
use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    sync::Arc,
    time::Duration,
};
use time::OffsetDateTime;
use tokio::sync::Notify;

pub use crate::store::{ScopeId, outbox::BotKey, scopes::ChatKey};

/// Longest word that is repeated to whoever typed it, in characters.
const LONGEST_ECHO: usize = 32;

/// How often a transaction is tried that others were in the way of.
pub(super) const TRIES: usize = 3;

/// The application: what all front ends share.
#[derive(Clone, Debug)]
pub struct App {
    /// The database.
    pub database: Database,
    /// The games that are played.
    pub games: Games,
    /// The texts.
    pub texts: Arc<Texts>,
    /// The numbers by which people play with each other.
    pub manners: Manners,
    /// How many commands people give to this process.
    pub pace: Arc<Pace>,
    /// How often what has changed is proved.
    pub audit_every: Every,
    /// What was found by that in this process.
    pub findings: Arc<Findings>,
    /// Wakes who sends in this process.
    pub wake: Arc<Notify>,
    /// What this process counts.
    pub meters: Arc<Meters>,
    /// How this process is.
    pub health: Arc<Health>,
}

impl App {
    /// The application on a migrated database.
    ///
    /// # Errors
    /// When a bundled locale file is faulty.
    pub fn new(database: Database, games: Games) -> Result<Self, TextsError> {
        Ok(App {
            database,
            games,
            texts: Arc::new(Texts::new(games)?),
            manners: Manners::default(),
            pace: Arc::default(),
            audit_every: Every::default(),
            findings: Arc::default(),
            wake: Arc::default(),
            meters: Arc::default(),
            health: Arc::default(),
        })
    }
}

/// A command as it comes in from a platform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// The chat.
    pub chat: ChatKey,
    /// The channel or topic within it.
    pub place: String,
    /// The platform's id of the person.
    pub account: String,
    /// The person's name as the platform gives it.
    pub name: String,
    /// The name by which the platform lets the person be called, without `@`.
    pub handle: Option<String>,
    /// Whether the person is an admin of the chat.
    pub admin: bool,
    /// Whether it is not told who it is: somebody speaks as the chat, say. Account and name
    /// are nobody's then, and nobody can play so.
    pub masked: bool,
    /// Somebody whom the command points at beside its words: whoever wrote the message that
    /// it answers, say.
    pub pointed: Option<Pointed>,
    /// How private answers are told.
    pub answers: Answers,
    /// The platform's id of the event: a repeat is a no-op.
    pub event: String,
    /// When it happened.
    pub at: OffsetDateTime,
    /// The message that it answers; of a press, the one whose button was pressed.
    pub reply_to: Option<String>,
    /// Whether only the person and the bot are in the chat.
    pub alone: bool,
    /// Whether the bot is not in the chat, and can only answer there: one of its users has
    /// brought it. Nobody is reminded there, so no clock runs, and nothing is rated.
    pub guest: bool,
    /// The language of a chat that is not known yet.
    pub locale: Lang,
    /// The language that the person has chosen for the whole platform, if that is told and
    /// Kosti speaks it.
    pub own_locale: Option<Lang>,
    /// How long the person has to wait, if this is one command too many: see [`Pace::take`].
    pub wait: Option<Duration>,
    /// What is asked for.
    pub command: Command,
}

/// Somebody whom a command points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointed {
    /// The platform's id of the person.
    pub account: String,
    /// The name as the platform gives it.
    pub name: String,
    /// The name by which the platform lets the person be called, without `@`.
    pub handle: Option<String>,
    /// Whether it is a program.
    pub bot: bool,
    /// Whether it is not told who it is, as in [`Incoming::masked`].
    pub masked: bool,
}

/// How a private answer is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answers {
    /// By the front end: it is returned to it.
    Returned,
    /// In the chat, as an answer to this message: it waits in the outbox. Where others see
    /// it, secrets are returned all the same, refusals have a pause between them, and talk is
    /// not answered.
    Posted(String),
}

/// What became of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Handled {
    /// The event had been handled before; nothing was done.
    Repeat,
    /// It was handled.
    Done(Answer),
}

/// How a command was answered. Public messages wait in the outbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The scope in whose outbox messages may wait.
    pub scope: ScopeId,
    /// The language of the chat's public texts.
    pub chat_lang: Lang,
    /// The language of texts for the asker alone.
    pub own_lang: Lang,
    /// How it went.
    pub verdict: Verdict,
    /// What to tell the asker alone, or in the place of the message whose button was pressed
    /// ([`Reply::in_place`]).
    pub private: Option<Box<Reply>>,
    /// Whether others must not see that.
    pub secret: bool,
    /// What a link into the chat of the bot and the reader carries that is shown with it, where
    /// somebody has to open that chat first: see [`hands::pressed_by`].
    pub opens: Option<String>,
}

/// How a command went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It was done.
    Done,
    /// It was understood, but a rule of the game or of manners forbids it.
    Refused,
    /// It was not understood.
    NotUnderstood,
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Done => Outcome::Done,
            Verdict::Refused => Outcome::Refused,
            Verdict::NotUnderstood => Outcome::NotUnderstood,
        }
    }
}

/// Why a command ends without having been done.
#[derive(Debug)]
pub(super) enum Stop {
    /// A rule forbids it, as the sentence says.
    Refused(Message),
    /// It was not understood; the sentence gives a hint.
    NotUnderstood(Message),
    /// It is not known whether the chats of the bot and these accounts are open; see [`Reach`].
    Unreached(Vec<String>),
    /// The program failed.
    Failed(anyhow::Error),
}

impl Stop {
    /// What it is, as it may be logged: without the names that a sentence tells.
    pub(super) fn logged(&self) -> String {
        match self {
            Stop::Refused(message) | Stop::NotUnderstood(message) => message.id.to_string(),
            Stop::Unreached(_) => "unreached".to_owned(),
            Stop::Failed(error) => format!("{error:#}"),
        }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Failed(error.into())
    }
}

/// Nobody: what is done by itself.
pub(super) const NOBODY: PersonId = PersonId(0);

/// Nowhere: the scope of a chat that is not known, in whose outbox nothing waits.
const NOWHERE: ScopeId = ScopeId(0);

/// Refuses with a sentence.
pub(super) fn refuse<T>(message: impl Into<Message>) -> Result<T, Stop> {
    Err(Stop::Refused(message.into()))
}

/// Where something is asked for or done, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct At {
    pub(super) bot: BotKey,
    pub(super) place: String,
    pub(super) event: String,
    pub(super) time: OffsetDateTime,
    pub(super) reply_to: Option<String>,
}

/// A command or job being handled: the transaction, and who asks where.
pub(super) struct Context<'a> {
    pub(super) app: &'a App,
    pub(super) db: &'a mut PgConnection,
    pub(super) at: At,
    pub(super) scope: ScopeId,
    /// Who asks; [`NOBODY`] in a job.
    pub(super) person: PersonId,
    /// Whether the asker is an admin of the chat.
    pub(super) admin: bool,
    /// Of public texts.
    pub(super) chat_lang: Lang,
    /// Of private texts.
    pub(super) own_lang: Lang,
    /// What the chat has chosen.
    pub(super) settings: ChatSettings,
    /// What the asker has chosen.
    pub(super) own: OwnSettings,
    /// Somebody whom the command points at beside its words.
    pub(super) pointed: Option<Pointed>,
    /// Whether the bot can only answer in the chat.
    pub(super) guest: bool,
    /// Whether an answer may tell what others must not see.
    pub(super) secret: bool,
    /// How hands are shown to their owners.
    pub(super) hands: Hands,
    /// See [`Answer::opens`].
    pub(super) opens: Option<String>,
    /// Whether it may be mere talk, which is not answered where others see it.
    pub(super) talk: bool,
    /// Another place where what the command is about is played.
    pub(super) elsewhere: Option<String>,
}

impl<'a> Context<'a> {
    /// What is done in a scope by itself, by nobody.
    pub(super) fn by_itself(app: &'a App, db: &'a mut PgConnection, scope: &Scope, at: At) -> Self {
        let lang = scope.language.parse().unwrap_or(Lang::En);
        Context {
            app,
            db,
            at,
            scope: scope.id,
            person: NOBODY,
            admin: false,
            chat_lang: lang,
            own_lang: lang,
            settings: ChatSettings::of(&scope.settings),
            own: OwnSettings::default(),
            pointed: None,
            guest: false,
            secret: false,
            hands: Hands::Here,
            opens: None,
            talk: false,
            elsewhere: None,
        }
    }
}

impl Context<'_> {
    pub(super) fn now(&self) -> OffsetDateTime {
        self.at.time
    }

    /// The person whom the command points at beside its words, if it does so at somebody.
    /// Who is not known yet is made known where the person is `wanted`.
    pub(super) async fn pointed(&mut self, wanted: bool) -> Result<Option<PersonId>, Stop> {
        let Some(pointed) = self.pointed.clone() else { return Ok(None) };
        if pointed.masked {
            return refuse(Message::new("pointed-masked"));
        }
        if pointed.bot {
            return refuse(Message::new("pointed-bot").with("name", names::shown(&pointed.name)));
        }
        let platform = self.at.bot.platform.clone();
        let known = members::find_account(self.db, &platform, &pointed.account).await?;
        let named = (pointed.name.as_str(), pointed.handle.as_deref());
        if let Some(person) = known
            && members::is_here(self.db, self.scope, person.id).await?
        {
            // The platform tells what the person is called now.
            if self.name(person.id).await? != names::shown(&pointed.name) {
                see(self.db, self.scope, person.id, named, self.at.time, true).await?;
            }
            return Ok(Some(person.id));
        }
        if !wanted {
            let name = names::shown(&pointed.name);
            return refuse(Message::new("no-such-person").with("name", name));
        }
        let now = self.at.time;
        let person = members::of_account(self.db, &platform, &pointed.account, now).await?;
        see(self.db, self.scope, person.id, named, now, false).await?;
        Ok(Some(person.id))
    }

    pub(super) async fn name(&mut self, person: PersonId) -> sqlx::Result<String> {
        let member = members::member(self.db, self.scope, person).await?;
        Ok(member.map_or_else(|| names::NOTHING.to_owned(), |member| member.name))
    }

    /// The person as an argument that notifies, unless the person or the chat does not want
    /// that now.
    pub(super) async fn mention(&mut self, person: PersonId) -> sqlx::Result<Arg> {
        let name = self.name(person).await?;
        let settings = members::read(self.db, person).await?.map(|person| person.settings);
        let quiet = settings.is_none_or(|settings| OwnSettings::of(&settings).quiet);
        if quiet || self.settings.is_night(self.now()) {
            return Ok(Arg::Text(name));
        }
        Ok(Arg::Mention { person: person.0, name })
    }

    /// The sentences of public texts, a line each.
    pub(super) fn public(&self, lines: &[Message]) -> Vec<Segment> {
        say_lines(&self.app.texts, self.chat_lang, lines)
    }

    /// The sentences of private texts, a line each.
    pub(super) fn private(&self, lines: &[Message]) -> Reply {
        Reply { text: say_lines(&self.app.texts, self.own_lang, lines), ..Reply::default() }
    }

    /// Something to press, with its label in a language.
    pub(super) fn press(
        &self,
        lang: Lang,
        verb: Verb,
        (number, revision): (MatchNo, i32),
        tail: Tail,
        label: Message,
    ) -> Press {
        let revision = revision.unsigned_abs();
        let button = Button { verb, scope: self.scope, number, revision, tail };
        Press { label: self.app.texts.plain(lang, &label), data: button.to_string() }
    }

    /// Something that everybody in the chat may try to press.
    pub(super) fn public_press(&self, verb: Verb, number: MatchNo, label: &'static str) -> Press {
        self.press(self.chat_lang, verb, (number, 0), Tail::Nothing, Message::new(label))
    }

    /// Something that the asker alone may press, while the match is at that revision.
    pub(super) fn private_press(
        &self,
        verb: Verb,
        at: (MatchNo, i32),
        label: &'static str,
    ) -> Press {
        self.press(self.own_lang, verb, at, Tail::Owner(self.person), Message::new(label))
    }

    /// Puts a message into the outbox.
    pub(super) async fn post(
        &mut self,
        lane: Lane,
        of: Option<MatchNo>,
        reply: &Reply,
    ) -> Result<(), Stop> {
        let silent = self.settings.is_night(self.now());
        let reply = Box::new(Reply { silent, ..reply.clone().shortened() });
        let payload = serde_json::to_value(Outgoing::Say(reply))?;
        let new = outbox::New {
            place: &self.at.place,
            of,
            lane,
            payload: &payload,
            trace: trace::current(),
        };
        outbox::insert(self.db, self.scope, &self.at.bot, &new, self.at.time).await?;
        Ok(())
    }
}

fn say_lines(texts: &Texts, lang: Lang, lines: &[Message]) -> Vec<Segment> {
    let mut segments = Vec::new();
    for line in lines {
        if !segments.is_empty() {
            segments.push(Segment::Text("\n".to_owned()));
        }
        segments.extend(texts.say(lang, line));
    }
    segments
}

/// The scope of a chat, made with that language if it is new, and its language.
///
/// # Errors
/// When the database fails.
pub async fn scope_of(
    app: &App,
    chat: &ChatKey,
    locale: Lang,
    now: OffsetDateTime,
) -> anyhow::Result<(ScopeId, Lang)> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let scope = scopes::of_chat(&mut transaction, chat, locale.as_str(), now).await?;
    transaction.commit().await?;
    Ok((scope.id, scope.language.parse().unwrap_or(locale)))
}

/// The language of texts for somebody alone.
///
/// # Errors
/// When the database fails.
pub async fn lang_of(app: &App, incoming: &Incoming) -> anyhow::Result<Lang> {
    let (_, chat_lang) = scope_of(app, &incoming.chat, incoming.locale, incoming.at).await?;
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let person = members::find_account(db, &incoming.chat.platform, &incoming.account).await?;
    transaction.commit().await?;
    Ok(own_lang(person.as_ref(), incoming, chat_lang))
}

/// The language of texts for somebody alone: the person's choice here, that for the whole
/// platform, else that of the chat.
fn own_lang(person: Option<&Person>, incoming: &Incoming, chat_lang: Lang) -> Lang {
    let chosen = person.and_then(|person| person.language.as_ref()?.parse().ok());
    chosen.or(incoming.own_locale).unwrap_or(chat_lang)
}

/// Whether what failed is a transaction that was in the way of others, a change of the schema
/// by a later release, say. It can be done again.
pub(super) fn was_in_the_way(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref()).any(is_broken_off)
}

/// Puts a message into the outbox of a scope, past every command.
///
/// # Errors
/// When the database fails.
pub async fn post(
    app: &App,
    (scope, bot, place): (ScopeId, &BotKey, &str),
    reply: Reply,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let payload = serde_json::to_value(Outgoing::Say(Box::new(reply.shortened())))?;
    let new = outbox::New {
        place,
        of: None,
        lane: Lane::Answer,
        payload: &payload,
        trace: trace::current(),
    };
    outbox::insert(&mut transaction, scope, bot, &new, now).await?;
    transaction.commit().await?;
    app.wake.notify_waiters();
    Ok(())
}

/// Says in a chat that has let the bot in what it is for, once for an event.
///
/// # Errors
/// When the database fails.
pub async fn welcome(
    app: &App,
    (chat, place): (&ChatKey, &str),
    locale: Lang,
    event: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let scope = scopes::of_chat(db, chat, locale.as_str(), now).await?;
    if !scopes::remember_event(db, scope.id, chat, event, now).await? {
        return Ok(());
    }
    let lang = scope.language.parse().unwrap_or(locale);
    let text = app.texts.say(lang, &Message::new("welcome"));
    let payload =
        serde_json::to_value(Outgoing::Say(Box::new(Reply { text, ..Reply::default() })))?;
    let new = outbox::New {
        place,
        of: None,
        lane: Lane::Answer,
        payload: &payload,
        trace: trace::current(),
    };
    outbox::insert(db, scope.id, &chat.bot(), &new, now).await?;
    transaction.commit().await?;
    app.wake.notify_waiters();
    Ok(())
}

/// Notes an event of which nothing but an answer comes; gives the language of the chat, or
/// `None` when the event had been noted before.
///
/// # Errors
/// When the database fails.
pub async fn first(
    app: &App,
    chat: &ChatKey,
    locale: Lang,
    event: &str,
    now: OffsetDateTime,
) -> anyhow::Result<Option<Lang>> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let scope = scopes::of_chat(&mut transaction, chat, locale.as_str(), now).await?;
    let first = scopes::remember_event(&mut transaction, scope.id, chat, event, now).await?;
    transaction.commit().await?;
    Ok(first.then(|| scope.language.parse().unwrap_or(locale)))
}

/// Handles a command in one transaction: either everything of it is stored, the
/// messages that tell of it included, or nothing. A chat that was thought to be out of reach
/// is not, if something comes from it.
///
/// # Errors
/// When the database or the program fails; the event can be handled again then.
pub async fn handle(app: &App, incoming: &Incoming) -> anyhow::Result<Handled> {
    handle_by::<hands::Nobody>(app, incoming, None).await
}

/// The same for a platform that shows secrets in the chat of the bot and the reader alone,
/// where that has to be open: it is tried to be reached before hands are dealt.
///
/// # Errors
/// When the database, the platform or the program fails; the event can be handled again then.
pub async fn handle_reaching(
    app: &App,
    incoming: &Incoming,
    reach: &impl Reach,
) -> anyhow::Result<Handled> {
    handle_by(app, incoming, Some(reach)).await
}

/// Handles a command under its trace.
async fn handle_by<R: Reach>(
    app: &App,
    incoming: &Incoming,
    reach: Option<&R>,
) -> anyhow::Result<Handled> {
    let handling = Box::pin(count(app, incoming, reach));
    match trace::current() {
        Some(_) => handling.await,
        None => trace::follow(trace::of(&incoming.chat.bot(), &incoming.event), handling).await,
    }
}

/// Handles a command, and counts it by what became of it.
async fn count<R: Reach>(
    app: &App,
    incoming: &Incoming,
    reach: Option<&R>,
) -> anyhow::Result<Handled> {
    // What panics has failed, too.
    let tried = AssertUnwindSafe(try_again(app, incoming, reach)).catch_unwind().await;
    let handled = tried.unwrap_or_else(|panic| {
        app.meters.command(&incoming.chat.platform, incoming.command.kind(), Outcome::Failed);
        resume_unwind(panic)
    });
    let outcome = match &handled {
        Ok(Handled::Repeat) => Outcome::Repeated,
        Ok(Handled::Done(_)) if incoming.wait.is_some() => Outcome::TooMany,
        Ok(Handled::Done(answer)) => answer.verdict.into(),
        Err(_) => Outcome::Failed,
    };
    let kind = incoming.command.kind();
    app.meters.command(&incoming.chat.platform, kind, outcome);
    tracing::debug!(command = kind, outcome = outcome.as_str(), "a command was handled");
    handled
}

/// Handles a command, again where others were in the way.
async fn try_again<R: Reach>(
    app: &App,
    incoming: &Incoming,
    reach: Option<&R>,
) -> anyhow::Result<Handled> {
    let mut tried = 1;
    let mut shown = if reach.is_some() { Hands::Alone { tested: false } } else { Hands::Here };
    loop {
        match try_to_handle(app, incoming, shown).await {
            Err(error) if tried < TRIES && was_in_the_way(&error) => tried += 1,
            Err(error) => return Err(error),
            Ok(Tried::Handled(handled)) => return Ok(handled),
            Ok(Tried::Gone) => chats::back(app, &incoming.chat, incoming.at).await?,
            Ok(Tried::Unreached(accounts)) => {
                for account in accounts {
                    if let Some(reach) = reach
                        && reach.reach(&account).await?
                    {
                        let chat = hands::chat(&incoming.chat.bot(), &account);
                        hands::opened(app, &chat, incoming.locale, incoming.at).await?;
                    }
                }
                shown = Hands::Alone { tested: true };
            }
        }
    }
}

/// What came of a try.
enum Tried {
    Handled(Handled),
    /// Nothing was stored: the chat was thought to be gone, and has to come back first.
    Gone,
    /// Nothing was stored: it has to be seen first whether these accounts can be reached.
    Unreached(Vec<String>),
}

/// The scope in which somebody comes or goes, if the person is known there: strangers who come
/// and go are not stored, nor are chats that nobody has spoken in.
async fn of_known(db: &mut PgConnection, incoming: &Incoming) -> sqlx::Result<Option<Scope>> {
    let chat = &incoming.chat;
    let Some(scope) = scopes::find(db, chat).await? else { return Ok(None) };
    if scope.gone {
        return Ok(Some(scope));
    }
    let person = members::find_account(db, &chat.platform, &incoming.account).await?;
    let Some(person) = person else { return Ok(None) };
    Ok(members::is_here(db, scope.id, person.id).await?.then_some(scope))
}

async fn try_to_handle(app: &App, incoming: &Incoming, hands: Hands) -> anyhow::Result<Tried> {
    fault::point("received");
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let at = incoming.at;
    let coming_or_going = matches!(incoming.command, Command::Left | Command::Returned);
    let scope = if coming_or_going {
        of_known(db, incoming).await?
    } else {
        Some(scopes::of_chat(db, &incoming.chat, incoming.locale.as_str(), at).await?)
    };
    let Some(scope) = scope else {
        let chat_lang = incoming.locale;
        let (verdict, private, secret) = (Verdict::Done, None, false);
        let (scope, own_lang) = (NOWHERE, chat_lang);
        let opens = None;
        let nothing = Answer { scope, chat_lang, own_lang, verdict, private, secret, opens };
        return Ok(Tried::Handled(Handled::Done(nothing)));
    };
    if !scopes::remember_event(db, scope.id, &incoming.chat, &incoming.event, at).await? {
        return Ok(Tried::Handled(Handled::Repeat));
    }
    if scope.gone {
        transaction.rollback().await?;
        return Ok(Tried::Gone);
    }
    let mut chat_lang = scope.language.parse().unwrap_or(incoming.locale);
    let asker = asker(db, scope.id, incoming, chat_lang).await?;
    if incoming.alone {
        chat_lang = asker.lang;
    }
    fault::point("remembered");
    // What a refused command has done is undone, the memory of its event is not.
    let mut attempt = db.begin().await?;
    let mut context = Context {
        app,
        db: &mut attempt,
        at: At {
            bot: incoming.chat.bot(),
            place: incoming.place.clone(),
            event: incoming.event.clone(),
            time: at,
            reply_to: incoming.reply_to.clone(),
        },
        scope: scope.id,
        person: asker.person,
        admin: incoming.admin,
        chat_lang,
        own_lang: asker.lang,
        settings: ChatSettings::of(&scope.settings),
        own: asker.own,
        pointed: incoming.pointed.clone(),
        guest: incoming.guest,
        secret: false,
        hands,
        opens: None,
        talk: incoming.command.may_be_talk(),
        elsewhere: None,
    };
    let done = if let Some(wait) = incoming.wait {
        refuse(too_many(wait))
    } else if incoming.masked && !incoming.command.needs_nobody() {
        refuse(Message::new("masked"))
    } else {
        dispatch(&mut context, &incoming.command).await
    };
    let chat_lang = context.chat_lang;
    let (secret, talk, silent) = (context.secret, context.talk, context.settings.is_night(at));
    let (person, own_lang) = (context.person, context.own_lang);
    let (elsewhere, mut opens) = (context.elsewhere.take(), context.opens.take());
    let (verdict, private) = match done {
        Ok(private) => {
            attempt.commit().await?;
            (Verdict::Done, private.map(Box::new))
        }
        Err(stop) => {
            attempt.rollback().await?;
            let (verdict, message) = match stop {
                Stop::Refused(message) => (Verdict::Refused, message),
                Stop::NotUnderstood(message) => (Verdict::NotUnderstood, message),
                Stop::Unreached(accounts) => return Ok(Tried::Unreached(accounts)),
                Stop::Failed(error) => return Err(error),
            };
            // Who has to open a chat is told before all.
            let lang = if opens.is_some() && !secret { chat_lang } else { own_lang };
            let text = app.texts.say(lang, &message);
            (verdict, Some(Box::new(Reply { text, ..Reply::default() })))
        }
    };
    let (mut private, mut posted) = (private, None);
    let alone = incoming.alone;
    if let Answers::Posted(message) = &incoming.answers {
        if talk && verdict != Verdict::Done && !alone {
            private = None;
        }
        if alone || !secret && opens.is_none() {
            let answers = Some(message.clone());
            posted = private.take().map(|reply| Reply { answers, silent, ..*reply });
        }
    }
    if let Some(reply) = posted
        && (verdict == Verdict::Done
            || alone && incoming.wait.is_none()
            || may_be_refused(app, db, scope.id, person, at).await?)
    {
        let payload = serde_json::to_value(Outgoing::Say(Box::new(reply.shortened())))?;
        let place = &incoming.place;
        let new = outbox::New {
            place,
            of: None,
            lane: Lane::Answer,
            payload: &payload,
            trace: trace::current(),
        };
        outbox::insert(db, scope.id, &incoming.chat.bot(), &new, at).await?;
    }
    if opens.is_some() && !secret && !may_be_refused(app, db, scope.id, person, at).await? {
        opens = None;
    }
    if let (Some(place), Verdict::Refused) = (elsewhere, verdict) {
        let payload = serde_json::to_value(Outgoing::Look)?;
        let new = outbox::New {
            place: &place,
            of: None,
            lane: Lane::Edit,
            payload: &payload,
            trace: trace::current(),
        };
        outbox::insert(db, scope.id, &incoming.chat.bot(), &new, at).await?;
    }
    fault::point("handled");
    transaction.commit().await.context("cannot commit")?;
    fault::point("committed");
    app.wake.notify_waiters();
    let answer = Answer { scope: scope.id, chat_lang, own_lang, verdict, private, secret, opens };
    Ok(Tried::Handled(Handled::Done(answer)))
}

/// Who asks, as the store knows that person now.
struct Known {
    person: PersonId,
    lang: Lang,
    own: OwnSettings,
}

/// Who asks: made known to the scope. Nobody where it is not told who it is.
async fn asker(
    db: &mut PgConnection,
    scope: ScopeId,
    incoming: &Incoming,
    chat_lang: Lang,
) -> sqlx::Result<Known> {
    if incoming.masked {
        return Ok(Known { person: NOBODY, lang: chat_lang, own: OwnSettings::default() });
    }
    let at = incoming.at;
    let person = members::of_account(db, &incoming.chat.platform, &incoming.account, at).await?;
    let name = names::shown(&incoming.name);
    if person.public_name.as_ref().is_some_and(|known| *known != name) {
        members::rename_in_public(db, person.id, &name).await?;
    }
    let coming_or_going = matches!(incoming.command, Command::Left | Command::Returned);
    let named = (incoming.name.as_str(), incoming.handle.as_deref());
    see(db, scope, person.id, named, at, coming_or_going).await?;
    Ok(Known {
        person: person.id,
        lang: own_lang(Some(&person), incoming, chat_lang),
        own: OwnSettings::of(&person.settings),
    })
}

/// Notes how somebody is called in a scope.
async fn see(
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
    (name, handle): (&str, Option<&str>),
    now: OffsetDateTime,
    coming_or_going: bool,
) -> sqlx::Result<()> {
    let name = names::shown(name);
    let (key, handle) = (names::key(&name), handle.map(names::key));
    let handle = handle.as_deref();
    let seen = members::Seen { name: &name, key: &key, handle, coming_or_going };
    members::seen(db, scope, person, seen, now).await
}

/// That somebody has given more commands than he may.
fn too_many(wait: Duration) -> Message {
    // A second that has begun counts.
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    Message::new("too-many-commands").with("seconds", u32::try_from(seconds).unwrap_or(u32::MAX))
}

/// Whether it may be told now, for all to see, that something is refused.
async fn may_be_refused(
    app: &App,
    db: &mut PgConnection,
    scope: ScopeId,
    person: PersonId,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let pause = f64::from(app.manners.refusal_seconds);
    Ok(person == NOBODY || members::may_be_refused(db, scope, person, pause, now).await?)
}

async fn dispatch(context: &mut Context<'_>, command: &Command) -> Result<Option<Reply>, Stop> {
    match command {
        Command::Play(play) => challenges::play(context, play).await,
        // Front ends know what that means to them.
        Command::Start { .. } => Ok(Some(context.private(&[Message::new("help")]))),
        Command::Accept { number } => challenges::accept(context, *number).await,
        Command::Decline { number } => challenges::decline(context, *number).await,
        Command::Cancel { number, sure } => challenges::cancel(context, *number, *sure).await,
        Command::Move { number, text, bare } => {
            matches::play_move(context, *number, text, *bare).await
        }
        Command::Board { number } => matches::board(context, *number).await,
        Command::Moves { number } => matches::moves(context, *number).await,
        Command::Hand { number } => hands::hand(context, *number).await,
        Command::Resign { number, giving } => ends::resign(context, *number, *giving).await,
        Command::Rematch { number } => challenges::rematch(context, *number).await,
        Command::Claim { number } => ends::claim(context, *number).await,
        Command::Nudge { number } => ends::nudge(context, *number).await,
        Command::Press(data) => press::press(context, data).await,
        Command::Left => clocks::left(context).await,
        Command::Returned => clocks::returned(context).await,
        Command::Settings { name, value } => {
            choices::settings(context, name.as_deref(), value).await
        }
        Command::Theme { name, chat } => choices::theme(context, name.as_deref(), *chat).await,
        Command::Notify { on } => choices::notify(context, *on).await,
        Command::Forget { sure } => forget::forget(context, *sure).await,
        Command::Replay { number } => answers::replay(context, *number).await,
        Command::Dice { number } => answers::dice(context, *number).await,
        Command::Later(word) => refuse(Message::new("not-yet").with("word", *word)),
        Command::Draw { number } => offers::draw(context, *number).await,
        Command::Takeback { number } => offers::takeback(context, *number).await,
        Command::Games => answers::games(context).await,
        Command::Top { words } => tops::top(context, words).await,
        Command::Rank { name } => career::rank(context, name.as_deref()).await,
        Command::History { name } => career::history(context, name.as_deref()).await,
        Command::Vs { name } => career::versus(context, name.as_deref()).await,
        Command::Record { number } => answers::record(context, *number).await,
        Command::Rules { game } => answers::rules(context, game.as_deref()),
        Command::Help => Ok(Some(context.private(&[Message::new("help")]))),
        Command::Lang { code, chat } => choices::lang(context, code.as_deref(), *chat).await,
        Command::Unknown(word) => {
            let word = names::cut(word, LONGEST_ECHO);
            Err(Stop::NotUnderstood(Message::new("unknown-command").with("word", word)))
        }
        Command::Misused(word) => Err(Stop::NotUnderstood(Message::new(format!("usage-{word}")))),
    }
}
