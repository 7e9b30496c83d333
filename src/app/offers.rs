//! Offers between the players of a match: a draw, a takeback.

use super::{
    boards::Board,
    button::{Tail, Verb},
    matches::begun_in_earnest,
    reply::Reply,
    service::{Context, Stop, refuse},
    singles::Singles,
    table::{
        Table, Wanted, deal_steps, find, hides_something, live, number_of_player, own_player,
        player_of_number, replay,
    },
    turns::{Ending, append, carry_on, finish_deal},
};
use crate::{
    game::{Actor, Message, Outcome, Player, Reason},
    store::{
        MatchNo,
        matches::{StepKind, StoredStep},
        offers::{self, Offer, OfferEnd, OfferKind},
        outbox::Lane,
    },
};

/// Offers a draw, or agrees to one.
pub(super) async fn draw(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = open_table(context, number).await?;
    if !table.game.facts().draws {
        return refuse(Message::new("no-draws-in-this-game"));
    }
    offer(context, table, OfferKind::Draw).await
}

/// Offers to take one's last action back, or agrees to such an offer.
pub(super) async fn takeback(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Option<Reply>, Stop> {
    let table = open_table(context, number).await?;
    offer(context, table, OfferKind::Takeback).await
}

async fn open_table(context: &mut Context<'_>, number: Option<MatchNo>) -> Result<Table, Stop> {
    let table = find(context, number, Wanted::Player).await?;
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", table.row.number.to_string()));
    }
    Ok(table)
}

async fn offer(
    context: &mut Context<'_>,
    table: Table,
    kind: OfferKind,
) -> Result<Option<Reply>, Stop> {
    let player = own_player(context, &table)?;
    let own = number_of_player(player);
    let number = table.row.number;
    match offers::open(context.db, context.scope, number).await? {
        Some(open) if open.player != own && open.kind == kind => {
            accept(context, table, open).await?;
            return Ok(None);
        }
        Some(open) if open.player != own => return refuse(Message::new("offer-waits")),
        Some(open) if open.kind == kind => return refuse(Message::new("offer-repeated")),
        // One offer a match: the new one takes the place of the old one.
        Some(_) => {
            offers::end(context.db, context.scope, number, OfferEnd::Withdrawn).await?;
            context.strip(number, Verb::Agree).await?;
        }
        None => {}
    }
    if kind == OfferKind::Takeback && hides_something(&table) {
        return refuse(Message::new("no-takeback-hidden"));
    }
    if kind == OfferKind::Takeback {
        goal(context, &table, player).await?;
    }
    let (revision, now) = (table.row.revision, context.now());
    let made = offers::make(context.db, context.scope, number, kind, own, revision, now).await?;
    post(context, &table, Offer { number: made, kind, player: own }).await?;
    Ok(None)
}

/// Posts the open offer of a match again, if there is one.
pub(super) async fn show(context: &mut Context<'_>, table: &Table) -> Result<(), Stop> {
    match offers::open(context.db, context.scope, table.row.number).await? {
        Some(open) => post(context, table, open).await,
        None => Ok(()),
    }
}

/// Posts an offer with its buttons.
async fn post(context: &mut Context<'_>, table: &Table, offer: Offer) -> Result<(), Stop> {
    let number = table.row.number;
    let player = player_of_number(offer.player);
    let opponent = context.mention(table.person(player.opponent())).await?;
    let id = match offer.kind {
        OfferKind::Draw => "draw-offered",
        OfferKind::Takeback => "takeback-offered",
    };
    let line = Message::new(id)
        .with("player", context.name(table.person(player)).await?)
        .with("opponent", opponent)
        .with("number", number.0.unsigned_abs());
    let press = |verb, label| {
        let (at, tail) = ((number, 0), Tail::Offer(offer.number.unsigned_abs()));
        context.press(context.chat_lang, verb, at, tail, Message::new(label))
    };
    let buttons =
        vec![vec![press(Verb::Agree, "press-agree"), press(Verb::Refuse, "press-refuse")]];
    let reply = Reply { text: context.public(&[line]), buttons, ..Reply::default() };
    context.post(Lane::Offer, Some(number), &reply).await
}

/// Tells that an offer has come to nothing; it cannot be answered any more.
async fn tell_end(context: &mut Context<'_>, of: MatchNo, line: Message) -> Result<(), Stop> {
    let reply = Reply { text: context.public(&[line]), ..Reply::default() };
    context.post(Lane::Offer, Some(of), &reply).await?;
    context.strip(of, Verb::Agree).await
}

/// The `seq` of the step to which a takeback leads: the one that stands before the last own
/// decision of this deal (what stands before the deal when it is the first). What played itself is
/// none: it would only do so again. Refused when there is none, or when somebody would choose again
/// what to do before a roll that is known by now: it would come again.
async fn goal(context: &mut Context<'_>, table: &Table, player: Player) -> Result<i32, Stop> {
    let singles = Singles::of(context, table).await?;
    let steps = deal_steps(context, table).await?;
    let steps: Vec<&StoredStep> = steps.iter().collect();
    let start = table.game.start(&table.options, table.series.deal);
    let decisions = singles.decisions(&start, &steps, player);
    let Some(last) = decisions.last() else {
        return refuse(Message::new("nothing-to-take-back"));
    };
    let (kept, undone) = steps.split_at(steps.partition_point(|step| step.seq < last.seq));
    if rolls_on(table, kept, undone) {
        return refuse(Message::new("no-takeback-over-roll"));
    }
    // What stands before a deal is never undone: its steps have smaller numbers.
    let first = steps.first().map_or(0, |step| step.seq - 1);
    Ok(kept.last().map_or(first, |step| step.seq))
}

/// Whether somebody decided among the undone steps what to do before a roll of the same turn.
fn rolls_on(table: &Table, kept: &[&StoredStep], undone: &[&StoredStep]) -> bool {
    let mut position = table.game.start(&table.options, table.series.deal);
    let mut before = None;
    for (at, step) in kept.iter().chain(undone).enumerate() {
        // What cannot be replayed is not known to be so.
        let Ok(after) = position.after(&step.text) else { return false };
        let actor = position.actor();
        let rolled = actor == Actor::Chance && before == Some(after.actor());
        if rolled && at > kept.len() {
            return true;
        }
        before = Some(actor);
        position = after;
    }
    false
}

/// Does what an offer offers.
async fn accept(context: &mut Context<'_>, mut table: Table, offer: Offer) -> Result<(), Stop> {
    let number = table.row.number;
    offers::end(context.db, context.scope, number, OfferEnd::Accepted).await?;
    let name = context.name(context.person).await?;
    match offer.kind {
        OfferKind::Draw => {
            let earnest = begun_in_earnest(context, &table).await?;
            let reason = if earnest { Reason::AGREED } else { Reason::VOID };
            let lines = vec![Message::new("draw-accepted").with("player", name)];
            let from = table.position.text();
            let board = Board { from, steps: Vec::new(), over: true };
            finish_deal(context, table, lines, &Outcome::draw(reason), board, Ending::Deal).await
        }
        OfferKind::Takeback => {
            let offerer = player_of_number(offer.player);
            let to = goal(context, &table, offerer).await?;
            append(context, &mut table, StepKind::Takeback, Some(offerer), &to.to_string()).await?;
            let steps = deal_steps(context, &table).await?;
            let (from, last) = replay(&table, &steps)?;
            table.position = from.clone();
            for step in &last {
                table.position = table.position.after(step)?;
            }
            let lines = vec![Message::new("takeback-accepted").with("player", name)];
            let board = Board { from: from.text(), steps: last, over: false };
            carry_on(context, table, lines, board).await
        }
    }
}

/// The match of the asker in which an offer of the opponent (or of the asker, for
/// `own`) is open: the one named, else the only one.
async fn offered(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
    own: bool,
) -> Result<Option<(Table, Offer)>, Stop> {
    let place = context.at.place.clone();
    let mut numbers: Vec<MatchNo> = live(context)
        .await?
        .into_iter()
        .filter(|live| live.place == place && live.players.contains(&context.person))
        .map(|live| live.number)
        .collect();
    if let Some(number) = number {
        numbers.retain(|live| *live == number);
    }
    let mut found = Vec::new();
    for number in numbers {
        let table = find(context, Some(number), Wanted::Player).await?;
        let player = own_player(context, &table)?;
        let offer = offers::open(context.db, context.scope, number).await?;
        if let Some(offer) = offer
            && (offer.player == number_of_player(player)) == own
        {
            found.push((table, offer));
        }
    }
    if found.len() > 1 {
        let list: Vec<String> =
            found.iter().map(|(table, _)| table.row.number.to_string()).collect();
        return refuse(Message::new("which-offer").with("numbers", list));
    }
    Ok(found.pop())
}

/// A match of the asker in which an offer of the opponent is open.
pub(super) async fn offered_to(context: &mut Context<'_>) -> Result<Option<MatchNo>, Stop> {
    let found = offered(context, None, false).await?;
    Ok(found.map(|(table, _)| table.row.number))
}

/// Accepts or declines the open offer of the opponent; false when there is none.
pub(super) async fn answer(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
    yes: bool,
) -> Result<bool, Stop> {
    let Some((table, offer)) = offered(context, number, false).await? else { return Ok(false) };
    settle(context, table, offer, yes).await?;
    Ok(true)
}

/// Accepts or declines an offer by its number, which has to be the open one.
pub(super) async fn answer_one(
    context: &mut Context<'_>,
    number: MatchNo,
    offer: u32,
    yes: bool,
) -> Result<Option<Reply>, Stop> {
    let table = find(context, Some(number), Wanted::Player).await?;
    let player = own_player(context, &table)?;
    let open = offers::open(context.db, context.scope, number).await?;
    let Some(open) = open.filter(|open| open.number.unsigned_abs() == offer) else {
        return refuse(Message::new("offer-gone"));
    };
    if open.player == number_of_player(player) {
        return refuse(Message::new("offer-own"));
    }
    settle(context, table, open, yes).await?;
    Ok(None)
}

async fn settle(
    context: &mut Context<'_>,
    table: Table,
    offer: Offer,
    yes: bool,
) -> Result<(), Stop> {
    if yes {
        return accept(context, table, offer).await;
    }
    let number = table.row.number;
    offers::end(context.db, context.scope, number, OfferEnd::Declined).await?;
    let line = Message::new("offer-declined").with("player", context.name(context.person).await?);
    tell_end(context, number, line).await
}

/// Takes the asker's own open offer back; false when there is none.
pub(super) async fn withdraw(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<bool, Stop> {
    let Some((table, _)) = offered(context, number, true).await? else { return Ok(false) };
    let number = table.row.number;
    offers::end(context.db, context.scope, number, OfferEnd::Withdrawn).await?;
    let line = Message::new("offer-withdrawn").with("player", context.name(context.person).await?);
    tell_end(context, number, line).await?;
    Ok(true)
}
