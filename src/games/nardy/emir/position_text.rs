//! Texts of positions. Quoted lines are those of `rules/emir.md`.

use super::{
    rules::{Emir, EmirOptions},
    side::{BAR, Emir as Crown, Side},
};
use crate::{
    game::{BySeat, Position, Seat},
    games::nardy::{
        Point,
        board::{Checkers, Points},
        due::Due,
        parts::{CHECKERS, counts_text, letter, moved_text, read_counts, read_moved},
        point::POINTS,
    },
};

/// Why a text is no position of Emir.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EmirPositionError {
    /// The parts are not those of a position.
    #[error(
        "a position is written STACKS / res W B / bar WHITE BLACK / off W B / moved SIDES / DUE"
    )]
    Shape,
    /// A stack is written with something else.
    #[error("{found:?} is no point with a stack of w, W, b and B")]
    Stack {
        /// What was found.
        found: String,
    },
    /// A point is named twice.
    #[error("point {point} is named twice")]
    Twice {
        /// The point.
        point: Point,
    },
    /// Checkers of both sides stand otherwise than over one captive.
    #[error("on point {point} a single captive can lie beneath checkers of the other side")]
    Mixed {
        /// The point.
        point: Point,
    },
    /// A captive lies on the head of its captor, where that one never lands.
    #[error("nobody takes a captive on his own head, {point}")]
    OwnHead {
        /// The point.
        point: Point,
    },
    /// More or fewer checkers than there are.
    #[error(
        "{side} has {found} checkers on the board, in reserve, on the bar and off: there are 15"
    )]
    Count {
        /// `white` or `black`.
        side: &'static str,
        /// How many were found.
        found: u32,
    },
    /// More nukers than there are.
    #[error("{side} has more than three nukers")]
    Nukers {
        /// `white` or `black`.
        side: &'static str,
    },
    /// No emir, with nothing borne off, or more than one.
    #[error("{side} has {found} emirs")]
    Emirs {
        /// `white` or `black`.
        side: &'static str,
        /// How many were found.
        found: u32,
    },
    /// Something was borne off before the nukers were in.
    #[error("{side} cannot have borne off with nukers left")]
    OffTooEarly {
        /// `white` or `black`.
        side: &'static str,
    },
    /// Checkers wait that would have entered.
    #[error("the bar of {side} is not empty, but no enemy stands on its head")]
    Bar {
        /// `white` or `black`.
        side: &'static str,
    },
    /// The first turns that were had do not fit what is due.
    #[error("White begins: these first turns cannot have been had")]
    Moved,
    /// There is nothing to choose.
    #[error("nothing can be done before the roll")]
    NoChoice,
    /// Something was put on the emir that took the emir.
    #[error("the game was over when the emir took the emir")]
    Buried,
    /// The game would have ended with these checkers.
    #[error("the game is over with these checkers: {outcome}")]
    Over {
        /// How.
        outcome: String,
    },
    /// Both sides would have won.
    #[error("only one side can have won")]
    BothOver,
    /// The game has not ended like this.
    #[error("the game is not over like this with these checkers")]
    NotOver,
    /// The same position is written another way.
    #[error("this position is written {canonical:?}")]
    Spelling {
        /// The right way.
        canonical: String,
    },
}

/// "stacks by point 1..24, bottom to top, capital for an emir, `-` for an empty board; reserves;
/// White's and Black's bar in the order of the hits; off; first turns had"
pub(super) fn write(position: &Emir) -> String {
    let stack = |point: Point| format!("{point}:{}", stack_text(position, point));
    let stacks: Vec<String> = points(position).map(stack).collect();
    let board = if stacks.is_empty() { "-".to_owned() } else { stacks.join(" ") };
    let reserve = counts_text("res", position.sides.map(|side| side.reserve));
    let bar = bar_text(position);
    let off = counts_text("off", position.sides.map(|side| side.free.on(Checkers::OFF)));
    let (moved, due) = (moved_text(position.moved), position.due.text(Emir::FACTS));
    format!("{board} / {reserve} / {bar} / {off} / {moved} / {due}")
}

/// The points on which anything stands, ascending.
pub(super) fn points(position: &Emir) -> impl Iterator<Item = Point> + '_ {
    let any = |point: &Point| {
        Seat::ALL.into_iter().any(|seat| {
            let (side, steps) = (&position.sides[seat], point.steps(seat));
            side.free.on(steps) > 0 || side.captive.contains(steps)
        })
    };
    (1..=POINTS).filter_map(Point::new).filter(any)
}

/// The checkers on a point, bottom to top.
pub(super) fn stack_text(position: &Emir, point: Point) -> String {
    let part = |seat: Seat, captive: bool| {
        let (side, steps) = (&position.sides[seat], point.steps(seat));
        let held = side.captive.contains(steps);
        let count = if captive { u8::from(held) } else { side.free.on(steps) };
        letters(seat, side, steps, if captive == held { count } else { 0 })
    };
    let all =
        [true, false].into_iter().flat_map(|captive| Seat::ALL.map(|seat| part(seat, captive)));
    all.collect()
}

/// `bar wW -`
pub(super) fn bar_text(position: &Emir) -> String {
    let [white, black] = Seat::ALL.map(|seat| {
        let side = &position.sides[seat];
        let text = letters(seat, side, BAR, side.bar);
        if text.is_empty() { "-".to_owned() } else { text }
    });
    format!("bar {white} {black}")
}

/// So many checkers of a side that are at a place, in their order.
fn letters(seat: Seat, side: &Side, place: u8, count: u8) -> String {
    let emir = |at| side.emir == Crown { place, beneath: at };
    let plain = letter(seat);
    (0..count).map(|at| if emir(at) { plain.to_uppercase() } else { plain.to_owned() }).collect()
}

/// Reads what [`write()`] writes, and refuses what cannot be.
pub(super) fn read(text: &str, options: EmirOptions) -> Result<Emir, EmirPositionError> {
    let position = parse(text, options)?;
    check(&position)?;
    let canonical = write(&position);
    if canonical == text { Ok(position) } else { Err(EmirPositionError::Spelling { canonical }) }
}

fn parse(text: &str, options: EmirOptions) -> Result<Emir, EmirPositionError> {
    let shape = || EmirPositionError::Shape;
    let parts: Vec<&str> = text.split(" / ").collect();
    let [board, reserve, bar, off, moved, due] = parts[..] else { return Err(shape()) };
    let reserve = read_counts("res", reserve).ok_or_else(shape)?;
    let off = read_counts("off", off).ok_or_else(shape)?;
    let moved = read_moved(moved).ok_or_else(shape)?;
    let due = Due::read(due, Emir::FACTS).ok_or_else(shape)?;
    let bar = bar.strip_prefix("bar ").and_then(|bar| bar.split_once(' ')).ok_or_else(shape)?;
    let bar = BySeat::new(read_bar(Seat::First, bar.0), read_bar(Seat::Second, bar.1));
    let stacks = read_stacks(board)?;
    let read = |seat| {
        let waiting = bar[seat].as_ref().ok_or_else(shape)?;
        read_side(seat, &stacks, waiting, reserve[seat], off[seat])
    };
    let sides = BySeat::new(read(Seat::First)?, read(Seat::Second)?);
    Ok(Emir { sides, moved, due, options })
}

/// A stack: its checkers from bottom to top, each with whether it is the emir.
type Stack = Vec<(Seat, bool)>;

fn read_stacks(board: &str) -> Result<Vec<(Point, Stack)>, EmirPositionError> {
    let mut stacks: Vec<(Point, Stack)> = Vec::new();
    for word in board.split(' ').filter(|_| board != "-") {
        let fault = || EmirPositionError::Stack { found: word.to_owned() };
        let (point, stack) = word.split_once(':').ok_or_else(fault)?;
        let point = point.parse().ok().and_then(Point::new).ok_or_else(fault)?;
        let stack: Stack = read_letters(stack).filter(|all| !all.is_empty()).ok_or_else(fault)?;
        if stacks.iter().any(|(known, _)| *known == point) {
            return Err(EmirPositionError::Twice { point });
        }
        let of = |at: usize| stack.get(at).map(|(seat, _)| *seat);
        let captor = of(1).filter(|captor| of(0) != Some(*captor));
        if stack.iter().skip(1).any(|(seat, _)| of(1) != Some(*seat)) {
            return Err(EmirPositionError::Mixed { point });
        }
        if captor.is_some_and(|captor| point.steps(captor) == 0) {
            return Err(EmirPositionError::OwnHead { point });
        }
        stacks.push((point, stack));
    }
    Ok(stacks)
}

fn read_letters(text: &str) -> Option<Stack> {
    let checker = |c: char| match c {
        'w' | 'W' => Some((Seat::First, c == 'W')),
        'b' | 'B' => Some((Seat::Second, c == 'B')),
        _ => None,
    };
    text.chars().map(checker).collect()
}

/// The checkers of a side on its bar: whether each is the emir.
fn read_bar(seat: Seat, text: &str) -> Option<Vec<bool>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let all = read_letters(text).filter(|all| !all.is_empty())?;
    all.into_iter().map(|(of, emir)| (of == seat).then_some(emir)).collect()
}

fn read_side(
    seat: Seat,
    stacks: &[(Point, Stack)],
    bar: &[bool],
    reserve: u8,
    off: u8,
) -> Result<Side, EmirPositionError> {
    let side = Emir::FACTS.seats[seat];
    let mine = |stack: &Stack| stack.iter().filter(|(of, _)| *of == seat).count();
    let placed = stacks.iter().map(|(_, stack)| mine(stack)).sum::<usize>() + bar.len();
    let found = placed + usize::from(reserve) + usize::from(off);
    if found != usize::from(CHECKERS) {
        let found = u32::try_from(found).unwrap_or(u32::MAX);
        return Err(EmirPositionError::Count { side, found });
    }
    if reserve > Side::START.reserve {
        return Err(EmirPositionError::Nukers { side });
    }
    if off > 0 && reserve > 0 {
        return Err(EmirPositionError::OffTooEarly { side });
    }
    let borne_off = Crown { place: Checkers::OFF, beneath: 0 };
    let free = Checkers::NONE.with(Checkers::OFF, off);
    let mut read = Side { free, captive: Points::NONE, emir: borne_off, bar: 0, reserve };
    let mut emirs = 0;
    for (point, stack) in stacks {
        let steps = point.steps(seat);
        for (_, emir) in stack.iter().filter(|(of, _)| *of == seat) {
            read.put(steps, *emir);
            emirs += u32::from(*emir);
        }
        if stack.len() > 1 && stack.first().is_some_and(|(of, _)| *of == seat) && mine(stack) == 1 {
            read.hold(steps);
        }
    }
    for emir in bar {
        if *emir {
            read.emir = Crown { place: BAR, beneath: read.bar };
            emirs += 1;
        }
        read.bar += 1;
    }
    if emirs > 1 || emirs == 0 && off == 0 {
        return Err(EmirPositionError::Emirs { side, found: emirs });
    }
    Ok(read)
}

/// Whether the position can be.
fn check(position: &Emir) -> Result<(), EmirPositionError> {
    let Emir { sides, moved, due, .. } = position;
    let white_acts = due.seat() == Some(Seat::First);
    let begun = match (moved.0, due) {
        ([true, true], _) => true,
        ([false, false], _) => white_acts,
        ([true, false], Due::Over(outcome)) => outcome.winner != Some(Seat::Second),
        ([true, false], _) => !white_acts,
        ([false, true], _) => false,
    };
    if !begun {
        return Err(EmirPositionError::Moved);
    }
    // Whose bar has just been entered, or waits. Nobody comes from it before the choice is made.
    let looked_at = |seat: &Seat| matches!(due, Due::Choice(_)) || due.seat() == Some(*seat);
    for seat in Seat::ALL.into_iter().filter(looked_at) {
        if sides[seat].bar > 0 && !sides[seat.opponent()].holds_head() {
            return Err(EmirPositionError::Bar { side: Emir::FACTS.seats[seat] });
        }
    }
    if Seat::ALL.into_iter().any(|seat| position.pair(seat).is_some_and(|above| above > 1)) {
        return Err(EmirPositionError::Buried);
    }
    match (due, &position.must_end()[..]) {
        (Due::Over(outcome), [only]) if outcome == only => Ok(()),
        (_, [outcome]) => Err(EmirPositionError::Over { outcome: outcome.text(Emir::FACTS.seats) }),
        (_, [_, ..]) => Err(EmirPositionError::BothOver),
        (Due::Over(outcome), []) if position.can_end().contains(outcome) => Ok(()),
        (Due::Over(_), []) => Err(EmirPositionError::NotOver),
        (Due::Choice(seat), []) if !position.before(*seat).is_choice() => {
            Err(EmirPositionError::NoChoice)
        }
        (_, []) => Ok(()),
    }
}
