//! What changes a match: steps, chances, the ends of deals.

use super::{
    boards::{Board, next_line, option_lines, outcome_line, post_board, score_line},
    clocks::{clock_line, wind},
    jobs::Kind,
    periods::Period,
    places, ratings,
    service::{Context, Stop},
    singles::Singles,
    table::{Table, deal_steps, number_of_player},
    telling::Telling,
};
use crate::{
    game::{Actor, FirstSeat, Message, Outcome, Player, Progress, Reason, Seat},
    store::{
        matches::{self, Match, StepKind, StoredStep},
        offers::{self, OfferEnd},
        outbox::Lane,
        results::{self, GameResult, Verdict},
        standings::{self, Gain},
    },
};
use anyhow::{Context as _, anyhow};

/// Steps that follow by themselves from one command at the most; more is a fault of a
/// game's rules.
const MOST_STEPS: usize = 1000;
/// Turns that play themselves in a row at the most: then somebody is asked for the only action
/// there is. Between players who can hardly move it may take very long, and a message tells only
/// so much.
const MOST_TURNS: u32 = 100;

/// Begins a match that was accepted and posts its first board.
pub(super) async fn begin(context: &mut Context<'_>, mut row: Match) -> Result<(), Stop> {
    let unrated = ratings::begin(context, &mut row).await?;
    let mut table = Table::new(context, row)?;
    let mut lines = vec![Message::new("match-begins").with("game", table.name_of_game())];
    lines.extend(option_lines(&table));
    lines.extend(
        table
            .row
            .target
            .map(|target| Message::new("challenge-target").with("points", target.unsigned_abs())),
    );
    lines.extend(table.row.clock.map(clock_line));
    lines.extend(unrated);
    give_seats(context, &mut table, &mut lines).await?;
    matches::insert(context.db, context.scope, &table.row).await?;
    matches::begin_deal(context.db, context.scope, &table.row, context.now()).await?;
    places::open(context, &table).await?;
    let board = Board { from: table.row.position.clone(), steps: Vec::new(), over: false };
    carry_on(context, table, lines, board).await
}

/// Lets the opening roll give the seats of a deal, in games where it does.
async fn give_seats(
    context: &mut Context<'_>,
    table: &mut Table,
    lines: &mut Vec<Message>,
) -> Result<(), Stop> {
    if table.game.facts().first_seat != FirstSeat::Rolled {
        return Ok(());
    }
    let dice = table.dice.as_ref().context("a game that rolls for seats has chance")?;
    table.series.first = dice.first(table.series.deal);
    table.row.first_player = number_of_player(table.series.first);
    let rolls = dice.opening(table.series.deal);
    let one_name = context.name(table.person(Player::One)).await?;
    let two_name = context.name(table.person(Player::Two)).await?;
    let first = table.person(table.series.first);
    for [one, two] in rolls {
        let line = Message::new(if one == two { "opening-tie" } else { "opening-roll" })
            .with("one", one_name.as_str())
            .with("two", two_name.as_str())
            .with("die_one", u32::from(one))
            .with("die_two", u32::from(two));
        lines.push(if one == two {
            line
        } else {
            let seat = table.seat_word(Seat::First);
            line.with("player", context.name(first).await?).with("seat", seat)
        });
    }
    Ok(())
}

/// Lets a match go on after a change until a person must decide or it is over: rolls,
/// deals and passes follow by themselves, ended deals are booked, new ones begun. Saves
/// the match and posts what there is to see.
pub(super) async fn carry_on(
    context: &mut Context<'_>,
    mut table: Table,
    mut lines: Vec<Message>,
    mut board: Board,
) -> Result<(), Stop> {
    settle(context, &mut table, &mut lines, &mut board.steps).await?;
    if let Some(outcome) = table.position.outcome() {
        board.over = true;
        // A deal can end without a decision, and so can the next one.
        return Box::pin(finish_deal(context, table, lines, &outcome, board, Ending::Deal)).await;
    }
    table.row.position = table.position.text();
    wind(context, &mut table).await?;
    let status = [next_line(context, &table).await?];
    save(context, &table).await?;
    post_board(context, &table, &lines, &status, board, Lane::Turn).await
}

/// Appends what needs no decision.
async fn settle(
    context: &mut Context<'_>,
    table: &mut Table,
    lines: &mut Vec<Message>,
    steps: &mut Vec<String>,
) -> Result<(), Stop> {
    let singles = Singles::of(context, table).await?;
    let mut telling = Telling::default();
    // How many chances of this deal stand; asked for when the first one is due.
    let mut drawn = None;
    for _ in 0..MOST_STEPS {
        let (kind, player, text) = match table.position.actor() {
            Actor::Chance => {
                let k = match drawn {
                    Some(k) => k,
                    None => chances_drawn(context, table).await?,
                } + 1;
                drawn = Some(k);
                let dice = table.dice.as_ref().context("a game with chance says so")?;
                let chance = table.position.sample(&mut dice.stream(table.series.deal, k));
                (StepKind::Chance, None, chance.context("a chance is due but cannot be drawn")?)
            }
            Actor::Player(seat) if telling.turns() < MOST_TURNS => {
                let player = table.series.player(seat);
                let Some(only) = singles.only(&table.position, player) else { break };
                (StepKind::Action, Some(player), only)
            }
            Actor::Player(_) | Actor::Over => break,
        };
        let after = table.position.after(&text)?;
        append(context, table, kind, player, &text).await?;
        let before = std::mem::replace(&mut table.position, after);
        match player {
            Some(player) => {
                telling.plays(context.name(table.person(player)).await?, &text);
                telling.adds(before.remarks(&text)?);
            }
            None => tell_chance(context, table, &mut telling, &text).await?,
        }
        steps.push(text);
    }
    if table.position.actor() == Actor::Chance {
        return Err(anyhow!("match {} goes on without an end", table.row.number).into());
    }
    lines.extend(telling.lines());
    Ok(())
}

async fn chances_drawn(context: &mut Context<'_>, table: &Table) -> Result<u32, Stop> {
    let steps = deal_steps(context, table).await?;
    let chances = steps.iter().filter(|step| step.kind == StepKind::Chance).count();
    Ok(u32::try_from(chances)?)
}

/// Tells who rolled what. A deal is not told, for it may be hidden; that it is void is.
async fn tell_chance(
    context: &mut Context<'_>,
    table: &Table,
    telling: &mut Telling,
    text: &str,
) -> Result<(), Stop> {
    if text.starts_with("void ") {
        telling.adds([Message::new("dealt-again")]);
    } else if let Actor::Player(seat) = table.position.actor()
        && is_roll(text)
    {
        let name = context.name(table.person(table.series.player(seat))).await?;
        telling.rolls(name, text);
    }
    Ok(())
}

/// Whether a chance is a roll: a word, where a deal is several.
pub(super) fn is_roll(text: &str) -> bool {
    !text.contains(' ')
}

/// Appends a step; the position has changed then, and an open offer lapses.
pub(super) async fn append(
    context: &mut Context<'_>,
    table: &mut Table,
    kind: StepKind,
    player: Option<Player>,
    text: &str,
) -> Result<(), Stop> {
    table.row.last_seq += 1;
    table.row.revision += 1;
    let step = StoredStep {
        seq: table.row.last_seq,
        deal: table.row.deal,
        kind,
        player: player.map(number_of_player),
        text: text.to_owned(),
    };
    let number = table.row.number;
    matches::append_step(context.db, context.scope, number, &step, context.now()).await?;
    offers::end(context.db, context.scope, number, OfferEnd::Lapsed).await?;
    Ok(())
}

/// Writes back what has changed in the match.
async fn save(context: &mut Context<'_>, table: &Table) -> Result<(), Stop> {
    let now = context.now();
    if matches::update(context.db, context.scope, &table.row, table.revision, now).await? {
        return Ok(());
    }
    // The row is locked, so this cannot be; nothing is stored if it is.
    Err(anyhow!("match {} has moved on under its lock", table.row.number).into())
}

/// What ends with a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// What the rules of matches say: the deal, or the match with it.
    Deal,
    /// The whole match, which this player loses.
    Match(Player),
}

/// Books the end of a deal: the next one begins, or the match is over. Saves the match
/// and posts what there is to see.
pub(super) async fn finish_deal(
    context: &mut Context<'_>,
    mut table: Table,
    mut lines: Vec<Message>,
    outcome: &Outcome,
    board: Board,
    ending: Ending,
) -> Result<(), Stop> {
    let facts = table.game.facts();
    let text = outcome.text(facts.seats);
    if board.steps.is_empty() {
        // No step has changed the revision, but what is shown is new.
        table.row.revision += 1;
    }
    table.row.position = table.position.text();
    table.row.deadline = None;
    let (number, now) = (table.row.number, context.now());
    offers::end(context.db, context.scope, number, OfferEnd::Lapsed).await?;
    matches::end_deal(context.db, context.scope, number, table.row.deal, &text, now).await?;
    lines.push(outcome_line(context, &table, outcome).await?);
    let ended = table.series;
    let mut progress = table.series.finish(outcome, facts.first_seat);
    if let Ending::Match(loser) = ending {
        table.row.forfeit = Some(number_of_player(loser));
        progress = Progress::Over(Some(loser.opponent()));
    }
    table.row.points = table.series.points.map(|points| i32::try_from(points).unwrap_or(i32::MAX));
    if table.row.target.is_some() {
        lines.push(score_line(context, &table).await?);
    }
    // The board shows the end of the old deal; a new one gets its own.
    let mut shown = Table { series: ended, ..table.clone() };
    let void = outcome.reason == Reason::VOID;
    if !void && progress == Progress::NextDeal {
        post_board(context, &shown, &lines, &[], board, Lane::Turn).await?;
        return next_deal(context, table).await;
    }
    table.row.outcome = Some(text);
    shown.row.outcome.clone_from(&table.row.outcome);
    save(context, &table).await?;
    if let (false, Progress::Over(winner)) = (void, progress) {
        book_results(context, &table, winner, outcome).await?;
    } else {
        ratings::forgo(context, &table.row).await?;
    }
    context.later(Kind::Audit, (number, table.row.revision), now).await?;
    post_board(context, &shown, &lines, &[], board, Lane::Turn).await
}

async fn next_deal(context: &mut Context<'_>, mut table: Table) -> Result<(), Stop> {
    let mut lines = vec![Message::new("deal-begins").with("deal", table.series.deal.get())];
    table.row.deal = i32::try_from(table.series.deal.get())?;
    table.row.first_player = number_of_player(table.series.first);
    give_seats(context, &mut table, &mut lines).await?;
    table.position = table.game.start(&table.options, table.series.deal);
    table.row.position = table.position.text();
    table.row.revision += 1;
    matches::begin_deal(context.db, context.scope, &table.row, context.now()).await?;
    let board = Board { from: table.row.position.clone(), steps: Vec::new(), over: false };
    carry_on(context, table, lines, board).await
}

async fn book_results(
    context: &mut Context<'_>,
    table: &Table,
    winner: Option<Player>,
    outcome: &Outcome,
) -> Result<(), Stop> {
    let (scope, now, row) = (context.scope, context.now(), &table.row);
    let gains = Player::ALL.map(|player| Gain {
        person: table.person(player),
        verdict: match winner {
            None => Verdict::Draw,
            Some(winner) if winner == player => Verdict::Win,
            Some(_) => Verdict::Loss,
        },
        points: row.points[player.index()],
    });
    for (player, gain) in Player::ALL.into_iter().zip(gains) {
        let result = GameResult {
            person: gain.person,
            opponent: table.person(player.opponent()),
            game: &row.game,
            options: &row.options,
            verdict: gain.verdict,
            points: gain.points,
            reason: outcome.reason.as_str(),
            rated: row.rated,
        };
        results::insert(context.db, scope, row.number, &result, now).await?;
    }
    if row.rated {
        let periods = Period::of(now).map(Period::text);
        standings::book(context.db, scope, &row.game, &periods, &gains).await?;
        context.later(Kind::Rate, (row.number, row.revision), now).await?;
    }
    Ok(())
}
