//! What the players of Emir have words for. Quoted lines are those of `rules/emir.md`.

use super::{
    action::{EmirAction, Preliminary},
    before::carpet,
    rules::{Emir, HOME_MARS, KOKS},
    side::{BAR, Side},
};
use crate::{
    game::{Message, Position as _, Seat, Step, StepOf},
    games::nardy::{
        board::{Checkers, Points},
        parts::CHECKERS,
        point::{HOME, POINTS},
        remarks::{self, about, about_points},
    },
};

/// The keys of all sentences with which the game tells what happens, what will, how things stand,
/// and what its choices are called.
pub(super) const IDS: [&str; 20] = [
    "emir-taken",
    "emir-emir-taken",
    "emir-freed",
    "emir-emir-freed",
    "emir-hit",
    "emir-emir-hit",
    "emir-barred",
    "emir-emir-barred",
    "emir-entered",
    "emir-safe",
    "emir-carpet",
    "emir-suleiman",
    "emir-nukers-kept",
    "emir-nukers-wait",
    "emir-doubled",
    "emir-tally",
    "emir-foretold",
    "emir-roll",
    "emir-nuker",
    "emir-cover",
];

/// "six or more *Suleiman's carpet*"
const SULEIMAN: u32 = 6;

/// What a step has brought about.
pub(super) fn remarks(before: &Emir, step: &StepOf<Emir>, after: &Emir) -> Vec<Message> {
    let (Step::Action(action), Some(seat)) = (step, before.due.seat()) else { return Vec::new() };
    let made = carpet(&before.sides[seat], &after.sides[seat]);
    let made = made.filter(|_| matches!(action, EmirAction::Before(Preliminary::Cover(_))));
    let carpet = made.map(|row| {
        let id = if row < SULEIMAN { "emir-carpet" } else { "emir-suleiman" };
        about::<Emir>(seat, id).with("count", row)
    });
    // At the end of a game there is more to tell than what has happened to single checkers.
    if after.outcome().is_some() {
        return carpet.into_iter().chain(doubled(after)).collect();
    }
    let hits = before.hits(action);
    let enemy = of_enemy(seat.opponent(), before, after, hits);
    enemy.into_iter().chain(carpet).chain(of_mover(seat, action, before, after)).collect()
}

/// "16 if the emir is among them", "8 if the emir is outside": what the points alone do not say.
fn doubled(after: &Emir) -> Option<Message> {
    let outcome = after.outcome()?;
    let loser = outcome.winner?.opponent();
    let emir = after.sides[loser].emir.place;
    let due_to_emir = if outcome.reason == KOKS {
        matches!(emir, BAR | 0)
    } else {
        outcome.reason == HOME_MARS && emir < HOME
    };
    due_to_emir.then(|| about::<Emir>(loser, "emir-doubled"))
}

/// What has become of the checkers of the side whose turn it was not; the emir has sentences of
/// its own.
fn of_enemy(seat: Seat, before: &Emir, after: &Emir, hits: u8) -> Vec<Message> {
    let [was, is] = [before, after].map(|position| position.sides[seat]);
    let mut told = Vec::new();
    let mut points = |id, of_emir, points: Points| {
        let emir = points.filter(|steps| *steps == is.emir.place && is.emir.beneath == 0);
        let emir = emir.fold(Points::NONE, Points::with);
        told.extend(about_points::<Emir>(seat, id, points.minus(emir)));
        told.extend(about_points::<Emir>(seat, of_emir, emir));
    };
    points("emir-taken", "emir-emir-taken", is.captive.minus(was.captive));
    // Who has been freed and hit at once stands there no more.
    let freed = was.captive.minus(is.captive).intersection(is.free.points());
    points("emir-freed", "emir-emir-freed", freed);
    // The bar may have been entered behind the turn.
    let barred = is.bar.saturating_sub(was.bar);
    let [was_there, is_there] = [was, is].map(|side| side.emir.place);
    let emir_barred = is_there == BAR && was_there != BAR;
    let emir_hit = is_there == 0 && !matches!(was_there, BAR | 0);
    for (id, of_emir, count, emir) in [
        ("emir-hit", "emir-emir-hit", hits.saturating_sub(barred), emir_hit),
        ("emir-barred", "emir-emir-barred", barred, emir_barred),
    ] {
        let others = count.saturating_sub(u8::from(emir));
        told.extend((others > 0).then(|| counted(seat, id, others)));
        told.extend(emir.then(|| about::<Emir>(seat, of_emir)));
    }
    let entered = was.bar.saturating_sub(is.bar);
    told.extend((entered > 0).then(|| counted(seat, "emir-entered", entered)));
    told
}

/// What whoever has acted should know of its own side.
fn of_mover(seat: Seat, action: &EmirAction, before: &Emir, after: &Emir) -> Vec<Message> {
    let [was, is] = [before, after].map(|position| position.sides[seat]);
    let safe = |side: &Side| (HOME..POINTS).contains(&side.emir.place);
    let left = match action {
        EmirAction::Before(Preliminary::Nuker(_)) | EmirAction::Turn(_) => false,
        EmirAction::Before(_) => !before.before(seat).nukers().is_empty(),
    };
    let waits = is.waits_for_nukers() && !was.waits_for_nukers();
    let nukers = |id| counted(seat, id, is.reserve);
    [
        (safe(&is) && !safe(&was)).then(|| about::<Emir>(seat, "emir-safe")),
        left.then(|| nukers("emir-nukers-kept")),
        waits.then(|| nukers("emir-nukers-wait")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn counted(seat: Seat, id: &'static str, count: u8) -> Message {
    about::<Emir>(seat, id).with("count", u32::from(count))
}

/// The pips that each side has to go, how many nukers it has left, and how many checkers it has
/// borne off.
pub(super) fn tally(position: &Emir) -> Message {
    let sides = position.sides.0;
    let off = sides.map(|side| side.free.on(Checkers::OFF));
    let [white, black] = sides.map(|side| u32::from(side.reserve));
    remarks::tally("emir-tally", sides.map(|side| pips(&side)), off)
        .with("nukers", white + black)
        .with("nukers_white", white)
        .with("nukers_black", black)
}

/// Captives have their way before them, and those on the bar all of it. Where nukers come to
/// stand is not known.
fn pips(side: &Side) -> u32 {
    let held = side.captive.fold(Checkers::NONE, |held, steps| held.with(steps, 1));
    let waiting = Checkers::NONE.with(0, side.bar.min(CHECKERS));
    let all = Points::on_board(0);
    [side.free, held, waiting].into_iter().map(|checkers| remarks::pips(checkers, all)).sum()
}

/// What a covering move will do.
pub(super) fn foretold(position: &Emir, seat: Seat, from: u8) -> Option<Message> {
    let before = position.before(seat);
    let laid = before.laid(from).ok()?;
    let (mine, theirs, won) = before.done(&Preliminary::Cover(before.point(from)));
    let enemy = seat.opponent();
    let captured = theirs.captive.minus(before.theirs.captive);
    let count = u32::try_from(captured.count()).unwrap_or_default();
    let emir = captured.contains(theirs.emir.place) && theirs.emir.beneath == 0;
    let freed = before.theirs.captive.minus(theirs.captive);
    let laid = laid.into_iter().fold(Points::NONE, Points::with);
    let row = carpet(&before.mine, &mine).unwrap_or_default();
    let category = match row {
        0 => 0u32,
        1..SULEIMAN => 1,
        _ => 2,
    };
    Some(
        Message::new("emir-foretold")
            .with("points", remarks::ranges(seat, laid))
            .with("captures", count)
            .with("captured", remarks::listed(enemy, captured))
            .with("emir", u32::from(emir && !won))
            .with("frees", u32::from(!freed.is_empty()))
            .with("carpet", category)
            .with("wins", u32::from(won)),
    )
}

/// What a choice before the roll is called, by its canonical text; `None` for others.
pub(super) fn called(action: &str) -> Option<Message> {
    let (word, points) = action.split_once(' ').unwrap_or((action, ""));
    let id = match word {
        "roll" => return Some(Message::new("emir-roll")),
        "nuker" => "emir-nuker",
        "cover" => "emir-cover",
        _ => return None,
    };
    Some(Message::new(id).with("points", points))
}
