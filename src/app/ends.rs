//! Ends that the rules of a game do not make: giving up, the clock, dropping a match.

use super::{
    boards::Board,
    button::Verb,
    clocks,
    command::Giving,
    matches::begun_in_earnest,
    reply::Reply,
    service::{Context, NOBODY, Stop, refuse},
    table::{Table, Wanted, find, lock_here, own_player},
    turns::{Ending, finish_deal},
};
use crate::{
    game::{Actor, Message, Outcome, Player, Reason},
    store::{MatchNo, jobs::Ended, matches, members, outbox::Lane},
};

/// A match that is still being played, of which the asker is a player.
async fn live(context: &mut Context<'_>, number: Option<MatchNo>) -> Result<(Table, Player), Stop> {
    let table = find(context, number, Wanted::Player).await?;
    let player = own_player(context, &table)?;
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", table.row.number.to_string()));
    }
    Ok((table, player))
}

/// Gives up a deal or the whole match, after asking once more.
pub(super) async fn resign(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
    giving: Giving,
) -> Result<Option<Reply>, Stop> {
    let (table, player) = live(context, number).await?;
    let earnest = begun_in_earnest(context, &table).await?;
    let ending = match (giving, table.row.target) {
        (Giving::Asks, _) => return Ok(Some(ask_to_resign(context, &table, earnest))),
        (Giving::Sure | Giving::Deal, _) | (Giving::Match, None) => Ending::Deal,
        (Giving::Match, Some(_)) => Ending::Match(player),
    };
    let name = context.name(context.person).await?;
    let id = if matches!(ending, Ending::Deal) { "resigned" } else { "resigned-match" };
    let lines = vec![Message::new(id).with("player", name)];
    lose(context, table, lines, (player, Reason::RESIGN), ending, earnest).await?;
    Ok(None)
}

fn ask_to_resign(context: &Context<'_>, table: &Table, earnest: bool) -> Reply {
    let number = table.row.number;
    let id = match (earnest, table.row.target) {
        (false, _) => "resign-sure-void",
        (true, None) => "resign-sure",
        (true, Some(_)) => "resign-sure-deal",
    };
    let mut reply = context.private(&[Message::new(id).with("number", number.0.unsigned_abs())]);
    let press = |verb, label| context.private_press(verb, (number, table.row.revision), label);
    reply.buttons = match (earnest, table.row.target) {
        (true, Some(_)) => vec![vec![
            press(Verb::Resign, "press-resign-deal"),
            press(Verb::ResignMatch, "press-resign-match"),
        ]],
        _ => vec![vec![press(Verb::Resign, "press-resign")]],
    };
    reply
}

/// Ends a deal as lost by a player, or as void where the match was not begun in earnest.
async fn lose(
    context: &mut Context<'_>,
    table: Table,
    lines: Vec<Message>,
    (loser, reason): (Player, Reason),
    ending: Ending,
    earnest: bool,
) -> Result<(), Stop> {
    let outcome = if earnest {
        Outcome { reason, ..table.position.concede(table.series.seat(loser)) }
    } else {
        Outcome::draw(Reason::VOID)
    };
    let ending = if earnest { ending } else { Ending::Deal };
    let board = Board { from: table.position.text(), steps: Vec::new(), over: true };
    finish_deal(context, table, lines, &outcome, board, ending).await
}

/// The player who is to move; a chance is never due when a command comes.
fn mover(table: &Table) -> Option<Player> {
    match table.position.actor() {
        Actor::Player(seat) => Some(table.series.player(seat)),
        Actor::Chance | Actor::Over => None,
    }
}

/// Wins by the clock, or because the opponent has left the chat.
pub(super) async fn claim(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let (table, player) = live(context, number).await?;
    let opponent = player.opponent();
    if mover(&table) != Some(opponent) {
        return refuse(Message::new("claim-own-turn"));
    }
    let (person, now) = (table.person(opponent), context.now());
    let member = members::member(context.db, context.scope, person).await?;
    let absent = member.as_ref().is_some_and(|member| member.left_at.is_some());
    let name = context.name(person).await?;
    if let Some(deadline) = table.row.deadline
        && now < deadline + clocks::GRACE
        && !absent
    {
        let left = clocks::words(deadline - now);
        return refuse(Message::new("claim-early").with("player", name).with("time", left));
    }
    if table.row.deadline.is_none() && !absent {
        let days = u32::from(context.app.manners.silence_days);
        return refuse(Message::new("claim-no-clock").with("days", days));
    }
    let id = if absent { "claimed-absent" } else { "claimed" };
    let lines = vec![Message::new(id).with("player", name)];
    let earnest = begun_in_earnest(context, &table).await?;
    lose(context, table, lines, (opponent, Reason::TIME), Ending::Match(opponent), earnest).await?;
    Ok(None)
}

/// Reminds the opponent, once in a while.
pub(super) async fn nudge(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let (table, player) = live(context, number).await?;
    let opponent = player.opponent();
    if mover(&table) != Some(opponent) {
        return refuse(Message::new("nudge-own-turn"));
    }
    let now = context.now();
    let since = table.row.nudged_at.unwrap_or(table.row.changed_at);
    let next = since + context.app.manners.nudge();
    if now < next {
        let wait = clocks::words(next - now);
        return refuse(Message::new("nudge-early").with("time", wait));
    }
    let number = table.row.number;
    matches::nudged(context.db, context.scope, number, now).await?;
    let line = Message::new("nudged")
        .with("number", number.to_string())
        .with("player", context.mention(table.person(opponent)).await?)
        .with("opponent", context.name(context.person).await?);
    let reply = Reply { text: context.public(&[line]), ..Reply::default() };
    context.post(Lane::Offer, Some(number), &reply).await?;
    clocks::seek(context, number, table.person(opponent)).await?;
    Ok(None)
}

/// Drops a match, which counts for nothing then: by an admin after a question, by a player
/// while not both have moved or after a long silence of the other.
pub(super) async fn drop_match(
    context: &mut Context<'_>,
    number: MatchNo,
    sure: bool,
) -> Result<Option<Reply>, Stop> {
    let table = lock_here(context, number).await?;
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", number.to_string()));
    }
    let player = table.player(context.person);
    let earnest = begun_in_earnest(context, &table).await?;
    let silence = context.app.manners.silence();
    let silent = player.is_some_and(|player| mover(&table) == Some(player.opponent()))
        && table.row.clock.is_none()
        && context.now() - table.row.changed_at >= silence;
    let id = match player {
        Some(_) if !earnest => "dropped-unbegun",
        Some(_) if silent => "dropped-silent",
        None if context.admin => "dropped-admin",
        Some(_) => {
            let days = u32::from(context.app.manners.silence_days);
            return refuse(Message::new("drop-not-yet").with("days", days));
        }
        None => return refuse(Message::new("not-your-game")),
    };
    if !sure {
        let question = Message::new("drop-sure").with("number", number.0.unsigned_abs());
        let mut reply = context.private(&[question]);
        let at = (number, table.row.revision);
        reply.buttons = vec![vec![context.private_press(Verb::Drop, at, "press-drop")]];
        return Ok(Some(reply));
    }
    let name = context.name(context.person).await?;
    let id = if context.person == NOBODY { "dropped-admins" } else { id };
    let lines = vec![Message::new(id).with("player", name).with("number", number.to_string())];
    let board = Board { from: table.position.text(), steps: Vec::new(), over: true };
    let outcome = Outcome::draw(Reason::VOID);
    finish_deal(context, table, lines, &outcome, board, Ending::Deal).await?;
    Ok(None)
}

/// Ends a match in which nothing has happened for long; it counts for nothing.
pub(super) async fn lapse(
    context: &mut Context<'_>,
    (number, revision): (MatchNo, i32),
) -> Result<Ended, Stop> {
    let row = matches::lock(context.db, context.scope, number).await?;
    let Some(row) = row.filter(|row| row.revision == revision && row.outcome.is_none()) else {
        return Ok(Ended::Done);
    };
    let table = Table::new(context, row)?;
    let line = Message::new("lapsed").with("number", number.to_string());
    let board = Board { from: table.position.text(), steps: Vec::new(), over: true };
    let outcome = Outcome::draw(Reason::VOID);
    finish_deal(context, table, vec![line], &outcome, board, Ending::Deal).await?;
    Ok(Ended::Done)
}

/// Gives a match up for somebody who leaves for good.
pub(super) async fn abandon(
    context: &mut Context<'_>,
    table: Table,
    player: Player,
) -> Result<(), Stop> {
    let earnest = begun_in_earnest(context, &table).await?;
    let name = context.name(table.person(player)).await?;
    let id = if table.row.target.is_some() { "resigned-match" } else { "resigned" };
    let lines = vec![Message::new(id).with("player", name)];
    lose(context, table, lines, (player, Reason::RESIGN), Ending::Match(player), earnest).await
}
