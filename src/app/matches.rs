//! Commands in a match: actions, boards, giving up.

use super::{
    boards::{Board, next_line, post_board, score_line},
    history::standing,
    reply::Reply,
    service::{Context, Stop, refuse},
    table::{
        Table, Wanted, deal_steps, find, number_of_player, own_player, player_of_number, replay,
    },
    turns::{append, carry_on, finish_deal},
};
use crate::{
    game::{Actor, Message, Outcome, Player, Reason},
    games::ReadFault,
    store::{
        MatchNo,
        matches::{self, StepKind},
        outbox::Lane,
    },
};

/// Plays an action.
pub(super) async fn play_move(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
    text: &str,
    bare: bool,
) -> Result<Option<Reply>, Stop> {
    let found = find(context, number, Wanted::Player).await;
    let mut table = match found {
        // Somebody talks where no game is: that is no move.
        Err(Stop::Refused(message)) if bare && message.id == "no-match-here" => {
            return Err(Stop::NotUnderstood(message));
        }
        found => found?,
    };
    let player = own_player(context, &table)?;
    let seat = table.series.seat(player);
    let read = table.position.read_action(text);
    // What is no move is so in any turn.
    if read == Err(ReadFault::Syntax) {
        return Err(not_a_move(&table));
    }
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", table.row.number.to_string()));
    }
    if table.position.actor() != Actor::Player(seat) {
        let opponent = context.name(table.person(player.opponent())).await?;
        return refuse(Message::new("not-your-turn").with("player", opponent));
    }
    let action = match read {
        Ok(action) => action,
        Err(ReadFault::Syntax) => return Err(not_a_move(&table)),
        Err(ReadFault::Illegal(message)) => return refuse(message),
        Err(ReadFault::Ambiguous(actions)) => {
            return refuse(Message::new("ambiguous-move").with("actions", actions));
        }
    };
    let from = table.position.text();
    let after = table.position.after(&action)?;
    append(context, &mut table, StepKind::Action, Some(player), &action).await?;
    table.position = after;
    let mover = context.name(context.person).await?;
    let lines = vec![Message::new("moved").with("player", mover).with("action", action.as_str())];
    carry_on(context, table, lines, Board { from, steps: vec![action], over: false }).await?;
    Ok(None)
}

fn not_a_move(table: &Table) -> Stop {
    Stop::NotUnderstood(match table.position.legal().into_iter().next() {
        Some(example) => Message::new("not-a-move").with("example", example),
        None => Message::new("match-is-over").with("number", table.row.number.to_string()),
    })
}

/// Shows the board.
pub(super) async fn board(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = find(context, number, Wanted::Anyone).await?;
    let steps = deal_steps(context, &table).await?;
    let (from, last) = replay(&table, &steps)?;
    let mut lines = Vec::new();
    if let (Some(step), Some(player)) = (steps.last(), steps.last().and_then(|step| step.player)) {
        let mover = context.name(table.person(player_of_number(player))).await?;
        lines.push(Message::new("moved").with("player", mover).with("action", step.text.as_str()));
    }
    let mut status = vec![next_line(context, &table).await?];
    if table.row.target.is_some() {
        status.push(score_line(context, &table).await?);
    }
    let board = Board { from: from.text(), steps: last, over: table.is_over() };
    post_board(context, &table, &lines, &status, board, Lane::Answer).await?;
    Ok(None)
}

/// Lists the legal actions.
pub(super) async fn moves(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = find(context, number, Wanted::Anyone).await?;
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", table.row.number.to_string()));
    }
    let viewer = table.player(context.person).map(|player| table.series.seat(player));
    let own = viewer.is_some_and(|seat| table.position.actor() == Actor::Player(seat));
    if !own && table.position.hide(viewer).text() != table.position.text() {
        return refuse(Message::new("moves-hidden"));
    }
    let actions = table.position.legal();
    let count = u32::try_from(actions.len()).unwrap_or(u32::MAX);
    let line = Message::new("moves").with("count", count).with("actions", actions.join(" "));
    let next = next_line(context, &table).await?;
    Ok(Some(context.private(&[next, line])))
}

/// Gives up, after asking once more.
pub(super) async fn resign(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
    sure: bool,
) -> Result<Option<Reply>, Stop> {
    let table = find(context, number, Wanted::Player).await?;
    let player = own_player(context, &table)?;
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", table.row.number.to_string()));
    }
    let earnest = begun_in_earnest(context, &table).await?;
    if !sure {
        let id = match (earnest, table.row.target) {
            (false, _) => "resign-sure-void",
            (true, None) => "resign-sure",
            (true, Some(_)) => "resign-sure-deal",
        };
        let question = Message::new(id).with("number", table.row.number.0.unsigned_abs());
        return Ok(Some(context.private(&[question])));
    }
    let loser = table.series.seat(player);
    let reason = if earnest { Reason::RESIGN } else { Reason::VOID };
    let outcome = if earnest {
        Outcome { reason, ..table.position.concede(loser) }
    } else {
        Outcome::draw(reason)
    };
    let name = context.name(context.person).await?;
    let lines = vec![Message::new("resigned").with("player", name)];
    let from = table.position.text();
    let board = Board { from, steps: Vec::new(), over: true };
    finish_deal(context, table, lines, &outcome, board).await?;
    Ok(None)
}

/// Whether both players have acted in this match; before that it gives no result.
pub(super) async fn begun_in_earnest(
    context: &mut Context<'_>,
    table: &Table,
) -> Result<bool, Stop> {
    let steps = matches::steps(context.db, context.scope, table.row.number).await?;
    let standing = standing(&steps);
    let acted = |player| {
        standing.iter().any(|step| {
            step.kind == StepKind::Action && step.player == Some(number_of_player(player))
        })
    };
    Ok(Player::ALL.into_iter().all(acted))
}
