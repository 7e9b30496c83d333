//! Proving what is stored: every position from its steps, every chance from its seed.

use super::{
    dice::{self, Dice, Seed},
    glicko,
    service::App,
    table::player_of_number,
};
use crate::{
    game::{
        Actor, DealNo, FirstSeat, Length, OptionSet, Outcome, Player, Progress, Reason, Series,
    },
    games::{AnyPosition, GameKind},
    store::{
        MatchNo, ScopeId, matches,
        matches::{Deal, Match, StepKind, StoredStep},
        ratings::{self, Logged, Skill},
        results::{self, Verdict},
        standings,
    },
};
use anyhow::Context as _;
use sqlx::PgConnection;

/// Matches that are read at once.
const BATCH: i64 = 200;

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Matches that were replayed.
    pub matches: u64,
    /// Steps in them.
    pub steps: u64,
    /// Matches that began by another version of the rules, and were not replayed.
    pub other_versions: u64,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// Something that is wrong in a match, or in what is made of all matches of a scope.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("scope {scope}{}: {what}", in_match(*.number), scope = .scope.0)]
pub struct Fault {
    /// The scope.
    pub scope: ScopeId,
    /// The match.
    pub number: Option<MatchNo>,
    /// What.
    pub what: Wrong,
}

fn in_match(number: Option<MatchNo>) -> String {
    number.map_or_else(String::new, |number| format!(", match {number}"))
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// The game or its options are unknown.
    #[error("the game {0:?} cannot be played")]
    Game(String),
    /// A deal is missing, doubled, or begins elsewhere.
    #[error("deal {0} does not begin as it should")]
    Deal(i32),
    /// The numbers of the steps have a gap.
    #[error("step {0} is missing")]
    Gap(i32),
    /// A step was not legal when it was made.
    #[error("step {0} ({1:?}) is not legal")]
    Step(i32, String),
    /// A step was made by somebody else than whose turn it was.
    #[error("step {0} was made by the wrong player")]
    Player(i32),
    /// A roll or deal is not what seed and event give.
    #[error("step {0} is another chance than seed and event give")]
    Chance(i32),
    /// A takeback goes to where it cannot.
    #[error("the takeback {0} goes nowhere")]
    Takeback(i32),
    /// A deal's outcome is not the one of its steps.
    #[error("the outcome of deal {0} does not follow from its steps")]
    Outcome(i32),
    /// The match does not stand where its steps lead.
    #[error("the stored position is {stored:?}, the steps lead to {replayed:?}")]
    Position {
        /// As stored.
        stored: String,
        /// As replayed.
        replayed: String,
    },
    /// The game cannot read where the match stands.
    #[error("the stored position {0:?} cannot be read")]
    Unreadable(String),
    /// The points are not those of the deals.
    #[error("the points are not those of the deals")]
    Points,
    /// The state of the match does not follow from its deals.
    #[error("whether the match is over does not follow from its deals")]
    State,
    /// The results are not those of the match.
    #[error("the results are not those of the match")]
    Results,
    /// The log of ratings has another change than the results give.
    #[error("the changes of the ratings are not those of the results")]
    Ratings,
    /// Boards are not the sums of the results.
    #[error("{0} rows of the boards are not the sums of the results")]
    Boards(i64),
}

/// Audits every match, or those of one scope.
///
/// # Errors
/// When the database fails.
pub async fn audit(app: &App, scope: Option<ScopeId>) -> anyhow::Result<Report> {
    let mut walk = Walk::of(scope);
    loop {
        // What is played meanwhile must not come between a match and its steps.
        let mut db = app.database.snapshot().await.context("no database connection")?;
        if !walk.go_on(app, &mut db).await? {
            return Ok(walk.report);
        }
    }
}

/// Audits every match, or those of one scope, as a transaction sees them.
///
/// # Errors
/// When the database fails.
pub(super) async fn audit_in(
    app: &App,
    db: &mut PgConnection,
    scope: Option<ScopeId>,
) -> sqlx::Result<Report> {
    let mut walk = Walk::of(scope);
    while walk.go_on(app, db).await? {}
    Ok(walk.report)
}

/// What cannot be played on, of the matches that began by other rules and are not replayed.
///
/// # Errors
/// When the database fails.
pub(super) async fn unreadable(
    app: &App,
    db: &mut PgConnection,
    scope: Option<ScopeId>,
) -> sqlx::Result<Vec<Fault>> {
    let mut faults = Vec::new();
    let mut last = FIRST;
    loop {
        let batch = matches::after(db, scope, last, BATCH).await?;
        let Some(end) = batch.last() else { return Ok(faults) };
        last = *end;
        for (scope, number) in batch {
            let Some(row) = matches::read(db, scope, number).await? else { continue };
            let game = app.games.find(&row.game);
            let Some(game) = game.filter(|game| game.facts().rules_version != row.rules_version)
            else {
                continue;
            };
            let options = OptionSet::parse(game.facts(), row.options.split_whitespace());
            let position = options.ok().and_then(|options| game.read(&options, &row.position).ok());
            if position.is_none() {
                let what = Wrong::Unreadable(row.position);
                faults.push(Fault { scope, number: Some(number), what });
            }
        }
    }
}

/// Before the first match.
const FIRST: (ScopeId, MatchNo) = (ScopeId(i64::MIN), MatchNo(i32::MIN));

/// An audit under way.
struct Walk {
    of: Option<ScopeId>,
    last: (ScopeId, MatchNo),
    /// The scope whose matches are being audited.
    current: Option<ScopeId>,
    report: Report,
}

impl Walk {
    fn of(scope: Option<ScopeId>) -> Self {
        Walk { of: scope, last: FIRST, current: None, report: Report::default() }
    }

    /// Audits the next matches; false when all are done.
    async fn go_on(&mut self, app: &App, db: &mut PgConnection) -> sqlx::Result<bool> {
        let batch = matches::after(db, self.of, self.last, BATCH).await?;
        let Some(end) = batch.last() else {
            audit_boards(db, self.current, &mut self.report).await?;
            return Ok(false);
        };
        self.last = *end;
        for (scope, number) in batch {
            if self.current != Some(scope) {
                audit_boards(db, self.current, &mut self.report).await?;
                self.current = Some(scope);
            }
            let found = audit_match(app, db, scope, number).await?;
            self.report.matches += found.matches;
            self.report.steps += found.steps;
            self.report.other_versions += found.other_versions;
            self.report.faults.extend(found.faults);
        }
        Ok(true)
    }
}

/// Audits the boards of a scope. If a match of it is faulty, so are they; that is not told
/// again.
async fn audit_boards(
    db: &mut PgConnection,
    scope: Option<ScopeId>,
    report: &mut Report,
) -> sqlx::Result<()> {
    let Some(scope) = scope else { return Ok(()) };
    if report.faults.iter().any(|fault| fault.scope == scope) {
        return Ok(());
    }
    let faults = standings::faults(db, scope).await?;
    if faults > 0 {
        report.faults.push(Fault { scope, number: None, what: Wrong::Boards(faults) });
    }
    Ok(())
}

/// Audits one match.
///
/// # Errors
/// When the database fails.
pub(super) async fn audit_match(
    app: &App,
    db: &mut PgConnection,
    scope: ScopeId,
    number: MatchNo,
) -> sqlx::Result<Report> {
    let mut report = Report::default();
    let Some(row) = matches::read(db, scope, number).await? else { return Ok(report) };
    let steps = matches::steps(db, scope, number).await?;
    let deals = matches::deals(db, scope, number).await?;
    let booked = results::of_match(db, scope, number).await?;
    let rated = ratings::of_match(db, scope, number, row.players).await?;
    let fault = |what| Fault { scope, number: Some(number), what };
    let Some(game) = app.games.find(&row.game) else {
        report.faults.push(fault(Wrong::Game(row.game)));
        return Ok(report);
    };
    if game.facts().rules_version != row.rules_version {
        report.other_versions = 1;
        return Ok(report);
    }
    report.matches = 1;
    report.steps = steps.len() as u64;
    let name = dice::match_name(scope, &row);
    let found = replay(game, &row, &name, &steps, &deals)
        .and_then(|()| judge_results(&row, &booked))
        .and_then(|()| judge_ratings(&booked, &rated));
    report.faults.extend(found.err().map(fault));
    Ok(report)
}

/// A deal while it is replayed: what has been reached, and by which steps that stand.
struct Line {
    reached: Vec<(i32, AnyPosition)>,
    start: AnyPosition,
    chances: Vec<i32>,
}

impl Line {
    fn now(&self) -> &AnyPosition {
        self.reached.last().map_or(&self.start, |(_, position)| position)
    }
}

fn replay(
    game: GameKind,
    row: &Match,
    name: &str,
    steps: &[StoredStep],
    deals: &[Deal],
) -> Result<(), Wrong> {
    let facts = game.facts();
    let faulty = |_| Wrong::Game(row.game.clone());
    let options = OptionSet::parse(facts, row.options.split_whitespace()).map_err(faulty)?;
    let dice = Seed::from_bytes(&row.seed.0).and_then(|seed| Dice::new(&seed, &row.event, name));
    if let Some((gap, _)) = (1..).zip(steps).find(|(seq, step)| step.seq != *seq) {
        return Err(Wrong::Gap(gap));
    }
    if i32::try_from(steps.len()) != Ok(row.last_seq) {
        return Err(Wrong::Gap(row.last_seq));
    }
    let length = row.target.map_or(Length::Single, |target| Length::To(target.unsigned_abs()));
    let mut series =
        Series::new(length, player_of_number(deals.first().map_or(1, |deal| deal.first_player)));
    let mut over = false;
    let mut end = None;
    for (deal, number) in deals.iter().zip(1..) {
        let wrong = Wrong::Deal(number);
        let no = DealNo::new(number.unsigned_abs()).ok_or(Wrong::Deal(number))?;
        let start = game.start(&options, no);
        if facts.first_seat == FirstSeat::Rolled {
            series.first = dice.as_ref().ok_or(Wrong::Deal(number))?.first(no);
        }
        let seated = player_of_number(deal.first_player) == series.first;
        if over || deal.deal != number || start.text() != deal.start || !seated {
            return Err(wrong);
        }
        let of_deal = steps.iter().filter(|step| step.deal == number);
        let line = replay_deal(start, of_deal, &series, no, dice.as_ref())?;
        let ruled = line.now().outcome();
        end = Some(line.now().text());
        let Some(text) = &deal.outcome else {
            if ruled.is_some() || number != row.deal || row.outcome.is_some() {
                return Err(Wrong::Outcome(number));
            }
            continue;
        };
        let outcome =
            Outcome::parse(text, facts.seats, facts.reasons).map_err(|_| Wrong::Outcome(number))?;
        let by_agreement = ruled.is_none() && Reason::OF_MATCHES.contains(&outcome.reason);
        if ruled != Some(outcome) && !by_agreement {
            return Err(Wrong::Outcome(number));
        }
        let progress = series.finish(&outcome, facts.first_seat);
        let given_up = row.forfeit.is_some()
            && number == row.deal
            && [Reason::RESIGN, Reason::TIME].contains(&outcome.reason);
        over = outcome.reason == Reason::VOID || given_up || progress != Progress::NextDeal;
        if over && row.outcome.as_ref() != Some(text) {
            return Err(Wrong::State);
        }
    }
    let seats = deals.last().map(|deal| deal.first_player);
    if row.deal != i32::try_from(deals.len()).unwrap_or(-1) || seats != Some(row.first_player) {
        return Err(Wrong::Deal(row.deal));
    }
    if over != row.outcome.is_some() {
        return Err(Wrong::State);
    }
    if row.points.map(i32::unsigned_abs) != series.points {
        return Err(Wrong::Points);
    }
    let replayed = end.unwrap_or_default();
    if replayed != row.position {
        return Err(Wrong::Position { stored: row.position.clone(), replayed });
    }
    Ok(())
}

fn replay_deal<'a>(
    start: AnyPosition,
    steps: impl Iterator<Item = &'a StoredStep>,
    series: &Series,
    deal: DealNo,
    dice: Option<&Dice>,
) -> Result<Line, Wrong> {
    let mut line = Line { reached: Vec::new(), start, chances: Vec::new() };
    for step in steps {
        let now = line.now();
        match step.kind {
            StepKind::Takeback => {
                let to: i32 = step.text.parse().map_err(|_| Wrong::Takeback(step.seq))?;
                let before = line.reached.len();
                line.reached.retain(|(seq, _)| *seq <= to);
                line.chances.retain(|seq| *seq <= to);
                if line.reached.len() == before {
                    return Err(Wrong::Takeback(step.seq));
                }
                continue;
            }
            StepKind::Action => {
                let Actor::Player(seat) = now.actor() else {
                    return Err(Wrong::Step(step.seq, step.text.clone()));
                };
                if step.player.map(player_of_number) != Some(series.player(seat)) {
                    return Err(Wrong::Player(step.seq));
                }
            }
            StepKind::Chance => {
                line.chances.push(step.seq);
                let k = u32::try_from(line.chances.len()).unwrap_or(u32::MAX);
                let drawn = dice.and_then(|dice| line.now().sample(&mut dice.stream(deal, k)));
                if drawn.as_ref() != Some(&step.text) {
                    return Err(Wrong::Chance(step.seq));
                }
            }
        }
        let after =
            line.now().after(&step.text).map_err(|_| Wrong::Step(step.seq, step.text.clone()))?;
        line.reached.push((step.seq, after));
    }
    Ok(line)
}

fn judge_results(row: &Match, booked: &[results::Booked]) -> Result<(), Wrong> {
    let void = row.outcome.as_ref().is_some_and(|text| text.ends_with(" void"));
    if row.outcome.is_none() || void {
        return if booked.is_empty() { Ok(()) } else { Err(Wrong::Results) };
    }
    let [one, two] = row.points;
    let verdict = match (row.forfeit, one.cmp(&two)) {
        (Some(2), _) | (None, std::cmp::Ordering::Greater) => [Verdict::Win, Verdict::Loss],
        (Some(_), _) | (None, std::cmp::Ordering::Less) => [Verdict::Loss, Verdict::Win],
        (None, std::cmp::Ordering::Equal) => [Verdict::Draw, Verdict::Draw],
    };
    let right = Player::ALL.into_iter().all(|player| {
        let at = player.index();
        booked.iter().any(|result| {
            result.person == row.players[at]
                && result.opponent == row.players[1 - at]
                && result.points == row.points[at]
                && result.verdict == verdict[at]
                && result.rated == row.rated
        })
    });
    if right && booked.len() == 2 { Ok(()) } else { Err(Wrong::Results) }
}

/// The log of ratings follows from the results, as far as there is one yet.
fn judge_ratings(booked: &[results::Booked], rated: &[Logged]) -> Result<(), Wrong> {
    let right = rated.iter().all(|logged| {
        let [rating, deviation] = logged.against;
        let against = Skill { rating, deviation, volatility: glicko::NEW.volatility };
        let after = glicko::after(logged.before, &[(against, logged.verdict)]);
        let booked = booked.iter().any(|result| {
            result.rated && result.person == logged.person && result.verdict == logged.verdict
        });
        booked && is_near(after, logged.after)
    });
    if right { Ok(()) } else { Err(Wrong::Ratings) }
}

/// Equal but for what another processor may round otherwise.
fn is_near(one: Skill, two: Skill) -> bool {
    let near = |one: f64, two: f64| (one - two).abs() <= 1e-6;
    near(one.rating, two.rating)
        && near(one.deviation, two.deviation)
        && near(one.volatility, two.volatility)
}
