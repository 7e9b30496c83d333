//! A match at hand: found, read and locked for one command.

use super::{
    dice::{self, Dice, Seed},
    history::standing,
    service::{Context, Stop, refuse},
};
use crate::{
    game::{Actor, DealNo, Length, Message, OptionSet, Player, Seat, Series},
    games::{AnyPosition, GameKind},
    store::{
        MatchNo, PersonId,
        matches::{self, Live, Match, StoredStep},
        messages,
    },
};
use anyhow::{Context as _, anyhow};

/// A match that was read and locked, with its game and position.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) row: Match,
    pub(super) game: GameKind,
    pub(super) options: OptionSet,
    pub(super) position: AnyPosition,
    pub(super) series: Series,
    /// The chance of the match; `None` for games without.
    pub(super) dice: Option<Dice>,
    /// The revision as read.
    pub(super) revision: i32,
}

impl Table {
    pub(super) fn new(context: &Context<'_>, row: Match) -> Result<Self, Stop> {
        let (game, options, position) = stored(context, &row.game, &row.options, &row.position)?;
        let series = Series {
            length: row.target.map_or(Length::Single, |target| Length::To(target.unsigned_abs())),
            points: row.points.map(i32::unsigned_abs),
            deal: u32::try_from(row.deal).ok().and_then(DealNo::new).context("stored deal")?,
            first: player_of_number(row.first_player),
        };
        let mut dice = None;
        if game.facts().chance {
            let seed = Seed::from_bytes(&row.seed.0).context("stored seed")?;
            let name = dice::match_name(context.scope, &row);
            dice = Some(Dice::new(&seed, &row.event, &name).context("stored seed")?);
        }
        let revision = row.revision;
        Ok(Table { row, game, options, position, series, dice, revision })
    }

    /// The player whom a person is here.
    pub(super) fn player(&self, person: PersonId) -> Option<Player> {
        Player::ALL.into_iter().find(|player| self.row.players[player.index()] == person)
    }

    pub(super) fn person(&self, player: Player) -> PersonId {
        self.row.players[player.index()]
    }

    pub(super) fn is_over(&self) -> bool {
        self.row.outcome.is_some()
    }

    /// The seat word of this game as a sentence of the locales.
    pub(super) fn seat_word(&self, seat: Seat) -> Message {
        let facts = self.game.facts();
        Message::new(format!("{}-{}", facts.key, facts.seats[seat]))
    }

    pub(super) fn name_of_game(&self) -> Message {
        Message::new(format!("{}-name", self.game.facts().key))
    }
}

/// Whether a spectator sees less than there is.
pub(super) fn hides_something(table: &Table) -> bool {
    table.position.hide(None).text() != table.position.text()
}

/// The number by which the store names a player.
pub(super) const fn number_of_player(player: Player) -> i16 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

pub(super) fn player_of_number(number: i16) -> Player {
    if number == 2 { Player::Two } else { Player::One }
}

/// The game of a key, its options and a position of it, as they were stored.
pub(super) fn stored(
    context: &Context<'_>,
    key: &str,
    options: &str,
    position: &str,
) -> Result<(GameKind, OptionSet, AnyPosition), Stop> {
    let game = game(context, key)?;
    let options = OptionSet::parse(game.facts(), options.split_whitespace())?;
    let position =
        game.read(&options, position).map_err(|reason| anyhow!("stored position: {reason}"))?;
    Ok((game, options, position))
}

/// The registered game of a key that was stored.
pub(super) fn game(context: &Context<'_>, key: &str) -> Result<GameKind, Stop> {
    let game = context.app.games.find(key);
    Ok(game.with_context(|| format!("stored game {key:?} is not registered"))?)
}

/// What a command wants of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// To act in it as a player.
    Player,
    /// To look at it.
    Anyone,
}

/// Finds and locks the match that a command is about: the one whose board it answers,
/// the one whose number it names, else the only one that it can mean.
pub(super) async fn find(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
    wanted: Wanted,
) -> Result<Table, Stop> {
    let number = match number.or(answered(context).await?) {
        Some(number) => number,
        None => implied(context, wanted).await?,
    };
    let table = lock_here(context, number).await?;
    if wanted == Wanted::Player && table.player(context.person).is_none() {
        return refuse(Message::new("not-your-game"));
    }
    Ok(table)
}

/// Locks the match of a number, which has to be of this place.
pub(super) async fn lock_here(context: &mut Context<'_>, number: MatchNo) -> Result<Table, Stop> {
    let row = matches::lock(context.db, context.scope, number).await?;
    let Some(row) = row else {
        return refuse(Message::new("no-such-match").with("number", number.to_string()));
    };
    if row.place != context.at.place {
        context.elsewhere = Some(row.place);
        return refuse(Message::new("match-elsewhere").with("number", number.to_string()));
    }
    Table::new(context, row)
}

/// A match of the asker that is over: the one that is answered or named, else the last.
pub(super) async fn find_over(
    context: &mut Context<'_>,
    number: Option<MatchNo>,
) -> Result<Table, Stop> {
    let number = match number.or(answered(context).await?) {
        Some(number) => Some(number),
        None => {
            let place = context.at.place.clone();
            matches::last_over(context.db, context.scope, &place, context.person).await?
        }
    };
    let Some(number) = number else { return refuse(Message::new("no-match-over")) };
    let table = lock_here(context, number).await?;
    own_player(context, &table)?;
    if !table.is_over() {
        return refuse(Message::new("match-not-over").with("number", number.to_string()));
    }
    Ok(table)
}

/// The match of the message that a command answers.
pub(super) async fn answered(context: &mut Context<'_>) -> sqlx::Result<Option<MatchNo>> {
    let Some(message) = &context.at.reply_to else { return Ok(None) };
    let (bot, place) = (&context.at.bot.bot_id, &context.at.place);
    messages::match_of(context.db, context.scope, bot, place, message).await
}

/// The match that a command can only mean.
async fn implied(context: &mut Context<'_>, wanted: Wanted) -> Result<MatchNo, Stop> {
    let place = context.at.place.clone();
    let (here, mut elsewhere): (Vec<Live>, Vec<Live>) =
        live(context).await?.into_iter().partition(|live| live.place == place);
    elsewhere.retain(|live| live.players.contains(&context.person));
    let (own, others): (Vec<Live>, Vec<Live>) =
        here.into_iter().partition(|live| live.players.contains(&context.person));
    if let [only] = &own[..] {
        return Ok(only.number);
    }
    if !own.is_empty() {
        let mut waiting = Vec::new();
        for live in &own {
            if is_to_move(context, live)? {
                waiting.push(live.number);
            }
        }
        if let [only] = waiting[..] {
            return Ok(only);
        }
        let mut list = Vec::new();
        for live in &own {
            let opponent = live.players.iter().find(|player| **player != context.person);
            let name = context.name(*opponent.unwrap_or(&context.person)).await?;
            list.push(format!("{} @{name}", live.number));
        }
        return refuse(Message::new("which-match").with("matches", list));
    }
    if wanted == Wanted::Anyone
        && let [only] = &others[..]
    {
        return Ok(only.number);
    }
    // Nothing is being played by the asker: what ended last can still be looked at.
    let of = (wanted == Wanted::Player).then_some(context.person);
    let mut newest = None;
    if wanted == Wanted::Anyone {
        newest = matches::newest(context.db, context.scope, &place, Some(context.person)).await?;
    }
    if newest.is_none() {
        newest = matches::newest(context.db, context.scope, &place, of).await?;
    }
    match newest {
        Some(number) => Ok(number),
        None if others.is_empty() => match &elsewhere[..] {
            // It is told of it that it is played elsewhere.
            [only] => Ok(only.number),
            _ => refuse(Message::new("no-match-here")),
        },
        None => refuse(Message::new("not-your-game")),
    }
}

/// The matches that are being played in the scope, but for those of games that only a newer
/// release knows.
pub(super) async fn live(context: &mut Context<'_>) -> sqlx::Result<Vec<Live>> {
    let mut live = matches::live(context.db, context.scope).await?;
    live.retain(|live| context.app.games.find(&live.game).is_some());
    Ok(live)
}

/// Whether the asker is to move in a match.
pub(super) fn is_to_move(context: &Context<'_>, live: &Live) -> Result<bool, Stop> {
    let (_, _, position) = stored(context, &live.game, &live.options, &live.position)?;
    let series = Series {
        first: player_of_number(live.first_player),
        ..Series::new(Length::Single, Player::One)
    };
    let Actor::Player(seat) = position.actor() else { return Ok(false) };
    Ok(live.players[series.player(seat).index()] == context.person)
}

/// The player that the asker is; [`find`] has seen to it that there is one.
pub(super) fn own_player(context: &Context<'_>, table: &Table) -> Result<Player, Stop> {
    match table.player(context.person) {
        Some(player) => Ok(player),
        None => refuse(Message::new("not-your-game")),
    }
}

/// The steps of this deal that stand.
pub(super) async fn deal_steps(
    context: &mut Context<'_>,
    table: &Table,
) -> Result<Vec<StoredStep>, Stop> {
    let steps = matches::steps(context.db, context.scope, table.row.number).await?;
    Ok(standing(&steps).into_iter().filter(|step| step.deal == table.row.deal).cloned().collect())
}

/// Plays steps from the start of the deal; gives the position before the last action and what
/// came from there, so that it can be marked. Where something is hidden, only the last step
/// comes with the position: an action before it may be one that only this hand allows.
pub(super) fn replay(
    table: &Table,
    steps: &[StoredStep],
) -> Result<(AnyPosition, Vec<String>), Stop> {
    let mut position = table.game.start(&table.options, table.series.deal);
    let last = steps.len().saturating_sub(1);
    let acted = steps.iter().rposition(|step| step.player.is_some());
    // Where nobody has acted there is only what was drawn last.
    let from = acted.filter(|_| !hides_something(table)).unwrap_or(last);
    for step in &steps[..from] {
        position = position.after(&step.text)?;
    }
    Ok((position, steps[from..].iter().map(|step| step.text.clone()).collect()))
}
