//! Clocks: the time for an action, its warning and its end; and members who leave.
//!
//! A clock is an option of a match. The time for an action runs from the moment in which
//! its player became the one to move, by the times of the events, until its deadline. In
//! time that nobody served the bot no clock runs: deadlines are put off by it once.

use super::{
    button::Verb,
    jobs::Kind,
    reply::{Outgoing, Press, Reply},
    service::{App, At, BotKey, Context, ScopeId, Stop},
    settings::clock_words,
    table::{Table, is_to_move, live},
    trace,
};
use crate::{
    game::{Actor, Message},
    store::{
        MatchNo, PersonId, heartbeats,
        jobs::Ended,
        matches, members,
        outbox::{self, Lane},
        scopes,
    },
};
use anyhow::Context as _;
use time::{Duration, OffsetDateTime};

/// How long after the deadline an action that was made before it may still come in, until
/// the opponent can claim.
pub(super) const GRACE: Duration = Duration::minutes(1);

/// Starts the clock of the player to move, if the match has one.
pub(super) async fn wind(context: &mut Context<'_>, table: &mut Table) -> Result<(), Stop> {
    table.row.deadline = None;
    let Some(clock) = table.row.clock else { return Ok(()) };
    // What was done in a gap is told after it: nobody's time ran before that.
    let served = heartbeats::last(context.db, &context.at.bot).await?;
    let from = served.map_or(context.now(), |served| served.max(context.now()));
    let deadline = from + Duration::seconds(clock.into());
    table.row.deadline = Some(deadline);
    let at = (table.row.number, table.row.revision);
    context.later(Kind::Warn, at, deadline - warning(context, clock)).await?;
    context.later(Kind::Flag, at, deadline + GRACE).await
}

/// How long before the deadline the player is warned.
fn warning(context: &Context<'_>, clock: i32) -> Duration {
    Duration::seconds(clock.into()) * i32::from(context.app.manners.warning_percent) / 100
}

/// The match whose clock a job is about, while that clock still runs, with its deadline.
async fn running(
    context: &mut Context<'_>,
    (number, revision): (MatchNo, i32),
) -> Result<Option<(Table, OffsetDateTime)>, Stop> {
    let Some(row) = matches::lock(context.db, context.scope, number).await? else {
        return Ok(None);
    };
    let deadline = row.deadline.filter(|_| row.revision == revision && row.outcome.is_none());
    let Some(deadline) = deadline else { return Ok(None) };
    Ok(Some((Table::new(context, row)?, deadline)))
}

/// The player to move, and the other one.
fn players(table: &Table) -> Option<(PersonId, PersonId)> {
    let Actor::Player(seat) = table.position.actor() else { return None };
    let player = table.series.player(seat);
    Some((table.person(player), table.person(player.opponent())))
}

/// Warns the player to move, once.
pub(super) async fn warn(context: &mut Context<'_>, at: (MatchNo, i32)) -> Result<Ended, Stop> {
    let Some((table, deadline)) = running(context, at).await? else { return Ok(Ended::Done) };
    let due = deadline - warning(context, table.row.clock.unwrap_or_default());
    if context.now() < due {
        return Ok(Ended::Again(due));
    }
    // Who is warned after the end, because nobody served the bot, is not warned.
    let Some((mover, _)) = players(&table) else { return Ok(Ended::Done) };
    if context.now() >= deadline {
        return Ok(Ended::Done);
    }
    let line = Message::new("clock-warning")
        .with("number", at.0.to_string())
        .with("player", context.mention(mover).await?)
        .with("time", words(deadline - context.now()));
    say(context, at.0, line, Vec::new()).await?;
    seek(context, at.0, mover).await?;
    Ok(Ended::Done)
}

/// Tells the other player that the time is over.
pub(super) async fn flag(context: &mut Context<'_>, at: (MatchNo, i32)) -> Result<Ended, Stop> {
    let Some((table, deadline)) = running(context, at).await? else { return Ok(Ended::Done) };
    if context.now() < deadline + GRACE {
        return Ok(Ended::Again(deadline + GRACE));
    }
    let Some((mover, other)) = players(&table) else { return Ok(Ended::Done) };
    let line = Message::new("clock-flag")
        .with("number", at.0.0.unsigned_abs())
        .with("player", context.name(mover).await?)
        .with("opponent", context.mention(other).await?);
    let claim = context.public_press(Verb::Claim, at.0, "press-claim");
    say(context, at.0, line, vec![vec![claim]]).await?;
    Ok(Ended::Done)
}

async fn say(
    context: &mut Context<'_>,
    of: MatchNo,
    line: Message,
    buttons: Vec<Vec<Press>>,
) -> Result<(), Stop> {
    let reply = Reply { text: context.public(&[line]), buttons, ..Reply::default() };
    context.post(Lane::Offer, Some(of), &reply).await
}

/// A span of time in words: the largest unit that fits, rounded up.
pub(super) fn words(span: Duration) -> Message {
    let minutes = u32::try_from((span.whole_seconds() + 59) / 60).unwrap_or(0).max(1);
    let (id, count) = match minutes {
        0..=90 => ("time-minutes", minutes),
        91..=2880 => ("time-hours", minutes.div_ceil(60)),
        _ => ("time-days", minutes.div_ceil(1440)),
    };
    Message::new(id).with("count", count)
}

/// Has it looked after whether a person is still in the chat.
pub(super) async fn seek(
    context: &mut Context<'_>,
    of: MatchNo,
    person: PersonId,
) -> Result<(), Stop> {
    let payload = serde_json::to_value(Outgoing::Seek { person: person.0 })?;
    let (place, lane) = (context.at.place.clone(), Lane::Edit);
    let new = outbox::New {
        place: &place,
        of: Some(of),
        lane,
        payload: &payload,
        trace: trace::current(),
    };
    outbox::insert(context.db, context.scope, &context.at.bot, &new, context.at.time).await?;
    Ok(())
}

/// Notes that a person has left the chat, as it was found out.
///
/// # Errors
/// When the database fails.
pub(super) async fn absent(
    app: &App,
    (scope, bot, place): (ScopeId, &BotKey, &str),
    person: i64,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = app.database.begin().await.context("no database connection")?;
    let Some(scope) = scopes::enter(&mut transaction, scope).await? else { return Ok(()) };
    let (bot, place) = (bot.clone(), place.to_owned());
    let at = At { bot, place, event: String::new(), time: now, reply_to: None };
    let mut context = Context::by_itself(app, &mut transaction, &scope, at);
    context.person = PersonId(person);
    match left(&mut context).await {
        Ok(_) => transaction.commit().await?,
        Err(Stop::Failed(error)) => return Err(error),
        Err(stop) => {
            tracing::error!(error = stop.logged(), "it cannot be told that somebody has left");
        }
    }
    Ok(())
}

/// Notes that a person has left the chat, and tells those who play with that person.
pub(super) async fn left(context: &mut Context<'_>) -> Result<Option<Reply>, Stop> {
    let (scope, person, now) = (context.scope, context.person, context.now());
    if members::set_left(context.db, scope, person, Some(now)).await? {
        tell(context, "member-left", true).await?;
    }
    Ok(None)
}

/// Notes that a person is in the chat again.
pub(super) async fn returned(context: &mut Context<'_>) -> Result<Option<Reply>, Stop> {
    if members::set_left(context.db, context.scope, context.person, None).await? {
        tell(context, "member-returned", false).await?;
    }
    Ok(None)
}

/// Tells the opponents of the asker, each in the place of the match.
async fn tell(context: &mut Context<'_>, id: &'static str, left: bool) -> Result<(), Stop> {
    let person = context.person;
    let all = live(context).await?;
    let here = context.at.place.clone();
    for live in all.into_iter().filter(|live| live.players.contains(&person)) {
        let other = live.players.into_iter().find(|player| *player != person).unwrap_or(person);
        let line = Message::new(id)
            .with("number", live.number.0.unsigned_abs())
            .with("player", context.name(person).await?)
            .with("opponent", context.mention(other).await?);
        let claim = left && is_to_move(context, &live)?;
        let press = context.public_press(Verb::Claim, live.number, "press-claim");
        context.at.place.clone_from(&live.place);
        say(context, live.number, line, if claim { vec![vec![press]] } else { Vec::new() }).await?;
    }
    context.at.place = here;
    Ok(())
}

/// "Each move within 24 hours."
pub(super) fn clock_line(clock: i32) -> Message {
    Message::new("challenge-clock").with("time", clock_words(clock.unsigned_abs()))
}
