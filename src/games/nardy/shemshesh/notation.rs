//! Texts of positions and turns.

use super::{
    refusal::ShemsheshRefusal,
    rules::{Shemshesh, ShemsheshOptions, Side},
};
use crate::{
    game::{BySeat, Notation, Position, ReadError, Seat},
    games::nardy::{
        Point, Rule,
        board::{Checkers, Points},
        due::Due,
        input::{self, Fault},
        movement::{Movement, Turn},
        parts::{CHECKERS, counts_text, letter, moved_fits, moved_text, read_counts, read_moved},
        point::POINTS,
        reading::{self, Reading},
        roll::Roll,
    },
};

/// Why a text is no position of Shemshesh.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShemsheshPositionError {
    /// The parts are not those of a position.
    #[error("a position is written w POINTS / b POINTS / off W B / moved SIDES / DUE")]
    Shape,
    /// The points of a side are written with something else.
    #[error("{found:?} is no point, point with a count, or point with a frozen checker")]
    Stack {
        /// What was found.
        found: String,
    },
    /// A point is named twice, by one side or by both.
    #[error("point {point} is named twice")]
    Twice {
        /// The point.
        point: Point,
    },
    /// More or fewer checkers than there are.
    #[error("{side} has {found} checkers on the board and off: there are 15")]
    Count {
        /// `white` or `black`.
        side: &'static str,
        /// How many were found.
        found: u32,
    },
    /// A side has gone without having had a turn.
    #[error("{side} has not had a first turn: its checkers are all on its head")]
    NotBegun {
        /// `white` or `black`.
        side: &'static str,
    },
    /// The first turns that were had do not fit what is due.
    #[error("behind the first turn of the game the other side is to act")]
    Moved,
    /// Nobody has an unfrozen checker, nor has borne any off.
    #[error("neither side can have moved last")]
    NobodyMoved,
    /// The game would have ended with these checkers.
    #[error("the game is over with these checkers: {outcome}")]
    Over {
        /// How.
        outcome: String,
    },
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

impl Notation for Shemshesh {
    type Refusal = ShemsheshRefusal;
    type PositionError = ShemsheshPositionError;

    fn to_text(&self) -> String {
        let [white, black] = Seat::ALL.map(|seat| self.points_text(seat));
        let off = counts_text("off", self.sides.map(|side| side.checkers.on(Checkers::OFF)));
        let moved = moved_text(self.moved);
        format!("w {white} / b {black} / {off} / {moved} / {}", self.due.text(Self::FACTS))
    }

    fn from_text(text: &str, options: &ShemsheshOptions) -> Result<Self, ShemsheshPositionError> {
        let position = read_position(text, *options)?;
        position.check()?;
        let canonical = position.to_text();
        if canonical == text {
            Ok(position)
        } else {
            Err(ShemsheshPositionError::Spelling { canonical })
        }
    }

    fn action_text(&self, turn: &Turn) -> String {
        turn.to_string()
    }

    fn read_action(&self, text: &str) -> Result<Turn, ReadError<Self>> {
        let refuse = |rule| Err(ReadError::Illegal(self.refusal(rule)));
        let typed = match input::read(text) {
            Ok(typed) => typed,
            Err(Fault::Syntax) => return Err(ReadError::Syntax),
            Err(Fault::NoSuchPoint(point)) => return refuse(Rule::NoSuchPoint(point)),
        };
        let Some((seat, walker)) = self.turn() else { return refuse(Rule::without_dice(self.due)) };
        match reading::read(&walker, seat, &typed) {
            Reading::Turn(turn) => Ok(turn),
            Reading::Ambiguous(turns) => Err(ReadError::Ambiguous(turns)),
            Reading::Illegal(rule) => refuse(rule),
        }
    }

    fn movement_text(&self, _: &[Movement], movement: &Movement) -> String {
        movement.to_string()
    }

    fn chance_text(&self, roll: &Roll) -> String {
        roll.to_string()
    }

    fn read_chance(&self, text: &str) -> Option<Roll> {
        Roll::read(text).filter(|roll| self.admits(roll))
    }
}

impl Shemshesh {
    /// "each side's points in its path order, `p`, `pxN` or `p*` (frozen), `-` for none"
    fn points_text(&self, seat: Seat) -> String {
        let Side { checkers, frozen } = self.sides[seat];
        let stack = |steps| {
            let point = Point::on_path(seat, steps);
            match checkers.on(steps) {
                _ if frozen.contains(steps) => format!("{point}*"),
                1 => point.to_string(),
                count => format!("{point}x{count}"),
            }
        };
        let stacks: Vec<String> = checkers.points().map(stack).collect();
        if stacks.is_empty() { "-".to_owned() } else { stacks.join(" ") }
    }

    /// Whether the position can be.
    fn check(&self) -> Result<(), ShemsheshPositionError> {
        for seat in Seat::ALL {
            let Side { checkers, frozen } = self.sides[seat];
            let on_head = frozen.is_empty() && checkers.on(0) == CHECKERS;
            if !self.moved[seat] && !on_head {
                return Err(ShemsheshPositionError::NotBegun { side: Self::FACTS.seats[seat] });
            }
        }
        if !moved_fits(self.moved, self.due) {
            return Err(ShemsheshPositionError::Moved);
        }
        let ends = self.ends();
        if ends.is_empty() && self.sides.0.iter().all(|side| side.unfrozen().is_empty()) {
            return Err(ShemsheshPositionError::NobodyMoved);
        }
        match (self.due, ends.first()) {
            (Due::Over(outcome), _) if ends.contains(&outcome) => Ok(()),
            (_, Some(outcome)) => {
                let outcome = outcome.text(Self::FACTS.seats);
                Err(ShemsheshPositionError::Over { outcome })
            }
            (Due::Over(_), None) => Err(ShemsheshPositionError::NotOver),
            (_, None) => Ok(()),
        }
    }
}

fn read_position(
    text: &str,
    options: ShemsheshOptions,
) -> Result<Shemshesh, ShemsheshPositionError> {
    let shape = || ShemsheshPositionError::Shape;
    let parts: Vec<&str> = text.split(" / ").collect();
    let [white, black, off, moved, due] = parts[..] else { return Err(shape()) };
    let off = read_counts("off", off).ok_or_else(shape)?;
    let moved = read_moved(moved).ok_or_else(shape)?;
    let due = Due::read(due, Shemshesh::FACTS).filter(|due| !matches!(due, Due::Choice(_)));
    let due = due.ok_or_else(shape)?;
    let mut named: Vec<Point> = Vec::new();
    let mut side = |seat: Seat, part: &str| {
        let stacks = part.strip_prefix(letter(seat)).and_then(|rest| rest.strip_prefix(' '));
        let side = read_side(seat, stacks.ok_or_else(shape)?, off[seat])?;
        for point in side.checkers.points().map(|steps| Point::on_path(seat, steps)) {
            if named.contains(&point) {
                return Err(ShemsheshPositionError::Twice { point });
            }
            named.push(point);
        }
        Ok(side)
    };
    let sides = BySeat::new(side(Seat::First, white)?, side(Seat::Second, black)?);
    Ok(Shemshesh { sides, moved, due, options })
}

fn read_side(seat: Seat, text: &str, off: u8) -> Result<Side, ShemsheshPositionError> {
    let mut counts = [0_u8; POINTS as usize];
    let mut frozen = Points::NONE;
    let mut found = u32::from(off);
    for word in text.split(' ').filter(|_| text != "-") {
        let fault = || ShemsheshPositionError::Stack { found: word.to_owned() };
        let (point, count, lies) = match (word.split_once('x'), word.strip_suffix('*')) {
            (Some((point, count)), _) => (point, count.parse().map_err(|_| fault())?, false),
            (None, Some(point)) => (point, 1, true),
            (None, None) => (word, 1, false),
        };
        let point = point.parse().ok().and_then(Point::new).ok_or_else(fault)?;
        let steps = point.steps(seat);
        let on = &mut counts[usize::from(steps)];
        if count == 0 {
            return Err(fault());
        }
        if *on > 0 {
            return Err(ShemsheshPositionError::Twice { point });
        }
        *on = count;
        found += u32::from(count);
        if lies {
            frozen = frozen.with(steps);
        }
    }
    if found != u32::from(CHECKERS) {
        let side = Shemshesh::FACTS.seats[seat];
        return Err(ShemsheshPositionError::Count { side, found });
    }
    let checkers = (0..)
        .zip(counts)
        .fold(Checkers::NONE.with(Checkers::OFF, off), |all, (steps, on)| all.with(steps, on));
    Ok(Side { checkers, frozen })
}
