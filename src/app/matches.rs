//! Commands in a match: actions and boards.

use super::{
    boards::{Board, choose_on, next_line, next_line_quietly, post_board, score_line},
    button::{Button, Tail},
    composer::{self, Step},
    history::standing,
    reply::Reply,
    service::{Context, Stop, refuse},
    singles::{PASS, Singles},
    table::{
        Table, Wanted, answered, deal_steps, find, hides_something, lock_here, own_player,
        player_of_number, replay,
    },
    turns::{append, carry_on, is_roll},
};
use crate::{
    game::{Actor, Message, Player},
    games::ReadFault,
    store::{
        MatchNo,
        matches::{self, StepKind, StoredStep},
        outbox::Lane,
    },
};
use anyhow::anyhow;

/// The most actions that are listed: a double of dice can be played in several hundred ways.
const MOST_LISTED: usize = 100;

/// Plays an action.
pub(super) async fn play_move(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
    text: &str,
    bare: bool,
) -> Result<Option<Reply>, Stop> {
    let found = find(context, number, Wanted::Player).await;
    let table = match found {
        // Somebody talks where no game is: that is no move.
        Err(Stop::Refused(message)) if bare && message.id == "no-match-here" => {
            context.talk = true;
            return Err(Stop::NotUnderstood(message));
        }
        Err(Stop::Refused(message)) if bare && message.id == "not-your-game" => {
            context.talk = !reads_as_move(context, text).await?;
            return Err(Stop::Refused(message));
        }
        found => found?,
    };
    let player = own_player(context, &table)?;
    let seat = table.series.seat(player);
    let read = table.position.read_action(text);
    // What is no move is so in any turn. Under what is no board it is talk.
    if read == Err(ReadFault::Syntax) {
        context.talk |= bare && answered(context).await?.is_none();
        return not_a_move(context, &table, player).await;
    }
    context.talk = false;
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", table.row.number.to_string()));
    }
    if table.position.actor() != Actor::Player(seat) {
        let opponent = context.name(table.person(player.opponent())).await?;
        return refuse(Message::new("not-your-turn").with("player", opponent));
    }
    let action = match read {
        Ok(action) => action,
        Err(ReadFault::Syntax) => return not_a_move(context, &table, player).await,
        Err(ReadFault::Illegal(message)) => {
            context.secret = hides_something(&table);
            return refuse(message);
        }
        Err(ReadFault::Ambiguous(actions)) => {
            context.secret = hides_something(&table);
            return refuse(Message::new("ambiguous-move").with("actions", actions));
        }
    };
    act(context, table, player, action).await
}

/// Whether a text that answers a board can be a move in its game.
async fn reads_as_move(context: &mut Context<'_>, text: &str) -> Result<bool, Stop> {
    let Some(number) = answered(context).await? else { return Ok(false) };
    let table = lock_here(context, number).await?;
    Ok(table.position.read_action(text) != Err(ReadFault::Syntax))
}

/// Plays the action that a button names among the legal ones of its revision.
pub(super) async fn play_listed(
    context: &mut Context<'_>,
    button: &Button,
    tail: &Tail,
) -> Result<Option<Reply>, Stop> {
    let (table, player) = pressed(context, button).await?;
    let legal = table.position.legal();
    let Some(action) = tail.find(&legal) else { return refuse(Message::new("press-stale")) };
    act(context, table, player, action.to_owned()).await
}

/// Tells what the action that a button names will do, and asks whether it is played.
pub(super) async fn foretell(
    context: &mut Context<'_>,
    button: &Button,
    tail: &Tail,
) -> Result<Option<Reply>, Stop> {
    let (table, _) = pressed(context, button).await?;
    let legal = table.position.legal();
    let Some(action) = tail.find(&legal) else { return refuse(Message::new("press-stale")) };
    let foretold = table.position.foretold(action).filter(|_| !hides_something(&table));
    let choices = composer::only(&table.position, &legal, action);
    Ok(Some(choose_on(context, &table, choices, foretold).await?))
}

/// Goes on with an action from the movements that a button carries.
pub(super) async fn compose(
    context: &mut Context<'_>,
    button: &Button,
    places: &[u8],
    check: u16,
) -> Result<Option<Reply>, Stop> {
    let (table, player) = pressed(context, button).await?;
    // Everybody sees what there is to choose from under a message of the chat, so nobody chooses
    // from a hidden hand there.
    if hides_something(&table) && context.at.reply_to.is_some() {
        return Err(Stop::NotUnderstood(Message::new("press-unknown")));
    }
    match composer::go_on(&table.position, places, check) {
        Some(Step::Play(action)) => act(context, table, player, action).await,
        Some(Step::Choose(choices)) => Ok(Some(choose_on(context, &table, choices, None).await?)),
        None => refuse(Message::new("press-stale")),
    }
}

/// The match of a button with which its presser can play now, and who that is in it.
async fn pressed(context: &mut Context<'_>, button: &Button) -> Result<(Table, Player), Stop> {
    let table = find(context, Some(button.number), Wanted::Player).await?;
    let player = own_player(context, &table)?;
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", table.row.number.to_string()));
    }
    if table.row.revision.unsigned_abs() != button.revision {
        return refuse(Message::new("press-stale"));
    }
    if table.position.actor() != Actor::Player(table.series.seat(player)) {
        let opponent = context.name(table.person(player.opponent())).await?;
        return refuse(Message::new("not-your-turn").with("player", opponent));
    }
    Ok((table, player))
}

/// Plays a legal action.
async fn act(
    context: &mut Context<'_>,
    mut table: Table,
    player: Player,
    action: String,
) -> Result<Option<Reply>, Stop> {
    let from = table.position.text();
    let after = table.position.after(&action)?;
    append(context, &mut table, StepKind::Action, Some(player), &action).await?;
    let mover = context.name(context.person).await?;
    let moved = Message::new("moved").with("player", mover).with("action", action.as_str());
    let remarks = table.position.remarks(&action)?;
    table.position = after;
    let lines = std::iter::once(moved).chain(remarks).collect();
    carry_on(context, table, lines, Board { from, steps: vec![action], over: false }).await?;
    Ok(None)
}

/// Says that a text is no action, with an example that the asker may know.
async fn not_a_move(
    context: &mut Context<'_>,
    table: &Table,
    player: Player,
) -> Result<Option<Reply>, Stop> {
    let seen = table.position.hide(Some(table.series.seat(player)));
    context.secret = hides_something(table);
    Err(Stop::NotUnderstood(match seen.legal().into_iter().next() {
        Some(example) => Message::new("not-a-move").with("example", example),
        None if table.is_over() => {
            Message::new("match-is-over").with("number", table.row.number.to_string())
        }
        // It is the opponent's, and hidden.
        None => {
            let opponent = context.name(table.person(player.opponent())).await?;
            Message::new("not-your-turn").with("player", opponent)
        }
    }))
}

/// Shows the board.
pub(super) async fn board(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = find(context, number, Wanted::Anyone).await?;
    show(context, &table, Vec::new()).await?;
    Ok(None)
}

/// Posts how a match stands, below some lines.
pub(super) async fn show(
    context: &mut Context<'_>,
    table: &Table,
    mut lines: Vec<Message>,
) -> Result<(), Stop> {
    let steps = deal_steps(context, table).await?;
    let (from, last) = replay(table, &steps)?;
    for step in &steps[steps.len() - last.len()..] {
        lines.extend(step_line(context, table, step).await?);
    }
    let score = match table.row.target {
        Some(_) => Some(score_line(context, table).await?),
        None => None,
    };
    let next = next_line(context, table).await?;
    let status = if table.is_over() {
        [Some(next), score].into_iter().flatten().collect()
    } else {
        lines.extend(score);
        vec![next]
    };
    let board = Board { from: from.text(), steps: last, over: table.is_over() };
    post_board(context, table, &lines, &status, board, Lane::Answer).await
}

/// What a step was: who acted how, or who is to move by which roll.
async fn step_line(
    context: &mut Context<'_>,
    table: &Table,
    step: &StoredStep,
) -> Result<Option<Message>, Stop> {
    let text = step.text.as_str();
    Ok(match (step.player, table.position.actor()) {
        (Some(player), _) => {
            let mover = context.name(table.person(player_of_number(player))).await?;
            Some(if text == PASS {
                Message::new("passed").with("player", mover)
            } else {
                Message::new("moved").with("player", mover).with("action", text)
            })
        }
        (None, Actor::Player(seat)) if is_roll(text) => {
            let name = context.name(table.person(table.series.player(seat))).await?;
            Some(Message::new("rolled").with("player", name).with("roll", text))
        }
        (None, _) => None,
    })
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
    context.secret = hides_something(&table);
    let actions = table.position.legal();
    let count = u32::try_from(actions.len()).unwrap_or(u32::MAX);
    let line = Message::new("moves").with("count", count).with("actions", listed(&actions));
    // Whoever asks what can be played reminds nobody.
    let next = next_line_quietly(context, &table).await?;
    Ok(Some(context.private(&[next, line])))
}

/// Actions one after another, no more than anybody reads; turns of several words apart.
fn listed(actions: &[String]) -> String {
    let several = actions.iter().any(|action| action.contains(' '));
    let shown = &actions[..actions.len().min(MOST_LISTED)];
    let list = shown.join(if several { ", " } else { " " });
    if shown.len() < actions.len() { list + " …" } else { list }
}

/// Whether both players have acted in this match; before that it gives no result.
pub(super) async fn begun_in_earnest(
    context: &mut Context<'_>,
    table: &Table,
) -> Result<bool, Stop> {
    let singles = Singles::of(context, table).await?;
    let steps = matches::steps(context.db, context.scope, table.row.number).await?;
    let standing = standing(&steps);
    let mut acted = [false; 2];
    for deal in matches::deals(context.db, context.scope, table.row.number).await? {
        let start = table.game.read(&table.options, &deal.start);
        let start = start.map_err(|reason| anyhow!("stored start: {reason}"))?;
        let steps: Vec<&StoredStep> =
            standing.iter().copied().filter(|step| step.deal == deal.deal).collect();
        for player in Player::ALL {
            // Who had no choice has decided nothing.
            acted[player.index()] |= !singles.decisions(&start, &steps, player).is_empty();
        }
    }
    Ok(acted == [true; 2])
}
