//! Lines of a nardy board.

use std::fmt;

use super::{
    SceneTextProblem,
    words::{self, Words, unreadable},
};
use crate::scene::{Checker, Die, Event, Hop, Nardy, Place, Side, State};

const STATES: [(State, &str); 4] =
    [(State::Free, ""), (State::Frozen, "*"), (State::Dead, "+"), (State::Captive, "_")];

const EVENTS: [(Event, &str); 5] = [
    (Event::Frozen, "frozen"),
    (Event::Freed, "freed"),
    (Event::Captured, "captured"),
    (Event::Hit, "hit"),
    (Event::Entered, "entered"),
];

/// A longer run would be a slip, or a trap.
const MOST: usize = 255;

pub(super) fn read(
    key: &str,
    words: &mut Words<'_>,
    nardy: &mut Nardy,
) -> Result<(), SceneTextProblem> {
    match key {
        "point" => {
            let word = words.expect("point")?;
            let index = words::number::<usize>(word, "point")?.checked_sub(1);
            let point = index.and_then(|index| nardy.points.get_mut(index));
            let point = point.ok_or_else(|| unreadable("point", word))?;
            point.extend(words.all(read_run)?.into_iter().flatten());
        }
        "bar" => {
            let side = words.side()?;
            nardy.bar[side.index()].extend(words.all(read_run)?.into_iter().flatten());
        }
        "reserve" => nardy.reserve = read_counts(words)?,
        "off" => nardy.off = read_counts(words)?,
        "dice" => nardy.dice.extend(words.all(read_die)?),
        "hops" => nardy.hops.extend(words.all(read_hop)?),
        "events" => {
            let word = words.expect("event")?;
            let named = EVENTS.iter().find(|(_, name)| *name == word);
            let (event, _) = named.ok_or_else(|| unreadable("event", word))?;
            nardy.events.extend(words.all(read_place)?.into_iter().map(|place| (place, *event)));
        }
        _ => return Err(SceneTextProblem::UnknownLine(key.to_owned())),
    }
    Ok(())
}

fn read_counts(words: &mut Words<'_>) -> Result<[u8; 2], SceneTextProblem> {
    Ok([words.number("first side's count")?, words.number("second side's count")?])
}

/// One or several equal checkers: `w`, `B_`, `w*x3`.
fn read_run(word: &str) -> Result<Vec<Checker>, SceneTextProblem> {
    let bad = || unreadable("checker", word);
    let (checker, count) = match word.split_once('x') {
        Some((checker, count)) => (checker, words::number::<usize>(count, "count of checkers")?),
        None => (word, 1),
    };
    let mut signs = checker.chars();
    let letter = signs.next().ok_or_else(bad)?;
    let side = read_side(letter.to_ascii_lowercase()).ok_or_else(bad)?;
    let state = STATES.iter().find(|(_, sign)| *sign == signs.as_str());
    let (state, _) = state.ok_or_else(bad)?;
    if count > MOST {
        return Err(bad());
    }
    Ok(vec![Checker { side, emir: letter.is_ascii_uppercase(), state: *state }; count])
}

fn read_side(letter: char) -> Option<Side> {
    Side::ALL.into_iter().find(|side| self::letter(*side) == letter)
}

fn letter(side: Side) -> char {
    match side {
        Side::First => 'w',
        Side::Second => 'b',
    }
}

/// A side, its pips, and `-` if it has been played: `w6`, `b1-`.
fn read_die(word: &str) -> Result<Die, SceneTextProblem> {
    let bad = || unreadable("die", word);
    let mut letters = word.chars();
    let side = letters.next().and_then(read_side).ok_or_else(bad)?;
    let (pips, used) = match letters.as_str().strip_suffix('-') {
        Some(pips) => (pips, true),
        None => (letters.as_str(), false),
    };
    Ok(Die { side, pips: words::number(pips, "count of pips")?, used })
}

fn read_hop(word: &str) -> Result<Hop, SceneTextProblem> {
    let (from, to) = word.split_once('-').ok_or_else(|| unreadable("movement", word))?;
    Ok(Hop { from: read_place(from)?, to: read_place(to)? })
}

/// A point's number, `barw`, `resw` or `offw`, or the same with `b`.
fn read_place(word: &str) -> Result<Place, SceneTextProblem> {
    let bad = || unreadable("place", word);
    let side = || word.chars().next_back().and_then(read_side);
    let place = match word.get(..3) {
        Some("bar") => side().map(Place::Bar),
        Some("res") => side().map(Place::Reserve),
        Some("off") => side().map(Place::Off),
        _ => word.parse().ok().map(Place::Point),
    };
    // Nothing may stand between a place's name and its side.
    place.filter(|place| WrittenPlace(*place).to_string() == word).ok_or_else(bad)
}

struct WrittenPlace(Place);

impl fmt::Display for WrittenPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Point(point) => write!(f, "{point}"),
            Place::Bar(side) => write!(f, "bar{}", letter(side)),
            Place::Reserve(side) => write!(f, "res{}", letter(side)),
            Place::Off(side) => write!(f, "off{}", letter(side)),
        }
    }
}

/// The words of a stack, runs of equal checkers as one.
fn stack(checkers: &[Checker]) -> impl Iterator<Item = String> + '_ {
    checkers.chunk_by(PartialEq::eq).flat_map(|run| run.chunks(MOST)).filter_map(|run| {
        let checker = run.first()?;
        let letter = letter(checker.side);
        let letter = if checker.emir { letter.to_ascii_uppercase() } else { letter };
        let (_, sign) = STATES.iter().find(|(state, _)| *state == checker.state)?;
        Some(match run.len() {
            1 => format!("{letter}{sign}"),
            count => format!("{letter}{sign}x{count}"),
        })
    })
}

pub(super) fn write(nardy: &Nardy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (point, checkers) in (1..).zip(&nardy.points) {
        let point: u8 = point;
        words::line(f, format_args!("point {point}"), stack(checkers))?;
    }
    for side in Side::ALL {
        let key = format_args!("bar {}", words::side(side));
        words::line(f, key, stack(&nardy.bar[side.index()]))?;
    }
    for (key, counts) in [("reserve", nardy.reserve), ("off", nardy.off)] {
        if counts != [0, 0] {
            words::line(f, key, counts)?;
        }
    }
    let die = |die: &Die| {
        let used = if die.used { "-" } else { "" };
        format!("{}{}{used}", letter(die.side), die.pips)
    };
    words::line(f, "dice", nardy.dice.iter().map(die))?;
    let hop = |hop: &Hop| format!("{}-{}", WrittenPlace(hop.from), WrittenPlace(hop.to));
    words::line(f, "hops", nardy.hops.iter().map(hop))?;
    for run in nardy.events.chunk_by(|(_, one), (_, other)| one == other) {
        let named = EVENTS.iter().find(|(event, _)| run.iter().all(|(_, other)| other == event));
        let name = named.map_or("", |(_, name)| name);
        let places = run.iter().map(|(place, _)| WrittenPlace(*place));
        words::line(f, format_args!("events {name}"), places)?;
    }
    Ok(())
}
