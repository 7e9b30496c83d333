//! Playing: actions, boards, giving up.

use super::{
    history::standing,
    reply::{Picture, Reply},
    service::{Context, Stop, refuse},
};
use crate::{
    game::{
        Actor, BySeat, DealNo, Length, Message, OptionSet, Outcome, Player, Progress, Reason, Seat,
        Series,
    },
    games::{AnyPosition, GameKind, ReadFault},
    store::{
        MatchNo, PersonId,
        matches::{self, Live, Match, StepKind, StoredStep},
        offers::{self, OfferEnd},
        outbox::{self, Lane},
        results::{self, GameResult, Verdict},
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
    /// The revision as read.
    revision: i32,
}

impl Table {
    fn new(context: &Context<'_>, row: Match) -> Result<Self, Stop> {
        let game = game(context, &row.game)?;
        let options = OptionSet::parse(game.facts(), row.options.split_whitespace())?;
        let position = game
            .read(&options, &row.position)
            .map_err(|reason| anyhow!("stored position: {reason}"))?;
        let series = Series {
            length: row.target.map_or(Length::Single, |target| Length::To(target.unsigned_abs())),
            points: row.points.map(i32::unsigned_abs),
            deal: u32::try_from(row.deal).ok().and_then(DealNo::new).context("stored deal")?,
            first: player_of_number(row.first_player),
        };
        let revision = row.revision;
        Ok(Table { row, game, options, position, series, revision })
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

    fn name_of_game(&self) -> Message {
        Message::new(format!("{}-name", self.game.facts().key))
    }
}

/// The number by which the store names a player.
pub(super) const fn number_of_player(player: Player) -> i16 {
    match player {
        Player::One => 1,
        Player::Two => 2,
    }
}

fn player_of_number(number: i16) -> Player {
    if number == 2 { Player::Two } else { Player::One }
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
    let answered = match &context.incoming.reply_to {
        Some(message) => {
            let (bot, place) = (&context.incoming.chat.bot_id, &context.incoming.place);
            outbox::match_of_message(context.db, context.scope, bot, place, message).await?
        }
        None => None,
    };
    let number = match number.or(answered) {
        Some(number) => number,
        None => implied(context, wanted).await?,
    };
    let row = matches::lock(context.db, context.scope, number).await?;
    let Some(row) = row else {
        return refuse(Message::new("no-such-match").with("number", number.to_string()));
    };
    if row.place != context.incoming.place {
        return refuse(Message::new("match-elsewhere").with("number", number.to_string()));
    }
    let table = Table::new(context, row)?;
    if wanted == Wanted::Player && table.player(context.person).is_none() {
        return refuse(Message::new("not-your-game"));
    }
    Ok(table)
}

/// The match that a command can only mean.
async fn implied(context: &mut Context<'_>, wanted: Wanted) -> Result<MatchNo, Stop> {
    let place = context.incoming.place.clone();
    let mut live = matches::live(context.db, context.scope).await?;
    live.retain(|live| live.place == place);
    let (own, others): (Vec<Live>, Vec<Live>) =
        live.into_iter().partition(|live| live.players.contains(&context.person));
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
        None if others.is_empty() => refuse(Message::new("no-match-here")),
        None => refuse(Message::new("not-your-game")),
    }
}

/// Whether the asker is to move in a match.
fn is_to_move(context: &Context<'_>, live: &Live) -> Result<bool, Stop> {
    let game = game(context, &live.game)?;
    let options = OptionSet::parse(game.facts(), live.options.split_whitespace())?;
    let position = game
        .read(&options, &live.position)
        .map_err(|reason| anyhow!("stored position: {reason}"))?;
    let series = Series {
        first: player_of_number(live.first_player),
        ..Series::new(Length::Single, Player::One)
    };
    let Actor::Player(seat) = position.actor() else { return Ok(false) };
    Ok(live.players[series.player(seat).index()] == context.person)
}

/// Begins a match that was accepted and posts its first board.
pub(super) async fn begin(context: &mut Context<'_>, row: Match) -> Result<(), Stop> {
    matches::insert(context.db, context.scope, &row).await?;
    matches::begin_deal(context.db, context.scope, &row, context.now()).await?;
    let table = Table::new(context, row)?;
    let mut lines = vec![Message::new("match-begins").with("game", table.name_of_game())];
    lines.extend(option_lines(&table));
    lines.push(next_line(context, &table).await?);
    let board = Board { from: table.row.position.clone(), steps: Vec::new(), over: false };
    post_board(context, &table, &lines, board, Lane::Turn).await
}

/// A line for each option that is not at its default.
fn option_lines(table: &Table) -> Vec<Message> {
    let key = table.game.facts().key;
    table
        .row
        .options
        .split_whitespace()
        .map(|option| Message::new(format!("{key}-option-{}", option.replace('=', "-"))))
        .collect()
}

/// "@boris (Black) to move", or how it ended.
pub(super) async fn next_line(context: &mut Context<'_>, table: &Table) -> Result<Message, Stop> {
    if let Some(text) = &table.row.outcome {
        let outcome = read_outcome(table, text)?;
        return outcome_line(context, table, &outcome).await;
    }
    let Actor::Player(seat) = table.position.actor() else {
        return Err(anyhow!("a chance is due that nobody has drawn").into());
    };
    let next = table.person(table.series.player(seat));
    Ok(Message::new("to-move")
        .with("player", context.mention(next).await?)
        .with("seat", table.seat_word(seat)))
}

fn read_outcome(table: &Table, text: &str) -> Result<Outcome, Stop> {
    let facts = table.game.facts();
    Ok(Outcome::parse(text, facts.seats, facts.reasons)?)
}

async fn outcome_line(
    context: &mut Context<'_>,
    table: &Table,
    outcome: &Outcome,
) -> Result<Message, Stop> {
    let reason = outcome.reason.as_str();
    let reason = if Reason::OF_MATCHES.contains(&outcome.reason) {
        Message::new(format!("reason-{reason}"))
    } else {
        Message::new(format!("{}-reason-{reason}", table.game.facts().key))
    };
    Ok(match outcome.winner {
        _ if outcome.reason == Reason::VOID => Message::new("deal-void"),
        None => Message::new("deal-drawn").with("reason", reason),
        Some(seat) => Message::new("deal-won")
            .with("player", context.mention(table.person(table.series.player(seat))).await?)
            .with("seat", table.seat_word(seat))
            .with("points", outcome.points)
            .with("reason", reason),
    })
}

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
    if table.is_over() {
        return refuse(Message::new("match-is-over").with("number", table.row.number.to_string()));
    }
    if table.position.actor() != Actor::Player(seat) {
        let opponent = context.name(table.person(player.opponent())).await?;
        return refuse(Message::new("not-your-turn").with("player", opponent));
    }
    let action = match table.position.read_action(text) {
        Ok(action) => action,
        Err(ReadFault::Syntax) => {
            let example = table.position.legal().into_iter().next().unwrap_or_default();
            return Err(Stop::NotUnderstood(Message::new("not-a-move").with("example", example)));
        }
        Err(ReadFault::Illegal(message)) => return refuse(message),
        Err(ReadFault::Ambiguous(actions)) => {
            return refuse(Message::new("ambiguous-move").with("actions", actions));
        }
    };
    let from = table.position.text();
    let after = table.position.after(&action)?;
    append(context, &mut table, StepKind::Action, Some(player), &action).await?;
    table.position = after;
    table.row.position = table.position.text();
    let mover = context.name(context.person).await?;
    let mut lines =
        vec![Message::new("moved").with("player", mover).with("action", action.as_str())];
    let steps = vec![action];
    match table.position.outcome() {
        None => {
            lines.push(next_line(context, &table).await?);
            save(context, &table).await?;
            let board = Board { from, steps, over: false };
            post_board(context, &table, &lines, board, Lane::Turn).await?;
        }
        Some(outcome) => {
            end_deal(context, table, lines, outcome, Board { from, steps, over: true }).await?;
        }
    }
    Ok(None)
}

/// The player that the asker is; [`find`] has seen to it that there is one.
pub(super) fn own_player(context: &Context<'_>, table: &Table) -> Result<Player, Stop> {
    match table.player(context.person) {
        Some(player) => Ok(player),
        None => refuse(Message::new("not-your-game")),
    }
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
pub(super) async fn save(context: &mut Context<'_>, table: &Table) -> Result<(), Stop> {
    let now = context.now();
    if matches::update(context.db, context.scope, &table.row, table.revision, now).await? {
        return Ok(());
    }
    // The row is locked, so this cannot be; nothing is stored if it is.
    Err(anyhow!("match {} has moved on under its lock", table.row.number).into())
}

/// Books the end of a deal: the next one begins, or the match is over.
pub(super) async fn end_deal(
    context: &mut Context<'_>,
    mut table: Table,
    mut lines: Vec<Message>,
    outcome: Outcome,
    board: Board,
) -> Result<(), Stop> {
    let facts = table.game.facts();
    let text = outcome.text(facts.seats);
    if board.steps.is_empty() {
        // No step has changed the revision, but what is shown is new.
        table.row.revision += 1;
    }
    let (number, now) = (table.row.number, context.now());
    offers::end(context.db, context.scope, number, OfferEnd::Lapsed).await?;
    matches::end_deal(context.db, context.scope, number, table.row.deal, &text, now).await?;
    lines.push(outcome_line(context, &table, &outcome).await?);
    let ended = table.series;
    let progress = table.series.finish(&outcome, facts.first_seat);
    table.row.points = table.series.points.map(|points| i32::try_from(points).unwrap_or(i32::MAX));
    if table.row.target.is_some() {
        lines.push(score_line(context, &table).await?);
    }
    let void = outcome.reason == Reason::VOID;
    if !void && progress == Progress::NextDeal {
        // The board shows the end of the old deal; the new one gets its own.
        let shown = Table { series: ended, ..table.clone() };
        post_board(context, &shown, &lines, board, Lane::Turn).await?;
        table.row.deal = i32::try_from(table.series.deal.get()).unwrap_or(i32::MAX);
        table.row.first_player = number_of_player(table.series.first);
        table.position = table.game.start(&table.options, table.series.deal);
        table.row.position = table.position.text();
        table.row.revision += 1;
        matches::begin_deal(context.db, context.scope, &table.row, now).await?;
        save(context, &table).await?;
        let deal = Message::new("deal-begins").with("deal", table.series.deal.get());
        let lines = [deal, next_line(context, &table).await?];
        let board = Board { from: table.row.position.clone(), steps: Vec::new(), over: false };
        return post_board(context, &table, &lines, board, Lane::Turn).await;
    }
    table.row.outcome = Some(text);
    save(context, &table).await?;
    if let (false, Progress::Over(winner)) = (void, progress) {
        book_results(context, &table, winner, &outcome).await?;
    }
    table.series = ended;
    post_board(context, &table, &lines, board, Lane::Turn).await
}

async fn score_line(context: &mut Context<'_>, table: &Table) -> Result<Message, Stop> {
    let [one, two] = table.series.points;
    Ok(Message::new("score")
        .with("one", context.name(table.person(Player::One)).await?)
        .with("two", context.name(table.person(Player::Two)).await?)
        .with("points_one", one)
        .with("points_two", two))
}

async fn book_results(
    context: &mut Context<'_>,
    table: &Table,
    winner: Option<Player>,
    outcome: &Outcome,
) -> Result<(), Stop> {
    for player in Player::ALL {
        let result = GameResult {
            person: table.person(player),
            opponent: table.person(player.opponent()),
            game: &table.row.game,
            options: &table.row.options,
            verdict: match winner {
                None => Verdict::Draw,
                Some(winner) if winner == player => Verdict::Win,
                Some(_) => Verdict::Loss,
            },
            points: table.row.points[player.index()],
            reason: outcome.reason.as_str(),
        };
        results::insert(context.db, context.scope, table.row.number, &result, context.now())
            .await?;
    }
    Ok(())
}

/// What a board shows: a position, and the steps from there that it tells of.
pub(super) struct Board {
    pub(super) from: String,
    pub(super) steps: Vec<String>,
    /// Whether the deal has ended.
    pub(super) over: bool,
}

/// Posts the board.
pub(super) async fn post_board(
    context: &mut Context<'_>,
    table: &Table,
    lines: &[Message],
    board: Board,
    lane: Lane,
) -> Result<(), Stop> {
    let text = context.public(lines);
    let picture = Some(picture(context, table, board).await?);
    let reply = Reply { text, picture, document: None };
    context.post(lane, Some(table.row.number), &reply).await
}

async fn picture(context: &mut Context<'_>, table: &Table, board: Board) -> Result<Picture, Stop> {
    let mut names = BySeat::new(None, None);
    for seat in Seat::ALL {
        let person = table.person(table.series.player(seat));
        names[seat] = Some(context.name(person).await?);
    }
    let score = table
        .row
        .target
        .map(|_| Seat::ALL.map(|seat| table.series.points[table.series.player(seat).index()]));
    Ok(Picture {
        name: format!("{}-{}-{:03}", table.row.game, table.row.number.0, table.row.revision),
        game: table.row.game.clone(),
        options: table.row.options.clone(),
        from: board.from,
        steps: board.steps,
        viewer: None,
        below: 1,
        names: names.0,
        score,
        over: board.over,
        theme: "birch".to_owned(),
    })
}

/// The steps of this deal that stand.
pub(super) async fn deal_steps(
    context: &mut Context<'_>,
    table: &Table,
) -> Result<Vec<StoredStep>, Stop> {
    let steps = matches::steps(context.db, context.scope, table.row.number).await?;
    Ok(standing(&steps).into_iter().filter(|step| step.deal == table.row.deal).cloned().collect())
}

/// Plays steps from the start of the deal; gives the position before the last one and
/// the last one, so that it can be marked.
pub(super) fn replay(
    table: &Table,
    steps: &[StoredStep],
) -> Result<(AnyPosition, Vec<String>), Stop> {
    let mut position = table.game.start(&table.options, table.series.deal);
    let Some((last, earlier)) = steps.split_last() else { return Ok((position, Vec::new())) };
    for step in earlier {
        position = position.after(&step.text)?;
    }
    Ok((position, vec![last.text.clone()]))
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
    lines.push(next_line(context, &table).await?);
    let board = Board { from: from.text(), steps: last, over: table.is_over() };
    post_board(context, &table, &lines, board, Lane::Answer).await?;
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
        let id = if earnest { "resign-sure" } else { "resign-sure-void" };
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
    end_deal(context, table, lines, outcome, Board { from, steps: Vec::new(), over: true }).await?;
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
