//! Chats that move to another id of their platform, and chats that cannot be reached.
//!
//! A chat is a scope of ours under whatever name a platform has for it. When the name changes,
//! the scope keeps everything; only what was posted is not there any more, so how things stand
//! is posted again. While a chat cannot be reached, nothing is said there and no time counts.

use super::{
    challenges,
    jobs::Kind,
    matches, offers,
    service::{App, At, Context, Stop, TRIES, was_in_the_way},
    table::lock_here,
};
use crate::{
    game::Message,
    store::{
        MatchNo, ScopeId, challenges as challenge_rows,
        chats::{self, Locked},
        heartbeats, jobs, matches as match_rows, merging,
        outbox::BotKey,
        places,
        scopes::{self, ChatKey, Scope},
    },
};
use anyhow::Context as _;
use sqlx::{Acquire as _, PgConnection};
use time::OffsetDateTime;

/// The scope of a chat, if something is known of it.
///
/// # Errors
/// When the database fails.
pub async fn scope(app: &App, chat: &ChatKey) -> anyhow::Result<Option<ScopeId>> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let scope = chats::scope(&mut transaction, chat).await?;
    transaction.commit().await?;
    Ok(scope)
}

/// The chat that a platform called `old` is called `new` from now on. Its matches, challenges
/// and offers are posted again, once, however often this is told: an old name that is not known
/// any more changes nothing.
///
/// Where something from the new chat has been handled before the move was heard of, there are
/// two scopes: everything of the younger one moves into the older one, whose settings count.
///
/// # Errors
/// When the database fails; nothing has changed then.
pub async fn moved(
    app: &App,
    bot: &BotKey,
    old: &str,
    new: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    if old == new {
        return Ok(());
    }
    let mut tried = 1;
    loop {
        match try_to_move(app, bot, [old, new], now).await {
            Err(error) => again(&mut tried, error)?,
            // Something from the new chat is being handled for the first time: now it has a
            // scope.
            Ok(false) => {}
            Ok(true) => return Ok(()),
        }
    }
}

/// The bot cannot reach a chat any more: it was removed or blocked, or the chat is deleted.
///
/// What is to be said there waits until [`back`], at the most as long as for any other reason:
/// who sends it may call this and put it back, as [`super::delivery::SendError::Later`]. Clocks
/// stand still. A chat that is not known is not made known.
///
/// # Errors
/// When the database fails; nothing has changed then.
pub async fn gone(app: &App, chat: &ChatKey, now: OffsetDateTime) -> anyhow::Result<()> {
    let mut tried = 1;
    loop {
        match try_to_leave(app, chat, now).await {
            Err(error) => again(&mut tried, error)?,
            Ok(()) => return Ok(()),
        }
    }
}

/// The bot can reach a chat again. Every command from there means that too.
///
/// Deadlines that were still to come when it was lost are put off by the time since, and what
/// was to be said then is said.
///
/// # Errors
/// When the database fails; nothing has changed then.
pub async fn back(app: &App, chat: &ChatKey, now: OffsetDateTime) -> anyhow::Result<()> {
    let mut tried = 1;
    loop {
        match try_to_return(app, chat, now).await {
            Err(error) => again(&mut tried, error)?,
            Ok(()) => return Ok(()),
        }
    }
}

/// Lets a transaction be tried again that others were in the way of, a few times.
fn again(tried: &mut usize, error: anyhow::Error) -> anyhow::Result<()> {
    if *tried >= TRIES || !was_in_the_way(&error) {
        return Err(error);
    }
    *tried += 1;
    Ok(())
}

async fn try_to_leave(app: &App, chat: &ChatKey, now: OffsetDateTime) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let Some(scope) = chats::lock_chat(db, chat).await? else { return Ok(()) };
    if scope.gone_at.is_none() {
        let now = by_the_heart(db, &chat.bot(), now).await?;
        chats::set_gone(db, scope.id, Some(now)).await?;
        transaction.commit().await.context("cannot commit")?;
    }
    Ok(())
}

async fn try_to_return(app: &App, chat: &ChatKey, now: OffsetDateTime) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let Some(scope) = chats::lock_chat(db, chat).await? else { return Ok(()) };
    if scope.gone_at.is_some() {
        go_on(db, &scope, &chat.bot(), now).await?;
        transaction.commit().await.context("cannot commit")?;
        app.wake.notify_waiters();
    }
    Ok(())
}

/// The time at which something is heard of. What happened in a gap is heard of after it, and
/// clocks have been put off by all of the gap then.
async fn by_the_heart(
    db: &mut PgConnection,
    bot: &BotKey,
    now: OffsetDateTime,
) -> sqlx::Result<OffsetDateTime> {
    let served = heartbeats::last(db, bot).await?;
    Ok(served.map_or(now, |served| served.max(now)))
}

/// Lets time count again in a scope, and what waited be done, if its chat was out of reach.
async fn go_on(
    db: &mut PgConnection,
    scope: &Locked,
    bot: &BotKey,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let Some(gone_at) = scope.gone_at else { return Ok(()) };
    let until = by_the_heart(db, bot, now).await?;
    if until > gone_at {
        match_rows::thaw(db, scope.id, gone_at, until).await?;
    }
    // A match that was thought to be silent is looked for anew.
    jobs::drop_kind(db, scope.id, Kind::Lapse.as_str()).await?;
    jobs::wake(db, scope.id, now).await?;
    chats::set_gone(db, scope.id, None).await
}

/// Moves a chat; false when that has to be tried again.
async fn try_to_move(
    app: &App,
    bot: &BotKey,
    names: [&str; 2],
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let [old, new] = names.map(|name| ChatKey {
        platform: bot.platform.clone(),
        bot_id: bot.bot_id.clone(),
        chat_id: name.to_owned(),
    });
    let (scope, shown) = match chats::lock_names(db, bot, names).await? {
        [None, _] => return Ok(true),
        [Some(scope), None] => {
            if !chats::name(db, &new, scope).await? {
                return Ok(false);
            }
            let locked = chats::lock(db, scope).await?;
            go_on(db, &locked, bot, now).await?;
            chats::leave_messages(db, scope, now).await?;
            (scope, Again::ALL)
        }
        [Some(scope), Some(other)] if scope == other => (scope, Again::NOTHING),
        [Some(scope), Some(other)] => meet(db, bot, [scope, other], now).await?,
    };
    chats::forget_name(db, &old).await?;
    show(app, db, (scope, bot), shown, now).await?;
    transaction.commit().await.context("cannot commit")?;
    app.wake.notify_waiters();
    Ok(true)
}

/// Makes one scope of that of the old name and that of the new one; gives which, and what of it
/// is to be posted again.
async fn meet(
    db: &mut PgConnection,
    bot: &BotKey,
    [old, new]: [ScopeId; 2],
    now: OffsetDateTime,
) -> anyhow::Result<(ScopeId, Again)> {
    let into = chats::lock(db, old.min(new)).await?;
    let from = chats::lock(db, old.max(new)).await?;
    for scope in [&into, &from] {
        go_on(db, scope, bot, now).await?;
    }
    chats::leave_messages(db, old, now).await?;
    let by = merging::merge(db, &from, &into).await?;
    // What was in the older one of the two is where it was if that is the new name's.
    let after = if into.id == old { 0 } else { by };
    Ok((into.id, Again { after, moved: by, by }))
}

/// Lets everything of a place that is not there any more go on in another one, and posts there
/// how things stand.
///
/// # Errors
/// When the database fails; nothing has changed then.
pub async fn place_gone(
    app: &App,
    chat: &ChatKey,
    (from, to): (&str, &str),
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let db = &mut *transaction;
    let Some(scope) = chats::scope(db, chat).await? else { return Ok(()) };
    let scope = scopes::enter(db, scope).await?.context("no such scope")?;
    let live = match_rows::live(db, scope.id).await?;
    let challenges = challenge_rows::open_places(db, scope.id, now).await?;
    places::move_to(db, scope.id, (from, to)).await?;
    let at = || At {
        bot: chat.bot(),
        place: to.to_owned(),
        event: String::new(),
        time: now,
        reply_to: None,
    };
    for live in live.into_iter().filter(|live| live.place == from) {
        if app.games.find(&live.game).is_some() {
            show_one(app, db, &scope, at(), What::Match(live.number, Vec::new())).await?;
        }
    }
    if challenges.iter().any(|place| place == from) {
        show_one(app, db, &scope, at(), What::Challenges(Again::ALL)).await?;
    }
    transaction.commit().await.context("cannot commit")?;
    app.wake.notify_waiters();
    tracing::info!(scope = scope.id.0, from, to, "a place is gone");
    Ok(())
}

/// What is to be posted again of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Again {
    /// Only what has a greater number than this one.
    after: i32,
    /// What has a greater number than this one had another before, smaller by that much.
    moved: i32,
    by: i32,
}

impl Again {
    const ALL: Again = Again { after: 0, moved: i32::MAX, by: 0 };
    const NOTHING: Again = Again { after: i32::MAX, ..Again::ALL };

    /// What is told of a match or challenge before it is shown; `None`: it is not shown.
    pub(super) fn of(self, number: MatchNo) -> Option<Vec<Message>> {
        if number.0 <= self.after {
            return None;
        }
        let mut lines = Vec::new();
        if number.0 > self.moved {
            let before = MatchNo(number.0 - self.by).to_string();
            let line = Message::new("renumbered").with("before", before);
            lines.push(line.with("number", number.to_string()));
        }
        Some(lines)
    }
}

/// Posts again how things stand in a scope.
async fn show(
    app: &App,
    db: &mut PgConnection,
    (scope, bot): (ScopeId, &BotKey),
    again: Again,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let scope = scopes::enter(db, scope).await?.context("no such scope")?;
    let at = |place: String| At {
        bot: bot.clone(),
        place,
        event: String::new(),
        time: now,
        reply_to: None,
    };
    for live in match_rows::live(db, scope.id).await? {
        if let Some(lines) = again.of(live.number)
            && app.games.find(&live.game).is_some()
        {
            let what = What::Match(live.number, lines);
            show_one(app, db, &scope, at(live.place), what).await?;
        }
    }
    for place in challenge_rows::open_places(db, scope.id, now).await? {
        show_one(app, db, &scope, at(place), What::Challenges(again)).await?;
    }
    Ok(())
}

/// Something that is posted again.
enum What {
    Match(MatchNo, Vec<Message>),
    /// Those of a place.
    Challenges(Again),
}

/// Posts something again. What cannot be shown keeps nothing else from moving.
async fn show_one(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    at: At,
    what: What,
) -> anyhow::Result<()> {
    let mut part = db.begin().await?;
    let mut context = Context::by_itself(app, &mut part, scope, at);
    let shown = match what {
        What::Match(number, lines) => show_match(&mut context, number, lines).await,
        What::Challenges(again) => challenges::show(&mut context, again).await,
    };
    match shown {
        Ok(()) => part.commit().await?,
        Err(Stop::Failed(error)) if was_in_the_way(&error) => return Err(error),
        Err(stop) => {
            part.rollback().await?;
            let error = stop.logged();
            tracing::error!(error, scope = scope.id.0, "something cannot be posted again");
        }
    }
    Ok(())
}

async fn show_match(
    context: &mut Context<'_>,
    number: MatchNo,
    lines: Vec<Message>,
) -> Result<(), Stop> {
    let table = lock_here(context, number).await?;
    matches::show(context, &table, lines).await?;
    offers::show(context, &table).await
}
